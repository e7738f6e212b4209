// SPDX-License-Identifier: Apache-2.0
// Transposes a tile of bits: rows that have one bit of many numbers each become the numbers, or the other way round.
//
// Contract   bit c of row r of a tile is its bit r*TileColumns + c. In the transposed tile the bits of column c are
//            side by side, row 0 lowest, from bit tile_column(c) on. Transposed once more, a tile is as it was.
// Unknown    an unknown bit stays one bit: it is moved, not combined with the bit that it changes places with.
// Cost       wires, no gates. This form is for the simulator: it exchanges bits that are TileRows/2, .., 2, 1 apart,
//            which takes log2(TileRows) steps on words in the place of one step for each bit.
// Source     ours. tests/rtl/equivalence.sh proves the contract.

package bit_tile_pkg;

  localparam int TileRows    = 8;
  localparam int TileColumns = 32;
  localparam int TileBits    = TileRows * TileColumns;

  function automatic int tile_column(input int c);
    tile_column = (c % TileRows)*TileColumns + (c / TileRows)*TileRows;
  endfunction

  // Row n: the columns whose number has no bit in common with n.
  function automatic logic [TileBits-1:0] columns_without(input int zero);
    for (int n = 0; n < TileRows; n++) begin
      for (int c = 0; c < TileColumns; c++) columns_without[n*TileColumns + c] = (c & n) == zero;
    end
  endfunction
  localparam logic [TileBits-1:0] ColumnsWithout = columns_without(0);

  function automatic logic [TileBits-1:0] tile_transposed(input logic [TileBits-1:0] tile);
    logic [TileColumns-1:0] one, other, moves;  // moves: bits of other
    tile_transposed = tile;
    for (int n = TileRows/2; n > 0; n = n/2) begin
      for (int r = 0; r < TileRows; r++) begin
        if ((r & n) == 0) begin
          one   = tile_transposed[r*TileColumns +: TileColumns];
          other = tile_transposed[(r + n)*TileColumns +: TileColumns];
          moves = ColumnsWithout[n*TileColumns +: TileColumns];
          tile_transposed[r*TileColumns +: TileColumns]       = (one & moves) | ((other & moves) << n);
          tile_transposed[(r + n)*TileColumns +: TileColumns] = (other & ~moves) | ((one >> n) & moves);
        end
      end
    end
  endfunction

endpackage
