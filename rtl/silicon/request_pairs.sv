// SPDX-License-Identifier: Apache-2.0
// Compares every request of one warp with every request of another: which pairs are in one bank, and which at one
// address.
//
// Contract   combinational. Bit i*Width + k of an output is about request i of the later warp and request k of the
//            earlier one. With OneWarp = 1 both are the same warp, and a request is compared with lower ones only; the
//            other bits are 0.
// Cost       a comparator for each pair. A module, because all pairs of warps are alike: a synthesis makes it once and
//            counts it.
// Source     of slot_select_tree.sv.

(* keep_hierarchy *)
module request_pairs #(
  parameter int Width     = 0,  // requests of a warp
  parameter int AddrWidth = 0,  // bits of a location {row, bank}
  parameter int BankWidth = 0,  // its low bits that are the bank
  parameter int OneWarp   = 0   // 1: both warps are the same
) (
  input  logic [Width*AddrWidth-1:0] later_i,
  input  logic [Width*AddrWidth-1:0] earlier_i,
  output logic [Width*Width-1:0]     same_bank_o,
  output logic [Width*Width-1:0]     same_addr_o
);

  localparam int RowWidth = AddrWidth - BankWidth;

  always_comb begin : compare
    logic [Width*Width-1:0] same_bank, same_addr;
    same_bank = '0;
    same_addr = '0;
    for (int i = 0; i < Width; i++) begin
      for (int k = 0; k < Width; k++) begin
        if (OneWarp == 0 || k < i) begin
          same_bank[i*Width + k] = earlier_i[k*AddrWidth +: BankWidth] == later_i[i*AddrWidth +: BankWidth];
          same_addr[i*Width + k] = same_bank[i*Width + k] &&
            earlier_i[k*AddrWidth+BankWidth +: RowWidth] == later_i[i*AddrWidth+BankWidth +: RowWidth];
        end
      end
    end
    same_bank_o = same_bank;
    same_addr_o = same_addr;
  end

endmodule
