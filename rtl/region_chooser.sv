// SPDX-License-Identifier: Apache-2.0
// Chooses the regions of a memory in which a mapping is on: watches accesses, one at a time, and counts the slots that
// each takes with the mapping and without it.
//
// Contract   docs/spec/chooser.md. Takes an access on a rising edge with access_i high, if it has none or is at its
//            last lane. key_valid_o, key_index_o and key_value_o go to the memory's key port: a bit each cycle.
//            Obligation: no dispatch is accepted from choose_i until busy_o is low, and no region holds a word that is
//            read again (a bit moves the words of its region): choose between two blocks.
// Timing     busy_o is high from the cycle after choose_i on, for at most Width + Regions cycles.
// Cost       a register of the addresses of an access, a comparison with each, two counters a bank, the mapping of one
//            request, and a score a region.
// Source     docs/spec/chooser.md; Han and others, IEICE Electronics Express, 2017: the idea.

module region_chooser #(
  parameter     Mapping    = "h3",  // as in the memory, see rsu.sv
  parameter int Width      = 32,    // lanes of an access, 1 to 128
  parameter int NumBanks   = Width, // 1 to 128
  parameter int NumRows    = 1024,  // words in each bank, a power of two
  parameter int AddrWidth  = 32,    // bits of an address lane, more than a location {row, bank} needs
  parameter int Regions    = 8,     // 1 to 64, a power of two
  parameter int RegionRows = NumRows / Regions,  // rows of a region, a power of two
  parameter int ScoreBits  = 12     // of a region's score, with its sign, 6 to 31
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,       // synchronous, active low
  // The memory's key, as it is loaded there; bits of regions are not read.
  input  logic                       key_valid_i,
  input  logic [31:0]                key_index_i,
  input  logic [31:0]                key_value_i,

  input  logic                       access_i,     // an access is accepted
  input  logic [Width-1:0]           active_i,     // its lanes that request a word
  input  logic [Width*AddrWidth-1:0] addr_i,       // word addresses

  input  logic                       choose_i,     // the block is complete
  output logic                       busy_o,       // a choice is under way
  output logic                       key_valid_o,  // bit key_value_o[0] is of region key_index_o[30:0]
  output logic [31:0]                key_index_o,
  output logic [31:0]                key_value_o
);

  localparam int BankWidth   = (NumBanks > 1) ? $clog2(NumBanks) : 1;
  localparam int RowBits     = (NumRows > 1) ? $clog2(NumRows) : 1;
  localparam int InBits      = RowBits + BankWidth;  // of an address that count
  localparam int LaneBits    = (Width > 1) ? $clog2(Width) : 1;
  localparam int CountBits   = $clog2(Width + 1);
  localparam int RegionBits  = (Regions > 1) ? $clog2(Regions) : 1;
  localparam int RegionShift = $clog2(RegionRows);

  logic [Width-1:0]           active_q;
  logic [Width*InBits-1:0]    addr_q;
  logic                       sampling_q;
  logic [LaneBits-1:0]        lane_q;

  wire logic last   = lane_q == LaneBits'(Width - 1);
  wire logic sample = access_i & (~sampling_q | last) & ~busy_o;

  // The lane in turn, with and without the mapping.
  wire logic [InBits-1:0] addr = addr_q[32'(lane_q)*InBits +: InBits];
  logic [InBits:0] mapped, plain;

  rsu #(
    .Mapping(Mapping), .Width(NumBanks), .NumRequests(1), .NumRows(NumRows), .AddrWidth(InBits + 1), .Hold(2)
  ) u_mapped (
    .clk_i, .key_valid_i, .key_index_i, .key_value_i, .accept_i(1'b0), .addr_i({1'b0, addr}), .location_o(mapped)
  );
  rsu #(
    .Mapping("identity"), .Width(NumBanks), .NumRequests(1), .NumRows(NumRows), .AddrWidth(InBits + 1), .Hold(2)
  ) u_plain (
    .clk_i, .key_valid_i(1'b0), .key_index_i, .key_value_i, .accept_i(1'b0), .addr_i({1'b0, addr}), .location_o(plain)
  );

  wire logic [BankWidth-1:0]  on_bank  = mapped[BankWidth-1:0];
  wire logic [BankWidth-1:0]  off_bank = plain[BankWidth-1:0];
  wire logic [RegionBits-1:0] region   =
      (Regions > 1) ? RegionBits'(32'(plain[BankWidth +: RowBits]) >> RegionShift) : '0;

  // An active lane below `lane` has the same address.
  function automatic logic repeated_of(input logic [LaneBits-1:0] lane, input logic [Width-1:0] active,
                                       input logic [Width*InBits-1:0] addresses, input logic [InBits-1:0] word);
    repeated_of = 1'b0;
    for (int i = 0; i < Width; i++) begin
      repeated_of |= i < 32'(lane) && active[i] && addresses[i*InBits +: InBits] == word;
    end
  endfunction

  wire logic active  = active_q[lane_q];
  wire logic counted = sampling_q & active & ~repeated_of(lane_q, active_q, addr_q, addr);

  // Words that each bank has been asked for, with and without the mapping, and the largest of each.
  logic [NumBanks*CountBits-1:0] on_q, off_q;
  logic [CountBits-1:0]          most_on_q, most_off_q;

  function automatic logic [CountBits-1:0] larger(input logic [CountBits-1:0] a, input logic [CountBits-1:0] b);
    larger = (a > b) ? a : b;
  endfunction

  wire logic [CountBits-1:0] on_count  = on_q[32'(on_bank)*CountBits +: CountBits] + CountBits'(1);
  wire logic [CountBits-1:0] off_count = off_q[32'(off_bank)*CountBits +: CountBits] + CountBits'(1);
  wire logic [CountBits-1:0] most_on   = counted ? larger(most_on_q, on_count) : most_on_q;
  wire logic [CountBits-1:0] most_off  = counted ? larger(most_off_q, off_count) : most_off_q;

  logic [(1 << RegionBits)-1:0] touched_q, touched, on_in_q, scored_q;
  logic [ScoreBits-1:0]         score_q [1 << RegionBits];
  logic                         writing_q, waiting_q;
  logic [RegionBits-1:0]        turn_q;

  function automatic logic [(1 << RegionBits)-1:0] with_region(input logic [(1 << RegionBits)-1:0] set,
                                                               input logic [RegionBits-1:0] one, input logic too);
    with_region = set;
    with_region[one] = set[one] | too;
  endfunction
  assign touched = with_region(touched_q, region, active);

  // The sum of a score and what an access adds to it, within the bits of a score.
  function automatic logic [ScoreBits-1:0] summed(input logic [ScoreBits-1:0] score, input logic [CountBits-1:0] more,
                                                  input logic [CountBits-1:0] less);
    logic [ScoreBits:0] sum;
    sum = {score[ScoreBits-1], score} + (ScoreBits + 1)'(more) - (ScoreBits + 1)'(less);
    summed = (sum[ScoreBits] == sum[ScoreBits-1]) ? sum[ScoreBits-1:0]
                                                  : {sum[ScoreBits], {(ScoreBits - 1){~sum[ScoreBits]}}};
  endfunction

  wire logic chosen = scored_q[turn_q] ? score_q[turn_q][ScoreBits-1] : on_in_q[turn_q];

  always_ff @(posedge clk_i) begin : sampling
    if (!rst_ni) begin
      sampling_q <= 1'b0;
      lane_q     <= '0;
    end else if (sample) begin
      sampling_q <= 1'b1;
      lane_q     <= '0;
      active_q   <= active_i;
      for (int i = 0; i < Width; i++) addr_q[i*InBits +: InBits] <= addr_i[i*AddrWidth +: InBits];
    end else if (sampling_q) begin
      sampling_q <= ~last;
      lane_q     <= last ? '0 : lane_q + LaneBits'(1);
    end
  end

  always_ff @(posedge clk_i) begin : counts
    if (sample || !rst_ni) begin
      on_q       <= '0;
      off_q      <= '0;
      most_on_q  <= '0;
      most_off_q <= '0;
      touched_q  <= '0;
    end else if (sampling_q) begin
      if (counted) begin
        on_q[32'(on_bank)*CountBits +: CountBits]   <= on_count;
        off_q[32'(off_bank)*CountBits +: CountBits] <= off_count;
      end
      most_on_q  <= most_on;
      most_off_q <= most_off;
      touched_q  <= touched;
    end
  end

  always_ff @(posedge clk_i) begin : scores
    for (int q = 0; q < Regions; q++) begin
      if (!rst_ni || (writing_q && turn_q == RegionBits'(q))) begin
        score_q[q]  <= '0;
        scored_q[q] <= 1'b0;
      end else if (sampling_q && last && touched[q]) begin
        score_q[q]  <= summed(score_q[q], most_on, most_off);
        scored_q[q] <= 1'b1;
      end
    end
  end

  always_ff @(posedge clk_i) begin : choosing
    if (!rst_ni) begin
      waiting_q <= 1'b0;
      writing_q <= 1'b0;
      turn_q    <= '0;
      on_in_q   <= '0;
    end else if (writing_q) begin
      on_in_q[turn_q] <= chosen;
      writing_q       <= turn_q != RegionBits'(Regions - 1);
      turn_q          <= (turn_q == RegionBits'(Regions - 1)) ? '0 : turn_q + RegionBits'(1);
    end else begin
      waiting_q <= (waiting_q | choose_i) & sampling_q & ~last;
      writing_q <= (waiting_q | choose_i) & (~sampling_q | last);
    end
  end

  assign busy_o      = waiting_q | writing_q;
  assign key_valid_o = writing_q;
  assign key_index_o = {1'b1, 31'(turn_q)};
  assign key_value_o = 32'(chosen);

  ////////////////
  // Assertions //
  ////////////////

  always @(posedge clk_i) begin
    if (rst_ni && busy_o) begin
      begin : NoAccessWhileItChooses assert (!access_i); end
      begin : ChosenOnceABlock assert (!choose_i); end
    end
  end

  // Ranges; machine_limits.sv says how.
  if (Width < 1 || Width > 128) Width_must_be_1_to_128 u_bad_width ();
  if (Regions < 1 || Regions > 64 || (Regions & (Regions - 1)) != 0)
    Regions_must_be_1_to_64_and_a_power_of_two u_bad_regions ();
  if (RegionRows < 1 || (RegionRows & (RegionRows - 1)) != 0)
    RegionRows_must_be_a_power_of_two u_bad_region_rows ();
  if (ScoreBits < 6 || ScoreBits > 31) ScoreBits_must_be_6_to_31 u_bad_score_bits ();

endmodule
