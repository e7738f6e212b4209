// SPDX-License-Identifier: Apache-2.0
// Drives memory machines and the netlists that a synthesis made of them with the same random dispatches, and compares
// what comes out, cycle by cycle. A line for each pair:
//
//   <Unit>: <slots> slots, <differing> cycles differ
//
// The netlist of pair <Unit> is the module netlist_<Unit>, by tests/rtl/netlist.sh.

`define PORTS(n) .clk_i, .rst_ni, .latency_i(2'd2), .key_valid_i(1'b0), .key_index_i(32'd0), .key_value_i(32'd0), \
  .dispatch_valid_i(valid), .dispatch_ready_o(ready[n]), .dispatch_write_i(write), .dispatch_tag_i(tag), \
  .dispatch_active_i(active), .dispatch_addr_i(addr), .dispatch_data_i(data), .access_valid_o(access_valid[n]), \
  .bank_req_o(bank_req[n]), .bank_write_o(bank_write[n]), .bank_data_o(bank_data[n]), .lane_valid_o(lane_valid[n]), \
  .lane_bank_o(lane_bank[n]), .lane_data_o(lane_data[n]), .lane_tag_o(lane_tag[n]), .lane_complete_o(lane_complete[n])

module netlist_pair #(
  parameter int Unit    = 0,
  parameter     Rpu     = "batch",
  parameter int Width   = 4,
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
  localparam int BankWidth  = $clog2(Width);
  localparam int NumTags    = (72'(Rpu) == 72'("batch")) ? 1 : Width;

  logic                       valid, write;
  logic [TagWidth-1:0]        tag;
  logic [Width-1:0]           active;
  logic [Width*AddrWidth-1:0] addr;
  logic [Width*DataWidth-1:0] data;

  // 0: of the RTL; 1: of the netlist.
  logic                        ready         [2];
  logic                        access_valid  [2];
  logic [Width*AddrWidth-1:0]  bank_req      [2];
  logic [Width-1:0]            bank_write    [2];
  logic [Width*DataWidth-1:0]  bank_data     [2];
  logic [Width-1:0]            lane_valid    [2];
  logic [Width*BankWidth-1:0]  lane_bank     [2];
  logic [Width*DataWidth-1:0]  lane_data     [2];
  logic [NumTags*TagWidth-1:0] lane_tag      [2];
  logic [NumTags-1:0]          lane_complete [2];

  memory_machine #(
    .Rpu(Rpu), .Width(Width), .NumRows(NumRows), .AddrWidth(AddrWidth), .DataWidth(DataWidth), .TagWidth(TagWidth),
    .MaxLatency(MaxLatency), .Shallow(Shallow), .Depth(Depth), .Passes(Passes), .ReturnLane(BankWidth)
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
  end else begin : gen_5
    netlist_5 u_netlist (`PORTS(1));
  end

  // What means something of a cycle, the rest 0: banks that do something, lanes that are served, words that are read.
  typedef struct packed {
    logic                        ready;
    logic                        access_valid;
    logic [Width*AddrWidth-1:0]  bank_req;
    logic [Width-1:0]            bank_write;
    logic [Width*DataWidth-1:0]  bank_data;
    logic [Width-1:0]            lane_valid;
    logic [Width*BankWidth-1:0]  lane_bank;
    logic [Width*DataWidth-1:0]  lane_data;
    logic [NumTags*TagWidth-1:0] lane_tag;
    logic [NumTags-1:0]          lane_complete;
  } cycle_t;

  cycle_t seen [2];

  always_comb begin : mask
    for (int n = 0; n < 2; n++) begin
      seen[n]       = '0;
      seen[n].ready = ready[n];
      if (access_valid[n]) begin
        seen[n].access_valid = 1'b1;
        seen[n].lane_valid   = lane_valid[n];
        for (int b = 0; b < Width; b++) begin
          if (bank_req[n][b*AddrWidth + AddrWidth-1]) begin
            seen[n].bank_req[b*AddrWidth +: AddrWidth]  = bank_req[n][b*AddrWidth +: AddrWidth];
            seen[n].bank_write[b]                       = bank_write[n][b];
            seen[n].bank_data[b*DataWidth +: DataWidth] = bank_data[n][b*DataWidth +: DataWidth];
          end
        end
        for (int i = 0; i < Width; i++) begin
          if (lane_valid[n][i]) begin
            seen[n].lane_bank[i*BankWidth +: BankWidth] = lane_bank[n][i*BankWidth +: BankWidth];
            if (!bank_write[n][lane_bank[n][i*BankWidth +: BankWidth]]) begin
              seen[n].lane_data[i*DataWidth +: DataWidth] = lane_data[n][i*DataWidth +: DataWidth];
            end
          end
        end
        for (int i = 0; i < NumTags; i++) begin
          if (NumTags == 1 || lane_valid[n][i]) begin
            seen[n].lane_tag[i*TagWidth +: TagWidth] = lane_tag[n][i*TagWidth +: TagWidth];
            seen[n].lane_complete[i]                 = lane_complete[n][i];
          end
        end
      end
    end
  end

  int cycle, dispatches, slots, differing;

  initial begin
    valid      = 1'b0;
    cycle      = 0;
    dispatches = 0;
    slots      = 0;
    differing  = 0;
  end

  // On the falling edge the outputs of this cycle have settled, and ready holds up to the rising edge. The first
  // dispatches write every word, and nothing else comes before they have: what memories hold at first is no matter.
  always @(negedge clk_i) begin : drive
    if (rst_ni && cycle < Cycles) begin
      cycle = cycle + 1;
      if (access_valid[0]) slots = slots + 1;
      if (seen[0] != seen[1]) differing = differing + 1;
      write  = 1'($urandom);
      tag    = TagWidth'($urandom);
      active = Width'($urandom);
      if (active == '0) active = ~active;
      for (int i = 0; i < Width; i++) begin
        addr[i*AddrWidth +: AddrWidth] = AddrWidth'($urandom % (Width * NumRows));
        data[i*DataWidth +: DataWidth] = DataWidth'($urandom);
      end
      valid = ready[0] && ($urandom % 8 != 0);
      if (dispatches < NumRows) begin
        write  = 1'b1;
        active = ~Width'(0);
        for (int i = 0; i < Width; i++) addr[i*AddrWidth +: AddrWidth] = AddrWidth'(dispatches*Width + i);
      end else if (cycle < 64) begin
        valid = 1'b0;
      end
      if (valid) dispatches = dispatches + 1;
      if (cycle == Cycles) $display("%0d: %0d slots, %0d cycles differ", Unit, slots, differing);
    end
  end

endmodule

module netlist_tb;

  localparam int Cycles = 4000;

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
  netlist_pair #(.Unit(0), .Rpu("stream"), .Width(4), .Depth(2), .Passes(2), .Shallow(1), .Cycles(Cycles)) u_0 (
    .clk_i(clk), .rst_ni(rst_n));
  netlist_pair #(.Unit(1), .Rpu("stream"), .Width(2), .Depth(3), .Passes(1), .Shallow(0), .Cycles(Cycles)) u_1 (
    .clk_i(clk), .rst_ni(rst_n));
  netlist_pair #(.Unit(2), .Rpu("pipelined"), .Width(4), .Depth(2), .Passes(2), .Cycles(Cycles)) u_2 (
    .clk_i(clk), .rst_ni(rst_n));
  netlist_pair #(.Unit(3), .Rpu("crossbar"), .Width(4), .Depth(2), .Shallow(1), .Cycles(Cycles)) u_3 (
    .clk_i(clk), .rst_ni(rst_n));
  netlist_pair #(.Unit(4), .Rpu("batch"), .Width(4), .Shallow(1), .Cycles(Cycles)) u_4 (
    .clk_i(clk), .rst_ni(rst_n));
  netlist_pair #(.Unit(5), .Rpu("stream"), .Width(2), .Depth(3), .Passes(1), .Shallow(0), .Cycles(Cycles)) u_5 (
    .clk_i(clk), .rst_ni(rst_n));

endmodule
