// SPDX-License-Identifier: Apache-2.0
// Plays the file +events to the chooser of regions and prints every choice, a digit a region, the last region first:
//   k INDEX VALUE       loads an entry of the key
//   a IDLE ACTIVE ADDR  after IDLE cycles an access, ADDR the lanes' addresses of 32 bits, lane 0 lowest
//   c                   the block is complete
// What is not valid is unknown.

`timescale 1ns / 1ns

module region_chooser_tb;
  parameter     Mapping   = "pad";
  parameter int Width     = 4;
  parameter int NumBanks  = 4;
  parameter int NumRows   = 16;
  parameter int Regions   = 4;
  parameter int ScoreBits = 12;

  logic                clk = 1'b0;
  logic                rst_n = 1'b0;
  logic                key_valid = 1'b0;
  logic [31:0]         key_index = 'x;
  logic [31:0]         key_value = 'x;
  logic                access = 1'b0;
  logic [Width-1:0]    active = 'x;
  logic [Width*32-1:0] addr = 'x;
  logic                choose = 1'b0;
  logic                busy, bit_valid;
  logic [31:0]         bit_index, bit_value;
  logic [Regions-1:0]  chosen;

  region_chooser #(
    .Mapping(Mapping), .Width(Width), .NumBanks(NumBanks), .NumRows(NumRows), .Regions(Regions), .ScoreBits(ScoreBits)
  ) u_chooser (
    .clk_i(clk), .rst_ni(rst_n), .key_valid_i(key_valid), .key_index_i(key_index), .key_value_i(key_value),
    .access_i(access), .active_i(active), .addr_i(addr), .choose_i(choose), .busy_o(busy),
    .key_valid_o(bit_valid), .key_index_o(bit_index), .key_value_o(bit_value)
  );

  task automatic cycle;
    if (bit_valid) chosen[bit_index[30:0]] = bit_value[0];
    #1 clk = 1'b1;
    #1 clk = 1'b0;
  endtask

  int           file, first, cycles;
  logic [8*1:1] event_of;
  reg   [1023:0] name;

  initial begin
    if (!$value$plusargs("events=%s", name)) $finish(1);
    file = $fopen(name, "r");
    cycle();
    rst_n = 1'b1;
    while ($fscanf(file, " %s", event_of) == 1) begin
      if (event_of == "k") begin
        first = $fscanf(file, "%d %d", key_index, key_value);
        key_valid = 1'b1;
        cycle();
        key_valid = 1'b0;
        key_index = 'x;
        key_value = 'x;
      end else if (event_of == "a") begin
        first = $fscanf(file, "%d", cycles);
        while (cycles > 0) begin
          cycle();
          cycles = cycles - 1;
        end
        first = $fscanf(file, "%h %h", active, addr);
        access = 1'b1;
        cycle();
        access = 1'b0;
        active = 'x;
        addr = 'x;
      end else begin
        choose = 1'b1;
        chosen = 'x;
        cycle();
        choose = 1'b0;
        cycles = 0;
        while (busy) begin
          cycle();
          cycles = cycles + 1;
        end
        if (cycles > Width + Regions) $display("busy for %0d cycles", cycles);
        $display("%b", chosen);
      end
    end
    $finish;
  end
endmodule
