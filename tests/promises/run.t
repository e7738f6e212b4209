# SPDX-License-Identifier: Apache-2.0

  $ . "$TESTDIR"/setup.sh

Each machine runs a workload: congestion, time units, ideal, lower bounds, and whether its memory is right.

  $ superwarp run --workload transpose-naive --size 16 --width 4 --threads 16 --machine dmm --engine model
  transpose-naive of size 16, 16 threads, rounds schedule, on dmm (width 4, latency 7)
    work        32 rounds, 128 dispatches, 512 requests
    congestion  total 320, largest 4, mean 2.5
    model              512 time units
    latency     of a dispatch: median 7, p99 10, largest 10 time units
    ideal       PRAM 32 time units, BPRAM of width 4: 128
    bounds      n/w 64, nl/p 112: no algorithm is faster
    data        256 words checked, 0 wrong
    agree       yes, memory holds what the program promises; only model ran
  $ superwarp run --workload transpose-naive --size 16 --width 4 --threads 16 --machine umm --engine model
  transpose-naive of size 16, 16 threads, rounds schedule, on umm (width 4, latency 7)
    work        32 rounds, 128 dispatches, 512 requests
    congestion  total 320, largest 4, mean 2.5
    model              512 time units
    latency     of a dispatch: median 7, p99 10, largest 10 time units
    ideal       PRAM 32 time units, BPRAM of width 4: 128
    bounds      n/w 64, nl/p 112: no algorithm is faster
    data        256 words checked, 0 wrong
    agree       yes, memory holds what the program promises; only model ran
  $ superwarp run --workload transpose-naive --size 16 --width 4 --threads 16 --machine sdmm --super-warp 2 --engine model
  transpose-naive of size 16, 16 threads, rounds schedule, on sdmm (width 4, latency 7, super warp 2)
    work        32 rounds, 64 dispatches, 512 requests
    congestion  total 320, largest 8, mean 5
    model              512 time units
    latency     of a dispatch: median 8, p99 14, largest 14 time units
    ideal       PRAM 32 time units, BPRAM of width 4: 128
    bounds      n/w 64, nl/p 112: no algorithm is faster
    data        256 words checked, 0 wrong
    agree       yes, memory holds what the program promises; only model ran
  $ superwarp run --workload transpose-naive --size 16 --width 4 --threads 16 --machine rsdmm --super-warp 4 --engine model
  transpose-naive of size 16, 16 threads, rounds schedule, on rsdmm (width 4, latency 7, super warp 4, random-shift)
    work        32 rounds, 32 dispatches, 512 requests
    congestion  total 184, largest 9, mean 5.75
    model              376 time units
    latency     of a dispatch: median 10, p99 15, largest 15 time units
    ideal       PRAM 32 time units, BPRAM of width 4: 128
    bounds      n/w 64, nl/p 112: no algorithm is faster
    data        256 words checked, 0 wrong
    agree       yes, memory holds what the program promises; only model ran
  $ superwarp run --workload transpose-naive --size 16 --width 4 --threads 16 --machine summ --super-warp 2 --engine model
  transpose-naive of size 16, 16 threads, rounds schedule, on summ (width 4, latency 7, super warp 2)
    work        32 rounds, 64 dispatches, 512 requests
    congestion  total 320, largest 8, mean 5
    model              512 time units
    latency     of a dispatch: median 8, p99 14, largest 14 time units
    ideal       PRAM 32 time units, BPRAM of width 4: 128
    bounds      n/w 64, nl/p 112: no algorithm is faster
    data        256 words checked, 0 wrong
    agree       yes, memory holds what the program promises; only model ran
  $ superwarp run --workload transpose-naive --size 16 --width 4 --threads 16 --machine gt200 --engine model
  transpose-naive of size 16, 16 threads, rounds schedule, on gt200 (width 4, latency 7)
    work        32 rounds, 128 dispatches, 512 requests
    congestion  total 320, largest 4, mean 2.5
    model              512 time units
    latency     of a dispatch: median 7, p99 10, largest 10 time units
    ideal       PRAM 32 time units, BPRAM of width 4: 128
    bounds      n/w 64, nl/p 112: no algorithm is faster
    data        256 words checked, 0 wrong
    agree       yes, memory holds what the program promises; only model ran
  $ superwarp run --workload hmm-sum --size 64 --width 4 --threads 32 --machine hmm --multiprocessors 2 --engine model
  hmm-sum of size 64, 32 threads, rounds schedule, on hmm of 2 multiprocessors with a dmm each (width 4, latency 7, shared latency 1)
    work        17 rounds, 51 dispatches, 165 requests
    congestion  total 51, largest 1, mean 1
    model               67 time units
    latency     of a dispatch: median 1, p99 7, largest 7 time units
    ideal       PRAM 17 time units
    busy        global memory 29.9 %, shared memories alone 25.4 %, no memory 44.8 % of the time
    data        1 word checked, 0 wrong
    agree       yes, memory holds what the program promises; only model ran

The default engines without the RTL: the model and the closed form agree.

  $ superwarp run --workload contiguous --size 1024 --engine model,closed
  contiguous of size 1024, 1024 threads, rounds schedule, on dmm (width 32, latency 7)
    work        1 round, 32 dispatches, 1024 requests
    congestion  total 32, largest 1, mean 1
    model               38 time units
    closed              38 time units
    latency     of a dispatch: median 7, p99 7, largest 7 time units
    ideal       PRAM 1 time units, BPRAM of width 32: 32
    bounds      n/w 32, nl/p 7: no algorithm is faster
    agree       yes
  $ superwarp run --workload contiguous --size 64 --width 4 --threads 16 --engine closed
  contiguous of size 64, 16 threads, rounds schedule, on dmm (width 4, latency 7)
    closed              40 time units
    bounds      n/w 16, nl/p 28: no algorithm is faster
    agree       nothing compared: only closed ran
  $ superwarp run --workload contiguous --size 64 --width 4 --threads 16 --engine closed --json - | grep -A3 time_units
    "time_units": {
      "rtl": null,
      "model": null,
      "closed": 40
  --
      "time_units": null,
      "slots": null,
      "requests": null,
      "dispatches": null,
  $ superwarp run --workload contiguous --size 64 --mapping prime
  contiguous of size 64, 1024 threads, rounds schedule, on dmm (width 32, latency 7, prime)
    work        1 round, 2 dispatches, 64 requests
    congestion  total 4, largest 2, mean 2
    rtl         none: there is no RTL of the mapping prime
    model               10 time units
    latency     of a dispatch: median 8, p99 8, largest 8 time units
    ideal       PRAM 1 time units, BPRAM of width 32: 2
    bounds      n/w 2, nl/p 7: no algorithm is faster
    agree       nothing compared: only model ran

The same as JSON, with everything that says which machine it was.

  $ steady superwarp run --workload transpose-naive --size 16 --width 4 --threads 16 --engine model,closed --json -
  {
    "schema": "superwarp.run/1",
    "machine": {
      "name": "dmm",
      "width": 4,
      "banks": 4,
      "latency": 7,
      "super_warp": 1,
      "rpu": "batch",
      "rows": 128,
      "mapping": "identity",
      "shifts": [],
      "seed": 1,
      "route": 0
    },
    "workload": {
      "name": "transpose-naive",
      "size": 16,
      "blocks": 1,
      "threads": 16,
      "schedule": "rounds",
      "rounds": 32,
      "dispatches": 128,
      "requests": 512
    },
    "congestion": {
      "total": 320,
      "max": 4,
      "mean": 2.5,
      "ratio_mean": 2.5
    },
    "time_units": {
      "rtl": null,
      "model": 512,
      "closed": 512
    },
    "dispatch_latency": {
      "median": 7,
      "p99": 10,
      "max": 10
    },
    "ideal": {
      "pram": 32,
      "bpram": 128
    },
    "lower_bounds": {
      "bandwidth": 64,
      "latency": 112,
      "reduction": null
    },
    "figures": {
      "time_units": 512,
      "slots": 320,
      "requests": 512,
      "dispatches": 128,
      "super_warps": 4,
      "latency_median": 7,
      "latency_p99": 10,
      "latency_max": 10,
      "shared_alone": 0,
      "pram": 32,
      "bpram": 128
    },
    "data": {
      "words_checked": 256,
      "words_wrong": 0
    },
    "compared": true,
    "agree": true,
    "simulation": null
  }
  $ steady superwarp run --workload random --size 64 --width 4 --threads 16 --machine umm --engine model --json -
  {
    "schema": "superwarp.run/1",
    "machine": {
      "name": "umm",
      "width": 4,
      "banks": 4,
      "latency": 7,
      "super_warp": 1,
      "rpu": "batch",
      "rows": 16,
      "mapping": "identity",
      "shifts": [],
      "seed": 1,
      "route": 0
    },
    "workload": {
      "name": "random",
      "size": 64,
      "blocks": 1,
      "threads": 16,
      "schedule": "rounds",
      "rounds": 4,
      "dispatches": 16,
      "requests": 64
    },
    "congestion": {
      "total": 60,
      "max": 4,
      "mean": 3.75,
      "ratio_mean": 3.75
    },
    "time_units": {
      "rtl": null,
      "model": 84,
      "closed": null
    },
    "dispatch_latency": {
      "median": 10,
      "p99": 10,
      "max": 10
    },
    "ideal": {
      "pram": 4,
      "bpram": 16
    },
    "lower_bounds": {
      "bandwidth": null,
      "latency": null,
      "reduction": null
    },
    "figures": {
      "time_units": 84,
      "slots": 60,
      "requests": 64,
      "dispatches": 16,
      "super_warps": 4,
      "latency_median": 10,
      "latency_p99": 10,
      "latency_max": 10,
      "shared_alone": 0,
      "pram": 4,
      "bpram": 16
    },
    "data": {
      "words_checked": 0,
      "words_wrong": 0
    },
    "compared": false,
    "agree": true,
    "simulation": null
  }
  $ steady superwarp run --workload random --size 64 --width 4 --threads 16 --machine sdmm --super-warp 4 --engine model --json -
  {
    "schema": "superwarp.run/1",
    "machine": {
      "name": "sdmm",
      "width": 4,
      "banks": 4,
      "latency": 7,
      "super_warp": 4,
      "rpu": "batch",
      "rows": 16,
      "mapping": "identity",
      "shifts": [],
      "seed": 1,
      "route": 0
    },
    "workload": {
      "name": "random",
      "size": 64,
      "blocks": 1,
      "threads": 16,
      "schedule": "rounds",
      "rounds": 4,
      "dispatches": 4,
      "requests": 64
    },
    "congestion": {
      "total": 21,
      "max": 7,
      "mean": 5.25,
      "ratio_mean": 1.3125
    },
    "time_units": {
      "rtl": null,
      "model": 45,
      "closed": null
    },
    "dispatch_latency": {
      "median": 11,
      "p99": 13,
      "max": 13
    },
    "ideal": {
      "pram": 4,
      "bpram": 16
    },
    "lower_bounds": {
      "bandwidth": null,
      "latency": null,
      "reduction": null
    },
    "figures": {
      "time_units": 45,
      "slots": 21,
      "requests": 64,
      "dispatches": 4,
      "super_warps": 1,
      "latency_median": 11,
      "latency_p99": 13,
      "latency_max": 13,
      "shared_alone": 0,
      "pram": 4,
      "bpram": 16
    },
    "data": {
      "words_checked": 0,
      "words_wrong": 0
    },
    "compared": false,
    "agree": true,
    "simulation": null
  }
  $ steady superwarp run --workload random --size 64 --width 4 --threads 16 --machine rsdmm --seed 7 --engine model --json -
  {
    "schema": "superwarp.run/1",
    "machine": {
      "name": "rsdmm",
      "width": 4,
      "banks": 4,
      "latency": 7,
      "super_warp": 1,
      "rpu": "batch",
      "rows": 16,
      "mapping": "random-shift",
      "shifts": [
        2,
        3,
        1,
        0,
        1,
        1,
        2,
        1,
        1,
        0,
        0,
        1,
        0,
        1,
        3,
        2
      ],
      "seed": 7,
      "route": 0
    },
    "workload": {
      "name": "random",
      "size": 64,
      "blocks": 1,
      "threads": 16,
      "schedule": "rounds",
      "rounds": 4,
      "dispatches": 16,
      "requests": 64
    },
    "congestion": {
      "total": 30,
      "max": 3,
      "mean": 1.875,
      "ratio_mean": 1.875
    },
    "time_units": {
      "rtl": null,
      "model": 54,
      "closed": null
    },
    "dispatch_latency": {
      "median": 8,
      "p99": 9,
      "max": 9
    },
    "ideal": {
      "pram": 4,
      "bpram": 16
    },
    "lower_bounds": {
      "bandwidth": null,
      "latency": null,
      "reduction": null
    },
    "figures": {
      "time_units": 54,
      "slots": 30,
      "requests": 64,
      "dispatches": 16,
      "super_warps": 4,
      "latency_median": 8,
      "latency_p99": 9,
      "latency_max": 9,
      "shared_alone": 0,
      "pram": 4,
      "bpram": 16
    },
    "data": {
      "words_checked": 0,
      "words_wrong": 0
    },
    "compared": false,
    "agree": true,
    "simulation": null
  }
  $ steady superwarp run --workload random --size 64 --width 4 --threads 16 --machine summ --super-warp 2 --engine model --json -
  {
    "schema": "superwarp.run/1",
    "machine": {
      "name": "summ",
      "width": 4,
      "banks": 4,
      "latency": 7,
      "super_warp": 2,
      "rpu": "batch",
      "rows": 16,
      "mapping": "identity",
      "shifts": [],
      "seed": 1,
      "route": 0
    },
    "workload": {
      "name": "random",
      "size": 64,
      "blocks": 1,
      "threads": 16,
      "schedule": "rounds",
      "rounds": 4,
      "dispatches": 8,
      "requests": 64
    },
    "congestion": {
      "total": 53,
      "max": 8,
      "mean": 6.625,
      "ratio_mean": 3.3125
    },
    "time_units": {
      "rtl": null,
      "model": 77,
      "closed": null
    },
    "dispatch_latency": {
      "median": 13,
      "p99": 14,
      "max": 14
    },
    "ideal": {
      "pram": 4,
      "bpram": 16
    },
    "lower_bounds": {
      "bandwidth": null,
      "latency": null,
      "reduction": null
    },
    "figures": {
      "time_units": 77,
      "slots": 53,
      "requests": 64,
      "dispatches": 8,
      "super_warps": 2,
      "latency_median": 13,
      "latency_p99": 14,
      "latency_max": 14,
      "shared_alone": 0,
      "pram": 4,
      "bpram": 16
    },
    "data": {
      "words_checked": 0,
      "words_wrong": 0
    },
    "compared": false,
    "agree": true,
    "simulation": null
  }
  $ steady superwarp run --workload random --size 64 --machine gt200 --threads 16 --engine model --json -
  {
    "schema": "superwarp.run/1",
    "machine": {
      "name": "gt200",
      "width": 16,
      "banks": 16,
      "latency": 7,
      "super_warp": 1,
      "rpu": "batch",
      "rows": 4,
      "mapping": "identity",
      "shifts": [],
      "seed": 1,
      "route": 0
    },
    "workload": {
      "name": "random",
      "size": 64,
      "blocks": 1,
      "threads": 16,
      "schedule": "rounds",
      "rounds": 4,
      "dispatches": 4,
      "requests": 64
    },
    "congestion": {
      "total": 11,
      "max": 3,
      "mean": 2.75,
      "ratio_mean": 2.75
    },
    "time_units": {
      "rtl": null,
      "model": 35,
      "closed": null
    },
    "dispatch_latency": {
      "median": 9,
      "p99": 9,
      "max": 9
    },
    "ideal": {
      "pram": 4,
      "bpram": 4
    },
    "lower_bounds": {
      "bandwidth": null,
      "latency": null,
      "reduction": null
    },
    "figures": {
      "time_units": 35,
      "slots": 11,
      "requests": 64,
      "dispatches": 4,
      "super_warps": 1,
      "latency_median": 9,
      "latency_p99": 9,
      "latency_max": 9,
      "shared_alone": 0,
      "pram": 4,
      "bpram": 4
    },
    "data": {
      "words_checked": 0,
      "words_wrong": 0
    },
    "compared": false,
    "agree": true,
    "simulation": null
  }
  $ steady superwarp run --workload hmm-transpose-naive --size 8 --width 4 --threads 32 --machine hmm --multiprocessors 2 \
  >   --latency 9 --shared rsdmm --shared-latency 3 --schedule async --engine model --json -
  {
    "schema": "superwarp.run/1",
    "machine": {
      "name": "hmm",
      "width": 4,
      "banks": 4,
      "latency": 9,
      "super_warp": 1,
      "rpu": "batch",
      "rows": 4,
      "mapping": "random-shift",
      "shifts": [
        0,
        0,
        2,
        0
      ],
      "seed": 1,
      "route": 0,
      "multiprocessors": 2,
      "shared": "rsdmm",
      "shared_latency": 3,
      "global_rows": 32
    },
    "workload": {
      "name": "hmm-transpose-naive",
      "size": 8,
      "blocks": 1,
      "threads": 32,
      "schedule": "async",
      "rounds": 8,
      "dispatches": 64,
      "requests": 256
    },
    "congestion": {
      "total": 96,
      "max": 3,
      "mean": 1.5,
      "ratio_mean": 1.5
    },
    "time_units": {
      "rtl": null,
      "model": 83,
      "closed": null
    },
    "time_units_of": {
      "global": 32,
      "shared_alone": 28,
      "nobody": 23
    },
    "dispatch_latency": {
      "median": 5,
      "p99": 9,
      "max": 9
    },
    "ideal": {
      "pram": 8,
      "bpram": 64
    },
    "lower_bounds": {
      "bandwidth": null,
      "latency": null,
      "reduction": null
    },
    "figures": {
      "time_units": 83,
      "slots": 96,
      "requests": 256,
      "dispatches": 64,
      "super_warps": 8,
      "latency_median": 5,
      "latency_p99": 9,
      "latency_max": 9,
      "shared_alone": 28,
      "pram": 8,
      "bpram": 64
    },
    "data": {
      "words_checked": 64,
      "words_wrong": 0
    },
    "compared": true,
    "agree": true,
    "simulation": null
  }
  $ superwarp run --workload contiguous --size 64 --width 4 --threads 16 --engine model --json result.json
  contiguous of size 64, 16 threads, rounds schedule, on dmm (width 4, latency 7)
    work        4 rounds, 16 dispatches, 64 requests
    congestion  total 16, largest 1, mean 1
    model               40 time units
    latency     of a dispatch: median 7, p99 7, largest 7 time units
    ideal       PRAM 4 time units, BPRAM of width 4: 16
    bounds      n/w 16, nl/p 28: no algorithm is faster
    agree       nothing compared: only model ran
  $ steady cat result.json
  {
    "schema": "superwarp.run/1",
    "machine": {
      "name": "dmm",
      "width": 4,
      "banks": 4,
      "latency": 7,
      "super_warp": 1,
      "rpu": "batch",
      "rows": 16,
      "mapping": "identity",
      "shifts": [],
      "seed": 1,
      "route": 0
    },
    "workload": {
      "name": "contiguous",
      "size": 64,
      "blocks": 1,
      "threads": 16,
      "schedule": "rounds",
      "rounds": 4,
      "dispatches": 16,
      "requests": 64
    },
    "congestion": {
      "total": 16,
      "max": 1,
      "mean": 1.0,
      "ratio_mean": 1.0
    },
    "time_units": {
      "rtl": null,
      "model": 40,
      "closed": null
    },
    "dispatch_latency": {
      "median": 7,
      "p99": 7,
      "max": 7
    },
    "ideal": {
      "pram": 4,
      "bpram": 16
    },
    "lower_bounds": {
      "bandwidth": 16,
      "latency": 28,
      "reduction": null
    },
    "figures": {
      "time_units": 40,
      "slots": 16,
      "requests": 64,
      "dispatches": 16,
      "super_warps": 4,
      "latency_median": 7,
      "latency_p99": 7,
      "latency_max": 7,
      "shared_alone": 0,
      "pram": 4,
      "bpram": 16
    },
    "data": {
      "words_checked": 0,
      "words_wrong": 0
    },
    "compared": false,
    "agree": true,
    "simulation": null
  }

Each request packing unit, with its options.

  $ superwarp run --workload random --size 256 --width 4 --threads 32 --machine sdmm --rpu batch --super-warp 4 --engine model
  random of size 256, 32 threads, rounds schedule, on sdmm (width 4, latency 7, super warp 4)
    work        8 rounds, 16 dispatches, 256 requests
    congestion  total 91, largest 7, mean 5.688
    model              139 time units
    latency     of a dispatch: median 12, p99 13, largest 13 time units
    ideal       PRAM 8 time units, BPRAM of width 4: 64
    agree       nothing compared: only model ran
  $ superwarp run --workload random --size 256 --width 4 --threads 32 --machine sdmm --rpu serial --super-warp 2 --intake 2 --engine model
  random of size 256, 32 threads, rounds schedule, on sdmm (width 4, latency 7, super warp 2, serial: intake 2)
    work        8 rounds, 32 dispatches, 256 requests
    congestion  total 105, largest 4, mean 3.281
    model              169 time units
    latency     of a dispatch: median 12, p99 14, largest 14 time units
    ideal       PRAM 8 time units, BPRAM of width 4: 64
    agree       nothing compared: only model ran
  $ superwarp run --workload random --size 256 --width 4 --threads 32 --machine sdmm --rpu stream --depth 4 --passes 2 --engine model
  random of size 256, 32 threads, rounds schedule, on sdmm (width 4, latency 7, streaming: depth 4, 2 passes, fullest)
    work        8 rounds, 64 dispatches, 256 requests
    congestion  89 slots, 2.876 requests a slot, a dispatch in at most 6 time units
    model              137 time units
    latency     of a dispatch: median 9, p99 12, largest 12 time units
    ideal       PRAM 8 time units, BPRAM of width 4: 64
    agree       nothing compared: only model ran
  $ superwarp run --workload random --size 256 --width 4 --threads 32 --machine sdmm --rpu stream --priority turn --engine model
  random of size 256, 32 threads, rounds schedule, on sdmm (width 4, latency 7, streaming: depth 8, 3 passes, turn)
    work        8 rounds, 64 dispatches, 256 requests
    congestion  89 slots, 2.876 requests a slot, a dispatch in at most 8 time units
    model              137 time units
    latency     of a dispatch: median 9, p99 14, largest 14 time units
    ideal       PRAM 8 time units, BPRAM of width 4: 64
    agree       nothing compared: only model ran
  $ superwarp run --workload random --size 256 --width 4 --threads 32 --machine rsdmm --rpu pipelined --depth 4 --queue 2 --store 2 --later alone --engine model
  random of size 256, 32 threads, rounds schedule, on rsdmm (width 4, latency 7, pipelined: depth 4, 3 passes, fullest, queue 2, store 2, later alone, random-shift)
    work        8 rounds, 64 dispatches, 256 requests
    congestion  99 slots, 2.586 requests a slot, a dispatch in at most 10 time units
    model              163 time units
    latency     of a dispatch: median 12, p99 16, largest 16 time units
    ideal       PRAM 8 time units, BPRAM of width 4: 64
    agree       nothing compared: only model ran
  $ superwarp run --workload random --size 256 --width 4 --threads 32 --machine rsdmm --rpu pipelined --later youngest --write-percent 30 --engine model
  random of size 256, 32 threads, rounds schedule, on rsdmm (width 4, latency 7, pipelined: depth 8, 3 passes, fullest, later youngest, random-shift)
    work        8 rounds, 64 dispatches, 256 requests
    congestion  97 slots, 2.639 requests a slot, a dispatch in at most 10 time units
    model              161 time units
    latency     of a dispatch: median 12, p99 16, largest 16 time units
    ideal       PRAM 8 time units, BPRAM of width 4: 64
    agree       nothing compared: only model ran
  $ superwarp run --workload random --size 256 --width 4 --threads 32 --machine rsdmm --rpu crossbar --depth 2 --engine model
  random of size 256, 32 threads, rounds schedule, on rsdmm (width 4, latency 7, crossbar: depth 2, round-robin, random-shift)
    work        8 rounds, 64 dispatches, 256 requests
    congestion  117 slots, 2.188 requests a slot, a dispatch in at most 5 time units
    model              165 time units
    latency     of a dispatch: median 9, p99 11, largest 11 time units
    ideal       PRAM 8 time units, BPRAM of width 4: 64
    agree       nothing compared: only model ran
  $ superwarp run --workload random --size 256 --width 4 --threads 32 --machine sdmm --rpu crossbar --priority fixed --engine model
  random of size 256, 32 threads, rounds schedule, on sdmm (width 4, latency 7, crossbar: depth 8, fixed)
    work        8 rounds, 64 dispatches, 256 requests
    congestion  122 slots, 2.098 requests a slot, a dispatch in at most 11 time units
    model              170 time units
    latency     of a dispatch: median 13, p99 17, largest 17 time units
    ideal       PRAM 8 time units, BPRAM of width 4: 64
    agree       nothing compared: only model ran
  $ steady superwarp run --workload random --size 256 --width 4 --threads 32 --machine rsdmm --rpu stream --engine model --json -
  {
    "schema": "superwarp.run/1",
    "machine": {
      "name": "rsdmm",
      "width": 4,
      "banks": 4,
      "latency": 7,
      "super_warp": 1,
      "rpu": "stream",
      "rows": 64,
      "mapping": "random-shift",
      "shifts": [
        0,
        0,
        2,
        0,
        1,
        2,
        0,
        0,
        2,
        2,
        3,
        0,
        3,
        1,
        0,
        2,
        1,
        2,
        3,
        2,
        3,
        3,
        2,
        3,
        3,
        3,
        0,
        3,
        0,
        0,
        2,
        1,
        3,
        0,
        1,
        2,
        3,
        2,
        3,
        0,
        0,
        3,
        0,
        2,
        2,
        2,
        2,
        2,
        0,
        1,
        3,
        3,
        2,
        3,
        3,
        1,
        2,
        1,
        2,
        0,
        2,
        3,
        0,
        1
      ],
      "seed": 1,
      "depth": 8,
      "passes": 3,
      "priority": "fullest"
    },
    "workload": {
      "name": "random",
      "size": 256,
      "blocks": 1,
      "threads": 32,
      "schedule": "rounds",
      "rounds": 8,
      "dispatches": 64,
      "requests": 256
    },
    "congestion": {
      "total": 97,
      "max": 9,
      "mean": 1.515625,
      "ratio_mean": 1.515625
    },
    "time_units": {
      "rtl": null,
      "model": 145,
      "closed": null
    },
    "dispatch_latency": {
      "median": 10,
      "p99": 15,
      "max": 15
    },
    "ideal": {
      "pram": 8,
      "bpram": 64
    },
    "lower_bounds": {
      "bandwidth": null,
      "latency": null,
      "reduction": null
    },
    "figures": {
      "time_units": 145,
      "slots": 97,
      "requests": 256,
      "dispatches": 64,
      "super_warps": 8,
      "latency_median": 10,
      "latency_p99": 15,
      "latency_max": 15,
      "shared_alone": 0,
      "pram": 8,
      "bpram": 64
    },
    "data": {
      "words_checked": 0,
      "words_wrong": 0
    },
    "compared": false,
    "agree": true,
    "simulation": null
  }
  $ steady superwarp run --workload random --size 256 --width 4 --threads 32 --machine sdmm --rpu pipelined --store 4 --engine model --json -
  {
    "schema": "superwarp.run/1",
    "machine": {
      "name": "sdmm",
      "width": 4,
      "banks": 4,
      "latency": 7,
      "super_warp": 1,
      "rpu": "pipelined",
      "rows": 64,
      "mapping": "identity",
      "shifts": [],
      "seed": 1,
      "depth": 8,
      "passes": 3,
      "priority": "fullest",
      "store": 4
    },
    "workload": {
      "name": "random",
      "size": 256,
      "blocks": 1,
      "threads": 32,
      "schedule": "rounds",
      "rounds": 8,
      "dispatches": 64,
      "requests": 256
    },
    "congestion": {
      "total": 91,
      "max": 8,
      "mean": 1.421875,
      "ratio_mean": 1.421875
    },
    "time_units": {
      "rtl": null,
      "model": 155,
      "closed": null
    },
    "dispatch_latency": {
      "median": 11,
      "p99": 14,
      "max": 14
    },
    "ideal": {
      "pram": 8,
      "bpram": 64
    },
    "lower_bounds": {
      "bandwidth": null,
      "latency": null,
      "reduction": null
    },
    "figures": {
      "time_units": 155,
      "slots": 91,
      "requests": 256,
      "dispatches": 64,
      "super_warps": 8,
      "latency_median": 11,
      "latency_p99": 14,
      "latency_max": 14,
      "shared_alone": 0,
      "pram": 8,
      "bpram": 64
    },
    "data": {
      "words_checked": 0,
      "words_wrong": 0
    },
    "compared": false,
    "agree": true,
    "simulation": null
  }
  $ steady superwarp run --workload random --size 256 --width 4 --threads 32 --machine sdmm --rpu crossbar --engine model --json -
  {
    "schema": "superwarp.run/1",
    "machine": {
      "name": "sdmm",
      "width": 4,
      "banks": 4,
      "latency": 7,
      "super_warp": 1,
      "rpu": "crossbar",
      "rows": 64,
      "mapping": "identity",
      "shifts": [],
      "seed": 1,
      "depth": 8,
      "priority": "round-robin"
    },
    "workload": {
      "name": "random",
      "size": 256,
      "blocks": 1,
      "threads": 32,
      "schedule": "rounds",
      "rounds": 8,
      "dispatches": 64,
      "requests": 256
    },
    "congestion": {
      "total": 100,
      "max": 7,
      "mean": 1.5625,
      "ratio_mean": 1.5625
    },
    "time_units": {
      "rtl": null,
      "model": 148,
      "closed": null
    },
    "dispatch_latency": {
      "median": 10,
      "p99": 13,
      "max": 13
    },
    "ideal": {
      "pram": 8,
      "bpram": 64
    },
    "lower_bounds": {
      "bandwidth": null,
      "latency": null,
      "reduction": null
    },
    "figures": {
      "time_units": 148,
      "slots": 100,
      "requests": 256,
      "dispatches": 64,
      "super_warps": 8,
      "latency_median": 10,
      "latency_p99": 13,
      "latency_max": 13,
      "shared_alone": 0,
      "pram": 8,
      "bpram": 64
    },
    "data": {
      "words_checked": 0,
      "words_wrong": 0
    },
    "compared": false,
    "agree": true,
    "simulation": null
  }
  $ steady superwarp run --workload random --size 256 --width 4 --threads 32 --machine sdmm --rpu serial --super-warp 2 --engine model --json -
  {
    "schema": "superwarp.run/1",
    "machine": {
      "name": "sdmm",
      "width": 4,
      "banks": 4,
      "latency": 7,
      "super_warp": 2,
      "rpu": "serial",
      "rows": 64,
      "mapping": "identity",
      "shifts": [],
      "seed": 1,
      "intake": 1
    },
    "workload": {
      "name": "random",
      "size": 256,
      "blocks": 1,
      "threads": 32,
      "schedule": "rounds",
      "rounds": 8,
      "dispatches": 32,
      "requests": 256
    },
    "congestion": {
      "total": 105,
      "max": 4,
      "mean": 3.28125,
      "ratio_mean": 1.640625
    },
    "time_units": {
      "rtl": null,
      "model": 161,
      "closed": null
    },
    "dispatch_latency": {
      "median": 11,
      "p99": 13,
      "max": 13
    },
    "ideal": {
      "pram": 8,
      "bpram": 64
    },
    "lower_bounds": {
      "bandwidth": null,
      "latency": null,
      "reduction": null
    },
    "figures": {
      "time_units": 161,
      "slots": 105,
      "requests": 256,
      "dispatches": 32,
      "super_warps": 4,
      "latency_median": 11,
      "latency_p99": 13,
      "latency_max": 13,
      "shared_alone": 0,
      "pram": 8,
      "bpram": 64
    },
    "data": {
      "words_checked": 0,
      "words_wrong": 0
    },
    "compared": false,
    "agree": true,
    "simulation": null
  }

Each mapping spreads the columns of a matrix over the banks in its own way.

  $ superwarp run --workload column-major --size 16 --width 8 --threads 32 --mapping identity --engine model | sed -n '1p;/cong/p;/model/p'
  column-major of size 16, 32 threads, rounds schedule, on dmm (width 8, latency 7)
    congestion  total 256, largest 8, mean 8
    model              304 time units
    agree       nothing compared: only model ran
  $ superwarp run --workload column-major --size 16 --width 8 --threads 32 --mapping pad --engine model | sed -n '1p;/cong/p;/model/p'
  column-major of size 16, 32 threads, rounds schedule, on dmm (width 8, latency 7, pad)
    congestion  total 64, largest 2, mean 2
    model              112 time units
    agree       nothing compared: only model ran
  $ superwarp run --workload column-major --size 16 --width 8 --threads 32 --mapping xor-swizzle --engine model | sed -n '1p;/cong/p;/model/p'
  column-major of size 16, 32 threads, rounds schedule, on dmm (width 8, latency 7, xor-swizzle)
    congestion  total 64, largest 2, mean 2
    model              112 time units
    agree       nothing compared: only model ran
  $ superwarp run --workload column-major --size 16 --width 8 --threads 32 --mapping xor-fold --engine model | sed -n '1p;/cong/p;/model/p'
  column-major of size 16, 32 threads, rounds schedule, on dmm (width 8, latency 7, xor-fold)
    congestion  total 32, largest 1, mean 1
    model               80 time units
    agree       nothing compared: only model ran
  $ superwarp run --workload column-major --size 16 --width 8 --threads 32 --mapping prime --engine model | sed -n '1p;/cong/p;/model/p'
  column-major of size 16, 32 threads, rounds schedule, on dmm (width 8, latency 7, prime)
    congestion  total 64, largest 2, mean 2
    model              112 time units
    agree       nothing compared: only model ran
  $ superwarp run --workload column-major --size 16 --width 8 --threads 32 --mapping swizzle --engine model | sed -n '1p;/cong/p;/model/p'
  column-major of size 16, 32 threads, rounds schedule, on dmm (width 8, latency 7, swizzle)
    congestion  total 128, largest 4, mean 4
    model              176 time units
    agree       nothing compared: only model ran
  $ superwarp run --workload column-major --size 16 --width 8 --threads 32 --mapping swizzle:2,2,3 --engine model | sed -n '1p;/cong/p;/model/p'
  column-major of size 16, 32 threads, rounds schedule, on dmm (width 8, latency 7, swizzle:2,2,3)
    congestion  total 128, largest 4, mean 4
    model              176 time units
    agree       nothing compared: only model ran
  $ superwarp run --workload column-major --size 16 --width 8 --threads 32 --mapping tma-32 --engine model | sed -n '1p;/cong/p;/model/p'
  column-major of size 16, 32 threads, rounds schedule, on dmm (width 8, latency 7, tma-32)
    congestion  total 128, largest 4, mean 4
    model              176 time units
    agree       nothing compared: only model ran
  $ superwarp run --workload column-major --size 16 --width 8 --threads 32 --mapping tma-64 --engine model | sed -n '1p;/cong/p;/model/p'
  column-major of size 16, 32 threads, rounds schedule, on dmm (width 8, latency 7, tma-64)
    congestion  total 128, largest 4, mean 4
    model              176 time units
    agree       nothing compared: only model ran
  $ superwarp run --workload column-major --size 16 --width 8 --threads 32 --mapping tma-128 --engine model | sed -n '1p;/cong/p;/model/p'
  column-major of size 16, 32 threads, rounds schedule, on dmm (width 8, latency 7, tma-128)
    congestion  total 128, largest 4, mean 4
    model              176 time units
    agree       nothing compared: only model ran
  $ superwarp run --workload column-major --size 16 --width 8 --threads 32 --mapping ipoly --engine model | sed -n '1p;/cong/p;/model/p'
  column-major of size 16, 32 threads, rounds schedule, on dmm (width 8, latency 7, ipoly)
    congestion  total 32, largest 1, mean 1
    model               80 time units
    agree       nothing compared: only model ran
  $ superwarp run --workload column-major --size 16 --width 8 --threads 32 --mapping random-shift --seed 3 --engine model | sed -n '1p;/cong/p;/model/p'
  column-major of size 16, 32 threads, rounds schedule, on dmm (width 8, latency 7, random-shift)
    congestion  total 88, largest 4, mean 2.75
    model              136 time units
    agree       nothing compared: only model ran
  $ superwarp run --workload column-major --size 16 --width 8 --threads 32 --mapping random-xor --seed 3 --engine model | sed -n '1p;/cong/p;/model/p'
  column-major of size 16, 32 threads, rounds schedule, on dmm (width 8, latency 7, random-xor)
    congestion  total 88, largest 4, mean 2.75
    model              136 time units
    agree       nothing compared: only model ran
  $ superwarp run --workload column-major --size 16 --width 8 --threads 32 --mapping rap --seed 3 --engine model | sed -n '1p;/cong/p;/model/p'
  column-major of size 16, 32 threads, rounds schedule, on dmm (width 8, latency 7, rap)
    congestion  total 64, largest 2, mean 2
    model              112 time units
    agree       nothing compared: only model ran
  $ superwarp run --workload column-major --size 16 --width 8 --threads 32 --mapping h3 --seed 3 --engine model | sed -n '1p;/cong/p;/model/p'
  column-major of size 16, 32 threads, rounds schedule, on dmm (width 8, latency 7, h3)
    congestion  total 64, largest 2, mean 2
    model              112 time units
    agree       nothing compared: only model ran
  $ superwarp run --workload column-major --size 16 --width 8 --threads 32 --mapping tabulation --seed 3 --engine model | sed -n '1p;/cong/p;/model/p'
  column-major of size 16, 32 threads, rounds schedule, on dmm (width 8, latency 7, tabulation)
    congestion  total 72, largest 3, mean 2.25
    model              120 time units
    agree       nothing compared: only model ran
  $ superwarp run --workload column-major --size 16 --width 8 --threads 32 --mapping random-shift --shifts 0,1,2,3,4,5,6,7,0,1,2,3,4,5,6,7,0,1,2,3,4,5,6,7,0,1,2,3,4,5,6,7 --engine model
  column-major of size 16, 32 threads, rounds schedule, on dmm (width 8, latency 7, random-shift)
    work        8 rounds, 32 dispatches, 256 requests
    congestion  total 64, largest 2, mean 2
    model              112 time units
    latency     of a dispatch: median 8, p99 8, largest 8 time units
    ideal       PRAM 8 time units, BPRAM of width 8: 32
    bounds      n/w 32, nl/p 56: no algorithm is faster
    agree       nothing compared: only model ran
  $ superwarp run --workload column-major --size 16 --width 8 --threads 32 --mapping h3 --engine model
  column-major of size 16, 32 threads, rounds schedule, on dmm (width 8, latency 7, h3)
    work        8 rounds, 32 dispatches, 256 requests
    congestion  total 64, largest 2, mean 2
    model              112 time units
    latency     of a dispatch: median 8, p99 8, largest 8 time units
    ideal       PRAM 8 time units, BPRAM of width 8: 32
    bounds      n/w 32, nl/p 56: no algorithm is faster
    agree       nothing compared: only model ran
  $ superwarp run --workload column-major --size 16 --width 8 --threads 32 --mapping rap --banks 7 --engine model
  column-major of size 16, 32 threads, rounds schedule, on dmm (width 8, latency 7, 7 banks, rap)
    work        8 rounds, 32 dispatches, 256 requests
    congestion  total 81, largest 3, mean 2.531
    model              129 time units
    latency     of a dispatch: median 9, p99 9, largest 9 time units
    ideal       PRAM 8 time units, BPRAM of width 7: 40
    bounds      n/w 37, nl/p 56: no algorithm is faster
    agree       nothing compared: only model ran
  $ steady superwarp run --workload column-major --size 8 --width 8 --threads 8 --mapping swizzle:2,2,3 --engine model --json -
  {
    "schema": "superwarp.run/1",
    "machine": {
      "name": "dmm",
      "width": 8,
      "banks": 8,
      "latency": 7,
      "super_warp": 1,
      "rpu": "batch",
      "rows": 8,
      "mapping": "swizzle:2,2,3",
      "shifts": [],
      "seed": 1,
      "route": 0
    },
    "workload": {
      "name": "column-major",
      "size": 8,
      "blocks": 1,
      "threads": 8,
      "schedule": "rounds",
      "rounds": 8,
      "dispatches": 8,
      "requests": 64
    },
    "congestion": {
      "total": 16,
      "max": 2,
      "mean": 2.0,
      "ratio_mean": 2.0
    },
    "time_units": {
      "rtl": null,
      "model": 64,
      "closed": null
    },
    "dispatch_latency": {
      "median": 8,
      "p99": 8,
      "max": 8
    },
    "ideal": {
      "pram": 8,
      "bpram": 8
    },
    "lower_bounds": {
      "bandwidth": 8,
      "latency": 56,
      "reduction": null
    },
    "figures": {
      "time_units": 64,
      "slots": 16,
      "requests": 64,
      "dispatches": 8,
      "super_warps": 1,
      "latency_median": 8,
      "latency_p99": 8,
      "latency_max": 8,
      "shared_alone": 0,
      "pram": 8,
      "bpram": 8
    },
    "data": {
      "words_checked": 0,
      "words_wrong": 0
    },
    "compared": false,
    "agree": true,
    "simulation": null
  }
  $ steady superwarp run --workload column-major --size 8 --width 8 --threads 8 --mapping rap --engine model --json -
  {
    "schema": "superwarp.run/1",
    "machine": {
      "name": "dmm",
      "width": 8,
      "banks": 8,
      "latency": 7,
      "super_warp": 1,
      "rpu": "batch",
      "rows": 8,
      "mapping": "rap",
      "shifts": [
        2,
        5,
        4,
        0,
        6,
        3,
        7,
        1
      ],
      "seed": 1,
      "route": 0
    },
    "workload": {
      "name": "column-major",
      "size": 8,
      "blocks": 1,
      "threads": 8,
      "schedule": "rounds",
      "rounds": 8,
      "dispatches": 8,
      "requests": 64
    },
    "congestion": {
      "total": 8,
      "max": 1,
      "mean": 1.0,
      "ratio_mean": 1.0
    },
    "time_units": {
      "rtl": null,
      "model": 56,
      "closed": null
    },
    "dispatch_latency": {
      "median": 7,
      "p99": 7,
      "max": 7
    },
    "ideal": {
      "pram": 8,
      "bpram": 8
    },
    "lower_bounds": {
      "bandwidth": 8,
      "latency": 56,
      "reduction": null
    },
    "figures": {
      "time_units": 56,
      "slots": 8,
      "requests": 64,
      "dispatches": 8,
      "super_warps": 1,
      "latency_median": 7,
      "latency_p99": 7,
      "latency_max": 7,
      "shared_alone": 0,
      "pram": 8,
      "bpram": 8
    },
    "data": {
      "words_checked": 0,
      "words_wrong": 0
    },
    "compared": false,
    "agree": true,
    "simulation": null
  }

Regions switch the mapping on and off, in all forms.

  $ superwarp run --workload column-major --size 32 --width 8 --threads 32 --mapping h3 --regions 8 --engine model
  column-major of size 32, 32 threads, rounds schedule, on dmm (width 8, latency 7, h3 in regions 8:11111111 of 16 rows)
    work        32 rounds, 128 dispatches, 1024 requests
    congestion  total 256, largest 2, mean 2
    model              448 time units
    latency     of a dispatch: median 8, p99 8, largest 8 time units
    ideal       PRAM 32 time units, BPRAM of width 8: 128
    bounds      n/w 128, nl/p 224: no algorithm is faster
    agree       nothing compared: only model ran
  $ superwarp run --workload column-major --size 32 --width 8 --threads 32 --mapping h3 --regions 8:10110000 --engine model
  column-major of size 32, 32 threads, rounds schedule, on dmm (width 8, latency 7, h3 in regions 8:10110000 of 16 rows)
    work        32 rounds, 128 dispatches, 1024 requests
    congestion  total 736, largest 8, mean 5.75
    model              928 time units
    latency     of a dispatch: median 12, p99 14, largest 14 time units
    ideal       PRAM 32 time units, BPRAM of width 8: 128
    bounds      n/w 128, nl/p 224: no algorithm is faster
    agree       nothing compared: only model ran
  $ superwarp run --workload column-major --size 32 --width 8 --threads 32 --mapping h3 --regions 8:0,2-3 --engine model
  column-major of size 32, 32 threads, rounds schedule, on dmm (width 8, latency 7, h3 in regions 8:10110000 of 16 rows)
    work        32 rounds, 128 dispatches, 1024 requests
    congestion  total 736, largest 8, mean 5.75
    model              928 time units
    latency     of a dispatch: median 12, p99 14, largest 14 time units
    ideal       PRAM 32 time units, BPRAM of width 8: 128
    bounds      n/w 128, nl/p 224: no algorithm is faster
    agree       nothing compared: only model ran
  $ superwarp run --workload column-major --size 32 --width 8 --threads 32 --mapping h3 --regions 8:0,2-3:pad --engine model
  column-major of size 32, 32 threads, rounds schedule, on dmm (width 8, latency 7, h3 in regions 8:10110000:pad of 16 rows)
    work        32 rounds, 128 dispatches, 1024 requests
    congestion  total 416, largest 4, mean 3.25
    model              608 time units
    latency     of a dispatch: median 10, p99 10, largest 10 time units
    ideal       PRAM 32 time units, BPRAM of width 8: 128
    bounds      n/w 128, nl/p 224: no algorithm is faster
    agree       nothing compared: only model ran
  $ superwarp run --workload column-major --size 32 --width 8 --threads 32 --mapping pad --regions 4:0+16,40+8 --engine model
  column-major of size 32, 32 threads, rounds schedule, on dmm (width 8, latency 7, pad in regions 4:0+16,40+8)
    work        32 rounds, 128 dispatches, 1024 requests
    congestion  total 856, largest 8, mean 6.688
    model             1048 time units
    latency     of a dispatch: median 13, p99 14, largest 14 time units
    ideal       PRAM 32 time units, BPRAM of width 8: 128
    bounds      n/w 128, nl/p 224: no algorithm is faster
    agree       nothing compared: only model ran
  $ superwarp run --workload column-major --size 32 --width 8 --threads 32 --mapping xor-fold --regions 4:0 --region-rows 8 --engine model
  column-major of size 32, 32 threads, rounds schedule, on dmm (width 8, latency 7, xor-fold in regions 4:1000 of 8 rows)
    work        32 rounds, 128 dispatches, 1024 requests
    congestion  total 800, largest 7, mean 6.25
    model              992 time units
    latency     of a dispatch: median 12, p99 13, largest 13 time units
    ideal       PRAM 32 time units, BPRAM of width 8: 128
    bounds      n/w 128, nl/p 224: no algorithm is faster
    agree       nothing compared: only model ran
  $ steady superwarp run --workload column-major --size 8 --width 8 --threads 8 --mapping pad --regions 4:0,2 --engine model --json -
  {
    "schema": "superwarp.run/1",
    "machine": {
      "name": "dmm",
      "width": 8,
      "banks": 8,
      "latency": 7,
      "super_warp": 1,
      "rpu": "batch",
      "rows": 8,
      "mapping": "pad",
      "shifts": [],
      "seed": 1,
      "route": 0,
      "regions": "4:1010",
      "region_rows": 2
    },
    "workload": {
      "name": "column-major",
      "size": 8,
      "blocks": 1,
      "threads": 8,
      "schedule": "rounds",
      "rounds": 8,
      "dispatches": 8,
      "requests": 64
    },
    "congestion": {
      "total": 40,
      "max": 5,
      "mean": 5.0,
      "ratio_mean": 5.0
    },
    "time_units": {
      "rtl": null,
      "model": 88,
      "closed": null
    },
    "dispatch_latency": {
      "median": 11,
      "p99": 11,
      "max": 11
    },
    "ideal": {
      "pram": 8,
      "bpram": 8
    },
    "lower_bounds": {
      "bandwidth": 8,
      "latency": 56,
      "reduction": null
    },
    "figures": {
      "time_units": 88,
      "slots": 40,
      "requests": 64,
      "dispatches": 8,
      "super_warps": 1,
      "latency_median": 11,
      "latency_p99": 11,
      "latency_max": 11,
      "shared_alone": 0,
      "pram": 8,
      "bpram": 8
    },
    "data": {
      "words_checked": 0,
      "words_wrong": 0
    },
    "compared": false,
    "agree": true,
    "simulation": null
  }

Ports, double words, a route of stages, more banks than lanes, resident blocks, the asynchronous schedule.

  $ superwarp run --workload column-major --size 16 --width 4 --threads 16 --ports 2 --engine model
  column-major of size 16, 16 threads, rounds schedule, on dmm (width 4, latency 7, 2 ports a bank)
    work        16 rounds, 64 dispatches, 256 requests
    congestion  total 128, largest 2, mean 2
    model              224 time units
    latency     of a dispatch: median 8, p99 8, largest 8 time units
    ideal       PRAM 16 time units, BPRAM of width 8: 32
    bounds      n/w 32, nl/p 112: no algorithm is faster
    agree       nothing compared: only model ran
  $ superwarp run --workload random --size 64 --width 4 --threads 16 --bank-words 2 --engine model
  random of size 64, 16 threads, rounds schedule, on dmm (width 4, latency 7, 2 words a bank)
    work        4 rounds, 16 dispatches, 64 requests
    congestion  total 30, largest 3, mean 1.875
    model               54 time units
    latency     of a dispatch: median 8, p99 9, largest 9 time units
    ideal       PRAM 4 time units, BPRAM of width 8: 8
    agree       nothing compared: only model ran
  $ superwarp run --workload random --size 64 --width 4 --threads 16 --route 3 --engine model
  random of size 64, 16 threads, rounds schedule, on dmm (width 4, latency 7, route of 3 stages)
    work        4 rounds, 16 dispatches, 64 requests
    congestion  total 35, largest 3, mean 2.188
    model               59 time units
    latency     of a dispatch: median 8, p99 9, largest 9 time units
    ideal       PRAM 4 time units, BPRAM of width 4: 16
    agree       nothing compared: only model ran
  $ superwarp run --workload random --size 64 --width 4 --threads 16 --banks 16 --engine model
  random of size 64, 16 threads, rounds schedule, on dmm (width 4, latency 7, 16 banks)
    work        4 rounds, 16 dispatches, 64 requests
    congestion  total 20, largest 2, mean 1.25
    model               44 time units
    latency     of a dispatch: median 7, p99 8, largest 8 time units
    ideal       PRAM 4 time units, BPRAM of width 16: 4
    agree       nothing compared: only model ran
  $ superwarp run --workload sum --size 16 --width 4 --threads 8 --blocks 3 --engine model,closed
  sum of size 16, 3 blocks, 24 threads, rounds schedule, on dmm (width 4, latency 7)
    work        12 rounds, 45 dispatches, 135 requests
    congestion  total 45, largest 1, mean 1
    model              117 time units
    closed             117 time units
    latency     of a dispatch: median 7, p99 7, largest 7 time units
    ideal       PRAM 12 time units, BPRAM of width 4: 36
    bounds      n/w 12, nl/p 14, l log n 28: no algorithm is faster
    data        3 words checked, 0 wrong
    agree       yes
  $ superwarp run --workload sum --size 64 --width 4 --threads 16 --schedule async --latency 20 --engine model
  sum of size 64, 16 threads, async schedule, on dmm (width 4, latency 20)
    work        21 rounds, 51 dispatches, 189 requests
    congestion  total 51, largest 1, mean 1
    model              427 time units
    latency     of a dispatch: median 20, p99 20, largest 20 time units
    ideal       PRAM 21 time units, BPRAM of width 4: 51
    bounds      n/w 16, nl/p 80, l log n 120: no algorithm is faster
    data        1 word checked, 0 wrong
    agree       yes, memory holds what the program promises; only model ran
  $ superwarp run --workload contiguous --size 64 --width 4 --threads 16 --rows 100 --latency 1 --engine model --json - | grep -e rows -e latency
      "latency": 1,
      "rows": 100,
    "dispatch_latency": {
      "latency": 4,
      "latency_median": 1,
      "latency_p99": 1,
      "latency_max": 1,

Warps issue instructions: what they spent their time on.

  $ superwarp run --workload sum --size 64 --width 4 --threads 16 --schedule async --issue 1 --engine model
  sum of size 64, 16 threads, async schedule, on dmm (width 4, latency 7)
    work        21 rounds, 51 dispatches, 189 requests
    congestion  total 51, largest 1, mean 1
    model              175 time units
    latency     of a dispatch: median 7, p99 7, largest 7 time units
    ideal       PRAM 21 time units, BPRAM of width 4: 51
    issue       51 instructions, loose by 1 sub-core, 0.29 a time unit
    warps' time IIIIISSSSSLLLLLLLLLLLLLLLLLLLLLLLLLLB.......................
                I issue 9.1 %, S shared memory 7.3 %, L latency 43.7 %, B barrier 1.7 %, . ended 38.1 %
    bounds      n/w 16, nl/p 28, l log n 42: no algorithm is faster
    data        1 word checked, 0 wrong
    agree       yes, memory holds what the program promises; only model ran
  $ superwarp run --workload random --size 64 --width 4 --threads 16 --schedule async --issue 2 --order oldest --wait use --instructions 3 --places 2 --engine model
  random of size 64, 16 threads, async schedule, on dmm (width 4, latency 7)
    work        4 rounds, 16 dispatches, 64 requests
    congestion  total 35, largest 3, mean 2.188
    model               71 time units
    latency     of a dispatch: median 8, p99 9, largest 9 time units
    ideal       PRAM 4 time units, BPRAM of width 4: 16
    issue       48 instructions, oldest by 2 sub-cores, 0.68 a time unit
    warps' time IIIIIIIIIIISSSSSSSSSSSSSSSSSSSSSSSSSLLLLLLLLLLLLLLLLLLLL....
                I issue 19.0 %, S shared memory 41.2 %, L latency 33.8 %, . ended 6.0 %
    agree       nothing compared: only model ran
  $ steady superwarp run --workload random --size 64 --width 4 --threads 16 --schedule async --issue 1 --wait word --engine model --json -
  {
    "schema": "superwarp.run/1",
    "machine": {
      "name": "dmm",
      "width": 4,
      "banks": 4,
      "latency": 7,
      "super_warp": 1,
      "rpu": "batch",
      "rows": 16,
      "mapping": "identity",
      "shifts": [],
      "seed": 1,
      "route": 0,
      "issue": {
        "sub_cores": 1,
        "order": "loose",
        "wait": "word",
        "instructions": 1,
        "places": 0
      }
    },
    "workload": {
      "name": "random",
      "size": 64,
      "blocks": 1,
      "threads": 16,
      "schedule": "async",
      "rounds": 4,
      "dispatches": 16,
      "requests": 64
    },
    "congestion": {
      "total": 35,
      "max": 3,
      "mean": 2.1875,
      "ratio_mean": 2.1875
    },
    "time_units": {
      "rtl": null,
      "model": 44,
      "closed": null
    },
    "warp_time": {
      "instructions": 16,
      "issue": 22,
      "shared": 49,
      "global": 0,
      "latency": 96,
      "barrier": 0,
      "ended": 9
    },
    "dispatch_latency": {
      "median": 8,
      "p99": 9,
      "max": 9
    },
    "ideal": {
      "pram": 4,
      "bpram": 16
    },
    "lower_bounds": {
      "bandwidth": null,
      "latency": null,
      "reduction": null
    },
    "figures": {
      "time_units": 44,
      "slots": 35,
      "requests": 64,
      "dispatches": 16,
      "super_warps": 4,
      "latency_median": 8,
      "latency_p99": 9,
      "latency_max": 9,
      "shared_alone": 0,
      "pram": 4,
      "bpram": 16
    },
    "data": {
      "words_checked": 0,
      "words_wrong": 0
    },
    "compared": false,
    "agree": true,
    "simulation": null
  }

Every workload runs on the model, and its data are right.

  $ for workload in $(superwarp list workload | awk '{print $2}'); do
  >   case $workload in permute-umm) size=16 ;; *) size=8 ;; esac
  >   case $workload in hmm-*) set -- --machine hmm --multiprocessors 1 ;; *) set -- ;; esac
  >   superwarp run --workload $workload --size $size --width 4 --threads 16 --engine model "$@" | sed -n '1p;/time units  *$/p;/model/p;/data/p'
  > done
  contiguous of size 8, 16 threads, rounds schedule, on dmm (width 4, latency 7)
    model                8 time units
    agree       nothing compared: only model ran
  stride of size 8, 16 threads, rounds schedule, on dmm (width 4, latency 7)
    model                8 time units
    agree       nothing compared: only model ran
  row-major of size 8, 16 threads, rounds schedule, on dmm (width 4, latency 7)
    model               40 time units
    agree       nothing compared: only model ran
  column-major of size 8, 16 threads, rounds schedule, on dmm (width 4, latency 7)
    model               88 time units
    agree       nothing compared: only model ran
  transpose-naive of size 8, 16 threads, rounds schedule, on dmm (width 4, latency 7)
    model              128 time units
    data        64 words checked, 0 wrong
    agree       yes, memory holds what the program promises; only model ran
  transpose-diagonal of size 8, 16 threads, rounds schedule, on dmm (width 4, latency 7)
    model               80 time units
    data        64 words checked, 0 wrong
    agree       yes, memory holds what the program promises; only model ran
  permutation of size 8, 16 threads, rounds schedule, on dmm (width 4, latency 7)
    model               18 time units
    data        8 words checked, 0 wrong
    agree       yes, memory holds what the program promises; only model ran
  random of size 8, 16 threads, rounds schedule, on dmm (width 4, latency 7)
    model               10 time units
    agree       nothing compared: only model ran
  all-same-bank of size 8, 16 threads, rounds schedule, on dmm (width 4, latency 7)
    model               14 time units
    agree       nothing compared: only model ran
  all-same-address of size 8, 16 threads, rounds schedule, on dmm (width 4, latency 7)
    model                8 time units
    agree       nothing compared: only model ran
  diagonal of size 8, 16 threads, rounds schedule, on dmm (width 4, latency 7)
    model               40 time units
    agree       nothing compared: only model ran
  transpose-straightforward of size 8, 16 threads, rounds schedule, on dmm (width 4, latency 7)
    model              172 time units
    data        64 words checked, 0 wrong
    agree       yes, memory holds what the program promises; only model ran
  transpose-diagonal-workspace of size 8, 16 threads, rounds schedule, on dmm (width 4, latency 7)
    model              160 time units
    data        64 words checked, 0 wrong
    agree       yes, memory holds what the program promises; only model ran
  transpose-rotate of size 8, 16 threads, rounds schedule, on dmm (width 4, latency 7)
    model              120 time units
    data        64 words checked, 0 wrong
    agree       yes, memory holds what the program promises; only model ran
  sum of size 8, 16 threads, rounds schedule, on dmm (width 4, latency 7)
    model               63 time units
    data        1 word checked, 0 wrong
    agree       yes, memory holds what the program promises; only model ran
  prefix-sums-simple of size 8, 16 threads, rounds schedule, on dmm (width 4, latency 7)
    model               69 time units
    data        8 words checked, 0 wrong
    agree       yes, memory holds what the program promises; only model ran
  prefix-sums-optimal of size 8, 16 threads, rounds schedule, on dmm (width 4, latency 7)
    model              138 time units
    data        8 words checked, 0 wrong
    agree       yes, memory holds what the program promises; only model ran
  permute-straightforward of size 8, 16 threads, rounds schedule, on dmm (width 4, latency 7)
    model               34 time units
    data        8 words checked, 0 wrong
    agree       yes, memory holds what the program promises; only model ran
  permute-conflict-free of size 8, 16 threads, rounds schedule, on dmm (width 4, latency 7)
    model               32 time units
    data        8 words checked, 0 wrong
    agree       yes, memory holds what the program promises; only model ran
  permute-row-wise of size 8, 16 threads, rounds schedule, on dmm (width 4, latency 7)
    model               16 time units
    data        8 words checked, 0 wrong
    agree       yes, memory holds what the program promises; only model ran
  permute-umm of size 16, 16 threads, rounds schedule, on dmm (width 4, latency 7)
    model              172 time units
    data        16 words checked, 0 wrong
    agree       yes, memory holds what the program promises; only model ran
  aes-tables of size 8, 16 threads, rounds schedule, on dmm (width 4, latency 7)
    model             1985 time units
    data        32 words checked, 0 wrong
    agree       yes, memory holds what the program promises; only model ran
  aes-last-round of size 8, 16 threads, rounds schedule, on dmm (width 4, latency 7)
    model              355 time units
    data        32 words checked, 0 wrong
    agree       yes, memory holds what the program promises; only model ran
  kernel-transpose-tile of size 8, 16 threads, rounds schedule, on dmm (width 4, latency 7)
    model              128 time units
    agree       nothing compared: only model ran
  kernel-transpose-tile-padded of size 8, 16 threads, rounds schedule, on dmm (width 4, latency 7)
    model               80 time units
    agree       nothing compared: only model ran
  kernel-reduction-interleaved of size 8, 16 threads, rounds schedule, on dmm (width 4, latency 7)
    model               77 time units
    agree       nothing compared: only model ran
  kernel-reduction-sequential of size 8, 16 threads, rounds schedule, on dmm (width 4, latency 7)
    model               71 time units
    agree       nothing compared: only model ran
  kernel-scan-blelloch of size 8, 16 threads, rounds schedule, on dmm (width 4, latency 7)
    model              200 time units
    agree       nothing compared: only model ran
  kernel-scan-blelloch-padded of size 8, 16 threads, rounds schedule, on dmm (width 4, latency 7)
    model              182 time units
    agree       nothing compared: only model ran
  kernel-bitonic-sort of size 8, 16 threads, rounds schedule, on dmm (width 4, latency 7)
    model              216 time units
    agree       nothing compared: only model ran
  kernel-matrix-product of size 8, 16 threads, rounds schedule, on dmm (width 4, latency 7)
    model              720 time units
    agree       nothing compared: only model ran
  kernel-lud-perimeter of size 8, 16 threads, rounds schedule, on dmm (width 4, latency 7)
    model             2896 time units
    agree       nothing compared: only model ran
  kernel-needleman-wunsch of size 8, 16 threads, rounds schedule, on dmm (width 4, latency 7)
    model              879 time units
    agree       nothing compared: only model ran
  kernel-hotspot of size 8, 16 threads, rounds schedule, on dmm (width 4, latency 7)
    model              564 time units
    agree       nothing compared: only model ran
  kernel-stencil of size 8, 16 threads, rounds schedule, on dmm (width 4, latency 7)
    model               78 time units
    agree       nothing compared: only model ran
  kernel-convolution-columns of size 8, 16 threads, rounds schedule, on dmm (width 4, latency 7)
    model            11680 time units
    agree       nothing compared: only model ran
  kernel-fft of size 8, 16 threads, rounds schedule, on dmm (width 4, latency 7)
    model            22528 time units
    agree       nothing compared: only model ran
  kernel-histogram of size 8, 16 threads, rounds schedule, on dmm (width 4, latency 7)
    model             3086 time units
    agree       nothing compared: only model ran
  hmm-sum of size 8, 16 threads, rounds schedule, on hmm of 1 multiprocessor with a dmm each (width 4, latency 7, shared latency 1)
    model               23 time units
    data        1 word checked, 0 wrong
    agree       yes, memory holds what the program promises; only model ran
  hmm-transpose-naive of size 8, 16 threads, rounds schedule, on hmm of 1 multiprocessor with a dmm each (width 4, latency 7, shared latency 1)
    model              160 time units
    data        64 words checked, 0 wrong
    agree       yes, memory holds what the program promises; only model ran
  hmm-transpose-padded of size 8, 16 threads, rounds schedule, on hmm of 1 multiprocessor with a dmm each (width 4, latency 7, shared latency 1)
    model              112 time units
    data        64 words checked, 0 wrong
    agree       yes, memory holds what the program promises; only model ran
  hmm-transpose-diagonal of size 8, 16 threads, rounds schedule, on hmm of 1 multiprocessor with a dmm each (width 4, latency 7, shared latency 1)
    model              112 time units
    data        64 words checked, 0 wrong
    agree       yes, memory holds what the program promises; only model ran
  hmm-convolution of size 8, 16 threads, rounds schedule, on hmm of 1 multiprocessor with a dmm each (width 4, latency 7, shared latency 1)
    model              110 time units
    data        8 words checked, 0 wrong
    agree       yes, memory holds what the program promises; only model ran
  hmm-matrix-product of size 8, 16 threads, rounds schedule, on hmm of 1 multiprocessor with a dmm each (width 4, latency 7, shared latency 1)
    model              520 time units
    data        64 words checked, 0 wrong
    agree       yes, memory holds what the program promises; only model ran
  hmm-prefix-sums of size 8, 16 threads, rounds schedule, on hmm of 1 multiprocessor with a dmm each (width 4, latency 7, shared latency 1)
    model               33 time units
    data        8 words checked, 0 wrong
    agree       yes, memory holds what the program promises; only model ran
  hmm-permutation of size 8, 16 threads, rounds schedule, on hmm of 1 multiprocessor with a dmm each (width 4, latency 7, shared latency 1)
    model              656 time units
    data        64 words checked, 0 wrong
    agree       yes, memory holds what the program promises; only model ran

Every permutation, and one from a file or from standard input.

  $ for permutation in random identity bit-reversal transpose worst-banks worst-groups; do
  >   superwarp run --workload permute-straightforward --permutation $permutation --size 16 --width 4 --threads 8 --engine model | grep congestion
  > done
    congestion  total 21, largest 3, mean 1.312
    congestion  total 16, largest 1, mean 1
    congestion  total 28, largest 4, mean 1.75
    congestion  total 28, largest 4, mean 1.75
    congestion  total 28, largest 4, mean 1.75
    congestion  total 16, largest 1, mean 1
  $ printf '# a cycle\n1\n2\n3\n0\n' >cycle
  $ superwarp run --workload permute-straightforward --permutation cycle --size 4 --width 4 --threads 4 --engine model
  permute-straightforward of size 4 with cycle, 4 threads, rounds schedule, on dmm (width 4, latency 7)
    work        4 rounds, 4 dispatches, 16 requests
    congestion  total 4, largest 1, mean 1
    model               28 time units
    latency     of a dispatch: median 7, p99 7, largest 7 time units
    ideal       PRAM 4 time units, BPRAM of width 4: 4
    bounds      n/w 1, nl/p 7: no algorithm is faster
    data        4 words checked, 0 wrong
    agree       yes, memory holds what the program promises; only model ran
  $ superwarp run --workload permute-straightforward --permutation - --size 4 --width 4 --threads 4 --engine model <cycle
  permute-straightforward of size 4 with -, 4 threads, rounds schedule, on dmm (width 4, latency 7)
    work        4 rounds, 4 dispatches, 16 requests
    congestion  total 4, largest 1, mean 1
    model               28 time units
    latency     of a dispatch: median 7, p99 7, largest 7 time units
    ideal       PRAM 4 time units, BPRAM of width 4: 4
    bounds      n/w 1, nl/p 7: no algorithm is faster
    data        4 words checked, 0 wrong
    agree       yes, memory holds what the program promises; only model ran
  $ superwarp run --workload hmm-convolution --taps 4 --size 64 --width 4 --threads 32 --machine hmm --multiprocessors 2 --engine model
  hmm-convolution of size 64, 32 threads, rounds schedule, on hmm of 2 multiprocessors with a dmm each (width 4, latency 7, shared latency 1)
    work        26 rounds, 184 dispatches, 732 requests
    congestion  total 184, largest 1, mean 1
    model              146 time units
    latency     of a dispatch: median 1, p99 7, largest 7 time units
    ideal       PRAM 26 time units
    busy        global memory 24.7 %, shared memories alone 50.7 %, no memory 24.7 % of the time
    data        64 words checked, 0 wrong
    agree       yes, memory holds what the program promises; only model ran

The same seed gives the same run, another seed another.

  $ superwarp run --workload random --size 64 --width 4 --threads 16 --seed 1 --engine model | grep congestion
    congestion  total 35, largest 3, mean 2.188
  $ superwarp run --workload random --size 64 --width 4 --threads 16 --seed 2 --engine model | grep congestion
    congestion  total 30, largest 3, mean 1.875

Its options; --help-all has the rare ones too.

  $ superwarp run --help
  run a workload on a machine with every engine and compare
  Usage: superwarp run [OPTIONS]
  
  Options:
    -h,--help                   Print this help message and exit
    --help-all                  Print the help with all options and exit
    --json TEXT                 write the result to this file ('-': standard output, without the table)
  
  
  Workload:
    --workload TEXT REQUIRED    see 'superwarp list'
    --size UINT REQUIRED        n: words of the problem; for matrices the side, sqrt(n)
    --threads UINT              p: a multiple of super warp * width (default: about 1024)
  
  
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
  
  Example:
    superwarp run --workload column-major --size 128 --threads 1024 --latency 50
  $ superwarp run --help-all | grep -e --rows -e --shallow -e --rtl -e --waves
    --rows UINT                 words in each bank (default: what the addresses need)
    --rtl TEXT                  folder of SystemVerilog to use instead of the project's rtl/
    --shallow                   run the form of the RTL that is meant for silicon
    --waves TEXT                keep the RTL's waveform in this .fst file, with a view for GTKWave beside it (.gtkw)
