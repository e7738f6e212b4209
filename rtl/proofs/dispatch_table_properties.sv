// SPDX-License-Identifier: Apache-2.0
// Laws of the table of dispatches, whatever is accepted where a line is free and whichever lanes are served: properties
// for scripts/prove.
//
//   T1  in every cycle both forms of dispatch_table.sv, for the simulator and for silicon, do the same
//
// Source: docs/spec/streaming.md, "Windows and acceptance".

module dispatch_table_properties #(
  parameter int Property = 1,
  parameter int Width    = 2,
  parameter int Lines    = 4,

  localparam int LineWidth = $clog2(Lines),
  localparam int TagWidth  = 1
) (
  input logic                       clk_i,
  input logic                       rst_ni,
  input logic                       accept_i,
  input logic [Width-1:0]           active_i,
  input logic [TagWidth-1:0]        tag_i,
  input logic [Width-1:0]           served_i,
  input logic [Width*LineWidth-1:0] served_line_i
);

  logic                 started_q = 1'b0;
  wire logic            running   = rst_ni & started_q;

  always_ff @(posedge clk_i) started_q <= 1'b1;

  logic                 free, shallow_free;
  logic [LineWidth-1:0] line, shallow_line;
  logic [Width-1:0]     tag, shallow_tag, complete, shallow_complete;

  wire logic            accept = accept_i & free & (|active_i);
  logic [Lines-1:0]     named_q;  // lines that had a dispatch: the others have any tag
  logic [Width-1:0]     served;   // by lines that exist

  dispatch_table #(
    .Width(Width), .Lines(Lines), .TagWidth(TagWidth), .LineLane(LineWidth), .Shallow(0)
  ) u_fast (
    .clk_i, .rst_ni(running), .free_o(free), .line_o(line), .accept_i(accept), .active_i, .tag_i,
    .served_i(served), .served_line_i, .tag_o(tag), .complete_o(complete)
  );

  dispatch_table #(
    .Width(Width), .Lines(Lines), .TagWidth(TagWidth), .LineLane(LineWidth), .Shallow(1)
  ) u_shallow (
    .clk_i, .rst_ni(running), .free_o(shallow_free), .line_o(shallow_line), .accept_i(accept), .active_i, .tag_i,
    .served_i(served), .served_line_i, .tag_o(shallow_tag), .complete_o(shallow_complete)
  );

  always_ff @(posedge clk_i) begin
    if (!running) named_q <= '0;
    else if (accept) named_q[line] <= 1'b1;
  end

  logic [Width-1:0] same_tag;

  always_comb begin
    for (int j = 0; j < Width; j++) begin
      served[j]   = served_i[j] && 32'(served_line_i[j*LineWidth +: LineWidth]) < Lines;
      same_tag[j] = !served[j] || !named_q[served_line_i[j*LineWidth +: LineWidth]] || tag[j] == shallow_tag[j];
    end
    if (running) begin
      assert (Property == 1 && free == shallow_free && (!free || line == shallow_line) &&
              complete == shallow_complete && (&same_tag));
    end
  end

endmodule
