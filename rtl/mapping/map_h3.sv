// Mapping "h3": bank k ^ M*j over GF(2), with a random matrix M of log2(Width) lines.
//
// Contract   rsu.sv.
// Key        entry i is column i of M: what row bit i flips in the bank. One for each bit of a row.
// Cost       gf2_hash.sv with a matrix in registers, one flip-flop for each of its elements.
// Source     Carter, Wegman, "Universal classes of hash functions", JCSS 1979, class H3.

module map_h3 #(
  parameter int Width       = 0,  // banks, a power of two >= 2
  parameter int NumRequests = 0,  // requests of a dispatch
  parameter int NumRows     = 0,  // words in each bank, a power of two
  parameter int AddrWidth   = 0,  // bits of an address lane, one more than a location needs

  localparam int BankWidth = $clog2(Width),
  localparam int RowBits   = (NumRows > 1) ? $clog2(NumRows) : 1
) (
  input  logic                             clk_i,
  input  logic                             key_valid_i,
  input  logic [31:0]                      key_index_i,
  input  logic [BankWidth-1:0]             key_value_i,
  input  logic                             accept_i,
  input  logic [NumRequests*AddrWidth-1:0] addr_i,      // {0, row j, k} of each request
  output logic [NumRequests*AddrWidth-1:0] location_o   // {0, row j, bank} of each request
);

  logic [BankWidth*RowBits-1:0] matrix_q;

  always_ff @(posedge clk_i) begin : key
    for (int unsigned i = 0; i < RowBits; i++) begin
      if (key_valid_i && key_index_i == i) begin
        for (int unsigned b = 0; b < BankWidth; b++) matrix_q[b*RowBits + i] <= key_value_i[b];
      end
    end
  end

  gf2_hash #(
    .Width(Width), .NumRequests(NumRequests), .NumRows(NumRows), .AddrWidth(AddrWidth)
  ) u_hash (.clk_i, .matrix_i(matrix_q), .accept_i, .addr_i, .location_o);

endmodule
