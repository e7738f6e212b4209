// SPDX-License-Identifier: Apache-2.0
// A banked local memory with a port for each lane: valid/ready, byte enables, tags, atomics, and a port for lines.
// Banks are outside, behind bank ports.
//
//     rsu          from an address to its bank, before a request is taken
//     lane_port    a lane's places and answers, with lane_window: its window, and what it proposes
//     lane_matches which lanes lead and win in each pass of a match, and which banks are taken
//     bank_front   what goes to a bank, and the atomic that has it
//     line_port    the line: all words of a row
//     this file    the ways to the banks and back
//
// Handshake  valid/ready on all ports. Obligation: a request that is shown stands until it is taken; so does an answer.
//            In a reset nothing is ready and nothing is valid. No ready depends on a valid. What stands beside a valid
//            that is low has no effect, even if it is unknown.
// Answers    one for each request, writes too, in the order of a lane's requests, with its tag. An address outside, and
//            an op that is not built, answers with an error and touches nothing. The data of a write's answer and of an
//            error's is meaningless.
// Order      a lane's accesses to one bank happen in the order of its requests. Of other requests none is promised.
// Timing     a request alone is answered Passes + 4 cycles after the cycle in which it is taken. With Places of at
//            least Passes + 5 and Depth of at least Passes + 2 a lane has one taken in every cycle.
// Wait       lane and line both wait for a bounded time: docs/spec/lane-memory.md, "What waits for how long".
// Banks      synchronous: the word that is read at the end of cycle t is on bank_word_i from t+1 on, and stays until
//            the bank's next request (bank_sync.sv, or an SRAM macro with one port and byte enables).
// Key        of Hash 2: rsu.sv, "Key". Obligation: it is loaded before the memory holds anything.
// Source     docs/spec/lane-memory.md. Ours.

module lane_memory #(
  parameter int NumLanes  = 4,   // 1 to 128
  parameter int NumBanks  = 4,   // 1 to 128
  parameter int NumRows   = 256, // words of a bank, a power of two
  parameter int DataWidth = 32,  // bits of a word, a multiple of 8
  parameter int AddrWidth = 10,  // bits of a word's address, at least as many as all addresses need
  parameter int TagWidth  = 8,   // bits of a tag, at least 1
  parameter int Depth     = 4,   // requests in a lane's window, 1 to 16
  parameter int Places    = 8,   // requests of a lane under way, 1 to 32
  parameter int Passes    = 2,   // of a match, 1 to 4
  parameter int Atomics   = 0,   // 0: none; 1: ops 2 to 10; 2: compare and swap too
  parameter int Lines     = 0,   // 1: the line port is there; 0: it is not
  parameter int Hash      = 0,   // 0: none; 1: ipoly; 2: h3, see rsu.sv; the number of banks is a power of two

  localparam int EnableWidth = (DataWidth > 7) ? DataWidth / 8 : 1,
  localparam int RowBits     = (NumRows > 1) ? $clog2(NumRows) : 1
) (
  input  logic                            clk_i,
  input  logic                            rst_ni,              // synchronous, active low

  // The key of Hash 2.
  input  logic                            key_valid_i,
  input  logic [31:0]                     key_index_i,
  input  logic [31:0]                     key_value_i,

  // Requests, one a lane; the lane's number times the width is the lowest bit.
  input  logic [NumLanes-1:0]             request_valid_i,
  output logic [NumLanes-1:0]             request_ready_o,
  input  logic [NumLanes*4-1:0]           request_op_i,        // 0: read; 1: write; 2 to 11: see the specification
  input  logic [NumLanes*AddrWidth-1:0]   request_addr_i,      // of a word
  input  logic [NumLanes*EnableWidth-1:0] request_enable_i,    // bytes to write; only a write reads them
  input  logic [NumLanes*DataWidth-1:0]   request_data_i,      // don't care on a read
  input  logic [NumLanes*DataWidth-1:0]   request_comparand_i, // of a compare and swap
  input  logic [NumLanes*TagWidth-1:0]    request_tag_i,       // returned with the answer

  output logic [NumLanes-1:0]             answer_valid_o,
  input  logic [NumLanes-1:0]             answer_ready_i,
  output logic [NumLanes*DataWidth-1:0]   answer_data_o,       // the word before the access
  output logic [NumLanes*TagWidth-1:0]    answer_tag_o,
  output logic [NumLanes-1:0]             answer_error_o,

  // Lines: the words of all banks in one row. Without Lines the outputs are 0.
  input  logic                            line_valid_i,
  output logic                            line_ready_o,
  input  logic                            line_write_i,
  input  logic [RowBits-1:0]              line_row_i,
  input  logic [NumBanks*EnableWidth-1:0] line_enable_i,       // don't care on a read, and so for the data
  input  logic [NumBanks*DataWidth-1:0]   line_data_i,
  output logic                            line_answer_valid_o, // to a read
  input  logic                            line_answer_ready_i,
  output logic [NumBanks*DataWidth-1:0]   line_answer_data_o,

  // Banks.
  output logic [NumBanks-1:0]             bank_request_o,
  output logic [NumBanks-1:0]             bank_write_o,        // the rest is meaningless without a request, ...
  output logic [NumBanks*EnableWidth-1:0] bank_enable_o,       // ... bytes and data on a read, too
  output logic [NumBanks*RowBits-1:0]     bank_row_o,
  output logic [NumBanks*DataWidth-1:0]   bank_data_o,
  input  logic [NumBanks*DataWidth-1:0]   bank_word_i,         // read by the bank's last request

  // For counters.
  output logic [NumLanes-1:0]             merged_o,            // served with another lane's read
  output logic [NumLanes-1:0]             conflict_o           // proposes in the first pass and does not win
);

  localparam int BankWidth = (NumBanks > 1) ? $clog2(NumBanks) : 1;
  localparam int UnitAddr  = BankWidth + RowBits + 1;     // of rsu.sv
  localparam int Words     = NumBanks * NumRows;
  localparam int LastOp    = (Atomics == 0) ? 1 : (Atomics == 1) ? 10 : 11;
  localparam int Payload   = 4 + EnableWidth + DataWidth + ((Atomics > 1) ? DataWidth : 0);

  ///////////
  // Lanes //
  ///////////

  logic [NumLanes*UnitAddr-1:0] unit_addr, location;

  rsu #(
    .Mapping((Hash == 0) ? "identity" : (Hash == 1) ? "ipoly" : "h3"),
    .Width(NumBanks), .NumRequests(NumLanes), .NumRows(NumRows), .AddrWidth(UnitAddr), .Hold(2)
  ) u_rsu (
    .clk_i, .key_valid_i, .key_index_i, .key_value_i, .accept_i(1'b0), .addr_i(unit_addr), .location_o(location)
  );

  logic [NumLanes-1:0]                  full, served_leads, propose_atomic;
  logic [NumLanes*BankWidth-1:0]        served_bank, back_bank;
  logic [NumLanes*RowBits-1:0]          served_row;
  logic [NumLanes*Payload-1:0]          served_payload;
  logic [NumLanes*DataWidth-1:0]        back_word;
  logic [NumLanes-1:0]                  served;
  logic [Passes*NumLanes-1:0]           propose, won, leads;   // bit k*NumLanes + j: lane j in pass k
  logic [NumLanes-1:0]                  reads;                 // what is proposed in the first pass
  logic [Passes*NumLanes*BankWidth-1:0] propose_bank;
  logic [NumLanes*RowBits-1:0]          propose_row;
  logic [Passes*NumBanks-1:0]           taken;                 // banks, after the pass

  for (genvar j = 0; j < NumLanes; j++) begin : gen_lane
    logic [Passes-1:0]           lane_propose, lane_won, lane_leads;
    logic [Passes*BankWidth-1:0] lane_bank;
    wire logic [AddrWidth-1:0]   addr  = request_addr_i[j*AddrWidth +: AddrWidth];
    wire logic [3:0]             op    = request_op_i[j*4 +: 4];
    wire logic                   error = {1'b0, addr} >= (AddrWidth + 1)'(Words) || op > 4'(LastOp);

    assign unit_addr[j*UnitAddr +: UnitAddr] = UnitAddr'(addr) & {1'b0, {(UnitAddr-1){1'b1}}};

    lane_port #(
      .NumBanks(NumBanks), .RowBits(RowBits), .DataWidth(DataWidth), .TagWidth(TagWidth), .Depth(Depth),
      .Places(Places), .Passes(Passes), .Atomics(Atomics)
    ) u_lane (
      .clk_i, .rst_ni,
      .request_valid_i(request_valid_i[j]), .request_ready_o(request_ready_o[j]), .request_error_i(error),
      .request_op_i(op), .request_bank_i(location[j*UnitAddr +: BankWidth]),
      .request_row_i(location[j*UnitAddr + BankWidth +: RowBits]),
      .request_enable_i(request_enable_i[j*EnableWidth +: EnableWidth]),
      .request_data_i(request_data_i[j*DataWidth +: DataWidth]),
      .request_comparand_i(request_comparand_i[j*DataWidth +: DataWidth]),
      .request_tag_i(request_tag_i[j*TagWidth +: TagWidth]),
      .answer_valid_o(answer_valid_o[j]), .answer_ready_i(answer_ready_i[j]),
      .answer_data_o(answer_data_o[j*DataWidth +: DataWidth]), .answer_tag_o(answer_tag_o[j*TagWidth +: TagWidth]),
      .answer_error_o(answer_error_o[j]),
      .full_o(full[j]), .propose_o(lane_propose), .propose_read_o(reads[j]), .propose_bank_o(lane_bank),
      .propose_row_o(propose_row[j*RowBits +: RowBits]), .propose_atomic_o(propose_atomic[j]),
      .taken_i(taken), .won_i(lane_won), .leads_i(lane_leads),
      .served_o(served[j]), .served_leads_o(served_leads[j]),
      .served_bank_o(served_bank[j*BankWidth +: BankWidth]), .served_row_o(served_row[j*RowBits +: RowBits]),
      .served_payload_o(served_payload[j*Payload +: Payload]), .back_bank_o(back_bank[j*BankWidth +: BankWidth]),
      .word_i(back_word[j*DataWidth +: DataWidth])
    );

    for (genvar k = 0; k < Passes; k++) begin : gen_pass
      assign propose[k*NumLanes + j] = lane_propose[k];
      assign propose_bank[(k*NumLanes + j)*BankWidth +: BankWidth] = lane_bank[k*BankWidth +: BankWidth];
      assign lane_won[k]   = won[k*NumLanes + j];
      assign lane_leads[k] = leads[k*NumLanes + j];
    end
  end

  assign merged_o   = served & ~served_leads & {NumLanes{rst_ni}};
  assign conflict_o = propose[0 +: NumLanes] & ~won[0 +: NumLanes] & {NumLanes{rst_ni}};

  logic line_waits, line_closes, any_busy;

  lane_matches #(
    .NumLanes(NumLanes), .NumBanks(NumBanks), .RowBits(RowBits), .Passes(Passes), .Atomics(Atomics)
  ) u_matches (
    .clk_i, .rst_ni,
    .full_i(full), .propose_i(propose), .read_i(reads), .bank_i(propose_bank), .row_i(propose_row),
    .atomic_i(propose_atomic), .won_o(won), .leads_o(leads), .taken_o(taken),
    .line_waits_i(line_waits), .line_closes_i(line_closes), .busy_o(any_busy)
  );

  ///////////
  // Lines //
  ///////////

  logic line;  // it is served

  if (Lines != 0) begin : gen_lines
    line_port #(
      .Passes(Passes), .LineWidth(NumBanks*DataWidth)
    ) u_line (
      .clk_i, .rst_ni,
      .line_valid_i, .line_ready_o(line), .line_write_i,
      .answer_valid_o(line_answer_valid_o), .answer_ready_i(line_answer_ready_i), .answer_data_o(line_answer_data_o),
      .busy_i(any_busy), .waits_o(line_waits), .closes_o(line_closes), .banks_i(bank_word_i)
    );
  end else begin : gen_no_lines
    assign {line, line_waits, line_closes, line_answer_valid_o, line_answer_data_o} = '0;
  end
  assign line_ready_o = line;

  ///////////
  // Banks //
  ///////////

  logic [NumBanks*NumLanes-1:0] here;  // bit b*NumLanes + j: lane j leads in bank b

  always_comb begin : to_banks
    for (int b = 0; b < NumBanks; b++) begin
      for (int j = 0; j < NumLanes; j++) begin
        here[b*NumLanes + j] = served_leads[j] & (served_bank[j*BankWidth +: BankWidth] == BankWidth'(b));
      end
    end
  end

  // {payload, row} of each lane goes to the banks in equal slices of a few bits.
  localparam int SliceBits = 4;
  localparam int SlotBits  = (RowBits + Payload + SliceBits - 1) / SliceBits * SliceBits;

  logic [NumLanes*SlotBits-1:0] lane_bits;
  logic [NumBanks*SlotBits-1:0] bank_bits;

  for (genvar j = 0; j < NumLanes; j++) begin : gen_bits
    assign lane_bits[j*SlotBits +: SlotBits] =
        SlotBits'({served_payload[j*Payload +: Payload], served_row[j*RowBits +: RowBits]});
  end

  for (genvar n = 0; n < SlotBits / SliceBits; n++) begin : gen_slice
    logic [NumLanes*SliceBits-1:0] from;
    logic [NumBanks*SliceBits-1:0] to;
    for (genvar j = 0; j < NumLanes; j++) begin : gen_lane
      assign from[j*SliceBits +: SliceBits] = lane_bits[j*SlotBits + n*SliceBits +: SliceBits];
    end
    for (genvar b = 0; b < NumBanks; b++) begin : gen_bank
      assign bank_bits[b*SlotBits + n*SliceBits +: SliceBits] = to[b*SliceBits +: SliceBits];
    end
    word_gather #(
      .Width(NumBanks), .NumRequests(NumLanes), .Bits(SliceBits)
    ) u_gather (
      .here_i(here), .bits_i(from), .bank_bits_o(to)
    );
  end

  for (genvar b = 0; b < NumBanks; b++) begin : gen_bank
    wire logic [SlotBits-1:0]  slot = bank_bits[b*SlotBits +: SlotBits];
    wire logic [DataWidth-1:0] comparand;

    if (Atomics > 1) begin : gen_comparand
      assign comparand = slot[RowBits + 4 + EnableWidth + DataWidth +: DataWidth];
    end else begin : gen_no_comparand
      assign comparand = '0;
    end

    bank_front #(
      .RowBits(RowBits), .DataWidth(DataWidth), .EnableWidth(EnableWidth), .Atomics(Atomics)
    ) u_front (
      .clk_i, .rst_ni,
      .slot_valid_i(|here[b*NumLanes +: NumLanes]), .slot_op_i(slot[RowBits +: 4]),
      .slot_enable_i(slot[RowBits + 4 +: EnableWidth]), .slot_row_i(slot[0 +: RowBits]),
      .slot_data_i(slot[RowBits + 4 + EnableWidth +: DataWidth]), .slot_comparand_i(comparand),
      .line_i(line), .line_write_i, .line_enable_i(line_enable_i[b*EnableWidth +: EnableWidth]), .line_row_i,
      .line_data_i(line_data_i[b*DataWidth +: DataWidth]),
      .bank_request_o(bank_request_o[b]), .bank_write_o(bank_write_o[b]),
      .bank_enable_o(bank_enable_o[b*EnableWidth +: EnableWidth]), .bank_row_o(bank_row_o[b*RowBits +: RowBits]),
      .bank_data_o(bank_data_o[b*DataWidth +: DataWidth]), .bank_word_i(bank_word_i[b*DataWidth +: DataWidth])
    );
  end

  // The words go back in slices, too.
  logic [NumLanes*NumBanks-1:0] back_here;  // bit j*NumBanks + b: lane j gets the word of bank b

  always_comb begin : from_banks
    for (int j = 0; j < NumLanes; j++) begin
      for (int b = 0; b < NumBanks; b++) begin
        back_here[j*NumBanks + b] = back_bank[j*BankWidth +: BankWidth] == BankWidth'(b);
      end
    end
  end

  for (genvar n = 0; n < DataWidth / SliceBits; n++) begin : gen_back
    logic [NumBanks*SliceBits-1:0] from;
    logic [NumLanes*SliceBits-1:0] to;
    for (genvar b = 0; b < NumBanks; b++) begin : gen_bank
      assign from[b*SliceBits +: SliceBits] = bank_word_i[b*DataWidth + n*SliceBits +: SliceBits];
    end
    for (genvar j = 0; j < NumLanes; j++) begin : gen_lane
      assign back_word[j*DataWidth + n*SliceBits +: SliceBits] = to[j*SliceBits +: SliceBits];
    end
    word_gather #(
      .Width(NumLanes), .NumRequests(NumBanks), .Bits(SliceBits)
    ) u_back (
      .here_i(back_here), .bits_i(from), .bank_bits_o(to)
    );
  end

  ////////////////
  // Assertions //
  ////////////////

  logic [NumLanes-1:0]           refused_q;  // requests that were shown and not taken, and their fields
  logic [NumLanes*4-1:0]         op_q;
  logic [NumLanes*AddrWidth-1:0] addr_q;

  always @(posedge clk_i) begin
    refused_q <= request_valid_i & ~request_ready_o & {NumLanes{rst_ni}};
    op_q      <= request_op_i;
    addr_q    <= request_addr_i;
    if (rst_ni) begin
      for (int j = 0; j < NumLanes; j++) begin
        begin : RequestsStandUntilTaken
          assert (!refused_q[j] || (request_valid_i[j] && request_op_i[j*4 +: 4] === op_q[j*4 +: 4] &&
                                    request_addr_i[j*AddrWidth +: AddrWidth] === addr_q[j*AddrWidth +: AddrWidth]));
        end
      end
      for (int b = 0; b < NumBanks; b++) begin
        begin : OneLaneLeadsABank
          assert ((here[b*NumLanes +: NumLanes] & (here[b*NumLanes +: NumLanes] - 1'b1)) == '0);
        end
      end
      begin : CoverAllServed cover (&served); end
    end
  end

  ////////////////
  // Parameters //
  ////////////////

  // As in machine_limits.sv: the name of the missing module is the message.
  if (NumLanes < 1 || NumLanes > 128) NumLanes_must_be_1_to_128 u_bad_lanes ();
  if (NumBanks < 1 || NumBanks > 128) NumBanks_must_be_1_to_128 u_bad_banks ();
  if (NumRows < 1 || (NumRows & (NumRows - 1)) != 0) NumRows_must_be_a_power_of_two u_bad_rows ();
  if (DataWidth < 8 || DataWidth % 8 != 0) DataWidth_must_be_a_multiple_of_8 u_bad_data ();
  if (AddrWidth < $clog2(NumBanks * NumRows)) AddrWidth_must_hold_every_address u_bad_addr ();
  if (TagWidth < 1) TagWidth_must_be_at_least_1 u_bad_tag ();
  if (Depth < 1 || Depth > 16) Depth_must_be_1_to_16 u_bad_depth ();
  if (Places < 1 || Places > 32) Places_must_be_1_to_32 u_bad_places ();
  if (Passes < 1 || Passes > 4) Passes_must_be_1_to_4 u_bad_passes ();
  if (Atomics < 0 || Atomics > 2) Atomics_must_be_0_to_2 u_bad_atomics ();
  if (Lines < 0 || Lines > 1) Lines_must_be_0_or_1 u_bad_lines ();
  if (Hash < 0 || Hash > 2) Hash_must_be_0_to_2 u_bad_hash ();
  if (Hash != 0 && Lines != 0) Hash_must_be_0_with_Lines u_bad_hash_with_lines ();

endmodule
