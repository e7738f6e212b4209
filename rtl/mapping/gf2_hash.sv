// bank k ^ M*j, the product over GF(2): bit b of the bank is bit b of k, flipped if the bits of the row j
// that line b of M selects have odd parity. What ipoly (M constant) and h3 (M random) have in common.
//
// Contract   rsu.sv.
// Cost       with M a constant one XOR gate for each of its ones; with M in registers an AND and an XOR
//            gate for each of its elements; a tree of depth log2 of the row's bits, for each request.

module gf2_hash #(
  parameter int Width       = 0,  // banks, a power of two >= 2
  parameter int NumRequests = 0,  // requests of a dispatch
  parameter int NumRows     = 0,  // words in each bank, a power of two
  parameter int AddrWidth   = 0,  // bits of an address lane, one more than a location needs

  localparam int BankWidth = $clog2(Width),
  localparam int RowBits   = (NumRows > 1) ? $clog2(NumRows) : 1
) (
  input  logic                             clk_i,
  input  logic [BankWidth*RowBits-1:0]     matrix_i,    // line b at [b*RowBits +: RowBits]
  input  logic                             accept_i,
  input  logic [NumRequests*AddrWidth-1:0] addr_i,      // {0, row j, k} of each request
  output logic [NumRequests*AddrWidth-1:0] location_o   // {0, row j, bank} of each request
);

  always_ff @(posedge clk_i) begin : map
    logic [NumRequests*AddrWidth-1:0] location;
    logic [AddrWidth-1:0]             addr;
    logic [RowBits-1:0]               row;
    logic [BankWidth-1:0]             bank;
    if (accept_i) begin
      for (int unsigned i = 0; i < NumRequests; i++) begin
        addr = addr_i[i*AddrWidth +: AddrWidth];
        row  = addr[BankWidth +: RowBits];
        for (int unsigned b = 0; b < BankWidth; b++) begin
          bank[b] = addr[b] ^ (^(row & matrix_i[b*RowBits +: RowBits]));
        end
        location[i*AddrWidth +: AddrWidth] = {addr[AddrWidth-1:BankWidth], bank};
      end
      location_o <= location;
    end
  end

endmodule
