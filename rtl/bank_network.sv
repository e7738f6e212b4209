// SPDX-License-Identifier: Apache-2.0
// Routing network: takes the requests that lead in a slot from their lanes to their banks in small steps, with
// registers between them.
//
// Batcher's odd-even merge sort puts the requests in the order of their banks, idle lanes last. Then the requests are
// in the first places, each at or below its bank's number. An expanding banyan moves them up to their banks: first by
// Width/2 places, then by half of that, and so on. Requests in this order never meet on the way.
//
//   places  sorter: k(k+1)/2 levels of comparators, k = $clog2(NumRequests)  banyan: $clog2(Width) levels of switches
//
// Contract   what leads in a slot comes out at the banks Stages cycles later. Obligation: at most one request leads in
//            a bank.
// Cost       two words through 2-to-1 multiplexers in every comparator and switch, and NumRequests words in every
//            register. The levels between two registers set the clock.
// Source     theoretical-models chapter, Section 2: "the actual architecture should involve a multistage
//            interconnection network or sorting network"; K. E. Batcher, Sorting networks and their applications, 1968;
//            docs/cost.md "Routing to the banks".

module bank_network #(
  // Defaults are in range because Yosys elaborates them, too.
  parameter int Width       = 2,  // banks, a power of two, 2 to 1 << $clog2(NumRequests)
  parameter int NumRequests = 2,  // lanes
  parameter int Bits        = 1,  // of what a request brings along
  parameter int Stages      = 1,  // registers, one at the inputs, the others evenly between the levels

  localparam int BankWidth = $clog2(Width)
) (
  input  logic                             clk_i,
  input  logic [NumRequests-1:0]           leads_i,  // lanes whose request is the one of its bank
  input  logic [NumRequests*BankWidth-1:0] bank_i,   // bank of each lane's request
  input  logic [NumRequests*Bits-1:0]      bits_i,   // goes to the bank
  output logic [Width-1:0]                 valid_o,  // the bank has a request
  output logic [Width*Bits-1:0]            bits_o    // of that request; meaningless without one
);

  localparam int Places  = 1 << $clog2(NumRequests);
  localparam int Levels  = $clog2(NumRequests) * ($clog2(NumRequests) + 1) / 2 + BankWidth;
  localparam int Element = 1 + BankWidth + Bits;  // {idle, bank, bits}

  logic [Places*Element-1:0] enters;
  logic [Places*Element-1:0] place [Stages];  // behind the levels of each stage

  always_comb begin : enter
    for (int i = 0; i < Places; i++) enters[i*Element +: Element] = {1'b1, {(Element - 1){1'b0}}};
    for (int i = 0; i < NumRequests; i++) begin
      enters[i*Element +: Element] =
          {~leads_i[i], {bank_i[i*BankWidth +: BankWidth], bits_i[i*Bits +: Bits]} & {(Element - 1){leads_i[i]}}};
    end
  end

  for (genvar n = 0; n < Stages; n++) begin : gen_stage
    localparam int First = n * Levels / Stages;
    logic [Places*Element-1:0] place_q;
    always_ff @(posedge clk_i) place_q <= (n == 0) ? enters : place[(n == 0) ? 0 : n - 1];
    network_levels #(
      .Places(Places), .BankWidth(BankWidth), .Bits(Bits), .First(First), .Count((n + 1) * Levels / Stages - First)
    ) u_levels (
      .from_i(place_q), .to_o(place[n])
    );
  end

  always_comb begin : leave
    for (int b = 0; b < Width; b++) begin
      valid_o[b]             = !place[Stages-1][b*Element + Element - 1];
      bits_o[b*Bits +: Bits] = place[Stages-1][b*Element +: Bits];
    end
  end

  if (Width < 2 || (Width & (Width - 1)) != 0 || Width > Places)
    NumBanks_must_be_with_Route_a_power_of_two_up_to_1_shifted_by_clog2_of_the_requests u_bad_banks ();
  if (Stages < 1 || Stages > Levels) Route_must_be_1_to_the_levels_of_the_network u_bad_route ();

endmodule
