// SPDX-License-Identifier: Apache-2.0
// What warp_matches.sv and warp_places.sv give together, as loops over the requests, which simulate fast.
//
// Contract   combinational. Same function as the two. Entries of earlier warps that are not there are inactive.
// Cost       not for silicon: a chain as long as a warp.
// Source     docs/spec/serial.md.

module warp_places_loop #(
  // Defaults are in range because Yosys elaborates them, too.
  parameter int Width      = 0,  // requests of a warp
  parameter int NumBanks   = Width,
  parameter int Earlier    = 1,  // earlier warps, >= 1
  parameter int AddrWidth  = 0,  // bits of an address lane, one more than a location needs
  parameter int PlaceWidth = 0   // bits of a slot's number
) (
  input  logic [Width-1:0]                    active_i,          // requests of the warp
  input  logic [Width*AddrWidth-1:0]          addr_i,            // of each {0, row, bank}
  input  logic [Earlier*Width-1:0]            earlier_active_i,
  input  logic [Earlier*Width*AddrWidth-1:0]  earlier_addr_i,
  input  logic [Earlier*Width*PlaceWidth-1:0] earlier_place_i,
  input  logic [NumBanks*PlaceWidth-1:0]      count_i,           // of each bank
  output logic [Width*PlaceWidth-1:0]         place_o,           // slot of each request
  output logic [Width-1:0]                    leads_o,           // it is the first that wants its address
  output logic [Width-1:0]                    later_o,           // its slot is not the first
  output logic [NumBanks*PlaceWidth-1:0]      count_o            // with this warp
);

  localparam int BankWidth = (NumBanks > 1) ? $clog2(NumBanks) : 1;

  always_comb begin : search
    logic [AddrWidth-1:0]  earlier [Earlier*Width];  // {1, row, bank} where something is requested, else 0
    logic [AddrWidth-1:0]  leaders [Width];          // the same of the requests of the warp that lead
    logic [PlaceWidth-1:0] places  [Width];
    logic [PlaceWidth-1:0] count   [NumBanks];
    logic [AddrWidth-1:0]  want;
    logic [PlaceWidth-1:0] place;
    logic [BankWidth-1:0]  bank;
    logic                  leads;
    for (int k = 0; k < Earlier * Width; k++) begin
      earlier[k] = {1'b1, earlier_addr_i[k*AddrWidth +: AddrWidth-1]} & {AddrWidth{earlier_active_i[k]}};
    end
    for (int i = 0; i < Width; i++) begin
      leaders[i] = '0;
      places[i]  = '0;
    end
    for (int b = 0; b < NumBanks; b++) count[b] = count_i[b*PlaceWidth +: PlaceWidth];
    for (int i = 0; i < Width; i++) begin
      want  = {1'b1, addr_i[i*AddrWidth +: AddrWidth-1]};
      bank  = addr_i[i*AddrWidth +: BankWidth];
      place = count[bank];
      leads = active_i[i];
      for (int m = 0; m < Earlier; m++) begin
        if (earlier_active_i[m*Width +: Width] != '0) begin  // simulates faster: half of them are not there
          for (int k = m * Width; k < (m + 1) * Width; k++) begin
            if (earlier[k] == want) begin
              place = earlier_place_i[k*PlaceWidth +: PlaceWidth];
              leads = 1'b0;
            end
          end
        end
      end
      for (int k = 0; k < i; k++) begin
        if (leaders[k] == want) begin
          place = places[k];
          leads = 1'b0;
        end
      end
      if (leads) begin
        leaders[i]  = want;
        count[bank] = place + 1'b1;
      end
      places[i]   = place;
      place_o[i*PlaceWidth +: PlaceWidth] = place;
      leads_o[i] = leads;
      later_o[i] = place != '0;
    end
    for (int b = 0; b < NumBanks; b++) count_o[b*PlaceWidth +: PlaceWidth] = count[b];
  end

  // Ranges; machine_limits.sv says how.
  if (Earlier < 1) Earlier_must_be_at_least_1 u_bad_earlier ();

endmodule
