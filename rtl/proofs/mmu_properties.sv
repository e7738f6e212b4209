// SPDX-License-Identifier: Apache-2.0
// Laws of the MMU and its banks, for every latency and every sequence of slots: properties for scripts/prove.
//
//   M1  what enters in time unit t, a slot or none, is at the banks in t + l - 1, complete
//   M2  a lane that is served gets the word of its bank
//   M3  a bank reads the word that was written last
//
// The prover picks one slot (M1) and one cell (M3). Source: docs/spec/machines.md "One dispatch".

module mmu_properties #(
  parameter int Property   = 1,
  parameter int Width      = 4,
  parameter int MaxLatency = 8,
  parameter int Slices     = 1,  // of a word on its way back; 2 is the form for silicon
  parameter int SyncBanks  = 0,  // 1: banks like SRAM macros, and latencies from 2 on
  parameter int OneRow     = 0,  // 1: all requests of a slot show one row
  parameter int EnableWidth = 0, // byte enables of a write; M3 takes the whole word that the bank shows after it

  localparam int NumLanes     = Width,
  localparam int NumRows      = 2,
  localparam int DataWidth    = 2,
  localparam int WriteWidth   = EnableWidth + DataWidth,
  localparam int LeastLatency = 1 + SyncBanks,
  localparam int BankWidth    = $clog2(Width),
  localparam int AddrWidth    = BankWidth + 2,
  localparam int LatencyWidth = $clog2(MaxLatency + 1),
  localparam int SlotWidth    = Width * AddrWidth + Width + NumLanes + NumLanes * BankWidth + 2
) (
  input logic                          clk_i,
  input logic                          rst_ni,
  input logic [LatencyWidth-1:0]       latency_i,
  input logic                          slot_valid_i,
  input logic [Width*AddrWidth-1:0]    slot_bank_req_i,
  input logic [Width-1:0]              slot_bank_write_i,
  input logic [Width*WriteWidth-1:0]   slot_bank_data_i,
  input logic [NumLanes-1:0]           slot_served_i,
  input logic [NumLanes*AddrWidth-1:0] slot_addr_i,
  input logic                          slot_tag_i,
  input logic                          slot_complete_i,
  input logic                          pick_i,   // this slot
  input logic [BankWidth-1:0]          bank_i,   // this cell
  input logic                          row_i,
  input logic [BankWidth-1:0]          lane_i    // this lane
);

  logic                          access_valid, complete, tag;
  logic [Width*AddrWidth-1:0]    bank_req;
  logic [Width-1:0]              bank_write;
  logic [Width*DataWidth-1:0]    bank_data;
  logic [NumLanes-1:0]           lane_valid;
  logic [NumLanes*DataWidth-1:0] lane_data;
  logic [NumLanes*BankWidth-1:0] lane_bank, slot_bank;

  // The latency of the run: that of the last cycle in reset, LeastLatency to MaxLatency.
  wire logic [LatencyWidth-1:0] at_most =
    (latency_i > LatencyWidth'(MaxLatency)) ? LatencyWidth'(MaxLatency) : latency_i;
  wire logic [LatencyWidth-1:0] latency =
    (latency_i < LatencyWidth'(LeastLatency)) ? LatencyWidth'(LeastLatency) : at_most;
  logic                    started_q = 1'b0;
  logic [LatencyWidth-1:0] latency_q;
  wire logic               running = rst_ni & started_q;

  logic [Width*AddrWidth-1:0] slot_req;
  always_comb begin
    slot_req = slot_bank_req_i;
    if (OneRow != 0) begin
      for (int b = 0; b < Width; b++) begin
        slot_req[b*AddrWidth +: AddrWidth-1] = {slot_bank_req_i[BankWidth], BankWidth'(b)};
      end
    end
  end

  mmu #(
    .Width(Width), .NumLanes(NumLanes), .NumTags(1), .AddrWidth(AddrWidth), .DataWidth(DataWidth), .TagWidth(1),
    .NumRows(NumRows), .MaxLatency(MaxLatency), .ReturnLane(BankWidth), .Slices(Slices),
    .EnableWidth(EnableWidth), .SyncBanks(SyncBanks), .OneRow(OneRow)
  ) u_mmu (
    .clk_i, .rst_ni(running), .latency_i(latency),
    .slot_valid_i(slot_valid_i & running), .slot_bank_req_i(slot_req), .slot_bank_write_i, .slot_bank_data_i,
    .slot_served_i, .slot_addr_i, .slot_tag_i, .slot_complete_i,
    .access_valid_o(access_valid), .bank_req_o(bank_req), .bank_write_o(bank_write), .bank_data_o(bank_data),
    .lane_valid_o(lane_valid), .lane_bank_o(lane_bank), .lane_data_o(lane_data), .lane_tag_o(tag),
    .lane_complete_o(complete)
  );

  always_comb begin
    for (int i = 0; i < NumLanes; i++) slot_bank[i*BankWidth +: BankWidth] = slot_addr_i[i*AddrWidth +: BankWidth];
  end

  // M1: the picked slot, and for how long it has been under way.
  wire logic [SlotWidth-1:0] enters =
    {slot_req, slot_bank_write_i, slot_served_i, slot_bank, slot_tag_i, slot_complete_i};
  wire logic [SlotWidth-1:0] arrives = {bank_req, bank_write, lane_valid, lane_bank, tag, complete};
  logic                      under_way_q, valid_q;
  logic [SlotWidth-1:0]      slot_q;
  logic [LatencyWidth-1:0]   age_q;
  wire logic                 begins = pick_i & ~under_way_q;
  wire logic                 is_due = begins ? latency_q == LatencyWidth'(1) : under_way_q && age_q == latency_q;
  wire logic                 valid  = begins ? slot_valid_i : valid_q;
  wire logic [SlotWidth-1:0] slot   = begins ? enters : slot_q;

  // M3: the cell's word, once something has been written there.
  logic                      written_q = 1'b0;
  logic [DataWidth-1:0]      word_q;
  logic [BankWidth-1:0]      bank_q;
  logic                      row_q;
  wire logic [AddrWidth-1:0] access  = bank_req[bank_q*AddrWidth +: AddrWidth];
  wire logic                 touches = access_valid && access[AddrWidth-1] && access[BankWidth] == row_q;

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    if (!started_q) begin
      bank_q <= bank_i;
      row_q  <= row_i;
    end
    if (!running) begin
      latency_q   <= latency;
      under_way_q <= 1'b0;
    end else begin
      if (begins) begin
        valid_q <= slot_valid_i;
        slot_q  <= enters;
      end
      under_way_q <= (begins | under_way_q) & ~is_due;
      age_q       <= begins ? LatencyWidth'(2) : age_q + 1'b1;
    end
    // Reset keeps the memory, and a cycle that begins it still writes.
    if (started_q && touches && bank_write[bank_q]) begin
      word_q    <= bank_data[bank_q*DataWidth +: DataWidth];
      written_q <= 1'b1;
    end
  end

  wire logic [BankWidth-1:0] its_bank = lane_bank[lane_i*BankWidth +: BankWidth];
  logic                      holds;

  always_comb begin
    case (Property)
      1: holds = !is_due || (access_valid == valid && (!valid || arrives == slot));
      2: holds = !(access_valid && lane_valid[lane_i] && !bank_write[its_bank]) ||
                 lane_data[lane_i*DataWidth +: DataWidth] == bank_data[its_bank*DataWidth +: DataWidth];
      3: holds = !(touches && written_q && !bank_write[bank_q]) ||
                 bank_data[bank_q*DataWidth +: DataWidth] == word_q;
      default: holds = 1'b0;
    endcase
    if (running) assert (holds);
  end

endmodule
