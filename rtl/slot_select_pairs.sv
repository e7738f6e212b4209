// SPDX-License-Identifier: Apache-2.0
// Slot selection where a bank gives two words, its halves, in a time unit: all pending requests in the row of the
// lowest one of the bank.
//
// Contract   combinational. Halves 2*k and 2*k + 1 are bank k; both get the row of the bank's lowest pending request,
//            if something in them is asked for. On a write each half gets the word of its lowest request.
// Cost       the selection of half as many banks, lowest_of_banks.sv and slot_gather.sv.
// Source     docs/spec/banks.md.

module slot_select_pairs #(
  parameter int Width       = 0,  // halves of banks, an even number from 4 on
  parameter int Warp        = Width,  // requests of a warp
  parameter int NumRequests = 0,  // requests of a dispatch
  parameter int AddrWidth   = 0,  // bits of an address lane, one more than a location needs
  parameter int DataWidth   = 0,  // bits of a word
  parameter int Shallow     = 0   // 1: logarithmic depth, for silicon; 0: fast to simulate
) (
  input  logic                             write_i,     // the dispatch writes
  input  logic [NumRequests-1:0]           pending_i,   // requests not served yet
  input  logic [NumRequests*AddrWidth-1:0] addr_i,      // location {0, row, half} of each request
  input  logic [NumRequests*DataWidth-1:0] data_i,      // words to write, don't care on a read
  output logic [NumRequests-1:0]           leads_o,     // the lowest one served of each half
  output logic [NumRequests-1:0]           served_o,    // requests this slot serves
  output logic [Width*AddrWidth-1:0]       bank_req_o,  // per half {valid, row, half}
  output logic [Width*DataWidth-1:0]       bank_data_o  // per half the word of its lowest request, 0 on a read
);

  localparam int CellWidth = AddrWidth - 1;  // of {0, row, bank}

  logic [NumRequests*CellWidth-1:0] cells;
  logic [NumRequests-1:0]           unused_leads;
  logic [Width/2*CellWidth-1:0]     unused_req;
  logic [Width/2-1:0]               unused_data;

  always_comb begin : without_halves
    for (int i = 0; i < NumRequests; i++) cells[i*CellWidth +: CellWidth] = addr_i[i*AddrWidth+1 +: CellWidth];
  end

  if (Shallow == 0) begin : gen_loop
    slot_select_loop #(
      .Width(Width/2), .NumRequests(NumRequests), .AddrWidth(CellWidth), .DataWidth(1), .Leads(0)
    ) u_banks (
      .write_i(1'b0), .pending_i, .addr_i(cells), .data_i({NumRequests{1'b0}}),
      .leads_o(unused_leads), .served_o, .bank_req_o(unused_req), .bank_data_o(unused_data)
    );
  end else begin : gen_tree
    slot_select_tree #(
      .Width(Width/2), .Warp(Warp), .NumRequests(NumRequests), .AddrWidth(CellWidth), .DataWidth(1)
    ) u_banks (
      .write_i(1'b0), .pending_i, .addr_i(cells), .data_i({NumRequests{1'b0}}),
      .leads_o(unused_leads), .served_o, .bank_req_o(unused_req), .bank_data_o(unused_data)
    );
  end

  lowest_of_banks #(
    .Width(Width), .NumRequests(NumRequests), .AddrWidth(AddrWidth), .Shallow(Shallow)
  ) u_lowest (
    .among_i(served_o), .addr_i, .lowest_o(leads_o)
  );

  slot_gather #(
    .Width(Width), .Warp(Warp), .NumRequests(NumRequests), .AddrWidth(AddrWidth), .DataWidth(DataWidth),
    .Shallow(Shallow)
  ) u_to_banks (
    .write_i, .leads_i(leads_o), .addr_i, .data_i, .bank_req_o, .bank_data_o
  );

  // Ranges; machine_limits.sv says how.
  if (Width == 2 || Width % 2 != 0) Width_must_be_an_even_number_from_4_on u_bad_width ();
  if (Shallow < 0 || Shallow > 1) Shallow_must_be_0_or_1 u_bad_shallow ();

endmodule
