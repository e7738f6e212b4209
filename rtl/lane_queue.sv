// SPDX-License-Identifier: Apache-2.0
// A plain queue behind the window of a lane. A request that comes goes through it, in the same cycle if nothing waits
// in it and the window has room.
//
// Contract   push_i only where room_o is high. What enters the window is there from the next cycle on.
// Timing     room_o and enter_o are high in the cycle in which room_i is, so a window that serves a request takes one.
// Cost       Places requests, each with a bit that says if it holds one, and a multiplexer to move up.
// Source     docs/spec/streaming.md, "A smaller window". Ours.

(* keep_hierarchy *)
module lane_queue #(
  // Defaults are in range because Yosys elaborates them, too.
  parameter int Places = 1,  // >= 1
  parameter int Bits   = 0   // of a request and all that goes with it
) (
  input  logic            clk_i,
  input  logic            rst_ni,      // synchronous, active low

  input  logic            push_i,
  input  logic [Bits-1:0] push_bits_i,
  output logic            room_o,      // for a request, in window or queue
  output logic            few_next_o,  // in the next cycle at most one place is free; meaningless for a queue of one

  input  logic            room_i,      // the window has room
  output logic            enter_o,     // a request enters it
  output logic [Bits-1:0] enter_bits_o
);

  logic [Places-1:0] holds_q, holds_d;  // places with a request, the first one lowest
  logic [Bits-1:0]   bits_q [Places];

  always_comb begin : enter
    enter_o      = room_i & (holds_q[0] | push_i);
    enter_bits_o = holds_q[0] ? bits_q[0] : push_bits_i;
    room_o       = room_i | ~holds_q[Places-1];
  end

  always_comb begin : hold
    logic [Places:0] kept;
    kept    = {1'b0, holds_q};
    if (room_i) kept = kept >> 1;
    if (push_i & ~(room_i & ~holds_q[0])) kept = {kept[Places-1:0], 1'b1};
    holds_d    = kept[Places-1:0] & {Places{rst_ni}};
    few_next_o = holds_d[(Places > 1) ? Places-2 : 0];
  end

  always_ff @(posedge clk_i) begin : places
    holds_q <= holds_d;
    for (int n = 0; n < Places; n++) begin
      if (room_i | ~holds_q[n]) begin
        bits_q[n] <= (n + 1 < Places && holds_q[(n + 1 < Places) ? n + 1 : n]) ? bits_q[(n + 1 < Places) ? n + 1 : n]
                                                                               : push_bits_i;
      end
    end
  end

  ////////////////
  // Assertions //
  ////////////////

  always @(posedge clk_i) begin
    if (rst_ni) begin
      begin : PushesWhereThereIsRoom assert (!push_i || room_o); end
    end
  end

  // Ranges; machine_limits.sv says how.
  if (Places < 1) Places_must_be_at_least_1 u_bad_places ();

endmodule
