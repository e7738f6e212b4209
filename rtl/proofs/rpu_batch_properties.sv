// SPDX-License-Identifier: Apache-2.0
// Laws of the batch RPU, for every dispatch and every request: properties for scripts/prove.
//
// The prover picks two requests, once. Whether they are owed, that is accepted and not served, is tracked here from the
// ports alone. Each property is proven together with the statement that the RPU's pending bits equal these: that makes
// it inductive.
//
//   B1  a slot serves only what is owed: nothing twice, nothing that was not asked for
//   B2  when ready is high all that is owed is served: no request is lost
//   B3  while anything is owed every cycle has a slot, so the next dispatch follows without a gap
//   B4  a bank serves one address in a slot
//   B5  a bank that owes anything serves something, so with B4 and B7 the largest number of addresses that a bank owes
//       falls by one with every slot: a dispatch of congestion c leaves in c slots
//   B6  the bank of a served request gets its row
//   B7  every request to an address that is served is served with it
//   B8  exactly the last slot is marked complete
//
// Source: docs/spec/machines.md "One dispatch".

module rpu_batch_properties #(
  parameter int Property  = 1,
  parameter int Width     = 4,
  parameter int SuperWarp = 1,

  localparam int NumRequests  = SuperWarp * Width,
  localparam int BankWidth    = $clog2(Width),
  localparam int AddrWidth    = BankWidth + 3,  // four rows: they are compared and nothing else
  localparam int RequestWidth = $clog2(NumRequests)
) (
  input logic                             clk_i,
  input logic                             rst_ni,
  input logic                             dispatch_valid_i,
  input logic                             dispatch_write_i,
  input logic [NumRequests-1:0]           dispatch_active_i,
  input logic [NumRequests*AddrWidth-1:0] dispatch_addr_i,
  input logic [NumRequests-1:0]           dispatch_data_i,
  input logic [RequestWidth-1:0]          pick_i,
  input logic [RequestWidth-1:0]          other_i
);

  logic                       ready, slot_valid, complete, unused_tag;
  logic [NumRequests-1:0]     served;
  logic [Width*AddrWidth-1:0] bank_req;
  logic [Width-1:0]           unused_write, unused_data;

  // The RSU's register.
  logic [NumRequests*AddrWidth-1:0] location_q, unused_addr;

  logic                    picked_q = 1'b0;
  logic [RequestWidth-1:0] pick_q, other_q;
  wire logic               running = rst_ni & picked_q;

  always_ff @(posedge clk_i) begin
    picked_q <= 1'b1;
    if (!picked_q) begin
      pick_q  <= pick_i;
      other_q <= other_i;
    end
    if (running && ready && dispatch_valid_i) begin
      for (int i = 0; i < NumRequests; i++) begin
        location_q[i*AddrWidth +: AddrWidth] <= {1'b0, dispatch_addr_i[i*AddrWidth +: AddrWidth-1]};
      end
    end
  end

  rpu_batch #(
    .Width(Width), .SuperWarp(SuperWarp), .AddrWidth(AddrWidth), .DataWidth(1), .TagWidth(1), .Shallow(1)
  ) u_rpu (
    .clk_i, .rst_ni(running),
    .dispatch_valid_i, .dispatch_ready_o(ready), .dispatch_write_i, .dispatch_tag_i(1'b0),
    .dispatch_active_i, .dispatch_data_i, .location_i(location_q),
    .slot_valid_o(slot_valid), .slot_bank_req_o(bank_req), .slot_bank_write_o(unused_write),
    .slot_bank_data_o(unused_data), .slot_served_o(served), .slot_addr_o(unused_addr),
    .slot_tag_o(unused_tag), .slot_complete_o(complete)
  );
  (* hierconn *) wire [NumRequests-1:0] \u_rpu.pending_q ;  // Yosys joins it with the RPU's own when it flattens

  logic pick_owed_q, other_owed_q;

  always_ff @(posedge clk_i) begin
    if (!running) begin
      pick_owed_q  <= 1'b0;
      other_owed_q <= 1'b0;
    end else if (ready) begin
      pick_owed_q  <= dispatch_valid_i & dispatch_active_i[pick_q];
      other_owed_q <= dispatch_valid_i & dispatch_active_i[other_q];
    end else begin
      if (served[pick_q]) pick_owed_q <= 1'b0;
      if (served[other_q]) other_owed_q <= 1'b0;
    end
  end

  wire logic [AddrWidth-1:0] pick_at  = location_q[pick_q*AddrWidth +: AddrWidth];
  wire logic [AddrWidth-1:0] other_at = location_q[other_q*AddrWidth +: AddrWidth];
  wire logic [AddrWidth-1:0] access   = bank_req[pick_at[BankWidth-1:0]*AddrWidth +: AddrWidth];
  wire logic                 its_own  = access == {1'b1, pick_at[AddrWidth-2:0]};
  logic                      holds;

  always_comb begin
    case (Property)
      1: holds = !served[pick_q] || pick_owed_q;
      2: holds = !(ready && pick_owed_q) || served[pick_q];
      3: holds = !pick_owed_q || slot_valid;
      4: holds = !(served[pick_q] && served[other_q] && pick_at[BankWidth-1:0] == other_at[BankWidth-1:0]) ||
                 pick_at == other_at;
      5: holds = !pick_owed_q || access[AddrWidth-1];
      6: holds = !served[pick_q] || its_own;
      7: holds = !(pick_owed_q && its_own) || served[pick_q];
      8: holds = !slot_valid || complete == ready;
      default: holds = 1'b0;
    endcase
    if (running) begin
      assert (holds && pick_owed_q == \u_rpu.pending_q [pick_q] && other_owed_q == \u_rpu.pending_q [other_q]);
    end
  end

endmodule
