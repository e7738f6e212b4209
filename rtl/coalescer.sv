// SPDX-License-Identifier: Apache-2.0
// Coalescer: turns the global-memory access of one half-warp into transactions, one a cycle.
//
// The word of the lowest pending thread picks a segment: 32 bytes for words of 1 byte, 64 for 2, 128 for 4, 8 and 16.
// The transaction serves every pending thread whose word lies in the segment. It leaves out a half of the segment that
// no thread uses: 128 bytes become 64, and 64 bytes, also those, become 32.
//
// Handshake  valid/ready on both sides. A half-warp is accepted on the rising edge where both are high. Ready is high
//            while nothing is pending and in the cycle in which the last transaction is taken; of the inputs it depends
//            on transaction_ready_i only. A transaction stands until it is taken.
// Timing     accepted at the end of cycle t-1: k transactions in t .. t+k-1 while transaction_ready_i is high. The next
//            half-warp's first one follows without a gap. Without an active thread there is no transaction.
// Cost       two ORs over the threads, one behind the other, and a comparison; area linear in NumThreads.
// Source     GT200 paper (Kolpakov, Belov, Kropotov, ITNT 2020), Section III, the protocol of the GTX 280.

module coalescer #(
  parameter int NumThreads = 16,  // of a half-warp, >= 1
  parameter int AddrWidth  = 32   // bits of a byte address, > 7
) (
  input  logic                            clk_i,
  input  logic                            rst_ni,                // synchronous, active low

  // The access of one half-warp.
  input  logic                            request_valid_i,
  output logic                            request_ready_o,
  input  logic [2:0]                      request_word_i,        // log2 of the word's bytes: 0 to 4
  input  logic [NumThreads-1:0]           request_active_i,      // threads that request
  input  logic [NumThreads*AddrWidth-1:0] request_addr_i,        // byte addresses, multiples of the word

  // The transaction of this cycle.
  output logic                            transaction_valid_o,
  input  logic                            transaction_ready_i,
  output logic                            transaction_last_o,    // the half-warp's last one
  output logic [AddrWidth-1:0]            transaction_addr_o,    // first byte, a multiple of the size
  output logic [2:0]                      transaction_size_o,    // log2 of its bytes: 5, 6 or 7
  output logic [NumThreads-1:0]           transaction_served_o   // threads it serves
);

  // Only the 32-byte line of an address matters, as a word never lies in two lines. Bit 0 of a line's number is its
  // half of a 64-byte segment, bit 1 its half of a 128-byte segment.
  localparam int LineWidth = AddrWidth - 5;

  logic [NumThreads-1:0]           pending_q, leader, served, left;
  logic [NumThreads*LineWidth-1:0] line_q;
  logic                            half64_q;   // segments have 64-byte halves: 128 bytes
  logic                            half32_q;   // segments have 32-byte quarters or halves: 64 or 128 bytes

  assign leader = pending_q & (~pending_q + 1'b1);

  logic [LineWidth-1:0] lead;         // the leader's line
  logic                 both64, both32;

  always_comb begin : coalesce
    logic [LineWidth-1:0]  differ;
    logic [NumThreads-1:0] upper64, upper32;
    lead = '0;
    for (int i = 0; i < NumThreads; i++) begin
      lead = lead | (line_q[i*LineWidth +: LineWidth] & {LineWidth{leader[i]}});
    end
    for (int i = 0; i < NumThreads; i++) begin
      differ     = line_q[i*LineWidth +: LineWidth] ^ lead;
      differ[1]  = differ[1] & ~half64_q;
      differ[0]  = differ[0] & ~half32_q;
      served[i]  = pending_q[i] & ~|differ;
      upper64[i] = line_q[i*LineWidth+1];
      upper32[i] = line_q[i*LineWidth];
    end
    both64 = (|(served & upper64)) & (|(served & ~upper64));
    both32 = (|(served & upper32)) & (|(served & ~upper32));
  end

  assign left                 = pending_q & ~served;
  assign request_ready_o      = ~|pending_q | (transaction_ready_i & ~|left);
  assign transaction_valid_o  = |pending_q;
  assign transaction_last_o   = ~|left;
  assign transaction_served_o = served;
  assign transaction_size_o   = both64 ? 3'd7 : (both32 ? 3'd6 : 3'd5);
  assign transaction_addr_o   = {lead[LineWidth-1:2], lead[1] & ~both64, lead[0] & ~both64 & ~both32, 5'd0};

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      pending_q <= '0;
    end else if (request_ready_o) begin
      pending_q <= request_valid_i ? request_active_i : '0;
    end else if (transaction_ready_i) begin
      pending_q <= left;
    end
    if (request_ready_o && request_valid_i) begin
      half64_q <= request_word_i >= 3'd2;
      half32_q <= request_word_i >= 3'd1;
      for (int i = 0; i < NumThreads; i++) begin
        line_q[i*LineWidth +: LineWidth] <= request_addr_i[i*AddrWidth+5 +: LineWidth];
      end
    end
  end

  ////////////////
  // Parameters //
  ////////////////

  // As in machine_limits.sv: the name of the missing module is the message.
  if (NumThreads < 1) NumThreads_must_be_at_least_1 u_bad_threads ();
  if (AddrWidth <= 7) AddrWidth_must_be_more_than_7 u_bad_addr ();

  ////////////////
  // Assertions //
  ////////////////

  always @(posedge clk_i) begin : check
    logic [3:0] odd;  // low address bits of all active threads
    if (rst_ni && request_valid_i && request_ready_o) begin
      odd = '0;
      for (int i = 0; i < NumThreads; i++) begin
        odd = odd | (request_addr_i[i*AddrWidth +: 4] & {4{request_active_i[i]}});
      end
      begin : WordHasOneToSixteenBytes assert (request_word_i <= 3'd4); end
      begin : AddressesAreMultiplesOfTheWord assert ((odd & ~(4'hf << request_word_i)) == 4'd0); end
    end
    if (rst_ni && transaction_valid_o) begin
      begin : TransactionServesSomething assert (|served); end
    end
  end

endmodule
