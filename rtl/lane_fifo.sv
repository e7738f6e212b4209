// SPDX-License-Identifier: Apache-2.0
// The FIFO of a crossbar's lane: requests in order of arrival. Only the head competes for its bank.
//
// Contract   push_i only where room_o is high, pop_i only where waits_o is high.
// Timing     pushed at the end of cycle t into an empty FIFO: the head from t+1 on. All outputs depend on registers
//            only: a place that is freed in this cycle has room in the next.
// Cost       Depth requests with line and word, two pointers and a count. A module, because all lanes are alike: a
//            synthesis makes it once and counts it.
// Source     docs/spec/crossbar.md.

(* keep_hierarchy *)
module lane_fifo #(
  // Defaults are in range because Yosys elaborates them, too.
  parameter int Depth     = 1,  // places, 1 to 16
  parameter int AddrWidth = 0,  // bits of a request {write, row, bank}
  parameter int LineWidth = 0,  // bits of the line of the table that a request belongs to
  parameter int DataWidth = 0   // bits of a word
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,          // synchronous, active low

  input  logic                 push_i,
  input  logic [AddrWidth-1:0] push_request_i,
  input  logic [LineWidth-1:0] push_line_i,
  input  logic [DataWidth-1:0] push_data_i,     // don't care on a read
  output logic                 room_o,          // a place is free

  output logic                 waits_o,         // there is a head
  output logic [AddrWidth-1:0] head_request_o,
  output logic [LineWidth-1:0] head_line_o,
  output logic [DataWidth-1:0] head_data_o,
  input  logic                 pop_i            // the head is served
);

  localparam int PlaceWidth = (Depth > 1) ? $clog2(Depth) : 1;
  localparam int CountWidth = $clog2(Depth + 1);

  logic [AddrWidth+LineWidth-1:0] request_q [Depth];  // {line, request}
  logic [DataWidth-1:0]           data_q    [Depth];
  logic [PlaceWidth-1:0]          head_q, tail_q;     // places of the head, and for the next to come
  logic [CountWidth-1:0]          count_q;

  function automatic logic [PlaceWidth-1:0] next_place(input logic [PlaceWidth-1:0] place);
    next_place = (32'(place) == Depth - 1) ? '0 : place + 1'b1;
  endfunction

  assign room_o                        = 32'(count_q) != Depth;
  assign waits_o                       = count_q != '0;
  assign {head_line_o, head_request_o} = request_q[head_q];
  assign head_data_o                   = data_q[head_q];

  always_ff @(posedge clk_i) begin : fifo
    if (push_i) begin
      request_q[tail_q] <= {push_line_i, push_request_i};
      data_q[tail_q]    <= push_data_i;
    end
    if (!rst_ni) begin
      head_q  <= '0;
      tail_q  <= '0;
      count_q <= '0;
    end else begin
      if (push_i) tail_q <= next_place(tail_q);
      if (pop_i) head_q <= next_place(head_q);
      if (push_i & ~pop_i) count_q <= count_q + 1'b1;
      if (pop_i & ~push_i) count_q <= count_q - 1'b1;
    end
  end

  ////////////////
  // Assertions //
  ////////////////

  always @(posedge clk_i) begin
    if (rst_ni) begin
      begin : PushesWhereThereIsRoom assert (!push_i || room_o); end
      begin : PopsWhereThereIsAHead assert (!pop_i || waits_o); end
    end
  end

  // Ranges; machine_limits.sv says how.
  if (Depth < 1 || Depth > 16) Depth_must_be_1_to_16 u_bad_depth ();

endmodule
