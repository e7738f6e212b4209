// Random shift unit (RSU): turns the address j*Width + k of every request into its location, cell j of
// bank f(j, k), and holds the locations of the dispatch under way for the RPU. For every row j, f is a
// permutation of the banks: a location holds one word.
//
// Contract   addresses {0, row j, k} are taken over on a rising edge with accept_i high; locations
//            {0, row j, bank} stand from then on until the next such edge. Lanes of threads that request
//            nothing come out as anything.
// Key        the random mappings have a table, written through the key port: entry key_index_i takes
//            key_value_i on a rising edge with key_valid_i high. Obligation: the whole key is loaded
//            before the memory holds anything (with another key the same words are elsewhere), and not on
//            an edge with accept_i high.
// Cost       a register of all addresses, whatever the mapping; besides, nothing for the identity, and what
//            tests/rtl/mapping_cost.sh prints for the others.
// Source     super-warp paper, Section V: the RSU "just reads the value of r_j and performs one addition
//            operation for each memory access request". That is RandomShift; the others are alternatives.

module rsu #(
  parameter int Mapping     = 0,  // one of mapping_pkg
  parameter int Width       = 0,  // banks, a power of two >= 2
  parameter int NumRequests = 0,  // requests of a dispatch
  parameter int NumRows     = 0,  // words in each bank, a power of two
  parameter int AddrWidth   = 0   // bits of an address lane, one more than a location needs
) (
  input  logic                             clk_i,
  input  logic                             key_valid_i,
  input  logic [31:0]                      key_index_i,  // of an entry of the mapping's table
  input  logic [31:0]                      key_value_i,  // < Width
  input  logic                             accept_i,
  input  logic [NumRequests*AddrWidth-1:0] addr_i,
  output logic [NumRequests*AddrWidth-1:0] location_o
);

  localparam int BankWidth = $clog2(Width);
  localparam int RowBits   = (NumRows > 1) ? $clog2(NumRows) : 1;

  if (Mapping == mapping_pkg::Identity) begin : gen_identity
    always_ff @(posedge clk_i) begin
      if (accept_i) location_o <= addr_i;
    end
  end else if (Mapping == mapping_pkg::Pad || Mapping == mapping_pkg::XorSwizzle) begin : gen_row
    map_row #(
      .Adds(Mapping == mapping_pkg::Pad), .Width(Width), .NumRequests(NumRequests), .AddrWidth(AddrWidth)
    ) u_map (.clk_i, .accept_i, .addr_i, .location_o);
  end else if (Mapping == mapping_pkg::Ipoly) begin : gen_ipoly
    map_ipoly #(
      .Width(Width), .NumRequests(NumRequests), .NumRows(NumRows), .AddrWidth(AddrWidth)
    ) u_map (.clk_i, .accept_i, .addr_i, .location_o);
  end else if (Mapping == mapping_pkg::RandomShift || Mapping == mapping_pkg::RandomXor) begin : gen_table
    map_table #(
      .Adds(Mapping == mapping_pkg::RandomShift),
      .Width(Width), .NumRequests(NumRequests), .NumRows(NumRows), .AddrWidth(AddrWidth)
    ) u_map (
      .clk_i, .key_valid_i, .key_index_i(key_index_i[RowBits-1:0]), .key_value_i(key_value_i[BankWidth-1:0]),
      .accept_i, .addr_i, .location_o
    );
  end else if (Mapping == mapping_pkg::H3) begin : gen_h3
    map_h3 #(
      .Width(Width), .NumRequests(NumRequests), .NumRows(NumRows), .AddrWidth(AddrWidth)
    ) u_map (
      .clk_i, .key_valid_i, .key_index_i, .key_value_i(key_value_i[BankWidth-1:0]),
      .accept_i, .addr_i, .location_o
    );
  end else if (Mapping == mapping_pkg::Tabulation) begin : gen_tabulation
    map_tabulation #(
      .Width(Width), .NumRequests(NumRequests), .NumRows(NumRows), .AddrWidth(AddrWidth)
    ) u_map (
      .clk_i, .key_valid_i, .key_index_i, .key_value_i(key_value_i[BankWidth-1:0]),
      .accept_i, .addr_i, .location_o
    );
  end else begin : gen_bad_mapping
    Mapping_must_be_one_of_mapping_pkg u_error ();
  end

  // Entries of the mapping's table.
  localparam int KeyEntries =
    (Mapping == mapping_pkg::RandomShift || Mapping == mapping_pkg::RandomXor) ? NumRows :
    (Mapping == mapping_pkg::H3)                                               ? RowBits :
    (Mapping == mapping_pkg::Tabulation) ? 64 + ((NumRows > 64) ? NumRows / 64 : 1) : 0;

  if (KeyEntries == 0) begin : gen_no_key
    logic unused_key;
    assign unused_key = ^{key_index_i, key_value_i};
  end

  ////////////////
  // Assertions //
  ////////////////

  if (KeyEntries == 0) begin : gen_check_no_key
    always @(posedge clk_i) begin
      begin : MappingHasNoKey assert (!key_valid_i); end
    end
  end else begin : gen_check_key
    always @(posedge clk_i) begin
      if (key_valid_i) begin
        begin : KeyIndexInsideTable assert (key_index_i < KeyEntries); end
        begin : KeyValueBelowWidth assert (key_value_i < Width); end
        begin : NoDispatchWhileKeyIsLoaded assert (!accept_i); end
      end
    end
  end

endmodule
