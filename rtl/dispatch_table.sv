// SPDX-License-Identifier: Apache-2.0
// The table of dispatches in a memory unit where they overlap: for each of them a line with its name and the lanes
// whose requests still wait. A request carries the number of its line. A dispatch is complete with the slot that serves
// its last request.
//
// Handshake  a dispatch may be accepted on a rising edge where free_o is high; its requests get the line line_o. It is
//            in the table from the next cycle on. Both outputs depend on registers only.
// Contract   a lane that is served waits in the line that it names. A lane may wait in several lines.
// Source     docs/spec/streaming.md, "Windows and acceptance". Ours.

module dispatch_table #(
  // Defaults are in range because Yosys elaborates them, too.
  parameter int Width    = 0,  // lanes
  parameter int Lines    = 2,  // dispatches that may wait, >= 2
  parameter int TagWidth = 0,  // bits of a dispatch's name
  parameter int LineLane = 1,  // bits of a lane of served_line_i, >= $clog2(Lines); only the low ones are read
  parameter int Shallow  = 0,  // 1: of logarithmic depth, for silicon; the same function

  localparam int LineWidth = $clog2(Lines)
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,        // synchronous, active low

  output logic                       free_o,        // there is a free line: line_o
  output logic [LineWidth-1:0]       line_o,
  input  logic                       accept_i,      // a dispatch gets it
  input  logic [Width-1:0]           active_i,      // its lanes, at least one
  input  logic [TagWidth-1:0]        tag_i,         // its name

  input  logic [Width-1:0]           served_i,      // lanes that the slot serves
  input  logic [Width*LineLane-1:0]  served_line_i, // line of each lane
  output logic [Width*TagWidth-1:0]  tag_o,         // name of each lane's dispatch
  output logic [Width-1:0]           complete_o     // that dispatch is complete with this slot
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

  logic [Width-1:0] left [Lines];  // what the slot leaves of each

  if (Shallow != 0) begin : gen_shallow
    always_comb begin : serve
      logic [Width-1:0]    of [Lines];  // lanes served of each line
      logic [Lines-1:0]    done;
      logic [TagWidth-1:0] tag;
      logic                complete;
      for (int e = 0; e < Lines; e++) begin
        for (int j = 0; j < Width; j++) begin
          of[e][j] = served_i[j] & (served_line_i[j*LineLane +: LineWidth] == LineWidth'(e));
        end
        left[e] = waits_q[e] & ~of[e];
        done[e] = ~|left[e];
      end
      for (int j = 0; j < Width; j++) begin
        tag      = '0;
        complete = 1'b0;
        for (int e = 0; e < Lines; e++) begin
          tag      = tag | (tag_q[e] & {TagWidth{of[e][j]}});
          complete = complete | (done[e] & of[e][j]);
        end
        complete_o[j]                 = complete;
        tag_o[j*TagWidth +: TagWidth] = tag;
      end
    end
  end else begin : gen_fast
    // No branch for each lane: the processor would guess it wrong.
    always_comb begin : serve
      logic [LineWidth-1:0] of;
      logic [Width-1:0]     rest [Lines];
      logic [Width-1:0]     done [Lines];  // nothing is left of the line, all bits alike
      logic [Width-1:0]     whole;         // lanes that name such a line
      for (int e = 0; e < Lines; e++) rest[e] = waits_q[e];
      for (int j = 0; j < Width; j++) begin
        of       = served_line_i[j*LineLane +: LineWidth];
        rest[of] = rest[of] & ~(served_i & (Width'(1) << j));
        tag_o[j*TagWidth +: TagWidth] = tag_q[of];
      end
      for (int e = 0; e < Lines; e++) begin
        done[e] = (rest[e] == '0) ? '1 : '0;
        left[e] = rest[e];
      end
      whole = '0;
      for (int j = 0; j < Width; j++) whole = whole | (done[served_line_i[j*LineLane +: LineWidth]] & (Width'(1) << j));
      complete_o = whole & served_i;
    end
  end

  always_ff @(posedge clk_i) begin : lines
    for (int e = 0; e < Lines; e++) begin
      waits_q[e] <= !rst_ni ? '0 : (accept_i && line_o == LineWidth'(e)) ? active_i : left[e];
    end
    if (accept_i) tag_q[line_o] <= tag_i;
  end

  ////////////////
  // Assertions //
  ////////////////

  always @(posedge clk_i) begin : check
    logic [Width-1:0] waiting;  // lanes with a request in the line that they name
    if (rst_ni) begin
      waiting = '0;
      for (int j = 0; j < Width; j++) begin
        waiting = waiting | (waits_q[served_line_i[j*LineLane +: LineWidth]] & (Width'(1) << j));
      end
      begin : ServesLanesInTheirLines assert ((served_i & ~waiting) == '0); end
      begin : AcceptsWhereALineIsFree assert (!accept_i || free_o); end
      begin : AcceptsWhatRequestsSomething assert (!accept_i || (|active_i)); end
    end
  end

  // Ranges; machine_limits.sv says how.
  if (Lines < 2) Lines_must_be_at_least_2 u_bad_lines ();
  if (LineLane < LineWidth) LineLane_must_be_at_least_clog2_of_Lines u_bad_line_lane ();
  if (Shallow < 0 || Shallow > 1) Shallow_must_be_0_or_1 u_bad_shallow ();

endmodule
