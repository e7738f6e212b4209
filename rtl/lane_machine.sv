// SPDX-License-Identifier: Apache-2.0
// The streaming memory unit with a port for each lane, for users that do not issue whole warps: a core, an
// accelerator's processing elements, one bus a lane.
//
//     request ports -> RSU -> windows (lane_windows) -> MMU -> banks -> response buffers (lane_responses)
//
// Handshake  valid/ready on both sides, each lane separately. A request is accepted, and a response taken, on the
//            rising edge where both are high. Every request has exactly one response, with its tag, on its lane. Ready
//            is high while the lane's window has a free place and the lane has a credit: a place of its response buffer
//            that no request under way may need. A response stands until it is taken; a request may be withdrawn. All
//            outputs depend on registers only.
// Order      requests of one lane to one bank, hence to one address, are served in the order in which they were
//            accepted. Responses of a lane come in the order in which its requests are served. There is no other order.
// Timing     accepted at the end of cycle t-1: served in t at the earliest and in t-1 + Depth*Width at the latest,
//            whatever the responses wait for. Served in t: at its bank in t+l-1, its response valid from t+l on if the
//            lane's earlier responses have been taken. One request with l = 3:
//
//                cycle           t-1    t     t+1   t+2   t+3   t+4
//                request_valid_i  1     0     0     0     0     0
//                request_ready_o  1     ..
//                pipeline               1     2     3
//                bank_req_o                         x                 read or written, at the end of the cycle
//                response_valid_o 0     0     0     0     1     0
//                response_ready_i                         1
//                the credit       x     -     -     -     -     x     a place of the response buffer
//
// Bytes      a write changes the bytes that it enables, and has a response even if it enables none. Writes of several
//            lanes to one word are served one a cycle, so that none loses a byte; reads of one word are served
//            together.
// Cost       besides rpu_stream's windows: Responses words and tags for each lane, a byte enable for each byte in each
//            place of a window, a tag in the place of a line of the table. With Responses >= Depth + l, no lane whose
//            responses are taken at once waits for a credit. With fewer, at most Responses requests of a lane are
//            served every l+2 cycles. The pipeline never stalls.
// Source     docs/spec/streaming.md, "The lane-level port". Ours.

module lane_machine #(
  parameter     Mapping      = "identity",  // of addresses to banks, see rsu.sv
  parameter int Regions      = 0,     // of the memory, in which the mapping is on or off, see rsu.sv
  parameter int RegionRows   = 1,     // rows of a region, a power of two
  parameter int Width        = 32,    // lanes, 1 to 128
  parameter int NumBanks     = Width, // 1 to 128
  parameter int Depth        = 8,     // places of a lane's window, 1 to 16
  parameter int Passes       = 3,     // of the selection in a cycle, 1 to 4
  parameter int FullestFirst = 1,     // which lanes a bank prefers, see lane_windows.sv
  parameter int Responses    = 16,    // places of a lane's response buffer, >= 1
  parameter int NumRows      = 1024,  // words in each bank, a power of two
  parameter int AddrWidth    = 32,    // bits of an address lane, > a location {row, bank} needs
  parameter int DataWidth    = 32,    // bits of a word, a multiple of 8
  parameter int TagWidth     = 32,    // bits of a request's name
  parameter int MaxLatency   = 1024,  // largest latency, a power of two >= 2
  parameter int ReturnLane   = 32,    // see mmu.sv
  parameter int SyncBanks    = 0,     // 1: banks like SRAM macros, latencies from 2 on; see mmu.sv

  localparam int EnableWidth  = DataWidth / 8,
  localparam int LatencyWidth = $clog2(MaxLatency + 1)
) (
  input  logic                         clk_i,
  input  logic                         rst_ni,            // synchronous, active low; keeps the memory
  input  logic [LatencyWidth-1:0]      latency_i,         // l, 1 to MaxLatency; taken over while rst_ni is low

  // The key of a random mapping and the bits of regions (rsu.sv), loaded before the memory holds anything, while
  // nothing is requested. Machines with neither: key_valid_i stays low.
  input  logic                         key_valid_i,
  input  logic [31:0]                  key_index_i,
  input  logic [31:0]                  key_value_i,

  // Requests, one a lane.
  input  logic [Width-1:0]             request_valid_i,
  output logic [Width-1:0]             request_ready_o,
  input  logic [Width-1:0]             request_write_i,
  input  logic [Width*AddrWidth-1:0]   request_addr_i,    // word addresses; any bits, see rsu.sv
  input  logic [Width*EnableWidth-1:0] request_enable_i,  // bytes to write; don't care on a read
  input  logic [Width*DataWidth-1:0]   request_data_i,    // don't care on a read
  input  logic [Width*TagWidth-1:0]    request_tag_i,     // returned with the response

  // Responses, one a lane.
  output logic [Width-1:0]             response_valid_o,
  input  logic [Width-1:0]             response_ready_i,
  output logic [Width*TagWidth-1:0]    response_tag_o,
  output logic [Width*DataWidth-1:0]   response_data_o,   // the word read; meaningless on a write

  // What the banks do in this cycle, in stage l, and which lanes they serve, for checkers. Meaningless where
  // access_valid_o is low.
  output logic                         access_valid_o,
  output logic [NumBanks*AddrWidth-1:0] bank_req_o,       // per bank {valid, row, bank}
  output logic [NumBanks-1:0]          bank_write_o,      // it writes; else it reads
  output logic [NumBanks*DataWidth-1:0] bank_data_o,      // the word read, or there after the write
  output logic [Width-1:0]             lane_valid_o,      // lanes served
  output logic [Width*ReturnLane-1:0]  lane_bank_o,       // low bits: the bank that serves the lane
  output logic [Width*DataWidth-1:0]   lane_data_o,       // the word read; meaningless on a write
  output logic [Width*TagWidth-1:0]    lane_tag_o         // of the request that is served
);

  localparam int WriteWidth = EnableWidth + DataWidth;

  logic [Width-1:0]            room, credit;
  logic [Width*AddrWidth-1:0]  location;           // {0, row, bank}
  logic [Width*WriteWidth-1:0] to_write;           // {byte enables, word}

  logic                           slot_valid;
  logic [Width-1:0]               slot_served;
  logic [NumBanks-1:0]            bank_write;
  logic [Width*AddrWidth-1:0]     slot_addr;
  logic [NumBanks*AddrWidth-1:0]  slot_bank_req;
  logic [Width*TagWidth-1:0]      slot_tag;
  logic [NumBanks*WriteWidth-1:0] slot_data;

  assign request_ready_o = room & credit;
  wire logic [Width-1:0] accept = request_valid_i & request_ready_o;

  rsu #(
    .Mapping(Mapping), .Width(NumBanks), .NumRequests(Width), .NumRows(NumRows), .AddrWidth(AddrWidth), .Hold(0),
    .Regions(Regions), .RegionRows(RegionRows)
  ) u_rsu (
    .clk_i, .key_valid_i, .key_index_i, .key_value_i,
    .accept_i(|accept), .addr_i(request_addr_i), .location_o(location)
  );

  always_comb begin : requests
    for (int j = 0; j < Width; j++) begin
      to_write[j*WriteWidth +: WriteWidth] = {request_enable_i[j*EnableWidth +: EnableWidth],
                                              request_data_i[j*DataWidth +: DataWidth]};
    end
  end

  lane_windows #(
    .Width(Width), .NumBanks(NumBanks), .Depth(Depth), .Passes(Passes), .FullestFirst(FullestFirst), .MergeWrites(0),
    .AddrWidth(AddrWidth), .NameWidth(TagWidth), .NameLane(TagWidth), .DataWidth(WriteWidth)
  ) u_windows (
    .clk_i, .rst_ni,
    .push_i(accept), .push_write_i(request_write_i), .push_addr_i(location), .push_name_i(request_tag_i),
    .push_data_i(to_write), .room_o(room),
    .waiting_o(slot_valid), .lane_served_o(slot_served), .lane_addr_o(slot_addr), .lane_name_o(slot_tag),
    .bank_req_o(slot_bank_req), .bank_write_o(bank_write), .bank_data_o(slot_data)
  );

  logic [Width-1:0] unused_complete;  // there are no dispatches

  mmu #(
    .Width(NumBanks), .NumLanes(Width), .NumTags(Width), .AddrWidth(AddrWidth), .DataWidth(DataWidth),
    .TagWidth(TagWidth), .EnableWidth(EnableWidth), .NumRows(NumRows), .MaxLatency(MaxLatency),
    .ReturnLane(ReturnLane), .SyncBanks(SyncBanks)
  ) u_mmu (
    .clk_i, .rst_ni, .latency_i,
    .slot_valid_i(slot_valid), .slot_bank_req_i(slot_bank_req), .slot_bank_write_i(bank_write),
    .slot_bank_data_i(slot_data), .slot_served_i(slot_served), .slot_addr_i(slot_addr),
    .slot_tag_i(slot_tag), .slot_complete_i(slot_served),
    .access_valid_o, .bank_req_o, .bank_write_o, .bank_data_o,
    .lane_valid_o, .lane_bank_o, .lane_data_o, .lane_tag_o, .lane_complete_o(unused_complete)
  );

  lane_responses #(
    .Width(Width), .Depth(Responses), .TagWidth(TagWidth), .DataWidth(DataWidth)
  ) u_responses (
    .clk_i, .rst_ni,
    .promise_i(accept), .credit_o(credit),
    .push_i(lane_valid_o & {Width{access_valid_o}}), .tag_i(lane_tag_o), .data_i(lane_data_o),
    .valid_o(response_valid_o), .ready_i(response_ready_i), .tag_o(response_tag_o), .data_o(response_data_o)
  );

  ////////////////
  // Parameters //
  ////////////////

  machine_limits #(
    .Width(Width), .NumBanks(NumBanks), .NumRows(NumRows), .AddrWidth(AddrWidth), .TagWidth(TagWidth),
    .MaxLatency(MaxLatency), .ReturnLane(ReturnLane), .SyncBanks(SyncBanks)
  ) u_limits ();

  if (Depth < 1 || Depth > 16) Depth_must_be_1_to_16 u_bad_depth ();
  if (Passes < 1 || Passes > 4) Passes_must_be_1_to_4 u_bad_passes ();
  if (FullestFirst < 0 || FullestFirst > 1) FullestFirst_must_be_0_or_1 u_bad_fullest_first ();
  if (Responses < 1) Responses_must_be_at_least_1 u_bad_responses ();
  if (DataWidth < 8 || DataWidth % 8 != 0) DataWidth_must_be_a_multiple_of_8 u_bad_data ();

endmodule
