// SPDX-License-Identifier: Apache-2.0
// One end of a serial line that sends or receives: 8 bits, no parity, 1 stop bit, lowest bit first.
//
// Receive    bit_i is high for a cycle in the middle of each data bit, which is rx_bit_o then.
// Send       while send_i is high: tx_bit_i is bit number place_o of the byte.
// Both       byte_o is high for a cycle at the end of each byte.

module uart #(
  parameter int Divisor = 8  // clock cycles of a bit on the line, a power of two, 4 or more
) (
  input  logic       clk_i,
  input  logic       rst_ni,  // synchronous, active low
  input  logic       send_i,  // changes while no byte is on the line
  input  logic       rx_i,    // any clock: two flip-flops follow
  output logic       tx_o,
  output logic       bit_o,
  output logic       rx_bit_o,
  output logic [2:0] place_o,
  input  logic       tx_bit_i,
  output logic       byte_o
);

  localparam int CountBits = $clog2(Divisor);

  // What is on the line: 15 the start bit, 0 to 7 a data bit, 8 the stop bit, 9 nothing.
  logic [3:0]           place_q;
  logic [CountBits-1:0] count_q;  // cycles to the end of the bit, or to its middle where it is received
  logic                 line_q;

  wire logic last = count_q == '0;
  wire logic idle = place_q == 4'd9;

  assign bit_o   = last && !place_q[3];
  assign byte_o  = last && place_q == 4'd8;
  assign place_o = place_q[2:0];

  always_ff @(posedge clk_i) begin
    {rx_bit_o, line_q} <= {line_q, rx_i};
    tx_o <= !send_i || (place_q[3] ? !place_q[2] : tx_bit_i);
    if (!rst_ni) begin
      place_q <= 4'd9;
    end else if (idle) begin
      count_q <= {send_i, {(CountBits-1){1'b1}}};
      if (send_i || !rx_bit_o) place_q <= 4'd15;
    end else begin
      count_q <= count_q - 1'b1;
      // No start bit but a spike.
      if (last) place_q <= (place_q == 4'd15 && !send_i && rx_bit_o) ? 4'd9 : place_q + 1'b1;
    end
  end

endmodule
