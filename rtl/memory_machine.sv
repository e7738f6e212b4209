// The memory side of the DMM, SDMM and RSDMM: what stands between the sea of threads and the words.
//
//     threads -> RSU (address mapping) -> RPU -> MMU -> banks -> back to the threads
//
// One datapath for all machines. The DMM is SuperWarp = 1; the SDMM has a wider RPU.
//
// Handshake, timing: rpu.sv. A dispatch of congestion c accepted at the end of cycle t-1 has its slots
// in t .. t+c-1 and its responses in t+l-1 .. t+c+l-2.
//
// Source     super-warp paper, fig. 1; machines.md.

module memory_machine #(
  parameter int unsigned Width      = 32,    // banks = threads of a warp: a power of two, 2 to 128
  parameter int unsigned SuperWarp  = 1,     // warps of a super warp: 1 to 16; 1 is the DMM
  parameter int unsigned NumRows    = 1024,  // words in each bank, a power of two
  parameter int unsigned AddrWidth  = 32,    // bits of an address lane, > $clog2(Width*NumRows)
  parameter int unsigned DataWidth  = 32,    // bits of a word
  parameter int unsigned TagWidth   = 32,    // bits of the dispatch's name
  parameter int unsigned MaxLatency = 1024,  // largest latency, a power of two >= 2
  parameter bit          Shallow    = 1'b0,  // 1: slot selection of logarithmic depth, for silicon
  parameter int unsigned ReturnLane = 32,    // see mmu.sv

  localparam int unsigned NumRequests  = SuperWarp * Width,
  localparam int unsigned LatencyWidth = $clog2(MaxLatency + 1)
) (
  input  logic                             clk_i,
  input  logic                             rst_ni,             // synchronous, active low; keeps the memory
  input  logic [LatencyWidth-1:0]          latency_i,          // l, 1 to MaxLatency; taken over while
                                                               // rst_ni is low
  // One access by one super warp (rpu.sv).
  input  logic                             dispatch_valid_i,
  output logic                             dispatch_ready_o,
  input  logic                             dispatch_write_i,
  input  logic [TagWidth-1:0]              dispatch_tag_i,
  input  logic [NumRequests-1:0]           dispatch_active_i,
  input  logic [NumRequests*AddrWidth-1:0] dispatch_addr_i,    // word addresses, < Width*NumRows
  input  logic [NumRequests*DataWidth-1:0] dispatch_data_i,

  // Event: the slot that is in stage 1 in this cycle. For monitors; nobody has to listen.
  output logic                             slot_valid_o,
  output logic                             slot_last_o,
  output logic [TagWidth-1:0]              slot_tag_o,
  output logic [NumRequests-1:0]           slot_served_o,
  output logic [NumRequests*AddrWidth-1:0] slot_addr_o,        // location {row, bank} of each thread
  output logic [Width*AddrWidth-1:0]       slot_bank_req_o,    // per bank {valid, row, bank}

  // The slot that is in stage l in this cycle (mmu.sv).
  output logic                             response_valid_o,
  output logic                             response_last_o,
  output logic                             response_write_o,
  output logic [TagWidth-1:0]              response_tag_o,
  output logic [NumRequests-1:0]           response_served_o,
  output logic [NumRequests*DataWidth-1:0] response_data_o
);

  logic                       slot_write;
  logic [Width*DataWidth-1:0] slot_bank_data;

  rpu #(
    .Width(Width), .SuperWarp(SuperWarp), .AddrWidth(AddrWidth), .DataWidth(DataWidth),
    .TagWidth(TagWidth), .Shallow(Shallow)
  ) u_rpu (
    .clk_i, .rst_ni,
    .dispatch_valid_i, .dispatch_ready_o, .dispatch_write_i, .dispatch_tag_i,
    .dispatch_active_i, .dispatch_addr_i, .dispatch_data_i,
    .slot_valid_o, .slot_last_o, .slot_write_o(slot_write), .slot_tag_o, .slot_served_o, .slot_addr_o,
    .slot_bank_req_o, .slot_bank_data_o(slot_bank_data)
  );

  mmu #(
    .Width(Width), .NumRequests(NumRequests), .AddrWidth(AddrWidth), .DataWidth(DataWidth),
    .TagWidth(TagWidth), .NumRows(NumRows), .MaxLatency(MaxLatency), .ReturnLane(ReturnLane)
  ) u_mmu (
    .clk_i, .rst_ni, .latency_i,
    .slot_valid_i(slot_valid_o), .slot_last_i(slot_last_o), .slot_write_i(slot_write),
    .slot_tag_i(slot_tag_o), .slot_served_i(slot_served_o), .slot_addr_i(slot_addr_o),
    .slot_bank_req_i(slot_bank_req_o), .slot_bank_data_i(slot_bank_data),
    .response_valid_o, .response_last_o, .response_write_o, .response_tag_o, .response_served_o,
    .response_data_o
  );

  ////////////////
  // Parameters //
  ////////////////

  if (Width < 2 || (Width & (Width - 1)) != 0) begin : gen_bad_width
    $error("Width must be a power of two, at least 2");
  end
  if (SuperWarp < 1) begin : gen_bad_super_warp
    $error("SuperWarp must be at least 1");
  end
  if ((NumRows & (NumRows - 1)) != 0 || NumRows < 1) begin : gen_bad_rows
    $error("NumRows must be a power of two");
  end
  if (AddrWidth <= $clog2(Width) + $clog2(NumRows)) begin : gen_bad_addr
    $error("AddrWidth must hold every address of Width*NumRows words and one bit more");
  end
  if (MaxLatency < 2 || (MaxLatency & (MaxLatency - 1)) != 0) begin : gen_bad_latency
    $error("MaxLatency must be a power of two, at least 2");
  end

endmodule
