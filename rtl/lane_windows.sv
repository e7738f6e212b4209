// SPDX-License-Identifier: Apache-2.0
// The windows of a streaming memory unit: up to Depth waiting requests for each lane, and the choice, each cycle, of
// those that the banks serve.
//
//     window_order     the order of the requests in the windows: the places that hold them, oldest first
//     this file        what the places hold, the turn, the passes one behind another, and the slot
//     window_propose   step 1 of a pass: what each lane proposes
//     window_lead      steps 2 and 3: which lane leads in each bank, and which lanes are served
//     bit_transpose    rows of bits to numbers and back: wires, in a form that simulates fast
//
// Contract   a lane of push_i puts a request into its window on a rising edge; obligation: only where room_o is high.
//            The request takes part in the choice from the next cycle on. room_o depends on registers only: what is
//            served in this cycle makes room in the next. No input reaches an output within the cycle.
// Order      requests of one lane to one bank are served in the order in which they were pushed.
// Wait       the oldest request of a lane is served within Width cycles, as its lane has the turn once in these.
// Cost       storage: a request, a name and a word for each place, and the numbers of a bank and a place for each
//            position. Logic, for each pass: a look-up of the bank of every position, an arbiter over all lanes for
//            every bank, and two multiplexers of requests for every lane. Depth grows with Passes and with the
//            logarithms of Width and Depth.
// Speed      a question about all lanes or banks is asked of vectors, or in rows of equal statements without branches.
//            So the compiler of the simulator handles several lanes at once, and the processor guesses no branch.
// Source     docs/spec/streaming.md. Ours. lane_windows_plain.sv in proofs/ says the same without regard to speed; W9
//            of docs/proofs.md: both are equal.

module lane_windows #(
  parameter int Width        = 0,  // lanes and banks, a power of two >= 2
  parameter int Depth        = 0,  // places of a window, >= 1
  parameter int Passes       = 0,  // >= 1
  parameter int FullestFirst = 0,  // 1: lanes with at most one free place are urgent
  parameter int Together     = 0,  // 1: requests are pushed only while all lanes have room
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
  localparam int EntryWidth = LaneWidth + PlaceWidth;
  localparam int Row        = EntryWidth * Width;
  localparam int Places     = PlaceWidth * Width;
  localparam int All        = Depth * Width;  // positions of all lanes, window_order.sv

  // What a place holds, {name, write, row}, and a word: by lane and place.
  localparam int AskedWidth   = 1 + RowWidth;  // what a bank is asked for: {write, row}
  localparam int RequestWidth = NameWidth + AskedWidth;
  logic [RequestWidth-1:0] request_q [Width][Depth];
  logic [DataWidth-1:0]    data_q    [Width][Depth];

  // Whole words simulate faster; synthesis drops the bits that are not used.
  localparam int NumberLane = 32;
  localparam int AskedLane  = (AskedWidth > 32) ? AskedWidth : 32;

  /////////////
  // Windows //
  /////////////

  logic [All-1:0]              waits, served;
  logic [Depth*Row-1:0]        entry;
  logic [Width*LaneWidth-1:0]  push_bank;
  logic [Width*NumberLane-1:0] push_place;

  always_comb begin : banks_of_pushed
    for (int j = 0; j < Width; j++) push_bank[j*LaneWidth +: LaneWidth] = push_addr_i[j*AddrWidth +: LaneWidth];
  end

  window_order #(
    .Width(Width), .Depth(Depth), .NumberLane(NumberLane)
  ) u_order (
    .clk_i, .rst_ni,
    .push_i, .push_bank_i(push_bank), .push_place_o(push_place), .room_o,
    .waits_o(waits), .entry_o(entry), .served_i(served)
  );

  // With Together, lanes that get nothing have their free places written too. No one reads these, and one condition
  // serves all lanes.
  always_ff @(posedge clk_i) begin : places
    if (push_i != '0) begin
      for (int j = 0; j < Width; j++) begin
        if (Together != 0 || push_i[j]) begin
          request_q[j][push_place[j*NumberLane +: PlaceWidth]] <=
            {push_name_i[j*NameWidth +: NameWidth], push_write_i[j], push_addr_i[j*AddrWidth + LaneWidth +: RowWidth]};
        end
      end
    end
    if ((push_i & push_write_i) != '0) begin
      for (int j = 0; j < Width; j++) begin
        if (Together != 0 || push_i[j]) begin
          data_q[j][push_place[j*NumberLane +: PlaceWidth]] <= push_data_i[j*DataWidth +: DataWidth];
        end
      end
    end
  end

  //////////////
  // Priority //
  //////////////

  logic [LaneWidth-1:0] turn_q;
  logic [Width-1:0]     urgent;
  logic [Width-1:0]     from_turn;  // the lane with the turn and those above

  always_comb begin : standing
    logic [Width-1:0] has_turn, few;  // few: at most one free place
    few       = (Depth == 1) ? '1 : waits[((Depth > 1) ? Depth - 2 : 0)*Width +: Width];
    has_turn  = Width'(1) << turn_q;
    from_turn = ~(has_turn - 1'b1);
    urgent    = has_turn | ((FullestFirst != 0) ? few : '0);
    waiting_o = |waits[Width-1:0];
  end

  always_ff @(posedge clk_i) begin : turn
    if (!rst_ni) begin
      turn_q <= '0;
    end else if (waiting_o) begin
      turn_q <= turn_q + 1'b1;
    end
  end

  ///////////
  // Match //
  ///////////

  // After each pass; index 0: before the first one.
  logic [(Passes+1)*Width-1:0]            left   /* verilator split_var */;  // lanes that are not served
  logic [(Passes+1)*Width*Width-1:0]      taken  /* verilator split_var */;  // banks, Width equal bits for each
  logic [(Passes+1)*All-1:0]              gone   /* verilator split_var */;  // positions that are served
  logic [(Passes+1)*Row-1:0]              last   /* verilator split_var */;  // {bank, place} proposed last, by lane
  logic [(Passes+1)*Width*NumberLane-1:0] leader /* verilator split_var */;  // of each bank, a lane

  assign left[Width-1:0]              = waits[Width-1:0];
  assign taken[Width*Width-1:0]       = '0;
  assign gone[All-1:0]                = '0;
  assign last[Row-1:0]                = '0;
  assign leader[Width*NumberLane-1:0] = '0;

  for (genvar k = 0; k < Passes; k++) begin : gen_pass
    /* verilator tracing_off */
    logic [Width-1:0]            pass_propose, pass_win;
    logic [All-1:0]              pass_first;
    logic [Row-1:0]              pass_chosen;
    logic [Width*NumberLane-1:0] pass_entry, pass_leader;
    logic [Width*AskedLane-1:0]  asked;
    logic [Width*Width-1:0]      wanted;
    /* verilator tracing_on */

    if (k == 0) begin : gen_first
      // No bank is taken and no lane is served: what is at position 0.
      assign pass_propose = waits[Width-1:0];
      assign pass_first   = All'(waits[Width-1:0]);
      assign pass_chosen  = entry[Row-1:0];
    end else begin : gen_later
      window_propose #(
        .Width(Width), .Depth(Depth)
      ) u_propose (
        .waits_i(waits), .entry_i(entry), .left_i(left[k*Width +: Width]),
        .taken_i(taken[k*Width*Width +: Width*Width]),
        .propose_o(pass_propose), .first_o(pass_first), .chosen_o(pass_chosen)
      );
    end

    bit_transpose #(
      .Rows(EntryWidth), .Columns(Width), .InLane(Width), .OutLane(NumberLane)
    ) u_entry (
      .rows_i(pass_chosen), .columns_o(pass_entry)
    );

    always_comb begin : look_up
      for (int j = 0; j < Width; j++) begin
        asked[j*AskedLane +: AskedLane] =
          AskedLane'(AskedWidth'(request_q[j][pass_entry[j*NumberLane +: PlaceWidth]]));
      end
    end

    window_lead #(
      .Width(Width), .AskedWidth(AskedWidth), .AskedLane(AskedLane), .NumberLane(NumberLane), .PlaceWidth(PlaceWidth),
      .MergeWrites(MergeWrites)
    ) u_lead (
      .propose_i(pass_propose), .bank_bits_i(pass_chosen[Places +: LaneWidth*Width]), .entry_i(pass_entry),
      .asked_i(asked), .urgent_i(urgent), .from_turn_i(from_turn),
      .wanted_o(wanted), .leader_o(pass_leader), .served_o(pass_win)
    );

    assign left[(k + 1)*Width +: Width]              = left[k*Width +: Width] & ~pass_win;
    assign taken[(k + 1)*Width*Width +: Width*Width] = taken[k*Width*Width +: Width*Width] | wanted;
    assign gone[(k + 1)*All +: All]                  = gone[k*All +: All] | (pass_first & {Depth{pass_win}});
    // What a lane proposed last is what it is served. Only one pass has a leader of a bank.
    assign last[(k + 1)*Row +: Row] = (last[k*Row +: Row] & ~{EntryWidth{pass_propose}}) | pass_chosen;
    assign leader[(k + 1)*Width*NumberLane +: Width*NumberLane] = leader[k*Width*NumberLane +: Width*NumberLane] | pass_leader;
  end

  assign served        = gone[Passes*All +: All];
  assign lane_served_o = waits[Width-1:0] & ~left[Passes*Width +: Width];

  //////////////
  // The slot //
  //////////////

  wire logic [Width*Width-1:0]      taken_last  = taken[Passes*Width*Width +: Width*Width];
  wire logic [Width*NumberLane-1:0] last_leader = leader[Passes*Width*NumberLane +: Width*NumberLane];
  logic [Width*NumberLane-1:0]      last_entry;

  bit_transpose #(
    .Rows(EntryWidth), .Columns(Width), .InLane(Width), .OutLane(NumberLane)
  ) u_last (
    .rows_i(last[Passes*Row +: Row]), .columns_o(last_entry)
  );

  always_comb begin : slot
    /* verilator tracing_off */
    logic [PlaceWidth-1:0]   place [Width];
    logic [RequestWidth-1:0] held  [Width];
    logic [LaneWidth-1:0]    lead  [Width];  // lane that leads in a bank
    logic [AskedWidth-1:0]   asked [Width];  // what it asks for
    logic [Width-1:0]        busy, writes;
    /* verilator tracing_on */
    for (int j = 0; j < Width; j++) place[j] = last_entry[j*NumberLane +: PlaceWidth];
    for (int j = 0; j < Width; j++) held[j]  = request_q[j][place[j]];
    for (int j = 0; j < Width; j++) begin
      lane_addr_o[j*AddrWidth +: AddrWidth] =
        {1'b0, held[j][RowWidth-1:0], last_entry[j*NumberLane + PlaceWidth +: LaneWidth]};
      lane_name_o[j*NameLane +: NameLane] = NameLane'(held[j][AskedWidth +: NameWidth]);
    end
    for (int b = 0; b < Width; b++) lead[b]   = last_leader[b*NumberLane +: LaneWidth];
    for (int b = 0; b < Width; b++) asked[b]  = AskedWidth'(held[lead[b]]);
    for (int b = 0; b < Width; b++) busy[b]   = taken_last[b*Width];
    for (int b = 0; b < Width; b++) writes[b] = asked[b][RowWidth];
    for (int b = 0; b < Width; b++) begin
      bank_req_o[b*AddrWidth +: AddrWidth] = {busy[b], asked[b][RowWidth-1:0], LaneWidth'(b)};
    end
    writes       = writes & busy;
    bank_write_o = writes;
    bank_data_o  = '0;
    if (writes != '0) begin
      for (int b = 0; b < Width; b++) bank_data_o[b*DataWidth +: DataWidth] = data_q[lead[b]][place[lead[b]]];
    end
  end

  ////////////////
  // Assertions //
  ////////////////

  always @(posedge clk_i) begin
    if (rst_ni) begin
      begin : PushesWhereAllHaveRoom assert (Together == 0 || push_i == '0 || (&room_o)); end
      begin : ServesSomebody assert (!waiting_o || (|lane_served_o)); end
    end
  end

endmodule
