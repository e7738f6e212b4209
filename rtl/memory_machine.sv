// SPDX-License-Identifier: Apache-2.0
// The memory side of the DMM, UMM, SDMM, RSDMM and GT200: what stands between the threads and the words.
//
//     threads -> RSU -> RPU -> MMU -> banks -> back to the threads
//
// One datapath for all machines. The DMM is SuperWarp = 1. The UMM's RPU serves one address group at a time
// (slot_select_row.sv), and one row address goes to all its banks (mmu.sv, OneRow; a route brings each request's row to
// its bank instead). The SDMM has a wider RPU, or one that takes it warp by warp (rpu_serial.sv), or one that streams
// (rpu_stream.sv, for silicon rpu_pipelined.sv), or a crossbar (rpu_crossbar.sv). The RSDMM's RSU adds a random shift.
// The GT200's RPU broadcasts one word a slot; it serves half-warps (Width 16) and makes one step in two of its cycles.
// A slot is a step, so one clock cycle here, one time unit, is two cycles there.
//
// Handshake, timing: see the RPU. A slot that it shows in cycle t enters the pipeline in t and is served by the banks
// in t+l-1.
//
// Source     super-warp paper, fig. 1; docs/spec/machines.md, docs/spec/streaming.md, docs/spec/crossbar.md.

module memory_machine #(
  parameter     Mapping    = "identity",  // of addresses to banks, see rsu.sv
  parameter int Regions    = 0,     // of the memory, in which the mapping is on or off, see rsu.sv
  parameter int RegionRows = 1,     // rows of a region, a power of two
  parameter     OffMapping = "identity",  // where Mapping is off, see rsu.sv
  parameter int Width      = 32,    // threads of a warp, 1 to 128
  parameter int NumBanks   = Width, // 1 to 128
  parameter     Rpu        = "batch",  // the NAME of the RPU: its module is rpu_NAME
  parameter int SuperWarp  = 1,     // warps of a super warp: 1 to 16; 1 is the DMM; serial: 2 or more, overlapping: 1
  parameter int NumRows    = 1024,  // words in each bank, a power of two
  parameter int AddrWidth  = 32,    // bits of an address lane, > a location {row, bank} needs
  parameter int DataWidth  = 32,    // bits of a word
  parameter int TagWidth   = 32,    // bits of the dispatch's name
  parameter int MaxLatency = 1024,  // largest latency behind a route, a power of two >= 2
  parameter int SlotRule   = slot_rule_pkg::Word,    // what a slot may serve, see slot_rule_pkg.sv
  parameter int Shallow    = 0,     // 1: logic of logarithmic depth, for silicon: the slot selection of a batch, the
                                    // way of a serial RPU's words, the table of dispatches of a stream or crossbar, all
                                    // of a pipelined RPU
  parameter int Route      = 0,     // batch: stages of a network on the way to the banks (slot_router.sv); 0: none
  parameter int Ports      = 1,     // batch: of a bank, 1 or 2; see rpu_batch.sv
  parameter int Words      = 1,     // batch: that a bank gives in a slot, 1 or 2; see rpu_batch.sv
  parameter int Intake     = 1,     // serial: cycles from a warp's arrival to its slots, 1 or 2
  parameter int Depth      = 8,     // stream, pipelined, crossbar: places of a lane's window or FIFO, 1 to 16
  parameter int Passes     = 3,     // stream, pipelined: passes of the selection, 1 to 4
  parameter int Queue      = 0,     // pipelined: places of a queue behind a lane's window; with Depth at most 16
  parameter int Store      = 0,     // pipelined: words to write of a lane, up to 16; 0: one in every place
  parameter int Later      = 0,     // pipelined: what passes after the first do, see rpu_pipelined.sv
  parameter int FullestFirst = 1,   // stream, pipelined: which lanes a bank prefers, see lane_windows.sv
  parameter int RoundRobin = 1,     // crossbar: which lane a bank prefers, see rpu_crossbar.sv
  parameter int ReturnLane = 32,    // see mmu.sv
  parameter int SyncBanks  = 0,     // 1: banks like SRAM macros, latencies from 2 on; see mmu.sv

  localparam logic [511:0] Unit = 512'(Rpu),
  localparam int NumRequests  = SuperWarp * Width,
  localparam int Serial       = (Unit == 512'("serial")) ? 1 : 0,
  localparam int Taken        = (Serial != 0) ? Width : NumRequests,  // requests that go in in a cycle
  localparam int Overlaps     = (Serial == 0 && Unit != 512'("batch")) ? 1 : 0,  // a slot serves several dispatches
  localparam int NumPorts     = Ports * NumBanks,  // port p of bank b is number p*NumBanks + b
  localparam int NumTags      = (Overlaps != 0) ? NumRequests : 1,  // tags of a slot: one for each lane, or one
  localparam int LatencyWidth = $clog2(MaxLatency + Route + 1)
) (
  input  logic                                    clk_i,
  input  logic                                    rst_ni,           // synchronous, active low; keeps the memory
  input  logic [LatencyWidth-1:0]                 latency_i,        // l, Route + 1 to Route + MaxLatency; taken over
                                                                    // while rst_ni is low
  // The key of a random mapping and the bits of regions (rsu.sv), loaded before the memory holds anything, while no
  // dispatch is offered. Machines with neither: key_valid_i stays low.
  input  logic                                    key_valid_i,
  input  logic [31:0]                             key_index_i,
  input  logic [31:0]                             key_value_i,

  // One access by one super warp (rpu_batch.sv), or one of its warps (rpu_serial.sv).
  input  logic                                    dispatch_valid_i,
  output logic                                    dispatch_ready_o,
  input  logic                                    dispatch_write_i,
  input  logic [TagWidth-1:0]                     dispatch_tag_i,
  input  logic [Taken-1:0]                        dispatch_active_i,
  input  logic [Taken*AddrWidth-1:0]              dispatch_addr_i,  // word addresses; any bits, see rsu.sv
  input  logic [Taken*DataWidth-1:0]              dispatch_data_i,

  // What the banks do in this cycle, in stage l, and which lanes they serve: the machine's answer, and all that a
  // checker needs. Meaningless where access_valid_o is low.
  output logic                                    access_valid_o,
  output logic [NumPorts*AddrWidth-1:0]           bank_req_o,       // per port of a bank {valid, row, port}
  output logic [NumPorts-1:0]                     bank_write_o,     // it writes; else it reads
  output logic [NumPorts*DataWidth-1:0]           bank_data_o,      // the word it reads or writes
  output logic [NumRequests-1:0]                  lane_valid_o,     // lanes served
  output logic [NumRequests*ReturnLane-1:0]       lane_bank_o,      // low bits: the port that serves the lane
  output logic [NumRequests*DataWidth-1:0]        lane_data_o,      // the word read; meaningless on a write
  output logic [NumTags*TagWidth-1:0]             lane_tag_o,       // of the lanes' dispatches
  output logic [NumTags-1:0]                      lane_complete_o   // the dispatch is complete at the end of this
                                                                    // cycle; all its lanes that are served say so
);

  logic                             slot_valid;
  logic [NumPorts*AddrWidth-1:0]    slot_bank_req;
  logic [NumPorts-1:0]              slot_bank_write;
  logic [NumPorts*DataWidth-1:0]    slot_bank_data;
  logic [NumRequests-1:0]           slot_served;
  logic [NumRequests*AddrWidth-1:0] slot_addr;
  logic [NumTags*TagWidth-1:0]      slot_tag;
  logic [NumTags-1:0]               slot_complete;

  logic [Taken*AddrWidth-1:0]       location;
  wire logic accept = dispatch_valid_i & dispatch_ready_o;

  rsu #(
    .Mapping(Mapping), .Width(NumBanks), .NumRequests(Taken), .NumRows(NumRows), .AddrWidth(AddrWidth),
    .Hold((Serial != 0) ? 2 : 1 - Overlaps), .Regions(Regions), .RegionRows(RegionRows), .OffMapping(OffMapping)
  ) u_rsu (
    .clk_i, .key_valid_i, .key_index_i, .key_value_i,
    .accept_i(accept), .addr_i(dispatch_addr_i), .location_o(location)
  );

  // Parameters and ports that all RPUs have.
  `define RPU_SIZES \
    .Width(Width), .NumBanks(NumBanks), .AddrWidth(AddrWidth), .DataWidth(DataWidth), .TagWidth(TagWidth)
  `define RPU_PORTS .clk_i, .rst_ni, \
    .dispatch_valid_i, .dispatch_ready_o, .dispatch_write_i, .dispatch_tag_i, .dispatch_active_i, .dispatch_data_i, \
    .location_i(location), .slot_valid_o(slot_valid), .slot_bank_req_o(slot_bank_req), \
    .slot_bank_write_o(slot_bank_write), .slot_bank_data_o(slot_bank_data), .slot_served_o(slot_served), \
    .slot_addr_o(slot_addr), .slot_tag_o(slot_tag), .slot_complete_o(slot_complete)

  if (Serial != 0) begin : gen_serial
    rpu_serial #(
      `RPU_SIZES, .SuperWarp(SuperWarp), .Intake(Intake), .Shallow(Shallow)
    ) u_rpu (`RPU_PORTS);
  end else if (Overlaps == 0) begin : gen_batch
    rpu_batch #(
      `RPU_SIZES, .SuperWarp(SuperWarp), .SlotRule(SlotRule), .Shallow(Shallow), .Route(Route), .Ports(Ports),
      .Words(Words)
    ) u_rpu (`RPU_PORTS);
  end else if (Unit == 512'("stream")) begin : gen_stream
    rpu_stream #(
      `RPU_SIZES, .Depth(Depth), .Passes(Passes), .FullestFirst(FullestFirst), .Shallow(Shallow)
    ) u_rpu (`RPU_PORTS);
  end else if (Unit == 512'("pipelined")) begin : gen_pipelined
    rpu_pipelined #(
      `RPU_SIZES, .Depth(Depth), .Passes(Passes), .Queue(Queue), .Store(Store), .Later(Later),
      .FullestFirst(FullestFirst), .Shallow(Shallow)
    ) u_rpu (`RPU_PORTS);
  end else if (Unit == 512'("crossbar")) begin : gen_crossbar
    rpu_crossbar #(
      `RPU_SIZES, .Depth(Depth), .RoundRobin(RoundRobin), .Shallow(Shallow)
    ) u_rpu (`RPU_PORTS);
  end else begin : gen_bad_rpu
    Rpu_must_be_the_NAME_of_an_rpu_NAME u_bad_rpu ();
  end

  `undef RPU_SIZES
  `undef RPU_PORTS

  localparam int MmuLatencyWidth = $clog2(MaxLatency + 1);
  // A latency that is out of range is 0 for the MMU, whose assertion reports it.
  wire logic in_range = LatencyWidth'(latency_i - LatencyWidth'(Route + 1)) < LatencyWidth'(MaxLatency);
  wire logic [MmuLatencyWidth-1:0] mmu_latency = in_range ? MmuLatencyWidth'(latency_i - LatencyWidth'(Route)) : '0;

  mmu #(
    .Width(NumPorts), .Ports(Ports), .NumLanes(NumRequests), .NumTags(NumTags), .AddrWidth(AddrWidth),
    .DataWidth(DataWidth), .TagWidth(TagWidth), .NumRows(NumRows), .MaxLatency(MaxLatency), .ReturnLane(ReturnLane),
    .SyncBanks(SyncBanks), .OneRow((SlotRule == slot_rule_pkg::Group && Route == 0 && Ports == 1) ? 1 : 0)
  ) u_mmu (
    .clk_i, .rst_ni, .latency_i(mmu_latency),
    .slot_valid_i(slot_valid), .slot_bank_req_i(slot_bank_req), .slot_bank_write_i(slot_bank_write),
    .slot_bank_data_i(slot_bank_data), .slot_served_i(slot_served), .slot_addr_i(slot_addr),
    .slot_tag_i(slot_tag), .slot_complete_i(slot_complete),
    .access_valid_o, .bank_req_o, .bank_write_o, .bank_data_o,
    .lane_valid_o, .lane_bank_o, .lane_data_o, .lane_tag_o, .lane_complete_o
  );

  ////////////////
  // Parameters //
  ////////////////

  machine_limits #(
    .Width(Width), .NumBanks(NumBanks), .Ports(Ports), .SuperWarp(SuperWarp), .NumRows(NumRows), .AddrWidth(AddrWidth),
    .DataWidth(DataWidth), .TagWidth(TagWidth), .MaxLatency(MaxLatency), .ReturnLane(ReturnLane), .Shallow(Shallow),
    .SyncBanks(SyncBanks)
  ) u_limits ();

  if (Route < 0 || (Route != 0 && Overlaps + Serial != 0)) Route_must_be_0_unless_the_Rpu_is_batch u_bad_route ();
  if (Ports != 1 && Overlaps + Serial != 0) Ports_must_be_1_unless_the_Rpu_is_batch u_bad_ports ();
  if (Words != 1 && Overlaps + Serial != 0) Words_must_be_1_unless_the_Rpu_is_batch u_bad_words ();
  if (Overlaps != 0 && (SuperWarp != 1 || SlotRule != slot_rule_pkg::Word))
    A_stream_or_crossbar_takes_single_warps_and_serves_words u_bad_overlap ();

  if (Serial != 0 && SlotRule != slot_rule_pkg::Word) A_serial_rpu_serves_words u_bad_serial_rule ();

  ////////////////
  // Assertions //
  ////////////////

  if (Words == 2) begin : gen_halves
    localparam int RowBegin = $clog2(NumPorts);
    always @(posedge clk_i) begin
      if (rst_ni && access_valid_o) begin
        for (int b = 0; b < NumPorts; b += 2) begin : HalvesOfABankHaveOneRow
          assert (!bank_req_o[b*AddrWidth+AddrWidth-1] || !bank_req_o[(b + 1)*AddrWidth+AddrWidth-1] ||
                  bank_req_o[b*AddrWidth+RowBegin +: AddrWidth-1-RowBegin] ==
                  bank_req_o[(b + 1)*AddrWidth+RowBegin +: AddrWidth-1-RowBegin]);
        end
      end
    end
  end

endmodule
