// SPDX-License-Identifier: Apache-2.0
// The streaming memory unit as the local memory of a GPU core: lane_machine.sv behind the handshake that such memories
// have, one bus a lane, with bytes, tags, no response to a write, and order between lanes.
//
//     request buses -> order between lanes (lane_order) -> lane_machine -> responses to reads only: response buses
//
// Handshake  valid/ready on both sides, each lane separately; lanes may belong to different warps, each has its own
//            tag. A read has exactly one response, with its tag, on its lane. A write has none and is done when it is
//            accepted. Ready depends on what all lanes offer, and on registers. A response stands until it is taken.
// Order      memory is as if requests took place one after another as they are accepted. So a read finds what all
//            requests accepted before it wrote, on any lane. Of requests in one cycle that do not commute
//            (lane_order.sv) only the one that has been offered for longest is accepted, of several the lowest lane's.
//            Responses of one lane may overtake each other; tags say which is which.
// Wait       a lane that keeps its request has it accepted at most NumLanes*(Depth*NumLanes + Latency) cycles after the
//            first in which it is offered, if all lanes take their responses. O1 of docs/trust.md.
// Timing     one read alone: its response Latency + 1 cycles after the cycle in which it is accepted. A request that
//            clashes with one of another lane waits until that one has been at its bank, Latency + 1 cycles behind its
//            acceptance if alone.
// Stalls     a response that is not taken holds up its own lane's later requests, once Responses of them are under way.
//            It holds up another lane only if that lane asks for the same word as this lane goes on asking for.
//            Responses to writes leave inside this module, so that their credits always come back.
// Banks      as many as NumBanks says, of so many rows that they hold NumWords: a power of two, as addresses have.
// Source     docs/spec/streaming.md, "Order between lanes". Ours.

module local_memory #(
  parameter     Mapping   = "identity",  // of addresses to banks, see rsu.sv
  parameter int Regions   = 0,           // of the memory, in which the mapping is on or off, see rsu.sv
  parameter int NumLanes  = 4,           // 1 to 128
  parameter int NumBanks  = 4,           // 1 to 128
  parameter int NumWords  = 1024,        // a power of two, at least 2
  parameter int DataWidth = 32,          // bits of a word, a multiple of 8
  parameter int TagWidth  = 16,          // bits of a request's name
  parameter int Latency   = 2,           // l: stages of the pipeline; the last one has the banks' words
  parameter int SyncBanks = 1,           // 1: banks like SRAM macros, Latency >= 2; see mmu.sv
  parameter int Depth     = 4,           // places of a lane's window, 1 to 16
  parameter int Passes    = 3,           // of the selection in a cycle, 1 to 4
  parameter int Responses = Depth + Latency,  // most requests of a lane under way; fewer are slower

  localparam int AddrWidth   = $clog2(NumWords),
  localparam int EnableWidth = DataWidth / 8
) (
  input  logic                            clk_i,
  input  logic                            rst_ni,            // synchronous, active low; keeps the memory

  // The key of a random mapping and the bits of regions (rsu.sv), loaded before the memory holds anything, while
  // nothing is requested. Machines with neither: key_valid_i stays low.
  input  logic                            key_valid_i,
  input  logic [31:0]                     key_index_i,
  input  logic [31:0]                     key_value_i,

  // Requests, one a lane.
  input  logic [NumLanes-1:0]             request_valid_i,
  output logic [NumLanes-1:0]             request_ready_o,
  input  logic [NumLanes-1:0]             request_write_i,
  input  logic [NumLanes*AddrWidth-1:0]   request_addr_i,    // of words
  input  logic [NumLanes*EnableWidth-1:0] request_enable_i,  // bytes to write; don't care on a read
  input  logic [NumLanes*DataWidth-1:0]   request_data_i,    // don't care on a read
  input  logic [NumLanes*TagWidth-1:0]    request_tag_i,     // returned with the response

  // Responses to reads, one a lane.
  output logic [NumLanes-1:0]             response_valid_o,
  input  logic [NumLanes-1:0]             response_ready_i,
  output logic [NumLanes*TagWidth-1:0]    response_tag_o,
  output logic [NumLanes*DataWidth-1:0]   response_data_o
);

  localparam int BankWidth    = (NumBanks > 1) ? $clog2(NumBanks) : 1;
  // With none of either, elaboration goes on to the message below.
  localparam int Width        = (NumLanes > 0) ? NumLanes : 1;
  localparam int Banks        = (NumBanks > 0) ? NumBanks : 1;
  localparam int NumRows      = 1 << $clog2((NumWords + Banks - 1) / Banks);
  localparam int UnitAddr     = BankWidth + ((NumRows > 1) ? $clog2(NumRows) : 1) + 1;
  localparam int MaxLatency   = (Latency > 2) ? 1 << $clog2(Latency) : 2;
  localparam int LatencyWidth = $clog2(MaxLatency + 1);
  localparam int PlaceWidth   = (Responses > 1) ? $clog2(Responses) : 1;
  localparam int NameWidth    = 1 + PlaceWidth + TagWidth;  // {write, place in lane_order, tag}
  localparam int ReturnLane   = BankWidth;

  logic [NumLanes-1:0]            hold, ready, offered;
  logic [NumLanes*UnitAddr-1:0]   unit_addr;
  logic [NumLanes*PlaceWidth-1:0] place, done_place;
  logic [NumLanes*NameWidth-1:0]  name, response_name, done_name;
  logic [NumLanes-1:0]            response_valid, response_ready, at_bank;
  logic                           access_valid;

  for (genvar j = 0; j < NumLanes; j++) begin : gen_lane
    wire logic response_of_write = response_name[(j+1)*NameWidth - 1];
    assign unit_addr[j*UnitAddr +: UnitAddr]      = UnitAddr'(request_addr_i[j*AddrWidth +: AddrWidth]);
    assign done_place[j*PlaceWidth +: PlaceWidth] = done_name[j*NameWidth + TagWidth +: PlaceWidth];
    assign name[j*NameWidth +: NameWidth]         =
      {request_write_i[j], place[j*PlaceWidth +: PlaceWidth], request_tag_i[j*TagWidth +: TagWidth]};
    assign response_valid_o[j]                    = response_valid[j] & ~response_of_write;
    assign response_ready[j]                      = response_ready_i[j] | response_of_write;
    assign response_tag_o[j*TagWidth +: TagWidth] = response_name[j*NameWidth +: TagWidth];
  end

  assign request_ready_o = ready & ~hold;
  assign offered         = request_valid_i & ~hold;

  lane_order #(
    .Width(Width), .Places(Responses), .AddrWidth(AddrWidth), .EnableWidth(EnableWidth)
  ) u_order (
    .clk_i, .rst_ni,
    .valid_i(request_valid_i), .write_i(request_write_i), .addr_i(request_addr_i), .enable_i(request_enable_i),
    .hold_o(hold), .take_i(offered & ready), .place_o(place),
    .done_i(at_bank & {NumLanes{access_valid}}), .done_place_i(done_place)
  );

  // Outputs of the unit for checkers.
  logic [NumBanks*UnitAddr-1:0]   unused_bank_req;
  logic [NumBanks-1:0]            unused_bank_write;
  logic [NumBanks*DataWidth-1:0]  unused_bank_data;
  logic [NumLanes*DataWidth-1:0]  unused_lane_data;
  logic [NumLanes*ReturnLane-1:0] unused_lane_bank;

  lane_machine #(
    .Mapping(Mapping), .Regions(Regions), .RegionRows((NumRows > Regions && Regions > 0) ? NumRows / Regions : 1),
    .Width(Width), .NumBanks(Banks), .Depth(Depth), .Passes(Passes), .Responses(Responses), .NumRows(NumRows),
    .AddrWidth(UnitAddr), .DataWidth(DataWidth), .TagWidth(NameWidth), .MaxLatency(MaxLatency),
    .ReturnLane(ReturnLane), .SyncBanks(SyncBanks)
  ) u_machine (
    .clk_i, .rst_ni, .latency_i(LatencyWidth'(Latency)),
    .key_valid_i, .key_index_i, .key_value_i,
    .request_valid_i(offered), .request_ready_o(ready), .request_write_i, .request_addr_i(unit_addr),
    .request_enable_i, .request_data_i, .request_tag_i(name),
    .response_valid_o(response_valid), .response_ready_i(response_ready), .response_tag_o(response_name),
    .response_data_o,
    .access_valid_o(access_valid), .bank_req_o(unused_bank_req), .bank_write_o(unused_bank_write),
    .bank_data_o(unused_bank_data), .lane_valid_o(at_bank), .lane_bank_o(unused_lane_bank),
    .lane_data_o(unused_lane_data), .lane_tag_o(done_name)
  );

  ////////////////
  // Parameters //
  ////////////////

  // As in machine_limits.sv: the name of the missing module is the message. lane_machine checks the rest.
  if (NumLanes < 1 || NumLanes > 128) NumLanes_must_be_1_to_128 u_bad_lanes ();
  if (NumBanks < 1 || NumBanks > 128) NumBanks_must_be_1_to_128 u_bad_banks ();
  if (TagWidth < 1) TagWidth_must_be_at_least_1 u_bad_tag ();
  if (Responses < 1) Responses_must_be_at_least_1 u_bad_responses ();
  if (NumWords < 2 || (NumWords & (NumWords - 1)) != 0) NumWords_must_be_a_power_of_two_at_least_2 u_bad_words ();
  if (Latency < 1 + SyncBanks) Latency_must_be_at_least_1_and_2_with_SyncBanks u_bad_latency ();

endmodule
