// SPDX-License-Identifier: Apache-2.0
// One memory bank B[b]: the words of one column of the address space, one access a time unit.
//
// Contract   a read is combinational, a write happens on the rising edge. So an access in the last pipeline stage in
//            time unit t is complete at the end of t, also for latency 1.
// Silicon    for latency >= 2 an SRAM macro does the same if it gets the address one stage earlier: bank_sync.sv.
// Source     super-warp paper, Section II ("no two memory cells in the same bank can be accessed in
//            a time unit").

module bank #(
  parameter int NumRows     = 0,  // words in this bank, a power of two
  parameter int DataWidth   = 0,  // bits of a word
  parameter int EnableWidth = 0,  // byte enables of a write, which divide the word; 0: it writes the whole word

  localparam int RowBits    = (NumRows > 1) ? $clog2(NumRows) : 1,
  localparam int WriteWidth = EnableWidth + DataWidth,
  localparam int ByteWidth  = DataWidth / ((EnableWidth > 1) ? EnableWidth : 1)
) (
  input  logic                  clk_i,
  input  logic                  access_write_i,  // some bank writes in this time unit ...
  input  logic                  write_i,         // ... and this one does
  input  logic [RowBits-1:0]    row_i,
  input  logic [WriteWidth-1:0] data_i,          // {byte enables, word}
  output logic [DataWidth-1:0]  data_o           // word at row_i, before this time unit's write
);

  logic [DataWidth-1:0] mem [NumRows];

  assign data_o = mem[row_i];

  // Two nested tests instead of one conjunction: the simulator shares the outer one over all banks.
  if (EnableWidth == 0) begin : gen_words
    always_ff @(posedge clk_i) begin
      if (access_write_i) begin
        if (write_i) mem[row_i] <= data_i;
      end
    end
  end else begin : gen_bytes
    always_ff @(posedge clk_i) begin
      if (access_write_i) begin
        for (int i = 0; i < EnableWidth; i++) begin
          if (write_i && data_i[DataWidth + i]) begin
            mem[row_i][i*ByteWidth +: ByteWidth] <= data_i[i*ByteWidth +: ByteWidth];
          end
        end
      end
    end
  end

endmodule
