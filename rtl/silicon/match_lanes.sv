// SPDX-License-Identifier: Apache-2.0
// The windows of all lanes of a streaming memory unit with a pipelined match, and the matches, for silicon.
//
//     match_lane    a lane's window, and what it proposes in the matches
//     lane_queue    a queue behind it
//     word_store    a lane's words to write, if they are not in its window
//     match_pass    which lanes lead and win in one pass
//     this file     the priority of lanes, the banks that are taken, and the slot
//
// Contract   push_i on a rising edge: the lanes get a request; obligation: only where room_o is high in all lanes. No
//            input reaches an output within the cycle.
// Timing     pushed at the end of cycle t: served from t+Passes+2 on.
// Source     docs/spec/streaming.md, "The pipelined match" and "A smaller window". Ours.

module match_lanes #(
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
  localparam int IndexWidth = (Store > 1) ? $clog2(Store) : 1;
  localparam int DataLane   = (Store > 0) ? IndexWidth : DataWidth;
  localparam int PlaceBits  = AddrWidth + LineWidth + DataLane;  // {request, line, word or its number}

  logic [Width-1:0]            few_next, waits;
  logic [Width-1:0]            served_leads;
  logic [Width*AddrWidth-1:0]  served_request;  // {write, row, bank}
  logic [Width*LineWidth-1:0]  line;            // of what is served
  assign waits_o = |waits;
  logic [Width*DataWidth-1:0]  served_data;

  ///////////
  // Lanes //
  ///////////

  logic [Passes*Width-1:0]           propose, won, leads;  // bit k*Width + j: lane j in pass k
  logic [Passes*Width*AddrWidth-1:0] proposal;
  logic [Passes*NumBanks-1:0]        taken;                // banks, after the pass

  for (genvar j = 0; j < Width; j++) begin : gen_lane
    logic [Passes-1:0]           lane_propose, lane_won, lane_leads;
    logic [Passes*AddrWidth-1:0] lane_proposal;
    logic [DataLane-1:0]         push_data, lane_data;  // in the window: the word, or its number in the store
    logic [PlaceBits-1:0]        entry;                 // what enters the window
    logic                        enters, window_room, window_few, place_room, word_room;
    wire logic [PlaceBits-1:0]   pushed =
        {push_write_i, push_addr_i[j*AddrWidth +: AddrWidth-1], push_line_i, push_data};

    if (Store > 0) begin : gen_store
      word_store #(
        .Words(Store), .DataWidth(DataWidth)
      ) u_words (
        .clk_i, .rst_ni,
        .push_i(push_i[j] & push_write_i), .push_word_i(push_data_i[j*DataWidth +: DataWidth]),
        .push_index_o(push_data), .room_o(word_room),
        .pop_i(lane_served_o[j] & served_request[j*AddrWidth + AddrWidth-1]), .pop_index_i(lane_data),
        .pop_word_o(served_data[j*DataWidth +: DataWidth])
      );
    end else begin : gen_words
      assign push_data                             = push_data_i[j*DataWidth +: DataWidth];
      assign word_room                             = 1'b1;
      assign served_data[j*DataWidth +: DataWidth] = lane_data;
    end

    if (Queue > 0) begin : gen_queue
      logic queue_few;
      lane_queue #(
        .Places(Queue), .Bits(PlaceBits)
      ) u_queue (
        .clk_i, .rst_ni,
        .push_i(push_i[j]), .push_bits_i(pushed), .room_o(place_room), .few_next_o(queue_few),
        .room_i(window_room), .enter_o(enters), .enter_bits_o(entry)
      );
      assign few_next[j] = (Queue > 1) ? queue_few : window_few;  // a queue holds something: the window is full
    end else begin : gen_no_queue
      assign enters      = push_i[j];
      assign entry       = pushed;
      assign place_room  = window_room;
      assign few_next[j] = window_few;
    end
    assign room_o[j] = place_room & word_room;

    match_lane #(
      .NumBanks(NumBanks), .Depth(Depth), .Passes(Passes), .Spare((Queue > 0) ? 0 : 1), .Later(Later),
      .AddrWidth(AddrWidth), .LineWidth(LineWidth), .DataWidth(DataLane)
    ) u_lane (
      .clk_i, .rst_ni,
      .push_i(enters), .push_request_i(entry[PlaceBits-1 -: AddrWidth]),
      .push_line_i(entry[DataLane +: LineWidth]), .push_data_i(entry[DataLane-1:0]),
      .room_o(window_room), .few_next_o(window_few), .waits_o(waits[j]),
      .propose_o(lane_propose), .proposal_o(lane_proposal),
      .taken_i(taken), .won_i(lane_won), .leads_i(lane_leads),
      .served_o(lane_served_o[j]), .served_leads_o(served_leads[j]),
      .served_request_o(served_request[j*AddrWidth +: AddrWidth]),
      .served_line_o(line[j*LineWidth +: LineWidth]),
      .served_data_o(lane_data)
    );

    for (genvar k = 0; k < Passes; k++) begin : gen_pass
      assign propose[k*Width + j]                                = lane_propose[k];
      assign proposal[(k*Width + j)*AddrWidth +: AddrWidth]      = lane_proposal[k*AddrWidth +: AddrWidth];
      assign lane_won[k]                                         = won[k*Width + j];
      assign lane_leads[k]                                       = leads[k*Width + j];
    end
    assign lane_line_o[j*LineLane +: LineLane]   = LineLane'(line[j*LineWidth +: LineWidth]);
    assign lane_addr_o[j*AddrWidth +: AddrWidth] = {1'b0, served_request[j*AddrWidth +: AddrWidth-1]};
  end

  ////////////
  // Passes //
  ////////////

  logic [Width*Width-1:0] precedes_q, precedes_d;    // found a cycle ahead, as finding it takes half a pass

  always_comb begin : prefer
    logic [Width-1:0] urgent;
    urgent = from_turn_next_i & ~(from_turn_next_i << 1);
    if (FullestFirst != 0) urgent = urgent | few_next;
    precedes_d = '0;
    for (int i = 0; i < Width; i++) begin
      for (int k = 0; k < i; k++) begin
        precedes_d[i*Width + k] = (urgent[k] == urgent[i]) ? from_turn_next_i[k] | ~from_turn_next_i[i] : urgent[k];
      end
    end
  end

  always_ff @(posedge clk_i) begin : preferred
    precedes_q <= precedes_d;
  end

  logic [Passes*NumBanks-1:0] taken_q;  // banks, before the pass

  for (genvar k = 0; k < Passes; k++) begin : gen_pass
    logic [NumBanks-1:0]        wanted;
    logic [Width*AddrWidth-1:0] proposed;
    logic [Width*BankWidth-1:0] bank;
    logic [Width*Width-1:0]     same_bank, same_word;

    assign proposed = proposal[k*Width*AddrWidth +: Width*AddrWidth];
    for (genvar j = 0; j < Width; j++) begin : gen_bank
      assign bank[j*BankWidth +: BankWidth] = proposed[j*AddrWidth +: BankWidth];
    end

    localparam int Merge = (k == 0 || Later == 0) ? 1 : 0;
    if (Merge != 0) begin : gen_words
      request_pairs #(
        .Width(Width), .AddrWidth(AddrWidth), .BankWidth(BankWidth), .OneWarp(1)
      ) u_pairs (
        .later_i(proposed), .earlier_i(proposed), .same_bank_o(same_bank), .same_addr_o(same_word)
      );
    end else begin : gen_banks
      assign {same_bank, same_word} = '0;
    end

    match_pass #(
      .Width(Width), .NumBanks(NumBanks), .Merge(Merge)
    ) u_pass (
      .propose_i(propose[k*Width +: Width]), .bank_i(bank),
      .same_bank_i(same_bank), .same_word_i(same_word), .precedes_i(precedes_q),
      .leads_o(leads[k*Width +: Width]), .won_o(won[k*Width +: Width]), .wanted_o(wanted)
    );
    assign taken[k*NumBanks +: NumBanks] = taken_q[k*NumBanks +: NumBanks] | wanted;

    always @(posedge clk_i) begin : check
      logic [NumBanks-1:0] led, twice;  // banks in which a lane leads, or two
      if (rst_ni) begin
        {led, twice} = '0;
        for (int b = 0; b < NumBanks; b++) begin
          for (int j = 0; j < Width; j++) begin
            if (leads[k*Width + j] && bank[j*BankWidth +: BankWidth] == BankWidth'(b)) begin
              twice[b] = twice[b] | led[b];
              led[b]   = 1'b1;
            end
          end
        end
        begin : OneLaneLeadsABankInAPass assert (twice == '0 && led == wanted); end
      end
    end
  end

  always_ff @(posedge clk_i) begin : advance
    taken_q <= rst_ni ? taken << NumBanks : '0;
  end

  //////////////
  // The slot //
  //////////////

  logic [NumBanks*Width-1:0] here;  // bit b*Width + j: lane j leads in bank b

  always_comb begin : to_banks
    for (int b = 0; b < NumBanks; b++) begin
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
  logic [NumBanks*BitsLane-1:0] bank_bits;

  for (genvar j = 0; j < Width; j++) begin : gen_bits
    assign lane_bits[j*BitsLane +: BitsLane] = BitsLane'({
        served_data[j*DataWidth +: DataWidth], served_request[j*AddrWidth + BankWidth +: RowWidth]});
  end

  for (genvar n = 0; n < Slices; n++) begin : gen_slice
    logic [Width*SliceBits-1:0]    from;
    logic [NumBanks*SliceBits-1:0] to;
    for (genvar j = 0; j < Width; j++) begin : gen_lane
      assign from[j*SliceBits +: SliceBits] = lane_bits[j*BitsLane + n*SliceBits +: SliceBits];
    end
    for (genvar b = 0; b < NumBanks; b++) begin : gen_bank
      assign bank_bits[b*BitsLane + n*SliceBits +: SliceBits] = to[b*SliceBits +: SliceBits];
    end
    word_gather #(
      .Width(NumBanks), .NumRequests(Width), .Bits(SliceBits)
    ) u_gather (
      .here_i(here), .bits_i(from), .bank_bits_o(to)
    );
  end

  always_comb begin : banks
    for (int b = 0; b < NumBanks; b++) begin
      bank_req_o[b*AddrWidth +: AddrWidth] =
          {|here[b*Width +: Width], bank_bits[b*BitsLane +: RowWidth-1], BankWidth'(b)};
      bank_write_o[b] = bank_bits[b*BitsLane + RowWidth-1];
      bank_data_o[b*DataWidth +: DataWidth] = bank_bits[b*BitsLane + RowWidth +: DataWidth];
    end
  end

  ////////////////
  // Assertions //
  ////////////////

  always @(posedge clk_i) begin
    if (rst_ni) begin
      for (int b = 0; b < NumBanks; b++) begin
        begin : OneLaneLeadsABank assert ((here[b*Width +: Width] & (here[b*Width +: Width] - 1'b1)) == '0); end
      end
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
