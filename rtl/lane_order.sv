// SPDX-License-Identifier: Apache-2.0
// Order between lanes: holds a request back while an earlier request of another lane is under way and the two do not
// commute. For users that rely on another lane's write as soon as it was accepted.
//
// Two requests do not commute if they are for the same word, at least one writes, and their bytes overlap. A read takes
// all bytes. So reads of one word pass together, as do writes of different bytes of it.
//
// Contract   hold_o in the cycle in which a lane offers: its request must not be taken. take_i on a rising edge: it is
//            taken, and under way in place_o of its lane; obligation: not where hold_o is high, and at most Places of a
//            lane under way. done_i: the request in done_place_i has been at its bank, so that no request taken from
//            now on can come before it.
// Order      a request is earlier if its lane has offered without a pause for longer, or as long and is lower. It goes
//            first whether it is taken in this cycle or not: hold_o depends on what all lanes offer. Requests of one
//            lane are not held; their order is the unit's task.
// Wait       bounded: while a request is offered no later one that clashes with it is taken. So it waits for requests
//            under way and for at most one of each other lane. Obligation: a lane keeps what it offers or pauses.
// Cost       a comparator of two word addresses for each lane and each place of each other lane, a comparator and a bit
//            of age for each pair of lanes.
// Source     ours: an issue queue's rule for memory, without its forwarding, and a matrix of ages as in its arbiters.

module lane_order #(
  // Defaults are in range because Yosys elaborates them, too.
  parameter int Width       = 0,  // lanes
  parameter int Places      = 1,  // requests of a lane that can be under way, >= 1
  parameter int AddrWidth   = 0,  // bits of a word's address
  parameter int EnableWidth = 0,  // bytes of a word

  localparam int PlaceWidth = (Places > 1) ? $clog2(Places) : 1
) (
  input  logic                         clk_i,
  input  logic                         rst_ni,        // synchronous, active low

  input  logic [Width-1:0]             valid_i,       // lanes that offer a request
  input  logic [Width-1:0]             write_i,
  input  logic [Width*AddrWidth-1:0]   addr_i,
  input  logic [Width*EnableWidth-1:0] enable_i,      // bytes that it writes; don't care on a read
  output logic [Width-1:0]             hold_o,        // low where nothing is offered

  input  logic [Width-1:0]             take_i,
  output logic [Width*PlaceWidth-1:0]  place_o,

  input  logic [Width-1:0]             done_i,
  input  logic [Width*PlaceWidth-1:0]  done_place_i
);

  localparam int KeyWidth = 1 + AddrWidth + EnableWidth;  // {write, word, bytes}

  logic [Width*Places-1:0] busy_q;
  logic [KeyWidth-1:0]     key_q [Width*Places];  // place p of lane j is j*Places + p

  wire logic [Width*EnableWidth-1:0] bytes;
  wire logic [Width*KeyWidth-1:0]    keys;
  for (genvar j = 0; j < Width; j++) begin : gen_key
    assign bytes[j*EnableWidth +: EnableWidth] = enable_i[j*EnableWidth +: EnableWidth] | {EnableWidth{!write_i[j]}};
    assign keys[j*KeyWidth +: KeyWidth] =
      {write_i[j], addr_i[j*AddrWidth +: AddrWidth], bytes[j*EnableWidth +: EnableWidth]};
  end

  function automatic logic clash(input logic [KeyWidth-1:0] a, input logic [KeyWidth-1:0] b);
    clash = (a[KeyWidth-1] | b[KeyWidth-1]) & (a[EnableWidth +: AddrWidth] == b[EnableWidth +: AddrWidth]) &
            |(a[EnableWidth-1:0] & b[EnableWidth-1:0]);
  endfunction

  // Lanes whose offers clash, and the age of offers: bit i*Width + j, j < i, is about lanes i and j.
  logic [Width*Width-1:0] clashes;
  logic [Width*Width-1:0] longer_q;  // lane i has offered for longer than lane j
  wire logic [Width-1:0]  waits = valid_i & ~take_i;

  for (genvar i = 0; i < Width; i++) begin : gen_lane
    wire logic [KeyWidth-1:0] mine = keys[i*KeyWidth +: KeyWidth];
    wire logic [Width-1:0]    by_lane;
    for (genvar j = 0; j < Width; j++) begin : gen_other
      if (j == i) begin : gen_self
        assign by_lane[j] = 1'b0;
      end else begin : gen_clash
        wire logic [Places-1:0] under_way;
        wire logic              earlier;  // the other lane offers a request that clashes and goes first
        for (genvar p = 0; p < Places; p++) begin : gen_place
          assign under_way[p] = busy_q[j*Places + p] & clash(mine, key_q[j*Places + p]);
        end
        if (j < i) begin : gen_lower
          assign clashes[i*Width + j] = clash(mine, keys[j*KeyWidth +: KeyWidth]);
          assign earlier              = clashes[i*Width + j] & ~longer_q[i*Width + j];
        end else begin : gen_higher
          assign clashes[i*Width + j] = 1'b0;
          assign earlier              = clashes[j*Width + i] & longer_q[j*Width + i];
        end
        assign by_lane[j] = |under_way | (valid_i[j] & earlier);
      end
    end
    assign clashes[i*Width + i] = 1'b0;
    assign hold_o[i] = valid_i[i] & (|by_lane);

    always_ff @(posedge clk_i) begin : age
      longer_q[i*Width +: Width] <= {Width{rst_ni & waits[i]}} & (longer_q[i*Width +: Width] | ~waits);
    end

    // The lowest place that is free.
    wire logic [Places-1:0] busy = busy_q[i*Places +: Places];
    wire logic [Places-1:0] free = ~busy;
    wire logic [Places-1:0] put  = free & (~free + 1'b1);
    wire logic [Places-1:0] done = {Places{done_i[i]}} & (Places'(1) << done_place_i[i*PlaceWidth +: PlaceWidth]);
    for (genvar n = 0; n < PlaceWidth; n++) begin : gen_number
      wire logic [Places-1:0] has_bit;
      for (genvar p = 0; p < Places; p++) begin : gen_bit
        assign has_bit[p] = put[p] & (((p >> n) & 1) != 0);
      end
      assign place_o[i*PlaceWidth + n] = |has_bit;
    end

    always_ff @(posedge clk_i) begin : under_way_state
      busy_q[i*Places +: Places] <= rst_ni ? (busy & ~done) | (put & {Places{take_i[i]}}) : '0;
      for (int p = 0; p < Places; p++) begin
        if (take_i[i] && put[p]) key_q[i*Places + p] <= mine;
      end
    end

    ////////////////
    // Assertions //
    ////////////////

    always @(posedge clk_i) begin
      if (rst_ni) begin
        begin : TakesWhatIsNotHeld assert (!take_i[i] || (valid_i[i] && !hold_o[i])); end
        begin : TakesWherePlacesAre assert (!take_i[i] || free != '0); end
        begin : DoneWhatWasTaken assert ((done & free) == '0); end
      end
    end
  end

  // Ranges; machine_limits.sv says how.
  if (Places < 1) Places_must_be_at_least_1 u_bad_places ();

endmodule
