// SPDX-License-Identifier: Apache-2.0
// Fig. 6 of the super-warp paper: three warps of four threads on an SDMM of four banks, l = 7. They write
// address + 100 to every word and read the words back. Prints what each bank does. Between dispatches the pins are
// unknown, which must change nothing. From the root of the repository:
//   iverilog -g2012 -s fig4_tb -o fig4 -f rtl/superwarp.f examples/testbench/fig4_tb.sv && ./fig4
// and for Verilator, with the same files, --binary --timing -Wno-fatal --top fig4_tb, then obj_dir/Vfig4_tb.
module fig4_tb;
  logic clk = 1'b0, rst_n = 1'b0, valid = 1'b0, write = 1'b1, ready, access, complete;
  logic [12*32-1:0] addr = {32'd0, 32'd23, 32'd7, 32'd2, 32'd19, 32'd11, 32'd3, 32'd9, 32'd15, 32'd4, 32'd21, 32'd16};
  logic [12*32-1:0] words, lane_data;
  logic [4*32-1:0]  bank_req, bank_data;
  logic [11:0]      lane_valid;
  logic [3:0]       bank_write;

  memory_machine #(.Width(4), .SuperWarp(3), .NumRows(8), .MaxLatency(8)) u_machine (
    .clk_i(clk), .rst_ni(rst_n), .latency_i(4'd7), .key_valid_i(1'b0), .key_index_i(32'd0), .key_value_i(32'd0),
    .dispatch_valid_i(valid), .dispatch_ready_o(ready), .dispatch_write_i(valid ? write : 1'bx), .dispatch_tag_i(32'd0),
    .dispatch_active_i(12'hfff), .dispatch_addr_i(valid ? addr : 'x), .dispatch_data_i(valid && write ? words : 'x),
    .access_valid_o(access), .bank_req_o(bank_req), .bank_write_o(bank_write), .bank_data_o(bank_data),
    .lane_valid_o(lane_valid), .lane_bank_o(), .lane_data_o(lane_data), .lane_tag_o(), .lane_complete_o(complete)
  );

  always #1 clk = !clk;  // a cycle is a time unit; pins change and are sampled on the falling edge

  int time_unit;
  initial begin
    for (int i = 0; i < 12; i++) words[i*32 +: 32] = addr[i*32 +: 32] + 100;
    repeat (2) @(negedge clk);
    rst_n = 1'b1;
    for (int run = 0; run < 2; run++) begin
      {valid, write} = {1'b1, run == 0};
      while (!ready) @(negedge clk);
      @(negedge clk) valid = 1'b0;  // the machine accepted the dispatch on the rising edge between
      for (time_unit = 1; !(access && complete); time_unit++) begin
        show();
        @(negedge clk);
      end
      show();
      $display("%0s: %0d time units", write ? "write" : "read", time_unit);
    end
    $finish;
  end

  task show;
    for (int b = 0; b < 4; b++) if (access && bank_req[b*32 + 31])
      $display("time unit %0d: bank %0d row %0d %0s %0d", time_unit, b, bank_req[b*32 + 2 +: 29],
               bank_write[b] ? "takes" : "gives", bank_data[b*32 +: 32]);
    for (int i = 0; i < 12; i++) if (access && lane_valid[i] && !write)
      $display("time unit %0d: thread %0d reads %0d", time_unit, i, lane_data[i*32 +: 32]);
  endtask
endmodule
