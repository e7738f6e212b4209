// SPDX-License-Identifier: Apache-2.0
// Holds the requests in the places of the windows, and chooses those that the banks serve in a cycle.
//
// Contract   push_i on a rising edge: the request goes to the place push_place_i of its lane; obligation: nothing waits
//            there. waits_i and entry_i say what waits, oldest first, in the layout of window_order.sv. No input other
//            than these, urgent_i and from_turn_i reaches an output within the cycle.
// Cost       a request, a name and a word for each place. For each pass: a look-up of the bank of every position, an
//            arbiter over all lanes for every bank, and two multiplexers of requests for every lane. Depth grows with
//            Passes and with the logarithms of Width and Depth.
// Speed      a question about all lanes or banks is asked of vectors, or in rows of equal statements without branches.
//            So the compiler of the simulator handles several lanes at once, and the processor guesses no branch. All
//            passes are in one process, so that the simulator keeps what one pass leaves to the next in registers of
//            the processor: one module for each step of a pass takes 1.14 times as long.
// Source     docs/spec/streaming.md, "Who is served". Ours.

module window_match #(
  // Defaults are in range because Yosys elaborates them, too.
  parameter int Width       = 1,  // lanes
  parameter int NumBanks    = 1,
  parameter int Depth       = 1,  // places of a window, >= 1
  parameter int Passes      = 1,  // >= 1
  parameter int Together    = 0,  // 1: requests are pushed only while all lanes have room
  parameter int MergeWrites = 1,  // 0: of lanes that write one word only the leader is served
  parameter int AddrWidth   = 3,  // bits of an address lane, one more than a location needs
  parameter int NameWidth   = 1,  // bits of a name, returned with the request
  parameter int NameLane    = 1,  // bits of a returned name's lane, >= NameWidth
  parameter int DataWidth   = 1,  // bits of a word

  localparam int BankWidth  = (NumBanks > 1) ? $clog2(NumBanks) : 1,
  localparam int PlaceWidth = (Depth > 1) ? $clog2(Depth) : 1,
  localparam int EntryWidth = BankWidth + PlaceWidth,
  localparam int All        = Depth * Width,       // positions of all lanes
  localparam int Row        = EntryWidth * Width,  // the entries of one position
  localparam int Places     = PlaceWidth * Width   // bits of a row, the lower ones, that are of places
) (
  input  logic                       clk_i,

  input  logic [Width-1:0]           push_i,         // lanes that get a request
  input  logic [Width-1:0]           push_write_i,   // it writes; else it reads
  input  logic [Width*AddrWidth-1:0] push_addr_i,    // {0, row, bank}
  input  logic [Width*NameWidth-1:0] push_name_i,
  input  logic [Width*DataWidth-1:0] push_data_i,    // don't care on a read
  input  logic [Places-1:0]          push_place_i,   // bit i*Width + j: bit i of lane j's place

  input  logic [All-1:0]             waits_i,        // a request waits at the position
  input  logic [Depth*Row-1:0]       entry_i,        // {bank, place} of the position
  input  logic [Width-1:0]           urgent_i,       // lanes that a bank prefers
  input  logic [Width-1:0]           from_turn_i,    // the lane with the turn and those above

  output logic [All-1:0]             served_o,       // positions
  output logic [Width-1:0]           lane_served_o,
  output logic [Width*AddrWidth-1:0] lane_addr_o,    // {0, row, bank}
  output logic [Width*NameLane-1:0]  lane_name_o,    // in the low bits
  output logic [NumBanks*AddrWidth-1:0] bank_req_o,  // {valid, row, bank}
  output logic [NumBanks-1:0]        bank_write_o,
  output logic [NumBanks*DataWidth-1:0] bank_data_o  // the leader's word; meaningless on a read
);

  localparam int LaneWidth = (Width > 1) ? $clog2(Width) : 1;
  localparam int Lanes     = 1 << LaneWidth;  // numbers that LaneWidth bits have; no lane has those from Width on
  localparam int Banks     = 1 << BankWidth;

  // What a place holds, {name, write, row}, and a word: by lane and place.
  localparam int RowWidth     = AddrWidth - BankWidth - 1;
  localparam int AskedWidth   = 1 + RowWidth;  // what a bank is asked for: {write, row}
  localparam int RequestWidth = NameWidth + AskedWidth;
  logic [RequestWidth-1:0] request_q [Width][Depth];
  logic [DataWidth-1:0]    data_q    [Width][Depth];

  /////////////
  // Numbers //
  /////////////

  // Places and banks of all lanes as numbers, from rows of their bits, tile by tile. If {bank, place} has more bits
  // than a tile has rows, the bank is in a tile of its own.
  localparam int TileRows    = bit_tile_pkg::TileRows;
  localparam int TileColumns = bit_tile_pkg::TileColumns;
  localparam int TileBits    = bit_tile_pkg::TileBits;

  localparam int Part  = (Width < TileColumns) ? Width : TileColumns;  // lanes of a tile
  localparam int Down  = (EntryWidth <= TileRows) ? 1 : 2;
  localparam int Count = (Width + Part - 1) / Part;  // of tiles side by side; the last one may have lanes to spare
  localparam int Tiles = Count * Down * TileBits;

  function automatic int place_at(input int j);
    place_at = j/Part*Down*TileBits + bit_tile_pkg::tile_column(j % Part);
  endfunction
  function automatic int bank_at(input int j);
    bank_at = place_at(j) + ((Down == 1) ? PlaceWidth : TileBits);
  endfunction

  function automatic logic [Tiles-1:0] numbers_of(input logic [Row-1:0] rows);
    logic [Count*Part-1:0] lanes;
    numbers_of = '0;
    lanes      = '0;
    for (int i = 0; i < PlaceWidth; i++) begin
      lanes[Width-1:0] = rows[i*Width +: Width];
      for (int n = 0; n < Count; n++) numbers_of[n*Down*TileBits + i*TileColumns +: Part] = lanes[n*Part +: Part];
    end
    for (int i = 0; i < BankWidth; i++) begin
      lanes[Width-1:0] = rows[Places + i*Width +: Width];
      for (int n = 0; n < Count; n++) begin
        numbers_of[n*Down*TileBits + i*TileColumns + ((Down == 1) ? PlaceWidth*TileColumns : TileBits) +: Part] =
          lanes[n*Part +: Part];
      end
    end
    for (int n = 0; n < Tiles; n += TileBits) begin
      numbers_of[n +: TileBits] = bit_tile_pkg::tile_transposed(numbers_of[n +: TileBits]);
    end
  endfunction

  // Vector i has the numbers in which bit i is set: what turns one bit among many into its number.
  function automatic logic [LaneWidth*Width-1:0] numbers_with(input int zero);
    for (int i = 0; i < LaneWidth; i++) begin
      for (int j = 0; j < Width; j++) numbers_with[i*Width + j] = ((j >> i) & 1) != zero;
    end
  endfunction
  localparam logic [LaneWidth*Width-1:0] NumberBit = numbers_with(0);

  ///////////////
  // The match //
  ///////////////

  // What the passes leave to the slot.
  logic [NumBanks-1:0]  busy;            // banks that serve
  logic [Row-1:0]       last;            // {bank, place} that a lane proposed last; what a served lane is served
  logic [LaneWidth-1:0] leader [NumBanks];  // of each bank, a lane; 0 if it does not serve

  always_comb begin : match
    /* verilator tracing_off */
    // From pass to pass.
    logic [Width-1:0]         left;               // lanes that are not served
    logic [All-1:0]           gone;               // positions that are served
    logic [Width-1:0]         taken   [Banks];    // banks; all bits of one are equal
    logic [Row-1:0]           latest;             // {bank, place} that a lane proposed last
    logic [LaneWidth-1:0]     leads   [NumBanks]; // lane that leads in a bank
    // Within a pass.
    logic [BankWidth*All-1:0] bank;               // of every position, bit i from i*All on
    logic [All-1:0]           blocked [Banks/2];  // the first one in the end: positions whose banks are taken
    logic [All-1:0]           may, from, first;   // positions that may be proposed, a lane's first and those behind, it
    logic [Width-1:0]         proposes;           // lanes
    logic [Row-1:0]           chosen;             // {bank, place} of what they propose
    logic [Tiles-1:0]         numbers;            // the same as numbers
    logic [Width-1:0]         by_bank [Banks];    // lanes that propose to a bank
    logic [Width-1:0]         some, fewer;
    logic [Width-1:0]         head    [NumBanks]; // the one of them that leads, as a bit ..
    logic [LaneWidth-1:0]     number;
    logic [LaneWidth-1:0]     lane    [NumBanks]; // .. and as a number
    logic [AskedWidth-1:0]    asked   [Lanes];    // what a lane asks for
    logic [AskedWidth-1:0]    lead    [Banks];    // what a bank's leader asks for
    logic [Width-1:0]         fits;               // lanes that are served
    /* verilator tracing_on */
    {gone, latest, may, from, first, proposes, chosen, numbers, some, fewer, number, fits} = '0;
    for (int b = 0; b < Banks/2; b++) blocked[b] = '0;
    for (int b = 0; b < Banks; b++) {taken[b], by_bank[b], lead[b]} = '0;
    for (int b = 0; b < NumBanks; b++) {leads[b], head[b], lane[b]} = '0;
    for (int j = 0; j < Lanes; j++) asked[j] = '0;
    for (int i = 0; i < BankWidth; i++) begin
      for (int p = 0; p < Depth; p++) bank[i*All + p*Width +: Width] = entry_i[p*Row + Places + i*Width +: Width];
    end
    left = waits_i[Width-1:0];
    for (int k = 0; k < Passes; k++) begin
      // 1. Every lane that is not served yet proposes its oldest request whose bank is not taken.
      if (k == 0) begin
        proposes = left;
        first    = All'(left);
        chosen   = entry_i[Row-1:0];
      end else begin
        // Half of the banks are left after each bit of a bank's number.
        for (int b = 0; b < Banks/2; b++) begin
          blocked[b] = ({Depth{taken[2*b + 1]}} & bank[All-1:0]) | ({Depth{taken[2*b]}} & ~bank[All-1:0]);
        end
        for (int i = 1; i < BankWidth; i++) begin
          for (int b = 0; b < (Banks >> (i + 1)); b++) begin
            blocked[b] = (blocked[2*b + 1] & bank[i*All +: All]) | (blocked[2*b] & ~bank[i*All +: All]);
          end
        end
        may  = waits_i & ~blocked[0] & {Depth{left}};
        from = may;
        for (int n = 1; n < Depth; n = 2*n) begin
          for (int p = Depth - 1; p >= n; p--) begin
            from[p*Width +: Width] = from[p*Width +: Width] | from[(p - n)*Width +: Width];
          end
        end
        first = may;
        for (int p = 1; p < Depth; p++) first[p*Width +: Width] = may[p*Width +: Width] & ~from[(p - 1)*Width +: Width];
        proposes = from[(Depth - 1)*Width +: Width];
        chosen   = '0;
        for (int p = 0; p < Depth; p++) begin
          chosen = chosen | (entry_i[p*Row +: Row] & {EntryWidth{first[p*Width +: Width]}});
        end
      end
      latest  = (latest & ~{EntryWidth{proposes}}) | chosen;
      numbers = numbers_of(chosen);

      // 2. Every bank with proposals takes a leader: in cyclic order from the turn the first urgent lane, or the first
      //    lane if none is urgent. Only one pass has a leader of a bank.
      by_bank[0] = proposes;
      for (int i = 0; i < BankWidth; i++) begin
        for (int b = 0; b < (1 << i); b++) by_bank[b + (1 << i)] = by_bank[b] & chosen[Places + i*Width +: Width];
        for (int b = 0; b < (1 << i); b++) by_bank[b]            = by_bank[b] & ~chosen[Places + i*Width +: Width];
      end
      for (int b = 0; b < NumBanks; b++) begin
        fewer    = by_bank[b] & urgent_i;
        some     = (fewer == '0) ? by_bank[b] : fewer;
        fewer    = some & from_turn_i;
        some     = (fewer == '0) ? some : fewer;
        head[b] = some & -some;
      end
      for (int b = 0; b < NumBanks; b++) begin
        number = '0;
        for (int i = 0; i < LaneWidth; i++) begin
          number = number | (LaneWidth'(|(head[b] & NumberBit[i*Width +: Width])) << i);
        end
        lane[b] = number;
      end
      for (int b = 0; b < NumBanks; b++) leads[b] = leads[b] | lane[b];
      for (int b = 0; b < NumBanks; b++) taken[b] = taken[b] | ((by_bank[b] == '0) ? '0 : '1);

      // 3. All lanes that propose what the leader of their bank asks for are served.
      for (int j = 0; j < Width; j++) asked[j] = AskedWidth'(request_q[j][numbers[place_at(j) +: PlaceWidth]]);
      for (int b = 0; b < NumBanks; b++) lead[b]  = asked[lane[b]];
      for (int j = 0; j < Width; j++) fits[j]  = lead[numbers[bank_at(j) +: BankWidth]] == asked[j];
      if (MergeWrites == 0) begin
        some = '0;
        for (int b = 0; b < NumBanks; b++) some    = some | head[b];
        for (int j = 0; j < Width; j++) fits[j] = fits[j] & (some[j] | ~asked[j][RowWidth]);
      end
      fits = fits & proposes;
      left = left & ~fits;
      gone = gone | (first & {Depth{fits}});
    end
    served_o      = gone;
    lane_served_o = waits_i[Width-1:0] & ~left;
    last          = latest;
    for (int b = 0; b < NumBanks; b++) busy[b]   = taken[b][0];
    for (int b = 0; b < NumBanks; b++) leader[b] = leads[b];
  end

  always_comb begin : slot
    /* verilator tracing_off */
    logic [Tiles-1:0]        numbers;
    logic [PlaceWidth-1:0]   place [Lanes];
    logic [RequestWidth-1:0] held  [Lanes];
    logic [AskedWidth-1:0]   lead  [NumBanks];  // what a bank's leader asks for
    logic [NumBanks-1:0]     writes;
    /* verilator tracing_on */
    numbers = numbers_of(last);
    for (int j = 0; j < Width; j++) place[j] = numbers[place_at(j) +: PlaceWidth];
    for (int j = 0; j < Width; j++) held[j]  = request_q[j][place[j]];
    for (int j = 0; j < Width; j++) begin
      lane_addr_o[j*AddrWidth +: AddrWidth] = {1'b0, held[j][RowWidth-1:0], numbers[bank_at(j) +: BankWidth]};
      lane_name_o[j*NameLane +: NameLane]   = NameLane'(held[j][AskedWidth +: NameWidth]);
    end
    for (int b = 0; b < NumBanks; b++) lead[b]   = AskedWidth'(held[leader[b]]);
    for (int b = 0; b < NumBanks; b++) writes[b] = lead[b][RowWidth];
    for (int b = 0; b < NumBanks; b++) begin
      bank_req_o[b*AddrWidth +: AddrWidth] = {busy[b], lead[b][RowWidth-1:0], BankWidth'(b)};
    end
    writes       = writes & busy;
    bank_write_o = writes;
    bank_data_o  = '0;
    if (writes != '0) begin
      for (int b = 0; b < NumBanks; b++) bank_data_o[b*DataWidth +: DataWidth] = data_q[leader[b]][place[leader[b]]];
    end
  end

  // With Together, lanes that get nothing have their free places written too. No one reads these, and one condition
  // serves all lanes.
  always_ff @(posedge clk_i) begin : places
    logic [Row-1:0]   rows;
    logic [Tiles-1:0] numbers;
    rows             = '0;  // no cast to Row bits: Yosys 0.23 reads this module with Row = 0, too
    rows[Places-1:0] = push_place_i;
    numbers          = numbers_of(rows);
    if (push_i != '0) begin
      for (int j = 0; j < Width; j++) begin
        if (Together != 0 || push_i[j]) begin
          request_q[j][numbers[place_at(j) +: PlaceWidth]] <=
            {push_name_i[j*NameWidth +: NameWidth], push_write_i[j], push_addr_i[j*AddrWidth + BankWidth +: RowWidth]};
        end
      end
    end
    if ((push_i & push_write_i) != '0) begin
      for (int j = 0; j < Width; j++) begin
        if (Together != 0 || push_i[j]) begin
          data_q[j][numbers[place_at(j) +: PlaceWidth]] <= push_data_i[j*DataWidth +: DataWidth];
        end
      end
    end
  end

  // Ranges; machine_limits.sv says how.
  if (Depth < 1) Depth_must_be_at_least_1 u_bad_depth ();
  if (Passes < 1) Passes_must_be_at_least_1 u_bad_passes ();
  if (NameLane < NameWidth) NameLane_must_be_at_least_NameWidth u_bad_name_lane ();

endmodule
