// SPDX-License-Identifier: Apache-2.0
// Laws of every mapping, for every key that can be loaded: properties for scripts/prove.
//
//   R1  different addresses have different locations: a mapping is a bijection
//   R2  a word stays in its row, so a mapping is a permutation of the banks in each row
//
// Source: docs/spec/machines.md "Mappings".

module rsu_properties #(
  parameter int Property = 1,
  parameter     Mapping  = "identity",
  parameter int Width    = 32,
  parameter int NumRows  = 128,

  localparam int BankWidth = $clog2(Width),
  localparam int AddrWidth = $clog2(Width * NumRows) + 1
) (
  input logic                 clk_i,
  input logic                 key_valid_i,
  input logic [31:0]          key_index_i,
  input logic [31:0]          key_value_i,
  input logic [AddrWidth-2:0] one_i,
  input logic [AddrWidth-2:0] other_i
);

  logic [AddrWidth-1:0] one, other;

  rsu #(
    .Mapping(Mapping), .Width(Width), .NumRequests(2), .NumRows(NumRows), .AddrWidth(AddrWidth), .Hold(0)
  ) u_rsu (
    .clk_i, .key_valid_i, .key_index_i, .key_value_i,
    .accept_i(1'b1), .addr_i({1'b0, other_i, 1'b0, one_i}), .location_o({other, one})
  );

  logic holds;

  always_comb begin
    case (Property)
      1: holds = one != other || one_i == other_i;
      2: holds = one[AddrWidth-1:BankWidth] == {1'b0, one_i[AddrWidth-2:BankWidth]};
      default: holds = 1'b0;
    endcase
    assert (holds);
  end

endmodule
