// Mappings with a number r_j for every row j in a table. With Adds: bank (k + r_j) mod Width,
// "random-shift", the RSU of the RSDMM, and with another key "rap", random permutation shift. Without:
// bank k ^ r_j, "random-xor", the random shift without its carry chain.
//
// Contract   rsu.sv.
// Key        entry j is r_j. random-shift, random-xor: independent and uniform. rap: the entries of rows
//            b*Width .. b*Width + Width-1 are a random permutation of 0 .. Width-1, for each b an
//            independent one.
// Cost       an adder or XOR of log2(Width) bits and one read port of a table of NumRows entries a request.
//            The table is read in the cycle of acceptance, so that an SRAM needs its address a cycle earlier.
// Source     super-warp paper, Section V; Nakano, Matsumae, Ito, "The random address shift ...", CANDAR
//            2013. rap: the same authors, ICPPW 2014. random-xor: ours; Theorem 6 of the super-warp paper
//            needs only a permutation of every row and uniform independent r_j, so it holds for it, too.

module map_table #(
  parameter bit Adds        = 0,  // bank (k + r_j) mod Width; else k ^ r_j
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
  input  logic                             accept_i,
  input  logic [NumRequests*AddrWidth-1:0] addr_i,      // {0, row j, k} of each request
  output logic [NumRequests*AddrWidth-1:0] location_o   // {0, row j, bank} of each request
);

  logic [BankWidth-1:0] r [NumRows];

  always_ff @(posedge clk_i) begin : key
    if (key_valid_i) r[key_index_i] <= key_value_i;
  end

  always_ff @(posedge clk_i) begin : map
    logic [NumRequests*AddrWidth-1:0] location;
    logic [AddrWidth-1:0]             addr;
    logic [RowBits-1:0]               row;
    logic [BankWidth-1:0]             k, bank;
    if (accept_i) begin
      for (int unsigned i = 0; i < NumRequests; i++) begin
        addr = addr_i[i*AddrWidth +: AddrWidth];
        row  = addr[BankWidth +: RowBits];
        k    = BankWidth'(addr);
        bank = Adds ? k + r[row] : k ^ r[row];
        location[i*AddrWidth +: AddrWidth] = {addr[AddrWidth-1:BankWidth], bank};
      end
      location_o <= location;
    end
  end

endmodule
