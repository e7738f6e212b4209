// SPDX-License-Identifier: Apache-2.0
// Transposes a matrix of bits: numbers of many lanes become rows of their bits, or rows become numbers.
//
// Contract   combinational: bit c*OutLane + r of columns_o is bit r*InLane + c of rows_i. All other output bits are 0.
// Cost       wires, no gates. This form is for the simulator: it exchanges bits that are Square/2, .., 2, 1 apart,
//            which takes log2(Square) steps on words in the place of one step for each bit.
// Source     ours. tests/rtl/equivalence.sh proves the contract.

module bit_transpose #(
  parameter int Rows    = 0,
  parameter int Columns = 0,
  parameter int InLane  = 0,  // bits from row to row, >= Columns
  parameter int OutLane = 0   // bits from column to column, >= Rows; whole words (32) simulate faster
) (
  input  logic [Rows*InLane-1:0]     rows_i,
  output logic [Columns*OutLane-1:0] columns_o
);

  // The matrix is cut into squares, side by side.
  localparam int Shorter = (Rows < Columns) ? Rows : Columns;
  localparam int Longer  = (Rows < Columns) ? Columns : Rows;
  localparam int Square  = 1 << $clog2(Shorter);
  localparam int Squares = (Longer + Square - 1) / Square;
  localparam int Side    = Square * Squares;

  // Where the square-wise exchange has entry n of the longer side.
  function automatic int at_entry(input int n);
    at_entry = (n % Square)*Side + (n / Square)*Square;
  endfunction

  // Row n: the columns whose number has no bit in common with n.
  function automatic logic [Square*Side-1:0] columns_without(input int zero);
    for (int n = 0; n < Square; n++) begin
      for (int c = 0; c < Side; c++) columns_without[n*Side + c] = (c & n) == zero;
    end
  endfunction
  localparam logic [Square*Side-1:0] ColumnsWithout = columns_without(0);

  always_comb begin : exchange
    /* verilator tracing_off */
    logic [Square*Side-1:0] squares;
    logic [Side-1:0]        one, other, change;
    /* verilator tracing_on */
    {one, other, change} = '0;
    squares              = '0;
    if (Rows <= Columns) begin
      for (int r = 0; r < Rows; r++) squares[r*Side +: Columns] = rows_i[r*InLane +: Columns];
    end else begin
      for (int r = 0; r < Rows; r++) squares[at_entry(r) +: Columns] = rows_i[r*InLane +: Columns];
    end
    for (int n = Square/2; n > 0; n = n/2) begin
      for (int r = 0; r < Square; r++) begin
        if ((r & n) == 0) begin
          one    = squares[r*Side +: Side];
          other  = squares[(r + n)*Side +: Side];
          change = ((one >> n) ^ other) & ColumnsWithout[n*Side +: Side];
          squares[r*Side +: Side]       = one ^ (change << n);
          squares[(r + n)*Side +: Side] = other ^ change;
        end
      end
    end
    if (Rows <= Columns) begin
      for (int c = 0; c < Columns; c++) columns_o[c*OutLane +: OutLane] = OutLane'(squares[at_entry(c) +: Rows]);
    end else begin
      for (int c = 0; c < Columns; c++) columns_o[c*OutLane +: OutLane] = OutLane'(squares[c*Side +: Rows]);
    end
  end

endmodule
