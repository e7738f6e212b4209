// SPDX-License-Identifier: Apache-2.0
// Takes the rows and words of the requests that lead in a slot to their banks.
//
// Contract   combinational. Obligation: at most one request leads in a bank.
// Cost       Width*NumRequests*(AddrWidth+DataWidth) AND-ORs, in modules for a warp and a slice each (word_gather.sv).
// Source     docs/spec/machines.md "One dispatch".

module slot_gather #(
  parameter int Width       = 0,  // banks
  parameter int Warp        = Width,  // requests of a module, a divisor of NumRequests
  parameter int NumRequests = 0,
  parameter int AddrWidth   = 0,  // bits of an address lane, one more than a location needs
  parameter int DataWidth   = 0,  // bits of a word
  parameter int Shallow     = 0,  // 1: logarithmic depth, for silicon; 0: fast to simulate
  parameter int OneRow      = 0   // 1: all requests that lead are in one row, and no bank gets it: it is meaningless
) (
  input  logic                             write_i,     // the slot writes
  input  logic [NumRequests-1:0]           leads_i,     // requests that lead in it
  input  logic [NumRequests*AddrWidth-1:0] addr_i,      // location {0, row, bank} of each request
  input  logic [NumRequests*DataWidth-1:0] data_i,      // words to write, don't care on a read
  output logic [Width*AddrWidth-1:0]       bank_req_o,  // per bank its leader {valid, row, bank}
  output logic [Width*DataWidth-1:0]       bank_data_o  // per bank the leader's word, 0 on a read
);

  localparam int BankWidth  = (Width > 1) ? $clog2(Width) : 1;
  localparam int RowWidth   = AddrWidth - 1 - BankWidth;
  localparam int NumWarps   = NumRequests / Warp;
  localparam int WordWidth  = (OneRow != 0) ? DataWidth : RowWidth + DataWidth;  // of {word, row}, what a bank gets
  localparam int NumSlices  = (WordWidth + 7) / 8;
  localparam int SliceWidth = (WordWidth + NumSlices - 1) / NumSlices;

  if (Shallow == 0) begin : gen_loop
    always_comb begin : to_leaders_banks
      logic [Width*AddrWidth-1:0] req;
      logic [Width*DataWidth-1:0] data;
      logic [BankWidth-1:0]       bank;
      bank = '0;
      req  = '0;
      data = '0;
      for (int i = 0; i < NumRequests; i++) begin
        if (leads_i[i]) begin
          bank = addr_i[i*AddrWidth +: BankWidth];
          req[bank*AddrWidth +: AddrWidth] = {1'b1, addr_i[i*AddrWidth +: AddrWidth-1]};
          if (write_i) data[bank*DataWidth +: DataWidth] = data_i[i*DataWidth +: DataWidth];
        end
      end
      bank_req_o  = req;
      bank_data_o = data;
    end
  end else begin : gen_tree
    logic [NumRequests*NumSlices*SliceWidth-1:0]    slices;    // of {word, row}, those of a warp together
    logic [Width*NumRequests-1:0]                   here;    // bit (m*Width + b)*Warp + i: request i of warp m, bank b
    logic [NumWarps*NumSlices*Width*SliceWidth-1:0] gathered;  // of the requests of each warp

    always_comb begin : cut
      logic [NumSlices*SliceWidth-1:0] word;
      for (int i = 0; i < NumRequests; i++) begin
        word = (OneRow != 0) ? (NumSlices*SliceWidth)'(data_i[i*DataWidth +: DataWidth]) : (NumSlices*SliceWidth)'(
          {data_i[i*DataWidth +: DataWidth], addr_i[i*AddrWidth+BankWidth +: RowWidth]});
        for (int n = 0; n < NumSlices; n++) begin
          slices[((i/Warp*NumSlices + n)*Warp + i%Warp)*SliceWidth +: SliceWidth] = word[n*SliceWidth +: SliceWidth];
        end
      end
    end

    // A bank has at most one leader, so it gets the OR of all requests, each masked by "leads here".
    always_comb begin : decode
      for (int m = 0; m < NumWarps; m++) begin
        for (int b = 0; b < Width; b++) begin
          for (int i = 0; i < Warp; i++) begin
            here[(m*Width + b)*Warp + i] =
                leads_i[m*Warp + i] && addr_i[(m*Warp + i)*AddrWidth +: BankWidth] == BankWidth'(b);
          end
        end
      end
    end

    for (genvar m = 0; m < NumWarps; m++) begin : gen_warp
      for (genvar n = 0; n < NumSlices; n++) begin : gen_slice
        word_gather #(
          .Width(Width), .NumRequests(Warp), .Bits(SliceWidth)
        ) u_gather (
          .here_i(here[m*Width*Warp +: Width*Warp]),
          .bits_i(slices[(m*NumSlices + n)*Warp*SliceWidth +: Warp*SliceWidth]),
          .bank_bits_o(gathered[(m*NumSlices + n)*Width*SliceWidth +: Width*SliceWidth])
        );
      end
    end

    always_comb begin : unite
      logic [NumSlices*SliceWidth-1:0]          whole;
      logic [NumSlices*SliceWidth-DataWidth:0]  unused;  // of the last slice
      logic [RowWidth-1:0]                     row;
      logic [DataWidth-1:0]                    data;
      logic                                    busy;
      for (int b = 0; b < Width; b++) begin
        whole = '0;
        busy  = 1'b0;
        for (int m = 0; m < NumWarps; m++) begin
          for (int n = 0; n < NumSlices; n++) begin
            whole[n*SliceWidth +: SliceWidth] =
                whole[n*SliceWidth +: SliceWidth] | gathered[((m*NumSlices + n)*Width + b)*SliceWidth +: SliceWidth];
          end
          busy = busy | (|here[(m*Width + b)*Warp +: Warp]);
        end
        {unused, data, row} = (OneRow != 0) ? {1'b0, whole, RowWidth'(0)} : {(RowWidth + 1)'(0), whole};
        bank_req_o[b*AddrWidth +: AddrWidth]  = {busy, row, BankWidth'(b) & {BankWidth{busy}}};
        bank_data_o[b*DataWidth +: DataWidth] = data & {DataWidth{write_i}};
      end
    end
  end

  // Ranges; machine_limits.sv says how.
  if (Shallow < 0 || Shallow > 1) Shallow_must_be_0_or_1 u_bad_shallow ();
  if (NumRequests > 0 && (Warp < 1 || NumRequests % Warp != 0))
    Warp_must_be_a_divisor_of_NumRequests u_bad_warp ();

endmodule
