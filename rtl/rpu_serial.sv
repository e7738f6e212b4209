// SPDX-License-Identifier: Apache-2.0
// Serial request packing unit: takes a super warp of SuperWarp warps one warp a cycle, gives every request its slot as
// it arrives, and takes in the next super warp while the slots of this one leave.
//
// Slots and their lanes are those of rpu_batch.sv; the ports of a dispatch are one warp wide. A super warp of
// congestion c leaves as c slots in consecutive cycles, and the next one SuperWarp cycles after its first slot or
// behind its last one, whichever is later.
//
// Handshake  valid/ready; ready does not depend on valid. Every super warp goes in as SuperWarp warps in their order,
//            also those that request nothing; obligation: all with its tag, all reading or all writing. Its last warp
//            waits at the port until the last slot of the super warp before it.
// Timing     SuperWarp = 2, Intake = 1; A: congestion 3, B: congestion 1:
//
//              clk       _/~\_/~\_/~\_/~\_/~\_/~\_
//              dispatch  A.0 A.1 B.0 B.1 B.1
//              ready      1   1   1   0   1
//              slot              A0  A1  A2  B0
//              complete          0   0   1   1
//
// Intake     2: a register between comparing and counting, for silicon. A first slot comes one cycle later, the next
//            super warp still SuperWarp cycles after it.
// Cost       warp_matches.sv, warp_places.sv (warp_places_loop.sv where it is to simulate fast), slot_gather.sv;
//            2*SuperWarp - 2 + Intake warps are kept.
// Source     super-warp paper, abstract and figs. 1 and 6; docs/spec/serial.md.

module rpu_serial #(
  // Defaults are in range because Yosys elaborates them, too.
  parameter int Width     = 0,  // threads of a warp
  parameter int NumBanks  = Width,
  parameter int SuperWarp = 2,  // warps of a super warp, >= 2
  parameter int AddrWidth = 0,  // bits of an address lane, one more than a location needs
  parameter int DataWidth = 0,  // bits of a word
  parameter int TagWidth  = 0,  // bits of the dispatch's name
  parameter int Shallow   = 0,  // 1: logarithmic depth, for silicon; 0: fast to simulate
  parameter int Intake    = 1,  // cycles from a warp's arrival to its places, 1 or 2

  localparam int NumRequests = SuperWarp * Width
) (
  input  logic                             clk_i,
  input  logic                             rst_ni,             // synchronous, active low

  // The next warp of a super warp.
  input  logic                             dispatch_valid_i,
  output logic                             dispatch_ready_o,
  input  logic                             dispatch_write_i,
  input  logic [TagWidth-1:0]              dispatch_tag_i,     // returned with every slot
  input  logic [Width-1:0]                 dispatch_active_i,  // threads that request
  input  logic [Width*DataWidth-1:0]       dispatch_data_i,    // don't care on a read
  input  logic [Width*AddrWidth-1:0]       location_i,         // of its threads {0, row, bank}, in the same cycle

  // The slot of this cycle (mmu.sv).
  output logic                             slot_valid_o,
  output logic [NumBanks*AddrWidth-1:0]    slot_bank_req_o,    // per bank {valid, row, bank}
  output logic [NumBanks-1:0]              slot_bank_write_o,
  output logic [NumBanks*DataWidth-1:0]    slot_bank_data_o,   // per bank the word to write
  output logic [NumRequests-1:0]           slot_served_o,      // threads this slot serves
  output logic [NumRequests*AddrWidth-1:0] slot_addr_o,        // location of every thread's request
  output logic [TagWidth-1:0]              slot_tag_o,         // of the one dispatch that a slot serves
  output logic                             slot_complete_o     // the dispatch's last slot
);

  localparam int Earlier    = (SuperWarp > 1) ? SuperWarp - 1 : 1;
  localparam int PlaceWidth = (Shallow != 0) ? $clog2(NumRequests) : AddrWidth;  // whole lanes simulate faster
  localparam int CountWidth = $clog2(Earlier + 1);
  localparam int BankWidth  = (NumBanks > 1) ? $clog2(NumBanks) : 1;
  localparam int Locations  = AddrWidth - Shallow;  // bits of a location: silicon leaves out the leading 0
  localparam int Held       = Earlier - 1 + Intake;   // warps that are in and not served: all but the last, or all

  localparam logic [CountWidth-1:0] Last = CountWidth'(SuperWarp - 1);

  // A warp arrives.
  wire logic             arrives = dispatch_valid_i & dispatch_ready_o;
  logic [CountWidth-1:0] arrival_q;  // its place in its super warp

  // The warps of a super warp as they arrive.
  logic [Held*Width-1:0]           in_active_q;
  logic [Held*Width*Locations-1:0] in_location_q;
  logic [Held*Width*DataWidth-1:0] in_data_q;

  logic [Width*Locations-1:0] location;

  always_comb begin : cut
    for (int i = 0; i < Width; i++) location[i*Locations +: Locations] = location_i[i*AddrWidth +: Locations];
  end

  always_ff @(posedge clk_i) begin : take_in
    if (!rst_ni) begin
      arrival_q <= '0;
    end else if (arrives) begin
      arrival_q <= (arrival_q == Last) ? '0 : arrival_q + 1'b1;
    end
    for (int m = 0; m < Held; m++) begin
      if (arrives && arrival_q == CountWidth'(m)) begin
        in_active_q[m*Width +: Width]                       <= dispatch_active_i;
        in_location_q[m*Width*Locations +: Width*Locations] <= location;
        if (dispatch_write_i) in_data_q[m*Width*DataWidth +: Width*DataWidth] <= dispatch_data_i;
      end
    end
  end

  // The warp that gets its places, and the super warp whose last it is.
  logic                            more_q;  // another slot follows this cycle's
  logic                            warp_valid, warp_write, warp_last;
  logic [TagWidth-1:0]             warp_tag;
  logic [CountWidth-1:0]           warp_number;
  logic [Width-1:0]                warp_leads;   // requests that are the first to want their address
  logic [NumRequests-1:0]          all_active, all_leads;
  logic [NumRequests*Locations-1:0] all_location;
  logic [NumRequests*DataWidth-1:0] all_data;

  wire logic free  = ~warp_last | ~more_q;
  wire logic goes  = warp_valid & free;
  wire logic loads = goes & warp_last;

  if (Intake == 1) begin : gen_at_once
    assign warp_valid       = dispatch_valid_i;
    assign warp_write       = dispatch_write_i;
    assign warp_last        = arrival_q == Last;
    assign warp_tag         = dispatch_tag_i;
    assign warp_number      = arrival_q;
    assign all_active       = {dispatch_active_i, in_active_q};
    assign all_location     = {location, in_location_q};
    assign all_data         = {dispatch_data_i, in_data_q};
    assign dispatch_ready_o = free;
  end else if (Intake == 2) begin : gen_register
    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        warp_valid <= 1'b0;
      end else if (dispatch_ready_o) begin
        warp_valid <= dispatch_valid_i;
      end
      if (arrives) begin
        warp_write  <= dispatch_write_i;
        warp_last   <= arrival_q == Last;
        warp_tag    <= dispatch_tag_i;
        warp_number <= arrival_q;
      end
    end
    assign all_active       = in_active_q;
    assign all_location     = in_location_q;
    assign all_data         = in_data_q;
    assign dispatch_ready_o = free | ~warp_valid;
  end else begin : gen_bad_intake
    Intake_must_be_1_or_2 u_error ();
  end

  logic [Earlier*Width*PlaceWidth-1:0] in_place_q;  // of the warps before the last
  logic [Earlier*Width-1:0]            in_leads_q;
  logic [NumBanks*PlaceWidth-1:0]      count_q;     // addresses of each bank
  logic                                many_q;      // they need more than one slot
  logic [Width*PlaceWidth-1:0]         place;
  logic [NumBanks*PlaceWidth-1:0]      count;
  logic [Width-1:0]                    later;

  // The requests of the warps before warp number `number`.
  function automatic logic [Earlier*Width-1:0] warps_before(input logic [CountWidth-1:0] number);
    for (int m = 0; m < Earlier; m++) warps_before[m*Width +: Width] = {Width{CountWidth'(m) < number}};
  endfunction

  wire logic [Earlier*Width*Locations-1:0] in_location = in_location_q[Earlier*Width*Locations-1:0];

  if (Shallow == 0) begin : gen_loop
    logic [Width-1:0]           active;
    logic [Width*Locations-1:0] wanted;

    if (Intake == 1) begin : gen_wires
      assign active = dispatch_active_i;
      assign wanted = location;
    end else begin : gen_registers
      always_ff @(posedge clk_i) begin
        if (arrives) begin
          active <= dispatch_active_i;
          wanted <= location;
        end
      end
    end

    warp_places_loop #(
      .Width(Width), .NumBanks(NumBanks), .Earlier(Earlier), .AddrWidth(Locations), .PlaceWidth(PlaceWidth)
    ) u_places (
      .active_i(active), .addr_i(wanted), .earlier_active_i(in_active_q[Earlier*Width-1:0] & warps_before(warp_number)),
      .earlier_addr_i(in_location), .earlier_place_i(in_place_q), .count_i(count_q), .place_o(place),
      .leads_o(warp_leads), .later_o(later), .count_o(count)
    );
  end else begin : gen_tree
    logic [Width*Earlier*Width-1:0] found, warp_found;
    logic [Width-1:0]               leads;
    logic [Width*Width-1:0]         ahead, warp_ahead;
    logic [Width*BankWidth-1:0]     bank, warp_bank;

    warp_matches #(
      .Width(Width), .BankWidth(BankWidth), .Earlier(Earlier), .AddrWidth(Locations)
    ) u_matches (
      .active_i(dispatch_active_i), .addr_i(location),
      .earlier_active_i(in_active_q[Earlier*Width-1:0] & warps_before(arrival_q)), .earlier_addr_i(in_location),
      .found_o(found), .leads_o(leads), .ahead_o(ahead)
    );

    always_comb begin : cut_bank
      for (int i = 0; i < Width; i++) bank[i*BankWidth +: BankWidth] = location[i*Locations +: BankWidth];
    end

    if (Intake == 1) begin : gen_wires
      assign {warp_leads, warp_bank, warp_found, warp_ahead} = {leads, bank, found, ahead};
    end else begin : gen_registers
      always_ff @(posedge clk_i) begin
        if (arrives) {warp_leads, warp_bank, warp_found, warp_ahead} <= {leads, bank, found, ahead};
      end
    end

    warp_places #(
      .Width(Width), .NumBanks(NumBanks), .Earlier(Earlier), .PlaceWidth(PlaceWidth)
    ) u_places (
      .bank_i(warp_bank), .found_i(warp_found), .leads_i(warp_leads), .ahead_i(warp_ahead),
      .earlier_place_i(in_place_q), .count_i(count_q), .place_o(place), .later_o(later), .count_o(count)
    );
  end
  assign all_leads = {warp_leads, in_leads_q};
  wire logic many = many_q | (|(later & warp_leads));

  always_ff @(posedge clk_i) begin : count_up
    if (!rst_ni || loads) begin
      count_q <= '0;
      many_q  <= 1'b0;
    end else if (goes) begin
      count_q <= count;
      many_q  <= many;
    end
    for (int m = 0; m < Earlier; m++) begin
      if (goes && warp_number == CountWidth'(m)) begin
        in_place_q[m*Width*PlaceWidth +: Width*PlaceWidth] <= place;
        in_leads_q[m*Width +: Width]                       <= warp_leads;
      end
    end
  end

  // The super warp that is served.
  logic [NumRequests-1:0]            active_q, leads_q, served_q;
  logic [NumRequests*Locations-1:0]  location_q;
  logic [NumRequests*PlaceWidth-1:0] place_q;
  logic [NumRequests*DataWidth-1:0]  data_q;
  logic [TagWidth-1:0]               tag_q;
  logic [PlaceWidth-1:0]             slot_q;  // number of the slot after this cycle's
  logic                              valid_q, write_q;
  logic [NumRequests-1:0]            first, next, after_next;

  // In every slot but the last some request has the slot after it, so both are known a cycle ahead: what the next slot
  // serves and whether one follows it.
  always_comb begin : look_ahead
    logic [NumRequests*PlaceWidth-1:0] places;
    places = {place, in_place_q};
    for (int i = 0; i < NumRequests; i++) begin
      first[i]      = all_active[i] &
                      ((i < Earlier * Width) ? ~|places[i*PlaceWidth +: PlaceWidth] : ~later[i % Width]);
      next[i]       = active_q[i] && place_q[i*PlaceWidth +: PlaceWidth] == slot_q;
      after_next[i] = active_q[i] && (PlaceWidth + 1)'(place_q[i*PlaceWidth +: PlaceWidth]) ==
                      (PlaceWidth + 1)'(slot_q) + 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin : move_on
    if (!rst_ni) begin
      valid_q <= 1'b0;
      more_q  <= 1'b0;
    end else if (loads) begin
      valid_q <= |all_active;
      more_q  <= many;
    end else begin
      valid_q <= more_q;
      more_q  <= more_q & (|after_next);
    end
    slot_q   <= loads ? PlaceWidth'(1) : slot_q + 1'b1;
    served_q <= loads ? first : next & {NumRequests{more_q}};
    if (loads) begin
      active_q   <= all_active;
      leads_q    <= all_leads;
      location_q <= all_location;
      place_q    <= {place, in_place_q};
      tag_q      <= warp_tag;
      write_q    <= warp_write;
      if (warp_write) data_q <= all_data;
    end
  end

  always_comb begin : widen
    for (int i = 0; i < NumRequests; i++) begin
      slot_addr_o[i*AddrWidth +: AddrWidth] = AddrWidth'(location_q[i*Locations +: Locations]);
    end
  end

  slot_gather #(
    .Width(NumBanks), .Warp(Width), .NumRequests(NumRequests), .AddrWidth(AddrWidth), .DataWidth(DataWidth),
    .Shallow(Shallow)
  ) u_to_banks (
    .write_i(write_q), .leads_i(leads_q & served_q), .addr_i(slot_addr_o), .data_i(data_q),
    .bank_req_o(slot_bank_req_o), .bank_data_o(slot_bank_data_o)
  );

  assign slot_valid_o      = valid_q;
  assign slot_served_o     = served_q;
  assign slot_bank_write_o = {NumBanks{write_q}};
  assign slot_tag_o        = tag_q;
  assign slot_complete_o   = ~more_q;

  ////////////////
  // Assertions //
  ////////////////

  logic [TagWidth:0] first_q;  // {kind, tag} of the first warp of the super warp that goes in

  always @(posedge clk_i) begin
    if (arrives && arrival_q == '0) first_q <= {dispatch_write_i, dispatch_tag_i};
    if (rst_ni && arrives && arrival_q != '0) begin
      begin : WarpsOfASuperWarpHaveOneTag assert (dispatch_tag_i == first_q[TagWidth-1:0]); end
      begin : WarpsOfASuperWarpHaveOneKind assert (dispatch_write_i == first_q[TagWidth]); end
    end
    if (rst_ni && slot_valid_o) begin
      begin : SlotServesSomething assert (|slot_served_o); end
    end
  end

  // Ranges; machine_limits.sv says how.
  if (SuperWarp < 2) SuperWarp_must_be_at_least_2 u_bad_super_warp ();
  if (Shallow < 0 || Shallow > 1) Shallow_must_be_0_or_1 u_bad_shallow ();

endmodule
