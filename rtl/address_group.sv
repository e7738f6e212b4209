// SPDX-License-Identifier: Apache-2.0
// Address group of the UMM: the pending requests that lie in the row of the lowest pending one.
//
// The UMM's memory has one row address for all banks, so a slot serves one row. A dispatch of k rows has k groups, one
// behind another: this is what coalesces its requests.
//
// Contract   combinational. group_o is a subset of pending_i, and empty only if pending_i is.
// Cost       depth grows with log NumRequests (lowest request, its row) and log AddrWidth (comparison).
// Source     DMM/UMM paper (IPDPSW 2012), Section II; docs/spec/machines.md "One dispatch".

module address_group #(
  parameter int Width       = 0,  // banks
  parameter int NumRequests = 0,  // requests of a dispatch
  parameter int AddrWidth   = 0,  // bits of an address lane, one more than a location needs

  localparam int BankWidth = (Width > 1) ? $clog2(Width) : 1,
  localparam int RowWidth  = AddrWidth - BankWidth
) (
  input  logic [NumRequests-1:0]           pending_i,  // requests not served yet
  input  logic [NumRequests*AddrWidth-1:0] addr_i,     // location {0, row, bank} of each request
  output logic [NumRequests-1:0]           group_o,    // pending requests of the leader's row
  output logic [RowWidth-2:0]              row_o       // this row; 0 if none is pending
);

  logic [NumRequests-1:0] leader;  // one-hot: the lowest pending request
  assign leader = pending_i & (~pending_i + 1'b1);

  always_comb begin : compare
    logic [RowWidth-1:0]    row;
    logic [NumRequests-1:0] same;
    row = '0;
    for (int i = 0; i < NumRequests; i++) begin
      row = row | (addr_i[i*AddrWidth+BankWidth +: RowWidth] & {RowWidth{leader[i]}});
    end
    for (int i = 0; i < NumRequests; i++) begin
      same[i] = addr_i[i*AddrWidth+BankWidth +: RowWidth] == row;
    end
    group_o = same & pending_i;
    row_o   = row[RowWidth-2:0];
  end

endmodule
