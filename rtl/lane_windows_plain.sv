// SPDX-License-Identifier: Apache-2.0
// The windows of a streaming unit, written sentence by sentence after docs/spec/streaming.md, without regard to speed
// or depth. lane_windows.sv and the modules under it are proven equal to it (W9 of lane_windows_properties.sv).
//
// Ports and parameters are those of lane_windows.sv. Outputs that are meaningless there are 0 here.

module lane_windows_plain #(
  parameter int Width        = 0,
  parameter int NumBanks     = 0,
  parameter int Depth        = 0,
  parameter int Passes       = 0,
  parameter int FullestFirst = 0,
  parameter int MergeWrites  = 1,
  parameter int AddrWidth    = 0,
  parameter int NameWidth    = 0,
  parameter int DataWidth    = 0
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,
  input  logic [Width-1:0]           push_i,
  input  logic [Width-1:0]           push_write_i,
  input  logic [Width*AddrWidth-1:0] push_addr_i,
  input  logic [Width*NameWidth-1:0] push_name_i,
  input  logic [Width*DataWidth-1:0] push_data_i,
  output logic [Width-1:0]           room_o,
  output logic                       waiting_o,
  output logic [Width-1:0]           lane_served_o,
  output logic [Width*AddrWidth-1:0] lane_addr_o,
  output logic [Width*NameWidth-1:0] lane_name_o,
  output logic [NumBanks*AddrWidth-1:0] bank_req_o,
  output logic [NumBanks-1:0]        bank_write_o,
  output logic [NumBanks*DataWidth-1:0] bank_data_o
);

  localparam int LaneWidth    = (Width > 1) ? $clog2(Width) : 1;
  localparam int BankWidth    = (NumBanks > 1) ? $clog2(NumBanks) : 1;
  localparam int CountWidth   = $clog2(Depth + 1);
  localparam int WordFirst    = AddrWidth;  // a request: {name, word, write, location}, location {row, bank}
  localparam int NameFirst    = WordFirst + DataWidth;
  localparam int RequestWidth = NameFirst + NameWidth;

  logic [CountWidth-1:0]   count_q   [Width];        // requests that wait
  logic [RequestWidth-1:0] request_q [Width*Depth];  // of lane j from j*Depth on, oldest first
  logic [LaneWidth-1:0]    turn_q;

  logic [Width-1:0]        urgent, served, proposes, leads;
  logic [NumBanks-1:0]     taken;
  logic [CountWidth-1:0]   at        [Width];  // position of what a lane proposes
  logic [RequestWidth-1:0] proposal  [Width];
  logic [RequestWidth-1:0] leader    [NumBanks];  // what a bank's leader proposes

  always_comb begin : choose
    logic [RequestWidth-1:0] request;
    logic [LaneWidth-1:0]    lane;
    logic [Width-1:0]        first;
    waiting_o = 1'b0;
    room_o    = '0;
    urgent    = '0;
    for (int j = 0; j < Width; j++) begin
      room_o[j] = 32'(count_q[j]) < Depth;
      waiting_o = waiting_o | (count_q[j] != '0);
      urgent[j] = 32'(turn_q) == j || (FullestFirst != 0 && 32'(count_q[j]) + 1 >= Depth);
    end
    {served, taken, leads, first, request, lane} = '0;
    {lane_addr_o, lane_name_o}                   = '0;
    {bank_req_o, bank_write_o, bank_data_o}      = '0;
    for (int j = 0; j < Width; j++) {at[j], proposal[j]} = '0;
    for (int b = 0; b < NumBanks; b++) leader[b] = '0;

    for (int k = 0; k < Passes; k++) begin
      // 1. Every lane that is not yet served proposes its oldest waiting request whose bank is not taken.
      proposes = '0;
      for (int j = 0; j < Width; j++) begin
        for (int p = Depth - 1; p >= 0; p--) begin
          request = request_q[j*Depth + p];
          if (p < 32'(count_q[j]) && !served[j] && !taken[request[BankWidth-1:0]]) begin
            proposes[j] = 1'b1;
            at[j]       = CountWidth'(p);
            proposal[j] = request;
          end
        end
      end
      // 2. Every bank with proposals takes a leader: the first urgent lane from the turn on, or else the first lane.
      leads = '0;
      for (int b = 0; b < NumBanks; b++) begin
        first = '0;
        for (int only_urgent = 0; only_urgent < 2; only_urgent++) begin
          for (int n = Width - 1; n >= 0; n--) begin
            lane    = LaneWidth'((32'(turn_q) + n < Width) ? 32'(turn_q) + n : 32'(turn_q) + n - Width);
            request = proposal[lane];
            if (proposes[lane] && 32'(request[BankWidth-1:0]) == b && (only_urgent == 0 || urgent[lane])) begin
              first     = Width'(1) << lane;
              leader[b] = request;
            end
          end
        end
        leads    = leads | first;
        taken[b] = taken[b] | (|first);
      end
      // 3. Every lane that proposed the leader's address and kind is served.
      for (int j = 0; j < Width; j++) begin
        request = proposal[j];
        if (proposes[j] && request[AddrWidth-1:0] == AddrWidth'(leader[request[BankWidth-1:0]]) &&
            (leads[j] || MergeWrites != 0 || !request[AddrWidth-1])) begin
          served[j] = 1'b1;
        end
      end
    end

    lane_served_o = served;
    for (int j = 0; j < Width; j++) begin
      request = proposal[j];
      if (served[j]) begin
        lane_addr_o[j*AddrWidth +: AddrWidth] = {1'b0, request[AddrWidth-2:0]};
        lane_name_o[j*NameWidth +: NameWidth] = request[NameFirst +: NameWidth];
      end
    end
    for (int b = 0; b < NumBanks; b++) begin
      request = leader[b];
      if (taken[b]) begin
        bank_req_o[b*AddrWidth +: AddrWidth] = {1'b1, request[AddrWidth-2:0]};
        bank_write_o[b]                      = request[AddrWidth-1];
        if (request[AddrWidth-1]) bank_data_o[b*DataWidth +: DataWidth] = request[WordFirst +: DataWidth];
      end
    end
  end

  // What is served leaves its window, and what is behind it moves up; what is pushed comes last.
  always_ff @(posedge clk_i) begin : windows
    logic [CountWidth-1:0] count;
    for (int j = 0; j < Width; j++) begin
      count = count_q[j] - CountWidth'(served[j]);
      for (int p = 0; p < Depth; p++) begin
        if (p + 1 < Depth && served[j] && p >= 32'(at[j])) request_q[j*Depth + p] <= request_q[j*Depth + p + 1];
        if (push_i[j] && p == 32'(count)) begin
          request_q[j*Depth + p] <= {push_name_i[j*NameWidth +: NameWidth], push_data_i[j*DataWidth +: DataWidth],
                                     push_write_i[j], push_addr_i[j*AddrWidth +: AddrWidth-1]};
        end
      end
      count_q[j] <= rst_ni ? count + CountWidth'(push_i[j]) : '0;
    end
    if (!rst_ni) begin
      turn_q <= '0;
    end else if (waiting_o) begin
      turn_q <= (32'(turn_q) == Width - 1) ? '0 : turn_q + 1'b1;
    end
  end

endmodule
