// SPDX-License-Identifier: Apache-2.0
// Order between lanes: holds a request back while an earlier request of another lane is under way and the two do not
// commute. For users that rely on another lane's write as soon as it was accepted.
//
// Two requests do not commute if they are for the same word, at least one writes, and their bytes overlap. A read takes
// all bytes. So reads of one word pass together, as do writes of different bytes of it.
//
// Contract   hold_o in the cycle in which a lane offers: its request must not be taken. take_i on a rising edge: it is
//            taken, and under way in place_o of its lane; obligation: not where hold_o is high, and at most Places of a
//            lane under way. done_i: the request in done_place_i has been at its bank, so that no request taken from
//            now on can come before it.
// Order      a request is earlier if it was offered in an earlier cycle, or in the same cycle in a lower lane, whether
//            that lane's is taken or not: hold_o depends on what lower lanes offer. Requests of one lane are not held;
//            their order is the unit's task.
// Wait       a held request waits a bounded time for requests under way, and for as long as lower lanes go on asking
//            for its word. The lowest lane that offers waits for requests under way only.
// Cost       a comparator of two word addresses for each lane and each place of each other lane.
// Source     ours: an issue queue's rule for memory, without its forwarding.

module lane_order #(
  parameter int Width       = 0,  // lanes
  parameter int Places      = 0,  // requests of a lane that can be under way, >= 1
  parameter int AddrWidth   = 0,  // bits of a word's address
  parameter int EnableWidth = 0,  // bytes of a word

  localparam int PlaceWidth = (Places > 1) ? $clog2(Places) : 1
) (
  input  logic                         clk_i,
  input  logic                         rst_ni,        // synchronous, active low

  input  logic [Width-1:0]             valid_i,       // lanes that offer a request
  input  logic [Width-1:0]             write_i,
  input  logic [Width*AddrWidth-1:0]   addr_i,
  input  logic [Width*EnableWidth-1:0] enable_i,      // bytes that it writes; don't care on a read
  output logic [Width-1:0]             hold_o,

  input  logic [Width-1:0]             take_i,
  output logic [Width*PlaceWidth-1:0]  place_o,

  input  logic [Width-1:0]             done_i,
  input  logic [Width*PlaceWidth-1:0]  done_place_i
);

  localparam int KeyWidth = 1 + AddrWidth + EnableWidth;  // {write, word, bytes}

  logic [Width*Places-1:0] busy_q;
  logic [KeyWidth-1:0]     key_q [Width*Places];  // place p of lane j is j*Places + p

  wire logic [Width*EnableWidth-1:0] bytes;
  wire logic [Width*KeyWidth-1:0]    keys;
  for (genvar j = 0; j < Width; j++) begin : gen_key
    assign bytes[j*EnableWidth +: EnableWidth] = enable_i[j*EnableWidth +: EnableWidth] | {EnableWidth{!write_i[j]}};
    assign keys[j*KeyWidth +: KeyWidth] =
      {write_i[j], addr_i[j*AddrWidth +: AddrWidth], bytes[j*EnableWidth +: EnableWidth]};
  end

  function automatic logic clash(input logic [KeyWidth-1:0] a, input logic [KeyWidth-1:0] b);
    clash = (a[KeyWidth-1] | b[KeyWidth-1]) & (a[EnableWidth +: AddrWidth] == b[EnableWidth +: AddrWidth]) &
            |(a[EnableWidth-1:0] & b[EnableWidth-1:0]);
  endfunction

  for (genvar i = 0; i < Width; i++) begin : gen_lane
    wire logic [KeyWidth-1:0] mine = keys[i*KeyWidth +: KeyWidth];
    wire logic [Width-1:0]    by_lane;
    for (genvar j = 0; j < Width; j++) begin : gen_other
      if (j == i) begin : gen_self
        assign by_lane[j] = 1'b0;
      end else begin : gen_clash
        wire logic [Places-1:0] under_way;
        for (genvar p = 0; p < Places; p++) begin : gen_place
          assign under_way[p] = busy_q[j*Places + p] & clash(mine, key_q[j*Places + p]);
        end
        assign by_lane[j] = |under_way | ((j < i) & valid_i[j] & clash(mine, keys[j*KeyWidth +: KeyWidth]));
      end
    end
    assign hold_o[i] = |by_lane;

    // The lowest place that is free.
    wire logic [Places-1:0] busy = busy_q[i*Places +: Places];
    wire logic [Places-1:0] free = ~busy;
    wire logic [Places-1:0] put  = free & (~free + 1'b1);
    wire logic [Places-1:0] done = {Places{done_i[i]}} & (Places'(1) << done_place_i[i*PlaceWidth +: PlaceWidth]);
    for (genvar n = 0; n < PlaceWidth; n++) begin : gen_number
      wire logic [Places-1:0] has_bit;
      for (genvar p = 0; p < Places; p++) begin : gen_bit
        assign has_bit[p] = put[p] & (((p >> n) & 1) != 0);
      end
      assign place_o[i*PlaceWidth + n] = |has_bit;
    end

    always_ff @(posedge clk_i) begin : under_way_state
      busy_q[i*Places +: Places] <= rst_ni ? (busy & ~done) | (put & {Places{take_i[i]}}) : '0;
      for (int p = 0; p < Places; p++) begin
        if (take_i[i] && put[p]) key_q[i*Places + p] <= mine;
      end
    end

    ////////////////
    // Assertions //
    ////////////////

    always @(posedge clk_i) begin
      if (rst_ni) begin
        begin : TakesWhatIsNotHeld assert (!take_i[i] || !hold_o[i]); end
        begin : TakesWherePlacesAre assert (!take_i[i] || free != '0); end
        begin : DoneWhatWasTaken assert ((done & free) == '0); end
      end
    end
  end

endmodule
