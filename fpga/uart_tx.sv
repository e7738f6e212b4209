// SPDX-License-Identifier: Apache-2.0
// Sender of a serial line: 8 bits, no parity, 1 stop bit, lowest bit first.
//
// Handshake   byte_i is taken in a cycle with valid_i and ready_o.

module uart_tx #(
  parameter int Divisor = 12  // clock cycles of a bit
) (
  input  logic       clk_i,
  input  logic       rst_ni,  // synchronous, active low
  input  logic       valid_i,
  output logic       ready_o,
  input  logic [7:0] byte_i,
  output logic       tx_o
);

  localparam int CountBits = $clog2(Divisor);

  logic [CountBits-1:0] count_q;
  logic [3:0]           left_q;  // bits to send; 0: idle
  logic [8:0]           bits_q;  // lowest: on the line

  assign ready_o = left_q == '0;
  assign tx_o    = bits_q[0];

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      left_q  <= '0;
      count_q <= '0;
      bits_q  <= '1;
    end else if (left_q == '0) begin
      count_q <= CountBits'(Divisor - 1);
      if (valid_i) begin
        bits_q <= {byte_i, 1'b0};
        left_q <= 4'd10;
      end
    end else if (count_q != '0) begin
      count_q <= count_q - 1'b1;
    end else begin
      count_q <= CountBits'(Divisor - 1);
      left_q  <= left_q - 1'b1;
      bits_q  <= {1'b1, bits_q[8:1]};
    end
  end

endmodule
