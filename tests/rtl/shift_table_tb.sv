// SPDX-License-Identifier: Apache-2.0
// The RSU with its table of shifts in flip-flops beside the RSU with a copy in an SRAM for each request: under random
// keys and addresses both have the same, known locations in every cycle, from the first acceptance on. What is not
// valid is unknown: addresses that are not accepted, and the key's port.

`timescale 1ns / 1ns

module shift_table_tb;
  parameter     Mapping = "random-shift";
  parameter int Width   = 8;
  parameter int NumRows = 16;
  parameter int Regions = 0;

  localparam int NumRequests = 2 * Width;
  localparam int AddrWidth   = $clog2(Width * NumRows) + 1;

  logic                             clk = 1'b0;
  logic                             key_valid = 1'b0;
  logic [31:0]                      key_index = '0;
  logic [31:0]                      key_value = '0;
  logic                             accept = 1'b0;
  logic [NumRequests*AddrWidth-1:0] addr = '0;
  logic [NumRequests*AddrWidth-1:0] location, location_of_copies;

  rsu #(.Mapping(Mapping), .Width(Width), .NumRequests(NumRequests), .NumRows(NumRows), .AddrWidth(AddrWidth),
    .Regions(Regions), .RegionRows(2)) u_registers (
    .clk_i(clk), .key_valid_i(key_valid), .key_index_i(key_index), .key_value_i(key_value),
    .accept_i(accept), .addr_i(addr), .location_o(location)
  );
  rsu #(
    .Mapping(Mapping), .Width(Width), .NumRequests(NumRequests), .NumRows(NumRows), .AddrWidth(AddrWidth), .Ports(2),
    .Regions(Regions), .RegionRows(2)
  ) u_copies (
    .clk_i(clk), .key_valid_i(key_valid), .key_index_i(key_index), .key_value_i(key_value),
    .accept_i(accept), .addr_i(addr), .location_o(location_of_copies)
  );

  task automatic cycle;
    #1 clk = 1'b1;
    #1 clk = 1'b0;
  endtask

  int wrong = 0;
  int compared = 0;

  initial begin
    for (int key = 0; key < 4; key++) begin
      for (int i = 0; i < NumRows; i++) begin
        key_valid = 1'b1;
        key_index = i;
        key_value = $urandom % Width;
        cycle();
      end
      for (int i = 0; i < Regions; i++) begin
        key_index = 32'h8000_0000 | i;
        key_value = $urandom % 2;
        cycle();
      end
      key_valid = 1'b0;
      {key_index, key_value} = 'x;
      for (int n = 0; n < 200; n++) begin
        accept = (n == 0) || ($urandom % 3 != 0);
        for (int i = 0; i < NumRequests; i++) addr[i*AddrWidth +: AddrWidth] = AddrWidth'($urandom % (Width * NumRows));
        if (!accept) addr = 'x;
        cycle();
        compared++;
        if (location !== location_of_copies || (^location) === 1'bx) wrong++;
      end
      accept = 1'b0;
    end
    $display("%0d cycles compared, %0d differ", compared, wrong);
    if (wrong == 0) $display("PASS");
    else $display("FAIL: the forms of the table differ");
    $finish;
  end
endmodule
