// SPDX-License-Identifier: Apache-2.0
// Finds, in every lane's window, the positions at or behind the first one that is marked.
//
// Contract   combinational. Bit p*Width + j is about position p of lane j; position 0 is the oldest.
// Cost       a prefix OR: $clog2(Depth) gates deep.
// Source     of lane_windows.sv.

module window_scan #(
  parameter int Width = 0,  // lanes
  parameter int Depth = 0   // positions of a window, >= 1
) (
  input  logic [Depth*Width-1:0] marked_i,
  output logic [Depth*Width-1:0] from_first_o
);

  always_comb begin : scan
    logic [Depth*Width-1:0] from;
    from = marked_i;
    for (int n = 1; n < Depth; n = 2*n) begin
      for (int p = Depth - 1; p >= n; p--) begin
        from[p*Width +: Width] = from[p*Width +: Width] | from[(p - n)*Width +: Width];
      end
    end
    from_first_o = from;
  end

endmodule
