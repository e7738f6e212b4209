// SPDX-License-Identifier: Apache-2.0
// First step of a pass of the match: every lane that is not served yet proposes its oldest request whose bank is not
// taken.
//
// Contract   combinational. Lanes stand side by side as in window_order.sv. chosen_o is 0 for a lane that proposes
//            nothing.
// Cost       a look-up of the bank of every position, and a multiplexer of {bank, place} for every lane.
// Source     docs/spec/streaming.md, "Who is served", 1. Ours.

module window_propose #(
  parameter int Width = 0,  // lanes and banks, a power of two >= 2
  parameter int Depth = 0,  // positions of a window, >= 1

  localparam int LaneWidth  = $clog2(Width),
  localparam int PlaceWidth = (Depth > 1) ? $clog2(Depth) : 1,
  localparam int EntryWidth = LaneWidth + PlaceWidth
) (
  input  logic [Depth*Width-1:0]            waits_i,
  input  logic [Depth*EntryWidth*Width-1:0] entry_i,    // {bank, place}
  input  logic [Width-1:0]                  left_i,     // lanes not served yet
  input  logic [Width*Width-1:0]            taken_i,    // banks, Width equal bits for each

  output logic [Width-1:0]                  propose_o,  // lanes that propose something
  output logic [Depth*Width-1:0]            first_o,    // the positions of what they propose
  output logic [EntryWidth*Width-1:0]       chosen_o    // {bank, place} of it
);

  localparam int All    = Depth * Width;
  localparam int Row    = EntryWidth * Width;
  localparam int Places = PlaceWidth * Width;

  logic [All-1:0] may, from;  // positions that may be proposed, and those from a lane's first on

  // Half of the banks are left after each bit of a bank's number.
  always_comb begin : find_free
    /* verilator tracing_off */
    logic [LaneWidth*All-1:0] bank;                // of every position, bit i from i*All on
    logic [All-1:0]           blocked [Width/2];   // the first one in the end: positions whose banks are taken
    /* verilator tracing_on */
    bank = '0;
    for (int i = 0; i < LaneWidth; i++) begin
      for (int p = 0; p < Depth; p++) bank[i*All + p*Width +: Width] = entry_i[p*Row + Places + i*Width +: Width];
    end
    for (int b = 0; b < Width/2; b++) begin
      blocked[b] = ({Depth{taken_i[(2*b + 1)*Width +: Width]}} & bank[All-1:0]) |
                   ({Depth{taken_i[2*b*Width +: Width]}} & ~bank[All-1:0]);
    end
    for (int i = 1; i < LaneWidth; i++) begin
      for (int b = 0; b < (Width >> (i + 1)); b++) begin
        blocked[b] = (blocked[2*b + 1] & bank[i*All +: All]) | (blocked[2*b] & ~bank[i*All +: All]);
      end
    end
    may = waits_i & ~blocked[0] & {Depth{left_i}};
  end

  window_scan #(
    .Width(Width), .Depth(Depth)
  ) u_scan (
    .marked_i(may), .from_first_o(from)
  );

  always_comb begin : propose
    logic [All-1:0] first;
    logic [Row-1:0] chosen;
    first     = may & ~(from << Width);
    chosen    = '0;
    for (int p = 0; p < Depth; p++) chosen = chosen | (entry_i[p*Row +: Row] & {EntryWidth{first[p*Width +: Width]}});
    propose_o = from[(Depth - 1)*Width +: Width];
    first_o   = first;
    chosen_o  = chosen;
  end

endmodule
