// SPDX-License-Identifier: Apache-2.0
// A bounded wait for local_memory: whatever lanes ask for, one that keeps its request has it accepted at most
// NumLanes*(Depth*NumLanes + Latency) cycles after the first in which it offers it (docs/spec/streaming.md, "Order
// between lanes"), if every lane takes its responses. Each lane in turn writes a word that all others poll: they offer
// a read of it again and again, until they have read what was written. Then all lanes offer random accesses of few
// words without a pause. What is not valid is unknown. Under Icarus Verilog.
module wait_tb #(
  parameter int NumLanes  = 3,
  parameter int NumBanks  = 4,
  parameter int Depth     = 4,
  parameter int Latency   = 2,
  parameter int Responses = Depth + Latency,
  parameter int Cycles    = 600
);
  localparam int NumWords  = 8;
  localparam int AddrWidth = $clog2(NumWords);
  localparam int DataWidth = 8;
  localparam int Bound     = NumLanes * (Depth * NumLanes + Latency);

  logic                           clk, rst_n;
  logic [NumLanes-1:0]            valid, ready, write, response_valid, seen;
  logic [NumLanes*AddrWidth-1:0]  addr;
  logic [NumLanes-1:0]            enable;
  logic [NumLanes*DataWidth-1:0]  data, response_data;
  logic [NumLanes*4-1:0]          tag, response_tag;

  local_memory #(
    .NumLanes(NumLanes), .NumBanks(NumBanks), .NumWords(NumWords), .DataWidth(DataWidth), .TagWidth(4),
    .Latency(Latency), .SyncBanks((Latency > 1) ? 1 : 0), .Depth(Depth), .Passes(2), .Responses(Responses)
  ) u_memory (
    .clk_i(clk), .rst_ni(rst_n), .key_valid_i(1'b0), .key_index_i('x), .key_value_i('x),
    .request_valid_i(valid), .request_ready_o(ready), .request_write_i(write), .request_addr_i(addr),
    .request_enable_i(enable), .request_data_i(data), .request_tag_i(tag),
    .response_valid_o(response_valid), .response_ready_i({NumLanes{1'b1}}), .response_tag_o(response_tag),
    .response_data_o(response_data)
  );

  int waited [NumLanes];  // cycles for which the lane has offered what it offers
  int longest, accepted, cycle;

  task automatic idle(input int j);
    valid[j] = 1'b0;
    {write[j], enable[j], addr[j*AddrWidth +: AddrWidth], data[j*DataWidth +: DataWidth], tag[j*4 +: 4]} = 'x;
  endtask

  task automatic offer(input int j, input logic writes, input int word, input int value);
    valid[j] = 1'b1;
    write[j] = writes;
    addr[j*AddrWidth +: AddrWidth] = AddrWidth'(word);
    tag[j*4 +: 4] = 4'(j);
    if (writes) {enable[j], data[j*DataWidth +: DataWidth]} = {1'b1, DataWidth'(value)};
    waited[j] = 0;
  endtask

  // A cycle. Lanes whose requests are accepted go idle.
  task automatic step;
    #1;
    if (rst_n && ^{ready, response_valid} === 1'bx) $fatal(1, "ready or response_valid is unknown");
    for (int j = 0; j < NumLanes; j++) begin
      if (valid[j] && waited[j] > longest) longest = waited[j];
      if (response_valid[j] && response_tag[j*4 +: 4] !== 4'(j)) $fatal(1, "lane %0d gets another's response", j);
    end
    #1 clk = 1'b1;
    #1 clk = 1'b0;
    cycle = cycle + 1;
  endtask

  task automatic check;
    for (int j = 0; j < NumLanes; j++) begin
      if (valid[j] && ready[j]) accepted = accepted + 1;
      if (valid[j] && !ready[j]) waited[j] = waited[j] + 1;
      if (waited[j] > Bound) begin
        $display("FAIL: cycle %0d: lane %0d has waited %0d cycles", cycle, j, waited[j]);
        $fatal(1, "the wait has no bound");
      end
    end
  endtask

  logic [NumLanes-1:0] taken;

  initial begin
    {clk, rst_n, longest, accepted, cycle} = '0;
    for (int j = 0; j < NumLanes; j++) begin
      idle(j);
      waited[j] = 0;
    end
    repeat (3) step();
    rst_n = 1'b1;
    for (int writer = 0; writer < NumLanes; writer++) begin
      offer(0, 1'b1, 5, 0);
      for (int n = 0; n < 20; n++) begin  // the word is 0
        #1 taken = valid & ready;
        step();
        for (int j = 0; j < NumLanes; j++) if (taken[j]) idle(j);
      end
      seen = '0;
      seen[writer] = 1'b1;
      for (int n = 0; seen != '1; n++) begin
        for (int j = 0; j < NumLanes; j++) begin
          if (!valid[j] && j != writer && !seen[j]) offer(j, 1'b0, 5, 0);
        end
        if (n == 10) offer(writer, 1'b1, 5, writer + 1);  // the others have begun
        #1 check();
        taken = valid & ready;
        for (int j = 0; j < NumLanes; j++) begin
          if (response_valid[j] && response_data[j*DataWidth +: DataWidth] === DataWidth'(writer + 1)) seen[j] = 1'b1;
        end
        step();
        for (int j = 0; j < NumLanes; j++) if (taken[j]) idle(j);
      end
      for (int j = 0; j < NumLanes; j++) idle(j);
      repeat (2 * Bound) step();
    end
    for (int n = 0; n < Cycles; n++) begin
      for (int j = 0; j < NumLanes; j++)
        if (!valid[j]) offer(j, $urandom % 4 == 0, $urandom % 2 * NumBanks % NumWords, $urandom);
      #1 check();
      taken = valid & ready;
      step();
      for (int j = 0; j < NumLanes; j++) if (taken[j]) idle(j);
    end
    if (accepted < Cycles / 4 || longest < 2 * Latency) $fatal(1, "too little happened");
    $display("%0d accepted; the longest wait was %0d cycles of at most %0d", accepted, longest, Bound);
    $display("PASS");
    $finish;
  end
endmodule
