// SPDX-License-Identifier: Apache-2.0
// Drives the coalescer with the accesses of coalescer_vectors.py and writes the taken transactions, one a line.
// One source for Icarus Verilog and Verilator.
//
//   +stimulus=FILE  +out=FILE
//   +hold=N         a transaction is taken in one of N cycles (1: in every cycle)
//   +zeros          what is not valid is 0, else unknown: all of an access that is not offered, an idle thread's
//                   address

module coalescer_tb;

  localparam int NumThreads = 16;
  localparam int AddrWidth  = 32;

  logic                            clk, rst_n;
  logic                            request_valid, request_ready;
  logic [2:0]                      request_word;
  logic [NumThreads-1:0]           request_active;
  logic [NumThreads*AddrWidth-1:0] request_addr;
  logic                            transaction_valid, transaction_ready, transaction_last;
  logic [AddrWidth-1:0]            transaction_addr;
  logic [2:0]                      transaction_size;
  logic [NumThreads-1:0]           transaction_served;

  coalescer #(
    .NumThreads(NumThreads), .AddrWidth(AddrWidth)
  ) u_dut (
    .clk_i(clk), .rst_ni(rst_n),
    .request_valid_i(request_valid), .request_ready_o(request_ready), .request_word_i(request_word),
    .request_active_i(request_active), .request_addr_i(request_addr),
    .transaction_valid_o(transaction_valid), .transaction_ready_i(transaction_ready),
    .transaction_last_o(transaction_last), .transaction_addr_o(transaction_addr),
    .transaction_size_o(transaction_size), .transaction_served_o(transaction_served)
  );

  string stimulus_file, out_file;
  int    stimulus, out, fields, hold, cycle, quiet;
  logic  loaded;  // an access is read but not accepted
  logic  more;
  logic  unknown;  // any bit of what is not valid
  logic [2:0]                      next_word;
  logic [NumThreads-1:0]           next_active;
  logic [NumThreads*AddrWidth-1:0] next_addr;

  initial begin
    if ($value$plusargs("stimulus=%s", stimulus_file) == 0) $fatal(1, "+stimulus is missing");
    if ($value$plusargs("out=%s", out_file) == 0) $fatal(1, "+out is missing");
    if ($value$plusargs("hold=%d", hold) == 0) $fatal(1, "+hold is missing");
    stimulus = $fopen(stimulus_file, "r");
    out      = $fopen(out_file, "w");
    if (stimulus == 0 || out == 0) $fatal(1, "cannot open the files");
    unknown           = $test$plusargs("zeros") ? 1'b0 : 1'bx;
    clk               = 1'b0;
    rst_n             = 1'b0;
    request_valid     = 1'b0;
    transaction_ready = 1'b0;
    loaded            = 1'b0;
    more              = 1'b1;
    cycle             = 0;
    quiet             = 0;
    forever begin
      #1 clk = !clk;
    end
  end

  // Inputs change on the falling edge. Transfers happen on the rising edge, with valid and ready just before it.
  always @(negedge clk) begin
    cycle = cycle + 1;
    if (cycle == 3) rst_n = 1'b1;
    if (cycle > 3) begin
      if (!loaded && more) begin
        fields = $fscanf(stimulus, "%h %h %h", next_word, next_active, next_addr);
        loaded = fields == 3;
        more   = loaded;
      end
      request_valid  = loaded;
      request_word   = loaded ? next_word : {3{unknown}};
      request_active = loaded ? next_active : {NumThreads{unknown}};
      for (int i = 0; i < NumThreads; i++) begin
        request_addr[i*AddrWidth +: AddrWidth] =
          (loaded && next_active[i]) ? next_addr[i*AddrWidth +: AddrWidth] : {AddrWidth{unknown}};
      end
      transaction_ready = cycle % hold == 0;
    end
  end

  always @(posedge clk) begin
    if (rst_n) begin
      if (^{request_ready, transaction_valid} === 1'bx) $fatal(1, "ready or valid is unknown");
      if (transaction_valid !== 1'b0 && transaction_ready) begin
        $fwrite(out, "%h %0d %h %b\n", transaction_addr, transaction_size, transaction_served, transaction_last);
      end
      if (request_valid && request_ready !== 1'b0) loaded = 1'b0;
      quiet = (more || loaded || transaction_valid) ? 0 : quiet + 1;
      if (quiet > 3) begin
        $fclose(out);
        $finish;
      end
    end
  end

endmodule
