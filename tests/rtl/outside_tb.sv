// SPDX-License-Identifier: Apache-2.0
// Any bits are an address, and any bits an entry of the key: of two memory machines with the same dispatches, one gets
// addresses and keys of any bits, and unknown addresses and words on lanes that request nothing; the other gets what
// these bits count as (docs/spec/machines.md, "Any bits"), and 0. They do the same in every cycle, also after resets of
// one cycle at any time, and their memories hold the same words; with SyncBanks the first one has banks like SRAM
// macros. Under Icarus Verilog.
`define PORTS(n) .clk_i(clk), .rst_ni(rst_n), .latency_i(LatencyWidth'(Route + 2)), \
  .key_valid_i(key_valid), .key_index_i(key_index), .key_value_i(key_value[n]), \
  .dispatch_valid_i(valid), .dispatch_ready_o(ready[n]), .dispatch_write_i(write), .dispatch_tag_i(tag), \
  .dispatch_active_i(active), .dispatch_addr_i(addr[n]), .dispatch_data_i(data[n]), .access_valid_o(access_valid[n]), \
  .bank_req_o(bank_req[n]), .bank_write_o(bank_write[n]), .bank_data_o(bank_data[n]), .lane_valid_o(lane_valid[n]), \
  .lane_bank_o(lane_bank[n]), .lane_data_o(lane_data[n]), .lane_tag_o(lane_tag[n]), .lane_complete_o(lane_complete[n])

module outside_tb #(
  parameter     Rpu       = "batch",
  parameter     Mapping   = "identity",
  parameter int Width     = 4,
  parameter int NumBanks  = Width,
  parameter int NumRows   = 4,
  parameter int SuperWarp = 1,
  parameter int SlotRule  = 0,
  parameter int Ports     = 1,
  parameter int Route     = 0,
  parameter int Queue     = 0,
  parameter int Shallow   = 0,
  parameter int SyncBanks = 0,
  parameter int Entries   = 0,  // of the key
  parameter int IdleX     = 1,  // 0: lanes that request nothing get any known bits
  parameter int Cycles    = 1500
);
  localparam int TagWidth     = 8;
  localparam int DataWidth    = 8;
  localparam int MaxLatency   = 2;
  localparam int NumPorts     = Ports * NumBanks;
  localparam int BankWidth    = (NumPorts > 1) ? $clog2(NumPorts) : 1;
  localparam int RowWidth     = (NumRows > 1) ? $clog2(NumRows) : 1;
  localparam int AddrWidth    = BankWidth + RowWidth + 3;
  localparam int LatencyWidth = $clog2(MaxLatency + Route + 1);
  localparam int Serial       = (48'(Rpu) == 48'("serial")) ? 1 : 0;
  localparam int Lanes        = SuperWarp * Width;
  localparam int Taken        = (Serial != 0) ? Width : Lanes;
  localparam int NumTags      = (Serial != 0 || 40'(Rpu) == 40'("batch")) ? 1 : Width;
  localparam int Place        = (NumBanks > 1) ? $clog2(NumBanks) : 1;  // bits of a bank

  logic clk, rst_n, valid, write, key_valid;
  logic [31:0]                 key_index;
  logic [31:0]                 key_value [2];
  logic [TagWidth-1:0]         tag;
  logic [Taken-1:0]            active;
  logic [1:0]                  ready, access_valid;
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
      .Rpu(Rpu), .Mapping(Mapping), .Width(Width), .NumBanks(NumBanks), .SuperWarp(SuperWarp), .NumRows(NumRows),
      .AddrWidth(AddrWidth), .DataWidth(DataWidth), .TagWidth(TagWidth), .MaxLatency(MaxLatency), .SlotRule(SlotRule),
      .Shallow(Shallow), .Route(Route), .Ports(Ports), .Depth(2), .Passes(2), .Queue(Queue), .ReturnLane(BankWidth),
      .SyncBanks((n == 0) ? SyncBanks : 0)
    ) u_machine (`PORTS(n));
  end

  int   warp;  // of the super warp that goes in
  int   outside, slots, reads;
  logic differs;

  task automatic edges;
    #1 clk = 1'b1;
    #1 clk = 1'b0;
    #1;
  endtask

  task automatic offer;
    logic [AddrWidth-1:0] any;
    if (Serial == 0 || warp == 0) begin  // the warps of a super warp agree
      write = 1'($urandom);
      tag   = TagWidth'($urandom);
    end
    active = Taken'($urandom);
    if (active == '0) active = ~active;
    for (int i = 0; i < Taken; i++) begin
      any = AddrWidth'($urandom);
      if (32'(any) >= NumBanks * NumRows && active[i]) outside = outside + 1;
      addr[0][i*AddrWidth +: AddrWidth] = any;
      addr[1][i*AddrWidth +: AddrWidth] = AddrWidth'(32'(any) % (1 << (Place + RowWidth)) % (NumBanks * NumRows));
      data[0][i*DataWidth +: DataWidth] = DataWidth'($urandom);
      data[1][i*DataWidth +: DataWidth] = data[0][i*DataWidth +: DataWidth];
      if (!active[i]) begin
        addr[1][i*AddrWidth +: AddrWidth] = '0;
        data[1][i*DataWidth +: DataWidth] = '0;
        if (IdleX != 0) begin
          addr[0][i*AddrWidth +: AddrWidth] = 'x;
          data[0][i*DataWidth +: DataWidth] = 'x;
        end
      end
    end
    valid = $urandom % 8 != 0;
    #1;
    if (valid && ready[1]) warp = (warp + 1) % SuperWarp;
  endtask

  task automatic compare;
    differs = ready[0] !== ready[1] || access_valid[0] !== access_valid[1] || (^{ready, access_valid}) === 1'bx;
    if (access_valid[1]) begin
      slots = slots + 1;
      for (int b = 0; b < NumPorts; b++) begin
        if (bank_req[0][b*AddrWidth + AddrWidth-1] !== bank_req[1][b*AddrWidth + AddrWidth-1]) differs = 1'b1;
        if (bank_req[1][b*AddrWidth + AddrWidth-1] && (
            {bank_req[0][b*AddrWidth +: AddrWidth], bank_write[0][b], bank_data[0][b*DataWidth +: DataWidth]} !==
            {bank_req[1][b*AddrWidth +: AddrWidth], bank_write[1][b],
                bank_data[1][b*DataWidth +: DataWidth]})) differs = 1'b1;
      end
      if (lane_valid[0] !== lane_valid[1]) differs = 1'b1;
      for (int i = 0; i < Lanes; i++) begin
        if (lane_valid[1][i] && lane_bank[0][i*BankWidth +: BankWidth] !== lane_bank[1][i*BankWidth +: BankWidth])
          differs = 1'b1;
        if (lane_valid[1][i] && !bank_write[1][lane_bank[1][i*BankWidth +: BankWidth]]) begin
          reads = reads + 1;
          if (lane_data[0][i*DataWidth +: DataWidth] !== lane_data[1][i*DataWidth +: DataWidth]) differs = 1'b1;
        end
      end
      for (int i = 0; i < NumTags; i++) begin
        if ((NumTags == 1 || lane_valid[1][i]) && {lane_tag[0][i*TagWidth +: TagWidth], lane_complete[0][i]} !==
            {lane_tag[1][i*TagWidth +: TagWidth], lane_complete[1][i]}) differs = 1'b1;
      end
    end
    if (differs) begin
      $display("FAIL: ready %b, at the banks %b, lanes %b and %b, writes %b and %b", ready, access_valid,
               lane_valid[0], lane_valid[1], bank_write[0], bank_write[1]);
      $fatal(1, "bits that count for nothing matter");
    end
  endtask

  initial begin
    {clk, rst_n, valid, write, key_valid, warp} = '0;
    {outside, slots, reads} = '0;
    tag = '0;
    active = '0;
    for (int n = 0; n < 2; n++) {key_value[n], addr[n], data[n]} = '0;
    repeat (3) edges();
    for (int i = 0; i < Entries; i++) begin
      key_valid    = 1'b1;
      key_index    = i;
      key_value[0] = (i == 0) ? '1 : $urandom;  // one is no bank, if there are such
      key_value[1] = key_value[0] % (1 << Place) % NumBanks;
      edges();
    end
    key_valid = 1'b0;
    rst_n     = 1'b1;
    for (int cycle = 0; cycle < Cycles; cycle++) begin
      offer();
      compare();
      rst_n = $urandom % 32 != 0;
      edges();
      if (!rst_n) warp = 0;
      rst_n = 1'b1;
    end
    if (outside < Cycles / 4 || slots < Cycles / 4 || reads < Cycles / 8) $fatal(1, "too little happened");
    $display("%0d slots, %0d words read, %0d addresses outside the memory", slots, reads, outside);
    $display("PASS");
    $finish;
  end
endmodule
