// SPDX-License-Identifier: Apache-2.0
// Some consecutive levels of the routing network of bank_network.sv, without registers.
//
// A place has {idle, bank, bits}. A comparator puts the lower {idle, bank} in the lower of its two places. A switch of
// the banyan moves a request up by its distance if its bank lies there; idle places move as well.
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

  // All indices are constants of the loops: out of variables a synthesis makes shifts of all places.
  always_comb begin : levels
    logic [Places*Element-1:0] place;
    logic [Element-1:0]        low, high;
    logic                      swap;
    place = from_i;
    low   = '0;
    high  = '0;
    swap  = 1'b0;
    // Merge m of the sorter makes runs of 2^(m+1) places out of two, in m + 1 levels: comparators of places i, i + 2^k.
    for (int m = 0; m < LogPlaces; m++) begin
      for (int k = LogPlaces - 1; k >= 0; k--) begin
        for (int i = 0; i < Places; i++) begin
          if (k <= m && First <= m * (m + 1) / 2 + m - k && m * (m + 1) / 2 + m - k < First + Count
              && (i >> k) % 2 == ((k < m) ? 1 : 0) && i >> (m + 1) == (i + (1 << k)) >> (m + 1)) begin
            low  = place[i*Element +: Element];
            high = place[(i + (1 << k))*Element +: Element];
            swap = low[Element-1 -: KeyWidth] > high[Element-1 -: KeyWidth];
            place[i*Element +: Element]              = swap ? high : low;
            place[(i + (1 << k))*Element +: Element] = swap ? low : high;
          end
        end
      end
    end
    // The banyan's switches of places i and i + 2^k look at bit k of the bank.
    for (int k = BankWidth - 1; k >= 0; k--) begin
      for (int i = 0; i < Places; i++) begin
        if (First <= SortLevels + BankWidth - 1 - k && SortLevels + BankWidth - 1 - k < First + Count
            && (i >> k) % 2 == 0 && i + (1 << k) < Places) begin
          low  = place[i*Element +: Element];
          high = place[(i + (1 << k))*Element +: Element];
          swap = (!low[Element-1] && low[Bits + k]) || (!high[Element-1] && !high[Bits + k]);
          place[i*Element +: Element]              = swap ? high : low;
          place[(i + (1 << k))*Element +: Element] = swap ? low : high;
        end
      end
    end
    to_o = place;
  end

  // Ranges; machine_limits.sv says how.
  if (Places < 1 || (Places & (Places - 1)) != 0) Places_must_be_a_power_of_two u_bad_places ();

endmodule
