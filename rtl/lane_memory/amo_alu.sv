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

  // The sum in groups of bits, each for both carries: mappers make chains of trees of carries, so the chains are short.
  localparam int GroupBits = 16;
  localparam int Groups    = (DataWidth + GroupBits - 1) / GroupBits;

  logic                 subtracts;  // old - data, else old + data
  logic [DataWidth-1:0] operand, sum;
  logic [Groups-1:0]    out0, out1;  // the group's carry, behind a carry of 0 or 1
  logic [Groups:0]      carry;

  assign subtracts = op_i[3] | &op_i[2:0];
  assign operand   = data_i ^ {DataWidth{subtracts}};

  for (genvar g = 0; g < Groups; g++) begin : gen_group
    localparam int First = g * GroupBits;
    localparam int Bits  = (DataWidth - First < GroupBits) ? DataWidth - First : GroupBits;
    wire logic [Bits:0]   without  = {1'b0, old_i[First +: Bits]} + {1'b0, operand[First +: Bits]};
    wire logic [Bits+1:0] with_one = {1'b0, old_i[First +: Bits], 1'b1} + {1'b0, operand[First +: Bits], 1'b1};
    assign sum[First +: Bits] = carry[g] ? with_one[Bits:1] : without[Bits-1:0];
    assign {out1[g], out0[g]} = {with_one[Bits+1], without[Bits]};
  end

  always_comb begin : carries
    logic last;
    last = subtracts;
    for (int g = 0; g < Groups; g++) begin
      carry[g] = last;
      last     = out0[g] | (out1[g] & last);
    end
    carry[Groups] = last;
  end

  always_comb begin : compute
    logic                 is_signed, less, takes, swaps;
    logic [DataWidth-1:0] chosen;
    // Of the minima and maxima 7 and 9 are min, 7 and 8 signed.
    is_signed = op_i == 4'd7 || op_i == 4'd8;
    // data > old: no carry; for signed words of different signs the other way round.
    less      = ~carry[Groups] ^ (is_signed & (old_i[DataWidth-1] ^ data_i[DataWidth-1]));
    takes     = op_i[0] ^ less;  // max (8, 10): the greater; min (7, 9): the smaller
    swaps     = (Cas != 0 && op_i == 4'd11) ? old_i == comparand_i : takes;
    chosen    = swaps ? data_i : old_i;
    case (op_i)
      4'd2:    result_o = data_i;
      4'd3:    result_o = sum;
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
