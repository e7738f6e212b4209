// SPDX-License-Identifier: Apache-2.0
// A port to read a random mapping's table.
//
// Contract   combinational. entry_o is entry index_i of key_i.
// Cost       a tree of Entries - 1 multiplexers for each bit, $clog2(Entries) deep. Every request has one, hence a
//            module of its own: a synthesis makes it once and counts it.
// Source     of rsu.sv.

(* keep_hierarchy *)
module key_port #(
  parameter int Entries    = 0,  // a power of two
  parameter int EntryWidth = 0,
  parameter int IndexWidth = 0
) (
  input  logic [Entries*EntryWidth-1:0] key_i,
  input  logic [IndexWidth-1:0]         index_i,
  output logic [EntryWidth-1:0]         entry_o
);

  // Node n chooses between nodes 2*n and 2*n + 1; leaf Entries + j is entry j.
  logic [2*Entries*EntryWidth-1:0] node;

  always_comb begin : choose
    node[EntryWidth-1:0] = '0;  // there is none
    node[Entries*EntryWidth +: Entries*EntryWidth] = key_i;
    for (int bits = $clog2(Entries) - 1; bits >= 0; bits--) begin  // of n, behind its leading one
      for (int n = 1 << bits; n < 2 << bits; n++) begin
        node[n*EntryWidth +: EntryWidth] = index_i[$clog2(Entries) - 1 - bits] ?
            node[(2*n + 1)*EntryWidth +: EntryWidth] : node[2*n*EntryWidth +: EntryWidth];
      end
    end
    entry_o = node[EntryWidth +: EntryWidth];
  end

endmodule
