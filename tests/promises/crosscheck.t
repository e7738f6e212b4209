# SPDX-License-Identifier: Apache-2.0

  $ . "$TESTDIR"/setup.sh

Predictions beside measurements of GPUs, by the papers' machine, a GPU's rules, or each file's own.

  $ superwarp crosscheck turing
  turing: a GPU of the Turing generation, published; compared with the memory machine of the papers: DMM, for global memory UMM
    shared memory, cycles: latency 23 cycles, fitted on 1; nothing held out
    pattern          slots   measured  predicted     error
    read.latency         1      23.00      23.00     0.0 %  fitted
  $ superwarp crosscheck rtx-4070-ti
  rtx-4070-ti: NVIDIA GeForce RTX 4070 Ti, published; compared with the memory machine of the papers: DMM, for global memory UMM
    shared memory, cycles: 2 cycles a slot, latency 53 cycles, fitted on 3; 3 held out: mean error 0.0 %, worst 0.0 % (read.conflict.32)
    note: a single warp needs 2 cycles for a slot: the machine fills one each time unit, so its constant holds for single warps only; --gpu ada may
    pattern              slots   measured  predicted     error
    read.conflict.1          1      53.00      53.00     0.0 %  fitted
    read.conflict.2          2      55.00      55.00     0.0 %  held-out
    read.conflict.4          4      59.00      59.00     0.0 %  fitted
    read.conflict.8          8      67.00      67.00     0.0 %  held-out
    read.conflict.16        16      83.00      83.00     0.0 %  fitted
    read.conflict.32        32     115.00     115.00     0.0 %  held-out
  $ superwarp crosscheck h800-h20 --gpu hopper
  h800-h20: NVIDIA H800 and H20, published; compared with the GPU rules hopper
    shared memory, cycles: 1.006 cycles a slot of a busy multiprocessor, fitted on 1; 1 held out: mean error 0.1 %, worst -0.1 % (read.sub-cores.4)
    pattern              slots   measured  predicted     error
    read.sub-cores.1         1       2.01       2.01     0.0 %  fitted
    read.sub-cores.4         1       1.01       1.01    -0.1 %  held-out
  $ superwarp crosscheck gtx-280 --gpu own
  gtx-280: NVIDIA GeForce GTX 280, published; compared with the GPU rules gt200
    shared memory, ms: 25.5 ms a slot of a busy multiprocessor, fitted on 1; 1 held out: mean error 81.1 %, worst +81.1 % (shared.random)
    note: 2 patterns are not described: gt200 describes shared memory only
    note: 2 patterns are not described: no machine has constant memory
    note: 2 patterns are not described: no machine has texture memory
    pattern                 slots   measured  predicted     error
    shared.sequential           2      51.00      51.00     0.0 %  fitted
    shared.random          6.1514      86.60     156.86   +81.1 %  held-out
    global.sequential           -     969.00          -         -  not-described
    global.random               -   21777.00          -         -  not-described
    constant.sequential         -      35.00          -         -  not-described
    constant.random             -     192.00          -         -  not-described
    texture.sequential          -     140.00          -         -  not-described
    texture.random              -     247.00          -         -  not-described
  $ superwarp crosscheck k40 --gpu kepler-4byte
  k40: NVIDIA Tesla K40c, published; compared with the GPU rules kepler-4byte
    shared memory, slots: no constants; 11 compared: mean error 0.0 %, worst 0.0 % (sq.rowrow.ld), R^2 1.0000
      read of 32 bits, slots: 8 compared: mean error 0.0 %, worst 0.0 % (sq.rowrow.ld)
      write of 32 bits, slots: 3 compared: mean error 0.0 %, worst 0.0 % (sq.rowrow.st)
    pattern            slots   measured  predicted     error
    sq.rowrow.ld           1       1.00       1.00     0.0 %  counted
    sq.rowrow.st           1       1.00       1.00     0.0 %  counted
    sq.colcol.ld          16      16.00      16.00     0.0 %  counted
    sq.colcol.st          16      16.00      16.00     0.0 %  counted
    sq.rowcol.ld          16      16.00      16.00     0.0 %  counted
    sq.pad.ld              1       1.00       1.00     0.0 %  counted
    rect.colcol.ld         8       8.00       8.00     0.0 %  counted
    rect.colcol.st         8       8.00       8.00     0.0 %  counted
    rect.rowcol.ld         8       8.00       8.00     0.0 %  counted
    rect.pad1.ld           2       2.00       2.00     0.0 %  counted
    rect.pad2.ld           1       1.00       1.00     0.0 %  counted
  $ superwarp crosscheck mi350 --gpu own --summary
  mi350: AMD Instinct MI350X or MI355X, published; compared with the GPU rules cdna4
    shared memory, any conflict: no constants; 7 compared: mean error 0.0 %, worst 0.0 % (ds_read_b64.d32), R^2 1.0000
      read of 64 bits, counter: 2 compared: mean error 0.0 %, worst 0.0 % (ds_read_b64.d32)
      read of 128 bits, counter: 2 compared: mean error 0.0 %, worst 0.0 % (ds_read_b128.d32)
      write of 64 bits, counter: 3 compared: mean error 0.0 %, worst 0.0 % (ds_write_b64.d32)
    shared memory, conflicts: no constants; 1 compared: mean error 0.0 %, worst 0.0 % (ds_write_b64.all)
  $ superwarp crosscheck v100 --gpu volta --errors
  GPU          bits  operation     kind    figures   met  bound  explained  not explained      mean     worst
  volta          32  read          counts        4     1      0          3              0    29.1 %  -100.0 %
  volta          32  read          times        10    10      0          0              0     2.3 %    -3.0 %
  volta          64  read          times        10     5      5          0              0     2.0 %    -3.0 %
  volta         128  read          times        10     5      5          0              0     2.3 %    -3.0 %
  all                                           34    21     10          3              0     6.7 %  -100.0 %
  met: counts within 2 %, times within 8 %; mean and worst error without those that something else bounds
  
  errors above 5 %
    v100, 10 figures, -20.9 % to -15.0 %: bound by adders
      b64.multicast2 b64.multicast4 b64.multicast8 b64.multicast16 b64.broadcast b128.multicast2 b128.multicast4
      b128.multicast8 b128.multicast16 b128.broadcast
    v100, 1 figure, -100.0 % to -100.0 %: noise of the counter: 0.17 a load
      coprime.ld
    v100, 1 figure, -10.8 % to -10.8 %: the author rounded: printed as 90'000 beside 'about a quarter of 3'600'000'
      stride8.ld
  $ superwarp crosscheck rtx-3060 gtx-1060 --summary
  rtx-3060: NVIDIA GeForce RTX 3060, published; compared with the memory machine of the papers: DMM, for global memory UMM
    note: 1 pattern is not described: the DMM does not describe write of 128 bits, only of 32; --gpu ampere may
    note: 1 pattern is not described: the DMM does not describe write of 64 bits, only of 32; --gpu ampere may
  
  gtx-1060: NVIDIA GeForce GTX 1060 6GB, published; compared with the memory machine of the papers: DMM, for global memory UMM
    shared memory, slots: no constants; 4 compared: mean error 0.0 %, worst 0.0 % (v3.ld)
      read of 32 bits, slots: 2 compared: mean error 0.0 %, worst 0.0 % (v3.ld)
      write of 32 bits, slots: 2 compared: mean error 0.0 %, worst 0.0 % (v3.st)
  $ superwarp crosscheck data/measurements/gtx-titan.json
  gtx-titan: NVIDIA GeForce GTX TITAN, published; compared with the memory machine of the papers: DMM, for global memory UMM
    shared memory, slots: no constants; 2 compared: mean error 0.2 %, worst +0.2 % (congestion.random.candar-2013)
    pattern                           slots   measured  predicted     error
    congestion.random.candar-2013     3.444       3.44       3.44    +0.2 %  counted
    congestion.random.icppw-2014      3.534       3.53       3.53    +0.1 %  counted
  $ superwarp crosscheck - --gpu data/gpus/turing.json <data/measurements/turing.json
  <stdin>: a GPU of the Turing generation, published; compared with the GPU rules turing
    shared memory, cycles: latency 23 cycles, fitted on 1; nothing held out
    pattern          slots   measured  predicted     error
    read.latency         1      23.00      23.00     0.0 %  fitted
  $ superwarp crosscheck all --gpu own --summary | grep -e '^[a-z].*: '
  ada-counters: a GPU of compute capability 8.9, published; compared with the GPU rules ada
  gtx-1060: NVIDIA GeForce GTX 1060 6GB, published; compared with the GPU rules pascal
  gtx-280: NVIDIA GeForce GTX 280, published; compared with the GPU rules gt200
  gtx-680: NVIDIA GeForce GTX-680, published; compared with the memory machine of the papers: DMM, for global memory UMM
  gtx-titan: NVIDIA GeForce GTX TITAN, published; compared with the memory machine of the papers: DMM, for global memory UMM
  h100: NVIDIA H100 80GB HBM3, measured 2026-11-26; compared with the GPU rules hopper
  h200: NVIDIA H200, measured 2026-11-26; compared with the GPU rules hopper
  h800-h20: NVIDIA H800 and H20, published; compared with the GPU rules hopper
  k40: NVIDIA Tesla K40c, published; compared with the GPU rules kepler-4byte
  mi250: AMD Instinct MI250, published; compared with the GPU rules cdna2
  mi300: AMD Instinct MI300, published; compared with the GPU rules cdna3
  mi350: AMD Instinct MI350X or MI355X, published; compared with the GPU rules cdna4
  mi350x-phases: AMD Instinct MI350X, published; compared with the GPU rules cdna4
  mi50: AMD Instinct MI50, published; compared with the GPU rules gcn5
  nvidia-unnamed: unnamed NVIDIA GPUs, Volta or later, published; compared with the GPU rules volta
  rtx-3060: NVIDIA GeForce RTX 3060, published; compared with the GPU rules ampere
  rtx-3070-laptop: NVIDIA GeForce RTX 3070 Laptop GPU, published; compared with the GPU rules ampere
  rtx-3080: NVIDIA GeForce RTX 3080, published; compared with the GPU rules ampere
  rtx-4070-ti: NVIDIA GeForce RTX 4070 Ti, published; compared with the GPU rules ada
  rtx-5090: NVIDIA GeForce RTX 5090, published; compared with the GPU rules blackwell
  turing: a GPU of the Turing generation, published; compared with the GPU rules turing
  v100: NVIDIA Tesla V100, published; compared with the GPU rules volta

As JSON.

  $ steady superwarp crosscheck turing --json -
  {
    "schema": "superwarp.crosscheck/2",
    "rules": {
      "name": "machine",
      "wave": 32,
      "banks": 32,
      "bank_bytes": 4,
      "interleave": 4,
      "merge": "every-word",
      "phases": [
        {
          "operations": [
            "read",
            "write"
          ],
          "bits": [
            32
          ],
          "phases": 1,
          "evidence": "reported"
        }
      ],
      "sub_cores": 1,
      "slot_cycles_sub_core": 1.0,
      "slot_cycles_sm": 1.0,
      "slot_cycles_warp": 0.0,
      "access_cycles_sub_core": 0.0,
      "access_cycles_warp": 0.0,
      "write_cycles_sub_core": 0.0,
      "write_word_cycles_sub_core": 0.0,
      "read_phase_cycles": 0.0,
      "writes_wait": true
    },
    "files": [
      {
        "file": "data/measurements/turing.json",
        "name": "turing",
        "kind": "published",
        "source": "latency of shared memory published for Turing; the figure was collected for this project, the publication's name was not",
        "device": "a GPU of the Turing generation",
        "rules": "machine",
        "groups": [
          {
            "memory": "shared",
            "programs": false,
            "unit": "cycles",
            "cycles_per_slot": null,
            "latency": 23.0,
            "fitted": 1,
            "not_described": 0,
            "held_out": null,
            "by_kind": {}
          }
        ],
        "patterns": [
          {
            "id": "read.latency",
            "memory": "shared",
            "programs": false,
            "quantity": "time",
            "unit": "cycles",
            "slots": 1,
            "rtl_slots": null,
            "rounds": 1,
            "waits": 1,
            "measured": 23.0,
            "predicted": 23.0,
            "error": 0.0,
            "role": "fitted",
            "why": null,
            "bound": null,
            "explained": null
          }
        ],
        "findings": [],
        "disagreement": null
      }
    ]
  }
  $ steady superwarp crosscheck h800-h20 --gpu hopper --json -
  {
    "schema": "superwarp.crosscheck/2",
    "rules": {
      "name": "hopper",
      "wave": 32,
      "banks": 32,
      "bank_bytes": 4,
      "interleave": 4,
      "merge": "every-word",
      "phases": [
        {
          "operations": [
            "read",
            "write"
          ],
          "bits": [
            32
          ],
          "phases": 1,
          "evidence": "pinned"
        },
        {
          "operations": [
            "read",
            "write"
          ],
          "bits": [
            8,
            16
          ],
          "phases": 1,
          "evidence": "reported"
        },
        {
          "operations": [
            "read"
          ],
          "bits": [
            64
          ],
          "phases": 2,
          "evidence": "pinned"
        },
        {
          "operations": [
            "write"
          ],
          "bits": [
            64
          ],
          "phases": 2,
          "evidence": "pinned"
        },
        {
          "operations": [
            "read"
          ],
          "bits": [
            128
          ],
          "phases": 4,
          "evidence": "pinned"
        },
        {
          "operations": [
            "write"
          ],
          "bits": [
            128
          ],
          "phases": 4,
          "evidence": "pinned"
        },
        {
          "operations": [
            "matrix-read",
            "matrix-write"
          ],
          "bits": [
            128
          ],
          "phases": 4,
          "evidence": "pinned"
        },
        {
          "operations": [
            "atomic"
          ],
          "bits": [
            32
          ],
          "phases": 1,
          "evidence": "pinned"
        },
        {
          "operations": [
            "atomic"
          ],
          "bits": [
            64
          ],
          "phases": 2,
          "evidence": "pinned"
        },
        {
          "operations": [
            "count"
          ],
          "bits": [
            32
          ],
          "phases": 1,
          "evidence": "pinned"
        }
      ],
      "sub_cores": 4,
      "slot_cycles_sub_core": 1.0,
      "slot_cycles_sm": 1.0,
      "slot_cycles_warp": 2.0,
      "access_cycles_sub_core": 2.0,
      "access_cycles_warp": 4.0,
      "write_cycles_sub_core": 2.0,
      "write_word_cycles_sub_core": 2.0,
      "read_phase_cycles": 1.0,
      "writes_wait": false
    },
    "files": [
      {
        "file": "data/measurements/h800-h20.json",
        "name": "h800-h20",
        "kind": "published",
        "source": "microbenchmarks published of an H800 and an H20; the figures were collected for this project, the publication's name was not",
        "device": "NVIDIA H800 and H20",
        "rules": "hopper",
        "groups": [
          {
            "memory": "shared",
            "programs": false,
            "unit": "cycles",
            "cycles_per_slot": 1.006036217,
            "latency": null,
            "fitted": 1,
            "not_described": 0,
            "held_out": {
              "patterns": 1,
              "mean_error": 0.001006036,
              "worst_error": -0.001006036,
              "worst_pattern": "read.sub-cores.4",
              "r2": null
            },
            "by_kind": {
              "read, throughput": {
                "patterns": 1,
                "mean_error": 0.001006036,
                "worst_error": -0.001006036,
                "worst_pattern": "read.sub-cores.4",
                "r2": null
              }
            }
          }
        ],
        "patterns": [
          {
            "id": "read.sub-cores.1",
            "memory": "shared",
            "programs": false,
            "quantity": "throughput",
            "unit": "cycles",
            "slots": 2,
            "rtl_slots": null,
            "rounds": 1,
            "waits": 1,
            "measured": 2.012072434,
            "predicted": 2.012072434,
            "error": 0.0,
            "role": "fitted",
            "why": null,
            "bound": null,
            "explained": null
          },
          {
            "id": "read.sub-cores.4",
            "memory": "shared",
            "programs": false,
            "quantity": "throughput",
            "unit": "cycles",
            "slots": 8,
            "rtl_slots": null,
            "rounds": 1,
            "waits": 1,
            "measured": 1.007049345,
            "predicted": 1.006036217,
            "error": -0.001006036,
            "role": "held-out",
            "why": null,
            "bound": null,
            "explained": null
          }
        ],
        "findings": [],
        "disagreement": null
      }
    ]
  }

Its options.

  $ superwarp crosscheck --help
  compare predictions of the models with measurements of GPUs
  Usage: superwarp crosscheck [OPTIONS] file...
  
  Positionals:
    file TEXT ... REQUIRED      measurements: names from 'superwarp list measurement', files, or 'all'
  
  Options:
    -h,--help                   Print this help message and exit
    --help-all                  Print the help with all options and exit
    --gpu TEXT                  rules of a real GPU instead of the papers' machine: a name from 'superwarp list gpu', a description file, or 'own', which is each file's own
    --engine TEXT=model         model, or rtl,model: engines that count the slots; the RTL must agree
    --summary                   print no line for each pattern
    --errors                    print errors by GPU, width and operation, and a reason for each miss
    --json TEXT                 write the result to this file ('-': standard output, without the table)
  
  
  Two constants, cycles per slot and latency, are fitted to half of the patterns of each kind and tested on the
  other half.
  A wrong prediction is a finding and not an error; exit status 1 means that RTL and model disagree about slots.
  'superwarp list measurement' and 'superwarp list gpu' list the data; data/measurements/README.md describes the format.
  Examples:
    superwarp crosscheck rtx-4070-ti
    superwarp crosscheck h800-h20 --gpu hopper
    superwarp crosscheck all --gpu own --errors
    superwarp crosscheck all --summary --engine rtl,model --json crosscheck.json

Measurements and descriptions that cannot be read are refused with file, line and place.

  $ superwarp crosscheck
  superwarp: error: file is required
  [2]
  $ superwarp crosscheck rtx-4070ti
  superwarp: error: unknown measurement 'rtx-4070ti', did you mean 'rtx-4070-ti'? There are: ada-counters, gtx-1060, gtx-280, gtx-680, gtx-titan, h100, h200, h800-h20, k40, mi250, mi300, mi350, mi350x-phases, mi50, nvidia-unnamed, rtx-3060, rtx-3070-laptop, rtx-3080, rtx-4070-ti, rtx-5090, turing, v100, all; or a file's name, *.json
  [2]
  $ superwarp crosscheck none.json
  superwarp: error: none.json: cannot be opened: No such file or directory
  [2]
  $ superwarp crosscheck h800-h20 --gpu hoper
  superwarp: error: unknown GPU 'hoper', did you mean 'hopper'? There are: ada, ampere, blackwell, cdna2, cdna3, cdna4, fermi, gcn5, gt200, hopper, kepler-4byte, kepler-8byte, maxwell, pascal, turing, volta; or a file's name, *.json
  [2]
  $ superwarp crosscheck h800-h20 --engine closed
  superwarp: error: unknown engine 'closed'. There are: rtl, model
  [2]
  $ superwarp crosscheck h800-h20 --rtl x
  superwarp: error: --rtl: the engine rtl does not run without --engine rtl,model
  [2]
  $ sed '9s/"warps": 1/"warps": 1, "warp": 1/' data/measurements/rtx-4070-ti.json >bad.json; superwarp crosscheck bad.json
  superwarp: error: bad.json:9: patterns[0].warp is not expected here, did you mean 'warps'? There are: id, memory, bits, warps, sub_cores, access, op, quantity, unit, value, low, high, repetitions, bound, explained, note, correct
  [2]
  $ sed '14s/}$/]/' data/measurements/rtx-4070-ti.json >bad.json; superwarp crosscheck bad.json 2>&1 | sed 's/: syntax error.*//'
  superwarp: error: bad.json:14: is no JSON from here on
  $ sed 12q data/measurements/rtx-4070-ti.json >bad.json; superwarp crosscheck bad.json 2>&1 | sed 's/: syntax error.*//'
  superwarp: error: bad.json:13: is no JSON from here on
  $ sed 's/"gpu": "ada"/"gpu": "foo"/' data/measurements/rtx-4070-ti.json >bad.json; superwarp crosscheck bad.json
  superwarp: error: bad.json:6: gpu is 'foo'. There are: ada, ampere, blackwell, cdna2, cdna3, cdna4, fermi, gcn5, gt200, hopper, kepler-4byte, kepler-8byte, maxwell, pascal, turing, volta
  [2]
  $ sed 's|superwarp.measurement/1|superwarp.measurement/9|' data/measurements/rtx-4070-ti.json >bad.json; superwarp crosscheck bad.json
  superwarp: error: bad.json:2: schema is 'superwarp.measurement/9', did you mean 'superwarp.measurement/1'? There are: superwarp.measurement/1
  [2]
  $ sed '/"banks":/a "bank": 3,' data/gpus/hopper.json >bad.json; superwarp crosscheck h800-h20 --gpu bad.json
  superwarp: error: bad.json:8: memory.bank is not expected here, did you mean 'banks'? There are: banks, word, merge, block_kib
  [2]
  $ sed 's/"bits": .64./"bits": [65]/' data/gpus/hopper.json >bad.json; superwarp crosscheck h800-h20 --gpu bad.json
  superwarp: error: bad.json:17: phases[2].bits has 65, expected 8, 16, 32, 64 or 128
  [2]
  $ superwarp crosscheck data/gpus/hopper.json
  superwarp: error: data/gpus/hopper.json:2: schema is 'superwarp.gpu/2'. There are: superwarp.measurement/1
  [2]
  $ superwarp crosscheck h800-h20 --gpu data/measurements/turing.json
  superwarp: error: data/measurements/turing.json:2: schema is 'superwarp.measurement/1'. There are: superwarp.gpu/2
  [2]
