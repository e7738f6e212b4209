// SPDX-License-Identifier: Apache-2.0
// Broadcast word of the GT200's shared memory: all pending requests for the word of the lowest one, and in every other
// bank the lowest pending request alone.
//
// In front of the slot selection, which then merges nothing but the broadcast word, this turns the DMM's unit into the
// GT200's. Equal words of another bank are served one thread a slot, until one of them is the lowest request pending.
// So the later of two writes to one word in different slots stays.
//
// Contract   combinational. group_o is a subset of pending_i, and empty only if pending_i is.
// Cost       Width*NumRequests comparisons of a bank number with a constant, Width searches for the lowest
//            request, NumRequests comparisons of an address; depth grows with log NumRequests.
// Source     GT200 paper (Kolpakov, Belov, Kropotov, ITNT 2020), Section III. It leaves open which word and threads are
//            chosen, and how writes behave: here the lowest thread, and writes as reads (docs/spec/machines.md
//            "GT200").

module broadcast_word #(
  parameter int Width       = 0,  // banks
  parameter int NumRequests = 0,  // requests of a dispatch
  parameter int AddrWidth   = 0   // bits of an address lane, one more than a location needs
) (
  input  logic [NumRequests-1:0]           pending_i,  // requests not served yet
  input  logic [NumRequests*AddrWidth-1:0] addr_i,     // location {0, row, bank} of each request
  output logic [NumRequests-1:0]           group_o     // those that one slot may serve
);

  localparam int BankWidth = (Width > 1) ? $clog2(Width) : 1;

  logic [NumRequests-1:0] leader;  // one-hot: the lowest pending request
  assign leader = pending_i & (~pending_i + 1'b1);

  logic [NumRequests-1:0] same;  // asks for the leader's word
  always_comb begin : compare
    logic [AddrWidth-1:0] word;
    word = '0;
    for (int i = 0; i < NumRequests; i++) begin
      word = word | (addr_i[i*AddrWidth +: AddrWidth] & {AddrWidth{leader[i]}});
    end
    for (int i = 0; i < NumRequests; i++) same[i] = addr_i[i*AddrWidth +: AddrWidth] == word;
  end

  logic [NumRequests-1:0] first;  // the lowest pending request of its bank; in the leader's, the leader
  always_comb begin : search
    logic [NumRequests-1:0] here;
    first = '0;
    for (int b = 0; b < Width; b++) begin
      for (int i = 0; i < NumRequests; i++) begin
        here[i] = pending_i[i] & (addr_i[i*AddrWidth +: BankWidth] == BankWidth'(b));
      end
      first = first | (here & (~here + 1'b1));
    end
  end

  assign group_o = (pending_i & same) | first;

endmodule
