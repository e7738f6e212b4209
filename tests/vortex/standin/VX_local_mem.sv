// SPDX-License-Identifier: Apache-2.0
// Our own text: the simplest memory with the ports and the law of Vortex's. In each cycle a bank serves the lowest lane
// that requests it and can be answered. A lane has room for one response.
`include "VX_define.vh"
module VX_local_mem import VX_gpu_pkg::*; #(
  parameter `STRING INSTANCE_ID = "",
  parameter SIZE                = (1024*16*8),
  parameter NUM_REQS            = 4,
  parameter NUM_BANKS           = 4,
  parameter ADDR_WIDTH          = `CLOG2(SIZE),
  parameter WORD_SIZE           = `XLEN/8,
  parameter TAG_WIDTH           = 16,
  parameter OUT_BUF             = 0
) (
  input wire clk,
  input wire reset,
`ifdef PERF_ENABLE
  output lmem_perf_t lmem_perf,
`endif
  VX_mem_bus_if.slave mem_bus_if [NUM_REQS]
);
`ifdef PERF_ENABLE
  assign lmem_perf = '0;
`endif
  logic [8*WORD_SIZE-1:0] words [SIZE / WORD_SIZE];

  wire [NUM_REQS-1:0]                  valid, rw, rsp_ready;
  wire [NUM_REQS-1:0][ADDR_WIDTH-1:0]  addr;
  wire [NUM_REQS-1:0][WORD_SIZE-1:0]   byteen;
  wire [NUM_REQS-1:0][8*WORD_SIZE-1:0] data;
  logic [NUM_REQS-1:0]                 ready, full_q;
  logic [NUM_REQS-1:0][8*WORD_SIZE-1:0] word_q;
  logic [NUM_REQS-1:0][TAG_WIDTH-1:0]  tag_q;

  for (genvar i = 0; i < NUM_REQS; ++i) begin : g_bus
    assign valid[i]                = mem_bus_if[i].req_valid;
    assign rw[i]                   = mem_bus_if[i].req_data.rw;
    assign addr[i]                 = mem_bus_if[i].req_data.addr;
    assign byteen[i]               = mem_bus_if[i].req_data.byteen;
    assign data[i]                 = mem_bus_if[i].req_data.data;
    assign mem_bus_if[i].req_ready = ready[i];
    assign mem_bus_if[i].rsp_valid = full_q[i];
    assign mem_bus_if[i].rsp_data  = {word_q[i], tag_q[i]};
    assign rsp_ready[i]            = mem_bus_if[i].rsp_ready;

    always_comb begin
      ready[i] = rw[i] || !full_q[i] || rsp_ready[i];
      for (int j = 0; j < i; ++j) begin
        if (valid[j] && addr[j] % NUM_BANKS == addr[i] % NUM_BANKS) ready[i] = 1'b0;
      end
    end

    always_ff @(posedge clk) begin
      if (reset) begin
        full_q[i] <= 1'b0;
      end else if (valid[i] && ready[i] && !rw[i]) begin
        full_q[i] <= 1'b1;
        word_q[i] <= words[addr[i]];
        tag_q[i]  <= mem_bus_if[i].req_data.tag;
      end else if (rsp_ready[i]) begin
        full_q[i] <= 1'b0;
      end
    end
  end

  always_ff @(posedge clk) begin
    for (int i = 0; i < NUM_REQS; ++i) begin
      for (int b = 0; b < WORD_SIZE; ++b) begin
        if (valid[i] && ready[i] && rw[i] && byteen[i][b]) words[addr[i]][8*b +: 8] <= data[i][8*b +: 8];
      end
    end
  end
endmodule
