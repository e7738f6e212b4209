// SPDX-License-Identifier: Apache-2.0
// A global memory of one port is the UMM of the same parameters: both get the same key and the same random dispatches,
// and do the same in every cycle. A port among idle ones changes nothing (Ports, Port). What is not valid is unknown,
// with +zeros 0; both print the same. Under Icarus Verilog.
module global_memory_tb #(
  parameter     Mapping   = "random-shift",
  parameter int Entries   = 8,   // of its table
  parameter int Ports     = 1,
  parameter int Port      = 0,   // the one that offers
  parameter int Width     = 4,
  parameter int SuperWarp = 2,
  parameter int Shallow   = 0,
  parameter int Latency   = 3,
  parameter int Cycles    = 2000
);
  localparam int NumRows      = 8;
  localparam int TagWidth     = 6;
  localparam int DataWidth    = 8;
  localparam int MaxLatency   = 4;
  localparam int BankWidth    = $clog2(Width);
  localparam int AddrWidth    = BankWidth + 4;
  localparam int LatencyWidth = $clog2(MaxLatency + 1);
  localparam int Lanes        = SuperWarp * Width;

  logic clk, rst_n, key_valid, valid, write;
  logic [31:0] key_index, key_value;
  logic [TagWidth-1:0]        tag;
  logic [Lanes-1:0]           active;
  logic [Lanes*AddrWidth-1:0] addr;
  logic [Lanes*DataWidth-1:0] data;

  logic                            unknown;    // any bit of what is not valid
  logic [31:0]                     signature;  // of all outputs that mean something
  logic [Ports-1:0]                ports_ready, ports_write;
  logic [Ports*TagWidth-1:0]       ports_tag;
  logic [Ports*Lanes-1:0]          ports_active;
  logic [Ports*Lanes*AddrWidth-1:0] ports_addr;
  logic [Ports*Lanes*DataWidth-1:0] ports_data;
  always_comb begin : other_ports
    ports_write  = {Ports{unknown}};
    ports_tag    = {(Ports*TagWidth){unknown}};
    ports_active = {(Ports*Lanes){unknown}};
    ports_addr   = {(Ports*Lanes*AddrWidth){unknown}};
    ports_data   = {(Ports*Lanes*DataWidth){unknown}};
    ports_write[Port]                                       = write;
    ports_tag[Port*TagWidth +: TagWidth]                    = tag;
    ports_active[Port*Lanes +: Lanes]                       = active;
    ports_addr[Port*Lanes*AddrWidth +: Lanes*AddrWidth]     = addr;
    ports_data[Port*Lanes*DataWidth +: Lanes*DataWidth]     = data;
  end

  logic [1:0]                 ready, access_valid, lane_complete;
  logic [Width*AddrWidth-1:0] bank_req   [2];
  logic [Width-1:0]           bank_write [2];
  logic [Width*DataWidth-1:0] bank_data  [2];
  logic [Lanes-1:0]           lane_valid [2];
  logic [Lanes*BankWidth-1:0] lane_bank  [2];
  logic [Lanes*DataWidth-1:0] lane_data  [2];
  logic [TagWidth-1:0]        lane_tag   [2];

  `define SIZES .Mapping(Mapping), .Width(Width), .SuperWarp(SuperWarp), .NumRows(NumRows), .AddrWidth(AddrWidth), \
    .DataWidth(DataWidth), .TagWidth(TagWidth), .MaxLatency(MaxLatency), .Shallow(Shallow), .ReturnLane(BankWidth)
  `define PORTS(n) .clk_i(clk), .rst_ni(rst_n), .latency_i(LatencyWidth'(Latency)), .key_valid_i(key_valid), \
    .key_index_i(key_index), .key_value_i(key_value), .access_valid_o(access_valid[n]), .bank_req_o(bank_req[n]), \
    .bank_write_o(bank_write[n]), .bank_data_o(bank_data[n]), .lane_valid_o(lane_valid[n]), \
    .lane_bank_o(lane_bank[n]), .lane_data_o(lane_data[n]), .lane_tag_o(lane_tag[n]), \
    .lane_complete_o(lane_complete[n])

  global_memory #(
    `SIZES, .NumPorts(Ports)
  ) u_global (
    `PORTS(0), .dispatch_valid_i(Ports'(valid) << Port), .dispatch_ready_o(ports_ready),
    .dispatch_write_i(ports_write), .dispatch_tag_i(ports_tag), .dispatch_active_i(ports_active),
    .dispatch_addr_i(ports_addr), .dispatch_data_i(ports_data)
  );
  assign ready[0] = ports_ready[Port];

  memory_machine #(
    `SIZES, .SlotRule(slot_rule_pkg::Group)
  ) u_umm (
    `PORTS(1), .dispatch_valid_i(valid), .dispatch_ready_o(ready[1]), .dispatch_write_i(write), .dispatch_tag_i(tag),
    .dispatch_active_i(active), .dispatch_addr_i(addr), .dispatch_data_i(data)
  );

  int row, slots, filled, several;  // filled: words, at first; several: slots with more than one lane
  logic differs, busy;

  task automatic note(input logic [31:0] value);
    signature = {signature[30:0], signature[31]} ^ value;
  endtask

  task automatic compare(input int cycle);
    differs = (valid && ready[0] !== ready[1]) || access_valid[0] !== access_valid[1] ||
        (^{ports_ready, ready[1], access_valid}) === 1'bx;
    note(32'({ports_ready, access_valid}));
    if (access_valid[1]) begin
      slots = slots + 1;
      if ((lane_valid[1] & (lane_valid[1] - 1'b1)) != '0) several = several + 1;
      note(32'({lane_valid[1], lane_tag[1], lane_complete[1]}));
      if ({lane_valid[0], lane_tag[0], lane_complete[0]} !== {lane_valid[1], lane_tag[1], lane_complete[1]})
        differs = 1'b1;
      for (int b = 0; b < Width; b++) begin
        busy = bank_req[1][b*AddrWidth + AddrWidth-1];
        if (bank_req[0][b*AddrWidth + AddrWidth-1] !== busy) differs = 1'b1;
        if (busy)
          note(32'({bank_req[1][b*AddrWidth +: AddrWidth], bank_write[1][b], bank_data[1][b*DataWidth +: DataWidth]}));
        if (busy && {bank_req[0][b*AddrWidth +: AddrWidth], bank_write[0][b],
            bank_data[0][b*DataWidth +: DataWidth]} !==
            {bank_req[1][b*AddrWidth +: AddrWidth], bank_write[1][b],
                bank_data[1][b*DataWidth +: DataWidth]}) differs = 1'b1;
      end
      for (int i = 0; i < Lanes; i++) begin
        if (lane_valid[1][i] && lane_bank[0][i*BankWidth +: BankWidth] !== lane_bank[1][i*BankWidth +: BankWidth])
          differs = 1'b1;
        if (lane_valid[1][i] && !bank_write[1][lane_bank[1][i*BankWidth +: BankWidth]] &&
            ((^lane_data[1][i*DataWidth +: DataWidth]) === 1'bx ||
             lane_data[0][i*DataWidth +: DataWidth] !== lane_data[1][i*DataWidth +: DataWidth])) differs = 1'b1;
      end
    end
    if (differs || (^signature) === 1'bx) begin
      $display("FAIL: cycle %0d: ready %b, at the banks %b, requests %h and %h, words %h and %h", cycle, ready,
          access_valid,
               bank_req[0], bank_req[1], lane_data[0], lane_data[1]);
      $fatal(1, "the global memory is not the UMM");
    end
  endtask

  task automatic edges;
    #1 clk = 1'b1;
    #1 clk = 1'b0;
    #1;
  endtask

  initial begin
    {clk, rst_n, key_valid, valid, write, key_index, key_value, tag, active, addr, data} = '0;
    {slots, several, filled, signature} = '0;
    unknown = $test$plusargs("zeros") ? 1'b0 : 1'bx;
    repeat (3) edges();
    rst_n = 1'b1;
    for (int entry = 0; entry < Entries; entry++) begin
      key_valid = 1'b1;
      key_index = entry;
      key_value = (entry * 5 / 2 + 1) % Width;
      edges();
    end
    key_valid = 1'b0;
    {key_index, key_value} = {64{unknown}};
    for (int cycle = 0; cycle < Cycles; cycle++) begin
      #1 compare(cycle);
      if (!valid || ready[1]) begin
        valid  = $urandom % 4 != 0;
        write  = 1'($urandom);
        tag    = TagWidth'($urandom);
        active = Lanes'({$urandom, $urandom});
        row    = $urandom % NumRows;  // of most lanes
        for (int i = 0; i < Lanes; i++) begin
          addr[i*AddrWidth +: AddrWidth] = AddrWidth'((($urandom % 4 != 0) ? row : $urandom % NumRows) * Width +
              $urandom % Width);
          data[i*DataWidth +: DataWidth] = DataWidth'($urandom);
        end
        if (filled < Width * NumRows) begin  // every word is written before any is read
          {valid, write} = 2'b11;
          active         = '1;
          for (int i = 0; i < Lanes; i++) addr[i*AddrWidth +: AddrWidth] = AddrWidth'((filled + i) % (Width * NumRows));
          filled = filled + Lanes;
        end
        if (active == '0) active = ~active;
        for (int i = 0; i < Lanes; i++) begin
          if (!valid || !active[i]) addr[i*AddrWidth +: AddrWidth] = {AddrWidth{unknown}};
          if (!valid || !active[i] || !write) data[i*DataWidth +: DataWidth] = {DataWidth{unknown}};
        end
        if (!valid) {write, tag, active} = {(1 + TagWidth + Lanes){unknown}};
      end
      edges();
    end
    if (slots < Cycles / 4 || several < slots / 10) $fatal(1, "too little happened");
    $display("%0d slots, %0d of several lanes, signature %h", slots, several, signature);
    $display("PASS");
    $finish;
  end
endmodule
