// SPDX-License-Identifier: Apache-2.0
// Streaming request packing unit for silicon: the match that rpu_stream makes in one cycle takes Passes + 1 cycles
// here, one pass a cycle. Passes matches are under way at a time, so one is finished in every cycle. Same ports as
// rpu_stream.
//
//     match_lane    a lane's window, and what it proposes in the matches
//     match_pass    which lanes lead and win in one pass
//     this file     the priority of lanes, the banks that are taken, and the slot
//
// Handshake  valid/ready. A dispatch is accepted on the rising edge where both are high. Ready is high while every lane
//            has a place that is free or served in this cycle, and a line of the table is free; it depends on registers
//            only.
// Timing     accepted at the end of cycle t-1, in slots from t+Passes+1 on, in any order with those of other
//            dispatches.
// Tags       every lane has its own, as in rpu_stream.sv.
// Source     docs/spec/streaming.md, "The pipelined match". Ours.

module rpu_pipelined #(
  parameter int Width        = 0,  // banks = threads of a warp, a power of two >= 2
  parameter int Depth        = 0,  // places of a lane's window, 1 to 16
  parameter int Passes       = 0,  // of a match, 1 to 4
  parameter int FullestFirst = 0,  // 1: a bank prefers lanes with at most one free place
  parameter int AddrWidth    = 0,  // bits of an address lane, one more than a location needs
  parameter int DataWidth    = 0,  // bits of a word
  parameter int TagWidth     = 0   // bits of the dispatch's name
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,             // synchronous, active low

  // The dispatch: one access by one warp; all its requests read or all write.
  input  logic                       dispatch_valid_i,
  output logic                       dispatch_ready_o,
  input  logic                       dispatch_write_i,
  input  logic [TagWidth-1:0]        dispatch_tag_i,     // returned with every lane
  input  logic [Width-1:0]           dispatch_active_i,  // threads that request, at least one
  input  logic [Width*DataWidth-1:0] dispatch_data_i,    // don't care on a read

  // The offered dispatch's locations {0, row, bank}, in the cycle of acceptance.
  input  logic [Width*AddrWidth-1:0] location_i,

  // The slot of this cycle (mmu.sv).
  output logic                       slot_valid_o,
  output logic [Width*AddrWidth-1:0] slot_bank_req_o,    // per bank {valid, row, bank}
  output logic [Width-1:0]           slot_bank_write_o,
  output logic [Width*DataWidth-1:0] slot_bank_data_o,   // per bank the word to write
  output logic [Width-1:0]           slot_served_o,      // lanes this slot serves
  output logic [Width*AddrWidth-1:0] slot_addr_o,        // location of every lane's request
  output logic [Width*TagWidth-1:0]  slot_tag_o,         // of the dispatch that a lane's request belongs to
  output logic [Width-1:0]           slot_complete_o     // lanes of dispatches that are complete with this slot
);

  localparam int BankWidth = $clog2(Width);
  localparam int Lines     = 2 * Depth;
  localparam int LineWidth = $clog2(Lines);

  logic                        accept;
  logic                        line_free;
  logic [LineWidth-1:0]        line;
  logic [Width-1:0]            room, few_next, waits;
  logic [Width-1:0]            served_leads;
  logic [Width*AddrWidth-1:0]  served_request;  // {write, row, bank}
  logic [Width*LineWidth-1:0]  served_line;
  logic [Width*DataWidth-1:0]  served_data;

  assign dispatch_ready_o = line_free & (&room);
  assign accept           = dispatch_valid_i & dispatch_ready_o;

  ///////////
  // Lanes //
  ///////////

  logic [Passes*Width-1:0]           propose, won, leads;  // bit k*Width + j: lane j in pass k
  logic [Passes*Width*AddrWidth-1:0] proposal;
  logic [Passes*Width-1:0]           taken;                // banks, after the pass

  for (genvar j = 0; j < Width; j++) begin : gen_lane
    logic [Passes-1:0]           lane_propose, lane_won, lane_leads;
    logic [Passes*AddrWidth-1:0] lane_proposal;

    match_lane #(
      .Width(Width), .Depth(Depth), .Passes(Passes), .AddrWidth(AddrWidth), .LineWidth(LineWidth),
      .DataWidth(DataWidth)
    ) u_lane (
      .clk_i, .rst_ni,
      .push_i(accept & dispatch_active_i[j]),
      .push_request_i(location_i[j*AddrWidth +: AddrWidth] | {dispatch_write_i, {(AddrWidth-1){1'b0}}}),
      .push_line_i(line), .push_data_i(dispatch_data_i[j*DataWidth +: DataWidth]),
      .room_o(room[j]), .few_next_o(few_next[j]), .waits_o(waits[j]),
      .propose_o(lane_propose), .proposal_o(lane_proposal),
      .taken_i(taken), .won_i(lane_won), .leads_i(lane_leads),
      .served_o(slot_served_o[j]), .served_leads_o(served_leads[j]),
      .served_request_o(served_request[j*AddrWidth +: AddrWidth]),
      .served_line_o(served_line[j*LineWidth +: LineWidth]),
      .served_data_o(served_data[j*DataWidth +: DataWidth])
    );

    for (genvar k = 0; k < Passes; k++) begin : gen_pass
      assign propose[k*Width + j]                                = lane_propose[k];
      assign proposal[(k*Width + j)*AddrWidth +: AddrWidth]      = lane_proposal[k*AddrWidth +: AddrWidth];
      assign lane_won[k]                                         = won[k*Width + j];
      assign lane_leads[k]                                       = leads[k*Width + j];
    end
    assign slot_addr_o[j*AddrWidth +: AddrWidth] = {1'b0, served_request[j*AddrWidth +: AddrWidth-1]};
  end

  ////////////
  // Passes //
  ////////////

  logic [Width-1:0]       from_turn_q, from_turn_d;  // the lane that has the turn, and those above
  logic [Width*Width-1:0] precedes_q, precedes_d;    // found a cycle ahead, as finding it takes half a pass

  always_comb begin : prefer
    logic [Width-1:0] urgent;
    from_turn_d = from_turn_q;
    if (|waits) from_turn_d = from_turn_q[Width-2] ? from_turn_q << 1 : '1;
    if (!rst_ni) from_turn_d = '1;
    urgent = from_turn_d & ~(from_turn_d << 1);
    if (FullestFirst != 0) urgent = urgent | few_next;
    precedes_d = '0;
    for (int i = 0; i < Width; i++) begin
      for (int k = 0; k < i; k++) begin
        precedes_d[i*Width + k] = (urgent[k] == urgent[i]) ? from_turn_d[k] | ~from_turn_d[i] : urgent[k];
      end
    end
  end

  always_ff @(posedge clk_i) begin : turn
    from_turn_q <= from_turn_d;
    precedes_q  <= precedes_d;
  end

  logic [Passes*Width-1:0] taken_q;  // banks, before the pass

  for (genvar k = 0; k < Passes; k++) begin : gen_pass
    logic [Width-1:0]           wanted;
    logic [Width*AddrWidth-1:0] proposed;
    logic [Width*BankWidth-1:0] bank;
    logic [Width*Width-1:0]     same_bank, same_word;

    assign proposed = proposal[k*Width*AddrWidth +: Width*AddrWidth];
    for (genvar j = 0; j < Width; j++) begin : gen_bank
      assign bank[j*BankWidth +: BankWidth] = proposed[j*AddrWidth +: BankWidth];
    end

    request_pairs #(
      .Width(Width), .AddrWidth(AddrWidth), .BankWidth(BankWidth), .OneWarp(1)
    ) u_pairs (
      .later_i(proposed), .earlier_i(proposed), .same_bank_o(same_bank), .same_addr_o(same_word)
    );

    match_pass #(
      .Width(Width)
    ) u_pass (
      .propose_i(propose[k*Width +: Width]), .bank_i(bank),
      .same_bank_i(same_bank), .same_word_i(same_word), .precedes_i(precedes_q),
      .leads_o(leads[k*Width +: Width]), .won_o(won[k*Width +: Width]), .wanted_o(wanted)
    );
    assign taken[k*Width +: Width] = taken_q[k*Width +: Width] | wanted;
  end

  always_ff @(posedge clk_i) begin : advance
    taken_q <= rst_ni ? taken << Width : '0;
  end

  //////////////
  // The slot //
  //////////////

  assign slot_valid_o = |slot_served_o;

  logic [Width*Width-1:0] here;  // bit b*Width + j: lane j leads in bank b

  always_comb begin : to_banks
    for (int b = 0; b < Width; b++) begin
      for (int j = 0; j < Width; j++) begin
        here[b*Width + j] = served_leads[j] & (served_request[j*AddrWidth +: BankWidth] == BankWidth'(b));
      end
    end
  end

  // {word, write, row} of each lane goes to the banks in equal slices of a few bits.
  localparam int RowWidth  = AddrWidth - BankWidth;
  localparam int Bits      = RowWidth + DataWidth;
  localparam int SliceBits = 4;
  localparam int Slices    = (Bits + SliceBits - 1) / SliceBits;
  localparam int BitsLane  = Slices * SliceBits;  // bits of a lane or bank in the next two

  logic [Width*BitsLane-1:0] lane_bits;
  logic [Width*BitsLane-1:0] bank_bits;

  for (genvar j = 0; j < Width; j++) begin : gen_bits
    assign lane_bits[j*BitsLane +: BitsLane] = BitsLane'({
        served_data[j*DataWidth +: DataWidth], served_request[j*AddrWidth + BankWidth +: RowWidth]});
  end

  for (genvar n = 0; n < Slices; n++) begin : gen_slice
    logic [Width*SliceBits-1:0] from, to;
    for (genvar j = 0; j < Width; j++) begin : gen_lane
      assign from[j*SliceBits +: SliceBits] = lane_bits[j*BitsLane + n*SliceBits +: SliceBits];
      assign bank_bits[j*BitsLane + n*SliceBits +: SliceBits] = to[j*SliceBits +: SliceBits];
    end
    word_gather #(
      .Width(Width), .NumRequests(Width), .Bits(SliceBits)
    ) u_gather (
      .here_i(here), .bits_i(from), .bank_bits_o(to)
    );
  end

  always_comb begin : banks
    for (int b = 0; b < Width; b++) begin
      slot_bank_req_o[b*AddrWidth +: AddrWidth] =
          {|here[b*Width +: Width], bank_bits[b*BitsLane +: RowWidth-1], BankWidth'(b)};
      slot_bank_write_o[b] = bank_bits[b*BitsLane + RowWidth-1];
      slot_bank_data_o[b*DataWidth +: DataWidth] = bank_bits[b*BitsLane + RowWidth +: DataWidth];
    end
  end

  dispatch_table #(
    .Width(Width), .Lines(Lines), .TagWidth(TagWidth), .LineLane(LineWidth), .Shallow(1)
  ) u_table (
    .clk_i, .rst_ni,
    .free_o(line_free), .line_o(line),
    .accept_i(accept), .active_i(dispatch_active_i), .tag_i(dispatch_tag_i),
    .served_i(slot_served_o), .served_line_i(served_line), .tag_o(slot_tag_o), .complete_o(slot_complete_o)
  );

  ////////////////
  // Assertions //
  ////////////////

  always @(posedge clk_i) begin
    if (rst_ni) begin
      for (int b = 0; b < Width; b++) begin
        begin : OneLaneLeadsABank assert ((here[b*Width +: Width] & (here[b*Width +: Width] - 1'b1)) == '0); end
      end
    end
  end

endmodule
