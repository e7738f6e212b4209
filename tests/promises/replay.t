# SPDX-License-Identifier: Apache-2.0

  $ . "$TESTDIR"/setup.sh

The papers' worked examples have the papers' time units.

  $ superwarp replay examples/dmm-umm-fig4.trace --latency 3 --engine model
  examples/dmm-umm-fig4.trace, 8 threads, rounds schedule, on dmm (width 4, latency 3)
    work        1 round, 2 dispatches, 8 requests
    congestion  total 3, largest 2, mean 1.5
    model                5 time units
    latency     of a dispatch: median 3, p99 4, largest 4 time units
    ideal       PRAM 1 time units, BPRAM of width 4: 2
    agree       nothing compared: only model ran
  $ superwarp replay examples/dmm-umm-fig4.trace --latency 3 --machine umm --engine model
  examples/dmm-umm-fig4.trace, 8 threads, rounds schedule, on umm (width 4, latency 3)
    work        1 round, 2 dispatches, 8 requests
    congestion  total 5, largest 3, mean 2.5
    model                7 time units
    latency     of a dispatch: median 4, p99 5, largest 5 time units
    ideal       PRAM 1 time units, BPRAM of width 4: 2
    agree       nothing compared: only model ran
  $ superwarp replay examples/sum-chapter-fig3.trace --latency 5 --engine model
  examples/sum-chapter-fig3.trace, 8 threads, rounds schedule, on dmm (width 4, latency 5)
    work        1 round, 2 dispatches, 8 requests
    congestion  total 3, largest 2, mean 1.5
    model                7 time units
    latency     of a dispatch: median 5, p99 6, largest 6 time units
    ideal       PRAM 1 time units, BPRAM of width 4: 2
    agree       nothing compared: only model ran
  $ superwarp replay examples/sum-chapter-fig3.trace --latency 5 --machine umm --schedule async --engine model
  examples/sum-chapter-fig3.trace, 8 threads, async schedule, on umm (width 4, latency 5)
    work        1 round, 2 dispatches, 8 requests
    congestion  total 5, largest 3, mean 2.5
    model                9 time units
    latency     of a dispatch: median 6, p99 7, largest 7 time units
    ideal       PRAM 1 time units, BPRAM of width 4: 2
    agree       nothing compared: only model ran
  $ superwarp replay examples/fig4.trace --engine model
  examples/fig4.trace, 12 threads, rounds schedule, on dmm (width 4, latency 7)
    work        1 round, 3 dispatches, 12 requests
    congestion  total 7, largest 3, mean 2.333
    model               13 time units
    latency     of a dispatch: median 8, p99 9, largest 9 time units
    ideal       PRAM 1 time units, BPRAM of width 4: 3
    agree       nothing compared: only model ran
  $ superwarp replay examples/fig4.trace --machine sdmm --super-warp 3 --engine model
  examples/fig4.trace, 12 threads, rounds schedule, on sdmm (width 4, latency 7, super warp 3)
    work        1 round, 1 dispatch, 12 requests
    congestion  total 6, largest 6, mean 6
    model               12 time units
    latency     of a dispatch: median 12, p99 12, largest 12 time units
    ideal       PRAM 1 time units, BPRAM of width 4: 3
    agree       nothing compared: only model ran
  $ superwarp replay examples/fig4.trace --machine rsdmm --super-warp 3 --shifts 0,0,0,2,1,0 --engine model
  examples/fig4.trace, 12 threads, rounds schedule, on rsdmm (width 4, latency 7, super warp 3, random-shift)
    work        1 round, 1 dispatch, 12 requests
    congestion  total 4, largest 4, mean 4
    model               10 time units
    latency     of a dispatch: median 10, p99 10, largest 10 time units
    ideal       PRAM 1 time units, BPRAM of width 4: 3
    agree       nothing compared: only model ran

The same from standard input, with Windows line ends, and on other machines.

  $ superwarp replay - --engine model <examples/fig4.trace
  <stdin>, 12 threads, rounds schedule, on dmm (width 4, latency 7)
    work        1 round, 3 dispatches, 12 requests
    congestion  total 7, largest 3, mean 2.333
    model               13 time units
    latency     of a dispatch: median 8, p99 9, largest 9 time units
    ideal       PRAM 1 time units, BPRAM of width 4: 3
    agree       nothing compared: only model ran
  $ sed 's/$/\r/' examples/fig4.trace >crlf.trace
  $ superwarp replay crlf.trace --engine model
  crlf.trace, 12 threads, rounds schedule, on dmm (width 4, latency 7)
    work        1 round, 3 dispatches, 12 requests
    congestion  total 7, largest 3, mean 2.333
    model               13 time units
    latency     of a dispatch: median 8, p99 9, largest 9 time units
    ideal       PRAM 1 time units, BPRAM of width 4: 3
    agree       nothing compared: only model ran
  $ superwarp replay examples/fig4.trace --machine summ --super-warp 3 --engine model
  examples/fig4.trace, 12 threads, rounds schedule, on summ (width 4, latency 7, super warp 3)
    work        1 round, 1 dispatch, 12 requests
    congestion  total 6, largest 6, mean 6
    model               12 time units
    latency     of a dispatch: median 12, p99 12, largest 12 time units
    ideal       PRAM 1 time units, BPRAM of width 4: 3
    agree       nothing compared: only model ran
  $ superwarp replay examples/fig4.trace --machine gt200 --engine model
  examples/fig4.trace, 12 threads, rounds schedule, on gt200 (width 4, latency 7)
    work        1 round, 3 dispatches, 12 requests
    congestion  total 7, largest 3, mean 2.333
    model               13 time units
    latency     of a dispatch: median 8, p99 9, largest 9 time units
    ideal       PRAM 1 time units, BPRAM of width 4: 3
    agree       nothing compared: only model ran
  $ superwarp replay examples/fig4.trace --width 256
  examples/fig4.trace, 12 threads, rounds schedule, on dmm (width 256, latency 7)
    work        1 round, 3 dispatches, 12 requests
    congestion  total 3, largest 1, mean 1
    rtl         none: width 256 is more than the RTL's 128
    model                9 time units
    latency     of a dispatch: median 7, p99 7, largest 7 time units
    ideal       PRAM 1 time units, BPRAM of width 256: 1
    agree       nothing compared: only model ran
  $ superwarp replay examples/fig4.trace --banks 5 --mapping pad --engine model
  examples/fig4.trace, 12 threads, rounds schedule, on dmm (width 4, latency 7, 5 banks, pad)
    work        1 round, 3 dispatches, 12 requests
    congestion  total 6, largest 2, mean 2
    model               12 time units
    latency     of a dispatch: median 8, p99 8, largest 8 time units
    ideal       PRAM 1 time units, BPRAM of width 5: 3
    agree       nothing compared: only model ran
  $ superwarp replay examples/fig4.trace --mapping h3 --regions 2:1 --engine model
  examples/fig4.trace, 12 threads, rounds schedule, on dmm (width 4, latency 7, h3 in regions 2:01 of 4 rows)
    work        1 round, 3 dispatches, 12 requests
    congestion  total 6, largest 2, mean 2
    model               12 time units
    latency     of a dispatch: median 8, p99 8, largest 8 time units
    ideal       PRAM 1 time units, BPRAM of width 4: 3
    agree       nothing compared: only model ran
  $ superwarp replay examples/fig4.trace --blocks 2 --schedule async --engine model
  examples/fig4.trace, 2 blocks, 24 threads, async schedule, on dmm (width 4, latency 7)
    work        1 round, 6 dispatches, 24 requests
    congestion  total 14, largest 3, mean 2.333
    model               20 time units
    latency     of a dispatch: median 8, p99 9, largest 9 time units
    ideal       PRAM 1 time units, BPRAM of width 4: 6
    agree       nothing compared: only model ran
  $ steady superwarp replay examples/fig4.trace --engine model --json -
  {
    "schema": "superwarp.run/1",
    "machine": {
      "name": "dmm",
      "width": 4,
      "banks": 4,
      "latency": 7,
      "super_warp": 1,
      "rpu": "batch",
      "rows": 6,
      "mapping": "identity",
      "shifts": [],
      "seed": 1,
      "route": 0
    },
    "workload": {
      "name": "examples/fig4.trace",
      "size": null,
      "blocks": 1,
      "threads": 12,
      "schedule": "rounds",
      "rounds": 1,
      "dispatches": 3,
      "requests": 12
    },
    "congestion": {
      "total": 7,
      "max": 3,
      "mean": 2.333333333,
      "ratio_mean": 2.333333333
    },
    "time_units": {
      "rtl": null,
      "model": 13,
      "closed": null
    },
    "dispatch_latency": {
      "median": 8,
      "p99": 9,
      "max": 9
    },
    "ideal": {
      "pram": 1,
      "bpram": 3
    },
    "lower_bounds": {
      "bandwidth": null,
      "latency": null,
      "reduction": null
    },
    "figures": {
      "time_units": 13,
      "slots": 7,
      "requests": 12,
      "dispatches": 3,
      "super_warps": 3,
      "latency_median": 8,
      "latency_p99": 9,
      "latency_max": 9,
      "shared_alone": 0,
      "pram": 1,
      "bpram": 3
    },
    "data": {
      "words_checked": 0,
      "words_wrong": 0
    },
    "compared": false,
    "agree": true,
    "simulation": null
  }
  $ steady superwarp replay examples/fig4.trace --machine rsdmm --super-warp 3 --shifts 0,0,0,2,1,0 --engine model --json -
  {
    "schema": "superwarp.run/1",
    "machine": {
      "name": "rsdmm",
      "width": 4,
      "banks": 4,
      "latency": 7,
      "super_warp": 3,
      "rpu": "batch",
      "rows": 6,
      "mapping": "random-shift",
      "shifts": [
        0,
        0,
        0,
        2,
        1,
        0
      ],
      "seed": 1,
      "route": 0
    },
    "workload": {
      "name": "examples/fig4.trace",
      "size": null,
      "blocks": 1,
      "threads": 12,
      "schedule": "rounds",
      "rounds": 1,
      "dispatches": 1,
      "requests": 12
    },
    "congestion": {
      "total": 4,
      "max": 4,
      "mean": 4.0,
      "ratio_mean": 1.333333333
    },
    "time_units": {
      "rtl": null,
      "model": 10,
      "closed": null
    },
    "dispatch_latency": {
      "median": 10,
      "p99": 10,
      "max": 10
    },
    "ideal": {
      "pram": 1,
      "bpram": 3
    },
    "lower_bounds": {
      "bandwidth": null,
      "latency": null,
      "reduction": null
    },
    "figures": {
      "time_units": 10,
      "slots": 4,
      "requests": 12,
      "dispatches": 1,
      "super_warps": 1,
      "latency_median": 10,
      "latency_p99": 10,
      "latency_max": 10,
      "shared_alone": 0,
      "pram": 1,
      "bpram": 3
    },
    "data": {
      "words_checked": 0,
      "words_wrong": 0
    },
    "compared": false,
    "agree": true,
    "simulation": null
  }

Overlapping warps, instructions, and several multiprocessors: the worked examples of the documents.

  $ superwarp replay examples/streaming.trace --machine sdmm --rpu stream --depth 3 --latency 1 --engine model
  examples/streaming.trace, 16 threads, rounds schedule, on sdmm (width 4, latency 1, streaming: depth 3, 3 passes, fullest)
    work        1 round, 4 dispatches, 6 requests
    congestion  4 slots, 1.5 requests a slot, a dispatch in at most 3 time units
    model                4 time units
    latency     of a dispatch: median 1, p99 3, largest 3 time units
    ideal       PRAM 1 time units, BPRAM of width 4: 2
    agree       nothing compared: only model ran
  $ superwarp replay examples/streaming.trace --machine sdmm --rpu pipelined --depth 3 --latency 1 --engine model
  examples/streaming.trace, 16 threads, rounds schedule, on sdmm (width 4, latency 1, pipelined: depth 3, 3 passes, fullest)
    work        1 round, 4 dispatches, 6 requests
    congestion  5 slots, 1.2 requests a slot, a dispatch in at most 6 time units
    model                7 time units
    latency     of a dispatch: median 4, p99 6, largest 6 time units
    ideal       PRAM 1 time units, BPRAM of width 4: 2
    agree       nothing compared: only model ran
  $ superwarp replay examples/crossbar.trace --machine sdmm --rpu crossbar --depth 2 --latency 1 --engine model
  examples/crossbar.trace, 12 threads, rounds schedule, on sdmm (width 4, latency 1, crossbar: depth 2, round-robin)
    work        1 round, 3 dispatches, 4 requests
    congestion  4 slots, 1 requests a slot, a dispatch in at most 2 time units
    model                4 time units
    latency     of a dispatch: median 2, p99 2, largest 2 time units
    ideal       PRAM 1 time units, BPRAM of width 4: 1
    agree       nothing compared: only model ran
  $ superwarp replay examples/crossbar.trace --machine sdmm --rpu crossbar --depth 2 --priority fixed --latency 1 --engine model
  examples/crossbar.trace, 12 threads, rounds schedule, on sdmm (width 4, latency 1, crossbar: depth 2, fixed)
    work        1 round, 3 dispatches, 4 requests
    congestion  4 slots, 1 requests a slot, a dispatch in at most 4 time units
    model                4 time units
    latency     of a dispatch: median 1, p99 4, largest 4 time units
    ideal       PRAM 1 time units, BPRAM of width 4: 1
    agree       nothing compared: only model ran
  $ superwarp replay examples/issue.trace --latency 2 --schedule async --issue 1 --engine model
  examples/issue.trace, 8 threads, async schedule, on dmm (width 4, latency 2)
    work        2 rounds, 3 dispatches, 12 requests
    congestion  total 5, largest 3, mean 1.667
    model               19 time units
    latency     of a dispatch: median 2, p99 4, largest 4 time units
    ideal       PRAM 2 time units, BPRAM of width 4: 3
    issue       10 instructions, loose by 1 sub-core, 0.53 a time unit
    warps' time IIIIIIIIIIIIIIIIIIIIIISSSSSSSSLLLLLLLLLLLLLLBBBBBBBBBBBBBB..
                I issue 36.8 %, S shared memory 13.2 %, L latency 23.7 %, B barrier 23.7 %, . ended 2.6 %
    agree       nothing compared: only model ran
  $ superwarp replay examples/issue.trace --latency 2 --schedule async --issue 2 --wait use --order oldest --engine model
  examples/issue.trace, 8 threads, async schedule, on dmm (width 4, latency 2)
    work        2 rounds, 3 dispatches, 12 requests
    congestion  total 5, largest 3, mean 1.667
    model               15 time units
    latency     of a dispatch: median 2, p99 4, largest 4 time units
    ideal       PRAM 2 time units, BPRAM of width 4: 3
    issue       10 instructions, oldest by 2 sub-cores, 0.67 a time unit
    warps' time IIIIIIIIIIIIIIIISSSSSSSSSSLLLLLLLLLLLLLLLLLLBBBBBBBBBBBBBB..
                I issue 26.7 %, S shared memory 16.7 %, L latency 30.0 %, B barrier 23.3 %, . ended 3.3 %
    agree       nothing compared: only model ran
  $ steady superwarp replay examples/issue.trace --latency 2 --schedule async --issue 1 --places 1 --wait word --engine model --json -
  {
    "schema": "superwarp.run/1",
    "machine": {
      "name": "dmm",
      "width": 4,
      "banks": 4,
      "latency": 2,
      "super_warp": 1,
      "rpu": "batch",
      "rows": 3,
      "mapping": "identity",
      "shifts": [],
      "seed": 1,
      "route": 0,
      "issue": {
        "sub_cores": 1,
        "order": "loose",
        "wait": "word",
        "instructions": 1,
        "places": 1
      }
    },
    "workload": {
      "name": "examples/issue.trace",
      "size": null,
      "blocks": 1,
      "threads": 8,
      "schedule": "async",
      "rounds": 2,
      "dispatches": 3,
      "requests": 12
    },
    "congestion": {
      "total": 5,
      "max": 3,
      "mean": 1.666666666,
      "ratio_mean": 1.666666666
    },
    "time_units": {
      "rtl": null,
      "model": 17,
      "closed": null
    },
    "warp_time": {
      "instructions": 10,
      "issue": 12,
      "shared": 4,
      "global": 0,
      "latency": 8,
      "barrier": 7,
      "ended": 3
    },
    "dispatch_latency": {
      "median": 2,
      "p99": 4,
      "max": 4
    },
    "ideal": {
      "pram": 2,
      "bpram": 3
    },
    "lower_bounds": {
      "bandwidth": null,
      "latency": null,
      "reduction": null
    },
    "figures": {
      "time_units": 17,
      "slots": 5,
      "requests": 12,
      "dispatches": 3,
      "super_warps": 2,
      "latency_median": 2,
      "latency_p99": 4,
      "latency_max": 4,
      "shared_alone": 0,
      "pram": 2,
      "bpram": 3
    },
    "data": {
      "words_checked": 0,
      "words_wrong": 0
    },
    "compared": false,
    "agree": true,
    "simulation": null
  }
  $ superwarp replay examples/hierarchy.trace --machine hmm --multiprocessors 2 --latency 3 --engine model
  examples/hierarchy.trace, 16 threads, rounds schedule, on hmm of 2 multiprocessors with a dmm each (width 4, latency 3, shared latency 1)
    work        2 rounds, 7 dispatches, 28 requests
    congestion  total 10, largest 3, mean 1.429
    model                9 time units
    latency     of a dispatch: median 3, p99 4, largest 4 time units
    ideal       PRAM 2 time units
    busy        global memory 55.6 %, shared memories alone 33.3 %, no memory 11.1 % of the time
    agree       nothing compared: only model ran
  $ superwarp replay examples/hierarchy.trace --machine hmm --multiprocessors 2 --latency 3 --schedule async --engine model
  examples/hierarchy.trace, 16 threads, async schedule, on hmm of 2 multiprocessors with a dmm each (width 4, latency 3, shared latency 1)
    work        2 rounds, 7 dispatches, 28 requests
    congestion  total 10, largest 3, mean 1.429
    model                7 time units
    latency     of a dispatch: median 3, p99 4, largest 4 time units
    ideal       PRAM 2 time units
    busy        global memory 71.4 %, shared memories alone 28.6 %, no memory 0.0 % of the time
    agree       nothing compared: only model ran
  $ steady superwarp replay examples/hierarchy.trace --machine hmm --multiprocessors 2 --latency 3 --engine model --json -
  {
    "schema": "superwarp.run/1",
    "machine": {
      "name": "hmm",
      "width": 4,
      "banks": 4,
      "latency": 3,
      "super_warp": 1,
      "rpu": "batch",
      "rows": 3,
      "mapping": "identity",
      "shifts": [],
      "seed": 1,
      "route": 0,
      "multiprocessors": 2,
      "shared": "dmm",
      "shared_latency": 1,
      "global_rows": 4
    },
    "workload": {
      "name": "examples/hierarchy.trace",
      "size": null,
      "blocks": 1,
      "threads": 16,
      "schedule": "rounds",
      "rounds": 2,
      "dispatches": 7,
      "requests": 28
    },
    "congestion": {
      "total": 10,
      "max": 3,
      "mean": 1.428571428,
      "ratio_mean": 1.428571428
    },
    "time_units": {
      "rtl": null,
      "model": 9,
      "closed": null
    },
    "time_units_of": {
      "global": 5,
      "shared_alone": 3,
      "nobody": 1
    },
    "dispatch_latency": {
      "median": 3,
      "p99": 4,
      "max": 4
    },
    "ideal": {
      "pram": 2,
      "bpram": 7
    },
    "lower_bounds": {
      "bandwidth": null,
      "latency": null,
      "reduction": null
    },
    "figures": {
      "time_units": 9,
      "slots": 10,
      "requests": 28,
      "dispatches": 7,
      "super_warps": 4,
      "latency_median": 3,
      "latency_p99": 4,
      "latency_max": 4,
      "shared_alone": 3,
      "pram": 2,
      "bpram": 7
    },
    "data": {
      "words_checked": 0,
      "words_wrong": 0
    },
    "compared": false,
    "agree": true,
    "simulation": null
  }

A recorded kernel: every instruction and line, on three machines.

  $ superwarp replay examples/transpose.traceg --engine model
  examples/transpose.traceg, 256 threads, rounds schedule, on dmm (width 32, latency 7)
    work        16 rounds, 128 dispatches, 4096 requests
    congestion  total 1120, largest 32, mean 8.75
    model             1216 time units
    latency     of a dispatch: median 7, p99 38, largest 38 time units
    ideal       PRAM 16 time units, BPRAM of width 32: 128
    agree       nothing compared: only model ran
  
  kernel transpose_naive_then_padded: 1 block, 1 at a time, 8 warps, 160 instructions executed
    replayed    64 loads, 64 stores, 0 atomics, 16 barriers
  
                                                  --------- dmm ----------  -------- rsdmm ---------  ----- rsdmm stream -----
      PC  opcode   line  executions     requests         slots   mean  max         slots   mean  max         slots   time  max
      60  LDS        11          32         1024          1024  32.00   32            96   3.00    3          58.0   7.41    8
      40  STS         8          32         1024            32   1.00    1            32   1.00    1          32.0   1.00    1
      90  STS        14          32         1024            32   1.00    1            63   1.97    2          45.0   3.94    7
      b0  LDS        17          32         1024            32   1.00    1           108   3.38    4          57.0   7.34    9
   total                        128         4096          1120   8.75   32           299   2.34    4         192.0   4.92    9
  $ superwarp replay examples/transpose.traceg --engine model --machine rsdmm --rpu stream --sort time
  examples/transpose.traceg, 256 threads, rounds schedule, on rsdmm (width 32, latency 7, streaming: depth 8, 3 passes, fullest, random-shift)
    work        16 rounds, 128 dispatches, 4096 requests
    congestion  192 slots, 21.33 requests a slot, a dispatch in at most 9 time units
    model              288 time units
    latency     of a dispatch: median 13, p99 14, largest 15 time units
    ideal       PRAM 16 time units, BPRAM of width 32: 128
    agree       nothing compared: only model ran
  
  kernel transpose_naive_then_padded: 1 block, 1 at a time, 8 warps, 160 instructions executed
    replayed    64 loads, 64 stores, 0 atomics, 16 barriers
  
                                                  -------- rsdmm ---------  --------- dmm ----------  ----- rsdmm stream -----
      PC  opcode   line  executions     requests         slots   mean  max         slots   mean  max         slots   time  max
      60  LDS        11          32         1024            96   3.00    3          1024  32.00   32          58.0   7.41    8
      b0  LDS        17          32         1024           108   3.38    4            32   1.00    1          57.0   7.34    9
      90  STS        14          32         1024            63   1.97    2            32   1.00    1          45.0   3.94    7
      40  STS         8          32         1024            32   1.00    1            32   1.00    1          32.0   1.00    1
   total                        128         4096           299   2.34    4          1120   8.75   32         192.0   4.92    9
  $ superwarp replay examples/transpose.traceg --engine model --width 16 --blocks 2
  examples/transpose.traceg, 256 threads, rounds schedule, on dmm (width 16, latency 7)
    work        32 rounds, 256 dispatches, 4096 requests
    congestion  total 1216, largest 16, mean 4.75
    model             1408 time units
    latency     of a dispatch: median 7, p99 22, largest 22 time units
    ideal       PRAM 32 time units, BPRAM of width 16: 256
    agree       nothing compared: only model ran
  
  kernel transpose_naive_then_padded: 1 block, 1 at a time, 8 warps, 160 instructions executed
    replayed    64 loads, 64 stores, 0 atomics, 16 barriers
  
                                                  --------- dmm ----------  -------- rsdmm ---------  ----- rsdmm stream -----
      PC  opcode   line  executions     requests         slots   mean  max         slots   mean  max         slots   time  max
      60  LDS        11          32         1024          1024  32.00   32           208   6.50    7         110.0  12.88   15
      40  STS         8          32         1024            64   2.00    2            64   2.00    2          64.0   2.00    2
      90  STS        14          32         1024            64   2.00    2           118   3.69    4          94.0   8.34   13
      b0  LDS        17          32         1024            64   2.00    2           215   6.72    8         109.0  13.00   17
   total                        128         4096          1216   9.50   32           605   4.73    8         377.0   9.05   17
  $ gzip <examples/transpose.traceg | superwarp replay - --engine model | head -3
  <stdin>, 256 threads, rounds schedule, on dmm (width 32, latency 7)
    work        16 rounds, 128 dispatches, 4096 requests
    congestion  total 1120, largest 32, mean 8.75
  $ steady superwarp replay examples/transpose.traceg --engine model --json -
  {
    "schema": "superwarp.run/1",
    "machine": {
      "name": "dmm",
      "width": 32,
      "banks": 32,
      "latency": 7,
      "super_warp": 1,
      "rpu": "batch",
      "rows": 65,
      "mapping": "identity",
      "shifts": [],
      "seed": 1,
      "route": 0
    },
    "workload": {
      "name": "examples/transpose.traceg",
      "size": null,
      "blocks": 1,
      "threads": 256,
      "schedule": "rounds",
      "rounds": 16,
      "dispatches": 128,
      "requests": 4096
    },
    "congestion": {
      "total": 1120,
      "max": 32,
      "mean": 8.75,
      "ratio_mean": 8.75
    },
    "time_units": {
      "rtl": null,
      "model": 1216,
      "closed": null
    },
    "dispatch_latency": {
      "median": 7,
      "p99": 38,
      "max": 38
    },
    "ideal": {
      "pram": 16,
      "bpram": 128
    },
    "lower_bounds": {
      "bandwidth": null,
      "latency": null,
      "reduction": null
    },
    "figures": {
      "time_units": 1216,
      "slots": 1120,
      "requests": 4096,
      "dispatches": 128,
      "super_warps": 8,
      "latency_median": 7,
      "latency_p99": 38,
      "latency_max": 38,
      "shared_alone": 0,
      "pram": 16,
      "bpram": 128
    },
    "data": {
      "words_checked": 0,
      "words_wrong": 0
    },
    "compared": false,
    "agree": true,
    "simulation": null,
    "traceg": {
      "kernel": "transpose_naive_then_padded",
      "kernel_id": "1",
      "grid": [
        1,
        1,
        1
      ],
      "block": [
        32,
        8,
        1
      ],
      "shared_bytes": 8320,
      "tracer_version": 5,
      "resident": 1,
      "blocks": 1,
      "warps": 8,
      "instructions": 160,
      "loads": 64,
      "stores": 64,
      "atomics": 0,
      "matrix_loads": 0,
      "matrix_stores": 0,
      "copies": 0,
      "barriers": 16,
      "left_out": {
        "LD/ST/ATOM/RED": 0,
        "LDSM/STSM": 0,
        "LDGSTS/bulk": 0,
        "BAR.ARV/SYNCS": 0
      }
    },
    "instructions": [
      {
        "pc": "0060",
        "opcode": "LDS",
        "line": 11,
        "file": null,
        "source": null,
        "bytes": 4,
        "executions": 32,
        "requests": 1024,
        "machines": {
          "dmm": {
            "dispatches": 32,
            "slots": 1024,
            "mean": 32.0,
            "max": 32,
            "mean_slots": 32.0,
            "max_slots": 32
          },
          "umm": {
            "dispatches": 32,
            "slots": 1024,
            "mean": 32.0,
            "max": 32,
            "mean_slots": 32.0,
            "max_slots": 32
          },
          "rsdmm": {
            "dispatches": 32,
            "slots": 96,
            "mean": 3.0,
            "max": 3,
            "mean_slots": 3.0,
            "max_slots": 3
          },
          "rsdmm stream": {
            "slots": 58.0,
            "mean_time": 7.40625,
            "max_time": 8
          }
        }
      },
      {
        "pc": "0040",
        "opcode": "STS",
        "line": 8,
        "file": null,
        "source": null,
        "bytes": 4,
        "executions": 32,
        "requests": 1024,
        "machines": {
          "dmm": {
            "dispatches": 32,
            "slots": 32,
            "mean": 1.0,
            "max": 1,
            "mean_slots": 1.0,
            "max_slots": 1
          },
          "umm": {
            "dispatches": 32,
            "slots": 32,
            "mean": 1.0,
            "max": 1,
            "mean_slots": 1.0,
            "max_slots": 1
          },
          "rsdmm": {
            "dispatches": 32,
            "slots": 32,
            "mean": 1.0,
            "max": 1,
            "mean_slots": 1.0,
            "max_slots": 1
          },
          "rsdmm stream": {
            "slots": 32.0,
            "mean_time": 1.0,
            "max_time": 1
          }
        }
      },
      {
        "pc": "0090",
        "opcode": "STS",
        "line": 14,
        "file": null,
        "source": null,
        "bytes": 4,
        "executions": 32,
        "requests": 1024,
        "machines": {
          "dmm": {
            "dispatches": 32,
            "slots": 32,
            "mean": 1.0,
            "max": 1,
            "mean_slots": 1.0,
            "max_slots": 1
          },
          "umm": {
            "dispatches": 32,
            "slots": 63,
            "mean": 1.96875,
            "max": 2,
            "mean_slots": 1.96875,
            "max_slots": 2
          },
          "rsdmm": {
            "dispatches": 32,
            "slots": 63,
            "mean": 1.96875,
            "max": 2,
            "mean_slots": 1.96875,
            "max_slots": 2
          },
          "rsdmm stream": {
            "slots": 45.0,
            "mean_time": 3.9375,
            "max_time": 7
          }
        }
      },
      {
        "pc": "00b0",
        "opcode": "LDS",
        "line": 17,
        "file": null,
        "source": null,
        "bytes": 4,
        "executions": 32,
        "requests": 1024,
        "machines": {
          "dmm": {
            "dispatches": 32,
            "slots": 32,
            "mean": 1.0,
            "max": 1,
            "mean_slots": 1.0,
            "max_slots": 1
          },
          "umm": {
            "dispatches": 32,
            "slots": 1024,
            "mean": 32.0,
            "max": 32,
            "mean_slots": 32.0,
            "max_slots": 32
          },
          "rsdmm": {
            "dispatches": 32,
            "slots": 108,
            "mean": 3.375,
            "max": 4,
            "mean_slots": 3.375,
            "max_slots": 4
          },
          "rsdmm stream": {
            "slots": 56.999999999,
            "mean_time": 7.34375,
            "max_time": 9
          }
        }
      }
    ]
  }
  $ superwarp replay examples/tiles.traceg --machine hmm --multiprocessors 2 --engine model
  examples/tiles.traceg, 256 threads, rounds schedule, on hmm of 2 multiprocessors with a dmm each (width 32, latency 7, shared latency 1)
    work        32 rounds, 256 dispatches, 8192 requests
    congestion  total 2240, largest 32, mean 8.75
    model             1280 time units
    latency     of a dispatch: median 7, p99 32, largest 32 time units
    ideal       PRAM 32 time units
    busy        global memory 10.0 %, shared memories alone 82.5 %, no memory 7.5 % of the time
    agree       nothing compared: only model ran
  
  kernel transpose_through_tiles: 2 blocks, 2 at a time, 8 warps, 280 instructions executed
    replayed    64 loads, 64 stores, 0 atomics, 8 barriers
    of global   64 loads, 64 stores, 0 atomics
  
                                                  --------- dmm ----------  -------- rsdmm ---------
      PC  opcode   line  executions     requests         slots   mean  max         slots   mean  max
      a0  LDS        11          64         2048          2048  32.00   32           192   3.00    3
      40  LDG.E       8          64         2048            64   1.00    1            64   1.00    1
      60  STS         8          64         2048            64   1.00    1            64   1.00    1
      c0  STG.E      11          64         2048            64   1.00    1            64   1.00    1
   total                        256         8192          2240   8.75   32           384   1.50    3

By the rules of a real GPU.

  $ superwarp replay examples/transpose.traceg --gpu ampere --engine model
  examples/transpose.traceg, 256 threads, rounds schedule, on dmm (width 32, latency 7)
    work        16 rounds, 128 dispatches, 4096 requests
    congestion  total 1120, largest 32, mean 8.75
    model             1216 time units
    latency     of a dispatch: median 7, p99 38, largest 38 time units
    ideal       PRAM 16 time units, BPRAM of width 32: 128
    agree       nothing compared: only model ran
  
  kernel transpose_naive_then_padded: 1 block, 1 at a time, 8 warps, 160 instructions executed
    replayed    64 loads, 64 stores, 0 atomics, 16 barriers
  
                                                  ------------------ ampere ------------------  --------- dmm ----------  -------- rsdmm ---------  ----- rsdmm stream -----
      PC  opcode   line  executions     requests    wavefronts     ideal    excess   mean  max         slots   mean  max         slots   mean  max         slots   time  max
      60  LDS        11          32         1024          1024        32       992  32.00   32          1024  32.00   32            96   3.00    3          58.0   7.41    8
      40  STS         8          32         1024            32        32         0   1.00    1            32   1.00    1            32   1.00    1          32.0   1.00    1
      90  STS        14          32         1024            32        32         0   1.00    1            32   1.00    1            63   1.97    2          45.0   3.94    7
      b0  LDS        17          32         1024            32        32         0   1.00    1            32   1.00    1           108   3.38    4          57.0   7.34    9
   total                        128         4096          1120       128       992   8.75   32          1120   8.75   32           299   2.34    4         192.0   4.92    9
  $ superwarp replay examples/transpose.traceg --gpu hopper --engine model | tail -8
  
                                                  ------------------ hopper ------------------  --------- dmm ----------  -------- rsdmm ---------  ----- rsdmm stream -----
      PC  opcode   line  executions     requests    wavefronts     ideal    excess   mean  max         slots   mean  max         slots   mean  max         slots   time  max
      60  LDS        11          32         1024          1024        32       992  32.00   32          1024  32.00   32            96   3.00    3          58.0   7.41    8
      40  STS         8          32         1024            32        32         0   1.00    1            32   1.00    1            32   1.00    1          32.0   1.00    1
      90  STS        14          32         1024            32        32         0   1.00    1            32   1.00    1            63   1.97    2          45.0   3.94    7
      b0  LDS        17          32         1024            32        32         0   1.00    1            32   1.00    1           108   3.38    4          57.0   7.34    9
   total                        128         4096          1120       128       992   8.75   32          1120   8.75   32           299   2.34    4         192.0   4.92    9
  $ superwarp replay examples/transpose.traceg --gpu data/gpus/fermi.json --engine model | tail -8
  
                                                  ------------------ fermi -------------------  --------- dmm ----------  -------- rsdmm ---------  ----- rsdmm stream -----
      PC  opcode   line  executions     requests    wavefronts     ideal    excess   mean  max         slots   mean  max         slots   mean  max         slots   time  max
      60  LDS        11          32         1024          1024        32       992  32.00   32          1024  32.00   32            96   3.00    3          58.0   7.41    8
      40  STS         8          32         1024            32        32         0   1.00    1            32   1.00    1            32   1.00    1          32.0   1.00    1
      90  STS        14          32         1024            32        32         0   1.00    1            32   1.00    1            63   1.97    2          45.0   3.94    7
      b0  LDS        17          32         1024            32        32         0   1.00    1            32   1.00    1           108   3.38    4          57.0   7.34    9
   total                        128         4096          1120       128       992   8.75   32          1120   8.75   32           299   2.34    4         192.0   4.92    9
  $ steady superwarp replay examples/transpose.traceg --gpu volta --engine model --json - | sed -n '/"gpu"/,/}/p'
        "gpu": {
          "executions": 32,
          "wavefronts": 1024,
          "ideal": 32,
          "excess": 992,
          "mean": 32.0,
          "max": 32
        }
        "gpu": {
          "executions": 32,
          "wavefronts": 32,
          "ideal": 32,
          "excess": 0,
          "mean": 1.0,
          "max": 1
        }
        "gpu": {
          "executions": 32,
          "wavefronts": 32,
          "ideal": 32,
          "excess": 0,
          "mean": 1.0,
          "max": 1
        }
        "gpu": {
          "executions": 32,
          "wavefronts": 32,
          "ideal": 32,
          "excess": 0,
          "mean": 1.0,
          "max": 1
        }
    "gpu": {
      "executions": 128,
      "wavefronts": 1120,
      "ideal": 128,
      "excess": 992,
      "mean": 8.75,
      "max": 32,
      "name": "volta"
    }

Tables of source lines for documents, spreadsheets and slides.

  $ superwarp replay examples/transpose.traceg --engine model --markdown -
  examples/transpose.traceg. Slots of an access by a warp, mean
  
  | kernel | line | source | dmm | rsdmm | rsdmm stream |
  |---|---|---|---:|---:|---:|
  | transpose\_naive\_then\_padded | line 11, PC 60 | LDS | 32.0 | 3.00 | 1.81 |
  | transpose\_naive\_then\_padded | line 8, PC 40 | STS | 1.00 | 1.00 | 1.00 |
  | transpose\_naive\_then\_padded | line 14, PC 90 | STS | 1.00 | 1.97 | 1.41 |
  | transpose\_naive\_then\_padded | line 17, PC b0 | LDS | 1.00 | 3.38 | 1.78 |
  
  line 11, PC 60: 32.00 slots an access on the dmm, 1.81 on the rsdmm stream: 17.7 times fewer
  $ superwarp replay examples/transpose.traceg --engine model --csv -
  kernel,line,source,dmm,rsdmm,rsdmm stream
  transpose_naive_then_padded,"line 11, PC 60",LDS,32,3,1.8125
  transpose_naive_then_padded,"line 8, PC 40",STS,1,1,1
  transpose_naive_then_padded,"line 14, PC 90",STS,1,1.96875,1.40625
  transpose_naive_then_padded,"line 17, PC b0",LDS,1,3.375,1.78125
  $ superwarp replay examples/transpose.traceg --engine model --svg - | grep -c '<rect\|<text'
  39
  $ superwarp replay examples/tiles.traceg --engine model --csv - --gpu hopper
  kernel,line,source,hopper,dmm,rsdmm,rsdmm stream
  transpose_through_tiles,"line 11, PC a0",LDS,32,32,3,2.21875
  transpose_through_tiles,"line 8, PC 60",STS,1,1,1,1

A folder of kernels.

  $ mkdir kernels && cp examples/transpose.traceg kernels/kernel-1.traceg && cp examples/tiles.traceg kernels/kernel-2.traceg
  $ superwarp replay kernels --engine model
  kernels, 256 threads, rounds schedule, on dmm (width 32, latency 7)
    work        48 rounds, 256 dispatches, 8192 requests
    congestion  total 3232, largest 32, mean 12.62
    model             3520 time units
    latency     of a dispatch: median 7, p99 38, largest 38 time units
    ideal       PRAM 48 time units, BPRAM of width 32: 256
    agree       nothing compared: only model ran
  
  2 launches of 2 kernels
       1  transpose_naive_then_padded               1 launch, 1 block, 1120 slots, 1216 time units
       2  transpose_through_tiles                   1 launch, 2 blocks, 2112 slots, 2304 time units
  
                                                        --------- dmm ----------  -------- rsdmm ---------  ----- rsdmm stream -----
  kernel    PC  opcode   line  executions     requests         slots   mean  max         slots   mean  max         slots   time  max
       2    a0  LDS        11          64         2048          2048  32.00   32           192   3.00    3         142.0   6.19    8
       1    60  LDS        11          32         1024          1024  32.00   32            96   3.00    3          58.0   7.41    8
       2    60  STS         8          64         2048            64   1.00    1            64   1.00    1          64.0   1.00    1
       1    40  STS         8          32         1024            32   1.00    1            32   1.00    1          32.0   1.00    1
       1    90  STS        14          32         1024            32   1.00    1            63   1.97    2          45.0   3.94    7
       1    b0  LDS        17          32         1024            32   1.00    1           108   3.38    4          57.0   7.34    9
         total                        256         8192          3232  12.62   32           555   2.17    4         398.0   4.26    9
  $ echo kernel-2.traceg >kernels/kernelslist.g
  $ superwarp replay kernels/kernelslist.g --engine model | head -4
  kernels/kernelslist.g, 128 threads, rounds schedule, on dmm (width 32, latency 7)
    work        32 rounds, 128 dispatches, 4096 requests
    congestion  total 2112, largest 32, mean 16.5
    model             2304 time units

Its options.

  $ superwarp replay --help
  replay a trace on a machine with every engine and compare
  Usage: superwarp replay [OPTIONS] file
  
  Positionals:
    file TEXT REQUIRED          a text trace (first line '# superwarp-trace 1', then 'round warp R|W addresses...') or a .traceg of Accel-Sim, plain, gzip, xz or zstd, or a folder of .traceg or its kernelslist.g; '-' is standard input
  
  Options:
    -h,--help                   Print this help message and exit
    --help-all                  Print the help with all options and exit
    --gpu TEXT                  lower the accesses of a trace by the rules of a real GPU: a name from 'superwarp list gpu', or a description file; adds wavefronts, ideal, excess
    --ncu TEXT                  with --gpu: what Nsight Compute exported of the same launches (--page source --print-source cuda,sass or sass --csv, or --page raw --csv); shows its counters beside the predictions, worst first
    --sort TEXT=slots           order of instructions and lines: slots on the first machine, or time until they are served where warps overlap
    --json TEXT                 write the result to this file ('-': standard output, without the table)
  
  
  Machine:
    --machine TEXT=dmm          dmm, umm, sdmm, rsdmm, summ, gt200, hmm
    --super-warp UINT           s: warps of a super warp, 1 to 16 (sdmm, rsdmm, summ; rsdmm: default 1)
    --rpu TEXT                  request packing unit: batch, serial, stream, pipelined, crossbar (sdmm, rsdmm; default batch)
    --route UINT                stages of a network that takes requests to the banks; 0: multiplexers, 0 to 73 (--rpu batch; default 0)
    --intake UINT               time units from a warp's arrival to its slots, 1 to 2 (--rpu serial; default 1)
    --depth UINT                D: places in the window or FIFO of each lane, 1 to 16 (--rpu stream or pipelined or crossbar; default 8)
    --queue UINT                Q: places of a plain queue behind the window of each lane, 0 to 8 (--rpu pipelined; default 0)
    --store UINT                M: words to write that each lane keeps beside its window; 0: one in each place, 0 to 16 (--rpu pipelined; default 0)
    --later TEXT                what lanes do in a match's later passes, the first unless given: oldest or alone or youngest (--rpu pipelined)
    --mapping TEXT              how addresses are spread over the banks, see 'superwarp list' (default identity; rsdmm: random-shift)
    --regions TEXT              equal regions of the memory in which the mapping is on or off, a digit each, as in 8:10110000; or those that are on, 8:0,2-3; 8 alone: on in all; or a table of 8 in which it is on, first row and number of rows, 8:0+16,40+8; and another mapping where it is off, 8:0,2-3:pad (default: on everywhere)
    --region-rows UINT          rows of a region, a power of two; regions repeat if they are smaller than the memory (default: the memory's rows / the number of regions)
    --ports UINT=1              P: ports of a bank, 1 to 2: different words that it serves in a time unit (RPU batch)
    --bank-words UINT=1         words of 4 bytes that a bank gives in a time unit, 1 or 2, from one row (RPU batch, mapping identity)
  
  
  Conditions:
    --width UINT                w: threads of a warp, 1 to 128 on the RTL (default 32, gt200 16, or the trace's)
    --banks UINT                b: banks, 1 to 128 on the RTL (default: as many as threads of a warp)
    --blocks UINT=1             B: thread blocks that are resident together, each with its own memory and barriers, 1 to 64
    --latency UINT=7            l: stages of the memory pipeline, 1 to 1024
    --schedule TEXT=rounds      rounds or async
    --seed UINT=1               seed of everything random; the same seed gives the same run
  
  
  Instructions (docs/spec/issue.md):
    --issue UINT                d_i: sub-cores of a multiprocessor, each of which issues an instruction a time unit, 1 to 16; needs --schedule async
    --order TEXT=loose          which warp a sub-core prefers: loose (round robin) or oldest (the last one, then the oldest)
    --wait TEXT=access          access: a warp waits for every access; use: it issues independent work while it waits; word: like use, and no warp waits for a write
    --instructions UINT=1       instructions that a warp issues for an access, itself included, unless the trace has them; 0 to 100000
    --places UINT=0             largest number of reads under way, up to 1024; 0: no limit
  
  
  Engines:
    --engine TEXT               rtl,model,closed: which engines run (default: all that apply)
    --waves TEXT                keep the RTL's waveform in this .fst file, with a view for GTKWave beside it (.gtkw)
  
  
  Tables of source lines x machines, of a .traceg ('-': standard output, nothing else there):
    --markdown TEXT             as Markdown, for a document
    --csv TEXT                  as CSV, for a spreadsheet
    --svg TEXT                  as SVG, for a slide
  
  Example:
    superwarp replay examples/fig4.trace --latency 7
  
  A .traceg file is the trace of one launch of a CUDA kernel by Accel-Sim's tracer: plain, .gz, .xz or .zst,
  also from a pipe. Its shared-memory instructions are replayed block by block. The report shows which of
  them conflict, on the chosen machine and on others for comparison:
    superwarp replay examples/transpose.traceg
    superwarp replay kernel-1.traceg.xz --machine rsdmm --super-warp 4 --blocks 2 --engine model
  A folder of them (such as a recording), or its kernelslist.g, is replayed kernel by kernel, with one table
  at the end. LDS, STS, ATOMS, LDSM, STSM, and LD, ST, ATOM, RED and LDGSTS with shared addresses are
  replayed. Accesses of 8 and 16 bytes are split into half and quarter warps. Atomics of one warp to one word
  run one after another, each as a read and a write. BAR is a barrier of the block. --width 16 splits warps
  into half-warps. --blocks B puts B blocks of the trace into the machine together, or B copies of a text
  trace, which is one block.
  --waves keeps the waveform of the first run. All rules: docs/your-kernel.md.
  $ superwarp replay --help-all | grep -e --rows -e --shifts -e --shallow -e --rtl
    --rows UINT                 words in each bank (default: what the addresses need)
    --shifts TEXT               shifts r_j of the rows (random-shift, random-xor, rap): a file, or r0,r1,... (default: from --seed)
    --rtl TEXT                  folder of SystemVerilog to use instead of the project's rtl/
    --shallow                   run the form of the RTL that is meant for silicon
