// SPDX-License-Identifier: Apache-2.0
// Our own text: a bus with the signals of Vortex's.
`include "VX_define.vh"
interface VX_mem_bus_if import VX_gpu_pkg::*; #(
  parameter DATA_SIZE      = 1,
  parameter FLAGS_WIDTH    = MEM_FLAGS_WIDTH,
  parameter TAG_WIDTH      = 1,
  parameter MEM_ADDR_WIDTH = 32,
  parameter ADDR_WIDTH     = MEM_ADDR_WIDTH - `CLOG2(DATA_SIZE)
) ();
  typedef struct packed {
    logic [UUID_WIDTH-1:0]           uuid;
    logic [TAG_WIDTH-UUID_WIDTH-1:0] value;
  } tag_t;
  typedef struct packed {
    logic                   rw;
    logic [ADDR_WIDTH-1:0]  addr;
    logic [8*DATA_SIZE-1:0] data;
    logic [DATA_SIZE-1:0]   byteen;
    logic [FLAGS_WIDTH-1:0] flags;
    tag_t                   tag;
  } req_data_t;
  typedef struct packed {
    logic [8*DATA_SIZE-1:0] data;
    tag_t                   tag;
  } rsp_data_t;

  logic      req_valid, req_ready, rsp_valid, rsp_ready;
  req_data_t req_data;
  rsp_data_t rsp_data;

  modport master(output req_valid, req_data, rsp_ready, input req_ready, rsp_valid, rsp_data);
  modport slave(input req_valid, req_data, rsp_ready, output req_ready, rsp_valid, rsp_data);
endinterface
