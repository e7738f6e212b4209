// SPDX-License-Identifier: Apache-2.0
// Takes to every bank the bits of the one request that leads there.
//
// Contract   combinational. Bit b*NumRequests + i of here_i: request i leads in bank b; obligation: at most one a bank.
//            A bank without a leader gets 0.
// Cost       an AND-OR for each request, bank and bit. A word is gathered in equal slices of a few bits, each an
//            instance of this module: a synthesis makes it once and counts it. Slices and not banks, because the bits
//            of every request go to all banks and their drivers should be inside.
// Source     of slot_select_tree.sv.

(* keep_hierarchy *)
module word_gather #(
  parameter int Width       = 0,  // banks
  parameter int NumRequests = 0,
  parameter int Bits        = 0   // of a slice
) (
  input  logic [Width*NumRequests-1:0] here_i,
  input  logic [NumRequests*Bits-1:0]  bits_i,
  output logic [Width*Bits-1:0]        bank_bits_o
);

  always_comb begin : gather
    logic [Bits-1:0] word;
    for (int b = 0; b < Width; b++) begin
      word = '0;
      for (int i = 0; i < NumRequests; i++) begin
        word = word | (bits_i[i*Bits +: Bits] & {Bits{here_i[b*NumRequests + i]}});
      end
      bank_bits_o[b*Bits +: Bits] = word;
    end
  end

`ifndef __ICARUS__  // which sees values on their way in a combinational block
  ////////////////
  // Assertions //
  ////////////////

  always_comb begin : check
    for (int b = 0; b < Width; b++) begin
      begin : OneRequestLeadsInABank
        assert ((here_i[b*NumRequests +: NumRequests] & (here_i[b*NumRequests +: NumRequests] - 1'b1)) == '0);
      end
    end
  end
`endif

endmodule
