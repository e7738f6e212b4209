// SPDX-License-Identifier: Apache-2.0
// A pass of a pipelined match: of the lanes that propose to one bank one leads, and all that propose its word win, or
// with Merge = 0 the leader alone.
//
// Contract   combinational. Inputs about pairs: bit i*Width + k, k < i, is about lanes i and k; other bits are ignored.
//            same_bank_i and same_word_i compare what they propose (request_pairs.sv), and are ignored with Merge = 0;
//            precedes_i: k goes before i.
// Cost       two ORs over all lanes for each lane. A module, because all passes are alike: a synthesis makes it once
//            and counts it.
// Source     docs/spec/streaming.md, "Who is served". Ours.

(* keep_hierarchy *)
module match_pass #(
  parameter int Width    = 0,  // lanes
  parameter int NumBanks = 0,
  parameter int Merge    = 1,

  localparam int BankWidth = (NumBanks > 1) ? $clog2(NumBanks) : 1
) (
  input  logic [Width-1:0]           propose_i,
  input  logic [Width*BankWidth-1:0] bank_i,       // of each lane's proposal
  input  logic [Width*Width-1:0]     same_bank_i,
  input  logic [Width*Width-1:0]     same_word_i,  // of one bank, to the same end
  input  logic [Width*Width-1:0]     precedes_i,
  output logic [Width-1:0]           leads_o,
  output logic [Width-1:0]           won_o,
  output logic [NumBanks-1:0]        wanted_o     // banks with proposals
);

  logic [Width-1:0] leads;

  always_comb begin : lead
    logic [Width-1:0]       ahead [Width];  // for each lane: lanes that propose to its bank and go before it
    logic [Width*Width-1:0] same_bank;
    same_bank = same_bank_i;
    if (Merge == 0) begin
      for (int i = 0; i < Width; i++) begin
        for (int k = 0; k < i; k++) begin
          same_bank[i*Width + k] = bank_i[i*BankWidth +: BankWidth] == bank_i[k*BankWidth +: BankWidth];
        end
      end
    end
    for (int i = 0; i < Width; i++) begin
      ahead[i] = '0;
      for (int k = 0; k < Width; k++) begin
        if (k < i) ahead[i][k] = same_bank[i*Width + k] & precedes_i[i*Width + k];
        if (k > i) ahead[i][k] = same_bank[k*Width + i] & ~precedes_i[k*Width + i];
      end
      leads[i] = propose_i[i] & ~|(ahead[i] & propose_i);
    end
    leads_o = leads;
  end

  always_comb begin : win
    logic [Width-1:0] alike [Width];
    for (int i = 0; i < Width; i++) begin
      for (int k = 0; k < Width; k++) begin
        alike[i][k] = (k < i) ? same_word_i[i*Width + k] : (k > i) ? same_word_i[k*Width + i] : 1'b1;
      end
      won_o[i] = (Merge != 0) ? propose_i[i] & (|(alike[i] & leads)) : leads[i];
    end
  end

  always_comb begin : want
    logic [Width-1:0] to_bank;
    for (int b = 0; b < NumBanks; b++) begin
      for (int i = 0; i < Width; i++) begin
        to_bank[i] = propose_i[i] & (bank_i[i*BankWidth +: BankWidth] == BankWidth'(b));
      end
      wanted_o[b] = |to_bank;
    end
  end

endmodule
