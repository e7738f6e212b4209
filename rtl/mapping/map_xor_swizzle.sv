// Mapping "xor-swizzle": bank k ^ (j mod Width).
//
// Contract   rsu.sv.
// Cost       log2(Width) XOR gates a request, one gate deep.
// Source     CUTLASS, Swizzle<5, 0, 5> for 32 banks.

module map_xor_swizzle #(
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
    logic [BankWidth-1:0]             bank;
    if (accept_i) begin
      for (int unsigned i = 0; i < NumRequests; i++) begin
        addr = addr_i[i*AddrWidth +: AddrWidth];
        bank = BankWidth'(addr) ^ BankWidth'(addr >> BankWidth);
        location[i*AddrWidth +: AddrWidth] = {addr[AddrWidth-1:BankWidth], bank};
      end
      location_o <= location;
    end
  end

endmodule
