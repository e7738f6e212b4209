// SPDX-License-Identifier: Apache-2.0
// Keeps the order of the requests that wait in the windows of all lanes.
//
// A window has Depth positions; position 0 is the oldest request, and free positions are behind the youngest. Each
// position stands for a place, which holds the request itself (window_match.sv). When a request is served, those behind
// it move up. So only {bank, place} of each position moves, not the request.
//
// Contract   push_i on a rising edge: the lane's request gets the first free position and the place push_place_o, which
//            depends on registers only; obligation: only where room_o is high. served_i on a rising edge: positions
//            that become free, at most one a lane.
// Layout     of all lanes side by side, for the simulator: bit p*Width + j of waits_o is about position p of lane j;
//            bit (p*EntryWidth + i)*Width + j of entry_o is bit i of {bank, place} there. The bank is 0 where nothing
//            waits.
// Cost       a flip-flop, the numbers of a bank and of a place, and a three-way multiplexer of these for each position.
// Source     docs/spec/streaming.md, "Windows and acceptance". Ours.

module window_order #(
  // Defaults are in range because Yosys elaborates them, too.
  parameter int Width     = 0,  // lanes
  parameter int NumBanks  = 0,
  parameter int Depth     = 1,  // places of a window, >= 1
  parameter int AddrWidth = 0,  // bits of an address lane

  localparam int BankWidth  = (NumBanks > 1) ? $clog2(NumBanks) : 1,
  localparam int PlaceWidth = (Depth > 1) ? $clog2(Depth) : 1,
  localparam int EntryWidth = BankWidth + PlaceWidth
) (
  input  logic                              clk_i,
  input  logic                              rst_ni,        // synchronous, active low

  input  logic [Width-1:0]                  push_i,        // lanes that get a request
  input  logic [Width*AddrWidth-1:0]        push_addr_i,   // {0, row, bank}
  output logic [PlaceWidth*Width-1:0]       push_place_o,  // its place, pushed or not: lane j's bit i at i*Width + j
  output logic [Width-1:0]                  room_o,        // lanes with a free place

  output logic [Depth*Width-1:0]            waits_o,       // a request waits there
  output logic [Depth*EntryWidth*Width-1:0] entry_o,       // {bank, place}
  input  logic [Depth*Width-1:0]            served_i       // it is served in this cycle
);

  localparam int All    = Depth * Width;       // positions of all lanes
  localparam int Row    = EntryWidth * Width;  // the entries of one position
  localparam int Places = PlaceWidth * Width;  // bits of a row, the lower ones, that are of places

  logic [All-1:0]       waits_q;
  logic [Depth*Row-1:0] entry_q;

  assign waits_o = waits_q;
  assign entry_o = entry_q;
  assign room_o  = ~waits_q[(Depth - 1)*Width +: Width];

  // entry_q of empty windows: position p stands for place p.
  function automatic logic [Depth*Row-1:0] places_in_order(input int zero);
    for (int p = 0; p < Depth; p++) begin
      for (int n = 0; n < Row; n++) places_in_order[p*Row + n] = (n < Places) && ((p >> (n / Width)) & 1) != zero;
    end
  endfunction
  localparam logic [Depth*Row-1:0] PlacesInOrder = places_in_order(0);

  // All one position back, all ones at position 0; and all one position up, 0 at the last.
  function automatic logic [All-1:0] one_back(input logic [All-1:0] at);
    one_back[Width-1:0] = {Width{1'b1}};
    for (int p = 1; p < Depth; p++) one_back[p*Width +: Width] = at[(p - 1)*Width +: Width];
  endfunction
  function automatic logic [All-1:0] one_up(input logic [All-1:0] at);
    one_up = '0;
    for (int p = 1; p < Depth; p++) one_up[(p - 1)*Width +: Width] = at[p*Width +: Width];
  endfunction

  // The banks of all addresses as rows of bits, tile by tile.
  localparam int TileColumns = bit_tile_pkg::TileColumns;
  localparam int Part        = (Width < TileColumns) ? Width : TileColumns;  // lanes of a tile
  localparam int Across      = (Width + Part - 1) / Part * Part;  // Width and lanes that only fill the last tile
  function automatic logic [BankWidth*Width-1:0] banks_of(input logic [Width*AddrWidth-1:0] addr);
    logic [bit_tile_pkg::TileBits-1:0] tile;
    logic [BankWidth*Across-1:0]       rows;
    for (int n = 0; n < Across; n += Part) begin
      tile = '0;
      for (int j = 0; j < Part; j++) begin
        if (n + j < Width) tile[bit_tile_pkg::tile_column(j) +: BankWidth] = addr[(n + j)*AddrWidth +: BankWidth];
      end
      tile = bit_tile_pkg::tile_transposed(tile);
      for (int i = 0; i < BankWidth; i++) rows[i*Across + n +: Part] = tile[i*TileColumns +: Part];
    end
    for (int i = 0; i < BankWidth; i++) banks_of[i*Width +: Width] = rows[i*Across +: Width];
  endfunction

  // What waits behind a position that is served moves up, and its place goes to the last position.
  always_ff @(posedge clk_i) begin : positions
    logic [All-1:0]       up, stay, put;  // up: positions from the served one on
    logic [Row-1:0]       pushed, above;
    logic [Depth*Row-1:0] next;
    up     = served_i;
    for (int n = 1; n < Depth; n = 2*n) begin
      for (int p = Depth - 1; p >= n; p--) begin
        up[p*Width +: Width] = up[p*Width +: Width] | up[(p - n)*Width +: Width];
      end
    end
    stay   = (waits_q & ~up) | (one_up(waits_q) & up);
    put    = ~stay & one_back(stay) & {Depth{push_i}};
    pushed = {banks_of(push_addr_i), {Places{1'b0}}};
    above  = '0;
    for (int p = 0; p < Depth; p++) begin
      above[Places-1:0] = above[Places-1:0] | (entry_q[p*Row +: Places] & {PlaceWidth{served_i[p*Width +: Width]}});
    end
    for (int p = Depth - 1; p >= 0; p--) begin
      next[p*Row +: Row] = (entry_q[p*Row +: Row] & ~{EntryWidth{up[p*Width +: Width]}})
        | (above & {EntryWidth{up[p*Width +: Width]}}) | (pushed & {EntryWidth{put[p*Width +: Width]}});
      above = entry_q[p*Row +: Row];
    end
    waits_q <= rst_ni ? stay | put : '0;
    entry_q <= rst_ni ? next : PlacesInOrder;
  end

  always_comb begin : find_place
    logic [All-1:0]    first;  // the first free position of each lane
    logic [Places-1:0] place;
    first = ~waits_q & one_back(waits_q);
    place = '0;
    for (int p = 0; p < Depth; p++) place = place | (entry_q[p*Row +: Places] & {PlaceWidth{first[p*Width +: Width]}});
    push_place_o = place;
  end

  ////////////////
  // Assertions //
  ////////////////

  always @(posedge clk_i) begin
    if (rst_ni) begin
      begin : PushesWhereThereIsRoom assert ((push_i & ~room_o) == '0); end
      begin : ServesWhatWaits assert ((served_i & ~waits_q) == '0); end
      begin : WaitsFromTheFirstPositionOn assert ((waits_q & ~one_back(waits_q)) == '0); end
    end
  end

  // Ranges; machine_limits.sv says how.
  if (Depth < 1) Depth_must_be_at_least_1 u_bad_depth ();

endmodule
