// SPDX-License-Identifier: Apache-2.0
// Drives memory machines and their synthesised netlists with the same random dispatches, and compares their outputs
// cycle by cycle. An unknown bit equals no bit. Prints a line for each pair:
//
//   <Unit>: <slots> slots, <differing> cycles differ
//
// The netlist of pair <Unit> is the module netlist_<Unit>, made by tests/rtl/netlist.sh.

`define PORTS(n) .clk_i, .rst_ni, .latency_i(LatencyWidth'(2 + Route)), .key_valid_i(1'b0), .key_index_i(32'd0), \
  .key_value_i(32'd0), .dispatch_valid_i(valid), .dispatch_ready_o(ready[n]), .dispatch_write_i(write), \
  .dispatch_tag_i(tag), .dispatch_active_i(active), .dispatch_addr_i(addr), .dispatch_data_i(data), \
  .access_valid_o(access_valid[n]), .bank_req_o(bank_req[n]), .bank_write_o(bank_write[n]), \
  .bank_data_o(bank_data[n]), .lane_valid_o(lane_valid[n]), .lane_bank_o(lane_bank[n]), .lane_data_o(lane_data[n]), \
  .lane_tag_o(lane_tag[n]), .lane_complete_o(lane_complete[n])

module netlist_pair #(
  parameter int Unit    = 0,
  parameter     Rpu     = "batch",
  parameter int Width   = 4,
  parameter int SuperWarp = 1,
  parameter int Route   = 0,
  parameter int Intake  = 1,
  parameter int SlotRule = 0,
  parameter int Depth   = 1,
  parameter int Passes  = 1,
  parameter int Shallow = 0,
  parameter int Cycles  = 0
) (
  input logic clk_i,
  input logic rst_ni
);

  // As in netlist.sh.
  localparam int NumRows    = 2;
  localparam int AddrWidth  = 5;
  localparam int DataWidth  = 2;
  localparam int TagWidth   = 2;
  localparam int MaxLatency = 2;
  localparam int LatencyWidth = $clog2(MaxLatency + Route + 1);
  localparam int BankWidth  = $clog2(Width);
  localparam int Serial     = (72'(Rpu) == 72'("serial")) ? 1 : 0;
  localparam int NumTags    = (Serial != 0 || 72'(Rpu) == 72'("batch")) ? 1 : Width;
  localparam int Lanes      = SuperWarp * Width;

  logic                       valid, write;
  logic [TagWidth-1:0]        tag;
  logic [Width-1:0]           active;
  logic [Width*AddrWidth-1:0] addr;
  logic [Width*DataWidth-1:0] data;

  // 0: RTL; 1: netlist.
  logic                        ready         [2];
  logic                        access_valid  [2];
  logic [Width*AddrWidth-1:0]  bank_req      [2];
  logic [Width-1:0]            bank_write    [2];
  logic [Width*DataWidth-1:0]  bank_data     [2];
  logic [Lanes-1:0]            lane_valid    [2];
  logic [Lanes*BankWidth-1:0]  lane_bank     [2];
  logic [Lanes*DataWidth-1:0]  lane_data     [2];
  logic [NumTags*TagWidth-1:0] lane_tag      [2];
  logic [NumTags-1:0]          lane_complete [2];

  memory_machine #(
    .Rpu(Rpu), .Width(Width), .NumRows(NumRows), .AddrWidth(AddrWidth), .DataWidth(DataWidth), .TagWidth(TagWidth),
    .MaxLatency(MaxLatency), .SuperWarp(SuperWarp), .Route(Route), .Intake(Intake), .Shallow(Shallow),
    .SlotRule(SlotRule), .Depth(Depth), .Passes(Passes), .ReturnLane(BankWidth)
  ) u_rtl (`PORTS(0));

  if (Unit == 0) begin : gen_0
    netlist_0 u_netlist (`PORTS(1));
  end else if (Unit == 1) begin : gen_1
    netlist_1 u_netlist (`PORTS(1));
  end else if (Unit == 2) begin : gen_2
    netlist_2 u_netlist (`PORTS(1));
  end else if (Unit == 3) begin : gen_3
    netlist_3 u_netlist (`PORTS(1));
  end else if (Unit == 4) begin : gen_4
    netlist_4 u_netlist (`PORTS(1));
  end else if (Unit == 5) begin : gen_5
    netlist_5 u_netlist (`PORTS(1));
  end else if (Unit == 6) begin : gen_6
    netlist_6 u_netlist (`PORTS(1));
  end else if (Unit == 7) begin : gen_7
    netlist_7 u_netlist (`PORTS(1));
  end else if (Unit == 8) begin : gen_8
    netlist_8 u_netlist (`PORTS(1));
  end else begin : gen_9
    netlist_9 u_netlist (`PORTS(1));
  end

  localparam int SeenBits = 2 + Width*(AddrWidth + 1 + DataWidth) + Lanes*(1 + BankWidth + DataWidth)
    + NumTags*(TagWidth + 1);
  logic [SeenBits-1:0] seen [2];

  // The outputs of a cycle that mean something, all others 0: busy banks, lanes that are served, words that are read.
  for (genvar n = 0; n < 2; n++) begin : gen_seen
    logic [Width*AddrWidth-1:0]  req;
    logic [Lanes*BankWidth-1:0]  bank;
    logic [Width-1:0]            writes, busy;
    logic [Lanes-1:0]            served, read;
    logic [Width*DataWidth-1:0]  bank_word;
    logic [Lanes*DataWidth-1:0]  lane_word;
    logic [NumTags*TagWidth-1:0] tags;
    logic [NumTags-1:0]          named;
    for (genvar b = 0; b < Width; b++) begin : gen_bank
      assign busy[b] = access_valid[n] && bank_req[n][b*AddrWidth + AddrWidth-1];
      assign req[b*AddrWidth +: AddrWidth] = busy[b] ? bank_req[n][b*AddrWidth +: AddrWidth] : '0;
      assign writes[b] = busy[b] && bank_write[n][b];
      assign bank_word[b*DataWidth +: DataWidth] = busy[b] ? bank_data[n][b*DataWidth +: DataWidth] : '0;
    end
    for (genvar i = 0; i < Lanes; i++) begin : gen_lane
      assign served[i] = access_valid[n] && lane_valid[n][i];
      assign bank[i*BankWidth +: BankWidth] = served[i] ? lane_bank[n][i*BankWidth +: BankWidth] : '0;
      assign read[i] = served[i] && !writes[bank[i*BankWidth +: BankWidth]];
      assign lane_word[i*DataWidth +: DataWidth] = read[i] ? lane_data[n][i*DataWidth +: DataWidth] : '0;
    end
    for (genvar i = 0; i < NumTags; i++) begin : gen_tag
      assign named[i] = (NumTags == 1) ? access_valid[n] : served[i];
      assign tags[i*TagWidth +: TagWidth] = named[i] ? lane_tag[n][i*TagWidth +: TagWidth] : '0;
    end
    assign seen[n] = {ready[n], access_valid[n], req, writes, served, bank_word, lane_word, bank, tags,
                      named & lane_complete[n]};
  end

  // Whole super warps that write every word.
  localparam int First = (NumRows + SuperWarp - 1) / SuperWarp * SuperWarp;

  // Of the super warp, also where nothing is offered.
  logic                write_now;
  logic [TagWidth-1:0] tag_now;

  int cycle, dispatches, slots, differing;

  initial begin
    valid      = 1'b0;
    cycle      = 0;
    dispatches = 0;
    slots      = 0;
    differing  = 0;
  end

  // On the falling edge the outputs of this cycle have settled, and ready stays until the rising edge. The first
  // dispatches write every word before anything is read, so the initial contents do not matter.
  always @(negedge clk_i) begin : drive
    if (rst_ni && cycle < Cycles) begin
      cycle = cycle + 1;
      if (access_valid[0]) slots = slots + 1;
      if (seen[0] !== seen[1] || (^seen[0]) === 1'bx) differing = differing + 1;
      if (dispatches % SuperWarp == 0) begin  // the warps of a super warp agree
        write_now = 1'($urandom);
        tag_now   = TagWidth'($urandom);
      end
      active = Width'($urandom);
      if (active == '0) active = ~active;
      for (int i = 0; i < Width; i++) begin
        addr[i*AddrWidth +: AddrWidth] = AddrWidth'($urandom % (Width * NumRows));
        data[i*DataWidth +: DataWidth] = DataWidth'($urandom);
      end
      valid = ready[0] && ($urandom % 8 != 0);
      if (dispatches < First) begin
        write_now = 1'b1;
        active = ~Width'(0);
        for (int i = 0; i < Width; i++)
          addr[i*AddrWidth +: AddrWidth] = AddrWidth'((dispatches*Width + i) % (Width*NumRows));
      end else if (cycle < 64) begin
        valid = 1'b0;
      end
      if (valid) dispatches = dispatches + 1;
      // What is not valid is unknown, and must change nothing.
      write = valid ? write_now : 1'bx;
      tag   = valid ? tag_now : 'x;
      for (int i = 0; i < Width; i++) begin
        if (!valid || !active[i]) addr[i*AddrWidth +: AddrWidth] = 'x;
        if (!valid || !active[i] || !write_now) data[i*DataWidth +: DataWidth] = 'x;
      end
      if (!valid) active = 'x;
      if (cycle == Cycles) $display("%0d: %0d slots, %0d cycles differ", Unit, slots, differing);
    end
  end

endmodule

module netlist_tb #(
  parameter int Cycles = 4000
);

  logic clk, rst_n;

  initial begin
    clk   = 1'b0;
    rst_n = 1'b0;
    for (int edges = 0; edges < 2*Cycles + 16; edges++) begin
      #1 clk = !clk;
      if (edges == 8) rst_n = 1'b1;
    end
    $finish;
  end

  // As in netlist.sh.
  netlist_pair #(.Unit(2), .Rpu("pipelined"), .Width(4), .Depth(2), .Passes(2), .Shallow(1), .Cycles(Cycles)) u_2 (
    .clk_i(clk), .rst_ni(rst_n));
  netlist_pair #(.Unit(3), .Rpu("crossbar"), .Width(4), .Depth(2), .Shallow(1), .Cycles(Cycles)) u_3 (
    .clk_i(clk), .rst_ni(rst_n));
  netlist_pair #(.Unit(4), .Rpu("batch"), .Width(4), .Shallow(1), .Cycles(Cycles)) u_4 (
    .clk_i(clk), .rst_ni(rst_n));
  netlist_pair #(.Unit(7), .Rpu("serial"), .Width(2), .SuperWarp(3), .Intake(2), .Shallow(1), .Cycles(Cycles)) u_7 (
    .clk_i(clk), .rst_ni(rst_n));
  netlist_pair #(.Unit(9), .SlotRule(1), .Width(4), .Shallow(1), .Cycles(Cycles)) u_9 (
    .clk_i(clk), .rst_ni(rst_n));
  netlist_pair #(.Unit(8), .Rpu("batch"), .Width(4), .Route(2), .Shallow(1), .Cycles(Cycles)) u_8 (
    .clk_i(clk), .rst_ni(rst_n));
  netlist_pair #(.Unit(6), .Rpu("serial"), .Width(4), .SuperWarp(2), .Intake(1), .Shallow(1), .Cycles(Cycles)) u_6 (
    .clk_i(clk), .rst_ni(rst_n));
  netlist_pair #(.Unit(0), .Rpu("stream"), .Width(4), .Depth(2), .Passes(2), .Shallow(1), .Cycles(Cycles)) u_0 (
    .clk_i(clk), .rst_ni(rst_n));
  netlist_pair #(.Unit(1), .Rpu("stream"), .Width(2), .Depth(3), .Passes(1), .Shallow(0), .Cycles(Cycles)) u_1 (
    .clk_i(clk), .rst_ni(rst_n));
  netlist_pair #(.Unit(5), .Rpu("stream"), .Width(2), .Depth(3), .Passes(1), .Shallow(0), .Cycles(Cycles)) u_5 (
    .clk_i(clk), .rst_ni(rst_n));

endmodule
