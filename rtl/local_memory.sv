// SPDX-License-Identifier: Apache-2.0
// The streaming memory unit as the local memory of a GPU core: lane_machine.sv behind the handshake that such memories
// have, one bus a lane, with bytes, tags, no response to a write, and order between lanes.
//
//     request buses -> order between lanes (lane_order) -> lane_machine -> responses to reads only: response buses
//
// Handshake  valid/ready on both sides, each lane separately; lanes may belong to different warps, each has its own
//            tag. A read has exactly one response, with its tag, on its lane. A write has none and is done when it is
//            accepted. Ready depends on valid and address of lower lanes, and on registers. A response stands until it
//            is taken.
// Order      memory is as if requests took place one after another as they are accepted, those of one cycle from the
//            lowest lane on. So a read finds what all requests accepted before it wrote, on any lane. Of requests in
//            one cycle that do not commute (lane_order.sv) only the lowest lane's is accepted. Responses of one lane
//            may overtake each other; tags tell them apart.
// Timing     one read alone: its response Latency + 1 cycles after the cycle in which it is accepted. A request that
//            clashes with one of another lane waits until that one has been at its bank, Latency + 1 cycles behind its
//            acceptance if alone.
// Stalls     a response that is not taken holds up its own lane's later requests, once Responses of them are under way.
//            It holds up another lane only if that lane asks for the same word as this lane goes on asking for.
//            Responses to writes leave inside this module, so that their credits always come back.
// Banks      the larger of NumLanes and NumBanks, rounded up to a power of two, at least 2.
// Source     docs/spec/streaming.md, "Order between lanes". Ours.

module local_memory #(
  parameter     Mapping   = "identity",  // of addresses to banks, see rsu.sv
  parameter int Regions   = 0,           // of the memory, in which the mapping is on or off, see rsu.sv
  parameter int NumLanes  = 4,           // 1 to 128
  parameter int NumBanks  = 4,           // least number of banks, 1 to 128
  parameter int NumWords  = 1024,        // a power of two, at least the number of banks
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

  localparam int Most         = (NumLanes > NumBanks) ? NumLanes : NumBanks;
  localparam int Width        = (Most > 2) ? 1 << $clog2(Most) : 2;
  localparam int NumRows      = NumWords / Width;
  localparam int UnitAddr     = $clog2(Width) + ((NumRows > 1) ? $clog2(NumRows) : 1) + 1;
  localparam int MaxLatency   = (Latency > 2) ? 1 << $clog2(Latency) : 2;
  localparam int LatencyWidth = $clog2(MaxLatency + 1);
  localparam int PlaceWidth   = (Responses > 1) ? $clog2(Responses) : 1;
  localparam int NameWidth    = 1 + PlaceWidth + TagWidth;  // {write, place in lane_order, tag}
  localparam int ReturnLane   = $clog2(Width);

  // Lanes from NumLanes on only fill up to a power of two: they request nothing.
  logic [Width-1:0]             valid, write, hold, ready, offered;
  logic [Width*AddrWidth-1:0]   addr;
  logic [Width*UnitAddr-1:0]    unit_addr;
  logic [Width*EnableWidth-1:0] enable;
  logic [Width*DataWidth-1:0]   data;
  logic [Width*PlaceWidth-1:0]  place, done_place;
  logic [Width*NameWidth-1:0]   name, response_name, done_name;
  logic [Width-1:0]             response_valid, response_ready, at_bank;
  logic [Width*DataWidth-1:0]   response_data;
  logic                         access_valid;

  for (genvar j = 0; j < Width; j++) begin : gen_lane
    assign unit_addr[j*UnitAddr +: UnitAddr] = UnitAddr'(addr[j*AddrWidth +: AddrWidth]);
    assign done_place[j*PlaceWidth +: PlaceWidth] = done_name[j*NameWidth + TagWidth +: PlaceWidth];
    if (j < NumLanes) begin : gen_bus
      assign valid[j]                                  = request_valid_i[j];
      assign write[j]                                  = request_write_i[j];
      assign addr[j*AddrWidth +: AddrWidth]            = request_addr_i[j*AddrWidth +: AddrWidth];
      assign enable[j*EnableWidth +: EnableWidth]      = request_enable_i[j*EnableWidth +: EnableWidth];
      assign data[j*DataWidth +: DataWidth]            = request_data_i[j*DataWidth +: DataWidth];
      assign name[j*NameWidth +: NameWidth]            =
        {request_write_i[j], place[j*PlaceWidth +: PlaceWidth], request_tag_i[j*TagWidth +: TagWidth]};
      assign request_ready_o[j]                        = ready[j] & ~hold[j];
      assign response_valid_o[j]                       = response_valid[j] & ~response_name[(j+1)*NameWidth - 1];
      assign response_ready[j]                         = response_ready_i[j] | response_name[(j+1)*NameWidth - 1];
      assign response_tag_o[j*TagWidth +: TagWidth]    = response_name[j*NameWidth +: TagWidth];
      assign response_data_o[j*DataWidth +: DataWidth] = response_data[j*DataWidth +: DataWidth];
    end else begin : gen_none
      assign {valid[j], write[j], response_ready[j]} = 3'b001;
      assign addr[j*AddrWidth +: AddrWidth]          = '0;
      assign enable[j*EnableWidth +: EnableWidth]    = '0;
      assign data[j*DataWidth +: DataWidth]          = '0;
      assign name[j*NameWidth +: NameWidth]          = {1'b0, place[j*PlaceWidth +: PlaceWidth], {TagWidth{1'b0}}};
    end
  end

  assign offered = valid & ~hold;

  lane_order #(
    .Width(Width), .Places(Responses), .AddrWidth(AddrWidth), .EnableWidth(EnableWidth)
  ) u_order (
    .clk_i, .rst_ni,
    .valid_i(valid), .write_i(write), .addr_i(addr), .enable_i(enable), .hold_o(hold),
    .take_i(offered & ready), .place_o(place),
    .done_i(at_bank & {Width{access_valid}}), .done_place_i(done_place)
  );

  // Outputs of the unit for checkers.
  logic [Width*UnitAddr-1:0]   unused_bank_req;
  logic [Width-1:0]            unused_bank_write;
  logic [Width*DataWidth-1:0]  unused_bank_data, unused_lane_data;
  logic [Width*ReturnLane-1:0] unused_lane_bank;

  lane_machine #(
    .Mapping(Mapping), .Regions(Regions), .RegionRows((NumRows > Regions && Regions > 0) ? NumRows / Regions : 1),
    .Width(Width), .Depth(Depth), .Passes(Passes), .Responses(Responses), .NumRows(NumRows),
    .AddrWidth(UnitAddr), .DataWidth(DataWidth), .TagWidth(NameWidth), .MaxLatency(MaxLatency),
    .ReturnLane(ReturnLane), .SyncBanks(SyncBanks)
  ) u_machine (
    .clk_i, .rst_ni, .latency_i(LatencyWidth'(Latency)),
    .key_valid_i, .key_index_i, .key_value_i,
    .request_valid_i(offered), .request_ready_o(ready), .request_write_i(write), .request_addr_i(unit_addr),
    .request_enable_i(enable), .request_data_i(data), .request_tag_i(name),
    .response_valid_o(response_valid), .response_ready_i(response_ready), .response_tag_o(response_name),
    .response_data_o(response_data),
    .access_valid_o(access_valid), .bank_req_o(unused_bank_req), .bank_write_o(unused_bank_write),
    .bank_data_o(unused_bank_data), .lane_valid_o(at_bank), .lane_bank_o(unused_lane_bank),
    .lane_data_o(unused_lane_data), .lane_tag_o(done_name)
  );

  ////////////////
  // Parameters //
  ////////////////

  // As in machine_limits.sv: the name of the missing module is the message. lane_machine checks the rest.
  if (NumLanes < 1 || NumLanes > 128) begin : gen_bad_lanes
    NumLanes_must_be_1_to_128 u_error ();
  end
  if (NumBanks < 1 || NumBanks > 128) begin : gen_bad_banks
    NumBanks_must_be_1_to_128 u_error ();
  end
  if (NumWords < Width || (NumWords & (NumWords - 1)) != 0) begin : gen_bad_words
    NumWords_must_be_a_power_of_two_at_least_the_number_of_banks u_error ();
  end
  if (Latency < 1 + SyncBanks) begin : gen_bad_latency
    Latency_must_be_at_least_1_and_2_with_SyncBanks u_error ();
  end

  ////////////////
  // Assertions //
  ////////////////

  logic [NumLanes-1:0] refused_q;  // lanes whose response was not taken

  always @(posedge clk_i) begin
    refused_q <= rst_ni ? response_valid_o & ~response_ready_i : '0;
    if (rst_ni) begin
      begin : ResponsesStandUntilTaken assert ((refused_q & ~response_valid_o) == '0); end
    end
  end

endmodule
