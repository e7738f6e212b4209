// Mapping "tabulation": bank k ^ T1[j mod 64] ^ T2[j div 64]: two small random tables instead of one with
// an entry for every row.
//
// Contract   rsu.sv.
// Key        entries 0 .. 63 are T1, from 64 on T2, all independent and uniform.
// Cost       2*log2(Width) XOR gates, one read port of a table of 64 entries and one of a table of
//            NumRows/64 a request.
// Source     Carter, Wegman, JCSS 1979; Patrascu, Thorup, "The power of simple tabulation hashing",
//            J. ACM 2012.

module map_tabulation #(
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

  localparam int LowEntries  = 64;
  localparam int LowBits     = $clog2(LowEntries);
  localparam int HighEntries = (NumRows > LowEntries) ? NumRows / LowEntries : 1;
  localparam int HighBits    = (HighEntries > 1) ? $clog2(HighEntries) : 1;

  logic [BankWidth-1:0] low_flip  [LowEntries];
  logic [BankWidth-1:0] high_flip [HighEntries];

  always_ff @(posedge clk_i) begin : key
    if (key_valid_i) begin
      if (key_index_i < LowEntries) low_flip[LowBits'(key_index_i)] <= key_value_i;
      else high_flip[HighBits'((key_index_i - LowEntries))] <= key_value_i;
    end
  end

  always_ff @(posedge clk_i) begin : map
    logic [NumRequests*AddrWidth-1:0] location;
    logic [AddrWidth-1:0]             addr;
    logic [RowBits-1:0]               row;
    logic [LowBits-1:0]               low;
    logic [HighBits-1:0]              high;
    logic [BankWidth-1:0]             bank;
    if (accept_i) begin
      for (int unsigned i = 0; i < NumRequests; i++) begin
        addr = addr_i[i*AddrWidth +: AddrWidth];
        row  = addr[BankWidth +: RowBits];
        low  = LowBits'(row);
        high = HighBits'(32'(row) >> LowBits);
        bank = BankWidth'(addr) ^ low_flip[low] ^ high_flip[high];
        location[i*AddrWidth +: AddrWidth] = {addr[AddrWidth-1:BankWidth], bank};
      end
      location_o <= location;
    end
  end

endmodule
