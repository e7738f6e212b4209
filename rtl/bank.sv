// SPDX-License-Identifier: Apache-2.0
// One memory bank B[b]: the words of one column of the address space, one access of each port a time unit.
//
// Contract   a read is combinational, a write happens on the rising edge. So an access in the last pipeline stage in
//            time unit t is complete at the end of t, also for latency 1.
// Ports      obligation: they access different words (docs/spec/banks.md), so their order does not matter.
// Silicon    for latency >= 2 an SRAM macro does the same if it gets the address one stage earlier: bank_sync.sv.
// Source     super-warp paper, Section II ("no two memory cells in the same bank can be accessed in
//            a time unit").

module bank #(
  // Defaults are in range because Yosys elaborates them, too.
  parameter int NumRows     = 1,  // words in this bank, a power of two
  parameter int DataWidth   = 0,  // bits of a word
  parameter int EnableWidth = 0,  // byte enables of a write, which divide the word; 0: it writes the whole word
  parameter int Ports       = 1,

  localparam int RowBits    = (NumRows > 1) ? $clog2(NumRows) : 1,
  localparam int WriteWidth = EnableWidth + DataWidth,
  localparam int ByteWidth  = DataWidth / ((EnableWidth > 1) ? EnableWidth : 1)
) (
  input  logic                        clk_i,
  input  logic                        access_write_i,  // some bank writes in this time unit ...
  input  logic [Ports-1:0]            write_i,         // ... and this port does
  input  logic [Ports*RowBits-1:0]    row_i,
  input  logic [Ports*WriteWidth-1:0] data_i,          // {byte enables, word}
  output logic [Ports*DataWidth-1:0]  data_o           // word at row_i, before this time unit's write
);

  logic [DataWidth-1:0] mem [NumRows];

  for (genvar p = 0; p < Ports; p++) begin : gen_read
    assign data_o[p*DataWidth +: DataWidth] = mem[row_i[p*RowBits +: RowBits]];
  end

  // Two nested tests instead of one conjunction: the simulator shares the outer one over all banks.
  if (EnableWidth == 0) begin : gen_words
    always_ff @(posedge clk_i) begin
      if (access_write_i) begin
        for (int p = 0; p < Ports; p++) begin
          if (write_i[p]) mem[row_i[p*RowBits +: RowBits]] <= data_i[p*WriteWidth +: WriteWidth];
        end
      end
    end
  end else begin : gen_bytes
    always_ff @(posedge clk_i) begin
      if (access_write_i) begin
        for (int i = 0; i < Ports*EnableWidth; i++) begin
          if (write_i[i/EnableWidth] && data_i[i/EnableWidth*WriteWidth + DataWidth + i%EnableWidth]) begin
            mem[row_i[i/EnableWidth*RowBits +: RowBits]][i%EnableWidth*ByteWidth +: ByteWidth] <=
                data_i[i/EnableWidth*WriteWidth + i%EnableWidth*ByteWidth +: ByteWidth];
          end
        end
      end
    end
  end

  // Ranges; machine_limits.sv says how.
  if (NumRows < 1 || (NumRows & (NumRows - 1)) != 0) NumRows_must_be_a_power_of_two u_bad_num_rows ();
  if (EnableWidth < 0 || (EnableWidth > 0 && DataWidth % EnableWidth != 0))
    EnableWidth_must_be_0_or_a_divisor_of_DataWidth u_bad_enable_width ();

endmodule
