// SPDX-License-Identifier: Apache-2.0
// Routes slots to the banks in Stages cycles, through a network instead of multiplexers (bank_network.sv), and keeps
// the lanes of each slot beside it. What comes out is a slot for the MMU.
//
// A slot that enters stage 1 in time unit t is in front of the MMU in t + Stages. The MMU's own pipeline is shorter by
// as many stages, so every slot reaches the banks in stage l as without this unit. l is Stages + 1 at least.
//
// Contract   a slot is conflict-free: at most one of its requests leads in a bank.
// Source     of bank_network.sv.

module slot_router #(
  // Defaults are in range because Yosys elaborates them, too.
  parameter int Width       = 2,  // banks, a power of two >= 2
  parameter int NumRequests = 2,  // requests that a slot can serve
  parameter int AddrWidth   = 3,  // bits of an address lane, one more than a location needs
  parameter int DataWidth   = 1,  // bits of a word
  parameter int TagWidth    = 1,  // bits of a dispatch's name
  parameter int Stages      = 1   // of the route, >= 1
) (
  input  logic                             clk_i,
  input  logic                             rst_ni,             // synchronous, active low

  input  logic                             slot_valid_i,
  input  logic                             slot_write_i,       // all requests of the slot write; else they read
  input  logic [NumRequests-1:0]           slot_leads_i,       // requests that go to their banks
  input  logic [NumRequests*DataWidth-1:0] slot_data_i,        // words to write, don't care on a read
  input  logic [NumRequests-1:0]           slot_served_i,      // lanes that the slot serves
  input  logic [NumRequests*AddrWidth-1:0] slot_addr_i,        // location {0, row, bank} of each lane's request
  input  logic [TagWidth-1:0]              slot_tag_i,         // of the one dispatch that a slot serves
  input  logic                             slot_complete_i,    // the dispatch's last slot

  // The slot that entered Stages cycles ago (mmu.sv).
  output logic                             slot_valid_o,
  output logic [Width*AddrWidth-1:0]       slot_bank_req_o,    // per bank {valid, row, bank}
  output logic [Width-1:0]                 slot_bank_write_o,
  output logic [Width*DataWidth-1:0]       slot_bank_data_o,   // per bank the word to write
  output logic [NumRequests-1:0]           slot_served_o,
  output logic [NumRequests*AddrWidth-1:0] slot_addr_o,        // {0, bank} of each lane's request: its way back
  output logic [TagWidth-1:0]              slot_tag_o,
  output logic                             slot_complete_o
);

  localparam int BankWidth = $clog2(Width);
  localparam int RowWidth  = AddrWidth - 1 - BankWidth;
  localparam int Bits      = RowWidth + DataWidth;  // {word, row}

  logic [NumRequests*BankWidth-1:0] bank;
  logic [NumRequests*Bits-1:0]      bits;
  logic [Width-1:0]                 bank_valid;
  logic [Width*Bits-1:0]            bank_bits;

  always_comb begin : take_apart
    for (int i = 0; i < NumRequests; i++) begin
      bank[i*BankWidth +: BankWidth] = slot_addr_i[i*AddrWidth +: BankWidth];
      bits[i*Bits +: Bits] = {slot_data_i[i*DataWidth +: DataWidth], slot_addr_i[i*AddrWidth+BankWidth +: RowWidth]};
    end
  end

  bank_network #(
    .Width(Width), .NumRequests(NumRequests), .Bits(Bits), .Stages(Stages)
  ) u_network (
    .clk_i, .leads_i(slot_leads_i), .bank_i(bank), .bits_i(bits), .valid_o(bank_valid), .bits_o(bank_bits)
  );

  always_comb begin : put_together
    for (int b = 0; b < Width; b++) begin
      slot_bank_req_o[b*AddrWidth +: AddrWidth] =
          {1'b1, bank_bits[b*Bits +: RowWidth], BankWidth'(b)} & {AddrWidth{bank_valid[b]}};
      slot_bank_data_o[b*DataWidth +: DataWidth] = bank_bits[b*Bits+RowWidth +: DataWidth];
    end
  end

  // The lanes of the slots on their way, the one that entered last lowest. No arrays: behind a wire from a word of one
  // Icarus Verilog 11 has given unknown bits.
  localparam int LaneBanks = NumRequests * BankWidth;
  logic [Stages-1:0]             valid_q, write_q, complete_q;
  logic [Stages*NumRequests-1:0] served_q;
  logic [Stages*LaneBanks-1:0]   bank_q;
  logic [Stages*TagWidth-1:0]    tag_q;

  always_ff @(posedge clk_i) begin
    valid_q    <= rst_ni ? Stages'({valid_q, slot_valid_i}) : '0;
    write_q    <= Stages'({write_q, slot_write_i});
    complete_q <= Stages'({complete_q, slot_complete_i});
    served_q   <= (Stages*NumRequests)'({served_q, slot_served_i});
    bank_q     <= (Stages*LaneBanks)'({bank_q, bank});
    tag_q      <= (Stages*TagWidth)'({tag_q, slot_tag_i});
  end

  always_comb begin : banks_of_lanes
    for (int i = 0; i < NumRequests; i++) begin
      slot_addr_o[i*AddrWidth +: AddrWidth] = AddrWidth'(bank_q[(Stages-1)*LaneBanks + i*BankWidth +: BankWidth]);
    end
  end

  assign slot_valid_o      = valid_q[Stages-1];
  assign slot_bank_write_o = {Width{write_q[Stages-1]}};
  assign slot_complete_o   = complete_q[Stages-1];
  assign slot_served_o     = served_q[(Stages-1)*NumRequests +: NumRequests];
  assign slot_tag_o        = tag_q[(Stages-1)*TagWidth +: TagWidth];

  ////////////////
  // Assertions //
  ////////////////

  // Every request that enters the network arrives: the banks of a slot with served lanes have some.
  always @(posedge clk_i) begin : check
    logic [Width-1:0] led, twice;  // banks in which a request leads, or two
    if (rst_ni && slot_valid_o) begin
      begin : RequestsArrive assert ((|bank_valid) == (|slot_served_o)); end
    end
    if (rst_ni && slot_valid_i) begin
      led   = '0;
      twice = '0;
      for (int i = 0; i < NumRequests; i++) begin
        if (slot_leads_i[i]) begin
          twice = twice | (led & (Width'(1) << bank[i*BankWidth +: BankWidth]));
          led   = led | (Width'(1) << bank[i*BankWidth +: BankWidth]);
        end
      end
      begin : OneRequestLeadsInABank assert (twice == '0); end
    end
  end

  // Ranges; machine_limits.sv says how.
  if (Stages < 1) Stages_must_be_at_least_1 u_bad_stages ();

endmodule
