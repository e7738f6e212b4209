// SPDX-License-Identifier: Apache-2.0
// A read port of a random mapping's table.
//
// Contract   combinational. entry_o is entry index_i of key_i.
// Cost       a tree of Entries - 1 multiplexers for each bit, $clog2(Entries) deep. A module, because every request has
//            one: a synthesis makes it once and counts it.
// Source     of rsu.sv.

(* keep_hierarchy *)
module key_port #(
  // Defaults are in range because Yosys elaborates them, too.
  parameter int Entries    = 1,  // a power of two
  parameter int EntryWidth = 1,
  parameter int IndexWidth = 1
) (
  input  logic [Entries*EntryWidth-1:0] key_i,
  input  logic [IndexWidth-1:0]         index_i,
  output logic [EntryWidth-1:0]         entry_o
);

  always_comb begin : choose
    logic [Entries*EntryWidth-1:0] left;  // half as many after each bit of the index, the highest first
    left = key_i;
    for (int bits = $clog2(Entries) - 1; bits >= 0; bits--) begin
      for (int j = 0; j < 1 << bits; j++) begin
        if (index_i[bits]) left[j*EntryWidth +: EntryWidth] = left[(j + (1 << bits))*EntryWidth +: EntryWidth];
      end
    end
    entry_o = left[EntryWidth-1:0];
  end

  // Ranges; machine_limits.sv says how.
  if (Entries < 1 || (Entries & (Entries - 1)) != 0) Entries_must_be_a_power_of_two u_bad_entries ();

endmodule
