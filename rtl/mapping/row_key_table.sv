// r_j is entry j of a table. Added to k it is the mapping "random-shift", the RSU of the RSDMM, and with
// another key "rap", random permutation shift; as XOR it is "random-xor": the random shift without its carry
// chain.
//
// Contract   rsu.sv.
// Key        entry j is r_j. random-shift, random-xor: independent and uniform. rap: the entries of rows
//            b*Width .. b*Width + Width-1 are a random permutation of 0 .. Width-1, for each b an
//            independent one.
// Cost       one read port of a table of NumRows entries a request. It is read in the cycle of acceptance,
//            so that an SRAM needs its address a cycle earlier.
// Source     super-warp paper, Section V; Nakano, Matsumae, Ito, "The random address shift ...", CANDAR
//            2013. rap: the same authors, ICPPW 2014. random-xor: ours; Theorem 6 of the super-warp paper
//            needs only a permutation of every row and uniform independent r_j, so it holds for it, too.

module row_key_table #(
  parameter int Width       = 0,  // banks, a power of two >= 2
  parameter int NumRequests = 0,  // requests of a dispatch
  parameter int NumRows     = 0,  // words in each bank, a power of two
  parameter int AddrWidth   = 0,  // bits of an address lane, one more than a location needs

  localparam int BankWidth = $clog2(Width),
  localparam int RowBits   = (NumRows > 1) ? $clog2(NumRows) : 1
) (
  input  logic                             clk_i,
  input  logic                             key_valid_i,
  input  logic [RowBits-1:0]               key_index_i,
  input  logic [BankWidth-1:0]             key_value_i,
  input  logic [NumRequests*AddrWidth-1:0] addr_i,    // {0, row j, k} of each request
  output logic [NumRequests*BankWidth-1:0] row_key_o  // r_j of each request
);

  logic [BankWidth-1:0] r [NumRows];

  always_ff @(posedge clk_i) begin : key
    if (key_valid_i) r[key_index_i] <= key_value_i;
  end

  always_comb begin
    for (int unsigned i = 0; i < NumRequests; i++) begin
      row_key_o[i*BankWidth +: BankWidth] = r[addr_i[i*AddrWidth + BankWidth +: RowBits]];
    end
  end

endmodule
