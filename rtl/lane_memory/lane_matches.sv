// SPDX-License-Identifier: Apache-2.0
// The matches under way of lane_memory.sv: which lanes lead and win in each pass, whose turn it is, and which banks are
// taken.
//
//     request_pairs   which lanes propose to one bank, and which one word
//     match_pass      which lanes lead and win in one pass
//     this file       the priority of lanes, what the first pass refuses, and the banks that are taken
//
// Contract   bit k*NumLanes + j is about lane j in pass k. What wins is answered in the cycle in which it is proposed.
//            With line_closes_i no lane wins in the match that begins, and all banks are taken in it; with line_waits_i
//            no atomic wins.
// Timing     busy_o depends on registers only: an atomic that won in one of the last two cycles has its bank in the
//            match that begins.
// Source     docs/spec/lane-memory.md, rules 3, 5, 6 and 8. Ours.

module lane_matches #(
  parameter int NumLanes = 1,
  parameter int NumBanks = 1,
  parameter int RowBits  = 1,  // of a row's number
  parameter int Passes   = 1,  // of a match
  parameter int Atomics  = 0,  // 0: none

  localparam int BankWidth = (NumBanks > 1) ? $clog2(NumBanks) : 1
) (
  input  logic                                 clk_i,
  input  logic                                 rst_ni,    // synchronous, active low

  input  logic [NumLanes-1:0]                  full_i,    // lanes whose windows are full
  input  logic [Passes*NumLanes-1:0]           propose_i,
  input  logic [NumLanes-1:0]                  read_i,    // what is proposed in the first pass reads
  input  logic [Passes*NumLanes*BankWidth-1:0] bank_i,
  input  logic [NumLanes*RowBits-1:0]          row_i,     // of what is proposed in the first pass
  input  logic [NumLanes-1:0]                  atomic_i,  // what is proposed in the first pass is an atomic
  output logic [Passes*NumLanes-1:0]           won_o,
  output logic [Passes*NumLanes-1:0]           leads_o,
  output logic [Passes*NumBanks-1:0]           taken_o,   // banks of each match, after the pass

  input  logic                                 line_waits_i,
  input  logic                                 line_closes_i,
  output logic                                 busy_o     // an atomic has a bank in the match that begins
);

  localparam int PairWidth = 1 + RowBits + BankWidth;  // {reads, row, bank}

  ///////////////
  // Who leads //
  ///////////////

  // The lane that has the turn, and those above. Yosys 0.23 would recode it wrongly at 2 lanes, as a state machine.
  (* fsm_encoding = "none" *) logic [NumLanes-1:0] from_turn_q;
  logic [NumLanes-1:0]          from_turn_d;
  logic [NumLanes*NumLanes-1:0] precedes_q, precedes_d;  // found a cycle ahead, as finding it takes half a pass
  logic [NumLanes-1:0]          refused;                 // in the first pass

  always_comb begin : next_turn
    from_turn_d = from_turn_q;
    if ((refused & from_turn_q & ~(from_turn_q << 1)) == '0)
      from_turn_d = from_turn_q[(NumLanes > 1) ? NumLanes-2 : 0] ? from_turn_q << 1 : '1;
    if (NumLanes == 1 || !rst_ni) from_turn_d = '1;
  end

  always_comb begin : prefer
    logic [NumLanes-1:0] urgent;
    urgent     = (from_turn_d & ~(from_turn_d << 1)) | full_i;
    precedes_d = '0;
    for (int i = 0; i < NumLanes; i++) begin
      for (int k = 0; k < i; k++) begin
        precedes_d[i*NumLanes + k] = (urgent[k] == urgent[i]) ? from_turn_d[k] | ~from_turn_d[i] : urgent[k];
      end
    end
  end

  always_ff @(posedge clk_i) begin : preferred
    from_turn_q <= from_turn_d;
    precedes_q  <= precedes_d;
  end

  ////////////
  // Passes //
  ////////////

  logic [Passes*NumBanks-1:0] taken_q;         // banks, before the pass
  logic [NumBanks-1:0]        busy;            // banks that are taken in the match that begins

  logic [NumLanes*PairWidth-1:0] proposed;     // in the first pass

  for (genvar j = 0; j < NumLanes; j++) begin : gen_pair
    assign proposed[j*PairWidth +: PairWidth] =
        {read_i[j], row_i[j*RowBits +: RowBits], bank_i[j*BankWidth +: BankWidth]};
  end

  for (genvar k = 0; k < Passes; k++) begin : gen_pass
    logic [NumBanks-1:0]           wanted;
    logic [NumLanes*NumLanes-1:0]  same_bank, same_addr, same_word;
    logic [NumLanes-1:0]           pass_leads, pass_won;

    if (k == 0) begin : gen_pairs
      request_pairs #(
        .Width(NumLanes), .AddrWidth(PairWidth), .BankWidth(BankWidth), .OneWarp(1)
      ) u_pairs (
        .later_i(proposed), .earlier_i(proposed), .same_bank_o(same_bank), .same_addr_o(same_addr)
      );
    end else begin : gen_banks
      assign {same_bank, same_addr} = '0;
    end
    // Only reads merge.
    for (genvar i = 0; i < NumLanes; i++) begin : gen_word
      assign same_word[i*NumLanes +: NumLanes] = same_addr[i*NumLanes +: NumLanes] & {NumLanes{read_i[i]}};
    end

    match_pass #(
      .Width(NumLanes), .NumBanks(NumBanks), .Merge((k == 0) ? 1 : 0)
    ) u_pass (
      .propose_i(propose_i[k*NumLanes +: NumLanes]), .bank_i(bank_i[k*NumLanes*BankWidth +: NumLanes*BankWidth]),
      .same_bank_i(same_bank), .same_word_i(same_word), .precedes_i(precedes_q),
      .leads_o(pass_leads), .won_o(pass_won), .wanted_o(wanted)
    );

    if (k == 0) begin : gen_refuse
      assign leads_o[0 +: NumLanes] = pass_leads & ~refused;
      assign won_o[0 +: NumLanes]   = pass_won & ~refused;
      assign taken_o[0 +: NumBanks] = taken_q[0 +: NumBanks] | wanted | busy;
    end else begin : gen_later
      assign leads_o[k*NumLanes +: NumLanes] = pass_leads;
      assign won_o[k*NumLanes +: NumLanes]   = pass_won;
      assign taken_o[k*NumBanks +: NumBanks] = taken_q[k*NumBanks +: NumBanks] | wanted;
    end
  end

  always_ff @(posedge clk_i) begin : advance
    taken_q <= rst_ni ? taken_o << NumBanks : '0;
  end

  always_comb begin : refuse
    logic [NumBanks-1:0] here;
    for (int j = 0; j < NumLanes; j++) begin
      for (int b = 0; b < NumBanks; b++) begin
        here[b] = busy[b] & (bank_i[j*BankWidth +: BankWidth] == BankWidth'(b));
      end
      refused[j] = propose_i[j] & ((|here) | (atomic_i[j] & line_waits_i));
    end
  end

  // An atomic has its bank in the next two matches as well.
  logic [NumBanks-1:0] atomic_busy;

  if (Atomics != 0) begin : gen_busy
    logic [NumBanks-1:0] begun, first_q, second_q;

    always_comb begin : begin_atomics
      logic [NumLanes-1:0] here;
      for (int b = 0; b < NumBanks; b++) begin
        for (int j = 0; j < NumLanes; j++) begin
          here[j] = won_o[j] & atomic_i[j] & (bank_i[j*BankWidth +: BankWidth] == BankWidth'(b));
        end
        begun[b] = |here;
      end
    end

    always_ff @(posedge clk_i) begin : atomics
      first_q  <= rst_ni ? begun : '0;
      second_q <= rst_ni ? first_q : '0;
    end
    assign atomic_busy = first_q | second_q;
  end else begin : gen_never_busy
    assign atomic_busy = '0;
  end

  assign busy_o = |atomic_busy;
  assign busy   = atomic_busy | {NumBanks{line_closes_i}};

  ////////////////
  // Assertions //
  ////////////////

  always @(posedge clk_i) begin
    if (rst_ni) begin
      begin : WinsWhatIsProposed assert ((won_o & ~propose_i) == '0 && (leads_o & ~won_o) == '0); end
      begin : NobodyWinsWhenALineCloses assert (!line_closes_i || won_o[0 +: NumLanes] == '0); end
      begin : CoverRefused cover (|refused); end
      begin : CoverLineBehindAtomics cover (line_waits_i && busy_o); end
    end
  end

endmodule
