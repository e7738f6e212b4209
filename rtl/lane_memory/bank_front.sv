// SPDX-License-Identifier: Apache-2.0
// In front of a bank: what goes to it in a cycle, and the atomic that has it.
//
// Contract   at most one of slot_valid_i, line_i and an atomic's write goes to the bank in a cycle; obligation: none of
//            the first two in the two cycles after a slot with an atomic. The slot's other bits are 0 where
//            slot_valid_i is low.
// Timing     the bank gets a slot or a line in its cycle. An atomic's word is read in the slot's cycle t, stands on
//            bank_word_i in t+1 and t+2, as the bank has no request in between, and its result is written in t+2.
// Cost       with Atomics a word, a row and an op of registers (two words with 2), and the ALU.
// Source     docs/spec/lane-memory.md, rule 5. Ours.

(* keep_hierarchy *)
module bank_front #(
  parameter int RowBits     = 1,  // of a row's number
  parameter int DataWidth   = 1,  // bits of a word
  parameter int EnableWidth = 1,  // bytes of a word
  parameter int Atomics     = 0   // 0: none; 1: ops 2 to 10; 2: compare and swap too
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,            // synchronous, active low

  input  logic                   slot_valid_i,
  input  logic [3:0]             slot_op_i,         // 0: read; 1: write; else an atomic
  input  logic [EnableWidth-1:0] slot_enable_i,
  input  logic [RowBits-1:0]     slot_row_i,
  input  logic [DataWidth-1:0]   slot_data_i,
  input  logic [DataWidth-1:0]   slot_comparand_i,

  input  logic                   line_i,
  input  logic                   line_write_i,
  input  logic [EnableWidth-1:0] line_enable_i,
  input  logic [RowBits-1:0]     line_row_i,
  input  logic [DataWidth-1:0]   line_data_i,

  output logic                   bank_request_o,
  output logic                   bank_write_o,
  output logic [EnableWidth-1:0] bank_enable_o,
  output logic [RowBits-1:0]     bank_row_o,
  output logic [DataWidth-1:0]   bank_data_o,
  input  logic [DataWidth-1:0]   bank_word_i        // read by the last request
);

  logic                 kept, back;  // an atomic's word comes in this cycle; its result is written
  logic [RowBits-1:0]   row;
  logic [DataWidth-1:0] result;

  if (Atomics != 0) begin : gen_atomics
    logic                 kept_q, back_q;
    logic [3:0]           op_q;
    logic [RowBits-1:0]   row_q;
    logic [DataWidth-1:0] data_q, comparand;
    wire logic            begins = slot_valid_i & (|slot_op_i[3:1]);

    always_ff @(posedge clk_i) begin : atomic
      kept_q <= rst_ni & begins;
      back_q <= rst_ni & kept_q;
      if (begins) begin
        op_q   <= slot_op_i;
        row_q  <= slot_row_i;
        data_q <= slot_data_i;
      end
    end

    if (Atomics > 1) begin : gen_comparand
      logic [DataWidth-1:0] comparand_q;
      always_ff @(posedge clk_i) begin : keep_comparand
        if (begins) comparand_q <= slot_comparand_i;
      end
      assign comparand = comparand_q;
    end else begin : gen_no_comparand
      assign comparand = '0;
    end

    amo_alu #(
      .DataWidth(DataWidth), .Cas((Atomics > 1) ? 1 : 0)
    ) u_alu (
      .op_i(op_q), .old_i(bank_word_i), .data_i(data_q), .comparand_i(comparand), .result_o(result)
    );
    assign kept = kept_q;
    assign back = back_q;
    assign row  = row_q;
  end else begin : gen_none
    assign {kept, back, row, result} = '0;
  end

  always_comb begin : to_bank
    bank_request_o = rst_ni & (slot_valid_i | line_i | back);
    bank_write_o   = (slot_valid_i & (slot_op_i == 4'd1)) | (line_i & line_write_i) | back;
    bank_enable_o  = slot_enable_i | (line_enable_i & {EnableWidth{line_i}}) | {EnableWidth{back}};
    bank_row_o     = slot_row_i | (line_row_i & {RowBits{line_i}}) | (row & {RowBits{back}});
    bank_data_o    = slot_data_i | (line_data_i & {DataWidth{line_i}}) | (result & {DataWidth{back}});
  end

  ////////////////
  // Assertions //
  ////////////////

  always @(posedge clk_i) begin
    if (rst_ni) begin
      begin : OneAccessAtATime assert (32'(slot_valid_i) + 32'(line_i) + 32'(back) <= 1); end
      begin : NothingInsideAnAtomic assert (!kept || !(slot_valid_i || line_i)); end
    end
  end

  // Ranges; machine_limits.sv says how.
  if (Atomics < 0 || Atomics > 2) Atomics_must_be_0_to_2 u_bad_atomics ();

endmodule
