// SPDX-License-Identifier: Apache-2.0
// The lowest request of each bank.
//
// Contract   combinational.
// Cost       for each request and bank a comparison of the bank; with Shallow a prefix OR over requests for each bank.
// Source     docs/spec/machines.md "One dispatch": the word of the lowest lane stays.

module lowest_of_banks #(
  parameter int Width       = 0,  // banks
  parameter int NumRequests = 0,
  parameter int AddrWidth   = 0,  // bits of an address lane
  parameter int Shallow     = 0   // 1: logarithmic depth, for silicon; 0: fast to simulate
) (
  input  logic [NumRequests-1:0]           among_i,  // requests that count
  input  logic [NumRequests*AddrWidth-1:0] addr_i,   // low bits: the bank of each request
  output logic [NumRequests-1:0]           lowest_o
);

  localparam int BankWidth = (Width > 1) ? $clog2(Width) : 1;

  if (Shallow == 0) begin : gen_loop
    always_comb begin : lead
      logic                 busy [Width];
      logic [BankWidth-1:0] bank;
      for (int unsigned b = 0; b < Width; b++) busy[b] = 1'b0;
      for (int unsigned i = 0; i < NumRequests; i++) begin
        bank        = addr_i[i*AddrWidth +: BankWidth];
        lowest_o[i] = among_i[i] & ~busy[bank];
        busy[bank]  = busy[bank] | among_i[i];
      end
    end
  end else begin : gen_tree
    // The bits above the lowest one.
    function automatic logic [NumRequests-1:0] above_lowest(input logic [NumRequests-1:0] bits);
      above_lowest = bits << 1;
      for (int step = 1; step < NumRequests; step = step * 2) above_lowest = above_lowest | (above_lowest << step);
    endfunction

    always_comb begin : lead
      logic [NumRequests-1:0] here, lowest;
      lowest = '0;
      for (int b = 0; b < Width; b++) begin
        for (int i = 0; i < NumRequests; i++) begin
          here[i] = among_i[i] && addr_i[i*AddrWidth +: BankWidth] == BankWidth'(b);
        end
        lowest = lowest | (here & ~above_lowest(here));
      end
      lowest_o = lowest;
    end
  end

  // Ranges; machine_limits.sv says how.
  if (Shallow < 0 || Shallow > 1) Shallow_must_be_0_or_1 u_bad_shallow ();

endmodule
