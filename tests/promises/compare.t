# SPDX-License-Identifier: Apache-2.0

  $ . "$TESTDIR"/setup.sh

Machines are compared on a trace or a workload: slots, time, speed-up.

  $ superwarp compare examples/fig4.trace --on dmm --on 'sdmm --super-warp 3' --on 'rsdmm --super-warp 3'
  examples/fig4.trace, a trace, by model, mean of 5 keys, \xc2\xb1 95 % (esc)
    machine               slots  time units     speed-up  requests a time unit
    dmm                       7          13            1                  0.92
    sdmm --super-warp 3       6          12         1.08                  1.00
    rsdmm --super-warp 3    4.4        10.4  1.25 \xc2\xb1 0.08                  1.16 (esc)
  $ superwarp compare --workload transpose-naive --size 32 --width 8 --threads 64
  transpose-naive of size 32, 64 threads a block, by model, mean of 5 keys, \xc2\xb1 95 % (esc)
    machine                       slots  time units      speed-up  requests a time unit
    dmm                            1152        1344             1                  1.52
    sdmm --super-warp 4            1152        1344             1                  1.52
    sdmm --rpu stream --depth 4     784         976          1.38                  2.10
    rsdmm                         459.2       651.2  2.06 \xc2\xb1 0.036                  3.15 (esc)
    rsdmm --super-warp 4            336         528  2.55 \xc2\xb1 0.098                  3.88 (esc)
    rsdmm --rpu stream --depth 4  325.6       517.6   2.6 \xc2\xb1 0.018                  3.96 (esc)
  $ superwarp compare --workload transpose-naive --size 32 --width 8 --threads 64 --on dmm --on umm --on 'summ --super-warp 2' --on gt200
  transpose-naive of size 32, 64 threads a block, by model, mean of 5 keys, \xc2\xb1 95 % (esc)
    machine              slots  time units  speed-up  requests a time unit
    dmm                   1152        1344         1                  1.52
    umm                   1152        1344         1                  1.52
    summ --super-warp 2   1152        1344         1                  1.52
    gt200                 1152        1344         1                  1.52
  $ superwarp compare --workload random --size 256 --width 4 --threads 32 --on dmm --on 'sdmm --rpu stream' --on 'sdmm --rpu pipelined' --on 'sdmm --rpu crossbar' --on 'sdmm --rpu serial --super-warp 2'
  random of size 256, 32 threads a block, by model, mean of 5 keys, \xc2\xb1 95 % (esc)
    machine                           slots  time units      speed-up  requests a time unit
    dmm                               134.4       182.4             1                  1.40
    sdmm --rpu stream                  93.8       141.8  1.29 \xc2\xb1 0.025                  1.81 (esc)
    sdmm --rpu pipelined               93.2       157.2  1.16 \xc2\xb1 0.038                  1.63 (esc)
    sdmm --rpu crossbar               105.6       153.6  1.19 \xc2\xb1 0.044                  1.67 (esc)
    sdmm --rpu serial --super-warp 2    112         168  1.09 \xc2\xb1 0.035                  1.52 (esc)
  $ superwarp compare --workload column-major --size 32 --width 8 --threads 64 --on dmm --on 'dmm --mapping pad' --on 'dmm --mapping h3 --regions 4:0,2' --on 'dmm --ports 2' --on 'dmm --banks 16' --keys 3
  column-major of size 32, 64 threads a block, by model, mean of 3 keys, \xc2\xb1 95 % (esc)
    machine                           slots  time units     speed-up  requests a time unit
    dmm                                1024        1120            1                  0.91
    dmm --mapping pad                   512         608         1.84                  1.68
    dmm --mapping h3 --regions 4:0,2  597.3       693.3  1.62 \xc2\xb1 0.21                  1.48 (esc)
    dmm --ports 2                       512         608         1.84                  1.68
    dmm --banks 16                     1024        1120            1                  0.91
  $ superwarp compare --workload hmm-sum --size 64 --width 4 --threads 32 --on 'hmm --multiprocessors 1' --on 'hmm --multiprocessors 2 --shared sdmm --super-warp 2' --keys 1
  hmm-sum of size 64, 32 threads a block, by model, one key
    machine                                               slots  time units  speed-up  requests a time unit
    hmm --multiprocessors 1                                  43          61         1                  2.61
    hmm --multiprocessors 2 --shared sdmm --super-warp 2     51          67      0.91                  2.46
  $ superwarp compare examples/transpose.traceg --keys 2
  examples/transpose.traceg, a trace, by model, mean of 2 keys, \xc2\xb1 95 % (esc)
    machine                       slots  time units     speed-up  requests a time unit
    dmm                            1120        1216            1                  3.37
    sdmm --super-warp 4             352         448         2.71                  9.14
    sdmm --rpu stream --depth 4     368         464         2.62                  8.83
    rsdmm                         293.5       389.5  3.12 \xc2\xb1 0.56                 10.52 (esc)
    rsdmm --super-warp 4          187.5       283.5   4.29 \xc2\xb1 1.4                 14.46 (esc)
    rsdmm --rpu stream --depth 4    180         276   4.41 \xc2\xb1 1.6                 14.85 (esc)
  $ superwarp compare examples/transpose.traceg --schedule async --issue 4 --keys 2 --on dmm --on 'rsdmm --rpu stream'
  examples/transpose.traceg, a trace, by model, mean of 2 keys, \xc2\xb1 95 % (esc)
    machine             slots  time units    speed-up  requests a time unit
    dmm                  1120        1146           1                  3.57
    rsdmm --rpu stream  190.5       219.5  5.22 \xc2\xb1 1.4                 18.67 (esc)
  
    warps' time                                                    issue  shared memory  global memory  latency  barrier  ended
    dmm                 ISSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSLLLL   2.0 %         88.7 %          0.0 %    8.4 %    0.6 %  0.3 %
    rsdmm --rpu stream  IIIISSSSSSSSSSSSSSSSLLLLLLLLLLLLLLLLLBB.  10.3 %         39.6 %          0.0 %   43.7 %    4.5 %  1.9 %
  $ superwarp compare examples/transpose.traceg --gpu hopper --keys 1
  examples/transpose.traceg, a trace as hopper has it (1120 wavefronts, ideal 128, excess 992), by model, one key
    machine                       slots  time units  speed-up  requests a time unit
    dmm                            1120        1216         1                  3.37
    sdmm --super-warp 4             352         448      2.71                  9.14
    sdmm --rpu stream --depth 4     368         464      2.62                  8.83
    rsdmm                           299         395      3.08                 10.37
    rsdmm --super-warp 4            195         291      4.18                 14.08
    rsdmm --rpu stream --depth 4    188         284      4.28                 14.42
  $ superwarp compare examples/fig4.trace --on dmm --on 'dmm --latency 3' --on 'dmm --width 256'
  examples/fig4.trace, a trace, by model, mean of 5 keys, \xc2\xb1 95 % (esc)
    machine          slots  time units  speed-up  requests a time unit
    dmm                  7          13         1                  0.92
    dmm --latency 3      7           9      1.44                  1.33
    dmm --width 256      3           9      1.44                  1.33
  $ superwarp compare - --on dmm --on 'sdmm --super-warp 3' <examples/fig4.trace
  <stdin>, a trace, by model, mean of 5 keys, \xc2\xb1 95 % (esc)
    machine              slots  time units  speed-up  requests a time unit
    dmm                      7          13         1                  0.92
    sdmm --super-warp 3      6          12      1.08                  1.00

The reports: Markdown, CSV, JSON, and a chart.

  $ superwarp compare examples/fig4.trace --on dmm --on 'rsdmm --super-warp 3' --markdown -
  examples/fig4.trace, a trace, by model, mean of 5 keys, \xc2\xb1 95 %. (esc)
  
  | machine              | slots | time units |    speed-up | requests a time unit |
  | ---                  |  ---: |       ---: |        ---: |                 ---: |
  | dmm                  |     7 |         13 |           1 |                 0.92 |
  | rsdmm --super-warp 3 |   4.4 |       10.4 | 1.25 \xc2\xb1 0.08 |                 1.16 | (esc)
  $ steady superwarp compare examples/fig4.trace --on dmm --on 'rsdmm --super-warp 3' --keys 3 --csv -
  machine,seed,slots,time_units,requests,speed_up
  dmm,1,7,13,12,1
  dmm,2,7,13,12,1
  dmm,3,7,13,12,1
  rsdmm --super-warp 3,1,5,11,12,1.18182
  rsdmm --super-warp 3,2,4,10,12,1.3
  rsdmm --super-warp 3,3,4,10,12,1.3
  $ steady superwarp compare examples/fig4.trace --on dmm --on 'rsdmm --super-warp 3' --keys 2 --json -
  {
    "schema": "superwarp.compare/1",
    "work": {
      "name": "examples/fig4.trace",
      "size": null
    },
    "engines": "model",
    "seed": 1,
    "keys": 2,
    "machines": [
      {
        "options": "dmm",
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
        "schedule": "rounds",
        "slots": [
          7,
          7
        ],
        "time_units": [
          13,
          13
        ],
        "requests": [
          12,
          12
        ],
        "speed_up": {
          "mean": 1.0,
          "ci95": 0.0
        },
        "requests_per_time_unit": {
          "mean": 0.923076923,
          "ci95": 0.0
        }
      },
      {
        "options": "rsdmm --super-warp 3",
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
            2,
            0,
            1,
            2
          ],
          "seed": 1,
          "route": 0
        },
        "schedule": "rounds",
        "slots": [
          5,
          4
        ],
        "time_units": [
          11,
          10
        ],
        "requests": [
          12,
          12
        ],
        "speed_up": {
          "mean": 1.240909090,
          "ci95": 0.750821188
        },
        "requests_per_time_unit": {
          "mean": 1.145454545,
          "ci95": 0.693065712
        }
      }
    ],
    "agree": true
  }
  $ superwarp compare examples/fig4.trace --on dmm --on 'sdmm --super-warp 3' --keys 1 --svg chart.svg
  examples/fig4.trace, a trace, by model, one key
    machine              slots  time units  speed-up  requests a time unit
    dmm                      7          13         1                  0.92
    sdmm --super-warp 3      6          12      1.08                  1.00
  $ grep -o 'times as fast as [a-z]*' chart.svg
  times as fast as dmm
  times as fast as dmm

Its options.

  $ superwarp compare --help
  compare machines on a workload or trace: slots, time, speed-up
  Usage: superwarp compare [OPTIONS] [trace]
  
  Positionals:
    trace TEXT                  a text trace, a .traceg, a folder of .traceg or its kernelslist.g; or choose a workload
  
  Options:
    -h,--help                   Print this help message and exit
    --help-all                  Print the help with all options and exit
    --gpu TEXT                  lower the accesses of a trace by the rules of a real GPU: a name from 'superwarp list gpu', or a description file; adds wavefronts, ideal, excess
  
  
  Workload:
    --workload TEXT             see 'superwarp list'
    --size UINT                 n: words of the problem; for matrices the side, sqrt(n)
    --threads UINT              p: a multiple of super warp * width (default: about 1024)
  
  
  Machines:
    --on TEXT ...               a machine with its options, as in 'rsdmm --super-warp 4'; repeat it for each machine, the baseline first (default: dmm, then sdmm and rsdmm with RPUs that store four warps' requests)
    --keys UINT=5               number of random keys, 1 to 1000, from --seed on; the report has means with confidence intervals
  
  
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
    --engine TEXT               rtl,model,closed: which engines run (default: model)
  
  
  Reports ('-': standard output, without the table):
    --markdown TEXT             the table as Markdown
    --csv TEXT                  one line per machine and key
    --json TEXT                 superwarp.compare/1
    --svg TEXT                  a bar chart of the speed-ups; with --issue, of time and what it was spent on
  
  Example:
    superwarp compare --workload transpose-naive --size 64
    superwarp compare --workload kernel-fft --size 1024 --blocks 8 --schedule async --on dmm --on 'rsdmm --rpu stream' --svg slide.svg

What cannot be compared is refused.

  $ superwarp compare
  superwarp: error: compare: expected a trace file, or --workload NAME --size N
  [2]
  $ superwarp compare examples/fig4.trace --on rsdm
  superwarp: error: --on 'rsdm': unknown machine 'rsdm', did you mean 'rsdmm'? There are: dmm, umm, sdmm, rsdmm, summ, gt200, hmm
  [2]
  $ superwarp compare examples/fig4.trace --on 'rsdmm --dept 3'
  superwarp: error: --on 'rsdmm --dept 3': '--dept' is not expected here, did you mean '--depth'? It takes a machine and the options of 'superwarp run' that describe it
  [2]
  $ superwarp compare examples/fig4.trace --on 'rsdmm --super-warp -3'
  superwarp: error: --on 'rsdmm --super-warp -3': --super-warp: '-3', expected a whole number, 0 to 2^64 - 1
  [2]
  $ superwarp compare examples/fig4.trace --on sdmm
  superwarp: error: --on 'sdmm': --machine sdmm: expected --super-warp S too, the warps that its RPU packs, 1 to 16; with 1 it is the dmm
  [2]
  $ superwarp compare examples/fig4.trace --on 'dmm --waves x'
  superwarp: error: --on 'dmm --waves x': '--waves' is not expected here. It takes a machine and the options of 'superwarp run' that describe it
  [2]
  $ superwarp compare examples/fig4.trace --on 'rsdmm --seed 3'
  superwarp: error: --on 'rsdmm --seed 3': '--seed' is not expected here. It takes a machine and the options of 'superwarp run' that describe it
  [2]
  $ superwarp compare examples/fig4.trace --on '  '
  superwarp: error: --on '  ': --machine: expected a value
  [2]
  $ superwarp compare examples/fig4.trace --on crossbar
  superwarp: error: --on 'crossbar': --machine crossbar: crossbar is an RPU; use --machine rsdmm --rpu crossbar (sdmm, rsdmm have RPUs)
  [2]
  $ superwarp compare examples/fig4.trace --on dmm --keys 0
  superwarp: error: --keys 0: expected a number from 1 to 1000
  [2]
  $ superwarp compare examples/fig4.trace --on dmm --latency 0
  superwarp: error: --on 'dmm': --latency 0: expected a number from 1 to 1024
  [2]
  $ superwarp compare examples/fig4.trace --engine closed
  superwarp: error: --on 'dmm': --engine: closed forms are not compared; expected rtl, model or both
  [2]
  $ superwarp compare examples/fig4.trace --size 32
  superwarp: error: compare: give a trace or --workload with its options, not both
  [2]
  $ superwarp compare --workload transpose-naive --size 32 --gpu ampere
  superwarp: error: --gpu: expected a trace; a workload's accesses are those of the papers' machines
  [2]
  $ superwarp compare examples/fig4.trace --csv - --json -
  superwarp: error: --csv -: --json writes there too; choose another name
  [2]
