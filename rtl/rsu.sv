// SPDX-License-Identifier: Apache-2.0
// Random shift unit (RSU): turns the address j*Width + k of every request into its location, cell j of bank f(j, k),
// and holds the locations of a dispatch for an RPU that does not. For every row j, f is a permutation of the banks: k
// plus or XOR an offset that depends on j. So each location holds one word.
//
// Contract   addresses are taken over on a rising edge with accept_i high; locations {0, row j, bank}
//            stand from then on until the next such edge. With Hold = 0 they are combinational: those of addr_i while
//            accept_i is high. With Hold = 2 they are those of addr_i. Locations of threads that request nothing are
//            meaningless.
// Addresses  any bits: an address counts modulo the words that it has bits for, then modulo the words that there are.
//            So every location is one of memory, with 0 in front.
// Key        the random mappings have a table, written through the key port: entry key_index_i takes key_value_i on a
//            rising edge with key_valid_i high. Obligation: the whole key is loaded before the memory holds anything
//            (with another key the same words are elsewhere), and not on an edge with accept_i high. Of an index and
//            of a value the low bits count, as many as entries and banks need; an index that is no entry writes
//            nothing. If Width is no power of two, an entry of Width or more counts as that minus Width when it is
//            read, and so does what a flip-flop holds that was never written.
// Banks      any number; not a power of two: a multiplication by a constant for each request, and no mappings that flip
//            bits of the bank.
// Regions    region q has the rows j with j div RegionRows mod Regions = q. Where it is off, f is OffMapping, in an RSU
//            inside this one (Verilator 5.006 drops it if the outer one is the top module). Its bit is written like an
//            entry of the key: bit 31 of key_index_i is set, the others are q, and bit 0 of key_value_i is 1 for on.
//            With RegionRows = 0, a table: the mapping is on in the rows of each region and off outside all. The first
//            row of region q is written to 2*q, the last to 2*q + 1; a region without rows is from 1 to 0. Obligation:
//            all of these are written before the memory holds anything.
// Cost       with Hold a register of all addresses, whatever the mapping; a flip-flop for each bit of the key; and for
//            each request the gates that stand behind its mapping in bank_of(), which tests/rtl/mapping_cost.sh
//            measures; with regions those of OffMapping, a flip-flop for each, and a multiplexer of Regions bits and
//            one of two banks for each request; with a table of them two rows for each, and for each request two
//            comparisons with each. A table of shifts is read in the cycle of acceptance. In SRAMs, one for each
//            request (Ports = 2), it answers a cycle later: the register of locations becomes one of addresses, and the
//            addition is in front of the RPU.
// Source     super-warp paper, Section V: the RSU "just reads the value of r_j and performs one addition
//            operation for each memory access request". That is random-shift; the others are alternatives.

module rsu #(
  // Defaults are in range because Yosys elaborates them, too.
  parameter     Mapping     = "identity",  // one of bank_of(), "swizzle:B,M,S" too; at most 20 characters
  parameter int Width       = 0,           // banks
  parameter int NumRequests = 0,           // requests of a dispatch
  parameter int NumRows     = 1,           // words in each bank, a power of two
  parameter int AddrWidth   = 0,           // bits of an address lane, one more than a location needs
  parameter int Hold        = 1,           // 1: holds the locations; 0, 2: combinational
  parameter int Ports       = 0,           // table of shifts: 0: fast to simulate; for silicon, 1: read through
                                           // modules, key_port.sv; 2, with Hold: in SRAMs, bank_sync.sv
  parameter int Regions     = 0,           // a power of two; 0: the mapping is on everywhere
  parameter int RegionRows  = 1,           // rows of a region, a power of two; 0: they have a table
  parameter     OffMapping  = "identity"   // where Mapping is off: one without a key
) (
  input  logic                             clk_i,
  input  logic                             key_valid_i,
  input  logic [31:0]                      key_index_i,  // of an entry of the mapping's table
  input  logic [31:0]                      key_value_i,
  input  logic                             accept_i,
  input  logic [NumRequests*AddrWidth-1:0] addr_i,
  output logic [NumRequests*AddrWidth-1:0] location_o
);

  localparam logic [159:0] Text    = 160'(Mapping);
  localparam logic [159:0] OffText = 160'(OffMapping);

  // The name in front of a colon.
  function automatic logic [159:0] name_of(input logic [159:0] text);
    name_of = text;
    for (int i = 0; i < 20; i++) begin
      if (text[8*i +: 8] == ":") name_of = text >> (8*i + 8);
    end
  endfunction

  // Number `which` behind the colon, from 0; `otherwise` if there is none.
  function automatic int number_of(input logic [159:0] text, input int which, input int otherwise);
    logic [7:0] letter;
    logic       negative;
    int         field;
    number_of = 0;
    negative  = 1'b0;
    field     = -1;
    for (int i = 19; i >= 0; i--) begin
      letter = text[8*i +: 8];
      if (letter == ":" || letter == ",") field = field + 1;
      else if (field == which && letter == "-") negative = 1'b1;
      else if (field == which) number_of = 10*number_of + 32'(letter) - 48;
    end
    if (field < which) number_of = otherwise;
    else if (negative) number_of = -number_of;
  endfunction

  localparam logic [159:0] Name = name_of(Text);

  // Swizzle<B, M, S> of byte addresses; words have 4 bytes, so M counts from 2.
  localparam int SwizzleB = number_of(Text, 0, 3);
  localparam int SwizzleM = number_of(Text, 1, 4);
  localparam int SwizzleS = number_of(Text, 2, 3);
  // Of a word's address bits [SwizzleTo, SwizzleTo + SwizzleB) are flipped by the bits SwizzleS above them.
  localparam int SwizzleTo = SwizzleM - 2 + ((SwizzleS < 0) ? -SwizzleS : 0);

  localparam int BankWidth = (Width > 1) ? $clog2(Width) : 1;
  localparam int RowBits   = (NumRows > 1) ? $clog2(NumRows) : 1;
  localparam int LowRows   = 64;  // tabulation's first table
  localparam int Binary    = (Width > 1 && (Width & (Width - 1)) == 0) ? 1 : 0;  // a power of two

  // a div Width is a * ceil(2^Shift / Width) >> Shift for all numbers a of InBits bits: Granlund, Montgomery, "Division
  // by invariant integers using multiplication", PLDI 1994.
  localparam int InBits = RowBits + BankWidth;
  localparam int Shift  = InBits + BankWidth;
  localparam int OutBits = Shift + RowBits + 1;
  localparam logic [OutBits-1:0] Reciprocal =
      OutBits'(((72'd1 << Shift) + 72'(Width) - 72'd1) / 72'(Width));

  // The row, with a bit more for addresses outside the memory.
  function automatic logic [RowBits:0] quotient_of(input logic [InBits-1:0] a);
    quotient_of = (Binary != 0) ? {1'b0, a[BankWidth +: RowBits]} : (RowBits + 1)'((OutBits'(a) * Reciprocal) >> Shift);
  endfunction

  function automatic logic [RowBits-1:0] row_of(input logic [InBits-1:0] a);
    row_of = RowBits'(quotient_of(a)) & RowBits'(NumRows - 1);
  endfunction

  function automatic logic [BankWidth-1:0] place_of(input logic [InBits-1:0] a);
    place_of = (Binary != 0) ? a[BankWidth-1:0] : BankWidth'(a) - BankWidth'(32'(quotient_of(a)) * Width);
  endfunction

  // Bank k moved on by `by` places, both below Width.
  function automatic logic [BankWidth-1:0] moved_on(input logic [BankWidth-1:0] k, input logic [BankWidth-1:0] by);
    logic [BankWidth:0] sum;
    sum = {1'b0, k} + {1'b0, by};
    moved_on = (Binary != 0 || 32'(sum) < Width) ? sum[BankWidth-1:0] : BankWidth'(32'(sum) - Width);
  endfunction

  // The key: entry j is r_j for random-shift and random-xor; column j of M, what row bit j flips, for h3;
  // T1[j], from LowRows on T2[j - LowRows], for tabulation.
  function automatic int key_entries(input logic [159:0] name, input int rows);
    case (name)
      "identity", "pad", "xor-swizzle", "xor-fold", "swizzle", "ipoly": key_entries = 0;
      "random-shift", "random-xor":              key_entries = rows;
      "h3":                                      key_entries = RowBits;
      "tabulation":                              key_entries = LowRows + ((rows > LowRows) ? rows / LowRows : 1);
      default:                                   key_entries = -1;  // no such mapping
    endcase
  endfunction

  localparam int KeyEntries = key_entries(Name, NumRows);
  localparam int KeyBits = (KeyEntries > 1) ? $clog2(KeyEntries) : 1;

  logic [BankWidth-1:0] key_q [(KeyEntries > 0) ? KeyEntries : 1];

  // What is written: a region's bit, or an entry of the key.
  wire logic to_region   = (Regions > 0) ? key_index_i[31] : 1'b0;
  wire logic entry_valid = key_valid_i & ~to_region;

  always_ff @(posedge clk_i) begin : load_key
    if (entry_valid) key_q[KeyBits'(key_index_i)] <= BankWidth'(key_value_i);
  end

  // x^(n+i) mod P for each row bit i, where n = log2(Width) and P is the smallest primitive polynomial of that
  // degree: without its leading term, x^2+1 for 32 banks and x+1 for all others up to 128.
  function automatic logic [RowBits*BankWidth-1:0] powers_mod(input logic [BankWidth-1:0] polynomial);
    logic [BankWidth-1:0] power;
    power      = BankWidth'(1);
    powers_mod = '0;
    for (int unsigned e = 1; e < BankWidth + RowBits; e++) begin
      power = (power << 1) ^ (polynomial & {BankWidth{power[BankWidth-1]}});
      if (e >= BankWidth) powers_mod[(e - BankWidth)*BankWidth +: BankWidth] = power;
    end
  endfunction

  localparam logic [RowBits*BankWidth-1:0] Powers = powers_mod((Width == 32) ? BankWidth'(5) : BankWidth'(3));

  // k ^ M*j over GF(2): k XOR the columns of M at which row j has a one. The columns are the powers for ipoly and the
  // entries of the key for h3. Four at a time, as one chain would be deep. A parity for each bit of the bank would
  // simulate slower.
  function automatic logic [BankWidth-1:0] xor_product(input logic [RowBits-1:0] j, input logic [BankWidth-1:0] k);
    logic [BankWidth-1:0] four;
    xor_product = k;
    for (int unsigned first = 0; first < RowBits; first += 4) begin
      four = '0;
      for (int unsigned i = first; i < first + 4 && i < RowBits; i++) begin
        four = four ^ (((Name == "h3") ? key_q[KeyBits'(i)] : Powers[i*BankWidth +: BankWidth]) & {BankWidth{j[i]}});
      end
      xor_product = xor_product ^ four;
    end
  endfunction

  // The bits of bank k that a swizzle flips, by others of the address {j, k}.
  function automatic logic [BankWidth-1:0] swizzled(input logic [RowBits-1:0] j, input logic [BankWidth-1:0] k);
    logic [RowBits+BankWidth-1:0] a;
    a = {j, k};
    swizzled = k;
    for (int b = 0; b < BankWidth; b++) begin
      if (b >= SwizzleTo && b < SwizzleTo + SwizzleB && b + SwizzleS < RowBits + BankWidth) begin
        swizzled[b] = k[b] ^ a[(b + SwizzleS) % (RowBits + BankWidth)];
      end
    end
  endfunction

  // The two tables of shifts: k moved by the entry r_j.
  function automatic logic [BankWidth-1:0] moved(input logic [BankWidth-1:0] k, input logic [BankWidth-1:0] entry);
    logic [BankWidth-1:0] by;
    by = (Binary != 0 || 32'(entry) < Width) ? entry : BankWidth'(32'(entry) - Width);
    moved = (Name == "random-xor") ? k ^ by : moved_on(k, by);
  endfunction

  // The mappings. Behind each name, for tests/rtl/mapping_cost.sh: at most so many gates for a request, and bits of the
  // key, with B = log2(Width), R = log2(NumRows) and N = NumRows.
  function automatic logic [BankWidth-1:0] bank_of(input logic [RowBits-1:0] j, input logic [BankWidth-1:0] k);
    case (Name)
      // bank k: DMM, SDMM
      "identity":      // 0 gates, 0 bits
        bank_of = k;
      // bank (k + j) mod Width: as CUDA kernels pad every row by one word (tile[32][33]), without the extra words.
      "pad":           // 6*B gates, 0 bits
        bank_of = moved_on(k, place_of(InBits'(j)));
      // bank k ^ (j mod Width): CUTLASS, Swizzle<5, 0, 5> for 32 banks.
      "xor-swizzle":   // B gates, 0 bits
        bank_of = k ^ BankWidth'(j);
      // bank k ^ (j mod Width) ^ (j div Width): Frailong, Jalby, Lenfant, "XOR-schemes", ICPP 1985.
      "xor-fold":      // 2*B gates, 0 bits
        bank_of = k ^ BankWidth'(j) ^ BankWidth'(32'(j) >> BankWidth);
      // bank Swizzle<B, M, S>(4*a) div 4 mod Width: CuTe's swizzle of the byte address, without numbers <3, 4, 3>,
      // TMA's of 128 bytes. Bits of the row stay.
      "swizzle":       // B gates, 0 bits
        bank_of = swizzled(j, k);
      // bank k ^ (j(x) * x^n mod P), the row as a polynomial over GF(2); all its bits take part. Rau,
      // "Pseudo-randomly interleaved memory", ISCA 1991; GPGPU-Sim for 16, 32 and 64 banks.
      "ipoly":         // B*R gates, 0 bits
        bank_of = xor_product(j, k);
      // bank (k + r_j) mod Width: RSDMM. Nakano, Matsumae, Ito, "The random address shift ...", CANDAR 2013; with a
      // random permutation of 0 .. Width-1 for every block of Width rows as its key "rap", ICPPW 2014.
      "random-shift":  // 5*B*(N-1)/4 + 6*B gates, B*N bits
        bank_of = moved(k, key_q[KeyBits'(j)]);
      // bank k ^ r_j, the random shift without its carry chain. Ours: Theorem 6 of the super-warp paper needs only
      // a permutation of every row and uniform independent r_j, so it holds for it, too.
      "random-xor":    // 5*B*(N-1)/4 + B gates, B*N bits
        bank_of = moved(k, key_q[KeyBits'(j)]);
      // bank k ^ M*j over GF(2), M a random matrix: Carter, Wegman, "Universal classes of hash functions", JCSS
      // 1979, class H3.
      "h3":            // 2*B*R + B gates, B*R bits
        bank_of = xor_product(j, k);
      // bank k ^ T1[j mod 64] ^ T2[j div 64], small random tables: Carter, Wegman; Patrascu, Thorup, "The power of
      // simple tabulation hashing", J. ACM 2012.
      "tabulation":    // 5*B*(64+N/64)/4 + 2*B gates, B*(64+N/64) bits
        bank_of = k ^ key_q[KeyBits'(32'(j) % LowRows)] ^ key_q[KeyBits'(LowRows + 32'(j) / LowRows)];
      default:
        bank_of = '0;
    endcase
  endfunction

  localparam int RegionBits  = (Regions > 1) ? $clog2(Regions) : 1;
  localparam int RegionShift = $clog2(RegionRows);

  logic [(1 << RegionBits)-1:0] region_on;

  if (Regions > 0) begin : gen_regions
    logic [(1 << RegionBits)-1:0] region_on_q;
    always_ff @(posedge clk_i) begin : load_region
      if (key_valid_i && to_region) region_on_q[RegionBits'(key_index_i)] <= key_value_i[0];
    end
    assign region_on = region_on_q;
  end else begin : gen_everywhere
    assign region_on = '1;
  end

  // The region of row j.
  function automatic logic [RegionBits-1:0] region_of(input logic [RowBits-1:0] j);
    region_of = (Regions > 1) ? RegionBits'(32'(j) >> RegionShift) : '0;
  endfunction

  // First and last rows of the regions, if they have a table.
  localparam int Bounds    = (RegionRows == 0) ? 2 * Regions : 0;
  localparam int BoundBits = (Bounds > 2) ? $clog2(Bounds) : 1;
  logic [RowBits-1:0] bound_q [(Bounds > 0) ? Bounds : 1];

  always_ff @(posedge clk_i) begin : load_bound
    if (Bounds > 0 && key_valid_i && to_region) bound_q[BoundBits'(key_index_i)] <= RowBits'(key_value_i);
  end

  // The mapping is on in row j.
  function automatic logic on_in(input logic [RowBits-1:0] j);
    on_in = (Bounds > 0) ? 1'b0 : region_on[region_of(j)];
    for (int q = 0; q < Bounds; q += 2) on_in |= bound_q[q] <= j && j <= bound_q[q + 1];
  endfunction

  localparam int Shifts = (Name == "random-shift" || Name == "random-xor") ? 1 : 0;
  localparam int Table  = (Shifts != 0) ? Ports : 0;

  // For each request its entry of the table, where the table is not read in bank_of().
  logic [NumRequests*BankWidth-1:0] entries;

  // Addresses to look up, and for each its location where the mapping is off, if that is not the identity.
  logic [NumRequests*AddrWidth-1:0] addresses, off;
  localparam int OffMapped = (Regions > 0 && OffText != 160'("identity")) ? 1 : 0;

  function automatic logic [NumRequests*AddrWidth-1:0] locations_of(input logic [NumRequests*AddrWidth-1:0] addrs,
                                                                    input logic [NumRequests*BankWidth-1:0] from_table,
                                                                    input logic [NumRequests*AddrWidth-1:0] elsewhere);
    logic [RowBits-1:0]   row;
    logic [BankWidth-1:0] place, bank;
    for (int unsigned i = 0; i < NumRequests; i++) begin
      row   = row_of(addrs[i*AddrWidth +: InBits]);
      place = place_of(addrs[i*AddrWidth +: InBits]);
      bank  = (Table != 0) ? moved(place, from_table[i*BankWidth +: BankWidth]) : bank_of(row, place);
      if (Regions > 0 && !on_in(row)) bank = (OffMapped != 0) ? elsewhere[i*AddrWidth +: BankWidth] : place;
      locations_of[i*AddrWidth +: AddrWidth] = {(AddrWidth - BankWidth)'(row), bank};
    end
  endfunction

  if (Table == 1) begin : gen_ports
    logic [KeyEntries*BankWidth-1:0] key;

    for (genvar j = 0; j < KeyEntries; j++) begin : gen_entry
      assign key[j*BankWidth +: BankWidth] = key_q[j];
    end
    for (genvar i = 0; i < NumRequests; i++) begin : gen_port
      key_port #(
        .Entries(KeyEntries), .EntryWidth(BankWidth), .IndexWidth(RowBits)
      ) u_port (
        .key_i(key), .index_i(row_of(addr_i[i*AddrWidth +: InBits])), .entry_o(entries[i*BankWidth +: BankWidth])
      );
    end
  end else if (Table == 2) begin : gen_copies
    for (genvar i = 0; i < NumRequests; i++) begin : gen_copy
      wire logic [KeyBits-1:0] row = KeyBits'(row_of(addr_i[i*AddrWidth +: InBits]));
      // A macro has one port: a key is not loaded on an edge that accepts.
      bank_sync #(
        .NumRows(KeyEntries), .DataWidth(BankWidth)
      ) u_table (
        .clk_i, .access_i(accept_i | entry_valid), .write_i(entry_valid),
        .row_i(entry_valid ? KeyBits'(key_index_i) : row), .data_i(BankWidth'(key_value_i)),
        .data_o(entries[i*BankWidth +: BankWidth])
      );
    end
  end else begin : gen_none
    assign entries = '0;
  end

  if (Table == 2) begin : gen_hold_addresses
    logic [NumRequests*AddrWidth-1:0] addr_q;
    always_ff @(posedge clk_i) begin : hold
      if (accept_i) addr_q <= addr_i;
    end
    assign addresses = addr_q;
  end else begin : gen_addresses
    assign addresses = addr_i;
  end

  if (OffMapped != 0) begin : gen_off
    rsu #(
      .Mapping(OffMapping), .Width(Width), .NumRequests(NumRequests), .NumRows(NumRows), .AddrWidth(AddrWidth),
      .Hold(2), .Ports(0), .Regions(0), .RegionRows(1), .OffMapping("identity")
    ) u_off (
      .clk_i, .key_valid_i(1'b0), .key_index_i, .key_value_i, .accept_i(1'b0), .addr_i(addresses), .location_o(off)
    );
  end else begin : gen_off_identity
    assign off = '0;
  end

  if (Table == 2 || Hold == 2) begin : gen_always
    assign location_o = locations_of(addresses, entries, off);
  end else if (Hold == 1) begin : gen_hold_locations
    always_ff @(posedge clk_i) begin : hold
      if (accept_i) location_o <= locations_of(addresses, entries, off);
    end
  end else begin : gen_through
    assign location_o = accept_i ? locations_of(addresses, entries, off) : '0;
  end

  if (KeyEntries < 0 || (Name != Text && Name != "swizzle") || 512'(Mapping) != 512'(Text))
    Mapping_must_be_one_of_rsu u_bad_mapping ();
  localparam int AnyBanks = (Name == "identity" || Name == "pad" || Name == "random-shift") ? 1 : 0;
  if (Binary == 0 && AnyBanks == 0 && KeyEntries >= 0)
    Mapping_must_be_one_that_flips_no_bits_unless_the_banks_are_a_power_of_two u_bad_banks ();
  if (Ports == 2 && Shifts != 0 && Hold != 1) Ports_must_be_less_than_2_without_Hold u_bad_ports ();
  if (SwizzleM < 2 || (SwizzleS < SwizzleB && -SwizzleS < SwizzleB))
    Mapping_must_be_a_swizzle_with_M_from_2_and_S_from_B_on u_bad_swizzle ();
  if (Regions < 0 || (Regions & (Regions - 1)) != 0) Regions_must_be_0_or_a_power_of_two u_bad_regions ();
  if (RegionRows < 0 || (RegionRows & (RegionRows - 1)) != 0)
    RegionRows_must_be_0_or_a_power_of_two u_bad_region_rows ();
  if (key_entries(name_of(OffText), NumRows) > 0 || 512'(OffMapping) != 512'(OffText))
    OffMapping_must_be_one_without_a_key u_bad_off ();
  if (Name == "ipoly" && Width > 128) Width_must_be_at_most_128_for_ipoly u_bad_width ();

  ////////////////
  // Assertions //
  ////////////////

  always @(posedge clk_i) begin
    if (key_valid_i) begin
      begin : NoDispatchWhileKeyIsLoaded assert (!accept_i); end
    end
  end

  // Ranges; machine_limits.sv says how.
  if (NumRows < 1 || (NumRows & (NumRows - 1)) != 0) NumRows_must_be_a_power_of_two u_bad_num_rows ();
  if (Hold < 0 || Hold > 2) Hold_must_be_0_to_2 u_bad_hold ();
  if (Ports < 0 || Ports > 2) Ports_must_be_0_to_2 u_bad_ports ();

endmodule
