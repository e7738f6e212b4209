// SPDX-License-Identifier: Apache-2.0
// A module VX_local_mem under lane_traffic.sv.
module vortex_tb #(
  parameter int NumLanes = 4,
  parameter int NumBanks = 4,
  parameter int NumWords = 64
);
  localparam int WordSize  = 4;
  localparam int AddrWidth = $clog2(NumWords);
  localparam int TagWidth  = 16;

  logic                              clk, rst_n;
  logic [NumLanes-1:0]               valid, ready, write, response_valid, response_ready;
  logic [NumLanes-1:0][AddrWidth-1:0]  addr;
  logic [NumLanes-1:0][WordSize-1:0]   enable;
  logic [NumLanes-1:0][8*WordSize-1:0] data, response_data;
  logic [NumLanes-1:0][TagWidth-1:0]   tag, response_tag;

  lane_traffic #(
    .NumLanes(NumLanes), .NumWords(NumWords), .DataWidth(8*WordSize), .TagWidth(TagWidth)
  ) u_traffic (
    .clk_o(clk), .rst_no(rst_n),
    .request_valid_o(valid), .request_ready_i(ready), .request_write_o(write), .request_addr_o(addr),
    .request_enable_o(enable), .request_data_o(data), .request_tag_o(tag),
    .response_valid_i(response_valid), .response_ready_o(response_ready), .response_tag_i(response_tag),
    .response_data_i(response_data)
  );

  // After the reset a key of h3 and the bits of 8 regions go in, and then requests. Each is written twice, first with
  // all bits flipped, as another launch may have left it. Without LMEM_KEY the time passes only.
  localparam int Entries = 4;  // of the key: NumWords / NumBanks rows are 16
  localparam int Regions = 8;
  localparam int Load    = Entries + Regions;
  logic [7:0] regions;
  int         writes;
  initial if ($value$plusargs("regions=%b", regions) == 0) regions = 8'b01101001;
  always_ff @(posedge clk) writes <= !rst_n ? 0 : loading ? writes + 1 : writes;
  wire loading = writes < 2 * Load;

`ifdef LMEM_KEY
  wire        key_valid = rst_n & loading;
  wire        again     = writes >= Load;
  wire [31:0] entry     = 32'(again ? writes - Load : writes);
  wire [31:0] key_index = (entry < Entries) ? entry : 32'h8000_0000 | (entry - Entries);
  wire [31:0] key_value = (entry < Entries) ? (again ? 3 - entry : entry) : 32'(regions[3'(entry - Entries)] ^ !again);
`endif

  VX_mem_bus_if #(
    .DATA_SIZE(WordSize), .TAG_WIDTH(TagWidth), .ADDR_WIDTH(AddrWidth)
  ) bus [NumLanes] ();

  for (genvar i = 0; i < NumLanes; i++) begin : gen_bus
    assign bus[i].req_valid       = valid[i] & ~loading;
    assign bus[i].req_data.rw     = write[i];
    assign bus[i].req_data.addr   = addr[i];
    assign bus[i].req_data.data   = data[i];
    assign bus[i].req_data.byteen = enable[i];
    assign bus[i].req_data.flags  = '0;
    assign bus[i].req_data.tag    = tag[i];
    assign ready[i]               = bus[i].req_ready & ~loading;
    assign response_valid[i]      = bus[i].rsp_valid;
    assign response_data[i]       = bus[i].rsp_data.data;
    assign response_tag[i]        = bus[i].rsp_data.tag;
    assign bus[i].rsp_ready       = response_ready[i];
  end

  VX_local_mem #(
    .SIZE(WordSize * NumWords), .NUM_REQS(NumLanes), .NUM_BANKS(NumBanks), .ADDR_WIDTH(AddrWidth), .WORD_SIZE(WordSize),
    .TAG_WIDTH(TagWidth), .OUT_BUF(3)
  ) u_memory (
`ifdef LMEM_KEY
    .key_valid, .key_index, .key_value,
`endif
    .clk, .reset(~rst_n), .mem_bus_if(bus)
  );
endmodule
