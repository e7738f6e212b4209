// r_j is j mod Width. Added to k it is the mapping "pad", what padding every row by one word does, without
// the words; as XOR it is "xor-swizzle".
//
// Contract   rsu.sv.
// Cost       wires.
// Source     pad: the usual idiom of CUDA kernels (tile[32][33]). xor-swizzle: CUTLASS, Swizzle<5, 0, 5> for
//            32 banks.

module row_key_row #(
  parameter int Width       = 0,  // banks, a power of two >= 2
  parameter int NumRequests = 0,  // requests of a dispatch
  parameter int AddrWidth   = 0,  // bits of an address lane, one more than a location needs

  localparam int BankWidth = $clog2(Width)
) (
  input  logic [NumRequests*AddrWidth-1:0] addr_i,    // {0, row j, k} of each request
  output logic [NumRequests*BankWidth-1:0] row_key_o  // r_j of each request
);

  always_comb begin
    for (int unsigned i = 0; i < NumRequests; i++) begin
      row_key_o[i*BankWidth +: BankWidth] = BankWidth'(addr_i[i*AddrWidth +: AddrWidth] >> BankWidth);
    end
  end

endmodule
