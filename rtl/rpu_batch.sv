// SPDX-License-Identifier: Apache-2.0
// Request packing unit (RPU): turns one dispatch of SuperWarp*Width requests into conflict-free slots.
//
// A dispatch of congestion c leaves as exactly c slots in consecutive cycles, and the next dispatch's first slot
// follows the last one without a gap. Requests to one address merge, over all warps of the super warp; on a merged
// write the lowest thread wins. (SlotRule Broadcast merges less.) Banks with two ports serve two words in a slot.
//
// With SuperWarp = 1 this is how the DMM itself serialises a warp ("requests destined for the same bank are processed
// sequentially"), not extra hardware. The SDMM's RPU is the same unit, wider.
//
// Handshake  valid/ready. A dispatch is accepted on the rising edge where both are high; ready does not depend on
//            valid. Ready is high in the cycle of a last slot and while idle.
// Timing     accepted at the end of cycle t-1, first slot in t (with Route, t + Route), last slot and ready in t+c-1:
//
//              clk      _/~\_/~\_/~\_/~\_
//              dispatch  A   B   B            A: congestion 2, B: congestion 1
//              ready     1   0   1   1
//              slot          A0  A1  B0
//              complete      0   1   1
//
// Source     super-warp paper, Sections II and IV, figs. 4 and 6; docs/spec/machines.md "One dispatch".

module rpu_batch #(
  // Defaults are in range because Yosys elaborates them, too.
  parameter int Width     = 0,  // threads of a warp
  parameter int NumBanks  = Width,
  parameter int SuperWarp = 1,  // warps of a super warp, >= 1
  parameter int AddrWidth = 0,  // bits of an address lane, one more than a location needs
  parameter int DataWidth = 0,  // bits of a word
  parameter int TagWidth  = 0,  // bits of the dispatch's name
  parameter int SlotRule  = 0,  // what a slot may serve: one of slot_rule_pkg
  parameter int Shallow   = 0,  // 1: logarithmic depth, for silicon; 0: fast to simulate
  parameter int Route     = 0,  // stages of the network that takes requests to their banks, slot_router.sv; 0: they go
                                // through multiplexers, and slots leave in the cycle in which they are chosen

  parameter int Ports     = 1,  // of a bank, 1 or 2; 2: SlotRule Word or Group, Route 0
  parameter int Words     = 1,  // that a bank gives in a slot, 1 or 2; 2: banks 2*k and 2*k + 1 are the halves of one

  localparam int NumRequests = SuperWarp * Width,
  localparam int NumPorts    = Ports * NumBanks  // port p of bank b is number p*NumBanks + b
) (
  input  logic                             clk_i,
  input  logic                             rst_ni,             // synchronous, active low

  // The dispatch: one access by one super warp; all its requests read or all write.
  input  logic                             dispatch_valid_i,
  output logic                             dispatch_ready_o,
  input  logic                             dispatch_write_i,
  input  logic [TagWidth-1:0]              dispatch_tag_i,     // returned with every slot
  input  logic [NumRequests-1:0]           dispatch_active_i,  // threads that request; none: no slot
  input  logic [NumRequests*DataWidth-1:0] dispatch_data_i,    // don't care on a read

  // The accepted dispatch's locations {0, row, bank}, from the RSU's register: valid from the cycle after acceptance
  // until the next dispatch is accepted.
  input  logic [NumRequests*AddrWidth-1:0] location_i,

  // The slot of this cycle (mmu.sv).
  output logic                             slot_valid_o,
  output logic [NumPorts*AddrWidth-1:0]    slot_bank_req_o,    // per port of a bank {valid, row, port}
  output logic [NumPorts-1:0]              slot_bank_write_o,
  output logic [NumPorts*DataWidth-1:0]    slot_bank_data_o,   // per port the word to write
  output logic [NumRequests-1:0]           slot_served_o,      // threads this slot serves
  output logic [NumRequests*AddrWidth-1:0] slot_addr_o,        // {0, row, port} of every thread's request
  output logic [TagWidth-1:0]              slot_tag_o,         // of the one dispatch that a slot serves
  output logic                             slot_complete_o     // the dispatch's last slot
);

  logic [NumRequests-1:0]           pending_q, candidates, leads, served, left;
  logic [NumPorts*AddrWidth-1:0]    bank_req;
  logic [NumPorts*DataWidth-1:0]    bank_data;
  logic [NumRequests*AddrWidth-1:0] slot_addr;
  logic [NumRequests*DataWidth-1:0] data_q;
  logic [TagWidth-1:0]              tag_q;
  logic                             write_q;

  if (SlotRule == slot_rule_pkg::Word || SlotRule == slot_rule_pkg::Group) begin : gen_all
    assign candidates = pending_q;
  end else if (SlotRule == slot_rule_pkg::Broadcast) begin : gen_broadcast
    broadcast_word #(
      .Width(NumBanks), .NumRequests(NumRequests), .AddrWidth(AddrWidth)
    ) u_broadcast (
      .pending_i(pending_q), .addr_i(location_i), .group_o(candidates)
    );
  end else begin : gen_bad_slot_rule
    SlotRule_must_be_one_of_slot_rule_pkg u_error ();
  end

  if (Ports == 1) begin : gen_one_port
    slot_select #(
      .Width(NumBanks), .Warp(Width), .NumRequests(NumRequests), .AddrWidth(AddrWidth), .DataWidth(DataWidth),
      .SlotRule(SlotRule), .Words(Words), .Shallow(Shallow), .Leads((Route != 0) ? 1 : 0)
    ) u_select (
      .write_i(write_q), .pending_i(candidates), .addr_i(location_i), .data_i(data_q),
      .leads_o(leads), .served_o(served), .bank_req_o(bank_req), .bank_data_o(bank_data)
    );
    assign slot_addr = location_i;
  end else begin : gen_two_ports
    logic [NumRequests-1:0] first, second;  // by ports
    two_ports #(
      .Width(NumBanks), .Warp(Width), .NumRequests(NumRequests), .AddrWidth(AddrWidth), .DataWidth(DataWidth),
      .SlotRule(SlotRule), .Words(Words), .Shallow(Shallow)
    ) u_ports (
      .write_i(write_q), .pending_i(candidates), .addr_i(location_i), .data_i(data_q),
      .first_o(first), .second_o(second), .addr_o(slot_addr), .port_req_o(bank_req), .port_data_o(bank_data)
    );
    assign served = first | second;
    assign leads  = '0;

    always @(posedge clk_i) begin
      if (rst_ni) begin
        begin : OnePortServesARequest assert ((first & second) == '0); end
      end
    end
  end

  assign left             = pending_q & ~served;
  assign dispatch_ready_o = ~|left;

  if (Route == 0) begin : gen_direct
    assign slot_valid_o      = |pending_q;
    assign slot_bank_req_o   = bank_req;
    assign slot_bank_write_o = {NumPorts{write_q}};
    assign slot_bank_data_o  = bank_data;
    assign slot_served_o     = served;
    assign slot_addr_o       = slot_addr;
    assign slot_tag_o        = tag_q;
    assign slot_complete_o   = ~|left;
  end else begin : gen_route
    slot_router #(
      .Width(NumBanks), .NumRequests(NumRequests), .AddrWidth(AddrWidth), .DataWidth(DataWidth), .TagWidth(TagWidth),
      .Stages(Route)
    ) u_router (
      .clk_i, .rst_ni,
      .slot_valid_i(|pending_q), .slot_write_i(write_q), .slot_leads_i(leads), .slot_data_i(data_q),
      .slot_served_i(served), .slot_addr_i(slot_addr), .slot_tag_i(tag_q), .slot_complete_i(~|left),
      .slot_valid_o, .slot_bank_req_o, .slot_bank_write_o, .slot_bank_data_o,
      .slot_served_o, .slot_addr_o, .slot_tag_o, .slot_complete_o
    );
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      pending_q <= '0;
    end else if (dispatch_ready_o) begin
      pending_q <= dispatch_valid_i ? dispatch_active_i : '0;
    end else begin
      pending_q <= left;
    end
    if (dispatch_ready_o && dispatch_valid_i) begin
      write_q <= dispatch_write_i;
      tag_q   <= dispatch_tag_i;
      if (dispatch_write_i) data_q <= dispatch_data_i;
    end
  end

  if (Ports < 1 || Ports > 2 || (Ports == 2 && (Route != 0 || SlotRule == slot_rule_pkg::Broadcast)))
    Ports_must_be_1_or_without_Route_and_Broadcast_2 u_bad_ports ();

  if (Words < 1 || Words > 2 ||
      (Words == 2 && (NumBanks % 2 != 0 || NumBanks < 4 || Route != 0 || SlotRule == slot_rule_pkg::Broadcast)))
    Words_must_be_1_or_with_an_even_number_of_banks_from_4_without_Route_and_Broadcast_2 u_bad_words ();

  ////////////////
  // Assertions //
  ////////////////

  // A slot serves at least one pending request, so no dispatch can hang.
  always @(posedge clk_i) begin
    if (rst_ni && |pending_q) begin
      begin : SlotServesSomething assert (|served); end
      begin : ServesOnlyPending assert ((served & ~pending_q) == '0); end
      begin : CandidatesArePending assert ((candidates & ~pending_q) == '0); end
    end
  end

  // Ranges; machine_limits.sv says how.
  if (SuperWarp < 1) SuperWarp_must_be_at_least_1 u_bad_super_warp ();
  if (Shallow < 0 || Shallow > 1) Shallow_must_be_0_or_1 u_bad_shallow ();

endmodule
