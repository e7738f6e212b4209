// SPDX-License-Identifier: Apache-2.0
// Vortex's own local memory with an RSU (rtl/rsu.sv) in front: only the addresses are mapped, in the same cycle. Where
// the mapping is off, every cycle is as with the original. It fits where ../VX_local_mem.sv fits. The original becomes
// the module VX_local_mem_own:
//
//     sed 's/^module VX_local_mem /module VX_local_mem_own /' hw/rtl/mem/VX_local_mem.sv > VX_local_mem_own.sv
//
// The number of banks is a power of two, as in the original. The key port is that of ../VX_local_mem.sv with LMEM_KEY.

`include "VX_define.vh"

module VX_local_mem import VX_gpu_pkg::*; #(
  parameter `STRING INSTANCE_ID = "",
  parameter SIZE                = (1024*16*8),  // bytes
  parameter NUM_REQS            = 4,            // lanes
  parameter NUM_BANKS           = 4,
  parameter ADDR_WIDTH          = `CLOG2(SIZE), // of a word's address
  parameter WORD_SIZE           = `XLEN/8,      // bytes
  parameter TAG_WIDTH           = 16,
  parameter OUT_BUF             = 0,

  parameter MAPPING             = "h3",
  parameter REGIONS             = 8
) (
  input wire clk,
  input wire reset,

`ifdef PERF_ENABLE
  output lmem_perf_t lmem_perf,
`endif

  input wire        key_valid,
  input wire [31:0] key_index,                  // bit 31: of a region
  input wire [31:0] key_value,

  VX_mem_bus_if.slave mem_bus_if [NUM_REQS]
);
  localparam NUM_ROWS = SIZE / WORD_SIZE / NUM_BANKS;

  wire [NUM_REQS-1:0][ADDR_WIDTH-1:0] addr, location;

  VX_mem_bus_if #(
    .DATA_SIZE(WORD_SIZE), .TAG_WIDTH(TAG_WIDTH), .ADDR_WIDTH(ADDR_WIDTH)
  ) located_if [NUM_REQS] ();

  for (genvar i = 0; i < NUM_REQS; ++i) begin : g_bus
    assign addr[i]                         = ADDR_WIDTH'(mem_bus_if[i].req_data.addr);
    assign located_if[i].req_valid         = mem_bus_if[i].req_valid;
    assign located_if[i].req_data.rw       = mem_bus_if[i].req_data.rw;
    assign located_if[i].req_data.addr     = location[i];
    assign located_if[i].req_data.data     = mem_bus_if[i].req_data.data;
    assign located_if[i].req_data.byteen   = mem_bus_if[i].req_data.byteen;
    assign located_if[i].req_data.flags    = mem_bus_if[i].req_data.flags;
    assign located_if[i].req_data.tag      = mem_bus_if[i].req_data.tag;
    assign located_if[i].rsp_ready         = mem_bus_if[i].rsp_ready;
    assign mem_bus_if[i].req_ready         = located_if[i].req_ready;
    assign mem_bus_if[i].rsp_valid         = located_if[i].rsp_valid;
    assign mem_bus_if[i].rsp_data          = located_if[i].rsp_data;
  end

  rsu #(
    .Mapping(MAPPING), .Width(NUM_BANKS), .NumRequests(NUM_REQS), .NumRows(NUM_ROWS), .AddrWidth(ADDR_WIDTH), .Hold(2),
    .Regions(REGIONS), .RegionRows((NUM_ROWS > REGIONS && REGIONS > 0) ? NUM_ROWS / REGIONS : 1)
  ) u_rsu (
    .clk_i(clk), .key_valid_i(key_valid), .key_index_i(key_index), .key_value_i(key_value),
    .accept_i(1'b0), .addr_i(addr), .location_o(location)
  );

  VX_local_mem_own #(
    .INSTANCE_ID(INSTANCE_ID), .SIZE(SIZE), .NUM_REQS(NUM_REQS), .NUM_BANKS(NUM_BANKS), .ADDR_WIDTH(ADDR_WIDTH),
    .WORD_SIZE(WORD_SIZE), .TAG_WIDTH(TAG_WIDTH), .OUT_BUF(OUT_BUF)
  ) u_memory (
`ifdef PERF_ENABLE
    .lmem_perf,
`endif
    .clk, .reset, .mem_bus_if(located_if)
  );
endmodule
