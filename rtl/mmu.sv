// Memory management unit (MMU): moves conflict-free slots through an l-stage pipeline to the memory
// banks and brings read words back to their threads.
//
// A slot that enters stage 1 in time unit t reaches the banks in stage l, in time unit t+l-1, and its
// response is at the outputs in that same time unit: k slots take k+l-1 time units. The order of memory
// accesses is the order of slots.
//
// The l-1 stages between are a circular memory of slots, one write and one read a cycle, so that one
// build serves every latency; with latency 1 the slot goes to the banks directly.
//
// Source     super-warp paper, Section II and fig. 4; machines.md "One dispatch".

module mmu #(
  parameter int Width       = 0,  // banks, a power of two >= 2
  parameter int NumRequests = 0,  // requests of a dispatch
  parameter int AddrWidth   = 0,  // bits of an address lane, one more than a location needs
  parameter int DataWidth   = 0,  // bits of a word
  parameter int TagWidth    = 0,  // bits of the dispatch's name
  parameter int NumRows     = 0,  // words in each bank, a power of two
  parameter int MaxLatency  = 0,  // largest latency, a power of two >= 2
  parameter int ReturnLane  = 0,  // bits kept for each thread's way back, >= $clog2(Width); whole
                                  // words (32) simulate faster, silicon takes the minimum

  localparam int LatencyWidth = $clog2(MaxLatency + 1)
) (
  input  logic                             clk_i,
  input  logic                             rst_ni,            // synchronous, active low; keeps the memory
  input  logic [LatencyWidth-1:0]          latency_i,         // l >= 1, taken over while rst_ni is low

  input  logic                             slot_valid_i,      // a slot enters stage 1 in this cycle
  input  logic                             slot_last_i,
  input  logic                             slot_write_i,
  input  logic [TagWidth-1:0]              slot_tag_i,
  input  logic [NumRequests-1:0]           slot_served_i,
  input  logic [NumRequests*AddrWidth-1:0] slot_addr_i,       // thread's location, low bits = its bank
  input  logic [Width*AddrWidth-1:0]       slot_bank_req_i,   // per bank {valid, row, bank}
  input  logic [Width*DataWidth-1:0]       slot_bank_data_i,

  output logic                             response_valid_o,  // a slot is in stage l: complete at the
                                                              // end of this cycle
  output logic                             response_last_o,   // with it the dispatch is complete
  output logic                             response_write_o,
  output logic [TagWidth-1:0]              response_tag_o,
  output logic [NumRequests-1:0]           response_served_o, // threads served
  output logic [NumRequests*DataWidth-1:0] response_data_o    // words read; meaningless where not served
);

  localparam int BankWidth = $clog2(Width);
  localparam int RowBits   = (NumRows > 1) ? $clog2(NumRows) : 1;
  localparam int PtrWidth  = $clog2(MaxLatency);

  logic [NumRequests*ReturnLane-1:0] slot_return;
  for (genvar i = 0; i < NumRequests; i++) begin : gen_slot_return
    assign slot_return[i*ReturnLane +: ReturnLane] = slot_addr_i[i*AddrWidth +: ReturnLane];
  end

  // The circular memory between stage 1 and stage l.
  logic                              delay_valid  [MaxLatency];
  logic                              delay_last   [MaxLatency];
  logic                              delay_write  [MaxLatency];
  logic [TagWidth-1:0]               delay_tag    [MaxLatency];
  logic [NumRequests-1:0]            delay_served [MaxLatency];
  logic [NumRequests*ReturnLane-1:0] delay_return [MaxLatency];
  logic [Width*AddrWidth-1:0]        delay_req    [MaxLatency];
  logic [Width*DataWidth-1:0]        delay_data   [MaxLatency];

  logic [LatencyWidth-1:0] latency_q;
  logic                    direct_q;   // latency 1: stage 1 is stage l
  logic [PtrWidth-1:0]     ptr_q;      // written and read at ptr_q, once in l-1 cycles
  logic                    primed_q;   // every entry has been written since reset

  wire logic wrap = ({1'b0, ptr_q} + (PtrWidth + 1)'(2)) >= (PtrWidth + 1)'(latency_q);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      latency_q <= latency_i;
      direct_q  <= latency_i == LatencyWidth'(1);
      ptr_q     <= '0;
      primed_q  <= 1'b0;
    end else begin
      ptr_q    <= wrap ? '0 : ptr_q + 1'b1;
      primed_q <= primed_q | wrap;
    end
    delay_valid[ptr_q] <= slot_valid_i;
    if (slot_valid_i) begin
      delay_last[ptr_q]   <= slot_last_i;
      delay_write[ptr_q]  <= slot_write_i;
      delay_tag[ptr_q]    <= slot_tag_i;
      delay_served[ptr_q] <= slot_served_i;
      delay_return[ptr_q] <= slot_return;
      delay_req[ptr_q]    <= slot_bank_req_i;
      if (slot_write_i) delay_data[ptr_q] <= slot_bank_data_i;
    end
  end

  // Stage l.
  logic [NumRequests*ReturnLane-1:0] stage_return;
  logic [Width*AddrWidth-1:0]        stage_req;
  logic [Width*DataWidth-1:0]        stage_data;

  always_comb begin
    if (direct_q) begin
      response_valid_o  = slot_valid_i;
      response_last_o   = slot_last_i;
      response_write_o  = slot_write_i;
      response_tag_o    = slot_tag_i;
      response_served_o = slot_served_i;
      stage_return      = slot_return;
      stage_req         = slot_bank_req_i;
      stage_data        = slot_bank_data_i;
    end else begin
      response_valid_o  = delay_valid[ptr_q] & primed_q;
      response_last_o   = delay_last[ptr_q];
      response_write_o  = delay_write[ptr_q];
      response_tag_o    = delay_tag[ptr_q];
      response_served_o = delay_served[ptr_q];
      stage_return      = delay_return[ptr_q];
      stage_req         = delay_req[ptr_q];
      stage_data        = delay_data[ptr_q];
    end
  end

  logic [DataWidth-1:0] word [Width];
  wire logic access_write = response_valid_o & response_write_o;

  for (genvar b = 0; b < Width; b++) begin : gen_bank
    bank #(
      .NumRows(NumRows), .DataWidth(DataWidth)
    ) u_bank (
      .clk_i,
      .access_write_i(access_write),
      .request_i     (stage_req[b*AddrWidth+AddrWidth-1]),
      .row_i         (stage_req[b*AddrWidth+BankWidth +: RowBits]),
      .data_i        (stage_data[b*DataWidth +: DataWidth]),
      .data_o        (word[b])
    );
  end

  // The way back: every thread takes the word of its bank. One process, as Verilator makes one
  // concatenation of many assigns, in time and code quadratic in the lanes.
  always_comb begin
    for (int i = 0; i < NumRequests; i++) begin
      response_data_o[i*DataWidth +: DataWidth] = word[stage_return[i*ReturnLane +: BankWidth]];
    end
  end

  ////////////////
  // Assertions //
  ////////////////

  always @(posedge clk_i) begin
    if (rst_ni) begin
      begin : LatencyInRange assert (latency_q >= 1 && latency_q <= LatencyWidth'(MaxLatency)); end
    end
  end

endmodule
