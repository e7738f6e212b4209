// SPDX-License-Identifier: Apache-2.0
// The window of a lane of lane_memory.sv: requests that wait for their banks, and what the lane proposes in each match
// under way. It is match_lane.sv with an order among requests for one bank, with atomics, and with the number of a
// place in place of the word.
//
// Contract   push_i only where room_o is high. taken_i, won_i and leads_i answer what is proposed in the same cycle:
//            banks of each match that are taken after its pass; whether the proposal is chosen; whether it leads.
// Timing     pushed at the end of cycle t: waits from t+1 on, proposed from t+2 on. All outputs depend on registers
//            only. A place that is served has room in the same cycle.
// Cost       Depth requests, Depth*(Depth-1) bits of age and comparators of banks, Passes+1 places, and for each pass
//            but one a look-up of every request's bank.
// Source     docs/spec/lane-memory.md, rules 1 to 4. Ours.

module lane_window #(
  parameter int NumBanks  = 1,
  parameter int RowBits   = 1,  // of a row's number
  parameter int Depth     = 1,  // requests, >= 1
  parameter int Places    = 1,  // of the lane, >= 1
  parameter int Passes    = 1,  // of a match, >= 1
  parameter int Bits      = 4,  // that go with a request to its bank, >= 4

  localparam int BankWidth  = (NumBanks > 1) ? $clog2(NumBanks) : 1,
  localparam int PlaceWidth = (Places > 1) ? $clog2(Places) : 1
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,           // synchronous, active low

  input  logic                        push_i,
  input  logic [BankWidth-1:0]        push_bank_i,
  input  logic [RowBits-1:0]          push_row_i,
  input  logic [PlaceWidth-1:0]       push_place_i,
  input  logic [Bits-1:0]             push_bits_i,      // the low four are its op
  output logic                        room_o,           // there is room, or is after this cycle
  output logic                        full_o,           // at the begin of this cycle

  output logic [Passes-1:0]           propose_o,        // in the match of each pass
  output logic                        propose_read_o,   // in the first pass; so for the next two
  output logic [Passes*BankWidth-1:0] propose_bank_o,
  output logic [RowBits-1:0]          propose_row_o,
  output logic                        propose_atomic_o, // atomics are not proposed in others
  input  logic [Passes*NumBanks-1:0]  taken_i,
  input  logic [Passes-1:0]           won_i,
  input  logic [Passes-1:0]           leads_i,

  output logic                        served_o,
  output logic                        served_leads_o,
  output logic [BankWidth-1:0]        served_bank_o,
  output logic [RowBits-1:0]          served_row_o,
  output logic [Bits-1:0]             served_bits_o,
  output logic [Places-1:0]           served_place_o    // one bit; meaningless where nothing is served
);

  logic [Depth-1:0]      waits_q;
  logic [Depth-1:0]      older   [Depth];   // for each request the older ones; meaningless where nothing waits
  logic [Depth-1:0]      age_q   [Depth];   // the same for lower places; other bits are ignored
  logic [Depth-1:0]      reads, atomic;
  logic [BankWidth-1:0]  bank_q  [Depth];
  logic [RowBits-1:0]    row_q   [Depth];
  logic [PlaceWidth-1:0] place_q [Depth];
  logic [Bits-1:0]       bits_q  [Depth];

  // What the lane has in the match of each pass, at most one bit. Index 0 is the first pass, Passes is what is served.
  logic [Depth-1:0]      in_q    [Passes+1];
  logic [Passes:0]       has_q;             // it is chosen
  logic [Passes:0]       leads_q;
  logic [Passes-1:0]     propose_q;         // it is proposed
  logic [BankWidth-1:0]  propose_bank_q [Passes];

  //////////////
  // Proposed //
  //////////////

  logic [RowBits-1:0] last_row;    // of what is in the last pass
  logic [Places-1:0]  last_place;
  logic [Bits-1:0]    last_bits;

  always_comb begin : show
    logic [RowBits-1:0] row, last;
    {row, last} = '0;
    for (int p = 0; p < Depth; p++) begin
      row  = row | (row_q[p] & {RowBits{in_q[0][p]}});
      last = last | (row_q[p] & {RowBits{in_q[Passes-1][p]}});
    end
    for (int k = 0; k < Passes; k++) propose_bank_o[k*BankWidth +: BankWidth] = propose_bank_q[k];
    propose_o        = propose_q;
    propose_row_o    = row;
    propose_read_o   = |(in_q[0] & reads);
    propose_atomic_o = |(in_q[0] & atomic);
    last_row         = last;
  end

  always_comb begin : find_place
    logic [Depth-1:0] here;
    logic [Bits-1:0]  bits;
    bits = '0;
    for (int p = 0; p < Depth; p++) bits = bits | (bits_q[p] & {Bits{in_q[Passes-1][p]}});
    last_bits = bits;
    for (int n = 0; n < Places; n++) begin
      for (int p = 0; p < Depth; p++) here[p] = in_q[Passes-1][p] & (place_q[p] == PlaceWidth'(n));
      last_place[n] = |here;
    end
  end

  ////////////
  // Served //
  ////////////

  // Found a cycle ahead, as what is in the last pass is what can be served.
  logic [BankWidth-1:0] served_bank_q;
  logic [RowBits-1:0]   served_row_q;
  logic [Places-1:0]    served_place_q;
  logic [Bits-1:0]      served_bits_q;

  always_ff @(posedge clk_i) begin : serve
    served_bank_q  <= propose_bank_q[Passes-1];
    served_row_q   <= last_row;
    served_place_q <= last_place;
    served_bits_q  <= last_bits;
  end

  assign served_o       = has_q[Passes];
  assign served_leads_o = leads_q[Passes];
  assign served_bank_o  = served_bank_q;
  assign served_row_o   = served_row_q;
  assign served_place_o = served_place_q;
  assign served_bits_o  = served_bits_q;

  //////////////
  // Requests //
  //////////////

  logic [Depth-1:0] vacant, put;

  for (genvar p = 0; p < Depth; p++) begin : gen_kind
    assign reads[p]  = bits_q[p][3:0] == 4'd0;
    assign atomic[p] = |bits_q[p][3:1];
  end

  always_comb begin : find_room
    vacant = ~waits_q | in_q[Passes];
    room_o = |vacant;
    full_o = &waits_q;
  end

  assign put = vacant & -vacant & {Depth{push_i}};

  always_ff @(posedge clk_i) begin : requests
    waits_q <= rst_ni ? ~vacant | put : '0;
    for (int p = 0; p < Depth; p++) begin
      // A request that is put is the youngest.
      age_q[p] <= {Depth{put[p]}} | (age_q[p] & ~put);
      if (put[p]) begin
        bank_q[p]  <= push_bank_i;
        row_q[p]   <= push_row_i;
        place_q[p] <= push_place_i;
        bits_q[p]  <= push_bits_i;
      end
    end
  end

  /////////////
  // Matches //
  /////////////

  logic [Depth-1:0]     in_d [Passes+1];
  logic [Passes:0]      has_d, leads_d;
  logic [Passes-1:0]    propose_d;
  logic [BankWidth-1:0] propose_bank_d [Passes];
  logic [Depth-1:0]     ahead [Depth];  // for each request the older ones for its bank that are not served

  for (genvar p = 0; p < Depth; p++) begin : gen_order
    for (genvar o = 0; o < Depth; o++) begin : gen_other
      if (o == p) begin : gen_self
        assign older[p][o] = 1'b0;
        assign ahead[p][o] = 1'b0;
      end else begin : gen_pair
        assign older[p][o] = (o < p) ? age_q[p][o] : ~age_q[o][p];
        assign ahead[p][o] = older[p][o] & ~vacant[o] & (bank_q[p] == bank_q[o]);
      end
    end
  end

  always_comb begin : propose
    logic [Depth-1:0] free;     // requests that are in no match
    logic [Depth-1:0] may, oldest;
    logic [Depth-1:0] sooner;   // chosen for matches before the one that is looked at
    free = ~vacant;
    for (int k = 0; k < Passes; k++) begin
      has_d[k+1]   = has_q[k] | won_i[k];
      leads_d[k+1] = leads_q[k] | leads_i[k];
      in_d[k+1]    = in_q[k] & {Depth{has_d[k+1]}};
      free         = free & ~in_d[k+1];
    end
    propose_d  = '0;
    has_d[0]   = 1'b0;
    leads_d[0] = 1'b0;
    in_d[0]    = '0;
    sooner     = in_d[Passes];
    // Older matches choose first. The match that leaves the last pass gets no more proposals.
    for (int k = Passes - 1; k >= 0; k--) begin
      for (int p = 0; p < Depth; p++) begin
        may[p] = free[p] & ~|(ahead[p] & ~sooner);
        if (k > 0) may[p] = may[p] & ~atomic[p] & ~taken_i[(k - 1)*NumBanks + 32'(bank_q[p])];
      end
      for (int p = 0; p < Depth; p++) oldest[p] = may[p] & ~|(may & older[p]) & ~has_d[k];
      sooner       = sooner | in_d[k];
      in_d[k]      = in_d[k] | oldest;
      propose_d[k] = |oldest;
      free         = free & ~oldest;
    end
    for (int k = 0; k < Passes; k++) begin
      propose_bank_d[k] = '0;
      for (int p = 0; p < Depth; p++) begin
        propose_bank_d[k] = propose_bank_d[k] | (bank_q[p] & {BankWidth{in_d[k][p]}});
      end
    end
  end

  always_ff @(posedge clk_i) begin : advance
    for (int k = 0; k < Passes; k++) begin
      in_q[k]           <= rst_ni ? in_d[k] : '0;
      propose_bank_q[k] <= propose_bank_d[k];
    end
    in_q[Passes] <= rst_ni ? in_d[Passes] : '0;
    has_q        <= rst_ni ? has_d : '0;
    leads_q      <= rst_ni ? leads_d : '0;
    propose_q    <= rst_ni ? propose_d : '0;
  end

  ////////////////
  // Assertions //
  ////////////////

  always @(posedge clk_i) begin
    if (rst_ni) begin
      begin : PushesWhereThereIsRoom assert (!push_i || room_o); end
      begin : WinsWhatItProposes assert ((won_i & ~propose_q) == '0); end
      begin : LeadersWin assert ((leads_i & ~won_i) == '0); end
      begin : ServesWhatWaits assert ((in_q[Passes] & ~waits_q) == '0); end
      for (int p = 0; p < Depth; p++) begin
        begin : ServesABankInOrder assert (!in_q[Passes][p] || ahead[p] == '0); end
      end
      begin : CoverFull cover (&waits_q); end
    end
  end

  // Ranges; machine_limits.sv says how.
  if (Depth < 1) Depth_must_be_at_least_1 u_bad_depth ();
  if (Places < 1) Places_must_be_at_least_1 u_bad_places ();
  if (Passes < 1) Passes_must_be_at_least_1 u_bad_passes ();
  if (Bits < 4) Bits_must_be_at_least_4 u_bad_bits ();

endmodule
