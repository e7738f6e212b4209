// SPDX-License-Identifier: Apache-2.0
// Slot selection of the UMM: all pending requests in the row of the lowest one, the slot's address group.
//
// The banks get one row address. So no bank needs its request's row, and requests are compared with one row instead of
// with each other; what is left to find out is which banks are busy, and whose word a bank writes.
//
// Contract   combinational. Same requests as slot_select_tree serves of the pending ones that address_group lets pass.
//            Idle banks show the slot's row too.
// Cost       address_group.sv; for the lowest request that writes to a bank lowest_of_banks.sv; for each request and
//            bank an AND-OR of the word.
// Source     DMM/UMM paper (IPDPSW 2012), Sections I.B and II; docs/spec/machines.md "One dispatch".

module slot_select_row #(
  parameter int Width       = 0,  // banks
  parameter int Warp        = Width,  // requests of a warp
  parameter int NumRequests = 0,  // requests of a dispatch, a multiple of Warp
  parameter int AddrWidth   = 0,  // bits of an address lane, one more than a location needs
  parameter int DataWidth   = 0,  // bits of a word
  parameter int Shallow     = 0   // 1: logarithmic depth, for silicon; 0: fast to simulate
) (
  input  logic                             write_i,     // the dispatch writes
  input  logic [NumRequests-1:0]           pending_i,   // requests not served yet
  input  logic [NumRequests*AddrWidth-1:0] addr_i,      // location {0, row, bank} of each request
  input  logic [NumRequests*DataWidth-1:0] data_i,      // words to write, don't care on a read
  output logic [NumRequests-1:0]           leads_o,     // the lowest of them of each bank
  output logic [NumRequests-1:0]           served_o,    // requests that the slot serves
  output logic [Width*AddrWidth-1:0]       bank_req_o,  // per bank {busy, the slot's row, bank}
  output logic [Width*DataWidth-1:0]       bank_data_o  // per bank the word of its lowest request, 0 on a read
);

  localparam int BankWidth = (Width > 1) ? $clog2(Width) : 1;
  localparam int RowWidth  = AddrWidth - 1 - BankWidth;

  logic [RowWidth-1:0]        row;
  logic [Width*AddrWidth-1:0] req;

  address_group #(
    .Width(Width), .NumRequests(NumRequests), .AddrWidth(AddrWidth)
  ) u_group (
    .pending_i, .addr_i, .group_o(served_o), .row_o(row)
  );

  lowest_of_banks #(
    .Width(Width), .NumRequests(NumRequests), .AddrWidth(AddrWidth), .Shallow(Shallow)
  ) u_lowest (
    .among_i(served_o), .addr_i, .lowest_o(leads_o)
  );

  slot_gather #(
    .Width(Width), .Warp(Warp), .NumRequests(NumRequests), .AddrWidth(AddrWidth), .DataWidth(DataWidth),
    .Shallow(Shallow), .OneRow(1)
  ) u_to_banks (
    .write_i, .leads_i(leads_o), .addr_i, .data_i, .bank_req_o(req), .bank_data_o
  );

  always_comb begin : one_row
    for (int b = 0; b < Width; b++) begin
      bank_req_o[b*AddrWidth +: AddrWidth] = {req[b*AddrWidth + AddrWidth - 1], row, BankWidth'(b)};
    end
  end

  // Ranges; machine_limits.sv says how.
  if (Shallow < 0 || Shallow > 1) Shallow_must_be_0_or_1 u_bad_shallow ();

endmodule
