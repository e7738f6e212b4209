# SPDX-License-Identifier: Apache-2.0

  $ . "$TESTDIR"/setup.sh

The regions of a memory in which a mapping helps, and the command that uses them.

  $ superwarp advise examples/transpose.traceg --keys 2
  examples/transpose.traceg, h3 on dmm (width 32), 8 regions of 16 rows; slots, mean of 2 keys
                                         dmm   /off
    off everywhere                    1120.0   1.00
    on everywhere                      246.0   0.22
    chosen                             144.0   0.13  8:11000000
    if regions followed arrays         144.0   0.13  1:0+32
  
  region         rows           off          on  choice  accessed by
         0       0-15         608.0       144.0  on      line 11
                                                         line 8
         1      16-31         656.0       144.0  on      line 11
                                                         line 8
         2      32-47         144.0       226.0  off     line 14
                                                         line 17
         3      48-63         144.0       231.5  off     line 14
                                                         line 17
         4      64-64         144.0       176.0  off     line 14
                                                         line 17
  
  array          rows           off          on  choice  accessed by
         0       0-31        1120.0       144.0  on      line 11
                                                         line 8
         1      32-64         144.0       246.0  off     line 14
                                                         line 17
  
  use: superwarp replay examples/transpose.traceg --mapping h3 --regions 8:11000000
  $ superwarp advise --workload kernel-lud-perimeter --size 32 --threads 64
  kernel-lud-perimeter of size 32, h3 on dmm (width 32), 8 regions of 16 rows; slots, mean of 5 keys
                                         dmm   /off
    off everywhere                   52335.0   1.00
    on everywhere                     5775.0   0.11
    chosen                            5775.0   0.11  8:00001111
    if regions followed arrays        5775.0   0.11  1:0+96
  
  region         rows           off          on  choice  accessed by
         0       0-15        5775.0      5775.0  -       array 0
         1      16-31        5775.0      5775.0  -       array 0
         2      32-47        5775.0      5775.0  -       array 0
         3      48-63        5775.0      5775.0  -       array 0
         4      64-79       28123.8      5775.0  on      array 0
         5      80-95       28123.8      5775.0  on      array 0
  
  array          rows           off          on  choice  accessed by
         0       0-95       52335.0      5775.0  on      array 0
  
  use: superwarp run --workload kernel-lud-perimeter --size 32 --threads 64 --mapping h3 --regions 8:00001111
  $ superwarp advise --workload transpose-naive --size 16 --width 8 --threads 64 --mapping pad --regions 4
  transpose-naive of size 16, pad on dmm (width 8), 4 regions of 16 rows; slots, mean of 5 keys
                                         dmm   /off
    off everywhere                     288.0   1.00
    on everywhere                       96.0   0.33
    chosen                              96.0   0.33  4:0011
    if regions followed arrays          96.0   0.33  1:32+32
  
  region         rows           off          on  choice  accessed by
         0       0-15          96.0        96.0  -       array 0
         1      16-31          96.0        96.0  -       array 0
         2      32-47         192.0        96.0  on      array 1
         3      48-63         192.0        96.0  on      array 1
  
  array          rows           off          on  choice  accessed by
         0       0-31          96.0        96.0  -       array 0
         1      32-63         288.0        96.0  on      array 1
  
  use: superwarp run --workload transpose-naive --size 16 --width 8 --threads 64 --mapping pad --regions 4:0011
  $ superwarp advise --workload column-major --size 32 --width 8 --threads 64 --mapping random-shift --keys 3 --regions 2
  column-major of size 32, random-shift on dmm (width 8), 2 regions of 64 rows; slots, mean of 3 keys
                                         dmm   /off
    off everywhere                    1024.0   1.00
    on everywhere                      352.0   0.34
    chosen                             352.0   0.34  2:11
    if regions followed arrays         352.0   0.34  1:0+128
  
  region         rows           off          on  choice  accessed by
         0       0-63         690.7       352.0  on      array 0
         1     64-127         685.3       352.0  on      array 0
  
  array          rows           off          on  choice  accessed by
         0      0-127        1024.0       352.0  on      array 0
  
  use: superwarp run --workload column-major --size 32 --width 8 --threads 64 --mapping random-shift --regions 2:11
  $ superwarp advise --workload random --size 256 --width 8 --threads 64 --machine sdmm --rpu stream --regions 4 --keys 1
  random of size 256, h3 on sdmm (width 8, streaming: depth 8, 3 passes, fullest), 4 regions of 8 rows; slots, mean of 1 key
                                      stream   /off           dmm   /off
    off everywhere                      48.0   1.00          82.0   1.00
    on everywhere                       49.0   1.02          85.0   1.04
    chosen                              47.0   0.98          80.0   0.98  4:0001
    if regions followed arrays          48.0   1.00          82.0   1.00  1:0+0
  
  region         rows    stream off          on       dmm off          on  choice  accessed by
         0        0-7          47.0        50.0          80.0        86.0  off     array 0
         1       8-15          47.0        51.0          80.0        80.0  off     array 0
         2      16-23          47.0        47.0          80.0        76.0  off     array 0
         3      24-31          48.0        47.0          82.0        80.0  on      array 0
  
  array          rows    stream off          on       dmm off          on  choice  accessed by
         0       0-31          48.0        49.0          82.0        85.0  off     array 0
  
  use: superwarp run --workload random --size 256 --width 8 --threads 64 --machine sdmm --rpu stream --mapping h3 --regions 4:0001
  $ superwarp advise --workload contiguous --size 256 --width 8 --threads 64
  contiguous of size 256, h3 on dmm (width 8), 8 regions of 4 rows; slots, mean of 5 keys
                                         dmm   /off
    off everywhere                      32.0   1.00
    on everywhere                       32.0   1.00
    chosen                              32.0   1.00  8:00000000
    if regions followed arrays          32.0   1.00  1:0+0
  
  region         rows           off          on  choice  accessed by
         0        0-3          32.0        32.0  -       array 0
         1        4-7          32.0        32.0  -       array 0
         2       8-11          32.0        32.0  -       array 0
         3      12-15          32.0        32.0  -       array 0
         4      16-19          32.0        32.0  -       array 0
         5      20-23          32.0        32.0  -       array 0
         6      24-27          32.0        32.0  -       array 0
         7      28-31          32.0        32.0  -       array 0
  
  array          rows           off          on  choice  accessed by
         0       0-31          32.0        32.0  -       array 0
  
  use: superwarp run --workload contiguous --size 256 --width 8 --threads 64
  $ superwarp advise --workload row-major --size 16 --width 8 --threads 64 --mapping h3 --regions 4::pad --keys 1
  row-major of size 16, h3 on dmm (width 8), 4 regions of 8 rows; slots, mean of 1 key
                                         dmm   /off
    off everywhere                      32.0   1.00
    on everywhere                       32.0   1.00
    chosen                              32.0   1.00  4:0000:pad
    if regions followed arrays          32.0   1.00  1:0+0:pad
  
  region         rows           off          on  choice  accessed by
         0        0-7          32.0        32.0  -       array 0
         1       8-15          32.0        32.0  -       array 0
         2      16-23          32.0        32.0  -       array 0
         3      24-31          32.0        32.0  -       array 0
  
  array          rows           off          on  choice  accessed by
         0       0-31          32.0        32.0  -       array 0
  
  use: superwarp run --workload row-major --size 16 --width 8 --threads 64 --mapping h3 --regions 4:0000:pad
  $ superwarp advise examples/tiles.traceg --machine rsdmm --keys 1
  examples/tiles.traceg, random-shift on rsdmm (width 32), 8 regions of 4 rows; slots, mean of 1 key
                                       rsdmm   /off           dmm   /off
    off everywhere                    2112.0   1.00        2112.0   1.00
    on everywhere                      256.0   0.12         256.0   0.12
    chosen                             256.0   0.12         256.0   0.12  8:11111111
    if regions followed arrays         256.0   0.12         256.0   0.12  1:0+32
  
  region         rows     rsdmm off          on       dmm off          on  choice  accessed by
         0        0-3         320.0       256.0         320.0       256.0  on      line 11
                                                                                   line 8
         1        4-7         320.0       256.0         320.0       256.0  on      line 11
                                                                                   line 8
         2       8-11         320.0       256.0         320.0       256.0  on      line 11
                                                                                   line 8
         3      12-15         320.0       256.0         320.0       256.0  on      line 11
                                                                                   line 8
         4      16-19         320.0       256.0         320.0       256.0  on      line 11
                                                                                   line 8
         5      20-23         320.0       256.0         320.0       256.0  on      line 11
                                                                                   line 8
         6      24-27         320.0       256.0         320.0       256.0  on      line 11
                                                                                   line 8
         7      28-31         320.0       256.0         320.0       256.0  on      line 11
                                                                                   line 8
  
  array          rows     rsdmm off          on       dmm off          on  choice  accessed by
         0       0-31        2112.0       256.0        2112.0       256.0  on      line 11
                                                                                   line 8
  
  use: superwarp replay examples/tiles.traceg --machine rsdmm --mapping random-shift --regions 8:11111111
  $ superwarp advise examples/fig4.trace --regions 2 --keys 1 --mapping xor-fold
  examples/fig4.trace, xor-fold on dmm (width 4), 2 regions of 4 rows; slots, mean of 1 key
                                         dmm   /off
    off everywhere                       7.0   1.00
    on everywhere                        7.0   1.00
    chosen                               6.0   0.86  2:01
  
  region         rows           off          on  choice  accessed by
         0        0-3           6.0         7.0  off
         1        4-5           7.0         6.0  on
  
  use: superwarp replay examples/fig4.trace --mapping xor-fold --regions 2:01
  $ superwarp advise - --regions 2 --keys 1 <examples/fig4.trace | tail -1
  use: superwarp replay - --mapping h3 --regions 2:01

The advice works: slots are as promised.

  $ superwarp replay examples/transpose.traceg --mapping h3 --regions 8:11000000 --engine model | grep congestion
    congestion  total 160, largest 2, mean 1.25

As JSON.

  $ steady superwarp advise --workload transpose-naive --size 16 --width 8 --threads 64 --mapping pad --regions 2 --json -
  {
    "schema": "superwarp.advise/1",
    "name": "transpose-naive of size 16",
    "machine": {
      "name": "dmm",
      "width": 8,
      "banks": 8,
      "latency": 7,
      "super_warp": 1,
      "rpu": "batch",
      "rows": 64,
      "mapping": "pad",
      "shifts": [],
      "seed": 1,
      "route": 0,
      "regions": "2:11",
      "region_rows": 32
    },
    "keys": 5,
    "regions": "2:01",
    "region_rows": 32,
    "slots": {
      "of": [
        "dmm"
      ],
      "off": [
        288.0
      ],
      "on": [
        96.0
      ],
      "chosen": [
        96.0
      ],
      "by_array": [
        96.0
      ]
    },
    "array_regions": "1:32+32",
    "parts": [
      {
        "first_row": 0,
        "end_row": 32,
        "off": [
          96.0
        ],
        "on": [
          96.0
        ],
        "chosen": false,
        "accessed_by": [
          "array 0"
        ]
      },
      {
        "first_row": 32,
        "end_row": 64,
        "off": [
          288.0
        ],
        "on": [
          96.0
        ],
        "chosen": true,
        "accessed_by": [
          "array 1"
        ]
      }
    ],
    "arrays": [
      {
        "first_row": 0,
        "end_row": 32,
        "off": [
          96.0
        ],
        "on": [
          96.0
        ],
        "chosen": false,
        "accessed_by": [
          "array 0"
        ]
      },
      {
        "first_row": 32,
        "end_row": 64,
        "off": [
          288.0
        ],
        "on": [
          96.0
        ],
        "chosen": true,
        "accessed_by": [
          "array 1"
        ]
      }
    ],
    "command": "superwarp run --workload transpose-naive --size 16 --width 8 --threads 64 --mapping pad --regions 2:01"
  }

Its options.

  $ superwarp advise --help
  find the regions of a memory in which a mapping helps
  Usage: superwarp advise [OPTIONS] [trace...]
  
  Positionals:
    trace TEXT ...              a text trace, a .traceg, a folder of .traceg or its kernelslist.g; or choose a workload
  
  Options:
    -h,--help                   Print this help message and exit
    --help-all                  Print the help with all options and exit
    --keys UINT=5               number of random keys, 1 to 1000, from --seed on; slots are means
    --json TEXT                 write the result to this file ('-': standard output, without the table)
  
  
  Workload:
    --workload TEXT             see 'superwarp list'
    --size UINT                 n: words of the problem; for matrices the side, sqrt(n)
    --threads UINT              p: a multiple of super warp * width (default: about 1024)
  
  
  Machine:
    --machine TEXT=dmm          dmm, umm, sdmm, rsdmm, summ, gt200
    --super-warp UINT           s: warps of a super warp, 1 to 16 (sdmm, rsdmm, summ; rsdmm: default 1)
    --rpu TEXT                  request packing unit: batch, serial, stream, pipelined, crossbar (sdmm, rsdmm; default batch)
    --route UINT                stages of a network that takes requests to the banks; 0: multiplexers, 0 to 73 (--rpu batch; default 0)
    --intake UINT               time units from a warp's arrival to its slots, 1 to 2 (--rpu serial; default 1)
    --depth UINT                D: places in the window or FIFO of each lane, 1 to 16 (--rpu stream or pipelined or crossbar; default 8)
    --queue UINT                Q: places of a plain queue behind the window of each lane, 0 to 8 (--rpu pipelined; default 0)
    --store UINT                M: words to write that each lane keeps beside its window; 0: one in each place, 0 to 16 (--rpu pipelined; default 0)
    --later TEXT                what lanes do in a match's later passes, the first unless given: oldest or alone or youngest (--rpu pipelined)
    --mapping TEXT              mapping to switch on, see 'superwarp list' (default h3; rsdmm: random-shift)
    --regions TEXT              number of regions, a power of two (default 8); 8::pad: off is the mapping pad
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
  
  Example:
    superwarp advise --workload kernel-lud-perimeter --size 32 --threads 64
    superwarp advise out/kernels/kernel-1.traceg --regions 16 --machine sdmm --rpu stream
    superwarp advise out/small/kernel-1.traceg out/large/kernel-1.traceg    # one choice for several inputs

What has no regions to choose is refused.

  $ superwarp advise
  superwarp: error: advise: expected a trace or recording, or --workload NAME --size N
  [2]
  $ superwarp advise none.trace
  superwarp: error: none.trace: cannot be opened: No such file or directory
  [2]
  $ superwarp advise examples/fig4.trace --size 32
  superwarp: error: advise: give a trace or --workload with its options, not both
  [2]
  $ superwarp advise examples/fig4.trace --mapping identity
  superwarp: error: advise: the mapping identity is the same on and off, expected --mapping too
  [2]
  $ superwarp advise examples/fig4.trace --machine umm --mapping h3
  superwarp: error: --mapping h3: a slot of the umm serves a whole row, whatever bank its words are in; dmm, sdmm, rsdmm, gt200 have mappings
  [2]
  $ superwarp advise examples/fig4.trace --blocks 2
  superwarp: error: --blocks 2: a block's memory is laid out once, expected 1
  [2]
  $ superwarp advise examples/fig4.trace --keys 0
  superwarp: error: --keys 0: expected a number from 1 to 1000
  [2]
  $ superwarp advise examples/fig4.trace --regions 3
  superwarp: error: --regions 3: expected a number of regions, a power of two from 1 to 1024, and those that are on, as in 8:10110000 or 8:0,2-3, or their rows, as in 8:0+16,40+8
  [2]
  $ superwarp advise --workload contiguous --size 64 --regions 2:0+1
  superwarp: error: advise: --regions: expected a number of equal regions, found a table
  [2]
  $ superwarp advise --workload contiguous --size 64 --mapping h33
  superwarp: error: unknown mapping 'h33', did you mean 'h3'? There are: identity, pad, xor-swizzle, xor-fold, prime, swizzle, tma-32, tma-64, tma-128, ipoly, random-shift, random-xor, rap, h3, tabulation
  [2]
  $ superwarp advise --workload contiguous --size 0
  superwarp: error: workload contiguous: size 0: it has at least one word
  [2]
  $ superwarp advise examples/hierarchy.trace
  superwarp: error: examples/hierarchy.trace:5: an access to global memory, expected R or W for the dmm, which is one memory; the hmm has several (--machine hmm)
  [2]
