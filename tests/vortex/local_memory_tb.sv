// SPDX-License-Identifier: Apache-2.0
// rtl/local_memory.sv under lane_traffic.sv. While it is in reset, the table of a random mapping and the bits of
// regions are loaded: every other region is on.
module local_memory_tb #(
  parameter Mapping       = "identity",
  parameter int Entries   = 0,  // of the mapping's table
  parameter int Regions   = 0,
  parameter int NumLanes  = 4,
  parameter int NumBanks  = 4,
  parameter int NumWords  = 64,
  parameter int DataWidth = 32,
  parameter int Latency   = 2,
  parameter int SyncBanks = 1,
  parameter int Depth     = 4,
  parameter int Passes    = 3,
  parameter int Responses = Depth + Latency,
  parameter int Requests  = 15,
  parameter int Hold      = 120,
  parameter int TagWidth  = 9
);
  localparam int AddrWidth = $clog2(NumWords);

  logic                            clk, rst_n;
  logic [NumLanes-1:0]             valid, ready, write, response_valid, response_ready;
  logic [NumLanes*AddrWidth-1:0]   addr;
  logic [NumLanes*DataWidth/8-1:0] enable;
  logic [NumLanes*DataWidth-1:0]   data, response_data;
  logic [NumLanes*TagWidth-1:0]    tag, response_tag;

  lane_traffic #(
    .NumLanes(NumLanes), .NumWords(NumWords), .DataWidth(DataWidth), .TagWidth(TagWidth), .Independent(1),
    .Requests(Requests), .Hold(Hold), .ResetCycles(Entries + Regions + 3)
  ) u_traffic (
    .clk_o(clk), .rst_no(rst_n),
    .request_valid_o(valid), .request_ready_i(ready), .request_write_o(write), .request_addr_o(addr),
    .request_enable_o(enable), .request_data_o(data), .request_tag_o(tag),
    .response_valid_i(response_valid), .response_ready_o(response_ready), .response_tag_i(response_tag),
    .response_data_i(response_data)
  );

  int loaded;  // entries of the table, then bits of regions
  initial loaded = 0;
  always @(posedge clk) if (loaded < Entries + Regions) loaded <= loaded + 1;

  local_memory #(
    .Mapping(Mapping), .Regions(Regions), .NumLanes(NumLanes), .NumBanks(NumBanks), .NumWords(NumWords),
    .DataWidth(DataWidth), .TagWidth(TagWidth), .Latency(Latency), .SyncBanks(SyncBanks), .Depth(Depth),
    .Passes(Passes),
    .Responses(Responses)
  ) u_memory (
    .clk_i(clk), .rst_ni(rst_n), 
    .key_valid_i(loaded < Entries + Regions),
    .key_index_i((loaded < Entries) ? loaded : 32'h8000_0000 | (loaded - Entries)),
    .key_value_i((loaded < Entries) ? (loaded * 5 / 2 + 1) % NumBanks : (loaded - Entries) % 2),
    .request_valid_i(valid), .request_ready_o(ready), .request_write_i(write), .request_addr_i(addr),
    .request_enable_i(enable), .request_data_i(data), .request_tag_i(tag),
    .response_valid_o(response_valid), .response_ready_i(response_ready), .response_tag_o(response_tag),
    .response_data_o(response_data)
  );
endmodule
