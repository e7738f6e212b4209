// SPDX-License-Identifier: Apache-2.0
// Crossbar in the place of a request packing unit: a FIFO for each lane, an arbiter for each bank. In every cycle each
// bank takes one of the FIFO heads that want it. Requests behind a head that loses wait, and equal addresses do not
// merge. It is the baseline for the other units, with their ports.
//
// Handshake  valid/ready. A dispatch is accepted on the rising edge where both are high. Ready is high while every FIFO
//            has a free place and a line of the table is free; it depends on registers only.
// Timing     accepted at the end of cycle t-1, in slots from t on, in any order with those of other dispatches. With
//            RoundRobin the last one comes at most Depth*Width cycles later; without, when no lower lane is in the way.
// Order      requests of one lane are served in the order in which they came.
// Tags       every lane has its own, as in rpu_stream.sv.
// Source     docs/spec/crossbar.md, which names the published designs that have this structure.

module rpu_crossbar #(
  // Defaults are in range because Yosys elaborates them, too.
  parameter int Width      = 0,  // threads of a warp
  parameter int NumBanks   = 0,
  parameter int Depth      = 1,  // places of a lane's FIFO, 1 to 16
  parameter int RoundRobin = 0,  // 1: a bank prefers the lane behind its last winner; 0: the lowest lane
  parameter int Shallow    = 0,  // 1: table for silicon, see dispatch_table.sv
  parameter int AddrWidth  = 0,  // bits of an address lane, one more than a location needs
  parameter int DataWidth  = 0,  // bits of a word
  parameter int TagWidth   = 0   // bits of the dispatch's name
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
  output logic [NumBanks*AddrWidth-1:0] slot_bank_req_o, // per bank {valid, row, bank}
  output logic [NumBanks-1:0]        slot_bank_write_o,
  output logic [NumBanks*DataWidth-1:0] slot_bank_data_o, // per bank the word to write
  output logic [Width-1:0]           slot_served_o,      // lanes this slot serves
  output logic [Width*AddrWidth-1:0] slot_addr_o,        // location of every lane's request
  output logic [Width*TagWidth-1:0]  slot_tag_o,         // of the dispatch that a lane's request belongs to
  output logic [Width-1:0]           slot_complete_o     // lanes of dispatches that are complete with this slot
);

  localparam int LaneWidth  = (Width > 1) ? $clog2(Width) : 1;
  localparam int BankWidth  = (NumBanks > 1) ? $clog2(NumBanks) : 1;
  localparam int Banks      = 1 << BankWidth;  // numbers that BankWidth bits have
  localparam int Lines      = 2 * Depth;
  localparam int LineWidth  = $clog2(Lines);

  logic                       accept;
  logic                       line_free;
  logic [LineWidth-1:0]       line;
  logic [Width-1:0]           room;
  logic [Width-1:0]           waits;      // lanes with a head
  logic [Width*LineWidth-1:0] head_line;
  logic [AddrWidth-1:0]       head      [Width];  // {write, row, bank}
  logic [DataWidth-1:0]       head_data [Width];

  assign dispatch_ready_o = line_free & (&room);
  assign accept           = dispatch_valid_i & dispatch_ready_o;

  //////////////////////
  // A FIFO each lane //
  //////////////////////

  for (genvar j = 0; j < Width; j++) begin : gen_lane
    lane_fifo #(
      .Depth(Depth), .AddrWidth(AddrWidth), .LineWidth(LineWidth), .DataWidth(DataWidth)
    ) u_fifo (
      .clk_i, .rst_ni,
      .push_i(accept & dispatch_active_i[j]),
      .push_request_i({dispatch_write_i, location_i[j*AddrWidth +: AddrWidth-1]}),
      .push_line_i(line), .push_data_i(dispatch_data_i[j*DataWidth +: DataWidth]),
      .room_o(room[j]), .waits_o(waits[j]),
      .head_request_o(head[j]), .head_line_o(head_line[j*LineWidth +: LineWidth]), .head_data_o(head_data[j]),
      .pop_i(slot_served_o[j])
    );

    assign slot_addr_o[j*AddrWidth +: AddrWidth] = {1'b0, head[j][AddrWidth-2:0]};
  end

  ///////////////////////////
  // An arbiter every bank //
  ///////////////////////////

  logic [NumBanks*LaneWidth-1:0] next_q;    // lane that a bank prefers
  logic [LaneWidth-1:0] winner [NumBanks];  // lane that it serves
  logic [NumBanks-1:0]  taken;              // banks that serve a lane

  // The lowest bit alone, by a prefix network of logarithmic depth.
  function automatic logic [Width-1:0] lowest(input logic [Width-1:0] bits);
    logic [Width-1:0] at_or_below;
    at_or_below = bits;
    for (int i = 0; i < LaneWidth; i++) at_or_below = at_or_below | (at_or_below << (1 << i));
    lowest = bits & ~(at_or_below << 1);
  endfunction

  always_comb begin : arbiters
    logic [Width-1:0]     wants [Banks];
    logic [Width-1:0]     behind, first, served;
    logic [LaneWidth-1:0] lane;
    {behind, first, served} = '0;
    for (int b = 0; b < Banks; b++) wants[b] = '0;
    for (int j = 0; j < Width; j++) begin
      if (waits[j]) wants[head[j][BankWidth-1:0]][j] = 1'b1;
    end
    for (int b = 0; b < NumBanks; b++) begin
      lane = '0;
      if (wants[b] != '0) begin
        first = lowest(wants[b]);
        if (RoundRobin != 0) begin
          behind = wants[b] & ({Width{1'b1}} << next_q[b*LaneWidth +: LaneWidth]);
          if (behind != '0) first = lowest(behind);
        end
        for (int j = 0; j < Width; j++) lane = lane | (LaneWidth'(j) & {LaneWidth{first[j]}});
        served = served | first;
      end
      taken[b]  = wants[b] != '0;
      winner[b] = lane;
    end
    slot_served_o = served;
  end

  always_ff @(posedge clk_i) begin : turns
    for (int b = 0; b < NumBanks; b++) begin
      if (!rst_ni) begin
        next_q[b*LaneWidth +: LaneWidth] <= '0;
      end else if (taken[b]) begin
        next_q[b*LaneWidth +: LaneWidth] <= winner[b] + 1'b1;  // Width acts like 0
      end
    end
  end

  assign slot_valid_o = |waits;

  always_comb begin : banks
    for (int b = 0; b < NumBanks; b++) begin
      slot_bank_req_o[b*AddrWidth +: AddrWidth] =
          {taken[b], head[winner[b]][AddrWidth-2:BankWidth], BankWidth'(b)};
      slot_bank_write_o[b] = head[winner[b]][AddrWidth-1];
      slot_bank_data_o[b*DataWidth +: DataWidth] = head_data[winner[b]];
    end
  end

  dispatch_table #(
    .Width(Width), .Lines(Lines), .TagWidth(TagWidth), .LineLane(LineWidth), .Shallow(Shallow)
  ) u_table (
    .clk_i, .rst_ni,
    .free_o(line_free), .line_o(line),
    .accept_i(accept), .active_i(dispatch_active_i), .tag_i(dispatch_tag_i),
    .served_i(slot_served_o), .served_line_i(head_line), .tag_o(slot_tag_o), .complete_o(slot_complete_o)
  );

  ////////////////
  // Assertions //
  ////////////////

  always @(posedge clk_i) begin
    if (rst_ni) begin
      begin : EveryBankServesOneLane assert ($countones(slot_served_o) == $countones(taken)); end
    end
  end

  // Ranges; machine_limits.sv says how.
  if (Depth < 1 || Depth > 16) Depth_must_be_1_to_16 u_bad_depth ();
  if (RoundRobin < 0 || RoundRobin > 1) RoundRobin_must_be_0_or_1 u_bad_round_robin ();
  if (Shallow < 0 || Shallow > 1) Shallow_must_be_0_or_1 u_bad_shallow ();

endmodule
