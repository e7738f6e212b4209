// SPDX-License-Identifier: Apache-2.0
// A memory machine behind a serial line, for a small FPGA board: scripts/fpga builds it, scripts/fpga_board talks to it.
//
// The host sends Burst records. Then they go into the machine, one a cycle where it takes them. When all are complete, the
// words that were read come back. Lowest bits and lanes first, each record filled up to whole bytes:
//
//   record   {data of each lane, address of each lane, active of each lane, write, valid}; not valid: nothing is offered
//   answer   {cycles, 16 bits; words of each lane; lanes served}, once for each dispatch: for each record, or for the
//            SuperWarp records that a serial RPU takes as one. Lanes that did not read say 0.
//
// cycles     from the first offer to the end of the last dispatch, the same in each answer of a burst.
// Source     docs/fpga.md.

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
  parameter int Divisor   = 12,  // clock cycles of a bit on the line

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
  localparam int RecordBits = (2 + Taken * (1 + AddrBits + DataWidth) + 7) / 8 * 8,
  localparam int AnswerBits = (16 + Lanes * (1 + DataWidth) + 7) / 8 * 8,
  localparam int InBytes   = Burst * RecordBits / 8,
  localparam int OutBytes  = Answers * AnswerBits / 8,
  localparam int CountBits = $clog2(((InBytes > OutBytes) ? InBytes : OutBytes) + 1),
  localparam int LeftBits  = $clog2(Burst + 1)
) (
  input  logic clk_i,
  input  logic rx_i,
  output logic tx_o
);

  // An iCE40 has all flip-flops 0 after configuration.
  logic [3:0] up_q = '0;
  always_ff @(posedge clk_i) up_q <= {up_q[2:0], 1'b1};
  wire logic rst_n = up_q[3];

  logic       rx_valid, tx_ready;
  logic [7:0] rx_byte;
  typedef enum logic [1:0] {Receive, Offer, Wait, Answer} state_e;
  state_e                        state_q;
  logic [CountBits-1:0]          count_q;    // bytes received or sent
  logic [LeftBits-1:0]           left_q;     // records to offer
  logic [Burst*RecordBits-1:0]   in_q;
  logic [Answers*AnswerBits-1:0] answers;
  logic [7:0]                    sends;
  logic [15:0]                   cycles_q;
  logic [Answers-1:0]            pending_q;  // offered and not complete
  logic [Answers-1:0]            writes_q;   // does not read

  uart_rx #(.Divisor(Divisor)) u_rx (.clk_i, .rst_ni(rst_n), .rx_i, .valid_o(rx_valid), .byte_o(rx_byte));
  uart_tx #(.Divisor(Divisor)) u_tx (
    .clk_i, .rst_ni(rst_n), .valid_i(state_q == Answer), .ready_o(tx_ready), .byte_i(sends), .tx_o);

  // The record that is offered.
  logic [Taken*AddrWidth-1:0] addr;
  for (genvar i = 0; i < Taken; i++) begin : gen_addr
    assign addr[i*AddrWidth +: AddrWidth] = {1'b0, in_q[2 + Taken + i*AddrBits +: AddrBits]};
  end
  wire logic [TagWidth-1:0] tag = TagWidth'((LeftBits'(Burst) - left_q) / LeftBits'(Together));
  wire logic offers = state_q == Offer && in_q[0];
  logic ready;
  wire logic takes = state_q == Offer && (ready || !in_q[0]);

  logic                        access_valid;
  logic [Lanes-1:0]            lane_valid;
  logic [Lanes*DataWidth-1:0]  lane_data;
  logic [NumTags*TagWidth-1:0] lane_tag;
  logic [NumTags-1:0]          lane_complete;

  memory_machine #(
    .Rpu(Rpu), .Width(Width), .SuperWarp(SuperWarp), .Depth(Depth), .Intake(Intake), .SlotRule(SlotRule), .NumRows(NumRows),
    .AddrWidth(AddrWidth), .DataWidth(DataWidth), .TagWidth(TagWidth), .MaxLatency(2), .Shallow(1), .SyncBanks(1),
    .ReturnLane(ReturnLane)
  ) u_machine (
    .clk_i, .rst_ni(rst_n), .latency_i(2'd2), .key_valid_i(1'b0), .key_index_i(32'd0), .key_value_i(32'd0),
    .dispatch_valid_i(offers), .dispatch_ready_o(ready), .dispatch_write_i(in_q[1]), .dispatch_tag_i(tag),
    .dispatch_active_i(in_q[2 +: Taken]), .dispatch_addr_i(addr),
    .dispatch_data_i(in_q[2 + Taken*(1 + AddrBits) +: Taken*DataWidth]),
    .access_valid_o(access_valid), .bank_req_o(), .bank_write_o(), .bank_data_o(), .lane_valid_o(lane_valid), .lane_bank_o(),
    .lane_data_o(lane_data), .lane_tag_o(lane_tag), .lane_complete_o(lane_complete)
  );

  // What the lanes say in this cycle, for each answer.
  logic [Answers-1:0]       done;
  logic [Answers*Lanes-1:0] served;
  always_comb begin : sort
    done   = '0;
    served = '0;
    for (int a = 0; a < Answers; a++) begin
      for (int i = 0; i < Lanes; i++) begin
        if (access_valid && lane_valid[i] &&
            (Answers == 1 || lane_tag[((NumTags > 1) ? i : 0)*TagWidth +: TagWidth] == TagWidth'(a))) begin
          served[a*Lanes + i] = 1'b1;
          if (lane_complete[(NumTags > 1) ? i : 0]) done[a] = 1'b1;
        end
      end
    end
  end

  always_ff @(posedge clk_i) begin : state
    if (!rst_n) begin
      state_q   <= Receive;
      count_q   <= '0;
      pending_q <= '0;
    end else begin
      unique case (state_q)
        Receive: begin
          left_q   <= LeftBits'(Burst);
          cycles_q <= '0;
          if (rx_valid) begin
            count_q <= count_q + 1'b1;
            if (count_q == CountBits'(InBytes - 1)) state_q <= Offer;
          end
        end
        Offer: begin
          cycles_q  <= cycles_q + 1'b1;
          pending_q <= pending_q & ~done;
          if (takes) begin
            left_q <= left_q - 1'b1;
            for (int a = 0; a < Answers; a++) begin
              if (tag == TagWidth'(a) && in_q[0]) begin
                pending_q[a] <= 1'b1;
                writes_q[a]  <= in_q[1];
              end
            end
            if (left_q == LeftBits'(1)) state_q <= Wait;
          end
        end
        Wait: begin
          count_q   <= '0;
          pending_q <= pending_q & ~done;
          if (pending_q != '0) cycles_q <= cycles_q + 1'b1;
          else state_q <= Answer;
        end
        default: begin
          if (tx_ready) begin
            count_q <= count_q + 1'b1;
            if (count_q == CountBits'(OutBytes - 1)) begin
              count_q <= '0;
              state_q <= Receive;
            end
          end
        end
      endcase
    end
  end

  always_ff @(posedge clk_i) begin : records
    if (state_q == Receive && rx_valid) in_q <= {rx_byte, in_q[Burst*RecordBits-1:8]};
    else if (takes) in_q <= in_q >> RecordBits;
  end

  // The words that came are sent from where they stand: shifting them out would take a LUT for each bit.
  for (genvar a = 0; a < Answers; a++) begin : gen_answer
    logic [Lanes-1:0]           served_q;
    logic [Lanes*DataWidth-1:0] words_q;
    assign answers[a*AnswerBits +: AnswerBits] = AnswerBits'({cycles_q, words_q, served_q});
    for (genvar i = 0; i < Lanes; i++) begin : gen_lane
      always_ff @(posedge clk_i) begin
        if (state_q == Receive) begin
          served_q[i] <= 1'b0;
          words_q[i*DataWidth +: DataWidth] <= '0;
        end else if (served[a*Lanes + i]) begin
          served_q[i] <= 1'b1;
          if (!writes_q[a]) words_q[i*DataWidth +: DataWidth] <= lane_data[i*DataWidth +: DataWidth];
        end
      end
    end
  end
  assign sends = answers[{count_q, 3'b000} +: 8];

endmodule
