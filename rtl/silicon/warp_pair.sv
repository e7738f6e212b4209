// SPDX-License-Identifier: Apache-2.0
// Two warps of a super warp: which requests of the later one have, in the earlier one, a pending request in their bank
// or a leader at their address.
//
// Contract   combinational. Bit i of an output is about request i of the later warp. behind_o depends on pending_i and
//            follows_o on leads_i, both of the earlier warp. With OneWarp = 1 both are the same warp, and a request is
//            compared with lower ones only.
// Cost       request_pairs.sv, and an AND-OR for each pair and output. A module, because all pairs of warps are alike:
//            a synthesis makes it once and counts it.
// Source     of slot_select_tree.sv.

(* keep_hierarchy *)
module warp_pair #(
  parameter int Width     = 0,  // requests of a warp
  parameter int AddrWidth = 0,  // bits of a location {row, bank}
  parameter int BankWidth = 0,  // its low bits that are the bank
  parameter int OneWarp   = 0   // 1: both warps are the same
) (
  input  logic [Width*AddrWidth-1:0] later_i,
  input  logic [Width*AddrWidth-1:0] earlier_i,
  input  logic [Width-1:0]           pending_i,
  input  logic [Width-1:0]           leads_i,
  output logic [Width-1:0]           behind_o,
  output logic [Width-1:0]           follows_o
);

  logic [Width*Width-1:0] same_bank, same_addr;

  request_pairs #(
    .Width(Width), .AddrWidth(AddrWidth), .BankWidth(BankWidth), .OneWarp(OneWarp)
  ) u_pairs (
    .later_i, .earlier_i, .same_bank_o(same_bank), .same_addr_o(same_addr)
  );

  always_comb begin : find_pending
    for (int i = 0; i < Width; i++) behind_o[i] = |(pending_i & same_bank[i*Width +: Width]);
  end

  always_comb begin : find_leader
    for (int i = 0; i < Width; i++) follows_o[i] = |(leads_i & same_addr[i*Width +: Width]);
  end

endmodule
