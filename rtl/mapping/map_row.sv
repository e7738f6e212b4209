// Mappings by the row's own number j. With Adds: bank (k + j) mod Width, "pad", what padding every row by
// one word does, without the words. Without: bank k ^ (j mod Width), "xor-swizzle".
//
// Contract   rsu.sv.
// Cost       an adder, or XOR gates one deep, of log2(Width) bits a request.
// Source     pad: the usual idiom of CUDA kernels (tile[32][33]). xor-swizzle: CUTLASS, Swizzle<5, 0, 5> for
//            32 banks.

module map_row #(
  parameter bit Adds        = 0,  // bank (k + j) mod Width; else k ^ (j mod Width)
  parameter int Width       = 0,  // banks, a power of two >= 2
  parameter int NumRequests = 0,  // requests of a dispatch
  parameter int AddrWidth   = 0,  // bits of an address lane, one more than a location needs

  localparam int BankWidth = $clog2(Width)
) (
  input  logic                             clk_i,
  input  logic                             accept_i,
  input  logic [NumRequests*AddrWidth-1:0] addr_i,      // {0, row j, k} of each request
  output logic [NumRequests*AddrWidth-1:0] location_o   // {0, row j, bank} of each request
);

  always_ff @(posedge clk_i) begin : map
    logic [NumRequests*AddrWidth-1:0] location;
    logic [AddrWidth-1:0]             addr;
    logic [BankWidth-1:0]             k, j, bank;
    if (accept_i) begin
      for (int unsigned i = 0; i < NumRequests; i++) begin
        addr = addr_i[i*AddrWidth +: AddrWidth];
        k    = BankWidth'(addr);
        j    = BankWidth'(addr >> BankWidth);
        bank = Adds ? k + j : k ^ j;
        location[i*AddrWidth +: AddrWidth] = {addr[AddrWidth-1:BankWidth], bank};
      end
      location_o <= location;
    end
  end

endmodule
