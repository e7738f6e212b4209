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
// Cost       a request, a name and a word of storage for each place, and for each position in a lane's order the numbers
//            of its bank and its place. Of logic for each pass: a look-up of every position's bank, an arbiter for every
//            bank over all lanes, and two multiplexers of requests for every lane. Depth grows with Passes, and with
//            the logarithms of Width and Depth: whatever is chosen among many is a vector whose lowest bit is kept.
// Speed      what is asked of all lanes, or of all banks, is asked of bits of words side by side or in a row of equal
//            statements without branches, so that a simulator's compiler does several at a time and its processor
//            never guesses. A number for each lane is made of such words, and they of numbers, by transposing. All
//            words of a position stand in a row, so that one position of many is taken in a few operations.
// Source     docs/spec/streaming.md. Ours.

module lane_windows #(
  parameter int Width        = 0,  // lanes and banks, a power of two >= 2
  parameter int Depth        = 0,  // places of a window, >= 1
  parameter int Passes       = 0,  // >= 1
  parameter int FullestFirst = 0,  // 1: lanes with one free place at most are urgent
  parameter int Together     = 0,  // 1: a request is pushed only while all lanes have room
  parameter int MergeWrites  = 1,  // 0: of lanes that write one word only the leader is served
  parameter int AddrWidth    = 0,  // bits of an address lane, one more than a location needs
  parameter int NameWidth    = 0,  // bits of a name, returned with the request
  parameter int NameLane     = 0,  // bits of a returned name's lane, >= NameWidth; whole words (32) simulate faster
  parameter int DataWidth    = 0   // bits of a word
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,         // synchronous, active low

  input  logic [Width-1:0]           push_i,         // lanes that get a request
  input  logic [Width-1:0]           push_write_i,   // it writes; else it reads
  input  logic [Width*AddrWidth-1:0] push_addr_i,    // {0, row, bank}
  input  logic [Width*NameWidth-1:0] push_name_i,
  input  logic [Width*DataWidth-1:0] push_data_i,    // don't care on a read
  output logic [Width-1:0]           room_o,         // lanes with a free place

  // What is served in this cycle, by lane and by bank: a slot as mmu.sv takes it.
  output logic                       waiting_o,      // there is a request: some are served
  output logic [Width-1:0]           lane_served_o,
  output logic [Width*AddrWidth-1:0] lane_addr_o,    // {0, row, bank}
  output logic [Width*NameLane-1:0]  lane_name_o,    // in the low bits
  output logic [Width*AddrWidth-1:0] bank_req_o,     // {valid, row, bank}
  output logic [Width-1:0]           bank_write_o,
  output logic [Width*DataWidth-1:0] bank_data_o     // the leader's word; meaningless on a read
);

  localparam int LaneWidth  = $clog2(Width);  // of a lane's number, and of a bank's
  localparam int PlaceWidth = (Depth > 1) ? $clog2(Depth) : 1;
  localparam int RowWidth   = AddrWidth - LaneWidth - 1;
  localparam int All        = Depth * Width;  // positions of all lanes

  // The requests of a lane wait at its positions 0, the oldest, 1, .. Behind them are free positions. Each position
  // stands for a place, which holds a request; so what moves as the window moves is numbers only. A bit of every
  // position is a vector: bit p*Width + j is of position p of lane j.
  logic [All-1:0] waits_q;  // a request waits there

  // An entry is {bank, place} of a position, the bank 0 where nothing waits. Those of position p are row p: bit i of lane
  // j's is its bit i*Width + j.
  localparam int EntryWidth = LaneWidth + PlaceWidth;
  localparam int Places     = PlaceWidth * Width;  // bits of a row, the lower ones, that are of places
  localparam int Row        = EntryWidth * Width;
  logic [Depth*Row-1:0] entry_q;

  // What a place holds, {name, write, row}, and a word: by lane and place.
  localparam int AskedWidth   = 1 + RowWidth;  // what a bank is asked for: {write, row}
  localparam int RequestWidth = NameWidth + AskedWidth;
  logic [RequestWidth-1:0] request_q [Width][Depth];
  logic [DataWidth-1:0]    data_q    [Width][Depth];

  logic [LaneWidth-1:0] turn_q;

  // entry_q of empty windows: position p stands for place p.
  function automatic logic [Depth*Row-1:0] places_in_order(input int zero);
    for (int p = 0; p < Depth; p++) begin
      for (int n = 0; n < Row; n++) places_in_order[p*Row + n] = (n < Places) && ((p >> (n / Width)) & 1) != zero;
    end
  endfunction
  localparam logic [Depth*Row-1:0] PlacesInOrder = places_in_order(0);

  ///////////////
  // Positions //
  ///////////////

  // At each position, whether a bit is set there or before.
  function automatic logic [All-1:0] from_first(input logic [All-1:0] at);
    from_first = at;
    for (int n = 1; n < Depth; n = 2*n) begin
      for (int p = Depth - 1; p >= n; p--) begin
        from_first[p*Width +: Width] = from_first[p*Width +: Width] | from_first[(p - n)*Width +: Width];
      end
    end
  endfunction

  // All one position back, `first` at the first; and all one position up, `last` at the last. Who calls says all bits of a
  // vector of ones: Yosys 0.23 takes an argument '1 for one bit.
  function automatic logic [All-1:0] one_back(input logic [All-1:0] at, input logic [Width-1:0] first);
    one_back[Width-1:0] = first;
    for (int p = 1; p < Depth; p++) one_back[p*Width +: Width] = at[(p - 1)*Width +: Width];
  endfunction
  function automatic logic [All-1:0] one_up(input logic [All-1:0] at, input logic [Width-1:0] last);
    for (int p = 1; p < Depth; p++) one_up[(p - 1)*Width +: Width] = at[p*Width +: Width];
    one_up[(Depth - 1)*Width +: Width] = last;
  endfunction

  /////////////
  // Numbers //
  /////////////

  // From bits to numbers. Row i of a table of Square rows is bit i of an entry of every lane. Transposed, square by
  // square, bits that are Square/2, .., 2, 1 apart at a time, row r has the entries of lanes r, r + Square, .. side by
  // side: lane j's at at_lane(j). And back. Wires, no gates.
  localparam int Square = 1 << $clog2(EntryWidth);
  localparam int Lanes  = (Width > Square) ? Width : Square;

  function automatic int at_lane(input int j);
    at_lane = (j % Square)*Lanes + (j / Square)*Square;
  endfunction

  // Row n has the lanes without n.
  function automatic logic [Square*Lanes-1:0] lanes_without(input int zero);
    for (int n = 0; n < Square; n++) begin
      for (int j = 0; j < Lanes; j++) lanes_without[n*Lanes + j] = (j & n) == zero;
    end
  endfunction
  localparam logic [Square*Lanes-1:0] LanesWithout = lanes_without(0);

  function automatic logic [Square*Lanes-1:0] transposed(input logic [Square*Lanes-1:0] rows);
    logic [Lanes-1:0] one, other, change;
    transposed = rows;
    for (int n = Square/2; n > 0; n = n/2) begin
      for (int r = 0; r < Square; r++) begin
        if ((r & n) == 0) begin
          one    = transposed[r*Lanes +: Lanes];
          other  = transposed[(r + n)*Lanes +: Lanes];
          change = ((one >> n) ^ other) & LanesWithout[n*Lanes +: Lanes];
          transposed[r*Lanes +: Lanes]       = one ^ (change << n);
          transposed[(r + n)*Lanes +: Lanes] = other ^ change;
        end
      end
    end
  endfunction

  // Vector i has the numbers in which bit i is set: what turns one bit among many into its number.
  function automatic logic [LaneWidth*Width-1:0] numbers_with(input int zero);
    for (int i = 0; i < LaneWidth; i++) begin
      for (int j = 0; j < Width; j++) numbers_with[i*Width + j] = ((j >> i) & 1) != zero;
    end
  endfunction
  localparam logic [LaneWidth*Width-1:0] NumberBit = numbers_with(0);

  ////////////
  // Choice //
  ////////////

  logic [Width-1:0] empty;      // lanes in which nothing waits
  logic [Width-1:0] urgent;
  logic [Width-1:0] from_turn;  // the lane with the turn and those above

  always_comb begin : standing
    logic [Width-1:0] has_turn, few;  // few: one free place at most
    empty     = ~waits_q[Width-1:0];
    few       = (Depth == 1) ? '1 : waits_q[((Depth > 1) ? Depth - 2 : 0)*Width +: Width];
    room_o    = ~waits_q[(Depth - 1)*Width +: Width];
    has_turn  = Width'(1) << turn_q;
    from_turn = ~(has_turn - 1'b1);
    urgent    = has_turn | ((FullestFirst != 0) ? few : '0);
    waiting_o = ~&empty;
  end

  logic [All-1:0] served;  // positions

  always_comb begin : choose
    // Without traces the simulator keeps these in registers of the processor.
    /* verilator tracing_off */
    logic [Width-1:0]         left;                // lanes not served yet
    logic [LaneWidth*All-1:0] bank;                // of every position, bit i from i*All on
    logic [Width-1:0]         taken     [Width];   // banks, all bits alike
    logic [All-1:0]           blocked   [Width/2]; // the first one in the end: positions whose banks are taken
    logic [All-1:0]           may, from;           // positions that may propose, and those from a lane's first on
    logic [All-1:0]           first, gone;         // those that do, and those that are served
    logic [Width-1:0]         proposes;
    logic [Row-1:0]           chosen;              // entries of what the lanes propose ...
    logic [Row-1:0]           last;                // ... and of what they proposed last
    logic [Square*Lanes-1:0]  entries;
    logic [Width-1:0]         by_bank   [Width];   // lanes that propose to a bank
    logic [Width-1:0]         some, fewer;
    logic [Width-1:0]         leads     [Width];   // the one of them that leads
    logic [LaneWidth-1:0]     number;
    logic [LaneWidth-1:0]     leader      [Width];  // its number
    logic [LaneWidth-1:0]     last_leader [Width];  // a bank's, of all passes
    logic [PlaceWidth-1:0]    last_place  [Width];
    logic [AskedWidth-1:0]    held        [Width];  // what a lane asks for that it proposes
    logic [RequestWidth-1:0]  last_held   [Width];
    logic [AskedWidth-1:0]    lead        [Width];  // what a bank's leader asks for, and in the end what it serves
    logic [Width-1:0]         match, writes;
    /* verilator tracing_on */
    {may, from, first, gone}                     = '0;
    {proposes, some, fewer, match, left, writes} = '0;
    entries                                      = '0;
    number                                       = '0;
    {chosen, last}                               = '0;
    for (int b = 0; b < Width/2; b++) blocked[b] = '0;
    for (int b = 0; b < Width; b++) begin
      taken[b]       = '0;
      by_bank[b]     = '0;
      leads[b]       = '0;
      leader[b]      = '0;
      last_leader[b] = '0;
      held[b]        = '0;
      lead[b]        = '0;
    end
    bank = '0;
    for (int i = 0; i < LaneWidth; i++) begin
      for (int p = 0; p < Depth; p++) bank[i*All + p*Width +: Width] = entry_q[p*Row + Places + i*Width +: Width];
    end
    left = ~empty;
    for (int k = 0; k < Passes; k++) begin
      // Every lane proposes its oldest whose bank is not taken.
      if (k == 0) begin
        proposes = ~empty;
        first    = All'(proposes);
        chosen   = entry_q[Row-1:0];
      end else begin
        // Of the banks that it can be, each bit of a bank's number leaves one half.
        for (int b = 0; b < Width/2; b++) begin
          blocked[b] = ({Depth{taken[2*b + 1]}} & bank[All-1:0]) | ({Depth{taken[2*b]}} & ~bank[All-1:0]);
        end
        for (int i = 1; i < LaneWidth; i++) begin
          for (int b = 0; b < (Width >> (i + 1)); b++) begin
            blocked[b] = (blocked[2*b + 1] & bank[i*All +: All]) | (blocked[2*b] & ~bank[i*All +: All]);
          end
        end
        may      = waits_q & ~blocked[0] & {Depth{left}};
        from     = from_first(may);
        first    = may & ~one_back(from, '0);
        proposes = from[(Depth - 1)*Width +: Width];
        chosen   = '0;
        for (int p = 0; p < Depth; p++) chosen = chosen | (entry_q[p*Row +: Row] & {EntryWidth{first[p*Width +: Width]}});
      end
      // Elsewhere its bits are 0, but in the first pass, before which it is of no matter what they were.
      last       = (last & ~{EntryWidth{proposes}}) | chosen;
      by_bank[0] = proposes;
      for (int i = 0; i < LaneWidth; i++) begin
        for (int b = 0; b < (1 << i); b++) by_bank[b + (1 << i)] = by_bank[b] & chosen[Places + i*Width +: Width];
        for (int b = 0; b < (1 << i); b++) by_bank[b]            = by_bank[b] & ~chosen[Places + i*Width +: Width];
      end
      // Every bank with proposals takes a leader.
      for (int b = 0; b < Width; b++) begin
        fewer    = by_bank[b] & urgent;
        some     = (fewer == '0) ? by_bank[b] : fewer;
        fewer    = some & from_turn;
        some     = (fewer == '0) ? some : fewer;
        leads[b] = some & -some;
      end
      for (int b = 0; b < Width; b++) begin
        number = '0;
        for (int i = 0; i < LaneWidth; i++) number = number | (LaneWidth'(|(leads[b] & NumberBit[i*Width +: Width])) << i);
        leader[b] = number;
      end
      for (int b = 0; b < Width; b++) taken[b]       = taken[b] | ((by_bank[b] == '0) ? '0 : '1);
      for (int b = 0; b < Width; b++) last_leader[b] = last_leader[b] | leader[b];
      // All that want the leaders' words are served.
      entries = '0;
      for (int i = 0; i < EntryWidth; i++) entries[i*Lanes +: Width] = chosen[i*Width +: Width];
      entries = transposed(entries);
      for (int j = 0; j < Width; j++) held[j] = AskedWidth'(request_q[j][entries[at_lane(j) +: PlaceWidth]]);
      for (int b = 0; b < Width; b++) lead[b] = held[leader[b]];
      for (int j = 0; j < Width; j++) match[j] = lead[entries[at_lane(j) + PlaceWidth +: LaneWidth]] == held[j];
      if (MergeWrites == 0) begin
        some = '0;
        for (int b = 0; b < Width; b++) some = some | leads[b];
        for (int j = 0; j < Width; j++) match[j] = match[j] & (some[j] | ~held[j][RowWidth]);
      end
      match  = match & proposes;
      left   = left & ~match;
      gone   = gone | (first & {Depth{match}});
    end

    // The slot. Nothing that leaves this process is read in it, as no tool is to take it for its own input.
    served        = gone;
    lane_served_o = ~empty & ~left;
    entries = '0;
    for (int i = 0; i < EntryWidth; i++) entries[i*Lanes +: Width] = last[i*Width +: Width];
    entries = transposed(entries);
    for (int j = 0; j < Width; j++) last_place[j] = entries[at_lane(j) +: PlaceWidth];
    for (int j = 0; j < Width; j++) last_held[j] = request_q[j][last_place[j]];
    for (int j = 0; j < Width; j++) begin
      lane_addr_o[j*AddrWidth +: AddrWidth] =
        {1'b0, last_held[j][RowWidth-1:0], entries[at_lane(j) + PlaceWidth +: LaneWidth]};
      lane_name_o[j*NameLane +: NameLane] = NameLane'(last_held[j][AskedWidth +: NameWidth]);
    end
    for (int b = 0; b < Width; b++) lead[b] = AskedWidth'(last_held[last_leader[b]]);
    for (int b = 0; b < Width; b++) begin
      bank_req_o[b*AddrWidth +: AddrWidth] = {taken[b][0], lead[b][RowWidth-1:0], LaneWidth'(b)};
    end
    for (int b = 0; b < Width; b++) some[b] = taken[b][0];
    for (int b = 0; b < Width; b++) writes[b] = lead[b][RowWidth];
    writes       = writes & some;
    bank_write_o = writes;
    bank_data_o  = '0;
    if (writes != '0) begin
      for (int b = 0; b < Width; b++) begin
        bank_data_o[b*DataWidth +: DataWidth] =
          data_q[last_leader[b]][last_place[last_leader[b]]];
      end
    end
  end

  /////////////
  // Windows //
  /////////////

  // What waits behind a position that is served moves up, and its place goes to the last position. A request takes
  // the first free place, at the first free position then.
  always_ff @(posedge clk_i) begin : positions
    logic [All-1:0]          up, stay, put;
    logic [Square*Lanes-1:0] banks;
    logic [Row-1:0]          pushed, above;
    logic [Depth*Row-1:0]    next;
    up    = from_first(served);
    stay  = (waits_q & ~up) | (one_up(waits_q, '0) & up);
    put   = ~stay & one_back(stay, {Width{1'b1}}) & {Depth{push_i}};
    banks = '0;
    for (int j = 0; j < Width; j++) banks[at_lane(j) + PlaceWidth +: LaneWidth] = push_addr_i[j*AddrWidth +: LaneWidth];
    banks = transposed(banks);
    for (int i = 0; i < EntryWidth; i++) pushed[i*Width +: Width] = banks[i*Lanes +: Width];
    above = '0;
    for (int p = 0; p < Depth; p++) begin
      above[Places-1:0] = above[Places-1:0] | (entry_q[p*Row +: Places] & {PlaceWidth{served[p*Width +: Width]}});
    end
    for (int p = Depth - 1; p >= 0; p--) begin
      next[p*Row +: Row] = (entry_q[p*Row +: Row] & ~{EntryWidth{up[p*Width +: Width]}})
        | (above & {EntryWidth{up[p*Width +: Width]}}) | (pushed & {EntryWidth{put[p*Width +: Width]}});
      above = entry_q[p*Row +: Row];
    end
    waits_q <= rst_ni ? stay | put : '0;
    entry_q <= rst_ni ? next : PlacesInOrder;
  end

  // Where all lanes have room, free places of lanes that get nothing are written with those of the others: nobody reads them,
  // and one condition does for all.
  always_ff @(posedge clk_i) begin : places
    logic [All-1:0]          next;
    logic [Places-1:0]       place;
    logic [Square*Lanes-1:0] free;
    next  = ~waits_q & one_back(waits_q, {Width{1'b1}});
    place = '0;
    for (int p = 0; p < Depth; p++) place = place | (entry_q[p*Row +: Places] & {PlaceWidth{next[p*Width +: Width]}});
    free = '0;
    for (int i = 0; i < PlaceWidth; i++) free[i*Lanes +: Width] = place[i*Width +: Width];
    free = transposed(free);
    if (push_i != '0) begin
      for (int j = 0; j < Width; j++) begin
        if (Together != 0 || push_i[j]) begin
          request_q[j][free[at_lane(j) +: PlaceWidth]] <=
            {push_name_i[j*NameWidth +: NameWidth], push_write_i[j], push_addr_i[j*AddrWidth + LaneWidth +: RowWidth]};
        end
      end
    end
    if ((push_i & push_write_i) != '0) begin
      for (int j = 0; j < Width; j++) begin
        if (Together != 0 || push_i[j]) begin
          data_q[j][free[at_lane(j) +: PlaceWidth]] <= push_data_i[j*DataWidth +: DataWidth];
        end
      end
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
      begin : PushesWhereAllHaveRoom assert (Together == 0 || push_i == '0 || (&room_o)); end
      begin : ServesSomebody assert (!waiting_o || (|lane_served_o)); end
    end
  end

endmodule
