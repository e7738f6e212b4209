// SPDX-License-Identifier: Apache-2.0
// Second and third step of a pass of the match: of the lanes that propose to one bank one leads, and all that propose
// what it asks for are served.
//
// Contract   combinational. A bank takes, in cyclic order from the lane with the turn, the first urgent lane, or the
//            first lane if none is urgent. from_turn_i has the lane with the turn and all above. leader_o is 0 for a
//            bank without proposals.
// Cost       for every bank an arbiter over all lanes, and for every lane a multiplexer of {write, row} over all banks.
// Source     docs/spec/streaming.md, "Who is served", 2 and 3, and "Priority". Ours.

module window_lead #(
  parameter int Width       = 0,  // lanes and banks, a power of two >= 2
  parameter int AskedWidth  = 0,  // bits of {write, row}
  parameter int AskedLane   = 0,  // bits of a lane of asked_i, >= AskedWidth
  parameter int NumberLane  = 0,  // bits of a number of a lane or bank at the ports, >= $clog2(Width)
  parameter int PlaceWidth  = 0,  // bits below the bank in a lane of entry_i
  parameter int MergeWrites = 1,  // 0: of lanes that write one word only the leader is served

  localparam int LaneWidth = $clog2(Width)
) (
  input  logic [Width-1:0]            propose_i,
  input  logic [LaneWidth*Width-1:0]  bank_bits_i,  // bit i*Width + j: bit i of the bank to which lane j proposes
  input  logic [Width*NumberLane-1:0] entry_i,      // {bank, place} as numbers
  input  logic [Width*AskedLane-1:0]  asked_i,      // {write, row} that each lane proposes
  input  logic [Width-1:0]            urgent_i,
  input  logic [Width-1:0]            from_turn_i,

  output logic [Width*Width-1:0]      wanted_o,     // banks with proposals, Width equal bits for each
  output logic [Width*NumberLane-1:0] leader_o,     // of each bank
  output logic [Width-1:0]            served_o      // lanes
);

  // Vector i has the numbers in which bit i is set: what turns one bit among many into its number.
  function automatic logic [LaneWidth*Width-1:0] numbers_with(input int zero);
    for (int i = 0; i < LaneWidth; i++) begin
      for (int j = 0; j < Width; j++) numbers_with[i*Width + j] = ((j >> i) & 1) != zero;
    end
  endfunction
  localparam logic [LaneWidth*Width-1:0] NumberBit = numbers_with(0);

  always_comb begin : choose
    /* verilator tracing_off */
    logic [Width-1:0]      by_bank [Width];  // lanes that propose to a bank
    logic [Width-1:0]      some, fewer;
    logic [Width-1:0]      leads   [Width];  // the one of them that leads
    logic [LaneWidth-1:0]  number;
    logic [LaneWidth-1:0]  leader  [Width];  // its number
    logic [AskedWidth-1:0] held    [Width];  // what a lane asks for
    logic [AskedWidth-1:0] lead    [Width];  // what a bank's leader asks for
    logic [LaneWidth-1:0]  bank;
    logic [Width-1:0]      match;
    /* verilator tracing_on */
    {some, fewer, match} = '0;
    {number, bank}       = '0;
    for (int b = 0; b < Width; b++) by_bank[b] = '0;
    by_bank[0] = propose_i;
    for (int i = 0; i < LaneWidth; i++) begin
      for (int b = 0; b < (1 << i); b++) by_bank[b + (1 << i)] = by_bank[b] & bank_bits_i[i*Width +: Width];
      for (int b = 0; b < (1 << i); b++) by_bank[b]            = by_bank[b] & ~bank_bits_i[i*Width +: Width];
    end
    for (int b = 0; b < Width; b++) begin
      fewer    = by_bank[b] & urgent_i;
      some     = (fewer == '0) ? by_bank[b] : fewer;
      fewer    = some & from_turn_i;
      some     = (fewer == '0) ? some : fewer;
      leads[b] = some & -some;
    end
    for (int b = 0; b < Width; b++) begin
      number = '0;
      for (int i = 0; i < LaneWidth; i++) begin
        number = number | (LaneWidth'(|(leads[b] & NumberBit[i*Width +: Width])) << i);
      end
      leader[b] = number;
    end
    for (int b = 0; b < Width; b++) wanted_o[b*Width +: Width] = (by_bank[b] == '0) ? '0 : '1;
    for (int b = 0; b < Width; b++) leader_o[b*NumberLane +: NumberLane] = NumberLane'(leader[b]);
    for (int j = 0; j < Width; j++) held[j] = asked_i[j*AskedLane +: AskedWidth];
    for (int b = 0; b < Width; b++) lead[b] = held[leader[b]];
    for (int j = 0; j < Width; j++) begin
      bank     = entry_i[j*NumberLane + PlaceWidth +: LaneWidth];
      match[j] = lead[bank] == held[j];
    end
    if (MergeWrites == 0) begin
      some = '0;
      for (int b = 0; b < Width; b++) some = some | leads[b];
      for (int j = 0; j < Width; j++) match[j] = match[j] & (some[j] | ~held[j][AskedWidth-1]);
    end
    served_o = match & propose_i;
  end

endmodule
