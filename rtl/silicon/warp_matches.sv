// SPDX-License-Identifier: Apache-2.0
// Compares a warp that arrives with the earlier warps of its super warp: which of its requests are the first to want
// their address, and which lower ones of its own want a slot of the same bank ahead of them.
//
// Contract   combinational. Entries of earlier warps that are not there are inactive.
// Cost       a comparator for every request of the warp and every earlier one, its own warp's too. Depth: a comparator,
//            an OR over the earlier requests.
// Source     of warp_places.sv.

module warp_matches #(
  // Defaults are in range because Yosys elaborates them, too.
  parameter int Width     = 0,  // requests of a warp
  parameter int BankWidth = (Width > 1) ? $clog2(Width) : 1,  // bits of a bank's number
  parameter int Earlier   = 1,  // earlier warps, >= 1
  parameter int AddrWidth = 0   // bits of a location {row, bank}
) (
  input  logic [Width-1:0]                   active_i,          // requests of the warp
  input  logic [Width*AddrWidth-1:0]         addr_i,
  input  logic [Earlier*Width-1:0]           earlier_active_i,
  input  logic [Earlier*Width*AddrWidth-1:0] earlier_addr_i,
  output logic [Width*Earlier*Width-1:0]     found_o,           // bit i*Earlier*Width + k: earlier request k wants
                                                                // what request i wants
  output logic [Width-1:0]                   leads_o,           // it is the first that wants its address
  output logic [Width*Width-1:0]             ahead_o            // bit i*Width + k: request k leads in the bank of
                                                                // request i, before the first that wants i's address
);

  logic [Width*Width-1:0]         same_bank, same_addr;  // bit i*Width + k: requests i and k < i of the warp
  logic [Earlier*Width*Width-1:0] same_earlier, unused_bank;

  wire logic [Width*AddrWidth-1:0] own = addr_i;  // Icarus Verilog 11 aborts if both ports have one net
  request_pairs #(
    .Width(Width), .AddrWidth(AddrWidth), .BankWidth(BankWidth), .OneWarp(1)
  ) u_own (
    .later_i(addr_i), .earlier_i(own), .same_bank_o(same_bank), .same_addr_o(same_addr)
  );

  for (genvar m = 0; m < Earlier; m++) begin : gen_earlier
    request_pairs #(
      .Width(Width), .AddrWidth(AddrWidth), .BankWidth(BankWidth), .OneWarp(0)
    ) u_pairs (
      .later_i(addr_i), .earlier_i(earlier_addr_i[m*Width*AddrWidth +: Width*AddrWidth]),
      .same_bank_o(unused_bank[m*Width*Width +: Width*Width]), .same_addr_o(same_earlier[m*Width*Width +: Width*Width])
    );
  end

  // Bits from the lowest one on.
  function automatic logic [Width-1:0] from_lowest(input logic [Width-1:0] bits);
    from_lowest = bits;
    for (int step = 1; step < Width; step = step * 2) from_lowest = from_lowest | (from_lowest << step);
  endfunction

  always_comb begin : match
    logic [Earlier*Width-1:0] found;
    logic [Width*Width-1:0]   before_it;
    logic [Width-1:0]         alike, leads;
    for (int i = 0; i < Width; i++) begin
      for (int m = 0; m < Earlier; m++) begin
        found[m*Width +: Width] = earlier_active_i[m*Width +: Width] & same_earlier[(m*Width + i)*Width +: Width];
      end
      alike = active_i & same_addr[i*Width +: Width];
      leads[i] = active_i[i] & ~|found & ~|alike;
      before_it[i*Width +: Width] = same_bank[i*Width +: Width] & ~from_lowest(alike);
      found_o[i*Earlier*Width +: Earlier*Width] = found;
    end
    for (int i = 0; i < Width; i++) ahead_o[i*Width +: Width] = leads & before_it[i*Width +: Width];
    leads_o = leads;
  end

  // Ranges; machine_limits.sv says how.
  if (Earlier < 1) Earlier_must_be_at_least_1 u_bad_earlier ();

endmodule
