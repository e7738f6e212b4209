// SPDX-License-Identifier: Apache-2.0
// A memory machine behind a serial line, for a small FPGA: tools/fpga/fpga builds it, fpga_board talks to it.
//
// The host sends Burst records. Then they go into the machine, one a cycle where it takes them. When all are complete,
// the words that were read come back. Lowest bits and lanes first:
//
//   record   {data of each lane, address of each lane, active of each lane, write}. Bits that fill the records up to
//            whole bytes come before the first one.
//   answer   {cycles, 8 bits; words of each lane of each dispatch}. Idle lanes say 0; what a write says means
//            nothing. A serial RPU takes SuperWarp records as one dispatch.
//
// cycles     from the first offer to the end of the last dispatch, modulo 256.
// Source     docs/cost.md, "A small FPGA".

module serial_shell #(
  parameter     Rpu       = "batch",
  parameter int Width     = 4,
  parameter int SuperWarp = 1,
  parameter int Depth     = 4,
  parameter int Intake    = 1,
  parameter int SlotRule  = 0,
  parameter int NumRows   = 1024,
  parameter int DataWidth = 32,
  parameter int Burst     = 1,   // records; of a serial RPU a multiple of SuperWarp
  parameter int Divisor   = 8,   // clock cycles of a bit on the line, see uart.sv

  localparam int Serial    = (72'(Rpu) == 72'("serial")) ? 1 : 0,
  localparam int Overlaps  = (Serial == 0 && 72'(Rpu) != 72'("batch")) ? 1 : 0,
  localparam int Lanes     = SuperWarp * Width,
  localparam int Taken     = (Serial != 0) ? Width : Lanes,
  localparam int AddrBits  = $clog2(Width * NumRows),
  localparam int AddrWidth = AddrBits + 1,
  localparam int Together  = (Serial != 0) ? SuperWarp : 1,  // records of a dispatch
  localparam int Answers   = Burst / Together,
  localparam int TagWidth  = (Answers > 1) ? $clog2(Answers) : 1,
  localparam int NumTags   = (Overlaps != 0) ? Lanes : 1,
  localparam int ReturnLane = $clog2(Width),
  localparam int RecordBits = 1 + Taken * (1 + AddrBits + DataWidth),
  localparam int WordsBits  = Answers * Lanes * DataWidth,
  localparam int InBytes   = (Burst * RecordBits + 7) / 8,
  localparam int OutBytes  = (WordsBits + 8) / 8,
  localparam int CountBits = $clog2((InBytes > OutBytes) ? InBytes : OutBytes),
  localparam int LeftBits  = $clog2(Burst + 1)
) (
  input  logic clk_i,
  input  logic rx_i,
  output logic tx_o
);

  logic clk;
  global_net u_clk (.in_i(clk_i), .out_o(clk));

  // An iCE40 has all flip-flops 0 after configuration.
  logic [3:0] up_q = '0;
  always_ff @(posedge clk) up_q <= {up_q[2:0], 1'b1};
  wire logic rst_n = up_q[3];

  typedef enum logic [1:0] {Receive, Offer, Wait, Answer} state_e;
  state_e                      state_q;
  logic [CountBits-1:0]        count_q;    // bytes received or sent
  logic [LeftBits-1:0]         left_q;     // records to offer
  logic [Burst*RecordBits-1:0] in_q;
  logic [WordsBits-1:0]        words_q;
  logic [7:0]                  cycles_q;
  logic [Answers-1:0]          pending_q;  // not complete

  // The words are sent from where they stand: shifting them out would take a LUT for each bit.
  logic                 line_bit, rx_bit, line_byte;
  logic [2:0]           place;
  wire logic [WordsBits+7:0] answer = {cycles_q, words_q};
  uart #(.Divisor(Divisor)) u_uart (
    .clk_i(clk), .rst_ni(rst_n), .send_i(state_q == Answer), .rx_i, .tx_o, .bit_o(line_bit), .rx_bit_o(rx_bit),
    .place_o(place), .tx_bit_i(answer[{count_q, place}]), .byte_o(line_byte));

  // The record that is offered.
  logic [Taken*AddrWidth-1:0] addr;
  for (genvar i = 0; i < Taken; i++) begin : gen_addr
    assign addr[i*AddrWidth +: AddrWidth] = {1'b0, in_q[1 + Taken + i*AddrBits +: AddrBits]};
  end
  wire logic [TagWidth-1:0] tag = TagWidth'((LeftBits'(Burst) - left_q) / LeftBits'(Together));
  logic ready;
  wire logic takes = state_q == Offer && ready;

  logic                        access_valid;
  logic [Lanes-1:0]            lane_valid;
  logic [Lanes*DataWidth-1:0]  lane_data;
  logic [NumTags*TagWidth-1:0] lane_tag;
  logic [NumTags-1:0]          lane_complete;

  memory_machine #(
    .Rpu(Rpu), .Width(Width), .SuperWarp(SuperWarp), .Depth(Depth), .Intake(Intake), .SlotRule(SlotRule),
    .NumRows(NumRows), .AddrWidth(AddrWidth), .DataWidth(DataWidth), .TagWidth(TagWidth), .MaxLatency(2), .Shallow(1),
    .SyncBanks(1),
    .ReturnLane(ReturnLane)
  ) u_machine (
    .clk_i(clk), .rst_ni(rst_n), .latency_i(2'd2), .key_valid_i(1'b0), .key_index_i(32'd0), .key_value_i(32'd0),
    .dispatch_valid_i(state_q == Offer), .dispatch_ready_o(ready), .dispatch_write_i(in_q[0]), .dispatch_tag_i(tag),
    .dispatch_active_i(in_q[1 +: Taken]), .dispatch_addr_i(addr),
    .dispatch_data_i(in_q[1 + Taken*(1 + AddrBits) +: Taken*DataWidth]),
    .access_valid_o(access_valid), .bank_req_o(), .bank_write_o(), .bank_data_o(), .lane_valid_o(lane_valid),
    .lane_bank_o(), .lane_data_o(lane_data), .lane_tag_o(lane_tag), .lane_complete_o(lane_complete)
  );

  logic shift;
  global_net u_shift (.in_i(state_q == Receive && line_bit), .out_o(shift));

  // Dispatches that end in this cycle.
  logic [Answers-1:0] done;
  always_comb begin : ends
    done = '0;
    for (int a = 0; a < Answers; a++) begin
      for (int t = 0; t < NumTags; t++) begin
        if (access_valid && (NumTags == 1 || lane_valid[t]) && lane_complete[t] &&
            (Answers == 1 || lane_tag[t*TagWidth +: TagWidth] == TagWidth'(a))) done[a] = 1'b1;
      end
    end
  end

  always_ff @(posedge clk) begin : state
    if (!rst_n) begin
      state_q <= Receive;
      count_q <= '0;
    end else begin
      if (line_byte) count_q <= count_q + 1'b1;
      unique case (state_q)
        Receive: if (line_byte && count_q == CountBits'(InBytes - 1)) state_q <= Offer;
        Offer:   if (takes && left_q == LeftBits'(1)) state_q <= Wait;
        Wait: begin
          count_q <= '0;
          if (pending_q == '0) state_q <= Answer;
        end
        default: if (line_byte && count_q == CountBits'(OutBytes - 1)) begin
          count_q <= '0;
          state_q <= Receive;
        end
      endcase
    end

    if (state_q == Receive) begin
      left_q    <= LeftBits'(Burst);
      pending_q <= '1;
      cycles_q  <= '0;
    end else begin
      if (takes) left_q <= left_q - 1'b1;
      pending_q <= pending_q & ~done;
      if (pending_q != '0) cycles_q <= cycles_q + 1'b1;
    end

    if (shift) in_q <= {rx_bit, in_q[Burst*RecordBits-1:1]};
    else if (Burst > 1 && takes) in_q <= in_q >> RecordBits;
  end

  for (genvar a = 0; a < Answers; a++) begin : gen_answer
    for (genvar i = 0; i < Lanes; i++) begin : gen_lane
      localparam int First = (a*Lanes + i) * DataWidth;
      localparam int Tag = ((NumTags > 1) ? i : 0) * TagWidth;
      always_ff @(posedge clk) begin
        if (state_q == Receive) words_q[First +: DataWidth] <= '0;
        else if (access_valid && lane_valid[i] && (Answers == 1 || lane_tag[Tag +: TagWidth] == TagWidth'(a))) begin
          words_q[First +: DataWidth] <= lane_data[i*DataWidth +: DataWidth];
        end
      end
    end
  end

endmodule
