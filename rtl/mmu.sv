// SPDX-License-Identifier: Apache-2.0
// Memory management unit (MMU): moves conflict-free slots through an l-stage pipeline to the memory banks and brings
// the words that are read back to their lanes.
//
// A slot that enters stage 1 in time unit t reaches the banks in stage l, in time unit t+l-1, and its results are at
// the outputs in that same time unit: k slots take k+l-1 time units. Memory accesses happen in the order of slots. A
// slot may mix reads and writes, one a bank, and lanes of several dispatches: the unit in front of this one decides
// that.
//
// The l-1 stages in between are a circular memory of slots, one write and one read a cycle, so that one build serves
// every latency. With latency 1 the slot goes to the banks directly.
//
// Contract   a slot is conflict-free: one request a bank, and each served lane's location is its bank's request.
// Bytes      with EnableWidth a write names the bytes that it changes: one bit for each in front of the word, the
//            lowest for the lowest byte. A write that enables no byte is still an access.
// Ports      of a bank: bank b of Banks = Width/Ports has the ports b, Banks + b, .., and a location names a port. The
//            ports of a bank access different words.
// OneRow     the UMM's: one row address goes through the pipeline to all banks, with a bit for each bank that is busy.
// SyncBanks  the banks are asked in stage l-1, at the end of which they read and write, and answer in stage l. A slot
//            still finds what the slots before it wrote. With l = 1 there is no earlier stage: an assertion refuses it.
// Source     super-warp paper, Section II and fig. 4; docs/spec/machines.md "One dispatch".

module mmu #(
  // Defaults are in range because Yosys elaborates them, too.
  parameter int Width      = 0,  // banks, or their ports
  parameter int Ports      = 1,  // of a bank, a divisor of Width
  parameter int NumLanes   = 0,  // requests that a slot can serve
  parameter int NumTags    = 1,  // 1: all lanes of a slot belong to one dispatch; NumLanes: each has its own tag
  parameter int AddrWidth  = 0,  // bits of an address lane, one more than a location needs
  parameter int DataWidth  = 0,  // bits of a word
  parameter int TagWidth   = 0,  // bits of a dispatch's name
  parameter int EnableWidth = 0, // byte enables of a write, which divide the word; 0: it writes the whole word
  parameter int NumRows    = 1,  // words in each bank, a power of two
  parameter int MaxLatency = 2,  // largest latency, a power of two >= 2
  parameter int ReturnLane = 0,  // bits kept for each lane's way back, >= $clog2(Width); whole
                                 // words (32) simulate faster, silicon takes the minimum
  parameter int Slices     = 1,  // of a word on its way back, a divisor of DataWidth: 1 simulates fastest; more are
                                 // equal modules for Width lanes each, way_back.sv
  parameter int SyncBanks  = 0,  // 1: banks like SRAM macros, bank_sync.sv, which answer a cycle later; needs l >= 2
  parameter int OneRow     = 0,  // 1: slots show one row at all banks, and the bank's number, also at idle ones

  localparam int WriteWidth   = EnableWidth + DataWidth,
  localparam int LatencyWidth = $clog2(MaxLatency + 1)
) (
  input  logic                           clk_i,
  input  logic                           rst_ni,            // synchronous, active low; keeps the memory
  input  logic [LatencyWidth-1:0]        latency_i,         // l >= 1, taken over while rst_ni is low

  // The slot that enters stage 1 in this cycle.
  input  logic                           slot_valid_i,
  input  logic [Width*AddrWidth-1:0]     slot_bank_req_i,   // per bank {valid, row, bank}
  input  logic [Width-1:0]               slot_bank_write_i, // the bank's request, if it has one, writes
  input  logic [Width*WriteWidth-1:0]    slot_bank_data_i,  // per bank {byte enables, word to write}
  input  logic [NumLanes-1:0]            slot_served_i,     // lanes that it serves
  input  logic [NumLanes*AddrWidth-1:0]  slot_addr_i,       // lane's location, low bits = its bank
  input  logic [NumTags*TagWidth-1:0]    slot_tag_i,        // the lanes' dispatches
  input  logic [NumTags-1:0]             slot_complete_i,   // complete with this slot

  // The slot in stage l: what the banks do in this cycle, complete at its end. Meaningless where access_valid_o is low.
  output logic                           access_valid_o,
  output logic [Width*AddrWidth-1:0]     bank_req_o,        // per bank {valid, row, bank}
  output logic [Width-1:0]               bank_write_o,
  output logic [Width*DataWidth-1:0]     bank_data_o,       // per bank the word read, or there after the write
  output logic [NumLanes-1:0]            lane_valid_o,      // lanes served
  output logic [NumLanes*ReturnLane-1:0] lane_bank_o,       // low bits: the bank that serves the lane
  output logic [NumLanes*DataWidth-1:0]  lane_data_o,       // the word read; meaningless on a write
  output logic [NumTags*TagWidth-1:0]    lane_tag_o,
  output logic [NumTags-1:0]             lane_complete_o
);

  localparam int Banks     = Width / Ports;
  localparam int BankWidth = (Width > 1) ? $clog2(Width) : 1;
  localparam int RowBits   = (NumRows > 1) ? $clog2(NumRows) : 1;
  localparam int PtrWidth  = $clog2(MaxLatency);
  localparam int SliceWidth = DataWidth / Slices;
  localparam int ByteWidth = DataWidth / ((EnableWidth > 1) ? EnableWidth : 1);

  logic [NumLanes*ReturnLane-1:0] slot_return;
  for (genvar i = 0; i < NumLanes; i++) begin : gen_slot_return
    assign slot_return[i*ReturnLane +: ReturnLane] = slot_addr_i[i*AddrWidth +: ReturnLane];
  end

  // What the pipeline keeps of a slot's requests, and what the banks get of it. With OneRow only bank 0's has the row.
  logic [Width*AddrWidth-1:0] slot_req, stage_req;

  if (OneRow == 0) begin : gen_rows
    assign slot_req   = slot_bank_req_i;
    assign bank_req_o = stage_req;
  end else begin : gen_one_row
    localparam int RowWidth = AddrWidth - 1 - BankWidth;
    always_comb begin : keep
      slot_req = '0;
      slot_req[BankWidth +: RowWidth] = slot_bank_req_i[BankWidth +: RowWidth];
      for (int b = 0; b < Width; b++) slot_req[b*AddrWidth+AddrWidth-1] = slot_bank_req_i[b*AddrWidth+AddrWidth-1];
    end
    always_comb begin : to_banks
      for (int b = 0; b < Width; b++) begin
        bank_req_o[b*AddrWidth +: AddrWidth] =
            {stage_req[b*AddrWidth+AddrWidth-1], stage_req[BankWidth +: RowWidth], BankWidth'(b)};
      end
    end
  end

  // The circular memory between stage 1 and stage l.
  logic                           delay_valid    [MaxLatency];
  logic [Width*AddrWidth-1:0]     delay_req      [MaxLatency];
  logic [Width-1:0]               delay_write    [MaxLatency];
  logic [Width*WriteWidth-1:0]    delay_data     [MaxLatency];
  logic [NumLanes-1:0]            delay_served   [MaxLatency];
  logic [NumLanes*ReturnLane-1:0] delay_return   [MaxLatency];
  logic [NumTags*TagWidth-1:0]    delay_tag      [MaxLatency];
  logic [NumTags-1:0]             delay_complete [MaxLatency];

  logic [LatencyWidth-1:0] latency_q;
  logic                    direct_q;   // latency 1: stage 1 is stage l
  logic [PtrWidth-1:0]     ptr_q;      // entry that is written and read: each one once in l-1 cycles
  logic                    primed_q;   // every entry has been written since reset

  // With MaxLatency = 2 there is one entry. Said here because not every tool finds that out.
  wire logic wrap = (MaxLatency == 2) || ({1'b0, ptr_q} + (PtrWidth + 1)'(2)) >= (PtrWidth + 1)'(latency_q);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      latency_q <= latency_i;
      direct_q  <= SyncBanks == 0 && latency_i == LatencyWidth'(1);
      ptr_q     <= '0;
      primed_q  <= 1'b0;
    end else begin
      ptr_q    <= wrap ? '0 : ptr_q + 1'b1;
      primed_q <= primed_q | wrap;
    end
    delay_valid[ptr_q] <= slot_valid_i;
    if (slot_valid_i) begin
      delay_req[ptr_q]      <= slot_req;
      delay_write[ptr_q]    <= slot_bank_write_i;
      delay_served[ptr_q]   <= slot_served_i;
      delay_return[ptr_q]   <= slot_return;
      delay_tag[ptr_q]      <= slot_tag_i;
      delay_complete[ptr_q] <= slot_complete_i;
      if (|slot_bank_write_i) delay_data[ptr_q] <= slot_bank_data_i;
    end
  end

  // Stage l.
  logic [Width*WriteWidth-1:0] stage_data;

  always_comb begin
    if (direct_q) begin
      access_valid_o  = slot_valid_i;
      stage_req       = slot_req;
      bank_write_o    = slot_bank_write_i;
      stage_data      = slot_bank_data_i;
      lane_valid_o    = slot_served_i;
      lane_bank_o     = slot_return;
      lane_tag_o      = slot_tag_i;
      lane_complete_o = slot_complete_i;
    end else begin
      access_valid_o  = delay_valid[ptr_q] & primed_q;
      stage_req       = delay_req[ptr_q];
      bank_write_o    = delay_write[ptr_q];
      stage_data      = delay_data[ptr_q];
      lane_valid_o    = delay_served[ptr_q];
      lane_bank_o     = delay_return[ptr_q];
      lane_tag_o      = delay_tag[ptr_q];
      lane_complete_o = delay_complete[ptr_q];
    end
  end

  logic [DataWidth-1:0] word [Width];
  wire logic access_write = access_valid_o & |bank_write_o;

  if (SyncBanks == 0) begin : gen_banks
    for (genvar b = 0; b < Banks; b++) begin : gen_bank
      logic [Ports-1:0]            write;
      logic [Ports*RowBits-1:0]    row;
      logic [Ports*WriteWidth-1:0] data;
      logic [Ports*DataWidth-1:0]  words;
      for (genvar p = 0; p < Ports; p++) begin : gen_port
        localparam int B = p*Banks + b;
        assign write[p] = bank_write_o[B] & bank_req_o[B*AddrWidth+AddrWidth-1];
        assign row[p*RowBits +: RowBits] = bank_req_o[B*AddrWidth+BankWidth +: RowBits];
        assign data[p*WriteWidth +: WriteWidth] = stage_data[B*WriteWidth +: WriteWidth];
        assign word[B] = words[p*DataWidth +: DataWidth];
      end
      bank #(
        .NumRows(NumRows), .DataWidth(DataWidth), .EnableWidth(EnableWidth), .Ports(Ports)
      ) u_bank (
        .clk_i, .access_write_i(access_write), .write_i(write), .row_i(row), .data_i(data), .data_o(words)
      );
    end
  end else begin : gen_sync_banks
    // Stage l-1: with l = 2 the slot that enters, otherwise the entry that stage l reads in the next cycle.
    wire logic [PtrWidth-1:0] next_ptr = wrap ? '0 : ptr_q + 1'b1;
    wire logic enters = latency_q <= LatencyWidth'(2);
    wire logic early_valid = rst_ni & (enters ? slot_valid_i : delay_valid[next_ptr] & (primed_q | wrap));
    wire logic [Width*AddrWidth-1:0]  early_req   = enters ? slot_req : delay_req[next_ptr];
    wire logic [Width-1:0]            early_write = enters ? slot_bank_write_i : delay_write[next_ptr];
    wire logic [Width*WriteWidth-1:0] early_data  = enters ? slot_bank_data_i : delay_data[next_ptr];

    for (genvar b = 0; b < Banks; b++) begin : gen_bank
      logic [Ports-1:0]            access, write;
      logic [Ports*RowBits-1:0]    row;
      logic [Ports*WriteWidth-1:0] data;
      logic [Ports*DataWidth-1:0]  words;
      for (genvar p = 0; p < Ports; p++) begin : gen_port
        localparam int B = p*Banks + b;
        assign access[p] = early_valid & early_req[B*AddrWidth+AddrWidth-1];
        assign write[p] = early_write[B];
        assign row[p*RowBits +: RowBits] = early_req[((OneRow != 0) ? 0 : B*AddrWidth)+BankWidth +: RowBits];
        assign data[p*WriteWidth +: WriteWidth] = early_data[B*WriteWidth +: WriteWidth];
        assign word[B] = words[p*DataWidth +: DataWidth];
      end
      bank_sync #(
        .NumRows(NumRows), .DataWidth(DataWidth), .EnableWidth(EnableWidth), .Ports(Ports)
      ) u_bank (
        .clk_i, .access_i(access), .write_i(write), .row_i(row), .data_i(data), .data_o(words)
      );
    end
  end

  // The words of the banks, and the way back to the lanes. One process each: from one assign for each lane the
  // simulator would make a concatenation whose time and code are quadratic in the lanes.
  always_comb begin : banks_say
    for (int b = 0; b < Width; b++) bank_data_o[b*DataWidth +: DataWidth] = word[b];
    if (access_write) begin
      for (int b = 0; b < Width; b++) begin
        if (bank_write_o[b]) bank_data_o[b*DataWidth +: DataWidth] = stage_data[b*WriteWidth +: DataWidth];
        for (int i = 0; i < EnableWidth; i++) begin
          if (!stage_data[b*WriteWidth + DataWidth + i]) begin
            bank_data_o[b*DataWidth + i*ByteWidth +: ByteWidth] = word[b][i*ByteWidth +: ByteWidth];
          end
        end
      end
    end
  end
  if (Slices == 1) begin : gen_whole
    always_comb begin : way_back
      for (int i = 0; i < NumLanes; i++) begin
        lane_data_o[i*DataWidth +: DataWidth] = word[lane_bank_o[i*ReturnLane +: BankWidth]];
      end
    end
  end else begin : gen_sliced
    for (genvar n = 0; n < Slices; n++) begin : gen_slice
      logic [Width*SliceWidth-1:0] from_bank;
      for (genvar b = 0; b < Width; b++) begin : gen_from
        assign from_bank[b*SliceWidth +: SliceWidth] = word[b][n*SliceWidth +: SliceWidth];
      end
      for (genvar m = 0; m*Width < NumLanes; m++) begin : gen_warp
        localparam int First = m*Width;
        localparam int Lanes = (NumLanes - First < Width) ? NumLanes - First : Width;
        logic [Lanes*SliceWidth-1:0] to_lane;
        way_back #(
          .Width(Width), .NumLanes(Lanes), .Bits(SliceWidth), .ReturnLane(ReturnLane)
        ) u_way_back (
          .lane_bank_i(lane_bank_o[First*ReturnLane +: Lanes*ReturnLane]), .bank_bits_i(from_bank),
          .lane_bits_o(to_lane)
        );
        for (genvar i = 0; i < Lanes; i++) begin : gen_to
          assign lane_data_o[(First + i)*DataWidth + n*SliceWidth +: SliceWidth] = to_lane[i*SliceWidth +: SliceWidth];
        end
      end
    end
  end

  ////////////////
  // Parameters //
  ////////////////

  // As in machine_limits.sv, which the units around this one have for the rest.
  if (Ports < 1 || Width % Ports != 0) Ports_must_be_a_divisor_of_Width u_bad_ports ();
  if (EnableWidth < 0 || (EnableWidth > 0 && DataWidth % EnableWidth != 0))
    EnableWidth_must_be_0_or_a_divisor_of_DataWidth u_bad_enables ();
  if (Slices < 1 || DataWidth % Slices != 0) Slices_must_be_a_divisor_of_DataWidth u_bad_slices ();

  ////////////////
  // Assertions //
  ////////////////

  always @(posedge clk_i) begin
    if (rst_ni) begin
      begin : LatencyInRange
        assert (latency_q >= LatencyWidth'(1 + SyncBanks) && latency_q <= LatencyWidth'(MaxLatency));
      end
    end
  end

  if (NumTags > 1) begin : gen_own_requests
    always @(posedge clk_i) begin : check
      logic [NumLanes-1:0] others;  // lanes that their bank serves another request
      if (rst_ni && slot_valid_i) begin
        for (int i = 0; i < NumLanes; i++) begin
          others[i] = slot_served_i[i] && {1'b1, slot_addr_i[i*AddrWidth +: AddrWidth-1]} !=
                      slot_bank_req_i[slot_addr_i[i*AddrWidth +: BankWidth]*AddrWidth +: AddrWidth];
        end
        begin : ABankServesOneRequest assert (others == '0); end
      end
    end
  end

  if (Ports > 1) begin : gen_different_words
    always @(posedge clk_i) begin
      if (rst_ni && access_valid_o) begin
        for (int b = 0; b < Banks; b++) begin
          for (int p = 1; p < Ports; p++) begin : PortsOfABankAccessDifferentWords
            assert (!bank_req_o[b*AddrWidth+AddrWidth-1] || !bank_req_o[(p*Banks + b)*AddrWidth+AddrWidth-1] ||
                    bank_req_o[b*AddrWidth+BankWidth +: RowBits] !=
                        bank_req_o[(p*Banks + b)*AddrWidth+BankWidth +: RowBits]);
          end
        end
      end
    end
  end

  // Ranges; machine_limits.sv says how.
  if (NumTags != 1 && NumTags != NumLanes) NumTags_must_be_1_or_NumLanes u_bad_num_tags ();
  if (NumRows < 1 || (NumRows & (NumRows - 1)) != 0) NumRows_must_be_a_power_of_two u_bad_num_rows ();
  if (MaxLatency < 2 || (MaxLatency & (MaxLatency - 1)) != 0)
    MaxLatency_must_be_a_power_of_two_at_least_2 u_bad_max_latency ();
  if (ReturnLane < $clog2(Width)) ReturnLane_must_be_at_least_clog2_of_Width u_bad_return_lane ();
  if (SyncBanks < 0 || SyncBanks > 1) SyncBanks_must_be_0_or_1 u_bad_sync_banks ();
  if (OneRow < 0 || OneRow > 1) OneRow_must_be_0_or_1 u_bad_one_row ();

endmodule
