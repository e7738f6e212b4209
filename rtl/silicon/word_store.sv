// SPDX-License-Identifier: Apache-2.0
// Words to write of a lane, kept beside its window: a request that writes keeps the number of its word.
//
// Contract   push_i only where room_o is high, pop_i only for a word that was pushed. push_index_o is the number of the
//            word that is pushed in this cycle; meaningless where room_o is low.
// Timing     all outputs depend on pop_i, pop_index_i and registers: the place of a word that goes has room in the same
//            cycle.
// Cost       Words words, one bit each, a multiplexer to read.
// Source     docs/spec/streaming.md, "A smaller window". Ours.

(* keep_hierarchy *)
module word_store #(
  // Defaults are in range because Yosys elaborates them, too.
  parameter int Words     = 1,  // >= 1
  parameter int DataWidth = 0,  // bits of a word

  localparam int IndexWidth = (Words > 1) ? $clog2(Words) : 1
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,        // synchronous, active low

  input  logic                  push_i,
  input  logic [DataWidth-1:0]  push_word_i,
  output logic [IndexWidth-1:0] push_index_o,
  output logic                  room_o,

  input  logic                  pop_i,
  input  logic [IndexWidth-1:0] pop_index_i,
  output logic [DataWidth-1:0]  pop_word_o     // whether it goes or not
);

  logic [Words-1:0]     used_q, here, vacant, put;
  logic [DataWidth-1:0] word_q [Words];

  always_comb begin : read
    logic [DataWidth-1:0] word;
    word = '0;
    for (int n = 0; n < Words; n++) begin
      here[n] = pop_index_i == IndexWidth'(n);
      word    = word | (word_q[n] & {DataWidth{here[n]}});
    end
    pop_word_o = word;
  end

  always_comb begin : find_room
    logic [IndexWidth-1:0] index;
    vacant = ~used_q | (here & {Words{pop_i}});
    index  = '0;
    for (int n = Words - 1; n >= 0; n--) if (vacant[n]) index = IndexWidth'(n);
    push_index_o = index;
    room_o       = |vacant;
  end

  assign put = vacant & -vacant & {Words{push_i}};

  always_ff @(posedge clk_i) begin : words
    used_q <= rst_ni ? ~vacant | put : '0;
    for (int n = 0; n < Words; n++) if (put[n]) word_q[n] <= push_word_i;
  end

  ////////////////
  // Assertions //
  ////////////////

  always @(posedge clk_i) begin
    if (rst_ni) begin
      begin : PushesWhereThereIsRoom assert (!push_i || room_o); end
      begin : PopsWhatWasPushed assert (!pop_i || (|(here & used_q))); end
    end
  end

  // Ranges; machine_limits.sv says how.
  if (Words < 1) Words_must_be_at_least_1 u_bad_words ();

endmodule
