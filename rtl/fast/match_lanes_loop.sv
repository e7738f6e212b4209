// SPDX-License-Identifier: Apache-2.0
// The windows and matches of match_lanes in the form that simulates fast; the same function. The registers are those of
// match_lane, of all lanes side by side, but words to write are in their places and a store only counts them.
//
// Contract   push_i on a rising edge: the lanes get a request; obligation: only where room_o is high in all lanes.
//            No input reaches an output within the cycle.
// Timing     that of match_lane: pushed at the end of cycle t, waits from t+1 on, is proposed from t+2 on. A request
//            that is chosen is served in the cycle after the last pass.
// Speed      see window_match.sv: a question about all lanes is asked of vectors. Leaders write what they ask for into
//            a table of banks, so that no lane has to be found by its number.
// Source     docs/spec/streaming.md, "The pipelined match" and "A smaller window". Ours. L1 of docs/trust.md:
//            both forms are equal.

module match_lanes_loop #(
  // Defaults are in range because Yosys elaborates them, too.
  parameter int Width        = 0,  // lanes
  parameter int NumBanks     = 0,
  parameter int Depth        = 1,  // places of a window, >= 1
  parameter int Passes       = 1,  // of a match, >= 1
  parameter int Queue        = 0,  // places of a queue behind each window, or 0
  parameter int Store        = 0,  // words to write of a lane; 0: one in every place
  parameter int Later        = 0,  // of later passes: 1: the leader alone wins; 2: and lanes propose the youngest
  parameter int FullestFirst = 0,  // 1: a bank prefers lanes with at most one free place
  parameter int AddrWidth    = 0,  // bits of an address lane, one more than a location needs
  parameter int LineWidth    = 0,  // bits of the line of the table that a request belongs to
  parameter int LineLane     = 0,  // bits of a returned line's lane, >= LineWidth; whole words (32) simulate faster
  parameter int DataWidth    = 0   // bits of a word
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,         // synchronous, active low

  input  logic [Width-1:0]           push_i,         // lanes that get a request
  input  logic                       push_write_i,   // they write; else they read
  input  logic [Width*AddrWidth-1:0] push_addr_i,    // {0, row, bank}
  input  logic [LineWidth-1:0]       push_line_i,
  input  logic [Width*DataWidth-1:0] push_data_i,    // don't care on a read
  output logic [Width-1:0]           room_o,         // a place is free, or is served in this cycle, and so for a word
  output logic                       waits_o,        // a request is in a window
  input  logic [Width-1:0]           from_turn_next_i, // the lane with the turn in the next cycle, and those above

  // What is served in this cycle, by lane and by bank: a slot as mmu.sv takes it.
  output logic [Width-1:0]           lane_served_o,
  output logic [Width*AddrWidth-1:0] lane_addr_o,    // {0, row, bank}
  output logic [Width*LineLane-1:0]  lane_line_o,    // in the low bits
  output logic [NumBanks*AddrWidth-1:0] bank_req_o,  // {valid, row, bank}
  output logic [NumBanks-1:0]        bank_write_o,
  output logic [NumBanks*DataWidth-1:0] bank_data_o  // the leader's word; meaningless on a read
);

  localparam int BankWidth  = (NumBanks > 1) ? $clog2(NumBanks) : 1;
  localparam int Banks      = 1 << BankWidth;      // numbers that BankWidth bits have
  localparam int PlaceWidth = (Depth > 1) ? $clog2(Depth) : 1;
  localparam int EntryWidth = BankWidth + PlaceWidth;
  localparam int All        = Depth * Width;       // places of all lanes
  localparam int Row        = EntryWidth * Width;  // {bank, place} of a place of each lane
  localparam int Places     = PlaceWidth * Width;  // bits of a row, the lower ones, that are of places
  localparam int Pairs      = (Depth > 1) ? Depth*(Depth - 1)/2 : 1;
  localparam int RowWidth   = AddrWidth - BankWidth - 1;
  localparam int AskedWidth = 1 + RowWidth;        // what a bank is asked for: {write, row}

  // A place: bit p*Width + j of a vector of All bits is about place p of lane j.
  logic [All-1:0]                  waits_q;
  logic [Pairs*Width-1:0]          older_q;  // of two places the one with the lower number is older
  logic [BankWidth*All-1:0]        bank_q;   // bit i of all banks from i*All on
  logic [LineWidth+AskedWidth-1:0] request_q [Width][Depth];  // {line, write, row}
  logic [DataWidth-1:0]            data_q    [Width][Depth];

  // The match in each pass. Index 0 is the first pass, Passes is what is served.
  logic [(Passes+1)*All-1:0]       place_q;    // places of the lanes: chosen or proposed, at most one of a lane
  logic [(Passes+1)*Width-1:0]     has_q;      // lanes whose place is chosen
  logic [(Passes+1)*Width-1:0]     leads_q;    // lanes whose word a write leaves
  logic [(Passes+1)*Width-1:0]     propose_q;  // lanes that propose their place
  logic [(Passes+1)*Row-1:0]       entry_q;    // {bank, place}: bit i of all lanes from i*Width on
  logic [Passes*NumBanks-1:0]      taken_q;    // banks, before the pass

  logic [Width-1:0]                from_turn_q;  // the lane with the turn, and those above
  /* verilator tracing_off */  // what is not traced and not used takes no time
  localparam int PlaceBits = LineWidth + AddrWidth + DataWidth;
  logic [PlaceBits-1:0] entry [Width];   // what enters a lane's window from its queue: {line, write, row, bank, word}
  logic [Width-1:0]     enters;          // lanes whose window gets a request
  logic [Width-1:0]     queue_few_q;     // at most one place of the queue is free
  logic [Width-1:0]     lane_writes;     // lanes whose request, if it is served, writes
  /* verilator tracing_on */

  function automatic int pair(input int p, input int o);
    pair = p*(p - 1)/2 + o;
  endfunction

  // The numbers of lane j in rows of bits: its place, and its bank.
  function automatic logic [PlaceWidth-1:0] place_in(input logic [Row-1:0] rows, input int j);
    for (int i = 0; i < PlaceWidth; i++) place_in[i] = rows[i*Width + j];
  endfunction
  function automatic logic [BankWidth-1:0] bank_in(input logic [Row-1:0] rows, input int j);
    for (int i = 0; i < BankWidth; i++) bank_in[i] = rows[Places + i*Width + j];
  endfunction

  /////////////////
  // The matches //
  /////////////////

  logic [(Passes+1)*All-1:0]   place_d;
  logic [(Passes+1)*Width-1:0] has_d, leads_d, propose_d;
  logic [(Passes+1)*Row-1:0]   entry_d;
  logic [(Passes+1)*NumBanks-1:0] taken_d;

  always_comb begin : match
    /* verilator tracing_off */
    logic [Width-1:0]      urgent, one_free;
    logic [Row-1:0]        chosen;             // {bank, place} of what the lanes propose
    logic [BankWidth-1:0]  bank    [Width];    // the bank that a lane proposes to
    logic [Width-1:0]      by_bank [Banks];    // lanes that propose to a bank
    logic [Width-1:0]      some, fewer, heads; // heads: lanes that lead
    logic [Width-1:0]      first;
    logic [AskedWidth-1:0] asked   [Width];    // what a lane asks for
    logic [AskedWidth-1:0] lead    [2*Banks];  // what a bank's leader asks for; above: what other lanes leave
    logic [Width-1:0]      fits;               // lanes that are chosen
    logic [All-1:0]        free;               // places whose requests are in no match
    logic [All-1:0]        among, behind, may;
    logic [Banks-1:0]      busy;               // banks that are taken in a match
    logic [All-1:0]        blocked [Banks/2];  // the first one in the end: places whose banks are taken
    /* verilator tracing_on */
    {chosen, some, fewer, heads, first, fits, free, among, behind, may, busy} = '0;
    for (int j = 0; j < Width; j++) {asked[j], bank[j]} = '0;
    for (int b = 0; b < Banks; b++) by_bank[b] = '0;
    for (int b = 0; b < 2*Banks; b++) lead[b] = '0;
    for (int b = 0; b < Banks/2; b++) blocked[b] = '0;
    {has_d, leads_d, propose_d, entry_d} = '0;
    taken_d = '0;
    place_d = '0;

    // Lanes that a bank prefers: urgent is what has two free places, until the last line.
    urgent   = '0;
    one_free = '0;
    for (int p = 0; p < Depth; p++) begin
      urgent   = urgent | (one_free & ~waits_q[p*Width +: Width]);
      one_free = one_free | ~waits_q[p*Width +: Width];
    end
    if (Queue > 0) urgent = (Queue > 1) ? ~queue_few_q : one_free;  // a queue holds something: the window is full
    urgent = (from_turn_q & ~(from_turn_q << 1)) | ((FullestFirst != 0) ? ~urgent : '0);

    // 1. In every match every bank with proposals takes a leader: in cyclic order from the turn the first urgent lane,
    //    or the first lane if none is urgent. All lanes that propose what it asks for are chosen, or the leader alone.
    for (int k = 0; k < Passes; k++) begin
      chosen     = entry_q[k*Row +: Row];
      by_bank[0] = propose_q[k*Width +: Width];
      for (int i = 0; i < BankWidth; i++) begin
        for (int b = 0; b < (1 << i); b++) by_bank[b + (1 << i)] = by_bank[b] & chosen[Places + i*Width +: Width];
        for (int b = 0; b < (1 << i); b++) by_bank[b]            = by_bank[b] & ~chosen[Places + i*Width +: Width];
      end
      heads = '0;
      for (int b = 0; b < NumBanks; b++) begin
        fewer = by_bank[b] & urgent;
        some  = (fewer == '0) ? by_bank[b] : fewer;
        fewer = some & from_turn_q;
        some  = (fewer == '0) ? some : fewer;
        heads = heads | (some & -some);
        taken_d[(k + 1)*NumBanks + b] = by_bank[b] != '0;
      end
      taken_d[(k + 1)*NumBanks +: NumBanks] = taken_d[(k + 1)*NumBanks +: NumBanks] | taken_q[k*NumBanks +: NumBanks];
      for (int j = 0; j < Width; j++) bank[j]  = bank_in(chosen, j);
      for (int j = 0; j < Width; j++) asked[j] = AskedWidth'(request_q[j][place_in(chosen, j)]);
      for (int j = 0; j < Width; j++) lead[{~heads[j], bank[j]}] = asked[j];
      for (int j = 0; j < Width; j++) fits[j] = lead[{1'b0, bank[j]}] == asked[j];
      fits = (k > 0 && Later > 0) ? heads : fits & propose_q[k*Width +: Width];
      has_d[(k + 1)*Width +: Width]   = has_q[k*Width +: Width] | fits;
      leads_d[(k + 1)*Width +: Width] = leads_q[k*Width +: Width] | heads;
      place_d[(k + 1)*All +: All]     = place_q[k*All +: All] & {Depth{has_d[(k + 1)*Width +: Width]}};
    end

    // 2. Where a lane has no request in a match, it proposes its oldest one, or its youngest, that is in no match and
    //    whose bank is not taken. Older matches choose first. What leaves the last pass gets no more proposals.
    free = waits_q & ~place_q[Passes*All +: All];
    for (int k = 1; k <= Passes; k++) free = free & ~place_d[k*All +: All];
    for (int k = Passes - 1; k >= 0; k--) begin
      among = free;
      if (k > 0) begin
        // Half of the banks are left after each bit of a bank's number.
        busy[NumBanks-1:0] = taken_d[k*NumBanks +: NumBanks];
        for (int b = 0; b < Banks/2; b++) begin
          blocked[b] = ({All{busy[2*b + 1]}} & bank_q[All-1:0]) | ({All{busy[2*b]}} & ~bank_q[All-1:0]);
        end
        for (int i = 1; i < BankWidth; i++) begin
          for (int b = 0; b < (Banks >> (i + 1)); b++) begin
            blocked[b] = (blocked[2*b + 1] & bank_q[i*All +: All]) | (blocked[2*b] & ~bank_q[i*All +: All]);
          end
        end
        among = free & ~blocked[0] & {Depth{~has_d[k*Width +: Width]}};
      end
      behind = '0;
      for (int p = 1; p < Depth; p++) begin
        for (int o = 0; o < p; o++) begin
          first = older_q[pair(p, o)*Width +: Width];  // lanes of which o is proposed before p
          if (k > 0 && Later > 1) first = ~first;
          behind[p*Width +: Width] = behind[p*Width +: Width] | (among[o*Width +: Width] & first);
          behind[o*Width +: Width] = behind[o*Width +: Width] | (among[p*Width +: Width] & ~first);
        end
      end
      may  = among & ~behind;
      free = free & ~may;
      place_d[k*All +: All] = place_d[k*All +: All] | may;
      for (int p = 0; p < Depth; p++) begin
        propose_d[k*Width +: Width] = propose_d[k*Width +: Width] | may[p*Width +: Width];
      end
    end
    for (int k = 0; k < Passes; k++) begin
      for (int p = 0; p < Depth; p++) begin
        may[Width-1:0] = place_d[k*All + p*Width +: Width];
        for (int i = 0; i < PlaceWidth; i++) begin
          if (((p >> i) & 1) != 0)
            entry_d[k*Row + i*Width +: Width] = entry_d[k*Row + i*Width +: Width] | may[Width-1:0];
        end
        for (int i = 0; i < BankWidth; i++) begin
          entry_d[k*Row + Places + i*Width +: Width] = entry_d[k*Row + Places + i*Width +: Width]
            | (bank_q[i*All + p*Width +: Width] & may[Width-1:0]);
        end
      end
    end
    entry_d[Passes*Row +: Row] = entry_q[(Passes - 1)*Row +: Row];
  end

  always_ff @(posedge clk_i) begin : advance
    from_turn_q <= from_turn_next_i;
    place_q   <= rst_ni ? place_d : '0;
    has_q     <= rst_ni ? has_d : '0;
    leads_q   <= rst_ni ? leads_d : '0;
    propose_q <= rst_ni ? propose_d : '0;
    taken_q   <= rst_ni ? taken_d[Passes*NumBanks-1:0] : '0;
    entry_q   <= entry_d;
  end

  //////////////
  // The slot //
  //////////////

  always_comb begin : slot
    /* verilator tracing_off */
    logic [Row-1:0]                  rows;         // {bank, place} of what is served
    logic [PlaceWidth-1:0]           place [Width];
    logic [BankWidth-1:0]            bank  [Width];
    logic [LineWidth+AskedWidth-1:0] held [Width];
    logic [AskedWidth:0]             lead [2*Banks];  // {valid, write, row} of a bank; above: what other lanes leave
    logic [DataWidth-1:0]            word [2*Banks];
    logic [Width-1:0]                leads;
    /* verilator tracing_on */
    rows    = entry_q[Passes*Row +: Row];
    for (int j = 0; j < Width; j++) place[j] = place_in(rows, j);
    for (int j = 0; j < Width; j++) bank[j]  = bank_in(rows, j);
    leads   = leads_q[Passes*Width +: Width];
    for (int b = 0; b < 2*Banks; b++) lead[b] = '0;
    for (int b = 0; b < 2*Banks; b++) word[b] = '0;
    for (int j = 0; j < Width; j++) held[j] = request_q[j][place[j]];
    for (int j = 0; j < Width; j++) lead[{~leads[j], bank[j]}] = {1'b1, AskedWidth'(held[j])};
    for (int j = 0; j < Width; j++) begin
      lane_addr_o[j*AddrWidth +: AddrWidth] = {1'b0, held[j][RowWidth-1:0], bank[j]};
      lane_line_o[j*LineLane +: LineLane]   = LineLane'(held[j][AskedWidth +: LineWidth]);
      lane_writes[j]                        = held[j][RowWidth];
    end
    for (int b = 0; b < NumBanks; b++) begin
      bank_req_o[b*AddrWidth +: AddrWidth] = {lead[b][AskedWidth], lead[b][RowWidth-1:0], BankWidth'(b)};
      bank_write_o[b] = lead[b][RowWidth];
    end
    if (bank_write_o != '0) begin
      for (int j = 0; j < Width; j++) begin
        word[{~leads[j], bank[j]}] = data_q[j][place[j]];
      end
    end
    for (int b = 0; b < NumBanks; b++) bank_data_o[b*DataWidth +: DataWidth] = word[b];
    lane_served_o = has_q[Passes*Width +: Width];
  end

  ////////////
  // Places //
  ////////////

  logic [All-1:0]   vacant, first;         // first: the first vacant place of each lane
  logic [Width-1:0] room, word_room;       // lanes with room in the window, and for a word

  always_comb begin : find_room
    logic [Width-1:0] none;
    vacant  = ~waits_q | place_q[Passes*All +: All];
    none    = '1;
    for (int p = 0; p < Depth; p++) begin
      first[p*Width +: Width] = vacant[p*Width +: Width] & none;
      none                    = none & ~vacant[p*Width +: Width];
    end
    room    = ~none;
    waits_o = |waits_q;
  end

  always_ff @(posedge clk_i) begin : places
    logic [All-1:0]             put;
    logic [BankWidth*Width-1:0] pushed;
    put     = first & {Depth{enters}};
    waits_q <= rst_ni ? (waits_q & ~place_q[Passes*All +: All]) | put : '0;
    if (enters != '0) begin
      for (int j = 0; j < Width; j++) begin
        for (int i = 0; i < BankWidth; i++) begin
          pushed[i*Width + j] = (Queue > 0) ? entry[j][DataWidth + i] : push_addr_i[j*AddrWidth + i];
        end
      end
      for (int i = 0; i < BankWidth; i++) begin
        bank_q[i*All +: All] <= (bank_q[i*All +: All] & ~put) | ({Depth{pushed[i*Width +: Width]}} & put);
      end
      // A request that is put is the youngest.
      for (int p = 1; p < Depth; p++) begin
        for (int o = 0; o < p; o++) begin
          older_q[pair(p, o)*Width +: Width] <=
            (older_q[pair(p, o)*Width +: Width] | put[p*Width +: Width]) & ~put[o*Width +: Width];
        end
      end
    end
  end

  // Without queues, lanes that get nothing have their free places written too. Nothing reads these, and one condition
  // serves all lanes.
  always_ff @(posedge clk_i) begin : requests
    logic [Row-1:0] rows;
    rows = '0;
    for (int p = 0; p < Depth; p++) begin
      for (int i = 0; i < PlaceWidth; i++) begin
        if (((p >> i) & 1) != 0) rows[i*Width +: Width] = rows[i*Width +: Width] | first[p*Width +: Width];
      end
    end
    if (Queue > 0) begin
      for (int j = 0; j < Width; j++) begin
        if (enters[j]) begin
          request_q[j][place_in(rows, j)] <= entry[j][PlaceBits-1 -: LineWidth+AskedWidth];
          data_q[j][place_in(rows, j)]    <= entry[j][DataWidth-1:0];
        end
      end
    end else if (push_i != '0) begin
      for (int j = 0; j < Width; j++) begin
        request_q[j][place_in(rows, j)] <=
          {push_line_i, push_write_i, push_addr_i[j*AddrWidth + BankWidth +: RowWidth]};
      end
      if (push_write_i) begin
        for (int j = 0; j < Width; j++) begin
          data_q[j][place_in(rows, j)] <= push_data_i[j*DataWidth +: DataWidth];
        end
      end
    end
  end

  ///////////////////////
  // Queues and stores //
  ///////////////////////

  if (Queue > 0) begin : gen_queue
    logic [Width-1:0] place_room, queue_few;
    for (genvar j = 0; j < Width; j++) begin : gen_lane
      lane_queue #(
        .Places(Queue), .Bits(PlaceBits)
      ) u_queue (
        .clk_i, .rst_ni,
        .push_i(push_i[j]), .room_o(place_room[j]), .few_next_o(queue_few[j]),
        .push_bits_i({push_line_i, push_write_i, push_addr_i[j*AddrWidth +: AddrWidth-1],
                      push_data_i[j*DataWidth +: DataWidth]}),
        .room_i(room[j]), .enter_o(enters[j]), .enter_bits_o(entry[j])
      );
    end
    assign room_o = place_room & word_room;
    always_ff @(posedge clk_i) queue_few_q <= queue_few;
  end else begin : gen_no_queue
    assign room_o      = room & word_room;
    assign enters      = push_i;
    assign queue_few_q = '0;
    for (genvar j = 0; j < Width; j++) begin : gen_lane
      assign entry[j] = '0;
    end
  end

  if (Store > 0) begin : gen_store
    logic [Store*Width-1:0] held_q;  // lanes with more than n words from bit n*Width on
    wire logic [Width-1:0]  comes = push_i & {Width{push_write_i}};  // lanes that get a word
    wire logic [Width-1:0]  goes  = lane_served_o & lane_writes;     // lanes that do not need one any more
    assign word_room = ~held_q[(Store - 1)*Width +: Width] | goes;
    always_ff @(posedge clk_i) begin : words
      logic [(Store + 2)*Width-1:0] held;  // with the lanes that have more than -1 and Store words, all and none
      held = {{Width{1'b0}}, held_q, {Width{1'b1}}};
      for (int n = 0; n < Store; n++) begin
        held_q[n*Width +: Width] <= ((held[n*Width +: Width] & comes & ~goes) |
                                     (held[(n + 1)*Width +: Width] & ~(comes ^ goes)) |
                                     (held[(n + 2)*Width +: Width] & goes & ~comes)) & {Width{rst_ni}};
      end
    end
  end else begin : gen_words
    assign word_room = '1;
  end

  ////////////////
  // Assertions //
  ////////////////

  always @(posedge clk_i) begin
    if (rst_ni) begin
      begin : PushesWhereAllHaveRoom assert (push_i == '0 || (&room_o)); end
      begin : ServesWhatWaits assert ((place_q[Passes*All +: All] & ~waits_q) == '0); end
      begin : LeadersAreServed assert ((leads_q[Passes*Width +: Width] & ~lane_served_o) == '0); end
    end
  end

  // Ranges; machine_limits.sv says how.
  if (Depth < 1) Depth_must_be_at_least_1 u_bad_depth ();
  if (Passes < 1) Passes_must_be_at_least_1 u_bad_passes ();
  if (Queue < 0) Queue_must_be_at_least_0 u_bad_queue ();
  if (Store < 0) Store_must_be_at_least_0 u_bad_store ();
  if (Later < 0 || Later > 2) Later_must_be_0_to_2 u_bad_later ();
  if (LineLane < LineWidth) LineLane_must_be_at_least_LineWidth u_bad_line_lane ();

endmodule
