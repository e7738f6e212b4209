// SPDX-License-Identifier: Apache-2.0
// One memory bank B[b] that answers a cycle later: what bank.sv does, as a synchronous SRAM. For silicon,
// replace this file by one with the same module name and ports that wraps your foundry's macro.
//
//     access_i   write_i   at the rising edge, for each port
//     0          -         nothing: data_o stays
//     1          0         data_o becomes the word at row_i
//     1          1         the word at row_i, or its enabled bytes, become those of data_i
//
// Contract   the table above is all that a macro has to do. data_o after a write matters only to an observer: mmu.sv
//            shows the bytes that a write did not enable on its bank_data_o. This file keeps the word from before the
//            write. There is no reset, and no result depends on a word that was never written.
// Silicon    chip enable = access_i, write enable = write_i, byte mask = the upper bits of data_i, all registered
//            inside. Without EnableWidth there is no mask.
// Source     as bank.sv. Proven to do the same: properties of mmu.sv with SyncBanks (docs/trust.md).

module bank_sync #(
  // Defaults are in range because Yosys elaborates them, too.
  parameter int NumRows     = 1,  // words in this bank, a power of two
  parameter int DataWidth   = 0,  // bits of a word
  parameter int EnableWidth = 0,  // byte enables of a write, which divide the word; 0: it writes the whole word
  parameter int Ports       = 1,  // of the macro; obligation: they access different words

  localparam int RowBits    = (NumRows > 1) ? $clog2(NumRows) : 1,
  localparam int WriteWidth = EnableWidth + DataWidth,
  localparam int ByteWidth  = DataWidth / ((EnableWidth > 1) ? EnableWidth : 1)
) (
  input  logic                        clk_i,
  input  logic [Ports-1:0]            access_i,
  input  logic [Ports-1:0]            write_i,
  input  logic [Ports*RowBits-1:0]    row_i,
  input  logic [Ports*WriteWidth-1:0] data_i,  // {byte enables, word}
  output logic [Ports*DataWidth-1:0]  data_o
);

  logic [DataWidth-1:0] mem [NumRows];

  always_ff @(posedge clk_i) begin
    for (int p = 0; p < Ports; p++) begin
      if (access_i[p]) data_o[p*DataWidth +: DataWidth] <= mem[row_i[p*RowBits +: RowBits]];
    end
  end

  if (EnableWidth == 0) begin : gen_words
    always_ff @(posedge clk_i) begin
      for (int p = 0; p < Ports; p++) begin
        if (access_i[p] && write_i[p]) mem[row_i[p*RowBits +: RowBits]] <= data_i[p*WriteWidth +: WriteWidth];
      end
    end
  end else begin : gen_bytes
    always_ff @(posedge clk_i) begin
      for (int i = 0; i < Ports*EnableWidth; i++) begin
        if (access_i[i/EnableWidth] && write_i[i/EnableWidth] &&
            data_i[i/EnableWidth*WriteWidth + DataWidth + i%EnableWidth]) begin
          mem[row_i[i/EnableWidth*RowBits +: RowBits]][i%EnableWidth*ByteWidth +: ByteWidth] <=
              data_i[i/EnableWidth*WriteWidth + i%EnableWidth*ByteWidth +: ByteWidth];
        end
      end
    end
  end

  // Ranges; machine_limits.sv says how.
  if (NumRows < 1 || (NumRows & (NumRows - 1)) != 0) NumRows_must_be_a_power_of_two u_bad_num_rows ();
  if (EnableWidth < 0 || (EnableWidth > 0 && DataWidth % EnableWidth != 0))
    EnableWidth_must_be_0_or_a_divisor_of_DataWidth u_bad_enable_width ();

endmodule
