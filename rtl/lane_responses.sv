// SPDX-License-Identifier: Apache-2.0
// Response buffers with credits, between a memory unit that never waits and lanes that may. A place is promised to a
// request before the unit takes it, so a response always finds one.
//
// Contract   promise_i on a rising edge: the unit has taken a request of the lane; obligation: only where credit_o is
//            high. push_i on a rising edge: its response; obligation: as many as were promised. Responses leave in the
//            order in which they came. A place that is read on a rising edge is free, and a credit, in the cycle after.
// Handshake  valid/ready. A response stands until it is taken. All outputs depend on registers only.
// Cost       Depth words and tags of storage for each lane, a port to write and one to read.
// Source     ours; credits as in any network on a chip (Dally, Towles, "Principles and Practices of Interconnection
//            Networks", 2004, Section 13.3).

module lane_responses #(
  // Defaults are in range because Yosys elaborates them, too.
  parameter int Width     = 0,  // lanes
  parameter int Depth     = 1,  // places of a lane, >= 1
  parameter int TagWidth  = 0,  // bits of a tag
  parameter int DataWidth = 0   // bits of a word
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,    // synchronous, active low

  input  logic [Width-1:0]           promise_i, // lanes whose requests are taken
  output logic [Width-1:0]           credit_o,  // lanes with a place that is neither promised nor filled

  input  logic [Width-1:0]           push_i,    // lanes that get a response
  input  logic [Width*TagWidth-1:0]  tag_i,
  input  logic [Width*DataWidth-1:0] data_i,

  output logic [Width-1:0]           valid_o,
  input  logic [Width-1:0]           ready_i,
  output logic [Width*TagWidth-1:0]  tag_o,
  output logic [Width*DataWidth-1:0] data_o
);

  localparam int CountWidth = $clog2(Depth + 1);
  localparam int PlaceWidth = (Depth > 1) ? $clog2(Depth) : 1;

  function automatic logic [PlaceWidth-1:0] after(input logic [PlaceWidth-1:0] place);
    after = (place == PlaceWidth'(Depth - 1)) ? '0 : place + 1'b1;
  endfunction

  for (genvar j = 0; j < Width; j++) begin : gen_lane
    logic [TagWidth+DataWidth-1:0] place_q [Depth];
    logic [CountWidth-1:0]         credits_q, filled_q;
    logic [PlaceWidth-1:0]         first_q, last_q;  // the oldest response; behind the youngest
    wire logic [TagWidth+DataWidth-1:0] first = place_q[first_q];
    wire logic                          taken = valid_o[j] & ready_i[j];

    assign credit_o[j] = credits_q != '0;
    assign valid_o[j]  = filled_q != '0;
    assign {tag_o[j*TagWidth +: TagWidth], data_o[j*DataWidth +: DataWidth]} = first;

    always_ff @(posedge clk_i) begin : lane
      if (push_i[j]) place_q[last_q] <= {tag_i[j*TagWidth +: TagWidth], data_i[j*DataWidth +: DataWidth]};
      if (!rst_ni) begin
        credits_q <= CountWidth'(Depth);
        filled_q  <= '0;
        first_q   <= '0;
        last_q    <= '0;
      end else begin
        credits_q <= credits_q - CountWidth'(promise_i[j]) + CountWidth'(taken);
        filled_q  <= filled_q + CountWidth'(push_i[j]) - CountWidth'(taken);
        if (taken) first_q <= after(first_q);
        if (push_i[j]) last_q <= after(last_q);
      end
    end

    ////////////////
    // Assertions //
    ////////////////

    logic                          refused_q;  // a response was shown and not taken: this one
    logic [TagWidth+DataWidth-1:0] shown_q;

    always @(posedge clk_i) begin
      refused_q <= rst_ni & valid_o[j] & ~ready_i[j];
      shown_q   <= first;
      if (rst_ni) begin
        begin : ResponsesStandUntilTaken assert (!refused_q || (valid_o[j] && first === shown_q)); end
        begin : PromisesWhatIsFree assert (!promise_i[j] || credit_o[j]); end
        begin : PushesWhatWasPromised assert (!push_i[j] || 32'(credits_q) + 32'(filled_q) < Depth); end
      end
    end
  end

  // Ranges; machine_limits.sv says how.
  if (Depth < 1) Depth_must_be_at_least_1 u_bad_depth ();

endmodule
