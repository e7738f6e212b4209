// SPDX-License-Identifier: Apache-2.0
// Vortex's local memory, replaced by the streaming memory unit. In a Vortex checkout it takes the place of
// hw/rtl/mem/VX_local_mem.sv, with rtl/superwarp.f beside it. This is our own code with that module's name, parameters
// and ports, for trees of Vortex 2 that have lmem_perf and one array of buses, mem_bus_if. Later trees need more: a
// port for DMA, and AMOs.
//
// It keeps: no response to a write; one tag per lane; requests take effect in the order in which they are accepted, the
// lowest lane first (rtl/local_memory.sv). It adds: windows, so a lane's request need not wait for the one before, and
// no lane's response holds up another lane.
// It does not see requests in the buffers in front of its buses. With REQ_OUT_BUF of lmem_adapter 0 there are none, and
// no load passes an earlier store (docs/whole-gpu.md).
// Its own parameters have defaults, so it is instantiated as before. OUT_BUF has no effect: a response always comes
// from a buffer of its lane.
// With LMEM_KEY defined it has a mapping and regions in which that is on (docs/kernels.md), and the key port of
// rtl/rsu.sv: whatever writes a core's registers at a kernel's launch writes the key and the bits of regions there,
// before the kernel's first request.

`include "VX_define.vh"

module VX_local_mem import VX_gpu_pkg::*; #(
  parameter `STRING INSTANCE_ID = "",
  parameter SIZE                = (1024*16*8),  // bytes
  parameter NUM_REQS            = 4,            // lanes
  parameter NUM_BANKS           = 4,
  parameter ADDR_WIDTH          = `CLOG2(SIZE), // of a word's address; the instance sets log2(SIZE/WORD_SIZE)
  parameter WORD_SIZE           = `XLEN/8,      // bytes
  parameter TAG_WIDTH           = 16,
  parameter OUT_BUF             = 0,

  parameter LATENCY             = 2,            // as in rtl/local_memory.sv
  parameter DEPTH               = 4,
  parameter PASSES              = 3,
`ifdef LMEM_KEY
  parameter MAPPING             = "h3",
  parameter REGIONS             = 8
`else
  parameter MAPPING             = "identity",
  parameter REGIONS             = 0
`endif
) (
  input wire clk,
  input wire reset,

`ifdef PERF_ENABLE
  output lmem_perf_t lmem_perf,
`endif

`ifdef LMEM_KEY
  input wire        key_valid,
  input wire [31:0] key_index,                  // bit 31: of a region
  input wire [31:0] key_value,
`endif

  VX_mem_bus_if.slave mem_bus_if [NUM_REQS]
);
  `UNUSED_SPARAM (INSTANCE_ID)
  `UNUSED_PARAM (OUT_BUF)

  localparam WORD_WIDTH = WORD_SIZE * 8;

`ifndef LMEM_KEY
  wire        key_valid = 1'b0;
  wire [31:0] key_index = '0;
  wire [31:0] key_value = '0;
`endif

  wire [NUM_REQS-1:0]                 req_valid, req_ready, req_rw, rsp_valid, rsp_ready;
  wire [NUM_REQS-1:0][ADDR_WIDTH-1:0] req_addr;
  wire [NUM_REQS-1:0][WORD_SIZE-1:0]  req_byteen;
  wire [NUM_REQS-1:0][WORD_WIDTH-1:0] req_data, rsp_data;
  wire [NUM_REQS-1:0][TAG_WIDTH-1:0]  req_tag, rsp_tag;

  for (genvar i = 0; i < NUM_REQS; ++i) begin : g_bus
    assign req_valid[i]               = mem_bus_if[i].req_valid;
    assign req_rw[i]                  = mem_bus_if[i].req_data.rw;
    assign req_addr[i]                = mem_bus_if[i].req_data.addr;
    assign req_byteen[i]              = mem_bus_if[i].req_data.byteen;
    assign req_data[i]                = mem_bus_if[i].req_data.data;
    assign req_tag[i]                 = mem_bus_if[i].req_data.tag;
    assign mem_bus_if[i].req_ready    = req_ready[i];
    assign mem_bus_if[i].rsp_valid    = rsp_valid[i];
    assign mem_bus_if[i].rsp_data     = {rsp_data[i], rsp_tag[i]};
    assign rsp_ready[i]               = mem_bus_if[i].rsp_ready;
    `UNUSED_VAR (mem_bus_if[i].req_data.flags)
  end

  local_memory #(
    .Mapping(MAPPING), .Regions(REGIONS), .NumLanes(NUM_REQS), .NumBanks(NUM_BANKS), .NumWords(SIZE / WORD_SIZE),
    .DataWidth(WORD_WIDTH), .TagWidth(TAG_WIDTH), .Latency(LATENCY), .Depth(DEPTH), .Passes(PASSES)
  ) u_memory (
    .clk_i(clk), .rst_ni(~reset),
    .key_valid_i(key_valid), .key_index_i(key_index), .key_value_i(key_value),
    .request_valid_i(req_valid), .request_ready_o(req_ready), .request_write_i(req_rw), .request_addr_i(req_addr),
    .request_enable_i(req_byteen), .request_data_i(req_data), .request_tag_i(req_tag),
    .response_valid_o(rsp_valid), .response_ready_i(rsp_ready), .response_tag_o(rsp_tag), .response_data_o(rsp_data)
  );

`ifdef PERF_ENABLE
  // Counts lanes per cycle, as the original does. bank_stalls counts all lanes whose request has to wait.
  lmem_perf_t perf_q;
  always @(posedge clk) begin
    if (reset) begin
      perf_q <= '0;
    end else begin
      perf_q.reads       <= perf_q.reads + PERF_CTR_BITS'($countones(req_valid & req_ready & ~req_rw));
      perf_q.writes      <= perf_q.writes + PERF_CTR_BITS'($countones(req_valid & req_ready & req_rw));
      perf_q.bank_stalls <= perf_q.bank_stalls + PERF_CTR_BITS'($countones(req_valid & ~req_ready));
      perf_q.crsp_stalls <= perf_q.crsp_stalls + PERF_CTR_BITS'($countones(rsp_valid & ~rsp_ready));
    end
  end
  assign lmem_perf = perf_q;
`endif

endmodule
