// SPDX-License-Identifier: Apache-2.0
// A lane of a streaming memory unit with a pipelined match: its window, and what it proposes in each match under way.
//
// In every cycle Passes matches are under way, one in each pass. Where the lane has no request in a match yet, it
// proposes one: its oldest request that is in no other match and whose bank is not taken, or in passes after the first
// its youngest; older matches choose first.
// The proposal for the next cycle is found in this one, beside the passes, so that a pass begins and ends in registers.
// A request stays in its place until it is served; a matrix of bits says which of two places is older.
//
// Contract   push_i only where room_o is high. taken_i, won_i and leads_i answer what is proposed in the same cycle:
//            banks of each match that are taken after its pass; whether the proposal is chosen; whether it is the one
//            whose word a write leaves. A request that won is served in the cycle after the last pass.
// Timing     pushed at the end of cycle t: waits from t+1 on, proposed from t+2 on. room_o, few_next_o and all that is
//            proposed or served depend on registers only, but few_next_o on push_i as well. A place that is served has
//            room in the same cycle.
// Cost       Depth requests with line and word, Depth*(Depth-1)/2 bits of age, Passes+1 places, and for each pass but
//            one a look-up of every request's bank. A module, because all lanes are alike: a synthesis makes it once
//            and counts it.
// Source     docs/spec/streaming.md, "The pipelined match". Ours.

(* keep_hierarchy *)
module match_lane #(
  // Defaults are in range because Yosys elaborates them, too.
  parameter int NumBanks  = 0,
  parameter int Depth     = 1,  // places of the window, >= 1
  parameter int Passes    = 1,  // >= 1
  parameter int Spare     = 1,  // free places that are few: 0 or 1
  parameter int Later     = 0,  // of passes after the first: 1: nothing reads the rows; 2: and the youngest is proposed
  parameter int AddrWidth = 0,  // bits of a request {write, row, bank}
  parameter int LineWidth = 0,  // bits of the line of the table that a request belongs to
  parameter int DataWidth = 0   // bits of a word
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,          // synchronous, active low

  input  logic                        push_i,
  input  logic [AddrWidth-1:0]        push_request_i,
  input  logic [LineWidth-1:0]        push_line_i,
  input  logic [DataWidth-1:0]        push_data_i,     // don't care on a read
  output logic                        room_o,          // a place is free, or is served in this cycle
  output logic                        few_next_o,      // in the next cycle at most Spare places are free
  output logic                        waits_o,         // a request is in the window

  output logic [Passes-1:0]           propose_o,       // in the match of each pass
  output logic [Passes*AddrWidth-1:0] proposal_o,
  input  logic [Passes*NumBanks-1:0]  taken_i,
  input  logic [Passes-1:0]           won_i,
  input  logic [Passes-1:0]           leads_i,

  output logic                        served_o,
  output logic                        served_leads_o,
  output logic [AddrWidth-1:0]        served_request_o,
  output logic [LineWidth-1:0]        served_line_o,
  output logic [DataWidth-1:0]        served_data_o
);

  localparam int BankWidth = (NumBanks > 1) ? $clog2(NumBanks) : 1;
  localparam int RowWidth  = AddrWidth - BankWidth;  // of {write, row}

  logic [Depth-1:0]     waits_q;               // places with a request
  logic [Depth-1:0]     older_q    [Depth];    // for each place: the older ones; meaningless where nothing waits
  logic [BankWidth-1:0] bank_q     [Depth];
  logic [RowWidth-1:0]  row_q      [Depth];    // {write, row}
  logic [LineWidth-1:0] line_q     [Depth];
  logic [DataWidth-1:0] data_q     [Depth];

  // The lane's place in the match of each pass, at most one bit. Index 0 is the first pass, Passes is what is served.
  logic [Depth-1:0]     place_q    [Passes+1];
  logic [Passes:0]      has_q;                 // that place has won
  logic [Passes:0]      leads_q;
  logic [Passes-1:0]    propose_q;             // that place is proposed
  logic [BankWidth-1:0] propose_bank_q [Passes];

  //////////////
  // Proposed //
  //////////////

  always_comb begin : show
    logic [RowWidth-1:0] row;
    propose_o = propose_q;
    for (int k = 0; k < Passes; k++) begin
      row = '0;
      if (k == 0 || Later == 0) begin
        for (int p = 0; p < Depth; p++) row = row | (row_q[p] & {RowWidth{place_q[k][p]}});
      end
      proposal_o[k*AddrWidth +: AddrWidth] = {row, propose_bank_q[k]};
    end
  end

  ////////////
  // Served //
  ////////////

  always_comb begin : serve
    logic [AddrWidth-1:0] request;
    logic [LineWidth-1:0] line;
    logic [DataWidth-1:0] data;
    {request, line, data} = '0;
    for (int p = 0; p < Depth; p++) begin
      request = request | ({row_q[p], bank_q[p]} & {AddrWidth{place_q[Passes][p]}});
      line    = line | (line_q[p] & {LineWidth{place_q[Passes][p]}});
      data    = data | (data_q[p] & {DataWidth{place_q[Passes][p]}});
    end
    served_o         = has_q[Passes];
    served_leads_o   = leads_q[Passes];
    served_request_o = request;
    served_line_o    = line;
    served_data_o    = data;
  end

  ////////////
  // Places //
  ////////////

  logic [Depth-1:0] vacant, put, waits_d;

  always_comb begin : find_room
    vacant  = ~waits_q | place_q[Passes];
    room_o  = |vacant;
    waits_o = |waits_q;
  end

  always_comb begin : fill
    put     = vacant & -vacant & {Depth{push_i}};
    waits_d = ((waits_q & ~place_q[Passes]) | put) & {Depth{rst_ni}};
  end

  always_comb begin : few
    logic several;  // free places
    several = 1'b0;
    for (int p = 1; p < Depth; p++) begin
      for (int o = 0; o < p; o++) several = several | ~(waits_d[p] | waits_d[o]);
    end
    few_next_o = (Spare != 0) ? ~several : &waits_d;
  end

  always_ff @(posedge clk_i) begin : places
    waits_q <= waits_d;
    for (int p = 0; p < Depth; p++) begin
      // A request that is put is the youngest.
      older_q[p] <= put[p] ? ~put : older_q[p] & ~put;
      if (put[p]) begin
        bank_q[p] <= push_request_i[BankWidth-1:0];
        row_q[p]  <= push_request_i[AddrWidth-1:BankWidth];
        line_q[p] <= push_line_i;
        data_q[p] <= push_data_i;
      end
    end
  end

  /////////////
  // Matches //
  /////////////

  logic [Depth-1:0]     place_d [Passes+1];
  logic [Passes:0]      has_d, leads_d;
  logic [Passes-1:0]    propose_d;
  logic [BankWidth-1:0] propose_bank_d [Passes];

  function automatic logic [Depth-1:0] oldest(input logic [Depth-1:0] among);
    for (int p = 0; p < Depth; p++) oldest[p] = among[p] & ~|(among & older_q[p]);
  endfunction

  function automatic logic [Depth-1:0] youngest(input logic [Depth-1:0] among);
    for (int p = 0; p < Depth; p++) youngest[p] = among[p] & ~|(among & ~older_q[p] & ~(Depth'(1) << p));
  endfunction

  always_comb begin : propose
    logic [Depth-1:0] free;   // places whose requests are in no match
    logic [Depth-1:0] may;
    free = waits_q & ~place_q[Passes];
    for (int k = 0; k < Passes; k++) begin
      has_d[k+1]   = has_q[k] | won_i[k];
      leads_d[k+1] = leads_q[k] | leads_i[k];
      place_d[k+1] = place_q[k] & {Depth{has_d[k+1]}};
      free         = free & ~place_d[k+1];
    end
    // Older matches choose first. The match that leaves the last pass gets no more proposals.
    propose_d = '0;
    for (int k = Passes - 1; k > 0; k--) begin
      may = '0;
      for (int p = 0; p < Depth; p++) may[p] = free[p] & ~taken_i[(k - 1)*NumBanks + 32'(bank_q[p])];
      may          = ((Later > 1) ? youngest(may) : oldest(may)) & {Depth{~has_d[k]}};
      place_d[k]   = place_d[k] | may;
      propose_d[k] = |may;
      free         = free & ~may;
    end
    place_d[0]   = oldest(free);
    propose_d[0] = |free;
    has_d[0]     = 1'b0;
    leads_d[0]   = 1'b0;
    for (int k = 0; k < Passes; k++) begin
      propose_bank_d[k] = '0;
      for (int p = 0; p < Depth; p++) begin
        propose_bank_d[k] = propose_bank_d[k] | (bank_q[p] & {BankWidth{place_d[k][p]}});
      end
    end
  end

  always_ff @(posedge clk_i) begin : advance
    for (int k = 0; k < Passes; k++) begin
      place_q[k]        <= rst_ni ? place_d[k] : '0;
      propose_bank_q[k] <= propose_bank_d[k];
    end
    place_q[Passes] <= rst_ni ? place_d[Passes] : '0;
    has_q           <= rst_ni ? has_d : '0;
    leads_q         <= rst_ni ? leads_d : '0;
    propose_q       <= rst_ni ? propose_d : '0;
  end

  ////////////////
  // Assertions //
  ////////////////

  always @(posedge clk_i) begin
    if (rst_ni) begin
      begin : PushesWhereThereIsRoom assert (!push_i || room_o); end
      begin : WinsWhatItProposes assert ((won_i & ~propose_q) == '0); end
      begin : LeadersWin assert ((leads_i & ~won_i) == '0); end
      begin : ServesWhatWaits assert ((place_q[Passes] & ~waits_q) == '0); end
    end
  end

  // Ranges; machine_limits.sv says how.
  if (Depth < 1) Depth_must_be_at_least_1 u_bad_depth ();
  if (Passes < 1) Passes_must_be_at_least_1 u_bad_passes ();
  if (Spare < 0 || Spare > 1) Spare_must_be_0_or_1 u_bad_spare ();
  if (Later < 0 || Later > 2) Later_must_be_0_to_2 u_bad_later ();

endmodule
