// SPDX-License-Identifier: Apache-2.0
// What is left of the dispatches that a memory unit has taken over: for each of them a line with its name and the lanes
// that wait. A request names its line; a dispatch is complete with the slot that serves the last of them.
//
// Handshake  a dispatch may be accepted on a rising edge where free_o is high; its requests get the name line_o. It is
//            in the table from the next cycle on. Both depend on registers only.
// Contract   lanes served are lanes that wait in the line they name, in a slot of this cycle.
// Source     docs/spec/streaming.md, "Windows and acceptance". Ours.

module dispatch_table #(
  parameter int Width    = 0,  // lanes
  parameter int Lines    = 0,  // dispatches that may wait, >= 2
  parameter int TagWidth = 0,  // bits of a dispatch's name

  localparam int LineWidth = $clog2(Lines)
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,        // synchronous, active low

  output logic                       free_o,        // a line is
  output logic [LineWidth-1:0]       line_o,        // that line
  input  logic                       accept_i,      // a dispatch gets it
  input  logic [Width-1:0]           active_i,      // its lanes, at least one
  input  logic [TagWidth-1:0]        tag_i,         // its name

  input  logic [Width-1:0]           served_i,      // lanes that the slot serves
  input  logic [Width*LineWidth-1:0] served_line_i, // line of each
  output logic [Width*TagWidth-1:0]  tag_o,         // name of each one's dispatch
  output logic [Width-1:0]           complete_o     // it is complete with this slot
);

  logic [Width-1:0]    waits_q [Lines];  // lanes of the dispatch that wait; none: the line is free
  logic [TagWidth-1:0] tag_q   [Lines];

  always_comb begin : find_line
    free_o = 1'b0;
    line_o = '0;
    for (int e = Lines - 1; e >= 0; e--) begin
      if (waits_q[e] == '0) begin
        free_o = 1'b1;
        line_o = LineWidth'(e);
      end
    end
  end

  logic [Width-1:0] leaves [Lines];  // lanes of the dispatch that the slot serves
  logic [Lines-1:0] complete;

  always_comb begin : serve
    for (int e = 0; e < Lines; e++) leaves[e] = '0;
    for (int j = 0; j < Width; j++) begin
      if (served_i[j]) leaves[served_line_i[j*LineWidth +: LineWidth]][j] = 1'b1;
    end
    for (int e = 0; e < Lines; e++) complete[e] = (waits_q[e] & ~leaves[e]) == '0;
    for (int j = 0; j < Width; j++) begin
      tag_o[j*TagWidth +: TagWidth] = tag_q[served_line_i[j*LineWidth +: LineWidth]];
      complete_o[j] = served_i[j] & complete[served_line_i[j*LineWidth +: LineWidth]];
    end
  end

  always_ff @(posedge clk_i) begin : lines
    for (int e = 0; e < Lines; e++) begin
      if (!rst_ni) begin
        waits_q[e] <= '0;
      end else if (accept_i && line_o == LineWidth'(e)) begin
        waits_q[e] <= active_i;
      end else begin
        waits_q[e] <= waits_q[e] & ~leaves[e];
      end
    end
    if (accept_i) tag_q[line_o] <= tag_i;
  end

  ////////////////
  // Assertions //
  ////////////////

  always @(posedge clk_i) begin
    if (rst_ni) begin
      begin : AcceptsWhereALineIsFree assert (!accept_i || free_o); end
      begin : AcceptsWhatRequestsSomething assert (!accept_i || (|active_i)); end
    end
  end

endmodule
