// SPDX-License-Identifier: Apache-2.0
// Stands in for the random shift unit (rtl/rsu.sv) in units of tests/bench/choosing_cache.h: several of them, of which
// one is chosen at run time. So one compiled unit serves all mappings and regions.
//
// Contract   as rtl/rsu.sv. A write with bit 30 of key_index_i set, and bit 31 not, chooses RSU number key_value_i,
//            which alone gets the other writes and the addresses until the next such write.
// Source     ours. The test writes choice_pkg, and rsu_proper, which is rtl/rsu.sv under another name.

module rsu #(
  parameter     Mapping     = "identity",  // what the unit is built for counts no more
  parameter int Width       = 0,
  parameter int NumRequests = 0,
  parameter int NumRows     = 1,
  parameter int AddrWidth   = 0,
  parameter int Hold        = 1,
  parameter int Regions     = 0,
  parameter int RegionRows  = 1,
  parameter     OffMapping  = "identity"
) (
  input  logic                             clk_i,
  input  logic                             key_valid_i,
  input  logic [31:0]                      key_index_i,
  input  logic [31:0]                      key_value_i,
  input  logic                             accept_i,
  input  logic [NumRequests*AddrWidth-1:0] addr_i,
  output logic [NumRequests*AddrWidth-1:0] location_o
);

  localparam int ChoiceBits = (choice_pkg::Choices > 1) ? $clog2(choice_pkg::Choices) : 1;

  wire logic             chooses = key_valid_i && key_index_i[31:30] == 2'b01;
  logic [ChoiceBits-1:0] choice_q;

  always_ff @(posedge clk_i) begin : choose
    if (chooses) choice_q <= ChoiceBits'(key_value_i);
  end

  logic [NumRequests*AddrWidth-1:0] location [choice_pkg::Choices];

  for (genvar c = 0; c < choice_pkg::Choices; c++) begin : gen_choice
    wire logic chosen = 32'(choice_q) == c;
    rsu_proper #(
      .Mapping(choice_pkg::Mapping[c]), .Width(Width), .NumRequests(NumRequests), .NumRows(NumRows),
      .AddrWidth(AddrWidth), .Hold(Hold), .Regions(choice_pkg::Regions[c]), .RegionRows(choice_pkg::RegionRows[c]),
      .OffMapping(choice_pkg::OffMapping[c])
    ) u_rsu (
      .clk_i, .key_valid_i(key_valid_i & chosen & ~chooses), .key_index_i, .key_value_i,
      .accept_i(accept_i & chosen), .addr_i, .location_o(location[c])
    );
  end

  assign location_o = location[choice_q];

endmodule
