// SPDX-License-Identifier: Apache-2.0
// A single cycle of reset ends all that was: two memory machines of the same parameters get different requests, then
// both a reset of one cycle, then the same requests. From then on they do the same in every cycle, except for the words
// that memory keeps. Banks like SRAM macros (SyncBanks) make no difference in time. Under Icarus Verilog. What is not
// valid is unknown: all of a dispatch that is not offered, and an idle thread's address and word. With +zeros it is 0;
// both print the same.
`define PORTS(n) .clk_i(clk), .rst_ni(rst_n), .latency_i(LatencyWidth'(Latency + Route)), .key_valid_i(1'b0), \
  .key_index_i({32{unknown}}), .key_value_i({32{unknown}}), .dispatch_valid_i(valid[n]), .dispatch_ready_o(ready[n]), \
  .dispatch_write_i(shown_write[n]), .dispatch_tag_i(shown_tag[n]), .dispatch_active_i(active[n]), \
  .dispatch_addr_i(addr[n]), .dispatch_data_i(data[n]), .access_valid_o(access_valid[n]), .bank_req_o(bank_req[n]), \
  .bank_write_o(bank_write[n]), .bank_data_o(bank_data[n]), .lane_valid_o(lane_valid[n]), .lane_bank_o(lane_bank[n]), \
  .lane_data_o(lane_data[n]), .lane_tag_o(lane_tag[n]), .lane_complete_o(lane_complete[n])

module reset_tb #(
  parameter     Rpu       = "batch",
  parameter int Width     = 4,
  parameter int SuperWarp = 1,
  parameter int Ports     = 1,
  parameter int Words     = 1,
  parameter int Intake    = 1,
  parameter int Depth     = 2,
  parameter int Passes    = 2,
  parameter int Queue     = 0,
  parameter int Store     = 0,
  parameter int Later     = 0,
  parameter int FullestFirst = 1,
  parameter int RoundRobin = 1,
  parameter int Route     = 0,
  parameter int Shallow   = 0,
  parameter int SyncBanks = 0,  // of the second machine
  parameter int Latency   = 2,
  parameter int Trials    = 60
);
  localparam int NumRows      = 4;
  localparam int TagWidth     = 8;
  localparam int DataWidth    = 4;
  localparam int MaxLatency   = 4;
  localparam int NumBanks     = Words * Width;
  localparam int NumPorts     = Ports * NumBanks;
  localparam int BankWidth    = $clog2(NumPorts);
  localparam int AddrWidth    = BankWidth + 3;
  localparam int LatencyWidth = $clog2(MaxLatency + Route + 1);
  localparam int Serial       = (72'(Rpu) == 72'("serial")) ? 1 : 0;
  localparam int Lanes        = SuperWarp * Width;
  localparam int Taken        = (Serial != 0) ? Width : Lanes;
  localparam int NumTags      = (Serial != 0 || 72'(Rpu) == 72'("batch")) ? 1 : Width;

  logic clk, rst_n;
  logic [1:0] valid, write, ready, access_valid;
  logic [1:0]                  shown_write;          // as the machine sees it
  logic [TagWidth-1:0]         tag           [2];
  logic [TagWidth-1:0]         shown_tag     [2];
  logic [Taken-1:0]            active        [2];
  logic [Taken*AddrWidth-1:0]  addr          [2];
  logic [Taken*DataWidth-1:0]  data          [2];
  logic [NumPorts*AddrWidth-1:0] bank_req    [2];
  logic [NumPorts-1:0]         bank_write    [2];
  logic [NumPorts*DataWidth-1:0] bank_data   [2];
  logic [Lanes-1:0]            lane_valid    [2];
  logic [Lanes*BankWidth-1:0]  lane_bank     [2];
  logic [Lanes*DataWidth-1:0]  lane_data     [2];
  logic [NumTags*TagWidth-1:0] lane_tag      [2];
  logic [NumTags-1:0]          lane_complete [2];

  for (genvar n = 0; n < 2; n++) begin : gen_machine
    memory_machine #(
      .Rpu(Rpu), .Width(Width), .NumBanks(NumBanks), .Ports(Ports), .Words(Words), .NumRows(NumRows),
      .AddrWidth(AddrWidth), .DataWidth(DataWidth), .TagWidth(TagWidth), .MaxLatency(MaxLatency), .SuperWarp(SuperWarp),
      .Intake(Intake), .Shallow(Shallow), .Depth(Depth), .Passes(Passes), .Route(Route), .Queue(Queue), .Store(Store),
      .Later(Later), .FullestFirst(FullestFirst), .RoundRobin(RoundRobin), .ReturnLane(BankWidth),
      .SyncBanks(n * SyncBanks)
    ) u_machine (`PORTS(n));
  end

  int  warp [2];  // of the super warp that goes in
  int  compared, slots, last_trial;
  logic unknown;          // any bit of what is not valid
  logic [31:0] signature; // of all outputs that mean something
  logic differs, busy, crowd;  // crowd: all requests of a machine are to one bank, so that they wait

  // Offers something to machine n in this cycle, if the dice say so.
  task automatic offer(input int n);
    if (Serial == 0 || warp[n] == 0) begin  // the warps of a super warp agree
      write[n] = 1'($urandom);
      tag[n]   = TagWidth'($urandom);
    end
    active[n] = Taken'($urandom);
    if (active[n] == '0) active[n] = ~active[n];
    for (int i = 0; i < Taken; i++) begin
      addr[n][i*AddrWidth +: AddrWidth] = AddrWidth'($urandom % (NumBanks * NumRows));
      if (crowd) addr[n][i*AddrWidth +: BankWidth] = BankWidth'(last_trial + n);
      data[n][i*DataWidth +: DataWidth] = DataWidth'($urandom);
    end
    valid[n] = ready[n] && ($urandom % 8 != 0);
    if (valid[n]) warp[n] = (warp[n] + 1) % SuperWarp;
    for (int i = 0; i < Taken; i++) begin
      if (!active[n][i] || !valid[n]) addr[n][i*AddrWidth +: AddrWidth] = {AddrWidth{unknown}};
      if (!active[n][i] || !valid[n] || !write[n]) data[n][i*DataWidth +: DataWidth] = {DataWidth{unknown}};
    end
    shown_write[n] = valid[n] ? write[n] : unknown;
    shown_tag[n]   = valid[n] ? tag[n] : {TagWidth{unknown}};
    if (!valid[n]) active[n] = {Taken{unknown}};
  endtask

  task automatic note(input logic [31:0] value);
    signature = {signature[30:0], signature[31]} ^ value;
  endtask

  task automatic compare;
    differs = ready[0] !== ready[1] || access_valid[0] !== access_valid[1];
    if (access_valid[0]) begin
      busy = 1'b0;
      for (int b = 0; b < NumPorts; b++) begin
        busy = busy | bank_req[0][b*AddrWidth + AddrWidth-1];
        if (bank_req[0][b*AddrWidth + AddrWidth-1] !== bank_req[1][b*AddrWidth + AddrWidth-1]) differs = 1'b1;
        if (bank_req[0][b*AddrWidth + AddrWidth-1] && (^bank_req[0][b*AddrWidth +: AddrWidth]) === 1'bx) differs = 1'b1;
        if (bank_req[0][b*AddrWidth + AddrWidth-1] &&
            {bank_req[0][b*AddrWidth +: AddrWidth], bank_write[0][b]} !==
            {bank_req[1][b*AddrWidth +: AddrWidth], bank_write[1][b]}) differs = 1'b1;
        if (bank_req[0][b*AddrWidth + AddrWidth-1])
          note(32'({bank_req[0][b*AddrWidth +: AddrWidth], bank_write[0][b]}));
      end
      if (busy) slots = slots + 1;
      if (lane_valid[0] !== lane_valid[1] || (^lane_valid[0]) === 1'bx) differs = 1'b1;
      for (int i = 0; i < NumTags; i++) begin
        if (NumTags == 1 || lane_valid[0][i]) begin
          if ({lane_tag[0][i*TagWidth +: TagWidth], lane_complete[0][i]} !==
              {lane_tag[1][i*TagWidth +: TagWidth], lane_complete[1][i]}) differs = 1'b1;
          note(32'({lane_tag[0][i*TagWidth +: TagWidth], lane_complete[0][i]}));
        end
      end
      for (int i = 0; i < Lanes; i++) if (lane_valid[0][i]) note(32'({lane_bank[0][i*BankWidth +: BankWidth]}));
      note(32'(lane_valid[0]));
    end
    note(32'({ready, access_valid}));
    compared = compared + 1;
    if (differs || (^{ready, access_valid, signature}) === 1'bx) begin
      $display("FAIL: after reset %0d: ready %b, at the banks %b, lanes %b and %b", last_trial, ready, access_valid,
               lane_valid[0], lane_valid[1]);
      $fatal(1, "what was before the reset matters");
    end
  endtask

  task automatic edges;
    #1 clk = 1'b1;
    #1 clk = 1'b0;
    #1;
  endtask

  initial begin
    {clk, rst_n, valid, write} = '0;
    {compared, slots, signature} = '0;
    unknown = $test$plusargs("zeros") ? 1'b0 : 1'bx;
    repeat (4) edges();
    for (int trial = 0; trial < Trials; trial++) begin
      last_trial = trial;
      for (int n = 0; n < 2; n++) warp[n] = 0;
      rst_n = 1'b1;
      crowd = 1'($urandom);
      for (int cycle = $urandom % 24 + 3; cycle > 0; cycle--) begin
        for (int n = 0; n < 2; n++) offer(n);
        edges();
      end
      rst_n = 1'b0;
      edges();
      rst_n = 1'b1;
      for (int n = 0; n < 2; n++) warp[n] = 0;
      for (int cycle = 0; cycle < 20; cycle++) begin
        compare();
        offer(0);
        {valid[1], shown_write[1]} = {valid[0], shown_write[0]};
        shown_tag[1] = shown_tag[0];
        active[1] = active[0];
        addr[1]   = addr[0];
        data[1]   = data[0];
        edges();
      end
      rst_n = 1'b0;
      valid = '0;
      edges();
    end
    if (slots < compared / 4) $fatal(1, "too little happened");
    $display("%0d cycles compared, %0d slots, signature %h", compared, slots, signature);
    $display("PASS");
    $finish;
  end
endmodule
