// SPDX-License-Identifier: Apache-2.0
// Drives the RTL of a memory machine and its netlist of library cells, both with banks that answer a cycle later, with
// the same random dispatches, and compares all that means something in every cycle: whether a dispatch is taken,
// whether there is an access, and then the lanes that are served, their tags, which dispatches are complete, and the
// words that are read. Prints "<slots> slots, <cycles> cycles, <differing> differ". RTL_PARAMETERS, KEYS: mapped.sh.

module mapped_tb #(
  parameter int Cycles = 4000,
  `RTL_PARAMETERS
);

  localparam int Serial      = (72'(Rpu) == 72'("serial")) ? 1 : 0;
  localparam int Overlaps    = (Serial == 0 && 72'(Rpu) != 72'("batch")) ? 1 : 0;
  localparam int NumRequests = SuperWarp * Width;
  localparam int Taken       = (Serial != 0) ? Width : NumRequests;
  localparam int NumTags     = (Overlaps != 0) ? NumRequests : 1;
  localparam int LatencyBits = $clog2(MaxLatency + Route + 1);
  localparam int BankBits    = (NumBanks > 1) ? $clog2(NumBanks) : 1;
  localparam int UsedRows    = 16;  // spread over the bank, so that few dispatches write them all
  localparam int RowStep     = (NumRows > UsedRows) ? 1 + NumRows / UsedRows : 1;

  logic                       clk, rst_n, valid, write, key_valid;
  logic [31:0]                key_index, key_value;
  logic [TagWidth-1:0]        tag;
  logic [Taken-1:0]           active;
  logic [Taken*AddrWidth-1:0] addr;
  logic [Taken*DataWidth-1:0] data;

  // 0: RTL; 1: netlist.
  logic                              ready [2], access_valid [2];
  logic [NumRequests-1:0]            lane_valid [2];
  logic [NumRequests*DataWidth-1:0]  lane_data [2];
  logic [NumTags*TagWidth-1:0]       lane_tag [2];
  logic [NumTags-1:0]                lane_complete [2];
  logic [NumBanks*AddrWidth-1:0]     bank_req;
  logic [NumBanks-1:0]               bank_write;
  logic [NumBanks*DataWidth-1:0]     bank_data;
  logic [NumRequests*ReturnLane-1:0] lane_bank;

  `define PORTS(n) .clk_i(clk), .rst_ni(rst_n), .key_valid_i(key_valid), .key_index_i(key_index), \
    .key_value_i(key_value), .dispatch_valid_i(valid), .dispatch_ready_o(ready[n]), .dispatch_write_i(write), \
    .dispatch_tag_i(tag), .dispatch_active_i(active), .dispatch_addr_i(addr), .dispatch_data_i(data), \
    .access_valid_o(access_valid[n]), .lane_valid_o(lane_valid[n]), .lane_data_o(lane_data[n]), \
    .lane_tag_o(lane_tag[n]), .lane_complete_o(lane_complete[n])

  memory_machine #(`RTL_ASSIGNED) u_rtl (
    `PORTS(0), .latency_i(LatencyBits'(2 + Route)), .bank_req_o(bank_req), .bank_write_o(bank_write),
    .bank_data_o(bank_data), .lane_bank_o(lane_bank));

  memory_machine_cells u_cells (`PORTS(1));

  // What means something in a cycle, all else 0.
  localparam int SeenBits = 2 + NumRequests * (1 + DataWidth) + NumTags * (TagWidth + 1);
  logic [SeenBits-1:0] seen [2];
  for (genvar n = 0; n < 2; n++) begin : gen_seen
    logic [NumRequests-1:0]           served;
    logic [NumRequests*DataWidth-1:0] words;
    logic [NumTags*TagWidth-1:0]      tags;
    logic [NumTags-1:0]               named;
    for (genvar i = 0; i < NumRequests; i++) begin : gen_lane
      assign served[i] = access_valid[n] && lane_valid[n][i];
      assign words[i*DataWidth +: DataWidth] =
          (served[i] && !bank_write[lane_bank[i*ReturnLane +: BankBits]]) ? lane_data[n][i*DataWidth +: DataWidth] : '0;
    end
    for (genvar i = 0; i < NumTags; i++) begin : gen_tag
      assign named[i] = (NumTags == 1) ? access_valid[n] : served[i];
      assign tags[i*TagWidth +: TagWidth] = named[i] ? lane_tag[n][i*TagWidth +: TagWidth] : '0;
    end
    assign seen[n] = {ready[n], access_valid[n], served, words, tags, named & lane_complete[n]};
  end

  function automatic logic [AddrWidth-1:0] location(input int word);
    return AddrWidth'((word / NumBanks % UsedRows * RowStep % NumRows) * NumBanks + word % NumBanks);
  endfunction

  localparam int UsedWords = UsedRows * NumBanks;
  localparam int Writes    = (UsedWords + Taken - 1) / Taken;              // dispatches that write every used word
  localparam int First     = (Writes + SuperWarp - 1) / SuperWarp * SuperWarp;  // whole super warps
  int cycle, dispatches, slots, differing;

  task automatic tick;
    #1 clk = 1'b1;
    #1 clk = 1'b0;
  endtask

  task automatic load_key(input logic [31:0] index, input logic [31:0] value);
    key_valid = 1'b1;
    key_index = index;
    key_value = value;
    tick();
  endtask

  initial begin
    {clk, rst_n, valid, write, key_valid} = '0;
    {dispatches, slots, differing} = '0;
    {tag, active, addr, data, key_index, key_value} = '0;
    for (int i = 0; i < 4; i++) tick();
    rst_n = 1'b1;
    for (int i = 0; i < `KEYS; i++) load_key(i, $urandom);
    for (int q = 0; q < Regions; q++) begin
      if (RegionRows != 0) begin
        load_key({1'b1, 31'(q)}, q % 2);
      end else begin  // a table: every second of equal parts
        load_key({1'b1, 31'(2 * q)}, q * NumRows / Regions);
        load_key({1'b1, 31'(2 * q + 1)}, q * NumRows / Regions + NumRows / Regions / 2 - 1);
      end
    end
    key_valid = 1'b0;
    for (cycle = 0; cycle < Cycles; cycle++) begin
      #1;
      if (access_valid[0]) slots++;
      if (seen[0] !== seen[1]) differing++;
      if (dispatches % SuperWarp == 0 || Serial == 0) begin  // the warps of a super warp agree
        write = 1'($urandom);
        tag   = TagWidth'($urandom);
      end
      active = '0;
      for (int i = 0; i < Taken; i++) begin
        active[i] = ($urandom % 8 != 0);
        addr[i*AddrWidth +: AddrWidth] = location($urandom % UsedWords);
        data[i*DataWidth +: DataWidth] = DataWidth'($urandom);
      end
      if (active == '0) active = ~active;
      if (dispatches < First) begin
        write  = 1'b1;
        active = '1;
        for (int i = 0; i < Taken; i++) addr[i*AddrWidth +: AddrWidth] = location((dispatches*Taken + i) % UsedWords);
      end
      #1;
      valid = ready[0] && ($urandom % 8 != 0) && (cycle < Cycles / 2 || cycle > Cycles / 2 + 40);  // a pause drains it
      if (valid) dispatches++;
      tick();
    end
    $display("%0d slots, %0d cycles, %0d differ", slots, Cycles, differing);
    $finish;
  end

endmodule
