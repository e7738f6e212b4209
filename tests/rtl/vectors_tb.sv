// SPDX-License-Identifier: Apache-2.0
// Drives memory machines of several sizes with the dispatches of make_vectors.py and writes their outputs, one line a
// cycle. One source for Icarus Verilog and Verilator, whose files must be equal to the byte.
//
//   +dir=D      reads D/vectors_w<Width>_s<SuperWarp>.txt,
//               writes D/<name>_w<Width>_s<SuperWarp>_r<SlotRule>_f<Shallow>.txt
//   +name=N
//   +latency=L
//
// What is not valid is unknown, with +zeros 0: all of a dispatch that is not offered, an idle thread's address and
// word, and the words of a read.

module vectors_one #(
  parameter int Width     = 0,
  parameter int SuperWarp = 0,
  parameter int SlotRule  = 0,
  parameter int Shallow   = 0,
  parameter int SyncBanks = 0
) (
  input  logic clk_i,
  output logic done_o
);

  localparam int NumRows      = 16;
  localparam int AddrWidth    = 32;
  localparam int DataWidth    = 32;
  localparam int TagWidth     = 16;
  localparam int MaxLatency   = 8;
  localparam int LatencyWidth = $clog2(MaxLatency + 1);
  localparam int NumRequests  = SuperWarp * Width;

  logic                             rst_n;
  logic [LatencyWidth-1:0]          latency;
  logic                             dispatch_valid, dispatch_ready, dispatch_write;
  logic [TagWidth-1:0]              dispatch_tag;
  logic [NumRequests-1:0]           dispatch_active;
  logic [NumRequests*AddrWidth-1:0] dispatch_addr;
  logic [NumRequests*DataWidth-1:0] dispatch_data;
  logic                             access_valid;
  logic [Width*AddrWidth-1:0]       bank_req;
  logic [Width-1:0]                 bank_write;
  logic [Width*DataWidth-1:0]       bank_data;
  logic [NumRequests-1:0]           lane_valid;
  logic [NumRequests*AddrWidth-1:0] lane_bank;
  logic [NumRequests*DataWidth-1:0] lane_data;
  logic [TagWidth-1:0]              lane_tag;
  logic                             lane_complete;

  memory_machine #(
    .Width(Width), .SuperWarp(SuperWarp), .NumRows(NumRows), .AddrWidth(AddrWidth), .DataWidth(DataWidth),
    .TagWidth(TagWidth), .MaxLatency(MaxLatency), .SlotRule(SlotRule), .Shallow(Shallow), .ReturnLane(AddrWidth),
    .SyncBanks(SyncBanks)
  ) u_dut (
    .clk_i, .rst_ni(rst_n), .latency_i(latency),
    .key_valid_i(1'b0), .key_index_i({32{unknown}}), .key_value_i({32{unknown}}),
    .dispatch_valid_i(dispatch_valid), .dispatch_ready_o(dispatch_ready), .dispatch_write_i(dispatch_write),
    .dispatch_tag_i(dispatch_tag), .dispatch_active_i(dispatch_active), .dispatch_addr_i(dispatch_addr),
    .dispatch_data_i(dispatch_data),
    .access_valid_o(access_valid), .bank_req_o(bank_req), .bank_write_o(bank_write), .bank_data_o(bank_data),
    .lane_valid_o(lane_valid), .lane_bank_o(lane_bank), .lane_data_o(lane_data), .lane_tag_o(lane_tag),
    .lane_complete_o(lane_complete)
  );

  string dir, name;
  int    stimulus, trace, fields, latency_given, cycle, idle, tail, slots;
  logic  loaded;  // the next dispatch has been read
  logic  more;    // the stimulus has not ended
  logic  unknown; // any bit of what is not valid

  logic [NumRequests-1:0]           next_active;
  logic [NumRequests*AddrWidth-1:0] next_addr;
  logic [NumRequests*DataWidth-1:0] next_data;
  logic [TagWidth-1:0]              next_tag;
  logic                             next_write;

  // Words of banks that do nothing, and of lanes that are not served or write, are meaningless.
  logic [Width*DataWidth-1:0]       words;
  logic [NumRequests*DataWidth-1:0] read_words;
  logic [NumRequests*AddrWidth-1:0] serving;
  always_comb begin : mask
    for (int b = 0; b < Width; b++) begin
      words[b*DataWidth +: DataWidth] = bank_req[b*AddrWidth+AddrWidth-1] ? bank_data[b*DataWidth +: DataWidth] : '0;
    end
    for (int i = 0; i < NumRequests; i++) begin
      read_words[i*DataWidth +: DataWidth] =
        (lane_valid[i] && bank_write == '0) ? lane_data[i*DataWidth +: DataWidth] : '0;
      serving[i*AddrWidth +: AddrWidth] = lane_valid[i] ? lane_bank[i*AddrWidth +: AddrWidth] : '0;
    end
  end

  initial begin
    if ($value$plusargs("dir=%s", dir) == 0) $fatal(1, "+dir is missing");
    if ($value$plusargs("name=%s", name) == 0) $fatal(1, "+name is missing");
    if ($value$plusargs("latency=%d", latency_given) == 0) $fatal(1, "+latency is missing");
    stimulus = $fopen($sformatf("%0s/vectors_w%0d_s%0d.txt", dir, Width, SuperWarp), "r");
    trace    = $fopen($sformatf("%0s/%0s_w%0d_s%0d_r%0d_f%0d.txt", dir, name, Width, SuperWarp, SlotRule, Shallow),
                      "w");
    if (stimulus == 0 || trace == 0) $fatal(1, "cannot open the files in +dir");
    unknown        = $test$plusargs("zeros") ? 1'b0 : 1'bx;
    rst_n          = 1'b0;
    latency        = latency_given[LatencyWidth-1:0];
    dispatch_valid = 1'b0;
    cycle          = 0;
    tail           = 0;
    slots          = 0;
    loaded         = 1'b0;
    more           = 1'b1;
    done_o         = 1'b0;
  end

  // Everything happens on the falling edge: the outputs of this cycle have settled, and ready stays until the rising
  // edge that accepts what is driven now.
  always @(negedge clk_i) begin
    cycle = cycle + 1;
    if (cycle == 3) rst_n = 1'b1;
    if (cycle > 3 && !done_o) begin
      if (access_valid !== 1'b0) begin
        slots = slots + 1;
        $fwrite(trace, "%0d access %b %b %h %h %h %h %h %h %h\n", cycle, lane_complete, |bank_write, lane_tag,
                lane_valid, serving, read_words, bank_write, bank_req, words);
      end
      if (dispatch_ready !== 1'b1) $fwrite(trace, "%0d busy %b\n", cycle, dispatch_ready);

      if (!loaded && more) begin
        fields = $fscanf(stimulus, "%h %h %h %h %h %h", idle, next_write, next_tag, next_active, next_addr,
                         next_data);
        loaded = fields == 6;
        more   = loaded;
      end
      dispatch_valid  = 1'b0;
      dispatch_write  = unknown;
      dispatch_tag    = {TagWidth{unknown}};
      dispatch_active = {NumRequests{unknown}};
      dispatch_addr   = {(NumRequests*AddrWidth){unknown}};
      dispatch_data   = {(NumRequests*DataWidth){unknown}};
      if (dispatch_ready && loaded) begin
        if (idle > 0) begin
          idle = idle - 1;
        end else begin
          dispatch_valid  = 1'b1;
          dispatch_write  = next_write;
          dispatch_tag    = next_tag;
          dispatch_active = next_active;
          for (int i = 0; i < NumRequests; i++) begin
            if (next_active[i]) dispatch_addr[i*AddrWidth +: AddrWidth] = next_addr[i*AddrWidth +: AddrWidth];
            if (next_active[i] && next_write)
              dispatch_data[i*DataWidth +: DataWidth] = next_data[i*DataWidth +: DataWidth];
          end
          loaded = 1'b0;
        end
      end

      // At the end the pipeline runs empty.
      tail = (more || loaded || access_valid) ? 0 : tail + 1;
      if (tail > MaxLatency + 2) begin
        $fwrite(trace, "%0d slots, %0d cycles\n", slots, cycle);
        $fclose(trace);
        done_o = 1'b1;
      end
    end
  end

endmodule

module vectors_tb #(
  parameter int Widths    = 3,  // 2, 4, .. banks
  parameter int SyncBanks = 0
);

  logic                clk;
  logic [8*Widths-1:0] done;  // every rule with one warp, the DMM's with three too

  initial begin
    clk = 1'b0;
    forever begin
      #1 clk = !clk;
    end
  end

  for (genvar w = 0; w < Widths; w++) begin : gen_width
    for (genvar r = 0; r < 4; r++) begin : gen_rule
      for (genvar f = 0; f < 2; f++) begin : gen_form
        vectors_one #(
          .Width(2 << w), .SuperWarp(r < 3 ? 1 : 3), .SlotRule(r % 3), .Shallow(f), .SyncBanks(SyncBanks)
        ) u_one (
          .clk_i(clk), .done_o(done[8*w + 2*r + f])
        );
      end
    end
  end

  always @(posedge clk) begin
    if (&done) $finish;
  end

endmodule
