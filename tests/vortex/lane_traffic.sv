// SPDX-License-Identifier: Apache-2.0
// Random requests for a local memory with one bus per lane, and the law that it must keep:
//
//   Order     requests take effect one after another, in the order of acceptance; in one cycle the lowest lane is first
//   Once      every read has one response, on its lane and with its tag; a write has none
//   Standing  a response stays valid and stable until it is taken
//   Progress  while a request or response is pending, one is accepted or taken every Patience cycles
//
// Phases differ in how lanes offer requests. In step, all lanes offer together, and again when the last of them is
// accepted: the order, and so every word, is the same for every memory that keeps the law. These words go to the file
// +words=NAME with lane and tag, then the words of the whole memory. In a free phase every lane offers independently.
// In a held phase, which is free and only reads, one lane takes no response for Hold cycles; with Independent = 1 the
// other lanes must go on. In another one it only writes, and must go on itself. Every lane is held once.
//
// With +whole every write is of a whole word.
//
// What is not valid is unknown: all of a lane that offers nothing, and word and bytes of a read. For Verilator, whose
// bits are known, it is random; with +zeros it is 0. Ready, valid and the tags and words of responses must be known.
//
// One process does everything one time step before the rising edge, when all driven signals have settled.

module lane_traffic #(
  parameter int NumLanes    = 4,
  parameter int NumWords    = 1024,
  parameter int DataWidth   = 32,
  parameter int TagWidth    = 16,
  parameter int Requests    = 400,   // per lane and phase
  parameter int Hold        = 300,
  parameter int Patience    = 2000,
  parameter int Independent = 0,
  parameter int ResetCycles = 3,     // enough to load a key

  localparam int AddrWidth   = $clog2(NumWords),
  localparam int EnableWidth = DataWidth / 8
) (
  output logic                            clk_o,
  output logic                            rst_no,
  output logic [NumLanes-1:0]             request_valid_o,
  input  logic [NumLanes-1:0]             request_ready_i,
  output logic [NumLanes-1:0]             request_write_o,
  output logic [NumLanes*AddrWidth-1:0]   request_addr_o,
  output logic [NumLanes*EnableWidth-1:0] request_enable_o,
  output logic [NumLanes*DataWidth-1:0]   request_data_o,
  output logic [NumLanes*TagWidth-1:0]    request_tag_o,
  input  logic [NumLanes-1:0]             response_valid_i,
  output logic [NumLanes-1:0]             response_ready_o,
  input  logic [NumLanes*TagWidth-1:0]    response_tag_i,
  input  logic [NumLanes*DataWidth-1:0]   response_data_i
);

  localparam int Tags = 1 << 8;  // per lane; more than are ever under way

  logic [DataWidth-1:0] memory [NumWords];             // the expected words
  logic [DataWidth-1:0] owed   [NumLanes*Tags];        // the word due to a read under way ...
  logic                 owes   [NumLanes*Tags];        // ... if there is one
  int                   left   [NumLanes];             // requests that the lane still has to offer in this phase
  int                   next   [NumLanes];             // its next tag
  logic [NumLanes-1:0]  taken;                         // the request is accepted at the next edge
  logic [NumLanes-1:0]  stood;                         // the response was valid but not taken
  logic [NumLanes*TagWidth-1:0]  stood_tag;
  logic [NumLanes*DataWidth-1:0] stood_data;

  // The current phase.
  logic step, logged, everything;    // everything: requests have all addresses in order
  int   gap, busy, writes, partial;  // per cent: no offer, no response taken, writes, writes of some bytes only
  int   hot;                         // number of addresses in use; 0: all
  int   held, held_lane;             // cycles in which this lane still takes no response

  // Counts, so that the test fails if too little happened.
  int cycle, quiet, under_way, numbered, words_file, reads, written, some_bytes, none, waited, blocked, together,
      others, own;
  int seed;
  string words_name;

  int unsigned state, timing;  // for requests, the same for every memory; for idle cycles
  function automatic int unsigned shuffled(input int unsigned x);
    shuffled = x;
    shuffled = shuffled ^ (shuffled << 13);
    shuffled = shuffled ^ (shuffled >> 17);
    shuffled = shuffled ^ (shuffled << 5);
  endfunction
  function automatic int below(input int unsigned x, input int n);
    below = (x >> 4) % n;
  endfunction

  // The bits above the number are its parity, so that no bit is always 0.
  function automatic logic [TagWidth-1:0] tag_of(input int unsigned n);
    tag_of = TagWidth'({{24{^n[7:0]}}, n[7:0]});
  endfunction

  task fail(input int lane);
    $display("FAIL: lane %0d, cycle %0d: tag %h, word %h", lane, cycle, response_tag_i[lane*TagWidth +: TagWidth],
             response_data_i[lane*DataWidth +: DataWidth]);
    $fatal(1, "the law is broken");
  endtask

  // What stands on ports that are not valid.
  logic zeros;
  function automatic logic [63:0] anything(input logic none);
`ifdef VERILATOR
    anything = none ? '0 : {$urandom, $urandom};
`else
    anything = none ? '0 : 'x;
`endif
  endfunction

  task offer(input int j);
    int a;
    if (owes[j*Tags + next[j] % Tags]) fail(j);  // too many under way
    request_valid_o[j] = 1'b1;
    state = shuffled(state);
    request_write_o[j] = (below(state, 100) < writes);
    state = shuffled(state);
    a = everything ? numbered : below(state, (hot == 0) ? NumWords : hot);
    numbered = numbered + 1;
    request_addr_o[j*AddrWidth +: AddrWidth] = a[AddrWidth-1:0];
    for (int b = 0; b < DataWidth; b = b + 8) begin
      state = shuffled(state);
      request_data_o[j*DataWidth + b +: 8] = state[15:8];
    end
    state = shuffled(state);
    request_enable_o[j*EnableWidth +: EnableWidth] =
      (below(state, 100) < partial && !$test$plusargs("whole")) ? state[20 +: EnableWidth] : {EnableWidth{1'b1}};
    request_tag_o[j*TagWidth +: TagWidth] = tag_of(next[j]);
    left[j] = left[j] - 1;
    next[j] = next[j] + 1;
  endtask

  task drive;
    logic all_idle;
    request_valid_o = request_valid_o & ~taken;
    taken = '0;
    all_idle = request_valid_o == '0;
    for (int j = 0; j < NumLanes; j++) begin
      if (step) begin
        if (all_idle && left[j] > 0) begin
          state = shuffled(state);
          if (below(state, 100) >= gap && (!everything || numbered < NumWords)) offer(j);
        end
      end else begin
        timing = shuffled(timing);
        if (!request_valid_o[j] && left[j] > 0 && below(timing, 100) >= gap) offer(j);
      end
      timing = shuffled(timing);
      response_ready_o[j] = (below(timing, 100) >= busy) && (j != held_lane || held == 0);
    end
    if (held > 0) held = held - 1;
    for (int j = 0; j < NumLanes; j++) begin
      if (!request_valid_o[j]) begin
        request_write_o[j] = 1'(anything(zeros));
        request_addr_o[j*AddrWidth +: AddrWidth] = AddrWidth'(anything(zeros));
        request_tag_o[j*TagWidth +: TagWidth]    = TagWidth'(anything(zeros));
      end
      if (!request_valid_o[j] || !request_write_o[j]) begin
        request_enable_o[j*EnableWidth +: EnableWidth] = EnableWidth'(anything(zeros));
        request_data_o[j*DataWidth +: DataWidth]       = DataWidth'(anything(zeros));
      end
    end
  endtask

  task accept(input int j);
    int a, slot;
    a    = 32'(request_addr_o[j*AddrWidth +: AddrWidth]);
    slot = j*Tags + 32'(request_tag_o[j*TagWidth +: 8]);
    if (request_write_o[j]) begin
      written = written + 1;
      if (request_enable_o[j*EnableWidth +: EnableWidth] != {EnableWidth{1'b1}}) some_bytes = some_bytes + 1;
      if (request_enable_o[j*EnableWidth +: EnableWidth] == '0) none = none + 1;
      for (int b = 0; b < EnableWidth; b++) begin
        if (request_enable_o[j*EnableWidth + b]) memory[a][8*b +: 8] = request_data_o[j*DataWidth + 8*b +: 8];
      end
    end else begin
      reads      = reads + 1;
      owed[slot] = memory[a];
      owes[slot] = 1'b1;
      under_way  = under_way + 1;
    end
  endtask

  task sample;
    int slot;
    quiet = quiet + 1;
    // Requests come first: a response in the cycle of acceptance is allowed.
    taken = request_valid_o & request_ready_i;
    for (int j = 0; j < NumLanes; j++) begin
      for (int i = 0; i < j; i++) begin
        if (request_valid_o[i] && request_valid_o[j] &&
            request_addr_o[i*AddrWidth +: AddrWidth] == request_addr_o[j*AddrWidth +: AddrWidth]) begin
          together = together + 1;
        end
      end
    end
    if (^{request_ready_i, response_valid_i} === 1'bx) fail(0);
    for (int j = 0; j < NumLanes; j++) begin
      if (taken[j]) begin
        quiet = 0;
        if (held > 0 && j != held_lane) others = others + 1;
        if (held > 0 && j == held_lane) own = own + 1;
        accept(j);
      end else if (request_valid_o[j]) begin
        waited = waited + 1;
      end
    end
    for (int j = 0; j < NumLanes; j++) begin
      if (stood[j] && (!response_valid_i[j] ||
          response_tag_i[j*TagWidth +: TagWidth] !== stood_tag[j*TagWidth +: TagWidth] ||
          response_data_i[j*DataWidth +: DataWidth] !== stood_data[j*DataWidth +: DataWidth])) fail(j);
      if (response_valid_i[j]) begin
        slot = 32'(response_tag_i[j*TagWidth +: 8]);
        if (response_tag_i[j*TagWidth +: TagWidth] !== tag_of(slot)) fail(j);
        slot = slot + j*Tags;
        if (owes[slot] !== 1'b1 || response_data_i[j*DataWidth +: DataWidth] !== owed[slot]) fail(j);
        if (response_ready_o[j]) begin
          quiet      = 0;
          owes[slot] = 1'b0;
          under_way  = under_way - 1;
          if (logged) $fwrite(words_file, "%0d %0d %h\n", j, slot - j*Tags, owed[slot]);
        end else begin
          blocked = blocked + 1;
        end
      end
    end
    stood      = response_valid_i & ~response_ready_o;
    stood_tag  = response_tag_i;
    stood_data = response_data_i;
    if (quiet > Patience && (under_way > 0 || request_valid_o != '0)) begin
      $display("FAIL: cycle %0d: nothing happens; offered %b, under way %0d", cycle, request_valid_o, under_way);
      $fatal(1, "no progress");
    end
  endtask

  task one_cycle;
    #1 clk_o = 1'b0;
    #1 drive();
    #1 if (rst_no) sample();
    #1 clk_o = 1'b1;
    cycle = cycle + 1;
  endtask

  function automatic logic anything_left(input int unused);
    anything_left = (request_valid_o & ~taken) != '0 || under_way > 0;
    for (int j = 0; j < NumLanes; j++) begin
      if (left[j] > 0 && (!everything || numbered < NumWords)) anything_left = 1'b1;
    end
  endfunction

  // Runs one phase until nothing is under way, and prints its figures.
  task phase(input int kind, input int a_gap, input int a_busy, input int some_write, input int some_partial,
      input int words);
    int first, sum;
    step       = kind != 0;
    everything = kind == 2;
    {gap, busy, writes, partial, hot} = {a_gap, a_busy, some_write, some_partial, words};
    if (everything) numbered = 0;
    for (int j = 0; j < NumLanes; j++) left[j] = everything ? NumWords : Requests;
    first = cycle;
    sum   = reads + written;
    while (anything_left(0)) one_cycle();
    $display("%0s: gap %0d, busy %0d, writes %0d, partial %0d, addresses %0d: %0d requests, %0d cycles",
             everything ? "everything" : step ? "step" : "free", gap, busy, writes, partial, hot, reads + written - sum,
             cycle - first);
  endtask

  initial begin
    {clk_o, rst_no, request_valid_o, response_ready_o, taken, stood} = '0;
    {request_write_o, request_addr_o, request_enable_o, request_data_o, request_tag_o} = '0;
    zeros = $test$plusargs("zeros");
    {cycle, quiet, under_way, numbered, reads, written, some_bytes, none, waited, blocked, together, others, own, held,
        held_lane} = '0;
    {step, logged, everything, gap, busy, writes, partial, hot} = '0;
    if ($value$plusargs("seed=%d", seed) == 0) seed = 1;
    state  = shuffled(32'(seed) * 32'd2654435761 + 32'd1);
    timing = shuffled(state);
    if ($value$plusargs("words=%s", words_name) == 0) words_name = "words.txt";
    words_file = $fopen(words_name, "w");
    for (int j = 0; j < NumLanes; j++) {left[j], next[j]} = '0;
    for (int n = 0; n < NumLanes*Tags; n++) owes[n] = 1'b0;
    repeat (ResetCycles) one_cycle();
    rst_no = 1'b1;

    logged = 1'b1;
    phase(2, 0, 0, 100, 0, 0);    // fill
    phase(1, 0, 0, 50, 50, 0);
    phase(1, 30, 40, 50, 60, 8);  // many requests meet
    phase(1, 0, 20, 100, 100, 3);
    phase(1, 10, 50, 40, 50, 2);
    phase(2, 0, 30, 0, 0, 0);     // the whole memory
    logged = 1'b0;                // below, words depend on the cycles of acceptance
    phase(0, 0, 0, 0, 0, 0);      // random reads, responses taken at once
    phase(0, 0, 0, 50, 0, 0);
    phase(0, 40, 60, 50, 60, 6);
    phase(0, 0, 70, 60, 50, 32);
    phase(0, 0, 0, 70, 80, 4);
    for (held_lane = 0; held_lane < NumLanes; held_lane++) begin
      held   = Hold;
      others = 0;
      phase(0, 0, 0, 0, 0, 0);      // reads never clash, so no lane has to wait for the held one
      if (Independent != 0 && others < ((NumLanes - 1)*Requests < Hold/2 ? (NumLanes - 1)*Requests : Hold/2)) begin
        $display("FAIL: while lane %0d takes nothing the others had %0d requests accepted in %0d cycles", held_lane,
            others, Hold);
        $fatal(1, "a lane holds up others");
      end
      if (Independent != 0) begin
        held = Hold;
        own  = 0;
        phase(0, 0, 0, 100, 0, 0);
        if (own < Requests) begin
          $display("FAIL: while lane %0d takes no response it had %0d of %0d writes accepted in %0d cycles",
              held_lane, own,
                   Requests, Hold);
          $fatal(1, "a write waits for a response to be taken");
        end
      end
    end
    phase(2, 0, 30, 0, 0, 0);
    $fclose(words_file);

    $write("%0d cycles: %0d reads, %0d writes, %0d of some bytes, %0d of none; ", cycle, reads, written, some_bytes,
           none);
    $display("offers waited %0d cycles, responses %0d; %0d times two lanes offered one word", waited, blocked,
             together);
    if (written < Requests || (!$test$plusargs("whole") && (some_bytes < Requests / 4 || none == 0)) ||
        reads < Requests || blocked < Requests / 4 ||
        (NumLanes > 1 && (waited < Requests / 4 || together < Requests / 4))) begin
      $fatal(1, "too little happened");
    end
    $display("PASS");
    $finish;
  end

endmodule
