// SPDX-License-Identifier: Apache-2.0
// A single cycle of reset ends all that was, for the tops with a port for each lane: two lane_machines, or with Ordered
// two local_memories, get different requests, then both a reset of one cycle, then the same requests. From then on they
// are ready, and have responses with the same tags, in the same cycles; memory keeps its words, so these differ. What
// is not valid is unknown, with +zeros 0; both print the same. Under Icarus Verilog.
`define PORTS(n) .clk_i(clk), .rst_ni(rst_n), .key_valid_i(1'b0), .key_index_i({32{unknown}}), \
  .key_value_i({32{unknown}}), .request_valid_i(valid[n]), .request_ready_o(ready[n]), .request_write_i(write[n]), \
  .request_addr_i(addr[n]), .request_enable_i(enable[n]), .request_data_i(data[n]), .request_tag_i(tag[n]), \
  .response_valid_o(response_valid[n]), .response_ready_i(takes[n]), .response_tag_o(response_tag[n]), \
  .response_data_o(response_data[n])

module lane_reset_tb #(
  parameter int Ordered   = 0,
  parameter int Width     = 4,
  parameter int NumBanks  = 4,
  parameter int Depth     = 2,
  parameter int Passes    = 2,
  parameter int Latency   = 2,
  parameter int Responses = 3,
  parameter int Trials    = 15
);
  localparam int NumWords  = 16;
  localparam int DataWidth = 8;
  localparam int TagWidth  = 5;
  localparam int WordBits  = $clog2(NumWords);
  localparam int AddrWidth = (Ordered != 0) ? WordBits : 8;  // lane_machine's has more than it needs

  logic clk, rst_n, unknown;
  logic [Width-1:0]           valid [2], ready [2], write [2], enable [2], takes [2], response_valid [2];
  logic [Width*AddrWidth-1:0] addr [2];
  logic [Width*DataWidth-1:0] data [2], response_data [2];
  logic [Width*TagWidth-1:0]  tag [2], response_tag [2];

  for (genvar n = 0; n < 2; n++) begin : gen_memory
    if (Ordered != 0) begin : gen_ordered
      local_memory #(
        .NumLanes(Width), .NumBanks(NumBanks), .NumWords(NumWords), .DataWidth(DataWidth), .TagWidth(TagWidth),
        .Latency(Latency), .Depth(Depth), .Passes(Passes), .Responses(Responses)
      ) u_memory (`PORTS(n));
    end else begin : gen_plain
      lane_machine #(
        .Width(Width), .NumBanks(NumBanks), .Depth(Depth), .Passes(Passes), .Responses(Responses), .NumRows(NumWords),
        .AddrWidth(AddrWidth), .DataWidth(DataWidth), .TagWidth(TagWidth), .MaxLatency(4), .ReturnLane(2)
      ) u_memory (`PORTS(n), .latency_i(3'(Latency)));
    end
  end

  int compared, responses;
  logic [31:0] signature;  // of all outputs that mean something

  // Offers something to memory n in this cycle, if the dice say so.
  task automatic offer(input int n);
    valid[n] = Width'($urandom) | Width'($urandom);
    takes[n] = Width'($urandom) | Width'($urandom);
    write[n] = {Width{unknown}};
    for (int j = 0; j < Width; j++) begin
      if (valid[n][j]) write[n][j] = 1'($urandom);
      addr[n][j*AddrWidth +: AddrWidth] = valid[n][j] ? AddrWidth'($urandom % NumWords) : {AddrWidth{unknown}};
      tag[n][j*TagWidth +: TagWidth]    = valid[n][j] ? TagWidth'($urandom) : {TagWidth{unknown}};
      {enable[n][j], data[n][j*DataWidth +: DataWidth]} =
        (valid[n][j] && write[n][j]) ? (DataWidth + 1)'($urandom) : {(DataWidth + 1){unknown}};
    end
  endtask

  task automatic compare;
    logic differs;
    differs   = ready[0] !== ready[1] || response_valid[0] !== response_valid[1];
    signature = {signature[30:0], signature[31]} ^ 32'({ready[0], response_valid[0]});
    for (int j = 0; j < Width; j++) begin
      if (response_valid[0][j]) begin
        responses = responses + 1;
        signature = {signature[30:0], signature[31]} ^ 32'(response_tag[0][j*TagWidth +: TagWidth]);
        if (response_tag[0][j*TagWidth +: TagWidth] !== response_tag[1][j*TagWidth +: TagWidth]) differs = 1'b1;
      end
    end
    compared = compared + 1;
    if (differs || (^signature) === 1'bx) begin
      $display("FAIL: ready %b and %b, responses %b and %b", ready[0], ready[1], response_valid[0], response_valid[1]);
      $fatal(1, "what was before the reset matters");
    end
  endtask

  task automatic edges;
    #1 clk = 1'b1;
    #1 clk = 1'b0;
    #1;
  endtask

  initial begin
    {clk, rst_n, compared, responses, signature} = '0;
    unknown = $test$plusargs("zeros") ? 1'b0 : 1'bx;
    for (int n = 0; n < 2; n++) begin
      offer(n);
      valid[n] = '0;
    end
    repeat (4) edges();
    for (int trial = 0; trial < Trials; trial++) begin
      rst_n = 1'b1;
      for (int cycle = $urandom % 24 + 3; cycle > 0; cycle--) begin
        for (int n = 0; n < 2; n++) offer(n);
        edges();
      end
      rst_n = 1'b0;
      edges();
      rst_n = 1'b1;
      for (int cycle = 0; cycle < 20; cycle++) begin
        offer(0);
        {valid[1], write[1], enable[1], takes[1]} = {valid[0], write[0], enable[0], takes[0]};
        addr[1] = addr[0];
        data[1] = data[0];
        tag[1]  = tag[0];
        #1 compare();
        edges();
      end
      rst_n = 1'b0;
      edges();
    end
    if (responses < compared / 2) $fatal(1, "too little happened");
    $display("%0d cycles compared, %0d responses, signature %h", compared, responses, signature);
    $display("PASS");
    $finish;
  end
endmodule
