// SPDX-License-Identifier: Apache-2.0
// Laws of the pipelined match, whatever is pushed where there is room, with any bit in front of the location, and
// whichever lane has the turn: properties for
// scripts/prove.
//
//   L1  in every cycle match_lanes_loop.sv, for the simulator, does what match_lanes.sv does, for silicon
//
// Source: docs/spec/streaming.md, "The pipelined match" and "A smaller window".

module match_lanes_properties #(
  parameter int Property     = 1,
  parameter int Width        = 2,
  parameter int NumBanks     = Width,
  parameter int Depth        = 2,
  parameter int Passes       = 2,
  parameter int Queue        = 0,
  parameter int Store        = 0,
  parameter int Later        = 0,
  parameter int FullestFirst = 1,

  localparam int LaneWidth = (Width > 1) ? $clog2(Width) : 1,
  localparam int BankWidth = (NumBanks > 1) ? $clog2(NumBanks) : 1,
  localparam int AddrWidth = BankWidth + 2,  // two rows: they are compared and nothing else
  localparam int LineWidth = 1
) (
  input logic                       clk_i,
  input logic                       rst_ni,
  input logic [Width-1:0]           push_i,
  input logic                       push_write_i,
  input logic [Width*AddrWidth-1:0] push_addr_i,
  input logic [LineWidth-1:0]       push_line_i,
  input logic [Width-1:0]           push_data_i,
  input logic [LaneWidth-1:0]       turn_i
);

  logic                 started_q = 1'b0;
  wire logic            running   = rst_ni & started_q;

  always_ff @(posedge clk_i) started_q <= 1'b1;

  // Of the form for silicon, and of the other.
  logic [Width-1:0]           room, served, loop_room, loop_served;
  logic [NumBanks-1:0]        bank_write, bank_data, loop_bank_write, loop_bank_data;
  logic                       waits, loop_waits;
  logic [Width*AddrWidth-1:0] addr, loop_addr;
  logic [NumBanks*AddrWidth-1:0] bank_req, loop_bank_req;
  logic [Width*LineWidth-1:0] line, loop_line;

  logic [Width*AddrWidth-1:0] push_addr;
  wire logic [Width-1:0]      push      = push_i & {Width{&room}};
  wire logic [Width-1:0]      from_turn = ~((Width'(1) << ((32'(turn_i) < Width) ? turn_i : '0)) - 1'b1);

  always_comb begin
    for (int j = 0; j < Width; j++) begin
      push_addr[j*AddrWidth +: AddrWidth] = push_addr_i[j*AddrWidth +: AddrWidth];
      if (32'(push_addr_i[j*AddrWidth +: BankWidth]) >= NumBanks) push_addr[j*AddrWidth +: BankWidth] = '0;
    end
  end

  match_lanes #(
    .Width(Width), .NumBanks(NumBanks), .Depth(Depth), .Passes(Passes), .Queue(Queue), .Store(Store), .Later(Later),
    .FullestFirst(FullestFirst), .AddrWidth(AddrWidth), .LineWidth(LineWidth), .LineLane(LineWidth), .DataWidth(1)
  ) u_match_lanes (
    .clk_i, .rst_ni(running),
    .push_i(push), .push_write_i, .push_addr_i(push_addr), .push_line_i, .push_data_i,
    .room_o(room), .waits_o(waits), .from_turn_next_i(from_turn),
    .lane_served_o(served), .lane_addr_o(addr), .lane_line_o(line),
    .bank_req_o(bank_req), .bank_write_o(bank_write), .bank_data_o(bank_data)
  );

  match_lanes_loop #(
    .Width(Width), .NumBanks(NumBanks), .Depth(Depth), .Passes(Passes), .Queue(Queue), .Store(Store), .Later(Later),
    .FullestFirst(FullestFirst), .AddrWidth(AddrWidth), .LineWidth(LineWidth), .LineLane(LineWidth), .DataWidth(1)
  ) u_match_lanes_loop (
    .clk_i, .rst_ni(running),
    .push_i(push), .push_write_i, .push_addr_i(push_addr), .push_line_i, .push_data_i,
    .room_o(loop_room), .waits_o(loop_waits), .from_turn_next_i(from_turn),
    .lane_served_o(loop_served), .lane_addr_o(loop_addr), .lane_line_o(loop_line),
    .bank_req_o(loop_bank_req), .bank_write_o(loop_bank_write), .bank_data_o(loop_bank_data)
  );

  logic [Width-1:0]    same_lane;
  logic [NumBanks-1:0] same_bank;

  always_comb begin
    for (int j = 0; j < Width; j++) begin
      same_lane[j] = !served[j] || (addr[j*AddrWidth +: AddrWidth] == loop_addr[j*AddrWidth +: AddrWidth] &&
                                       line[j*LineWidth +: LineWidth] == loop_line[j*LineWidth +: LineWidth]);
    end
    for (int b = 0; b < NumBanks; b++) begin
      same_bank[b] = bank_req[b*AddrWidth + AddrWidth-1]
        ? bank_req[b*AddrWidth +: AddrWidth] == loop_bank_req[b*AddrWidth +: AddrWidth] &&
          (!bank_write[b] || bank_data[b] == loop_bank_data[b])
        : !loop_bank_req[b*AddrWidth + AddrWidth-1];
    end
    if (running) begin
      assert (Property == 1 && room == loop_room && waits == loop_waits && served == loop_served &&
              bank_write == loop_bank_write && (&same_lane) && (&same_bank));
    end
  end

endmodule
