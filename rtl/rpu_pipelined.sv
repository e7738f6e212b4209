// SPDX-License-Identifier: Apache-2.0
// Streaming request packing unit for silicon: the match that rpu_stream makes in one cycle takes Passes + 1 cycles
// here, one pass a cycle. Passes matches are under way at a time, so one is finished in every cycle. Same ports as
// rpu_stream.
//
//     match_lanes       the windows of all lanes and the matches, for silicon
//     match_lanes_loop  the same in the form that simulates fast
//     dispatch_table    the dispatches under way
//     this file         whose turn it is
//
// Queue, Store and Later make the window smaller, for some time units.
//
// Handshake  valid/ready. A dispatch is accepted on the rising edge where both are high. Ready is high while every lane
//            has a place that is free or served in this cycle, with Store one for a word too, and a line of the table
//            is free; it depends on registers only.
// Timing     accepted at the end of cycle t-1, in slots from t+Passes+1 on, in any order with those of other
//            dispatches.
// Order      none, not even among the requests of one lane to one word: a younger read may come before an older write.
//            A younger dispatch that depends on an older one is offered after that is complete.
// Tags       every lane has its own, as in rpu_stream.sv.
// Source     docs/spec/streaming.md, "The pipelined match" and "A smaller window". Ours.

module rpu_pipelined #(
  // Defaults are in range because Yosys elaborates them, too.
  parameter int Width        = 0,  // threads of a warp
  parameter int NumBanks     = 0,
  parameter int Depth        = 1,  // places of a lane's window, 1 to 16
  parameter int Passes       = 1,  // of a match, 1 to 4
  parameter int Queue        = 0,  // places of a queue behind a lane's window; with Depth at most 16
  parameter int Store        = 0,  // words to write of a lane, 1 to 16; 0: one in every place
  parameter int Later        = 0,  // of later passes: 1: the leader alone wins; 2: and lanes propose the youngest
  parameter int FullestFirst = 0,  // 1: a bank prefers lanes with at most one free place
  parameter int Shallow      = 0,  // 1: the form for silicon; the same function
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

  localparam int Lines     = 2 * (Depth + Queue);
  localparam int LineWidth = $clog2(Lines);
  localparam int LineLane  = (Shallow != 0) ? LineWidth : 32;  // whole words simulate faster

  logic                      line_free;
  logic [LineWidth-1:0]      line;
  logic [Width-1:0]          room;
  logic                      waits;  // a request is in a window
  logic [Width*LineLane-1:0] served_line;

  assign dispatch_ready_o = line_free & (&room);
  wire logic accept = dispatch_valid_i & dispatch_ready_o;
  wire logic [Width-1:0] push = dispatch_active_i & {Width{accept}};

  // The lane that has the turn, and those above. Yosys 0.23 would recode it wrongly at Width 2, as a state machine.
  (* fsm_encoding = "none" *) logic [Width-1:0] from_turn_q;
  logic [Width-1:0] from_turn_d;

  always_comb begin : next_turn
    from_turn_d = from_turn_q;
    if (waits) from_turn_d = from_turn_q[(Width > 1) ? Width-2 : 0] ? from_turn_q << 1 : '1;
    if (!rst_ni) from_turn_d = '1;
  end

  always_ff @(posedge clk_i) begin : turn
    from_turn_q <= from_turn_d;
  end

  assign slot_valid_o = |slot_served_o;

  `define MATCH_SIZES .Width(Width), .NumBanks(NumBanks), .Depth(Depth), .Passes(Passes), \
    .Queue(Queue), .Store(Store), .Later(Later), .FullestFirst(FullestFirst), \
    .AddrWidth(AddrWidth), .LineWidth(LineWidth), .LineLane(LineLane), .DataWidth(DataWidth)
  `define MATCH_PORTS .clk_i, .rst_ni, \
    .push_i(push), .push_write_i(dispatch_write_i), .push_addr_i(location_i), .push_line_i(line), \
    .push_data_i(dispatch_data_i), .room_o(room), .waits_o(waits), .from_turn_next_i(from_turn_d), \
    .lane_served_o(slot_served_o), .lane_addr_o(slot_addr_o), .lane_line_o(served_line), \
    .bank_req_o(slot_bank_req_o), .bank_write_o(slot_bank_write_o), .bank_data_o(slot_bank_data_o)

  if (Shallow != 0) begin : gen_shallow
    match_lanes #(`MATCH_SIZES) u_lanes (`MATCH_PORTS);
  end else begin : gen_fast
    match_lanes_loop #(`MATCH_SIZES) u_lanes (`MATCH_PORTS);
  end

  `undef MATCH_SIZES
  `undef MATCH_PORTS

  dispatch_table #(
    .Width(Width), .Lines(Lines), .TagWidth(TagWidth), .LineLane(LineLane), .Shallow(Shallow)
  ) u_table (
    .clk_i, .rst_ni,
    .free_o(line_free), .line_o(line),
    .accept_i(accept), .active_i(dispatch_active_i), .tag_i(dispatch_tag_i),
    .served_i(slot_served_o), .served_line_i(served_line), .tag_o(slot_tag_o), .complete_o(slot_complete_o)
  );

  // Ranges; machine_limits.sv says how.
  if (Depth < 1 || Depth > 16) Depth_must_be_1_to_16 u_bad_depth ();
  if (Passes < 1 || Passes > 4) Passes_must_be_1_to_4 u_bad_passes ();
  if (Queue < 0 || (Queue > 0 && Depth + Queue > 16)) Queue_must_be_0_to_16_minus_Depth u_bad_queue ();
  if (Store < 0 || Store > 16) Store_must_be_0_to_16 u_bad_store ();
  if (Later < 0 || Later > 2) Later_must_be_0_to_2 u_bad_later ();
  if (FullestFirst < 0 || FullestFirst > 1) FullestFirst_must_be_0_or_1 u_bad_fullest_first ();
  if (Shallow < 0 || Shallow > 1) Shallow_must_be_0_or_1 u_bad_shallow ();

endmodule
