// SPDX-License-Identifier: Apache-2.0
// Streaming request packing unit: windows of requests (lane_windows) take one dispatch of one warp after another, and
// each cycle's slot serves waiting requests of any warps that the banks can take together. Same ports as rpu_batch.
//
// The dispatches under way are in a table (dispatch_table); a request in its window carries the number of its line.
//
// Handshake  valid/ready. A dispatch is accepted on the rising edge where both are high. Ready is high while every lane
//            has a free place and a line of the table is free; it depends on registers only.
// Timing     accepted at the end of cycle t-1, in slots from t on, in any order with those of other dispatches; the
//            last one at most Depth*Width cycles later.
// Tags       every lane has its own. All lanes in a slot that belong to a dispatch which is complete with it say so.
// Source     docs/spec/streaming.md. Ours.

module rpu_stream #(
  // Defaults are in range because Yosys elaborates them, too.
  parameter int Width        = 0,  // threads of a warp
  parameter int NumBanks     = 0,
  parameter int Depth        = 1,  // places of a lane's window, 1 to 16
  parameter int Passes       = 1,  // of the selection in a cycle, 1 to 4
  parameter int FullestFirst = 0,  // which lanes a bank prefers, see lane_windows.sv
  parameter int Shallow      = 0,  // 1: table for silicon, see dispatch_table.sv
  parameter int AddrWidth    = 0,  // bits of an address lane, one more than a location needs
  parameter int DataWidth    = 0,  // bits of a word
  parameter int TagWidth     = 0   // bits of the dispatch's name
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,             // synchronous, active low

  // The dispatch: one access by one warp; all its requests read or all write.
  input  logic                       dispatch_valid_i,
  output logic                       dispatch_ready_o,
  input  logic                       dispatch_write_i,
  input  logic [TagWidth-1:0]        dispatch_tag_i,     // returned with every lane
  input  logic [Width-1:0]           dispatch_active_i,  // threads that request, at least one
  input  logic [Width*DataWidth-1:0] dispatch_data_i,    // don't care on a read

  // The offered dispatch's locations {0, row, bank}, in the cycle of acceptance.
  input  logic [Width*AddrWidth-1:0] location_i,

  // The slot of this cycle (mmu.sv).
  output logic                       slot_valid_o,
  output logic [NumBanks*AddrWidth-1:0] slot_bank_req_o, // per bank {valid, row, bank}
  output logic [NumBanks-1:0]        slot_bank_write_o,
  output logic [NumBanks*DataWidth-1:0] slot_bank_data_o, // per bank the word to write
  output logic [Width-1:0]           slot_served_o,      // lanes this slot serves
  output logic [Width*AddrWidth-1:0] slot_addr_o,        // location of every lane's request
  output logic [Width*TagWidth-1:0]  slot_tag_o,         // of the dispatch that a lane's request belongs to
  output logic [Width-1:0]           slot_complete_o     // lanes of dispatches that are complete with this slot
);

  localparam int Lines     = 2 * Depth;
  localparam int LineWidth = $clog2(Lines);
  localparam int LineLane  = 32;  // whole words simulate faster; synthesis drops the bits that are not used

  logic                      line_free;
  logic [LineWidth-1:0]      line;
  logic [Width-1:0]          room;
  logic [Width*LineLane-1:0] lane_line;

  assign dispatch_ready_o = line_free & (&room);
  wire logic accept = dispatch_valid_i & dispatch_ready_o;

  lane_windows #(
    .Width(Width), .NumBanks(NumBanks), .Depth(Depth), .Passes(Passes), .FullestFirst(FullestFirst), .Together(1),
    .AddrWidth(AddrWidth), .NameWidth(LineWidth), .NameLane(LineLane), .DataWidth(DataWidth)
  ) u_windows (
    .clk_i, .rst_ni,
    .push_i(dispatch_active_i & {Width{accept}}), .push_write_i({Width{dispatch_write_i}}),
    .push_addr_i(location_i), .push_name_i({Width{line}}), .push_data_i(dispatch_data_i), .room_o(room),
    .waiting_o(slot_valid_o), .lane_served_o(slot_served_o), .lane_addr_o(slot_addr_o), .lane_name_o(lane_line),
    .bank_req_o(slot_bank_req_o), .bank_write_o(slot_bank_write_o), .bank_data_o(slot_bank_data_o)
  );

  dispatch_table #(
    .Width(Width), .Lines(Lines), .TagWidth(TagWidth), .LineLane(LineLane), .Shallow(Shallow)
  ) u_table (
    .clk_i, .rst_ni,
    .free_o(line_free), .line_o(line),
    .accept_i(accept), .active_i(dispatch_active_i), .tag_i(dispatch_tag_i),
    .served_i(slot_served_o), .served_line_i(lane_line), .tag_o(slot_tag_o), .complete_o(slot_complete_o)
  );

  // Ranges; machine_limits.sv says how.
  if (Depth < 1 || Depth > 16) Depth_must_be_1_to_16 u_bad_depth ();
  if (Passes < 1 || Passes > 4) Passes_must_be_1_to_4 u_bad_passes ();
  if (FullestFirst < 0 || FullestFirst > 1) FullestFirst_must_be_0_or_1 u_bad_fullest_first ();
  if (Shallow < 0 || Shallow > 1) Shallow_must_be_0_or_1 u_bad_shallow ();

endmodule
