// Mapping "ipoly": bank k ^ (j(x) * x^n mod P), with the row j as a polynomial over GF(2) and P of
// degree n = log2(Width). All bits of the row take part.
//
// Contract   rsu.sv.
// Cost       gf2_hash.sv with a constant matrix: its column i is x^(n+i) mod P.
// Source     Rau, "Pseudo-randomly interleaved memory", ISCA 1991; GPGPU-Sim for 16, 32 and 64 banks:
//            x^4+x+1, x^5+x^2+1, x^6+x+1. These are the smallest primitive polynomials of their degrees;
//            for the other widths we take the smallest primitive ones, too.

module map_ipoly #(
  parameter int Width       = 0,  // banks, a power of two >= 2
  parameter int NumRequests = 0,  // requests of a dispatch
  parameter int NumRows     = 0,  // words in each bank, a power of two
  parameter int AddrWidth   = 0,  // bits of an address lane, one more than a location needs

  localparam int BankWidth = $clog2(Width),
  localparam int RowBits   = (NumRows > 1) ? $clog2(NumRows) : 1
) (
  input  logic                             clk_i,
  input  logic                             accept_i,
  input  logic [NumRequests*AddrWidth-1:0] addr_i,      // {0, row j, k} of each request
  output logic [NumRequests*AddrWidth-1:0] location_o   // {0, row j, bank} of each request
);

  // P without its leading term: x^2+1 for 32 banks, x+1 for all others up to 128.
  localparam logic [BankWidth-1:0] Polynomial = (Width == 32) ? BankWidth'(5) : BankWidth'(3);

  function automatic logic [BankWidth*RowBits-1:0] matrix_of(input logic [BankWidth-1:0] polynomial);
    logic [BankWidth-1:0] power;  // x^e mod P
    power     = BankWidth'(1);
    matrix_of = '0;
    for (int unsigned e = 1; e < BankWidth + RowBits; e++) begin
      power = (power << 1) ^ (polynomial & {BankWidth{power[BankWidth-1]}});
      for (int unsigned b = 0; b < BankWidth; b++) begin
        if (e >= BankWidth) matrix_of[b*RowBits + e - BankWidth] = power[b];
      end
    end
  endfunction

  localparam logic [BankWidth*RowBits-1:0] Matrix = matrix_of(Polynomial);

  gf2_hash #(
    .Width(Width), .NumRequests(NumRequests), .NumRows(NumRows), .AddrWidth(AddrWidth)
  ) u_hash (.clk_i, .matrix_i(Matrix), .accept_i, .addr_i, .location_o);

  if (Width > 128) begin : gen_bad_width
    Width_must_be_at_most_128_for_ipoly u_error ();
  end

endmodule
