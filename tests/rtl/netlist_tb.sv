// SPDX-License-Identifier: Apache-2.0
// Drives memory machines and their synthesised netlists with the same random dispatches, and compares their outputs cycle
// by cycle. An unknown bit equals no bit. Prints a line for each pair:
//
//   <Unit>: <slots> slots, <differing> cycles differ
//
// The netlist of pair <Unit> is the module netlist_<Unit>, made by tests/rtl/netlist.sh.

`define PORTS(n) .clk_i, .rst_ni, .latency_i(2'd2), .key_valid_i(1'b0), .key_index_i(32'd0), .key_value_i(32'd0), \
  .dispatch_valid_i(valid), .dispatch_ready_o(ready[n]), .dispatch_write_i(write), .dispatch_tag_i(tag), \
  .dispatch_active_i(active), .dispatch_addr_i(addr), .dispatch_data_i(data), .access_valid_o(access_valid[n]), \
  .bank_req_o(bank_req[n]), .bank_write_o(bank_write[n]), .bank_data_o(bank_data[n]), .lane_valid_o(lane_valid[n]), \
  .lane_bank_o(lane_bank[n]), .lane_data_o(lane_data[n]), .lane_tag_o(lane_tag[n]), .lane_complete_o(lane_complete[n])

// The outputs of a cycle that mean something, all others 0: busy banks, lanes that are served, words that are read.
module netlist_cycle #(
  parameter int Width     = 0,
  parameter int AddrWidth = 0,
  parameter int DataWidth = 0,
  parameter int TagWidth  = 0,
  parameter int BankWidth = 0,
  parameter int NumTags   = 0,
  parameter int SeenBits  = 0
) (
  input  logic                        ready_i,
  input  logic                        access_valid_i,
  input  logic [Width*AddrWidth-1:0]  bank_req_i,
  input  logic [Width-1:0]            bank_write_i,
  input  logic [Width*DataWidth-1:0]  bank_data_i,
  input  logic [Width-1:0]            lane_valid_i,
  input  logic [Width*BankWidth-1:0]  lane_bank_i,
  input  logic [Width*DataWidth-1:0]  lane_data_i,
  input  logic [NumTags*TagWidth-1:0] lane_tag_i,
  input  logic [NumTags-1:0]          lane_complete_i,
  output logic [SeenBits-1:0]         seen_o
);

  always_comb begin : mask
    logic [Width*AddrWidth-1:0]  bank_req;
    logic [Width-1:0]            bank_write, lane_valid;
    logic [Width*DataWidth-1:0]  bank_data, lane_data;
    logic [Width*BankWidth-1:0]  lane_bank;
    logic [NumTags*TagWidth-1:0] lane_tag;
    logic [NumTags-1:0]          lane_complete;
    {bank_req, bank_write, lane_valid, bank_data, lane_data, lane_bank, lane_tag, lane_complete} = '0;
    if (access_valid_i) begin
      lane_valid = lane_valid_i;
      for (int b = 0; b < Width; b++) begin
        if (bank_req_i[b*AddrWidth + AddrWidth-1]) begin
          bank_req[b*AddrWidth +: AddrWidth]  = bank_req_i[b*AddrWidth +: AddrWidth];
          bank_write[b]                       = bank_write_i[b];
          bank_data[b*DataWidth +: DataWidth] = bank_data_i[b*DataWidth +: DataWidth];
        end
      end
      for (int i = 0; i < Width; i++) begin
        if (lane_valid_i[i]) begin
          lane_bank[i*BankWidth +: BankWidth] = lane_bank_i[i*BankWidth +: BankWidth];
          if (!bank_write_i[lane_bank_i[i*BankWidth +: BankWidth]]) begin
            lane_data[i*DataWidth +: DataWidth] = lane_data_i[i*DataWidth +: DataWidth];
          end
        end
      end
      for (int i = 0; i < NumTags; i++) begin
        if (NumTags == 1 || lane_valid_i[i]) begin
          lane_tag[i*TagWidth +: TagWidth] = lane_tag_i[i*TagWidth +: TagWidth];
          lane_complete[i]                 = lane_complete_i[i];
        end
      end
    end
    seen_o = {ready_i, access_valid_i, bank_req, bank_write, lane_valid, bank_data, lane_data, lane_bank, lane_tag,
              lane_complete};
  end

endmodule

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

  // 0: RTL; 1: netlist.
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

  localparam int SeenBits = 2 + Width*(AddrWidth + 1 + DataWidth) + Width*(1 + BankWidth + DataWidth)
    + NumTags*(TagWidth + 1);
  logic [SeenBits-1:0] seen [2];

  for (genvar n = 0; n < 2; n++) begin : gen_seen
    netlist_cycle #(
      .Width(Width), .AddrWidth(AddrWidth), .DataWidth(DataWidth), .TagWidth(TagWidth), .BankWidth(BankWidth),
      .NumTags(NumTags), .SeenBits(SeenBits)
    ) u_cycle (
      .ready_i(ready[n]), .access_valid_i(access_valid[n]), .bank_req_i(bank_req[n]), .bank_write_i(bank_write[n]),
      .bank_data_i(bank_data[n]), .lane_valid_i(lane_valid[n]), .lane_bank_i(lane_bank[n]), .lane_data_i(lane_data[n]),
      .lane_tag_i(lane_tag[n]), .lane_complete_i(lane_complete[n]), .seen_o(seen[n])
    );
  end

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

  // As in netlist.sh. Icarus Verilog 11 does not finish streams that are not pipelined.
  netlist_pair #(.Unit(2), .Rpu("pipelined"), .Width(4), .Depth(2), .Passes(2), .Cycles(Cycles)) u_2 (
    .clk_i(clk), .rst_ni(rst_n));
  netlist_pair #(.Unit(3), .Rpu("crossbar"), .Width(4), .Depth(2), .Shallow(1), .Cycles(Cycles)) u_3 (
    .clk_i(clk), .rst_ni(rst_n));
  netlist_pair #(.Unit(4), .Rpu("batch"), .Width(4), .Shallow(1), .Cycles(Cycles)) u_4 (
    .clk_i(clk), .rst_ni(rst_n));
`ifndef __ICARUS__
  netlist_pair #(.Unit(0), .Rpu("stream"), .Width(4), .Depth(2), .Passes(2), .Shallow(1), .Cycles(Cycles)) u_0 (
    .clk_i(clk), .rst_ni(rst_n));
  netlist_pair #(.Unit(1), .Rpu("stream"), .Width(2), .Depth(3), .Passes(1), .Shallow(0), .Cycles(Cycles)) u_1 (
    .clk_i(clk), .rst_ni(rst_n));
  netlist_pair #(.Unit(5), .Rpu("stream"), .Width(2), .Depth(3), .Passes(1), .Shallow(0), .Cycles(Cycles)) u_5 (
    .clk_i(clk), .rst_ni(rst_n));
`endif

endmodule
