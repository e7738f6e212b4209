// SPDX-License-Identifier: Apache-2.0
// Chooses the requests of the next slot: in every bank the lowest pending request leads, and every pending request to
// the leader's address goes with it. This form is fast to simulate.
//
// Contract   combinational. Same function as slot_select_tree, proven by tests/rtl/equivalence.sh.
// Cost       one pass over the requests: logic depth grows linearly with NumRequests. For silicon use slot_select_tree.
// Speed      no branches, and all variables are local to the block: the simulator then keeps the pass as straight-line
//            code on local memory, measured at twice the speed.
// Source     docs/spec/machines.md "One dispatch"; super-warp paper, Section II.

module slot_select_loop #(
  parameter int Width       = 0,  // banks
  parameter int NumRequests = 0,  // requests of a dispatch
  parameter int AddrWidth   = 0,  // bits of an address lane, one more than a location needs
  parameter int DataWidth   = 0,  // bits of a word
  parameter int Leads       = 1   // 0: leads_o is 0, which simulates faster
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

  localparam int BankWidth = (Width > 1) ? $clog2(Width) : 1;

  always_comb begin : select
    logic [AddrWidth-1:0]   leader [Width];
    logic [NumRequests-1:0] leads, served;
    logic [BankWidth-1:0]   bank;
    logic [AddrWidth-1:0]   want;
    logic [AddrWidth-1:0]   have;
    leads = '0;
    for (int unsigned b = 0; b < Width; b++) leader[b] = '0;
    for (int unsigned i = 0; i < NumRequests; i++) begin
      want         = {1'b1, addr_i[i*AddrWidth +: AddrWidth-1]} & {AddrWidth{pending_i[i]}};
      bank         = addr_i[i*AddrWidth +: BankWidth];
      have         = leader[bank];
      if (Leads != 0) leads[i] = !have[AddrWidth-1];
      have         = have[AddrWidth-1] ? have : want;
      leader[bank] = have;
      served[i]    = have == want;
    end
    leads_o  = leads & pending_i;
    served_o = served & pending_i;
    for (int unsigned b = 0; b < Width; b++) bank_req_o[b*AddrWidth +: AddrWidth] = leader[b];
  end

  // All that a bank serves in one slot goes to one address. The loop runs down, so the lowest thread's word wins.
  always_comb begin : winner
    logic [DataWidth-1:0] word [Width];
    for (int unsigned b = 0; b < Width; b++) word[b] = '0;
    if (write_i) begin
      for (int i = NumRequests - 1; i >= 0; i--) begin
        if (served_o[i]) word[addr_i[i*AddrWidth +: BankWidth]] = data_i[i*DataWidth +: DataWidth];
      end
    end
    for (int unsigned b = 0; b < Width; b++) bank_data_o[b*DataWidth +: DataWidth] = word[b];
  end

endmodule
