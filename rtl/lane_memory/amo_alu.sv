// SPDX-License-Identifier: Apache-2.0
// What a word becomes by an atomic.
//
// Contract   combinational. op_i is as at the ports of lane_memory.sv, 2 to 11; the result of other ops is meaningless.
// Cost       one adder for the sum and for all comparisons, and a multiplexer; with Cas an equality comparator too.
// Source     docs/spec/lane-memory.md, "Ports". Ours.

(* keep_hierarchy *)
module amo_alu #(
  parameter int DataWidth = 1,  // bits of a word, >= 1
  parameter int Cas       = 0   // 1: compare and swap too; 0: not
) (
  input  logic [3:0]           op_i,
  input  logic [DataWidth-1:0] old_i,
  input  logic [DataWidth-1:0] data_i,
  input  logic [DataWidth-1:0] comparand_i,  // of a compare and swap
  output logic [DataWidth-1:0] result_o
);

  always_comb begin : compute
    logic                 subtracts, is_signed, less, takes, swaps;
    logic [DataWidth:0]   sum;
    logic [DataWidth-1:0] chosen;
    // old - data, or old + data. Of the minima and maxima bit 0 of the op says min, bit 3 or 9 and 10 unsigned.
    subtracts = op_i[3] | &op_i[2:0];
    is_signed = op_i == 4'd7 || op_i == 4'd8;
    sum       = {1'b0, old_i} + {1'b0, data_i ^ {DataWidth{subtracts}}} + (DataWidth + 1)'(subtracts);
    // data > old: no carry; for signed words of different signs the other way round.
    less      = ~sum[DataWidth] ^ (is_signed & (old_i[DataWidth-1] ^ data_i[DataWidth-1]));
    takes     = op_i[0] ^ less;  // max (8, 10): the greater; min (7, 9): the smaller
    swaps     = (Cas != 0 && op_i == 4'd11) ? old_i == comparand_i : takes;
    chosen    = swaps ? data_i : old_i;
    case (op_i)
      4'd2:    result_o = data_i;
      4'd3:    result_o = sum[DataWidth-1:0];
      4'd4:    result_o = old_i & data_i;
      4'd5:    result_o = old_i | data_i;
      4'd6:    result_o = old_i ^ data_i;
      default: result_o = chosen;
    endcase
  end

  // Ranges; machine_limits.sv says how.
  if (DataWidth < 1) DataWidth_must_be_at_least_1 u_bad_data_width ();
  if (Cas < 0 || Cas > 1) Cas_must_be_0_or_1 u_bad_cas ();

endmodule
