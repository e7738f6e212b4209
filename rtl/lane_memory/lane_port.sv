// SPDX-License-Identifier: Apache-2.0
// A lane of lane_memory.sv: its places, which hold data, tags and answers, and its window.
//
// A place belongs to a request from when it is taken until its answer is taken. Its word is what the request brings,
// and then what the bank answers. Places are used in a ring, so answers leave in the order of the requests.
//
// Handshake  valid/ready on both sides. Ready and all answers depend on registers and rst_ni only.
// Contract   as lane_window.sv for what is proposed. word_i is the word that bank back_bank_o read in the cycle before.
// Timing     served in cycle t: its place is read in t, and written in t+1.
// Cost       Places words with tags and bits, a multiplexer to read them for the bank and one for the answer, and the
//            window. A module, because all lanes are alike: a synthesis makes it once and counts it.
// Source     docs/spec/lane-memory.md, rules 2 and 7. Ours.

(* keep_hierarchy *)
module lane_port #(
  parameter int NumBanks  = 1,
  parameter int RowBits   = 1,  // of a row's number
  parameter int DataWidth = 8,  // bits of a word
  parameter int TagWidth  = 1,  // bits of a tag
  parameter int Depth     = 1,  // requests in the window
  parameter int Places    = 1,  // requests under way
  parameter int Passes    = 1,  // of a match
  parameter int Atomics   = 0,  // 0: none; 1: ops 2 to 10; 2: compare and swap too

  localparam int BankWidth   = (NumBanks > 1) ? $clog2(NumBanks) : 1,
  localparam int EnableWidth = (DataWidth > 7) ? DataWidth / 8 : 1,
  localparam int PayloadBits = 4 + EnableWidth + DataWidth + ((Atomics > 1) ? DataWidth : 0)
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,              // synchronous, active low

  input  logic                        request_valid_i,
  output logic                        request_ready_o,
  input  logic                        request_error_i,     // it touches no bank and answers with an error
  input  logic [3:0]                  request_op_i,
  input  logic [BankWidth-1:0]        request_bank_i,
  input  logic [RowBits-1:0]          request_row_i,
  input  logic [EnableWidth-1:0]      request_enable_i,
  input  logic [DataWidth-1:0]        request_data_i,
  input  logic [DataWidth-1:0]        request_comparand_i, // of a compare and swap
  input  logic [TagWidth-1:0]         request_tag_i,

  output logic                        answer_valid_o,
  input  logic                        answer_ready_i,
  output logic [DataWidth-1:0]        answer_data_o,
  output logic [TagWidth-1:0]         answer_tag_o,
  output logic                        answer_error_o,

  output logic                        full_o,
  output logic [Passes-1:0]           propose_o,
  output logic                        propose_read_o,
  output logic [Passes*BankWidth-1:0] propose_bank_o,
  output logic [RowBits-1:0]          propose_row_o,
  output logic                        propose_atomic_o,
  input  logic [Passes*NumBanks-1:0]  taken_i,
  input  logic [Passes-1:0]           won_i,
  input  logic [Passes-1:0]           leads_i,

  output logic                        served_o,
  output logic                        served_leads_o,
  output logic [BankWidth-1:0]        served_bank_o,
  output logic [RowBits-1:0]          served_row_o,
  output logic [PayloadBits-1:0]      served_payload_o,    // {comparand, data, enable, op}
  output logic [BankWidth-1:0]        back_bank_o,
  input  logic [DataWidth-1:0]        word_i
);

  localparam int PlaceWidth = (Places > 1) ? $clog2(Places) : 1;

  logic [Places-1:0]      used_q, done_q, error_q;
  logic [Places-1:0]      first_q, next_q;        // one bit each: the oldest request's place; where the next goes
  logic [DataWidth-1:0]   word_q [Places];
  logic [TagWidth-1:0]    tag_q  [Places];

  logic                   room, push, taken;
  logic [PlaceWidth-1:0]  number;                 // of the next place
  logic [Places-1:0]      put, go;
  logic [Places-1:0]      served_place, back_q;   // back_q: the place that gets its bank's word
  logic [EnableWidth+3:0] served_bits;            // {enable, op}

  assign request_ready_o = rst_ni & room & (|(next_q & ~used_q));
  assign push            = request_valid_i & request_ready_o;
  assign put             = next_q & {Places{push}};
  assign taken           = answer_valid_o & answer_ready_i;
  assign go              = first_q & {Places{taken}};

  always_comb begin : encode
    number = '0;
    for (int n = 0; n < Places; n++) number = number | (PlaceWidth'(n) & {PlaceWidth{next_q[n]}});
  end

  lane_window #(
    .NumBanks(NumBanks), .RowBits(RowBits), .Depth(Depth), .Places(Places), .Passes(Passes),
    .Bits(4 + EnableWidth)
  ) u_window (
    .clk_i, .rst_ni,
    .push_i(push & ~request_error_i), .push_bank_i(request_bank_i), .push_row_i(request_row_i), .push_place_i(number),
    .push_bits_i({request_enable_i, request_op_i}), .room_o(room), .full_o,
    .propose_o, .propose_read_o, .propose_bank_o, .propose_row_o, .propose_atomic_o, .taken_i, .won_i, .leads_i,
    .served_o, .served_leads_o, .served_bank_o, .served_row_o, .served_place_o(served_place),
    .served_bits_o(served_bits)
  );

  ////////////
  // Places //
  ////////////

  always_ff @(posedge clk_i) begin : ring
    if (!rst_ni) begin
      used_q  <= '0;
      done_q  <= '0;
      first_q <= Places'(1);
      next_q  <= Places'(1);
      back_q  <= '0;
    end else begin
      used_q <= (used_q & ~go) | put;
      done_q <= (done_q & ~go) | back_q | (put & {Places{request_error_i}});
      back_q <= served_place & {Places{served_o}};
      if (taken) first_q <= (first_q << 1) | (first_q >> (Places - 1));
      if (push) next_q <= (next_q << 1) | (next_q >> (Places - 1));
    end
    back_bank_o <= served_bank_o;
  end

  always_ff @(posedge clk_i) begin : places
    for (int n = 0; n < Places; n++) begin
      if (put[n]) begin
        tag_q[n]   <= request_tag_i;
        error_q[n] <= request_error_i;
      end
      if (put[n] || back_q[n]) word_q[n] <= put[n] ? request_data_i : word_i;
    end
  end

  logic [DataWidth-1:0] served_word, served_comparand;

  assign served_payload_o = PayloadBits'({served_comparand, served_word, served_bits});

  always_comb begin : read_payload
    logic [DataWidth-1:0] word;
    word = '0;
    for (int n = 0; n < Places; n++) word = word | (word_q[n] & {DataWidth{served_place[n]}});
    served_word = word;
  end

  if (Atomics > 1) begin : gen_comparand
    logic [DataWidth-1:0] comparand_q [Places];

    always_ff @(posedge clk_i) begin : comparands
      for (int n = 0; n < Places; n++) if (put[n]) comparand_q[n] <= request_comparand_i;
    end

    always_comb begin : read_comparand
      logic [DataWidth-1:0] comparand;
      comparand = '0;
      for (int n = 0; n < Places; n++) comparand = comparand | (comparand_q[n] & {DataWidth{served_place[n]}});
      served_comparand = comparand;
    end
  end else begin : gen_no_comparand
    assign served_comparand = '0;
  end

  always_comb begin : answer
    logic [DataWidth-1:0] word;
    logic [TagWidth-1:0]  tag;
    {word, tag} = '0;
    for (int n = 0; n < Places; n++) begin
      word = word | (word_q[n] & {DataWidth{first_q[n]}});
      tag  = tag | (tag_q[n] & {TagWidth{first_q[n]}});
    end
    answer_valid_o = rst_ni & (|(first_q & done_q));
    answer_data_o  = word;
    answer_tag_o   = tag;
    answer_error_o = |(first_q & error_q);
  end

  ////////////////
  // Assertions //
  ////////////////

  logic refused_q;  // an answer was shown and not taken

  always @(posedge clk_i) begin
    refused_q <= answer_valid_o & ~answer_ready_i;
    if (rst_ni) begin
      begin : DoneIsUsed assert ((done_q & ~used_q) == '0); end
      begin : AnswersStandUntilTaken assert (!refused_q || answer_valid_o); end
      begin : AnswersWhatIsUsed assert ((back_q & ~used_q) == '0); end
      begin : CoverPlacesFull cover (&used_q); end
      begin : CoverAnswerWaits cover (refused_q); end
      begin : CoverErrorWithAnswer cover (|back_q && push && request_error_i); end
    end
  end

  // Ranges; machine_limits.sv says how.
  if (Atomics < 0 || Atomics > 2) Atomics_must_be_0_to_2 u_bad_atomics ();

endmodule
