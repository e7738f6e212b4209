// SPDX-License-Identifier: Apache-2.0
// rtl/lane_order.sv holds exactly the requests that do not commute with one before them, and gives the lowest free
// place: random offers, takes and ends, and resets, beside a list of what is under way and of the cycles since which
// lanes have offered. Addresses differ in a bit or none. What is not valid is unknown, with +zeros 0; both print the
// same.
module lane_order_tb #(
  parameter int Width       = 4,
  parameter int Places      = 3,
  parameter int AddrWidth   = 4,
  parameter int EnableWidth = 2,
  parameter int Cycles      = 1500
);
  localparam int PlaceWidth = (Places > 1) ? $clog2(Places) : 1;

  logic                         clk, rst_n;
  logic [Width-1:0]             valid, write, hold, take, done;
  logic [Width*AddrWidth-1:0]   addr;
  logic [Width*EnableWidth-1:0] enable;
  logic [Width*PlaceWidth-1:0]  place, done_place;

  lane_order #(
    .Width(Width), .Places(Places), .AddrWidth(AddrWidth), .EnableWidth(EnableWidth)
  ) u_order (
    .clk_i(clk), .rst_ni(rst_n), .valid_i(valid), .write_i(write), .addr_i(addr), .enable_i(enable), .hold_o(hold),
    .take_i(take), .place_o(place), .done_i(done), .done_place_i(done_place)
  );

  // What is under way, by lane and place.
  logic                   busy       [Width*Places];
  logic                   writes     [Width*Places];
  logic [AddrWidth-1:0]   word       [Width*Places];
  logic [EnableWidth-1:0] some_bytes [Width*Places];

  int since [Width];  // the cycle from which on the lane has offered without a pause; none: -1
  int held, taken, full, behind, cycle;  // behind: held by a higher lane that offered earlier
  logic unknown;           // any bit of what is not valid
  logic [31:0] signature;  // of all outputs

  function automatic logic clash(
    input logic writes_a, input logic [AddrWidth-1:0] a, input logic [EnableWidth-1:0] bytes_a,
    input logic writes_b, input logic [AddrWidth-1:0] b, input logic [EnableWidth-1:0] bytes_b
  );
    logic [EnableWidth-1:0] of_a, of_b;
    of_a  = writes_a ? bytes_a : '1;
    of_b  = writes_b ? bytes_b : '1;
    clash = (writes_a || writes_b) && a == b && (of_a & of_b) != '0;
  endfunction

  function automatic logic clashes(input int i, input int j);
    clashes = clash(write[i], addr[i*AddrWidth +: AddrWidth], enable[i*EnableWidth +: EnableWidth],
                    write[j], addr[j*AddrWidth +: AddrWidth], enable[j*EnableWidth +: EnableWidth]);
  endfunction

  task fail(input int lane, input string what);
    $display("FAIL: cycle %0d, lane %0d: %s", cycle, lane, what);
    $fatal(1, "the law is broken");
  endtask

  task offer;
    logic [AddrWidth-1:0] base;
    base       = AddrWidth'($urandom);
    valid      = Width'($urandom) | Width'($urandom);
    write      = Width'($urandom);
    take       = '0;
    done       = '0;
    done_place = '0;
    for (int i = 0; i < Width; i++) begin
      addr[i*AddrWidth +: AddrWidth] = base;
      if ($urandom % 2 == 0) addr[i*AddrWidth + $urandom % AddrWidth] = 1'($urandom);
      if ($urandom % 4 == 0) addr[i*AddrWidth +: AddrWidth] = word[$urandom % (Width*Places)];
      enable[i*EnableWidth +: EnableWidth] = EnableWidth'($urandom);
      if (!valid[i]) {write[i], addr[i*AddrWidth +: AddrWidth]} = {(AddrWidth + 1){unknown}};
      if (!valid[i] || !write[i]) enable[i*EnableWidth +: EnableWidth] = {EnableWidth{unknown}};
      if (!valid[i]) since[i] = -1;
      else if (since[i] < 0) since[i] = cycle;
    end
  endtask

  task check;
    logic must, first;
    int   lowest;
    for (int i = 0; i < Width; i++) begin
      must = 1'b0;
      for (int j = 0; j < Width; j++) begin
        first = since[j] < since[i] || (since[j] == since[i] && j < i);
        if (valid[i] && valid[j] && first && clashes(i, j)) must = 1'b1;
        if (valid[i] && valid[j] && first && clashes(i, j) && j > i) behind = behind + 1;
        for (int p = 0; p < Places; p++) begin
          if (valid[i] && j != i && busy[j*Places + p] &&
              clash(write[i], addr[i*AddrWidth +: AddrWidth], enable[i*EnableWidth +: EnableWidth],
                    writes[j*Places + p], word[j*Places + p], some_bytes[j*Places + p])) must = 1'b1;
        end
      end
      if (hold[i] !== must) fail(i, must ? "is not held" : "is held");
      lowest = Places;
      for (int p = Places - 1; p >= 0; p--) if (!busy[i*Places + p]) lowest = p;
      if (lowest == Places) full = full + 1;
      else if (place[i*PlaceWidth +: PlaceWidth] !== PlaceWidth'(lowest)) fail(i, "has another place");
      if (must) held = held + 1;
      signature = {signature[30:0], signature[31]} ^ 32'({hold, place});
      take[i] = valid[i] && !must && lowest < Places && $urandom % 4 != 0;
    end
  endtask

  task finish_some;
    int p;
    for (int i = 0; i < Width; i++) begin
      p       = $urandom % Places;
      done[i] = busy[i*Places + p] && $urandom % 2 == 0;
      done_place[i*PlaceWidth +: PlaceWidth] = PlaceWidth'(p);
    end
  endtask

  task follow;
    int p;
    for (int i = 0; i < Width; i++) begin
      if (take[i]) begin
        p = 32'(place[i*PlaceWidth +: PlaceWidth]);
        busy[i*Places + p]       = 1'b1;
        writes[i*Places + p]     = write[i];
        word[i*Places + p]       = addr[i*AddrWidth +: AddrWidth];
        some_bytes[i*Places + p] = enable[i*EnableWidth +: EnableWidth];
        taken = taken + 1;
        since[i] = -1;
      end
      if (done[i]) busy[i*Places + 32'(done_place[i*PlaceWidth +: PlaceWidth])] = 1'b0;
    end
    if (!rst_n) for (int k = 0; k < Width*Places; k++) busy[k] = 1'b0;
    if (!rst_n) for (int i = 0; i < Width; i++) since[i] = -1;
  endtask

  initial begin
    {held, taken, full, behind, cycle, signature} = '0;
    unknown = $test$plusargs("zeros") ? 1'b0 : 1'bx;
    for (int i = 0; i < Width; i++) since[i] = -1;
    clk   = 1'b0;
    rst_n = 1'b0;
    for (int k = 0; k < Width*Places; k++) begin
      busy[k]       = 1'b0;
      writes[k]     = 1'b0;
      word[k]       = '0;
      some_bytes[k] = '0;
    end
    offer;
    valid = '0;
    for (int i = 0; i < Width; i++) since[i] = -1;
    for (int edges = 0; edges < 2; edges++) begin
      #1 clk = 1'b1;
      #1 clk = 1'b0;
    end
    for (cycle = 0; cycle < Cycles; cycle++) begin
      rst_n = $urandom % 25 != 0;
      offer;
      #1 check;
      finish_some;
      #1 clk = 1'b1;
      follow;
      #1 clk = 1'b0;
    end
    $display("%0d taken, %0d held, behind a higher lane %0d, a lane was full %0d times, signature %h", taken,
        held, behind,
             full, signature);
    if (taken < Cycles / 4 || held < Cycles / 20 || behind < Cycles / 100 || full < Cycles / 100)
      fail(0, "too little happened");
    $display("PASS");
    $finish;
  end
endmodule
