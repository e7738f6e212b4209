// SPDX-License-Identifier: Apache-2.0
// Some consecutive levels of the routing network of bank_network.sv, without registers.
//
// A place has {idle, bank, bits}. A comparator puts the lower {idle, bank} in the lower of its two places. A switch of the
// banyan moves a request up by its distance if its bank lies there; idle places move as well.
//
// Contract   combinational. Levels below SortLevels sort; the others expect sorted requests of different banks.
// Source     of bank_network.sv.

module network_levels #(
  parameter int Places    = 2,  // a power of two
  parameter int BankWidth = 1,  // bits of a bank's number
  parameter int Bits      = 1,  // of what a request brings along
  parameter int First     = 0,  // levels First .. First + Count - 1 of the network
  parameter int Count     = 0,

  localparam int Element = 1 + BankWidth + Bits
) (
  input  logic [Places*Element-1:0] from_i,
  output logic [Places*Element-1:0] to_o
);

  localparam int KeyWidth   = 1 + BankWidth;
  localparam int LogPlaces  = $clog2(Places);
  localparam int SortLevels = LogPlaces * (LogPlaces + 1) / 2;

  always_comb begin : levels
    logic [Places*Element-1:0] place;
    logic [Element-1:0]        low, high;
    logic                      swap;
    int                        merge, upward, distance, first, run;
    place = from_i;
    low   = '0;
    high  = '0;
    swap  = 1'b0;
    for (int g = First; g < First + Count; g++) begin
      // Merge m of the sorter makes runs of 2^(m+1) places out of two, in m + 1 levels.
      merge = 0;
      for (int m = 0; m < LogPlaces; m++) merge = (m * (m + 1) / 2 <= g) ? m : merge;
      // A switch looks at this bit of the bank.
      upward   = (g < SortLevels) ? 0 : BankWidth - 1 - (g - SortLevels);
      distance = (g < SortLevels) ? 1 << (merge - (g - merge * (merge + 1) / 2)) : 1 << upward;
      run      = (g < SortLevels) ? 1 << merge : Places;
      first    = (g < SortLevels) ? distance % run : 0;
      for (int i = 0; i < Places; i++) begin
        if (i >= first && i + distance < Places && (i - first) / distance % 2 == 0
            && i / (2 * run) == (i + distance) / (2 * run)) begin
          low  = place[i*Element +: Element];
          high = place[(i + distance)*Element +: Element];
          swap = (g < SortLevels) ? low[Element-1 -: KeyWidth] > high[Element-1 -: KeyWidth]
               : (!low[Element-1] && low[Bits + upward]) || (!high[Element-1] && !high[Bits + upward]);
          place[i*Element +: Element]              = swap ? high : low;
          place[(i + distance)*Element +: Element] = swap ? low : high;
        end
      end
    end
    to_o = place;
  end

endmodule
