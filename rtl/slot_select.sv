// SPDX-License-Identifier: Apache-2.0
// Chooses the requests of the next slot under a slot rule, in one of the forms of the choice.
//
// Contract   combinational; that of slot_select_loop.sv, with SlotRule Group of slot_select_row.sv, where a bank gives
//            two words of slot_select_pairs.sv, whose banks are halves. With Shallow of
//            logarithmic depth, for silicon.
// Source     docs/spec/machines.md "One dispatch".

module slot_select #(
  parameter int Width       = 0,  // banks, or halves of them
  parameter int Warp        = Width,  // requests of a warp
  parameter int NumRequests = 0,  // requests of a dispatch
  parameter int AddrWidth   = 0,  // bits of an address lane, one more than a location needs
  parameter int DataWidth   = 0,  // bits of a word
  parameter int SlotRule    = 0,  // what a slot may serve: one of slot_rule_pkg
  parameter int Words       = 1,  // that a bank gives in a slot: 1, or with SlotRule Word 2
  parameter int Shallow     = 0,
  parameter int Leads       = 1   // 0: leads_o may be meaningless
) (
  input  logic                             write_i,     // the dispatch is a write
  input  logic [NumRequests-1:0]           pending_i,   // requests not served yet
  input  logic [NumRequests*AddrWidth-1:0] addr_i,      // location {0, row, bank} of each request
  input  logic [NumRequests*DataWidth-1:0] data_i,      // words to write, don't care on a read
  output logic [NumRequests-1:0]           leads_o,     // requests whose bank they lead
  output logic [NumRequests-1:0]           served_o,    // requests this slot serves
  output logic [Width*AddrWidth-1:0]       bank_req_o,  // per bank its leader {valid, row, bank}
  output logic [Width*DataWidth-1:0]       bank_data_o  // per bank the leader's word, 0 on a read
);

  if (SlotRule == slot_rule_pkg::Group) begin : gen_row
    slot_select_row #(
      .Width(Width), .Warp(Warp), .NumRequests(NumRequests), .AddrWidth(AddrWidth), .DataWidth(DataWidth),
      .Shallow(Shallow)
    ) u_row (
      .write_i, .pending_i, .addr_i, .data_i, .leads_o, .served_o, .bank_req_o, .bank_data_o
    );
  end else if (Words == 2) begin : gen_pairs
    slot_select_pairs #(
      .Width(Width), .Warp(Warp), .NumRequests(NumRequests), .AddrWidth(AddrWidth), .DataWidth(DataWidth),
      .Shallow(Shallow)
    ) u_pairs (
      .write_i, .pending_i, .addr_i, .data_i, .leads_o, .served_o, .bank_req_o, .bank_data_o
    );
  end else if (Shallow != 0) begin : gen_tree
    slot_select_tree #(
      .Width(Width), .Warp(Warp), .NumRequests(NumRequests), .AddrWidth(AddrWidth), .DataWidth(DataWidth)
    ) u_tree (
      .write_i, .pending_i, .addr_i, .data_i, .leads_o, .served_o, .bank_req_o, .bank_data_o
    );
  end else begin : gen_loop
    slot_select_loop #(
      .Width(Width), .NumRequests(NumRequests), .AddrWidth(AddrWidth), .DataWidth(DataWidth), .Leads(Leads)
    ) u_loop (
      .write_i, .pending_i, .addr_i, .data_i, .leads_o, .served_o, .bank_req_o, .bank_data_o
    );
  end

endmodule
