// Chooses the requests of the next slot: in every bank the lowest pending request leads, and every
// pending request to the leader's address goes with it. Form that is shallow, for silicon.
//
// Contract   combinational. Same function as slot_select_loop, proven equal by a test.
// Cost       per bank a tournament of the requests, lower index wins: depth grows with log NumRequests
//            (tournament) + log Width (leader of my bank) + log AddrWidth (is it my address?); area with
//            Width * NumRequests.
// Source     machines.md "One dispatch"; super-warp paper, Section II.

module slot_select_tree #(
  parameter int unsigned Width,        // banks, a power of two >= 2
  parameter int unsigned NumRequests,  // requests of a dispatch
  parameter int unsigned AddrWidth,    // bits of an address lane, one more than a location needs
  parameter int unsigned DataWidth     // bits of a word
) (
  input  logic                             write_i,     // the dispatch is a write
  input  logic [NumRequests-1:0]           pending_i,   // requests not served yet
  input  logic [NumRequests*AddrWidth-1:0] addr_i,      // location {0, row, bank} of each request
  input  logic [NumRequests*DataWidth-1:0] data_i,      // words to write, don't care on a read
  output logic [NumRequests-1:0]           served_o,    // requests this slot serves
  output logic [Width*AddrWidth-1:0]       bank_req_o,  // per bank its leader {valid, row, bank}
  output logic [Width*DataWidth-1:0]       bank_data_o  // per bank the leader's word, 0 on a read
);

  localparam int unsigned BankWidth = $clog2(Width);
  localparam int unsigned NumLeaves = 2 ** $clog2(NumRequests);  // padded with requests never pending

  // The tournament of bank b as a heap: leaves NumLeaves .. 2*NumLeaves-1 in request order, winner at 1.
  for (genvar b = 0; b < Width; b++) begin : gen_bank
    always_comb begin : tournament
      logic [AddrWidth-1:0] req  [2*NumLeaves];
      logic [DataWidth-1:0] word [2*NumLeaves];
      for (int unsigned i = 0; i < NumLeaves; i++) begin
        req[NumLeaves+i]  = '0;
        word[NumLeaves+i] = '0;
        if (i < NumRequests) begin
          req[NumLeaves+i]  = {pending_i[i] && addr_i[i*AddrWidth +: BankWidth] == BankWidth'(b),
                               addr_i[i*AddrWidth +: AddrWidth-1]};
          word[NumLeaves+i] = data_i[i*DataWidth +: DataWidth];
        end
      end
      for (int unsigned n = NumLeaves - 1; n >= 1; n--) begin
        req[n]  = req[2*n][AddrWidth-1] ? req[2*n] : req[2*n+1];
        word[n] = req[2*n][AddrWidth-1] ? word[2*n] : word[2*n+1];
      end
      bank_req_o[b*AddrWidth +: AddrWidth]  = req[1] & {AddrWidth{req[1][AddrWidth-1]}};
      bank_data_o[b*DataWidth +: DataWidth] = word[1] & {DataWidth{write_i & req[1][AddrWidth-1]}};
    end
  end

  // A request is served if its bank's leader has its address.
  for (genvar i = 0; i < NumRequests; i++) begin : gen_served
    logic [AddrWidth-1:0] leader;
    assign leader = bank_req_o[addr_i[i*AddrWidth +: BankWidth]*AddrWidth +: AddrWidth];
    assign served_o[i] = pending_i[i] & (leader[AddrWidth-2:BankWidth] ==
                                         addr_i[i*AddrWidth+BankWidth +: AddrWidth-1-BankWidth]);
  end

endmodule
