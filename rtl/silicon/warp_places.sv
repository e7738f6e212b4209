// SPDX-License-Identifier: Apache-2.0
// Gives every request of a warp its slot, counted behind the earlier warps of its super warp: an address that an
// earlier request wants has that one's slot, a new one the next of its bank.
//
// Contract   combinational. found_i, leads_i and ahead_i as warp_matches.sv has them, for a warp whose earlier ones
//            have their places. Counts are the addresses of each bank that the earlier warps want. Places of threads
//            that request nothing are meaningless.
// Cost       a sum of Width bits for each request and each bank, an AND-OR for each request and earlier one.
// Source     docs/spec/serial.md; super-warp paper, abstract: requests "are packed through pipeline registers".

module warp_places #(
  // Defaults are in range because Yosys elaborates them, too.
  parameter int Width      = 0,  // requests of a warp
  parameter int NumBanks   = Width,
  parameter int Earlier    = 1,  // earlier warps, >= 1
  parameter int PlaceWidth = 0,  // bits of a slot's number

  localparam int BankWidth = (NumBanks > 1) ? $clog2(NumBanks) : 1
) (
  input  logic [Width*BankWidth-1:0]          bank_i,           // of each request
  input  logic [Width*Earlier*Width-1:0]      found_i,
  input  logic [Width-1:0]                    leads_i,
  input  logic [Width*Width-1:0]              ahead_i,
  input  logic [Earlier*Width*PlaceWidth-1:0] earlier_place_i,
  input  logic [NumBanks*PlaceWidth-1:0]      count_i,          // of each bank
  output logic [Width*PlaceWidth-1:0]         place_o,          // slot of each request
  output logic [Width-1:0]                    later_o,          // it is not the first
  output logic [NumBanks*PlaceWidth-1:0]      count_o           // with this warp; meaningless behind the last
);

  localparam int Levels = (Width > 1) ? $clog2(Width) : 1;

  // Level n: 2^n ones and 2^n zeros in turn, from the lowest bit on.
  function automatic logic [Levels*Width-1:0] masks();
    for (int unsigned n = 0; n < Levels; n++) begin
      for (int unsigned i = 0; i < Width; i++) masks[n*Width + i] = ((i >> n) & 1) == 0;
    end
  endfunction
  localparam logic [Levels*Width-1:0] Mask = masks();

  // A tree, since a chain would be as deep as it is long: neighbours are added in fields of 2, 4, 8, .. bits.
  function automatic logic [PlaceWidth-1:0] sum_of(input logic [Width-1:0] bits);
    logic [Width-1:0] sum;
    sum = bits;
    for (int n = 0; n < Levels; n++) begin
      sum = (sum & Mask[n*Width +: Width]) + ((sum >> (1 << n)) & Mask[n*Width +: Width]);
    end
    sum_of = PlaceWidth'(sum);
  endfunction

  always_comb begin : place
    logic [Earlier*Width-1:0] found;
    logic [Width-1:0]         ahead;
    logic [PlaceWidth-1:0]    merged, counted;
    for (int i = 0; i < Width; i++) begin
      found = found_i[i*Earlier*Width +: Earlier*Width];
      merged = '0;
      if (|found) begin  // simulates faster
        for (int k = 0; k < Earlier * Width; k++) begin
          merged = merged | (earlier_place_i[k*PlaceWidth +: PlaceWidth] & {PlaceWidth{found[k]}});
        end
      end
      counted = '0;
      for (int b = 0; b < NumBanks; b++) begin
        counted = counted | (count_i[b*PlaceWidth +: PlaceWidth] &
                             {PlaceWidth{bank_i[i*BankWidth +: BankWidth] == BankWidth'(b)}});
      end
      ahead = ahead_i[i*Width +: Width];
      place_o[i*PlaceWidth +: PlaceWidth] = (|found) ? merged : counted + sum_of(ahead);
      later_o[i] = (|found) ? |merged : (|counted) | (|ahead);
    end
  end

  always_comb begin : count
    logic [Width-1:0] here;
    for (int b = 0; b < NumBanks; b++) begin
      for (int i = 0; i < Width; i++) here[i] = leads_i[i] && bank_i[i*BankWidth +: BankWidth] == BankWidth'(b);
      count_o[b*PlaceWidth +: PlaceWidth] = count_i[b*PlaceWidth +: PlaceWidth] + sum_of(here);
    end
  end

  // Ranges; machine_limits.sv says how.
  if (Earlier < 1) Earlier_must_be_at_least_1 u_bad_earlier ();

endmodule
