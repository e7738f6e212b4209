// SPDX-License-Identifier: Apache-2.0
// Receiver of a serial line: 8 bits, no parity, 1 stop bit, lowest bit first.
//
// Timing   valid_o is high for one cycle per byte, in the middle of its stop bit.

module uart_rx #(
  parameter int Divisor = 12  // clock cycles of a bit, 4 or more
) (
  input  logic       clk_i,
  input  logic       rst_ni,  // synchronous, active low
  input  logic       rx_i,    // any clock: two flip-flops follow
  output logic       valid_o,
  output logic [7:0] byte_o
);

  localparam int CountBits = $clog2(Divisor);
  localparam logic [CountBits-1:0] Whole = CountBits'(Divisor - 1);
  localparam logic [CountBits-1:0] Half  = CountBits'(Divisor / 2 - 1);

  logic [1:0]           line_q;
  logic [CountBits-1:0] count_q;  // cycles to the middle of the next bit
  logic [3:0]           left_q;   // bits to come, the stop bit with them; 0: idle

  assign valid_o = left_q == 4'd1 && count_q == '0;

  always_ff @(posedge clk_i) begin
    line_q <= {line_q[0], rx_i};
    if (!rst_ni) begin
      line_q  <= 2'b11;
      left_q  <= '0;
      count_q <= '0;
    end else if (left_q == '0) begin
      count_q <= Half;
      if (!line_q[1]) left_q <= 4'd10;  // the start bit begins
    end else if (count_q != '0) begin
      count_q <= count_q - 1'b1;
    end else begin
      count_q <= Whole;
      left_q  <= left_q - 1'b1;
      if (left_q == 4'd10 && line_q[1]) left_q <= '0;  // no start bit but a spike
      if (left_q != 4'd1) byte_o <= {line_q[1], byte_o[7:1]};
    end
  end

endmodule
