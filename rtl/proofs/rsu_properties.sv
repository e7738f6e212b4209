// SPDX-License-Identifier: Apache-2.0
// Laws of every mapping, for every key, with entries that are no banks too, and all bits and tables of regions that can
// be loaded: properties for scripts/prove.
//
//   R1  different words have different locations, all in banks that exist: a mapping is a bijection
//   R2  a word stays in its row, so a mapping is a permutation of the banks in each row
//   R3  with regions, a word of a region whose bit was last written 1 is where the same key has it without regions, and
//       one whose bit was last written 0 is where OffMapping has it; with a table the same in the rows between the
//       bounds last written, and in all others
//
// Any bits are an address: of the word that it is modulo what the bits of a row and a bank can name, and then modulo
// the number of words. Source: docs/spec/machines.md "Mappings", "Any bits", "Regions".

module rsu_properties #(
  parameter int Property   = 1,
  parameter     Mapping    = "identity",
  parameter int Width      = 32,
  parameter int NumRows    = 128,
  parameter int Regions    = 0,
  parameter int RegionRows = 1,
  parameter     OffMapping = "identity",

  localparam int BankWidth = (Width > 1) ? $clog2(Width) : 1,
  localparam int RowBits   = (NumRows > 1) ? $clog2(NumRows) : 1,
  localparam int AddrWidth = BankWidth + RowBits + 2  // two bits more than an address needs
) (
  input logic                 clk_i,
  input logic                 key_valid_i,
  input logic [31:0]          key_index_i,
  input logic [31:0]          key_value_i,
  input logic [AddrWidth-1:0] one_i,
  input logic [AddrWidth-1:0] other_i
);

  logic [AddrWidth-1:0] one, other, everywhere, elsewhere;

  function automatic logic [AddrWidth-1:0] word_of(input logic [AddrWidth-1:0] addr);
    word_of = AddrWidth'(addr[BankWidth+RowBits-1:0]);
    for (int i = 0; i < 3; i++) begin  // the bits name less than four times as many
      if (32'(word_of) >= Width * NumRows) word_of = word_of - AddrWidth'(Width * NumRows);
    end
  endfunction
  wire logic [AddrWidth-1:0] word = word_of(one_i), other_word = word_of(other_i);

  rsu #(
    .Mapping(Mapping), .Width(Width), .NumRequests(2), .NumRows(NumRows), .AddrWidth(AddrWidth), .Hold(0),
    .Regions(Regions), .RegionRows(RegionRows), .OffMapping(OffMapping)
  ) u_rsu (
    .clk_i, .key_valid_i, .key_index_i, .key_value_i,
    .accept_i(1'b1), .addr_i({other_i, one_i}), .location_o({other, one})
  );

  rsu #(
    .Mapping(OffMapping), .Width(Width), .NumRequests(1), .NumRows(NumRows), .AddrWidth(AddrWidth), .Hold(0)
  ) u_off (
    .clk_i, .key_valid_i(1'b0), .key_index_i, .key_value_i,
    .accept_i(1'b1), .addr_i(one_i), .location_o(elsewhere)
  );

  rsu #(
    .Mapping(Mapping), .Width(Width), .NumRequests(1), .NumRows(NumRows), .AddrWidth(AddrWidth), .Hold(0)
  ) u_everywhere (
    .clk_i, .key_valid_i(key_valid_i & ~key_index_i[31]), .key_index_i, .key_value_i,
    .accept_i(1'b1), .addr_i(one_i), .location_o(everywhere)
  );

  // Registers start with any values. So R3 speaks of bits and keys that were written.
  localparam int MostEntries = 128;
  localparam int Writes      = (RegionRows == 0) ? 2 * Regions : Regions;
  localparam int RegionBits  = (Writes > 1) ? $clog2(Writes) : 1;
  logic [MostEntries-1:0]       seen  = '0;  // entries of the key
  logic [(1 << RegionBits)-1:0] known = '0;  // bits, or bounds, of regions
  logic [(1 << RegionBits)-1:0] on;
  logic [31:0]                  bound [(1 << RegionBits)];

  wire logic [RegionBits-1:0] written = RegionBits'(key_index_i);
  wire logic [AddrWidth+31:0] padded  = (AddrWidth + 32)'(word);
  wire logic [RegionBits-1:0] region  =
      (Regions > 1) ? padded[BankWidth + $clog2((RegionRows > 0) ? RegionRows : 1) +: RegionBits] : '0;

  always_ff @(posedge clk_i) begin
    if (key_valid_i && key_index_i[31]) begin
      on[written]    <= key_value_i[0];
      bound[written] <= 32'(key_value_i[RowBits-1:0]);
      known[written] <= 1'b1;
    end
    if (key_valid_i && key_index_i < MostEntries) seen[key_index_i[6:0]] <= 1'b1;
  end

  logic listed;  // by the table
  always_comb begin
    listed = 1'b0;
    for (int q = 0; q < Regions; q++) begin
      if (RegionRows == 0 && bound[RegionBits'(2*q)] <= 32'(word[AddrWidth-1:BankWidth])
          && 32'(word[AddrWidth-1:BankWidth]) <= bound[RegionBits'(2*q + 1)]) listed = 1'b1;
    end
  end
  wire logic is_known = (RegionRows == 0) ? &known : known[region];
  wire logic is_on    = (RegionRows == 0) ? listed : on[region];

  wire logic [31:0] first = 32'(one[AddrWidth-1:BankWidth]) * Width;  // word of the row in which `one` lies
  logic holds;

  always_comb begin
    case (Property)
      1: holds = (one == other) == (word == other_word) && 32'(one[BankWidth-1:0]) < Width;
      2: holds = first <= 32'(word) && 32'(word) < first + Width;
      3: holds = !is_known || (is_on ? one == everywhere || !(&seen) : one == elsewhere);
      default: holds = 1'b0;
    endcase
    assert (holds);
  end

endmodule
