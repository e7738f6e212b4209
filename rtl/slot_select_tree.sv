// SPDX-License-Identifier: Apache-2.0
// Chooses the requests of the next slot: in every bank the lowest pending request leads, and every pending request to
// the leader's address goes with it. This form is shallow, for silicon.
//
// Contract   combinational. Same function as slot_select_loop, proven by tests/rtl/equivalence.sh.
// Cost       depth: three ORs over all requests, one behind another, up to the RPU's ready: about 4 gates of two inputs
//            for each doubling of NumRequests (tests/rtl/depth.sh measures it). Area: a comparator for every pair of
//            requests (warp_pair.sv), Width*NumRequests*(AddrWidth+DataWidth) AND-ORs (word_gather.sv). Both consist of
//            modules for a warp each, whose size does not depend on the number of warps.
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
  localparam int Lanes      = NumWarps * Width;      // filled up to whole warps with requests that never wait
  localparam int WordWidth  = RowWidth + DataWidth;  // of {word, row}, what a bank gets
  localparam int NumSlices  = (WordWidth + 7) / 8;
  localparam int SliceWidth = (WordWidth + NumSlices - 1) / NumSlices;

  logic [Lanes-1:0]                      pending;
  logic [Lanes*Locations-1:0]            location;
  logic [Lanes*NumSlices*SliceWidth-1:0] slices;  // of {word, row} of every request, those of a warp together

  always_comb begin : cut
    logic [NumSlices*SliceWidth-1:0] word;
    pending  = '0;
    location = '0;
    slices   = '0;
    for (int i = 0; i < NumRequests; i++) begin
      pending[i] = pending_i[i];
      location[i*Locations +: Locations] = addr_i[i*AddrWidth +: Locations];
      word = (NumSlices*SliceWidth)'({data_i[i*DataWidth +: DataWidth], addr_i[i*AddrWidth+BankWidth +: RowWidth]});
      for (int n = 0; n < NumSlices; n++) begin
        slices[((i/Width*NumSlices + n)*Width + i%Width)*SliceWidth +: SliceWidth] = word[n*SliceWidth +: SliceWidth];
      end
    end
  end

  // A request leads its bank if no lower pending request is in it. It is served if it leads or if the leader has its
  // address. The comparators depend on addresses only, which settle before pending_i does.
  logic [Lanes-1:0]          leads;
  logic [NumWarps*Lanes-1:0] behind, follows;  // bit m*Lanes + i: request i, one of warp m

  for (genvar m = 0; m < NumWarps; m++) begin : gen_earlier
    for (genvar n = 0; n < NumWarps; n++) begin : gen_later
      if (m <= n) begin : gen_pair
        warp_pair #(
          .Width(Width), .AddrWidth(Locations), .BankWidth(BankWidth), .OneWarp((m == n) ? 1 : 0)
        ) u_warps (
          .later_i(location[n*Width*Locations +: Width*Locations]),
          .earlier_i(location[m*Width*Locations +: Width*Locations]),
          .pending_i(pending[m*Width +: Width]), .leads_i(leads[m*Width +: Width]),
          .behind_o(behind[m*Lanes + n*Width +: Width]), .follows_o(follows[m*Lanes + n*Width +: Width])
        );
      end else begin : gen_higher
        assign behind[m*Lanes + n*Width +: Width]  = '0;
        assign follows[m*Lanes + n*Width +: Width] = '0;
      end
    end
  end

  always_comb begin : lead
    logic [Lanes-1:0] first;
    first = pending;
    for (int m = 0; m < NumWarps; m++) first = first & ~behind[m*Lanes +: Lanes];
    leads = first;
  end

  always_comb begin : serve
    logic [Lanes-1:0] served;
    served = leads;
    for (int m = 0; m < NumWarps; m++) served = served | (pending & follows[m*Lanes +: Lanes]);
    served_o = served[NumRequests-1:0];
  end

  // A bank has at most one leader, so it gets the OR of all requests, each masked by "leads here".
  logic [Width*Lanes-1:0]                         here;      // bit (m*Width + b)*Width + i: request i of warp m, bank b
  logic [NumWarps*NumSlices*Width*SliceWidth-1:0] gathered;  // of the requests of each warp

  always_comb begin : decode
    for (int m = 0; m < NumWarps; m++) begin
      for (int b = 0; b < Width; b++) begin
        for (int i = 0; i < Width; i++) begin
          here[(m*Width + b)*Width + i] =
              leads[m*Width + i] && location[(m*Width + i)*Locations +: BankWidth] == BankWidth'(b);
        end
      end
    end
  end

  for (genvar m = 0; m < NumWarps; m++) begin : gen_warp
    for (genvar n = 0; n < NumSlices; n++) begin : gen_slice
      word_gather #(
        .Width(Width), .NumRequests(Width), .Bits(SliceWidth)
      ) u_gather (
        .here_i(here[m*Width*Width +: Width*Width]),
        .bits_i(slices[(m*NumSlices + n)*Width*SliceWidth +: Width*SliceWidth]),
        .bank_bits_o(gathered[(m*NumSlices + n)*Width*SliceWidth +: Width*SliceWidth])
      );
    end
  end

  always_comb begin : unite
    logic [NumSlices*SliceWidth-1:0]         whole;
    logic [NumSlices*SliceWidth-WordWidth:0] unused;  // of the last slice
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
        busy = busy | (|here[(m*Width + b)*Width +: Width]);
      end
      {unused, data, row} = {1'b0, whole};
      bank_req_o[b*AddrWidth +: AddrWidth]  = {busy, row, BankWidth'(b) & {BankWidth{busy}}};
      bank_data_o[b*DataWidth +: DataWidth] = data & {DataWidth{write_i}};
    end
  end

endmodule
