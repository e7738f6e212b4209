// SPDX-License-Identifier: Apache-2.0
// The way back for some bits of a word: every lane takes them from its bank.
//
// Contract   combinational. The low bits of lane_bank_i name the bank of each lane.
// Cost       a Width-to-1 multiplexer for each lane and bit. A word goes back in equal slices, each an instance of this
//            module: a synthesis makes it once and counts it. Slices and not lanes, because the bits of every bank go
//            to all lanes and their drivers should be inside.
// Source     of mmu.sv.

(* keep_hierarchy *)
module way_back #(
  parameter int Width      = 0,  // banks
  parameter int NumLanes   = 0,
  parameter int Bits       = 0,  // of a slice
  parameter int ReturnLane = 0   // bits of a lane of lane_bank_i
) (
  input  logic [NumLanes*ReturnLane-1:0] lane_bank_i,
  input  logic [Width*Bits-1:0]          bank_bits_i,
  output logic [NumLanes*Bits-1:0]       lane_bits_o
);

  localparam int BankWidth = (Width > 1) ? $clog2(Width) : 1;

  logic [Bits-1:0] bank_bits [Width];

  always_comb begin : take_apart
    for (int b = 0; b < Width; b++) bank_bits[b] = bank_bits_i[b*Bits +: Bits];
  end

  always_comb begin : choose
    for (int i = 0; i < NumLanes; i++) begin
      lane_bits_o[i*Bits +: Bits] = bank_bits[lane_bank_i[i*ReturnLane +: BankWidth]];
    end
  end

endmodule
