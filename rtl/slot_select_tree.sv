// SPDX-License-Identifier: Apache-2.0
// Chooses the requests of the next slot: in every bank the lowest pending request leads, and every
// pending request to the leader's address goes with it. Form that is shallow, for silicon.
//
// Contract   combinational. Same function as slot_select_loop, proven equal by a test.
// Cost       depth: three ORs over all requests, one behind another, up to the RPU's ready: about 4 gates
//            of two inputs for each doubling of NumRequests (measured: tests/rtl/depth.sh). Area: a
//            comparator for every pair of requests (request_pairs.sv), Width*NumRequests*(AddrWidth+DataWidth) AND-ORs
//            (word_gather.sv).
// Source     docs/spec/machines.md "One dispatch"; super-warp paper, Section II.

module slot_select_tree #(
  parameter int Width       = 0,  // banks, a power of two >= 2
  parameter int NumRequests = 0,  // requests of a dispatch
  parameter int AddrWidth   = 0,  // bits of an address lane, one more than a location needs
  parameter int DataWidth   = 0   // bits of a word
) (
  input  logic                             write_i,     // the dispatch is a write
  input  logic [NumRequests-1:0]           pending_i,   // requests not served yet
  input  logic [NumRequests*AddrWidth-1:0] addr_i,      // location {0, row, bank} of each request
  input  logic [NumRequests*DataWidth-1:0] data_i,      // words to write, don't care on a read
  output logic [NumRequests-1:0]           served_o,    // requests this slot serves
  output logic [Width*AddrWidth-1:0]       bank_req_o,  // per bank its leader {valid, row, bank}
  output logic [Width*DataWidth-1:0]       bank_data_o  // per bank the leader's word, 0 on a read
);

  localparam int BankWidth  = $clog2(Width);
  localparam int RowWidth   = AddrWidth - 1 - BankWidth;
  localparam int Locations  = AddrWidth - 1;         // bits of a location, without the leading 0
  localparam int NumWarps   = (NumRequests + Width - 1) / Width;
  localparam int Row        = NumWarps * Width;      // of pairs: a request with all others
  localparam int WordWidth  = RowWidth + DataWidth;  // of what a bank gets
  localparam int NumSlices  = (WordWidth + 15) / 16;
  localparam int SliceWidth = (WordWidth + NumSlices - 1) / NumSlices;

  // Which of the lower requests are in the bank of request i, and which at its address. The comparators depend on
  // addresses only: they settle before the requests pending.
  logic [Row*Locations-1:0] location;
  logic [Row*Row-1:0]       same_bank, same_addr;

  always_comb begin : locations
    location = '0;
    for (int i = 0; i < NumRequests; i++) location[i*Locations +: Locations] = addr_i[i*AddrWidth +: Locations];
  end

  for (genvar n = 0; n < NumWarps; n++) begin : gen_later
    for (genvar m = 0; m < NumWarps; m++) begin : gen_earlier
      logic [Width*Width-1:0] bank, addr;
      if (m <= n) begin : gen_pairs
        request_pairs #(
          .Width(Width), .AddrWidth(Locations), .BankWidth(BankWidth), .OneWarp((m == n) ? 1 : 0)
        ) u_pairs (
          .later_i(location[n*Width*Locations +: Width*Locations]),
          .earlier_i(location[m*Width*Locations +: Width*Locations]),
          .same_bank_o(bank), .same_addr_o(addr)
        );
      end else begin : gen_higher
        assign bank = '0;
        assign addr = '0;
      end
      for (genvar i = 0; i < Width; i++) begin : gen_row
        assign same_bank[(n*Width + i)*Row + m*Width +: Width] = bank[i*Width +: Width];
        assign same_addr[(n*Width + i)*Row + m*Width +: Width] = addr[i*Width +: Width];
      end
    end
  end

  // A request leads its bank if no lower one pending is in it, and is served if it leads or if the leader
  // has its address.
  logic [NumRequests-1:0] leads;

  always_comb begin : choose
    for (int i = 0; i < NumRequests; i++) begin
      leads[i] = pending_i[i] & ~|(pending_i & same_bank[i*Row +: NumRequests]);
    end
    for (int i = 0; i < NumRequests; i++) begin
      served_o[i] = pending_i[i] & (leads[i] | (|(leads & same_addr[i*Row +: NumRequests])));
    end
  end

  // No bank has two leaders: what it gets is the OR of all requests, each masked by "leads here".
  logic [Width*NumRequests-1:0]                    here;
  logic [NumSlices*SliceWidth*NumRequests-1:0]     slices;       // of {word, row} of every request
  logic [NumSlices*SliceWidth*Width-1:0]           bank_slices;  // and of every bank

  always_comb begin : cut
    logic [NumSlices*SliceWidth-1:0] word;
    for (int i = 0; i < NumRequests; i++) begin
      for (int b = 0; b < Width; b++) begin
        here[b*NumRequests + i] = leads[i] && addr_i[i*AddrWidth +: BankWidth] == BankWidth'(b);
      end
      word = (NumSlices*SliceWidth)'({data_i[i*DataWidth +: DataWidth], addr_i[i*AddrWidth+BankWidth +: RowWidth]});
      for (int n = 0; n < NumSlices; n++) begin
        slices[(n*NumRequests + i)*SliceWidth +: SliceWidth] = word[n*SliceWidth +: SliceWidth];
      end
    end
  end

  for (genvar n = 0; n < NumSlices; n++) begin : gen_slice
    word_gather #(
      .Width(Width), .NumRequests(NumRequests), .Bits(SliceWidth)
    ) u_gather (
      .here_i(here),
      .bits_i(slices[n*NumRequests*SliceWidth +: NumRequests*SliceWidth]),
      .bank_bits_o(bank_slices[n*Width*SliceWidth +: Width*SliceWidth])
    );
  end

  always_comb begin : gather
    logic [NumSlices*SliceWidth-1:0]         whole;
    logic [NumSlices*SliceWidth-WordWidth:0] unused;  // of the last slice
    logic [RowWidth-1:0]                     row;
    logic [DataWidth-1:0]                    data;
    logic                                    busy;
    for (int b = 0; b < Width; b++) begin
      for (int n = 0; n < NumSlices; n++) begin
        whole[n*SliceWidth +: SliceWidth] = bank_slices[(n*Width + b)*SliceWidth +: SliceWidth];
      end
      {unused, data, row} = {1'b0, whole};
      busy = |here[b*NumRequests +: NumRequests];
      bank_req_o[b*AddrWidth +: AddrWidth]  = {busy, row, BankWidth'(b) & {BankWidth{busy}}};
      bank_data_o[b*DataWidth +: DataWidth] = data & {DataWidth{write_i}};
    end
  end

endmodule
