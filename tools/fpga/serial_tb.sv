// SPDX-License-Identifier: Apache-2.0
// A host at the serial line of serial_shell.sv, RTL or routed netlist: sends the bytes of sent.hex, a burst of InBytes
// at a time, and writes the OutBytes that come back after each to received.hex.

module serial_tb #(
  parameter int Bursts   = 1,
  parameter int InBytes  = 1,
  parameter int OutBytes = 1,
  parameter int Divisor  = 8
);

  logic       clk, rx, tx;
  logic [7:0] sent [Bursts*InBytes];
  logic [7:0] got;
  int         file, waited;

  serial_shell u_shell (.clk_i(clk), .rx_i(rx), .tx_o(tx));

  task automatic cycles(input int number);
    for (int c = 0; c < number; c++) begin
      #1 clk = 1'b1;
      #1 clk = 1'b0;
    end
  endtask

  initial begin
    clk = 1'b0;
    rx  = 1'b1;
    $readmemh("sent.hex", sent);
    file = $fopen("received.hex", "w");
    cycles(20 * Divisor);
    for (int b = 0; b < Bursts; b++) begin
      for (int i = 0; i < InBytes; i++) begin
        rx = 1'b0;
        cycles(Divisor);
        for (int k = 0; k < 8; k++) begin
          rx = sent[b*InBytes + i][k];
          cycles(Divisor);
        end
        rx = 1'b1;
        cycles(Divisor);
      end
      for (int i = 0; i < OutBytes; i++) begin
        waited = 0;
        while (tx !== 1'b0 && waited < 4000) begin
          cycles(1);
          waited = waited + 1;
        end
        cycles(Divisor / 2);
        for (int k = 0; k < 8; k++) begin
          cycles(Divisor);
          got[k] = tx;
        end
        cycles(Divisor);
        $fdisplay(file, "%02x", got);
      end
      cycles(4 * Divisor);
    end
    $fclose(file);
    $finish;
  end

endmodule
