// SPDX-License-Identifier: Apache-2.0
// Laws of the local memory whose lanes take their responses, whatever they ask for: properties for scripts/prove.
//
//   O1  a request that its lane keeps is accepted at most Width*(Depth*Width + Latency) cycles after the first in which
//       it is offered
//
// The prover picks one lane. Every lane keeps what it offers until it is accepted, or withdraws it for a cycle. Memory
// words play no part: there are as few as can be. Source: docs/spec/streaming.md, "Order between lanes".

module local_memory_properties #(
  parameter int Property  = 1,
  parameter int Width     = 2,
  parameter int NumBanks  = 1,
  parameter int Depth     = 1,
  parameter int Passes    = 1,
  parameter int Latency   = 1,
  parameter int Responses = 2,

  localparam int LaneWidth  = (Width > 1) ? $clog2(Width) : 1,
  localparam int NumWords   = 2,
  localparam int Bound      = Width * (Depth*Width + Latency),
  localparam int CountWidth = $clog2(Bound + 2)
) (
  input logic                 clk_i,
  input logic                 rst_ni,
  input logic [Width-1:0]     offer_i,  // lanes that offer something new, or withdraw what they offer
  input logic [Width-1:0]     write_i,
  input logic [Width-1:0]     addr_i,
  input logic [Width-1:0]     enable_i,
  input logic [LaneWidth-1:0] pick_i    // this lane
);

  logic                 picked_q = 1'b0;
  logic [LaneWidth-1:0] pick_q;
  wire logic            running = rst_ni & picked_q;

  always_ff @(posedge clk_i) begin
    picked_q <= 1'b1;
    if (!picked_q) pick_q <= (32'(pick_i) < Width) ? pick_i : '0;
  end

  logic [Width-1:0] waits_q, write_q, addr_q, enable_q;  // what lanes have offered and goes on
  logic [Width-1:0] ready, response_valid;
  logic [Width*8-1:0] response_data;
  logic [Width-1:0] response_tag;

  wire logic [Width-1:0] valid  = waits_q ^ offer_i;
  wire logic [Width-1:0] write  = (waits_q & write_q) | (~waits_q & write_i);
  wire logic [Width-1:0] addr   = (waits_q & addr_q) | (~waits_q & addr_i);
  wire logic [Width-1:0] enable = (waits_q & enable_q) | (~waits_q & enable_i);

  always_ff @(posedge clk_i) begin
    waits_q                     <= running ? valid & ~ready : '0;
    {write_q, addr_q, enable_q} <= {write, addr, enable};
  end

  local_memory #(
    .NumLanes(Width), .NumBanks(NumBanks), .NumWords(NumWords), .DataWidth(8), .TagWidth(1), .Latency(Latency),
    .SyncBanks((Latency > 1) ? 1 : 0), .Depth(Depth), .Passes(Passes), .Responses(Responses)
  ) u_memory (
    .clk_i, .rst_ni(running), .key_valid_i(1'b0), .key_index_i(32'd0), .key_value_i(32'd0),
    .request_valid_i(valid), .request_ready_o(ready), .request_write_i(write), .request_addr_i(addr),
    .request_enable_i(enable), .request_data_i({Width{8'd0}}), .request_tag_i({Width{1'b0}}),
    .response_valid_o(response_valid), .response_ready_i({Width{1'b1}}), .response_tag_o(response_tag),
    .response_data_o(response_data)
  );

  // Cycles for which the picked lane has waited.
  logic [CountWidth-1:0] count_q;
  wire logic             refused = valid[pick_q] & ~ready[pick_q];

  always_ff @(posedge clk_i) begin
    count_q <= (running && refused) ? count_q + 1'b1 : '0;
  end

  logic holds;

  always_comb begin
    case (Property)
      1: holds = !(refused && count_q == CountWidth'(Bound));
      default: holds = 1'b0;
    endcase
    if (running) assert (holds);
  end

endmodule
