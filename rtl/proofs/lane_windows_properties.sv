// SPDX-License-Identifier: Apache-2.0
// Laws of the windows of the streaming RPU, whatever is pushed where there is room: properties for scripts/prove.
//
// The prover picks one lane, one of its requests, and a younger one to the same bank. Their names tell them from the
// lane's older and younger requests. Whether they still wait is tracked here from the ports alone.
//
//   W1  a request is served at most once, and nothing is served that did not wait
//   W2  a request is served within Depth*Width cycles: none is lost
//   W3  it is served with its own address and kind; its word is written where it writes alone
//   W4  a lane is served by its bank's access: so a bank serves one address and one kind
//   W5  a bank that makes an access serves a lane
//   W6  of two requests of a lane to one bank the older is served first
//   W7  the oldest of a lane is served within Width cycles
//   W8  a lane has room while fewer than Depth of its requests wait
//   W9  in every cycle they do what lane_windows_plain.sv does, which is written as the specification reads
//
// A lane is served at most once in a cycle because its port has one bit for it. Source: docs/spec/streaming.md.

module lane_windows_properties #(
  parameter int Property     = 1,
  parameter int Width        = 2,
  parameter int NumBanks     = Width,
  parameter int Depth        = 2,
  parameter int Passes       = 2,
  parameter int FullestFirst = 1,
  parameter int MergeWrites  = 1,
  parameter int Together     = 0,

  localparam int LaneWidth  = (Width > 1) ? $clog2(Width) : 1,
  localparam int BankWidth  = (NumBanks > 1) ? $clog2(NumBanks) : 1,
  localparam int AddrWidth  = BankWidth + 2,  // two rows: they are compared and nothing else
  localparam int CountWidth = $clog2(Depth + 1),
  localparam int AgeWidth   = $clog2(Depth*Width + 1)
) (
  input logic                       clk_i,
  input logic                       rst_ni,
  input logic [Width-1:0]           push_i,
  input logic [Width-1:0]           push_write_i,
  input logic [Width*AddrWidth-1:0] push_addr_i,
  input logic [Width-1:0]           push_data_i,
  input logic [LaneWidth-1:0]       pick_i,  // this lane
  input logic [BankWidth-1:0]       bank_i,  // this bank
  input logic                       mark_i,  // this request
  input logic                       next_i   // and this younger one
);

  localparam logic [1:0] Older = 0, Picked = 1, Younger = 2, Next = 3;  // names

  logic                 picked_q = 1'b0;
  logic [LaneWidth-1:0] pick_q;
  logic [BankWidth-1:0] bank_q;
  wire logic            running = rst_ni & picked_q;

  always_ff @(posedge clk_i) begin
    picked_q <= 1'b1;
    if (!picked_q) begin
      pick_q <= (32'(pick_i) < Width) ? pick_i : '0;
      bank_q <= (32'(bank_i) < NumBanks) ? bank_i : '0;
    end
  end

  logic [Width-1:0]           room, push, served;
  logic [NumBanks-1:0]        bank_write, bank_data;
  logic [Width*AddrWidth-1:0] push_addr, addr;
  logic [NumBanks*AddrWidth-1:0] bank_req;
  logic [Width*2-1:0]         push_name, name;
  logic                       waiting;

  // The picked lane and its requests.
  logic                  marked_q, owed_q, write_q, data_q;
  logic [AddrWidth-2:0]  addr_q;
  logic [CountWidth-1:0] count_q, older_q;  // requests of the lane, and those before the picked one
  logic [AgeWidth-1:0]   age_q, first_q;    // cycles for which it has waited, and as the oldest

  wire logic [AddrWidth-2:0] pushed_addr = push_addr[pick_q*AddrWidth +: AddrWidth-1];
  wire logic                 mark        = mark_i & ~marked_q & push[pick_q];
  wire logic                 next        = next_i & marked_q & (pushed_addr[BankWidth-1:0] == addr_q[BankWidth-1:0]);

  assign push = (Together != 0 && !(&room)) ? '0 : push_i & room;

  always_comb begin
    for (int j = 0; j < Width; j++) begin
      push_addr[j*AddrWidth +: AddrWidth] = push_addr_i[j*AddrWidth +: AddrWidth];
      if (32'(push_addr_i[j*AddrWidth +: BankWidth]) >= NumBanks) push_addr[j*AddrWidth +: BankWidth] = '0;
      push_name[j*2 +: 2]                 = marked_q ? (next ? Next : Younger) : (mark ? Picked : Older);
    end
  end

  lane_windows #(
    .Width(Width), .NumBanks(NumBanks), .Depth(Depth), .Passes(Passes), .FullestFirst(FullestFirst),
    .MergeWrites(MergeWrites), .Together(Together), .AddrWidth(AddrWidth), .NameWidth(2), .NameLane(2), .DataWidth(1)
  ) u_windows (
    .clk_i, .rst_ni(running),
    .push_i(push), .push_write_i, .push_addr_i(push_addr), .push_name_i(push_name), .push_data_i, .room_o(room),
    .waiting_o(waiting), .lane_served_o(served), .lane_addr_o(addr), .lane_name_o(name),
    .bank_req_o(bank_req), .bank_write_o(bank_write), .bank_data_o(bank_data)
  );

  // Lanes that a bank serves.
  function automatic logic [Width-1:0] of_bank(input logic [BankWidth-1:0] bank);
    for (int j = 0; j < Width; j++) of_bank[j] = served[j] & (addr[j*AddrWidth +: BankWidth] == bank);
  endfunction

  wire logic                 lane_served  = served[pick_q];
  wire logic [1:0]           lane_name    = name[pick_q*2 +: 2];
  wire logic [AddrWidth-1:0] lane_addr    = addr[pick_q*AddrWidth +: AddrWidth];
  wire logic [BankWidth-1:0] lane_bank    = lane_addr[BankWidth-1:0];
  wire logic                 now          = lane_served & (lane_name == Picked);
  wire logic                 others       = |(of_bank(lane_bank) & ~(Width'(1) << pick_q));

  always_ff @(posedge clk_i) begin
    if (!running) begin
      {marked_q, owed_q} <= '0;
      count_q            <= '0;
    end else begin
      count_q <= count_q + CountWidth'(push[pick_q]) - CountWidth'(lane_served);
      if (mark) begin
        {marked_q, owed_q} <= '1;
        addr_q             <= pushed_addr;
        write_q            <= push_write_i[pick_q];
        data_q             <= push_data_i[pick_q];
        older_q            <= count_q - CountWidth'(lane_served);
        {age_q, first_q}   <= '0;
      end else if (owed_q) begin
        if (now) owed_q <= 1'b0;
        if (lane_served && lane_name == Older) older_q <= older_q - 1'b1;
        age_q <= age_q + 1'b1;
        if (older_q == '0) first_q <= first_q + 1'b1;
      end
    end
  end

  logic alike;  // as the plain windows, in all that means something

  if (Property == 9) begin : gen_plain
    logic [Width-1:0]           plain_room, plain_served, same_lane;
    logic [NumBanks-1:0]        plain_write, plain_data, same_bank;
    logic [Width*AddrWidth-1:0] plain_addr;
    logic [NumBanks*AddrWidth-1:0] plain_req;
    logic [Width*2-1:0]         plain_name;
    logic                       plain_waiting;

    lane_windows_plain #(
      .Width(Width), .NumBanks(NumBanks), .Depth(Depth), .Passes(Passes), .FullestFirst(FullestFirst),
      .MergeWrites(MergeWrites), .AddrWidth(AddrWidth), .NameWidth(2), .DataWidth(1)
    ) u_plain (
      .clk_i, .rst_ni(running),
      .push_i(push), .push_write_i, .push_addr_i(push_addr), .push_name_i(push_name), .push_data_i, .room_o(plain_room),
      .waiting_o(plain_waiting), .lane_served_o(plain_served), .lane_addr_o(plain_addr), .lane_name_o(plain_name),
      .bank_req_o(plain_req), .bank_write_o(plain_write), .bank_data_o(plain_data)
    );

    always_comb begin
      for (int j = 0; j < Width; j++) begin
        same_lane[j] = !served[j] || (addr[j*AddrWidth +: AddrWidth] == plain_addr[j*AddrWidth +: AddrWidth] &&
                                      name[j*2 +: 2] == plain_name[j*2 +: 2]);
      end
      for (int b = 0; b < NumBanks; b++) begin
        same_bank[b] = bank_req[b*AddrWidth + AddrWidth-1]
          ? bank_req[b*AddrWidth +: AddrWidth] == plain_req[b*AddrWidth +: AddrWidth] &&
            (!bank_write[b] || bank_data[b] == plain_data[b])
          : !plain_req[b*AddrWidth + AddrWidth-1];
      end
      alike = room == plain_room && waiting == plain_waiting && served == plain_served && bank_write == plain_write &&
              (&same_lane) && (&same_bank);
    end
  end else begin : gen_alone
    assign alike = 1'b0;
  end

  logic holds;

  always_comb begin
    case (Property)
      1: holds = !lane_served || (count_q != '0 && (lane_name != Picked || owed_q));
      2: holds = !(owed_q && age_q == AgeWidth'(Depth*Width - 1)) || now;
      3: holds = !now || (lane_addr == {1'b0, addr_q} && bank_write[lane_bank] == write_q &&
                          (!write_q || others || bank_data[lane_bank] == data_q));
      4: holds = !lane_served || bank_req[lane_bank*AddrWidth +: AddrWidth] == {1'b1, lane_addr[AddrWidth-2:0]};
      5: holds = !bank_req[bank_q*AddrWidth + AddrWidth - 1] || (|of_bank(bank_q));
      6: holds = !(lane_served && lane_name == Next) || !owed_q;
      7: holds = !(owed_q && older_q == '0 && first_q == AgeWidth'(Width - 1)) || now;
      8: holds = room[pick_q] == (count_q < CountWidth'(Depth));
      9: holds = alike;
      default: holds = 1'b0;
    endcase
    if (running) assert (holds);
  end

endmodule
