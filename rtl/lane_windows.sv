// SPDX-License-Identifier: Apache-2.0
// The windows of a streaming memory unit: up to Depth waiting requests for each lane, and the choice, each cycle, of
// those that the banks serve.
//
//     window_order   the order of the requests in the windows: the places that hold them, oldest first
//     window_match   what the places hold, and the match: which requests are served, and the slot
//     bit_tile_pkg   rows of bits to numbers and back, in a form that simulates fast
//     this file      whose turn it is
//
// Contract   a lane of push_i puts a request into its window on a rising edge; obligation: only where room_o is high.
//            The request takes part in the choice from the next cycle on. room_o depends on registers only: what is
//            served in this cycle makes room in the next. No input reaches an output within the cycle.
// Order      requests of one lane to one bank are served in the order in which they were pushed.
// Wait       the oldest request of a lane is served within Width cycles, as its lane has the turn once in these.
// Cost       that of window_order and window_match, and a number of a lane.
// Source     docs/spec/streaming.md. Ours. lane_windows_plain.sv says the same without regard to speed; W9 of
//            docs/trust.md: both are equal.

module lane_windows #(
  // Defaults are in range because Yosys elaborates them, too.
  parameter int Width        = 1,  // lanes
  parameter int NumBanks     = 1,
  parameter int Depth        = 1,  // places of a window, >= 1
  parameter int Passes       = 1,  // >= 1
  parameter int FullestFirst = 0,  // 1: lanes with at most one free place are urgent
  parameter int Together     = 0,  // 1: requests are pushed only while all lanes have room
  parameter int MergeWrites  = 1,  // 0: of lanes that write one word only the leader is served
  parameter int AddrWidth    = 3,  // bits of an address lane, one more than a location needs
  parameter int NameWidth    = 1,  // bits of a name, returned with the request
  parameter int NameLane     = 1,  // bits of a returned name's lane, >= NameWidth; whole words (32) simulate faster
  parameter int DataWidth    = 1   // bits of a word
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
  output logic [NumBanks*AddrWidth-1:0] bank_req_o,  // {valid, row, bank}
  output logic [NumBanks-1:0]        bank_write_o,
  output logic [NumBanks*DataWidth-1:0] bank_data_o  // the leader's word; meaningless on a read
);

  localparam int LaneWidth  = (Width > 1) ? $clog2(Width) : 1;
  localparam int Wraps      = (Width == 1 << LaneWidth) ? 1 : 0;  // a lane's number begins again by itself
  localparam int BankWidth  = (NumBanks > 1) ? $clog2(NumBanks) : 1;
  localparam int PlaceWidth = (Depth > 1) ? $clog2(Depth) : 1;
  localparam int EntryWidth = BankWidth + PlaceWidth;
  localparam int All        = Depth * Width;  // positions of all lanes, window_order.sv

  logic [All-1:0]              waits, served;
  logic [All*EntryWidth-1:0]   entry;
  logic [Width*PlaceWidth-1:0] push_place;


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
    if (!rst_ni || (Wraps == 0 && waiting_o && 32'(turn_q) == Width - 1)) begin
      turn_q <= '0;
    end else if (waiting_o) begin
      turn_q <= turn_q + 1'b1;
    end
  end

  window_order #(
    .Width(Width), .NumBanks(NumBanks), .Depth(Depth), .AddrWidth(AddrWidth)
  ) u_order (
    .clk_i, .rst_ni,
    .push_i, .push_addr_i, .push_place_o(push_place), .room_o,
    .waits_o(waits), .entry_o(entry), .served_i(served)
  );

  window_match #(
    .Width(Width), .NumBanks(NumBanks), .Depth(Depth), .Passes(Passes), .Together(Together), .MergeWrites(MergeWrites),
    .AddrWidth(AddrWidth), .NameWidth(NameWidth), .NameLane(NameLane), .DataWidth(DataWidth)
  ) u_match (
    .clk_i,
    .push_i, .push_write_i, .push_addr_i, .push_name_i, .push_data_i, .push_place_i(push_place),
    .waits_i(waits), .entry_i(entry), .urgent_i(urgent), .from_turn_i(from_turn),
    .served_o(served), .lane_served_o, .lane_addr_o, .lane_name_o, .bank_req_o, .bank_write_o, .bank_data_o
  );

  ////////////////
  // Assertions //
  ////////////////

  always @(posedge clk_i) begin : check
    logic [BankWidth-1:0] bank;
    logic                 fit;  // what a bank is asked for is what its lanes are served: one row of it
    if (rst_ni) begin
      fit = 1'b1;
      for (int j = 0; j < Width; j++) begin
        bank = lane_addr_o[j*AddrWidth +: BankWidth];
        fit  = fit & (~lane_served_o[j] | (bank_req_o[bank*AddrWidth +: AddrWidth] ==
                                           (lane_addr_o[j*AddrWidth +: AddrWidth] | {1'b1, {(AddrWidth - 1){1'b0}}})));
      end
      begin : BanksServeOneRow assert (fit); end
      begin : PushesWhereAllHaveRoom assert (Together == 0 || push_i == '0 || (&room_o)); end
      begin : ServesSomebody assert (!waiting_o || (|lane_served_o)); end
    end
  end

  // Ranges; machine_limits.sv says how.
  if (Depth < 1) Depth_must_be_at_least_1 u_bad_depth ();
  if (Passes < 1) Passes_must_be_at_least_1 u_bad_passes ();
  if (NameLane < NameWidth) NameLane_must_be_at_least_NameWidth u_bad_name_lane ();

endmodule
