// SPDX-License-Identifier: Apache-2.0
// The port for lines of lane_memory.sv: when a line takes a match, and the answer to one that reads.
//
// Contract   the request stands until line_ready_o, which is in the cycle in which all banks serve it. In a cycle with
//            closes_o no lane may win in the match that begins, and banks are taken in it; with waits_o no atomic may.
// Timing     a line that waits closes a match at most 2 cycles later, as no atomic begins, and is served Passes cycles
//            after that. The words of a read are kept at the end of the next cycle and shown until they are taken.
// Cost       a word for each bank, and Passes + 2 bits.
// Source     docs/spec/lane-memory.md, rule 6. Ours.

(* keep_hierarchy *)
module line_port #(
  parameter int Passes    = 1,  // of a match, >= 1
  parameter int LineWidth = 1   // bits of a line
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,          // synchronous, active low

  input  logic                 line_valid_i,
  output logic                 line_ready_o,
  input  logic                 line_write_i,
  output logic                 answer_valid_o,
  input  logic                 answer_ready_i,
  output logic [LineWidth-1:0] answer_data_o,

  input  logic                 busy_i,          // an atomic has a bank in the match that begins
  output logic                 waits_o,
  output logic                 closes_o,
  input  logic [LineWidth-1:0] banks_i          // words that the banks read in the cycle before
);

  logic [Passes-1:0]    match_q;  // bit k: the line has the match that is behind pass k; behind the last it is served
  logic                 reads_q, shows_q;
  logic [LineWidth-1:0] answer_q;

  assign waits_o        = line_valid_i & ~(|match_q) & ~reads_q & ~shows_q;
  assign closes_o       = waits_o & ~busy_i;
  assign line_ready_o   = rst_ni & match_q[Passes-1];
  assign answer_valid_o = rst_ni & shows_q;
  assign answer_data_o  = answer_q;

  always_ff @(posedge clk_i) begin : advance
    match_q  <= rst_ni ? (match_q << 1) | Passes'(closes_o) : '0;
    reads_q  <= rst_ni & line_ready_o & ~line_write_i;
    shows_q  <= rst_ni & (reads_q | (shows_q & ~answer_ready_i));
    if (reads_q) answer_q <= banks_i;
  end

  ////////////////
  // Assertions //
  ////////////////

  logic refused_q;

  always @(posedge clk_i) begin
    refused_q <= rst_ni & line_valid_i & ~line_ready_o;
    if (rst_ni) begin
      begin : LinesStandUntilTaken assert (!refused_q || line_valid_i); end
      begin : AnswersFindTheirPlace assert (!reads_q || !shows_q); end
    end
  end

  // Ranges; machine_limits.sv says how.
  if (Passes < 1) Passes_must_be_at_least_1 u_bad_passes ();

endmodule
