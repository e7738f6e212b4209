// SPDX-License-Identifier: Apache-2.0
// Chooses the requests of the next slot: in every bank the lowest pending request leads, and every pending request to
// the leader's address goes with it. This form is shallow, for silicon.
//
// Contract   combinational. Same function as slot_select_loop, proven by tests/rtl/equivalence.sh.
// Cost       depth: three ORs over all requests, one behind another, up to the RPU's ready: about 4 gates of two inputs
//            for each doubling of NumRequests (tests/rtl/depth.sh measures it). Area: a comparator for every pair of
//            requests (warp_pair.sv), and slot_gather.sv. Both consist of modules for a warp each, whose size does not
//            depend on the number of warps.
// Source     docs/spec/machines.md "One dispatch"; super-warp paper, Section II.

module slot_select_tree #(
  parameter int Width       = 0,  // banks
  parameter int Warp        = Width,  // requests of a warp
  parameter int NumRequests = 0,  // requests of a dispatch
  parameter int AddrWidth   = 0,  // bits of an address lane, one more than a location needs
  parameter int DataWidth   = 0   // bits of a word
) (
  input  logic                             write_i,     // the dispatch is a write
  input  logic [NumRequests-1:0]           pending_i,   // requests not served yet
  input  logic [NumRequests*AddrWidth-1:0] addr_i,      // location {0, row, bank} of each request
  input  logic [NumRequests*DataWidth-1:0] data_i,      // words to write, don't care on a read
  output logic [NumRequests-1:0]           leads_o,     // requests whose bank they lead
  output logic [NumRequests-1:0]           served_o,    // requests this slot serves
  output logic [Width*AddrWidth-1:0]       bank_req_o,  // per bank its leader {valid, row, bank}
  output logic [Width*DataWidth-1:0]       bank_data_o  // per bank the leader's word, 0 on a read
);

  localparam int BankWidth = (Width > 1) ? $clog2(Width) : 1;
  localparam int Locations = AddrWidth - 1;     // bits of a location, without the leading 0
  localparam int NumWarps  = (NumRequests + Warp - 1) / Warp;
  localparam int Lanes     = NumWarps * Warp;  // filled up to whole warps with requests that never wait

  logic [Lanes-1:0]           pending;
  logic [Lanes*Locations-1:0] location;
  logic [Lanes*AddrWidth-1:0] addr;
  logic [Lanes*DataWidth-1:0] data;

  always_comb begin : fill_up
    pending  = '0;
    location = '0;
    addr     = '0;
    data     = '0;
    for (int i = 0; i < NumRequests; i++) begin
      pending[i] = pending_i[i];
      location[i*Locations +: Locations] = addr_i[i*AddrWidth +: Locations];
      addr[i*AddrWidth +: AddrWidth] = addr_i[i*AddrWidth +: AddrWidth];
      data[i*DataWidth +: DataWidth] = data_i[i*DataWidth +: DataWidth];
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
          .Width(Warp), .AddrWidth(Locations), .BankWidth(BankWidth), .OneWarp((m == n) ? 1 : 0)
        ) u_warps (
          .later_i(location[n*Warp*Locations +: Warp*Locations]),
          .earlier_i(location[m*Warp*Locations +: Warp*Locations]),
          .pending_i(pending[m*Warp +: Warp]), .leads_i(leads[m*Warp +: Warp]),
          .behind_o(behind[m*Lanes + n*Warp +: Warp]), .follows_o(follows[m*Lanes + n*Warp +: Warp])
        );
      end else begin : gen_higher
        assign behind[m*Lanes + n*Warp +: Warp]  = '0;
        assign follows[m*Lanes + n*Warp +: Warp] = '0;
      end
    end
  end

  always_comb begin : lead
    logic [Lanes-1:0] first;
    first = pending;
    for (int m = 0; m < NumWarps; m++) first = first & ~behind[m*Lanes +: Lanes];
    leads   = first;
    leads_o = first[NumRequests-1:0];
  end

  always_comb begin : serve
    logic [Lanes-1:0] served;
    served = leads;
    for (int m = 0; m < NumWarps; m++) served = served | (pending & follows[m*Lanes +: Lanes]);
    served_o = served[NumRequests-1:0];
  end

  slot_gather #(
    .Width(Width), .Warp(Warp), .NumRequests(Lanes), .AddrWidth(AddrWidth), .DataWidth(DataWidth), .Shallow(1)
  ) u_to_banks (
    .write_i, .leads_i(leads), .addr_i(addr), .data_i(data), .bank_req_o, .bank_data_o
  );

endmodule
