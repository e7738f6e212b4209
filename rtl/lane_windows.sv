// SPDX-License-Identifier: Apache-2.0
// The windows of a streaming memory unit: for every lane up to Depth requests that wait, and the choice, each cycle,
// of those that the banks serve.
//
// A cycle's choice is made in Passes passes. In each, every lane that is not served yet proposes its oldest request
// whose bank is not taken; every bank with proposals takes a leader among them; all that proposed the leader's
// address, to the same end, are served. A bank prefers, in cyclic order from the lane that has the turn, urgent
// lanes: the one with the turn and, unless FullestFirst is 0, those with one free place at most. With MergeWrites = 0
// the leader of a write is served alone.
//
// Contract   a lane of push_i puts a request into its window on a rising edge; obligation: only where room_o is high.
//            It is first chosen from in the cycle after. room_o depends on registers only; what is served in this
//            cycle makes room in the next. Nothing that is offered reaches the outputs within the cycle.
// Order      requests of one lane to one bank are served in the order in which they were pushed.
// Wait       the oldest request of a lane is served within Width cycles: within that time its lane has the turn.
// Cost       a place: a request, a name and a word of storage, and its age against the lane's other places. Of logic
//            for each pass: a look-up of every place's bank, an arbiter for every bank over all lanes, and a
//            multiplexer of requests for every lane and every bank. Depth grows with Passes, and with the logarithms
//            of Width and Depth: whatever is chosen among many is a vector whose lowest bit is kept.
// Source     docs/spec/streaming.md. Ours.

module lane_windows #(
  parameter int Width        = 0,  // lanes and banks, a power of two >= 2
  parameter int Depth        = 0,  // places of a window, >= 1
  parameter int Passes       = 0,  // >= 1
  parameter int FullestFirst = 0,  // 1: lanes with one free place at most are urgent
  parameter int MergeWrites  = 1,  // 0: of lanes that write one word only the leader is served
  parameter int AddrWidth    = 0,  // bits of a request {write, row, bank}
  parameter int NameWidth    = 0,  // bits of a name, returned with the request
  parameter int DataWidth    = 0   // bits of a word
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,          // synchronous, active low

  input  logic [Width-1:0]           push_i,          // lanes that get a request
  input  logic [Width*AddrWidth-1:0] push_request_i,  // {write, row, bank}
  input  logic [Width*NameWidth-1:0] push_name_i,
  input  logic [Width*DataWidth-1:0] push_data_i,     // don't care on a read
  output logic [Width-1:0]           room_o,          // lanes with a free place

  // What is served in this cycle, by lane and by bank.
  output logic                       waiting_o,       // there is a request: some are served
  output logic [Width-1:0]           lane_served_o,
  output logic [Width*AddrWidth-1:0] lane_request_o,  // {write, row, bank}
  output logic [Width*NameWidth-1:0] lane_name_o,
  output logic [Width-1:0]           bank_served_o,   // banks that make an access
  output logic [Width*AddrWidth-1:0] bank_request_o,  // {write, row, bank}
  output logic [Width*DataWidth-1:0] bank_data_o      // the leader's word
);

  localparam int LaneWidth  = $clog2(Width);  // of a lane's number, and of a bank's
  localparam int PlaceWidth = (Depth > 1) ? $clog2(Depth) : 1;
  localparam int EntryWidth = LaneWidth + PlaceWidth;
  localparam int OrderWidth = (1 << $clog2(Depth)) * EntryWidth;
  localparam int CountWidth = $clog2(Depth + 1);
  localparam int RestWidth  = AddrWidth - LaneWidth;  // {write, row}

  // Vector i has the numbers in which bit i is set: what turns one bit among many into its number.
  function automatic logic [LaneWidth*Width-1:0] numbers_with(input int zero);
    for (int i = 0; i < LaneWidth; i++) begin
      for (int j = 0; j < Width; j++) numbers_with[i*Width + j] = ((j >> i) & 1) != zero;
    end
  endfunction
  localparam logic [LaneWidth*Width-1:0] NumberBit = numbers_with(0);

  // The lowest bit of every entry of an order, and a lane's order when its window is empty.
  function automatic logic [OrderWidth-1:0] each_entry(input logic numbered);
    each_entry = '0;
    for (int p = 0; p < Depth; p++) each_entry[p*EntryWidth +: EntryWidth] = EntryWidth'(numbered ? p : 1);
  endfunction
  localparam logic [OrderWidth-1:0] EachEntry = each_entry(1'b0);
  localparam logic [OrderWidth-1:0] InOrder   = each_entry(1'b1);

  // The places of a lane, an entry {bank, place} each: first those of waiting requests, the oldest at the low end,
  // then the free ones, whose bank is 0. Of a request, an entry in its lane's order and what its place holds.
  logic [OrderWidth-1:0]          order_q [Width];
  logic [CountWidth-1:0]          count_q [Width];  // requests that wait
  logic [NameWidth+RestWidth-1:0] place_q [Depth*Width];  // {name, write, row}; place d of lane j at d*Width + j
  logic [DataWidth-1:0]           data_q  [Depth*Width];
  logic [LaneWidth-1:0]           turn_q;

  ////////////
  // Choice //
  ////////////

  logic [Width-1:0] empty;      // lanes in which nothing waits
  logic [Width-1:0] urgent;
  logic [Width-1:0] from_turn;  // the lane with the turn and those above

  always_comb begin : standing
    logic [Width-1:0] has_turn, few;  // few: one free place at most
    for (int j = 0; j < Width; j++) begin
      empty[j]  = count_q[j] == '0;
      few[j]    = (Depth == 1) || count_q[j] >= CountWidth'(Depth - 1);
      room_o[j] = count_q[j] != CountWidth'(Depth);
    end
    has_turn  = Width'(1) << turn_q;
    from_turn = ~(has_turn - 1'b1);
    urgent    = has_turn | ((FullestFirst != 0) ? few : '0);
    waiting_o = ~&empty;
  end

  // What a lane proposed last: the lowest bit of its entry, and the entry.
  logic [OrderWidth-1:0] last_bit   [Width];
  logic [EntryWidth-1:0] last_entry [Width];

  // Branches skip what nobody asks for, lanes are the bits of words and a lane's positions those of its order, with
  // nothing between them: all for the simulator's sake, and of no cost in gates.
  always_comb begin : choose
    logic [Width-1:0]      left;             // lanes not served yet
    logic [Width-1:0]      taken;            // banks
    logic [Width-1:0]      proposes, ahead, match;
    logic [Width-1:0]      leads;            // lanes that lead in this pass, where writes do not merge
    logic [Width-1:0]      by_bank [Width];  // lanes that propose to a bank
    logic [OrderWidth-1:0] blocked, may, first, chosen;
    logic [EntryWidth-1:0] one;
    logic [RestWidth-1:0]  lead    [Width];  // a bank's leader's {write, row}
    logic [DataWidth-1:0]  word    [Width];
    logic [LaneWidth-1:0]  leader;
    // Of what a lane proposed last; copied out at the end, as no tool is to take this process for its own input.
    logic [OrderWidth-1:0]          low_bit [Width];
    logic [EntryWidth-1:0]          entry   [Width];
    logic [NameWidth+RestWidth-1:0] held    [Width];
    {proposes, ahead, match, leads} = '0;
    {blocked, may, first, chosen} = '0;
    {one, leader} = '0;
    for (int j = 0; j < Width; j++) begin
      low_bit[j] = '0;
      entry[j]   = '0;
      held[j]    = '0;
      lead[j]    = '0;
      word[j]    = '0;
    end
    left  = ~empty;
    taken = '0;
    for (int k = 0; k < Passes; k++) begin
      // Every lane proposes its oldest whose bank is not taken.
      for (int b = 0; b < Width; b++) by_bank[b] = '0;
      proposes = '0;
      for (int j = 0; j < Width; j++) begin
        if (left[j]) begin
          if (k == 0) begin
            first = OrderWidth'(1);
            one   = order_q[j][EntryWidth-1:0];
          end else begin
            blocked = '0;
            for (int p = 0; p < Depth; p++) begin
              blocked = blocked | (OrderWidth'(taken[order_q[j][p*EntryWidth + PlaceWidth +: LaneWidth]]) << (p*EntryWidth));
            end
            may    = EachEntry & ~blocked & ~({OrderWidth{1'b1}} << (32'(count_q[j])*EntryWidth));
            first  = may & -may;
            chosen = order_q[j] & ((first << EntryWidth) - first);
            for (int i = $clog2(Depth); i > 0; i--) chosen = chosen | (chosen >> ((1 << (i - 1))*EntryWidth));
            one    = chosen[EntryWidth-1:0];
          end
          if (first != '0) begin
            low_bit[j]  = first;
            entry[j]    = one;
            held[j]     = place_q[32'(one[PlaceWidth-1:0])*Width + j];
            proposes[j] = 1'b1;
            by_bank[one[EntryWidth-1:PlaceWidth]][j] = 1'b1;
          end
        end
      end
      // Every bank with proposals takes a leader.
      leads = '0;
      for (int b = 0; b < Width; b++) begin
        if (by_bank[b] != '0) begin
          ahead = by_bank[b] & urgent;
          ahead = ahead | (by_bank[b] & {Width{ahead == '0}});
          ahead = ((ahead & from_turn) == '0) ? ahead : ahead & from_turn;
          ahead = ahead & -ahead;
          for (int i = 0; i < LaneWidth; i++) leader[i] = |(ahead & NumberBit[i*Width +: Width]);
          lead[b] = held[leader][RestWidth-1:0];
          if (lead[b][RestWidth-1]) word[b] = data_q[32'(entry[leader][PlaceWidth-1:0])*Width + 32'(leader)];
          if (MergeWrites == 0) leads = leads | ahead;
          taken[b] = 1'b1;
        end
      end
      // All that want the leaders' words are served.
      for (int j = 0; j < Width; j++) match[j] = lead[entry[j][EntryWidth-1:PlaceWidth]] == held[j][RestWidth-1:0];
      if (MergeWrites == 0) begin
        for (int j = 0; j < Width; j++) match[j] = match[j] & (leads[j] | ~held[j][RestWidth-1]);
      end
      left = left & ~(match & proposes);
    end
    lane_served_o = ~left & ~empty;
    bank_served_o = taken;
    for (int j = 0; j < Width; j++) begin
      last_bit[j]   = low_bit[j];
      last_entry[j] = entry[j];
      lane_request_o[j*AddrWidth +: AddrWidth] = {held[j][RestWidth-1:0], entry[j][EntryWidth-1:PlaceWidth]};
      lane_name_o[j*NameWidth +: NameWidth]    = held[j][RestWidth +: NameWidth];
      bank_request_o[j*AddrWidth +: AddrWidth] = {lead[j], LaneWidth'(j)};
      bank_data_o[j*DataWidth +: DataWidth]    = word[j];
    end
  end

  /////////////
  // Windows //
  /////////////

  // A request takes the first free place, behind those that wait; a place that is served goes to the end.
  for (genvar j = 0; j < Width; j++) begin : gen_lane
    wire logic [PlaceWidth-1:0] free = PlaceWidth'(order_q[j] >> (32'(count_q[j])*EntryWidth));
    wire logic [LaneWidth-1:0]  bank = push_request_i[j*AddrWidth +: LaneWidth];
    wire logic [CountWidth-1:0] kept = count_q[j] - CountWidth'(lane_served_o[j]);

    always_ff @(posedge clk_i) begin : lane
      logic [OrderWidth-1:0] order, older;
      older = last_bit[j] - 1'b1;
      order = order_q[j];
      if (lane_served_o[j]) begin
        order = (order & older) | ((order >> EntryWidth) & ~older)
              | (OrderWidth'(last_entry[j][PlaceWidth-1:0]) << ((Depth - 1)*EntryWidth));
      end
      if (push_i[j]) begin
        order = order | (OrderWidth'(bank) << (32'(kept)*EntryWidth + PlaceWidth));
        place_q[32'(free)*Width + j] <= {push_name_i[j*NameWidth +: NameWidth],
                                         push_request_i[j*AddrWidth + LaneWidth +: RestWidth]};
        if (push_request_i[j*AddrWidth + AddrWidth - 1]) begin
          data_q[32'(free)*Width + j] <= push_data_i[j*DataWidth +: DataWidth];
        end
      end
      order_q[j] <= rst_ni ? order : InOrder;
      count_q[j] <= rst_ni ? kept + CountWidth'(push_i[j]) : '0;
    end
  end

  always_ff @(posedge clk_i) begin : turn
    if (!rst_ni) begin
      turn_q <= '0;
    end else if (waiting_o) begin
      turn_q <= turn_q + 1'b1;
    end
  end

  ////////////////
  // Assertions //
  ////////////////

  always @(posedge clk_i) begin
    if (rst_ni) begin
      begin : PushesWhereThereIsRoom assert ((push_i & ~room_o) == '0); end
      begin : ServesSomebody assert (!waiting_o || (|lane_served_o)); end
    end
  end

endmodule
