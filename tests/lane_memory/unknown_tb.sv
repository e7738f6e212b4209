// SPDX-License-Identifier: Apache-2.0
// What is not valid at a port changes nothing: two lane memories get the same requests; beside a valid that is low one
// gets unknown bits and the other zeros. Valids, readies, bank requests and what stands beside them are equal and known
// in every cycle. The words of both memories are set at the start, as an atomic of an unknown word is unknown.

module unknown_tb #(
  parameter int NumLanes  = 4,
  parameter int NumBanks  = 4,
  parameter int NumRows   = 8,
  parameter int DataWidth = 16,
  parameter int Depth     = 4,
  parameter int Places    = 8,
  parameter int Passes    = 2,
  parameter int Atomics   = 2,
  parameter int Lines     = 1,
  parameter int Cycles    = 5000
);

  localparam int AddrWidth = $clog2(NumBanks * NumRows) + 1;
  localparam int TagWidth  = 3;
  localparam int Bytes     = DataWidth / 8;
  localparam int RowBits   = (NumRows > 1) ? $clog2(NumRows) : 1;
  // {tag, comparand, data, enable, addr, op}
  localparam int Request   = 4 + AddrWidth + Bytes + 2*DataWidth + TagWidth;
  localparam int Line      = NumBanks*(Bytes + DataWidth) + RowBits + 1;      // {data, enable, row, write}
  localparam int Bank      = 1 + RowBits + Bytes + DataWidth;                 // {data, enable, row, write}
  localparam int Answer    = DataWidth + TagWidth + 1;                        // {data, tag, error}

  logic                        clk = 1'b0, rst_n = 1'b0, line_valid = 1'b0, line_answer_ready = 1'b0;
  logic [NumLanes-1:0]         valid = '0, answer_ready = '0;
  logic [NumLanes*Request-1:0] request;
  logic [Line-1:0]             line;
  always #5 clk = ~clk;

  // Of both memories: ready and valid, and the rest where it means something.
  wire logic [1:0]                   line_ready, line_answer_valid;
  wire logic [2*NumLanes-1:0]        ready, answer_valid, merged, conflict;
  wire logic [2*NumLanes*Answer-1:0] answer;
  wire logic [2*NumBanks-1:0]        bank_request;
  wire logic [2*NumBanks*Bank-1:0]   bank;
  wire logic [2*NumBanks*DataWidth-1:0] line_answer;

  for (genvar m = 0; m < 2; m++) begin : gen_memory
    wire logic [NumLanes*4-1:0]         op;
    wire logic [NumLanes*AddrWidth-1:0] addr;
    wire logic [NumLanes*Bytes-1:0]     enable;
    wire logic [NumLanes*DataWidth-1:0] data, comparand;
    wire logic [NumLanes*TagWidth-1:0]  tag;
    wire logic [Line-1:0]               line_here = line_valid ? line : {Line{(m == 0) ? 1'bx : 1'b0}};

    for (genvar j = 0; j < NumLanes; j++) begin : gen_lane
      assign {tag[j*TagWidth +: TagWidth], comparand[j*DataWidth +: DataWidth], data[j*DataWidth +: DataWidth],
              enable[j*Bytes +: Bytes], addr[j*AddrWidth +: AddrWidth], op[j*4 +: 4]} =
          valid[j] ? request[j*Request +: Request] : {Request{(m == 0) ? 1'bx : 1'b0}};
      // The data of a write's answer and of an error's means nothing.
      assign answer[(m*NumLanes + j)*Answer +: Answer] =
          {answer_data[j*DataWidth +: DataWidth] & {DataWidth{answer_tag[j*TagWidth] & ~answer_error[j]}},
           answer_tag[j*TagWidth +: TagWidth], answer_error[j]};
    end

    wire logic [NumLanes*DataWidth-1:0] answer_data;
    wire logic [NumLanes*TagWidth-1:0]  answer_tag;
    wire logic [NumLanes-1:0]           answer_error;
    wire logic [NumBanks-1:0]           bank_req, bank_write;
    wire logic [NumBanks*Bytes-1:0]     bank_enable;
    wire logic [NumBanks*RowBits-1:0]   bank_row;
    wire logic [NumBanks*DataWidth-1:0] bank_data, bank_word;

    lane_memory #(
      .NumLanes(NumLanes), .NumBanks(NumBanks), .NumRows(NumRows), .DataWidth(DataWidth), .AddrWidth(AddrWidth),
      .TagWidth(TagWidth), .Depth(Depth), .Places(Places), .Passes(Passes), .Atomics(Atomics), .Lines(Lines)
    ) u_memory (
      .clk_i(clk), .rst_ni(rst_n), .key_valid_i(1'b0), .key_index_i(32'b0), .key_value_i(32'b0),
      .request_valid_i(valid), .request_ready_o(ready[m*NumLanes +: NumLanes]), .request_op_i(op),
      .request_addr_i(addr), .request_enable_i(enable), .request_data_i(data), .request_comparand_i(comparand),
      .request_tag_i(tag),
      .answer_valid_o(answer_valid[m*NumLanes +: NumLanes]), .answer_ready_i(answer_ready),
      .answer_data_o(answer_data), .answer_tag_o(answer_tag), .answer_error_o(answer_error),
      .line_valid_i(line_valid), .line_ready_o(line_ready[m]), .line_write_i(line_here[0]),
      .line_row_i(line_here[1 +: RowBits]), .line_enable_i(line_here[1 + RowBits +: NumBanks*Bytes]),
      .line_data_i(line_here[1 + RowBits + NumBanks*Bytes +: NumBanks*DataWidth]),
      .line_answer_valid_o(line_answer_valid[m]), .line_answer_ready_i(line_answer_ready),
      .line_answer_data_o(line_answer[m*NumBanks*DataWidth +: NumBanks*DataWidth]),
      .bank_request_o(bank_req), .bank_write_o(bank_write), .bank_enable_o(bank_enable), .bank_row_o(bank_row),
      .bank_data_o(bank_data), .bank_word_i(bank_word),
      .merged_o(merged[m*NumLanes +: NumLanes]), .conflict_o(conflict[m*NumLanes +: NumLanes])
    );

    for (genvar b = 0; b < NumBanks; b++) begin : gen_bank
      bank_sync #(
        .NumRows(NumRows), .DataWidth(DataWidth), .EnableWidth(Bytes)
      ) u_bank (
        .clk_i(clk), .access_i(bank_req[b]), .write_i(bank_write[b]), .row_i(bank_row[b*RowBits +: RowBits]),
        .data_i({bank_enable[b*Bytes +: Bytes], bank_data[b*DataWidth +: DataWidth]}),
        .data_o(bank_word[b*DataWidth +: DataWidth])
      );
      initial for (int n = 0; n < NumRows; n++) u_bank.mem[n] = '0;
      assign bank_request[m*NumBanks + b] = bank_req[b];
      assign bank[(m*NumBanks + b)*Bank +: Bank] =
          {{Bytes + DataWidth{bank_write[b]}} & {bank_data[b*DataWidth +: DataWidth], bank_enable[b*Bytes +: Bytes]},
           bank_row[b*RowBits +: RowBits], bank_write[b]} & {Bank{bank_req[b]}};
    end
  end

  // Equal, and known.
  task automatic same(input logic equal, input logic known);
    if (equal !== 1'b1 || known !== 1'b1) begin
      $display("ERROR: cycle %0d: unknown bits reach an output, or what is not valid matters", cycle);
      $finish;
    end
  endtask

  int cycle = 0;
  int taken = 0;
  int rate  = 1;

  always @(posedge clk) begin
    same(ready[0 +: NumLanes] === ready[NumLanes +: NumLanes], ^ready !== 1'bx);
    same(answer_valid[0 +: NumLanes] === answer_valid[NumLanes +: NumLanes], ^answer_valid !== 1'bx);
    same(bank_request[0 +: NumBanks] === bank_request[NumBanks +: NumBanks], ^bank_request !== 1'bx);
    same(bank[0 +: NumBanks*Bank] === bank[NumBanks*Bank +: NumBanks*Bank], ^bank !== 1'bx);
    same(line_ready[0] === line_ready[1] && line_answer_valid[0] === line_answer_valid[1],
         ^{line_ready, line_answer_valid} !== 1'bx);
    if (line_answer_valid[0])
      same(line_answer[0 +: NumBanks*DataWidth] === line_answer[NumBanks*DataWidth +: NumBanks*DataWidth],
           ^line_answer !== 1'bx);
    same({merged[0 +: NumLanes], conflict[0 +: NumLanes]} ===
         {merged[NumLanes +: NumLanes], conflict[NumLanes +: NumLanes]}, ^{merged, conflict} !== 1'bx);
    for (int j = 0; j < NumLanes; j++) begin
      if (answer_valid[j])
        same(answer[j*Answer +: Answer] === answer[(NumLanes + j)*Answer +: Answer],
             ^answer[j*Answer +: Answer] !== 1'bx);
      if (valid[j] && ready[j]) taken <= taken + 1;
      if (!valid[j] || ready[j] || !rst_n) begin
        valid[j] <= ($urandom % 4) < rate;
        request[j*Request +: Request] <= {$urandom, $urandom, $urandom, $urandom};
        request[j*Request +: 4]       <= ($urandom % 2 == 0) ? $urandom % 2 : $urandom;
        request[j*Request + Request - TagWidth] <= 1'b0;  // bit 0 of the tag: the answer has data
        if ($urandom % 2 == 0) begin
          request[j*Request +: 4] <= 4'd0;
          request[j*Request + Request - TagWidth] <= 1'b1;
        end
      end
      answer_ready[j] <= ($urandom % 4) < rate;
    end
    if (!line_valid || line_ready[0] || !rst_n) begin
      line_valid <= $urandom % 8 == 0;
      for (int n = 0; n < Line; n++) line[n] <= $urandom;
    end
    line_answer_ready <= $urandom;
    if (cycle % 100 == 0) rate <= $urandom % 4 + 1;
    rst_n <= cycle > 1 && $urandom % 500 != 0;
    cycle <= cycle + 1;
    if (cycle == Cycles) begin
      $display("PASS: %0d requests in %0d cycles", taken, cycle);
      $finish;
    end
  end

endmodule
