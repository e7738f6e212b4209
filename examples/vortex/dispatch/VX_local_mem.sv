// SPDX-License-Identifier: Apache-2.0
// Vortex's local memory, replaced by one of this project's machines that take whole accesses: rtl/memory_machine.sv
// with Rpu "batch", the DMM, which serves one access at a time, or "pipelined" or "stream". It fits where
// ../VX_local_mem.sv fits, which is the one to use; this one is for comparison.
//
//     buses -> the lanes of one access -> order between lanes (lane_order) -> memory_machine -> a queue a lane -> buses
//
// Lanes that offer requests with the tag and direction of the lowest lane that need not wait are one access. Lanes that
// must wait for the order of accesses to one word come as an access of their own. Whole words only: a write must enable
// every byte. Requests in buffers in front of the buses are not seen, as there.
// LMEM_RPU defined is another Rpu; LMEM_ROUTE, of "batch", the stages of a network that routes requests to the banks
// (rtl/slot_router.sv), which come on top of LATENCY; LMEM_KEY as there. OUT_BUF has no effect.

`include "VX_define.vh"

module VX_local_mem import VX_gpu_pkg::*; #(
  parameter `STRING INSTANCE_ID = "",
  parameter SIZE                = (1024*16*8),  // bytes
  parameter NUM_REQS            = 4,            // lanes
  parameter NUM_BANKS           = 4,
  parameter ADDR_WIDTH          = `CLOG2(SIZE), // of a word's address
  parameter WORD_SIZE           = `XLEN/8,      // bytes
  parameter TAG_WIDTH           = 16,
  parameter OUT_BUF             = 0,

`ifdef LMEM_RPU
  parameter RPU                 = `LMEM_RPU,
`else
  parameter RPU                 = "batch",
`endif
`ifdef LMEM_ROUTE
  parameter ROUTE               = `LMEM_ROUTE,
`else
  parameter ROUTE               = 0,
`endif
`ifdef LMEM_KEY
  parameter MAPPING             = "h3",
  parameter REGIONS             = 8,
`else
  parameter MAPPING             = "identity",
  parameter REGIONS             = 0,
`endif
  parameter LATENCY             = 2,
  parameter DEPTH               = 4,
  parameter PASSES              = 3
) (
  input wire clk,
  input wire reset,

`ifdef PERF_ENABLE
  output lmem_perf_t lmem_perf,
`endif

`ifdef LMEM_KEY
  input wire        key_valid,
  input wire [31:0] key_index,                  // bit 31: of a region
  input wire [31:0] key_value,
`endif

  VX_mem_bus_if.slave mem_bus_if [NUM_REQS]
);
  `UNUSED_SPARAM (INSTANCE_ID)
  `UNUSED_PARAM (OUT_BUF)

`ifndef LMEM_KEY
  wire        key_valid = 1'b0;
  wire [31:0] key_index = '0;
  wire [31:0] key_value = '0;
`endif

  localparam WordWidth = WORD_SIZE * 8;
  localparam NumRows   = 1 << $clog2((SIZE / WORD_SIZE + NUM_BANKS - 1) / NUM_BANKS);
  localparam BankWidth = (NUM_BANKS > 1) ? $clog2(NUM_BANKS) : 1;
  localparam AddrWidth = BankWidth + ((NumRows > 1) ? $clog2(NumRows) : 1) + 1;  // of the machine
  localparam Accesses  = 8;               // under way
  localparam NameWidth = $clog2(Accesses);
  localparam Places    = 8;               // of a lane's queue, and of its requests under way
  localparam PlaceBits = $clog2(Places);
  localparam StageBits = $clog2(3 + ROUTE);
  localparam NumTags   = (72'(RPU) == 72'("batch")) ? 1 : NUM_REQS;

  wire [NUM_REQS-1:0]                 offered, write, rsp_ready;
  wire [NUM_REQS-1:0][ADDR_WIDTH-1:0] addr;
  wire [NUM_REQS-1:0][AddrWidth-1:0]  machine_addr;
  wire [NUM_REQS-1:0][WORD_SIZE-1:0]  enable;
  wire [NUM_REQS-1:0][WordWidth-1:0]  data;
  wire [NUM_REQS-1:0][TAG_WIDTH-1:0]  tag;

  wire [NUM_REQS-1:0]                hold, own, full, served, lane_valid;
  logic [NUM_REQS-1:0]               group;
  wire [NUM_REQS-1:0][PlaceBits-1:0] place, done_place;
  wire [NumTags*NameWidth-1:0]       lane_name;
  wire [NUM_REQS-1:0][WordWidth-1:0] lane_data;
  wire                               machine_ready, access_valid;

  // The access of the lowest lane that offers and waits for no other. The one that has offered for longest may be in
  // another access.
  logic                 first_write;
  logic [TAG_WIDTH-1:0] first_tag;
  always_comb begin
    first_write = 1'b0;
    first_tag   = '0;
    for (int j = NUM_REQS - 1; j >= 0; j--) begin
      if (offered[j] && !hold[j]) begin
        first_write = write[j];
        first_tag   = tag[j];
      end
    end
  end

  always_comb begin
    for (int j = 0; j < NUM_REQS; j++) group[j] = offered[j] && (write[j] == first_write) && (tag[j] == first_tag);
  end

  // What each access under way is: its direction, tag, lanes that are not served yet, and their places in lane_order.
  reg [Accesses-1:0]                 write_q;
  reg [TAG_WIDTH-1:0]                tag_q [Accesses];
  reg [NUM_REQS-1:0]                 waiting_q [Accesses];
  reg [NUM_REQS-1:0][PlaceBits-1:0]  place_q [Accesses];
  reg [NameWidth-1:0]                next_q;
  reg [NUM_REQS-1:0][PlaceBits:0]    credit_q;

  wire [NUM_REQS-1:0] active = group & ~hold & ~own;
  wire                room   = (waiting_q[next_q] == '0) && ((active & full) == '0);
  wire                offers = (active != '0) & room;
  wire                accept = offers & machine_ready;
  wire [NUM_REQS-1:0] take   = active & {NUM_REQS{accept}};
  assign served = lane_valid & {NUM_REQS{access_valid}};

  for (genvar j = 0; j < NUM_REQS; ++j) begin : g_lane
    localparam Tag = (NumTags == 1) ? 0 : j;
    wire [NameWidth-1:0] name = lane_name[Tag*NameWidth +: NameWidth];

    assign offered[j]      = mem_bus_if[j].req_valid;
    assign write[j]        = mem_bus_if[j].req_data.rw;
    assign addr[j]         = mem_bus_if[j].req_data.addr;
    assign machine_addr[j] = AddrWidth'(addr[j]);
    assign enable[j]       = mem_bus_if[j].req_data.byteen;
    assign data[j]         = mem_bus_if[j].req_data.data;
    assign tag[j]          = mem_bus_if[j].req_data.tag;
    assign mem_bus_if[j].req_ready = take[j];
    assign full[j]         = (credit_q[j] == '0);
    assign done_place[j]   = place_q[name][j];
    `UNUSED_VAR (mem_bus_if[j].req_data.flags)

    // A pipelined match may take a lane's requests in another order: those for one word wait here.
    if (72'(RPU) == 72'("pipelined")) begin : g_own
      reg [Places-1:0]     busy_q, writes_q;
      reg [ADDR_WIDTH-1:0] word_q [Places];
      wire [Places-1:0]    clash;
      for (genvar p = 0; p < Places; ++p) begin : g_place
        assign clash[p] = busy_q[p] & (write[j] | writes_q[p]) & (word_q[p] == addr[j]);
        always @(posedge clk) begin
          if (reset) busy_q[p] <= 1'b0;
          else if (take[j] && place[j] == PlaceBits'(p)) {busy_q[p], writes_q[p], word_q[p]} <= {1'b1, write[j],
              addr[j]};
          else if (served[j] && done_place[j] == PlaceBits'(p)) busy_q[p] <= 1'b0;
        end
      end
      assign own[j] = |clash;
    end else begin : g_in_order
      assign own[j] = 1'b0;
    end

    // Words read, until they are taken.
    reg [WordWidth+TAG_WIDTH-1:0] queue_q [Places];
    reg [PlaceBits-1:0]           put_q, get_q;
    reg [PlaceBits:0]             count_q;
    wire put  = served[j] & ~write_q[name];
    wire done = served[j] & write_q[name];
    wire get  = (count_q != '0) & rsp_ready[j];
    assign rsp_ready[j]            = mem_bus_if[j].rsp_ready;
    assign mem_bus_if[j].rsp_valid = (count_q != '0);
    assign mem_bus_if[j].rsp_data  = queue_q[get_q];

    always @(posedge clk) begin
      if (reset) begin
        put_q       <= '0;
        get_q       <= '0;
        count_q     <= '0;
        credit_q[j] <= (PlaceBits + 1)'(Places);
      end else begin
        if (put) queue_q[put_q] <= {lane_data[j], tag_q[name]};
        put_q       <= put_q + PlaceBits'(put);
        get_q       <= get_q + PlaceBits'(get);
        count_q     <= count_q + (PlaceBits + 1)'(put) - (PlaceBits + 1)'(get);
        credit_q[j] <= credit_q[j] - (PlaceBits + 1)'(take[j]) + (PlaceBits + 1)'(get) + (PlaceBits + 1)'(done);
      end
    end
  end

  always @(posedge clk) begin
    if (reset) begin
      next_q <= '0;
      for (int a = 0; a < Accesses; a++) waiting_q[a] <= '0;
    end else begin
      for (int j = 0; j < NUM_REQS; j++) begin
        if (served[j]) waiting_q[lane_name[((NumTags == 1) ? 0 : j)*NameWidth +: NameWidth]][j] <= 1'b0;
      end
      if (accept) begin
        next_q            <= next_q + 1'b1;
        write_q[next_q]   <= first_write;
        tag_q[next_q]     <= first_tag;
        waiting_q[next_q] <= active;
        place_q[next_q]   <= place;
        for (int j = 0; j < NUM_REQS; j++) begin
          begin : WholeWords assert (!(take[j] && write[j]) || (&enable[j])); end
        end
      end
    end
  end

  lane_order #(
    .Width(NUM_REQS), .Places(Places), .AddrWidth(ADDR_WIDTH), .EnableWidth(WORD_SIZE)
  ) u_order (
    .clk_i(clk), .rst_ni(~reset),
    .valid_i(offered), .write_i(write), .addr_i(addr), .enable_i(enable), .hold_o(hold),
    .take_i(take), .place_o(place), .done_i(served), .done_place_i(done_place)
  );

  // Outputs for checkers.
  wire [NUM_BANKS*AddrWidth-1:0] unused_bank_req;
  wire [NUM_BANKS-1:0]           unused_bank_write;
  wire [NUM_BANKS*WordWidth-1:0] unused_bank_data;
  wire [NUM_REQS*BankWidth-1:0]  unused_lane_bank;
  wire [NumTags-1:0]             unused_complete;

  memory_machine #(
    .Mapping(MAPPING), .Regions(REGIONS), .RegionRows((NumRows > REGIONS && REGIONS > 0) ? NumRows / REGIONS : 1),
    .Width(NUM_REQS), .NumBanks(NUM_BANKS), .Rpu(RPU), .Route(ROUTE), .NumRows(NumRows), .AddrWidth(AddrWidth),
    .DataWidth(WordWidth), .TagWidth(NameWidth), .MaxLatency(2), .Depth(DEPTH), .Passes(PASSES),
    .ReturnLane(BankWidth), .SyncBanks(1)
  ) u_machine (
    .clk_i(clk), .rst_ni(~reset), .latency_i(StageBits'(LATENCY + ROUTE)),
    .key_valid_i(key_valid), .key_index_i(key_index), .key_value_i(key_value),
    .dispatch_valid_i(offers), .dispatch_ready_o(machine_ready), .dispatch_write_i(first_write),
    .dispatch_tag_i(next_q), .dispatch_active_i(active), .dispatch_addr_i(machine_addr), .dispatch_data_i(data),
    .access_valid_o(access_valid), .bank_req_o(unused_bank_req), .bank_write_o(unused_bank_write),
    .bank_data_o(unused_bank_data), .lane_valid_o(lane_valid), .lane_bank_o(unused_lane_bank), .lane_data_o(lane_data),
    .lane_tag_o(lane_name), .lane_complete_o(unused_complete)
  );

`ifdef PERF_ENABLE
  lmem_perf_t perf_q;
  always @(posedge clk) begin
    if (reset) begin
      perf_q <= '0;
    end else begin
      perf_q.reads       <= perf_q.reads + PERF_CTR_BITS'($countones(take & ~write));
      perf_q.writes      <= perf_q.writes + PERF_CTR_BITS'($countones(take & write));
      perf_q.bank_stalls <= perf_q.bank_stalls + PERF_CTR_BITS'($countones(offered & ~take));
    end
  end
  assign lmem_perf = perf_q;
`endif
endmodule
