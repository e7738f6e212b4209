// SPDX-License-Identifier: Apache-2.0
// Chooses the requests of the next slot: in every bank the lowest pending request leads, and every
// pending request to the leader's address goes with it. Form that is shallow, for silicon.
//
// Contract   combinational. Same function as slot_select_loop, proven equal by a test.
// Cost       depth: three ORs over all requests, one behind another, up to the RPU's ready: about 4 gates
//            of two inputs for each doubling of NumRequests (measured: tests/rtl/depth.sh). Area: a
//            comparator for every pair of requests, Width*NumRequests*(AddrWidth+DataWidth) AND-ORs.
// Source     docs/spec/machines.md "One dispatch"; super-warp paper, Section II.

module slot_select_tree #(
  parameter int Width       = 0,  // banks, a power of two >= 2
  parameter int NumRequests = 0,  // requests of a dispatch
  parameter int AddrWidth   = 0,  // bits of an address lane, one more than a location needs
  parameter int DataWidth   = 0   // bits of a word
) (
  input  logic                             write_i,     // the dispatch is a write
  input  logic [NumRequests-1:0]           pending_i,   // requests not served yet
  input  logic [NumRequests*AddrWidth-1:0] addr_i,      // location {0, row, bank} of each request
  input  logic [NumRequests*DataWidth-1:0] data_i,      // words to write, don't care on a read
  output logic [NumRequests-1:0]           served_o,    // requests this slot serves
  output logic [Width*AddrWidth-1:0]       bank_req_o,  // per bank its leader {valid, row, bank}
  output logic [Width*DataWidth-1:0]       bank_data_o  // per bank the leader's word, 0 on a read
);

  localparam int BankWidth = $clog2(Width);
  localparam int RowWidth  = AddrWidth - 1 - BankWidth;

  // A request leads its bank if no lower one pending is in it, and is served if it leads or if the leader
  // has its address. The comparators depend on addresses only: they settle before the requests pending.
  logic [NumRequests-1:0] leads;

  always_comb begin : compare
    logic [NumRequests-1:0] same_bank;  // which of the lower requests are in the bank of i,
    logic [NumRequests-1:0] same_addr;  // and which at its address
    leads = '0;
    for (int i = 0; i < NumRequests; i++) begin
      same_bank = '0;
      same_addr = '0;
      for (int k = 0; k < i; k++) begin
        same_bank[k] = addr_i[k*AddrWidth +: BankWidth] == addr_i[i*AddrWidth +: BankWidth];
        same_addr[k] = same_bank[k] &&
                       addr_i[k*AddrWidth+BankWidth +: RowWidth] == addr_i[i*AddrWidth+BankWidth +: RowWidth];
      end
      leads[i]    = pending_i[i] & ~|(pending_i & same_bank);
      served_o[i] = pending_i[i] & (leads[i] | (|(leads & same_addr)));
    end
  end

  // No bank has two leaders: what it gets is the OR of all requests, each masked by "leads here".
  always_comb begin : gather
    logic                 here;
    logic [AddrWidth-1:0] req;
    logic [DataWidth-1:0] word;
    for (int b = 0; b < Width; b++) begin
      req  = '0;
      word = '0;
      for (int i = 0; i < NumRequests; i++) begin
        here = leads[i] && addr_i[i*AddrWidth +: BankWidth] == BankWidth'(b);
        req  = req | ({1'b1, addr_i[i*AddrWidth+BankWidth +: RowWidth], BankWidth'(b)} & {AddrWidth{here}});
        word = word | (data_i[i*DataWidth +: DataWidth] & {DataWidth{here}});
      end
      bank_req_o[b*AddrWidth +: AddrWidth]  = req;
      bank_data_o[b*DataWidth +: DataWidth] = word & {DataWidth{write_i}};
    end
  end

endmodule
