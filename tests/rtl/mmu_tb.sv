// SPDX-License-Identifier: Apache-2.0
// The pipeline and the way back of the words, in every form: random slots of lanes of several warps reach the banks
// after Latency cycles, and each lane that reads gets the word that was written last where it reads. Under Icarus
// Verilog.
module mmu_tb #(
  parameter int Width     = 16,  // banks, or their ports
  parameter int Ports     = 1,   // of a bank, 1 or 2
  parameter int NumLanes  = 2*Width,
  parameter int DataWidth = 8,
  parameter int Slices    = 2,
  parameter int SyncBanks = 0,
  parameter int OneRow    = 0,
  parameter int Latency   = 3,
  parameter int Cycles    = 3000
);
  localparam int NumRows      = 4;
  localparam int TagWidth     = 4;
  localparam int MaxLatency   = 4;
  localparam int BankWidth    = $clog2(Width);
  localparam int RowWidth     = $clog2(NumRows);
  localparam int AddrWidth    = RowWidth + BankWidth + 1;
  localparam int LatencyWidth = $clog2(MaxLatency + 1);

  // A slot: what goes in, and what comes out.
  logic                          clk, rst_n, valid, access_valid;
  logic [Width*AddrWidth-1:0]    req, bank_req;
  logic [Width-1:0]              write, bank_write;
  logic [Width*DataWidth-1:0]    data, bank_data;
  logic [NumLanes-1:0]           served, lane_valid;
  logic [NumLanes*AddrWidth-1:0] addr;
  logic [NumLanes*BankWidth-1:0] lane_bank;
  logic [NumLanes*DataWidth-1:0] lane_data;
  logic [TagWidth-1:0]           tag, lane_tag;
  logic                          complete, lane_complete;

  mmu #(
    .Width(Width), .Ports(Ports), .NumLanes(NumLanes), .NumTags(1), .AddrWidth(AddrWidth), .DataWidth(DataWidth),
    .TagWidth(TagWidth), .NumRows(NumRows), .MaxLatency(MaxLatency), .ReturnLane(BankWidth), .Slices(Slices),
    .SyncBanks(SyncBanks),
    .OneRow(OneRow)
  ) u_mmu (
    .clk_i(clk), .rst_ni(rst_n), .latency_i(LatencyWidth'(Latency)),
    .slot_valid_i(valid), .slot_bank_req_i(req), .slot_bank_write_i(write), .slot_bank_data_i(data),
    .slot_served_i(served), .slot_addr_i(addr), .slot_tag_i(tag), .slot_complete_i(complete),
    .access_valid_o(access_valid), .bank_req_o(bank_req), .bank_write_o(bank_write), .bank_data_o(bank_data),
    .lane_valid_o(lane_valid), .lane_bank_o(lane_bank), .lane_data_o(lane_data), .lane_tag_o(lane_tag),
    .lane_complete_o(lane_complete)
  );

  // What has gone in, by cycle, and the memory as it has to be.
  logic                          was_valid  [Cycles];
  logic [Width*AddrWidth-1:0]    was_req    [Cycles];
  logic [Width-1:0]              was_write  [Cycles];
  logic [Width*DataWidth-1:0]    was_data   [Cycles];
  logic [NumLanes-1:0]           was_served [Cycles];
  logic [NumLanes*AddrWidth-1:0] was_addr   [Cycles];
  logic [TagWidth:0]             was_named  [Cycles];
  logic [DataWidth-1:0]          memory     [Width/Ports*NumRows];

  logic unknown;  // any bit of what is not valid
  int   reads;
  logic [NumLanes-1:0] lanes_read;  // lanes that have read
  logic [Width-1:0]    banks_read;

  // Every bank has a row, and reads or writes; a lane goes to one of the banks.
  task automatic put(input int cycle);
    logic [RowWidth-1:0] row, of_all;
    int bank;
    valid  = $urandom % 8 != 0;
    of_all = RowWidth'($urandom);
    for (int b = 0; b < Width; b++) begin
      row = (OneRow != 0 || cycle < NumRows) ? of_all : RowWidth'($urandom);
      if (cycle < NumRows) row = RowWidth'(cycle);
      // The second port of a bank accesses another row than the first.
      if (b >= Width/Ports)
        row = req[(b - Width/Ports)*AddrWidth + BankWidth +: RowWidth] + RowWidth'(1 + $urandom % (NumRows - 1));
      req[b*AddrWidth +: AddrWidth] = {1'($urandom), row, BankWidth'(b)};
      write[b] = 1'($urandom);
      data[b*DataWidth +: DataWidth] = DataWidth'($urandom);
      if (cycle < NumRows) {req[b*AddrWidth + AddrWidth-1], write[b]} = 2'b11;  // every word is written first
    end
    if (cycle < NumRows) valid = 1'b1;
    for (int i = 0; i < NumLanes; i++) begin
      bank = $urandom % Width;
      addr[i*AddrWidth +: AddrWidth] = {1'b0, req[bank*AddrWidth +: AddrWidth-1]};
      served[i] = req[bank*AddrWidth + AddrWidth-1] && 1'($urandom);
    end
    {tag, complete} = (TagWidth + 1)'($urandom);
    was_valid[cycle]  = valid;
    was_req[cycle]    = req;
    was_write[cycle]  = write;
    was_data[cycle]   = data;
    was_served[cycle] = served;
    was_addr[cycle]   = addr;
    was_named[cycle]  = {tag, complete};
    for (int b = 0; b < Width; b++) begin
      if (!valid || !write[b] || !req[b*AddrWidth + AddrWidth-1]) data[b*DataWidth +: DataWidth] = {DataWidth{unknown}};
      if (!valid || !req[b*AddrWidth + AddrWidth-1]) write[b] = unknown;
      if (OneRow == 0 && !req[b*AddrWidth + AddrWidth-1]) req[b*AddrWidth +: AddrWidth-1] = {(AddrWidth - 1){unknown}};
    end
    for (int i = 0; i < NumLanes; i++) if (!valid || !served[i]) addr[i*AddrWidth +: AddrWidth] = {AddrWidth{unknown}};
    if (!valid) {req, served, tag, complete} = {(Width*AddrWidth + NumLanes + TagWidth + 1){unknown}};
  endtask

  task automatic fail(input int cycle, input int at);
    $display("FAIL: cycle %0d, lane or bank %0d: banks %h, lanes %h", cycle, at, bank_data, lane_data);
    $fatal(1, "the law is broken");
  endtask

  // What entered in this cycle is at the banks.
  task automatic check(input int cycle);
    int b, cell_of;
    if (access_valid !== was_valid[cycle]) fail(cycle, -1);
    if (was_valid[cycle]) begin
      if (lane_valid !== was_served[cycle] || {lane_tag, lane_complete} !== was_named[cycle]) fail(cycle, -2);
      for (int i = 0; i < NumLanes; i++) begin
        b       = 32'(was_addr[cycle][i*AddrWidth +: BankWidth]);
        cell_of = b % (Width/Ports) * NumRows + 32'(was_addr[cycle][i*AddrWidth + BankWidth +: RowWidth]);
        if (was_served[cycle][i]) begin
          if (lane_bank[i*BankWidth +: BankWidth] !== BankWidth'(b)) fail(cycle, i);
          if (!was_write[cycle][b]) begin
            if (lane_data[i*DataWidth +: DataWidth] !== memory[cell_of]) fail(cycle, i);
            reads         = reads + 1;
            lanes_read[i] = 1'b1;
            banks_read[b] = 1'b1;
          end
        end
      end
      for (int k = 0; k < Width; k++) begin
        if (bank_req[k*AddrWidth + AddrWidth-1] !== was_req[cycle][k*AddrWidth + AddrWidth-1]) fail(cycle, k);
        if (was_req[cycle][k*AddrWidth + AddrWidth-1]) begin
          cell_of = k % (Width/Ports) * NumRows + 32'(was_req[cycle][k*AddrWidth + BankWidth +: RowWidth]);
          if (was_write[cycle][k]) memory[cell_of] = was_data[cycle][k*DataWidth +: DataWidth];
          if (bank_req[k*AddrWidth +: AddrWidth] !== was_req[cycle][k*AddrWidth +: AddrWidth] ||
              bank_write[k] !== was_write[cycle][k] ||
              bank_data[k*DataWidth +: DataWidth] !== memory[cell_of]) fail(cycle, k);
        end
      end
    end
  endtask

  initial begin
    {clk, rst_n, valid, req, write, data, served, addr, tag, complete} = '0;
    {reads, lanes_read, banks_read} = '0;
    unknown = $test$plusargs("zeros") ? 1'b0 : 1'bx;
    repeat (2) begin
      #1 clk = 1'b1;
      #1 clk = 1'b0;
    end
    rst_n = 1'b1;
    for (int cycle = 0; cycle < Cycles; cycle++) begin
      put(cycle);
      #1 if (cycle >= Latency - 1) check(cycle - Latency + 1);
      #1 clk = 1'b1;
      #1 clk = 1'b0;
    end
    if (reads < Cycles / 2 || lanes_read != '1 || banks_read != '1) $fatal(1, "too little happened");
    $display("%0d words read", reads);
    $display("PASS");
    $finish;
  end
endmodule
