# SPDX-License-Identifier: Apache-2.0

  $ . "$TESTDIR"/setup.sh

Lines of a recording that conflict fail, with status 1.

  $ superwarp check examples/transpose.traceg
  lines that access shared memory: 4; on dmm of width 32
    verdict        slots  /ideal  line
    over limit      1024   32.00  line 11  PC 60, LDS
    good              32    1.00  line 8  PC 40, STS
    good              32    1.00  line 14  PC 90, STS
    good              32    1.00  line 17  PC b0, LDS
  1 line fails
  [1]
  $ superwarp check examples/transpose.traceg --limit 40
  lines that access shared memory: 4; on dmm of width 32
    verdict        slots  /ideal  line
    good            1024   32.00  line 11  PC 60, LDS
    good              32    1.00  line 8  PC 40, STS
    good              32    1.00  line 14  PC 90, STS
    good              32    1.00  line 17  PC b0, LDS
  the check passes
  $ superwarp check examples/transpose.traceg --limit 1.5
  lines that access shared memory: 4; on dmm of width 32
    verdict        slots  /ideal  line
    over limit      1024   32.00  line 11  PC 60, LDS
    good              32    1.00  line 8  PC 40, STS
    good              32    1.00  line 14  PC 90, STS
    good              32    1.00  line 17  PC b0, LDS
  1 line fails
  [1]
  $ superwarp check examples/tiles.traceg
  lines that access shared memory: 2; on dmm of width 32
    verdict        slots  /ideal  line
    over limit      2048   32.00  line 11  PC a0, LDS
    good              64    1.00  line 8  PC 60, STS
  1 line fails
  [1]
  $ superwarp check examples/transpose.traceg examples/tiles.traceg --limit 32
  lines that access shared memory: 6; on dmm of width 32
    verdict        slots  /ideal  line
    good            1024   32.00  line 11  PC 60, LDS
    good            2048   32.00  line 11  PC a0, LDS
    good              32    1.00  line 8  PC 40, STS
    good              64    1.00  line 8  PC 60, STS
    good              32    1.00  line 14  PC 90, STS
    good              32    1.00  line 17  PC b0, LDS
  the check passes
  $ superwarp check examples/transpose.traceg --machine sdmm --rpu stream --limit 10
  lines that access shared memory: 4; on sdmm of width 32
    verdict        slots  /ideal  line
    over limit      1024   32.00  line 11  PC 60, LDS
    good              32    1.00  line 8  PC 40, STS
    good              32    1.00  line 14  PC 90, STS
    good              32    1.00  line 17  PC b0, LDS
  1 line fails
  [1]
  $ superwarp check examples/transpose.traceg --machine rsdmm --super-warp 4 --limit 3
  lines that access shared memory: 4; on rsdmm of width 32
    verdict        slots  /ideal  line
    good              64    2.00  line 11  PC 60, LDS
    good              59    1.84  line 17  PC b0, LDS
    good              40    1.25  line 14  PC 90, STS
    good              32    1.00  line 8  PC 40, STS
  the check passes
  $ superwarp check examples/transpose.traceg --machine umm --limit 40
  lines that access shared memory: 4; on umm of width 32
    verdict        slots  /ideal  line
    good            1024   32.00  line 11  PC 60, LDS
    good            1024   32.00  line 17  PC b0, LDS
    good              63    1.97  line 14  PC 90, STS
    good              32    1.00  line 8  PC 40, STS
  the check passes
  $ superwarp check examples/transpose.traceg --mapping xor-swizzle
  lines that access shared memory: 4; on dmm of width 32
    verdict        slots  /ideal  line
    over limit       349   10.91  line 17  PC b0, LDS
    over limit        48    1.50  line 14  PC 90, STS
    good              32    1.00  line 8  PC 40, STS
    good              32    1.00  line 11  PC 60, LDS
  2 lines fail
  [1]

Lines that conflict more than in a baseline fail.

  $ superwarp check examples/transpose.traceg --baseline examples/transpose.traceg
  lines that access shared memory: 4; on dmm of width 32
    verdict        slots  /ideal   before  line
    good            1024   32.00    32.00  line 11  PC 60, LDS
    good              32    1.00     1.00  line 8  PC 40, STS
    good              32    1.00     1.00  line 14  PC 90, STS
    good              32    1.00     1.00  line 17  PC b0, LDS
  the check passes
  $ superwarp check examples/transpose.traceg --baseline examples/tiles.traceg
  lines that access shared memory: 4; on dmm of width 32
    verdict        slots  /ideal   before  line
    good            1024   32.00      new  line 11  PC 60, LDS
    good              32    1.00      new  line 8  PC 40, STS
    good              32    1.00      new  line 14  PC 90, STS
    good              32    1.00      new  line 17  PC b0, LDS
    gone                             1.00  line 8  PC 60, STS
    gone                            32.00  line 11  PC a0, LDS
  the check passes
  $ superwarp check examples/transpose.traceg --baseline examples/transpose.traceg --tolerance 0.1 --machine gt200
  lines that access shared memory: 4; on gt200 of width 32
    verdict        slots  /ideal   before  line
    good            1024   32.00    32.00  line 11  PC 60, LDS
    good              32    1.00     1.00  line 8  PC 40, STS
    good              32    1.00     1.00  line 14  PC 90, STS
    good              32    1.00     1.00  line 17  PC b0, LDS
  the check passes

The verdicts as JSON.

  $ steady superwarp check examples/transpose.traceg --json -
  {
    "schema": "superwarp.check/1",
    "limit": 1.0,
    "tolerance": 0.0,
    "failing": 1,
    "lines": [
      {
        "kernel": "transpose_naive_then_padded",
        "file": null,
        "line": 11,
        "source": "PC 60, LDS",
        "accesses": 32,
        "slots": 1024,
        "ideal": 32,
        "over_ideal": 32.0,
        "verdict": "over limit",
        "before": null
      },
      {
        "kernel": "transpose_naive_then_padded",
        "file": null,
        "line": 8,
        "source": "PC 40, STS",
        "accesses": 32,
        "slots": 32,
        "ideal": 32,
        "over_ideal": 1.0,
        "verdict": "good",
        "before": null
      },
      {
        "kernel": "transpose_naive_then_padded",
        "file": null,
        "line": 14,
        "source": "PC 90, STS",
        "accesses": 32,
        "slots": 32,
        "ideal": 32,
        "over_ideal": 1.0,
        "verdict": "good",
        "before": null
      },
      {
        "kernel": "transpose_naive_then_padded",
        "file": null,
        "line": 17,
        "source": "PC b0, LDS",
        "accesses": 32,
        "slots": 32,
        "ideal": 32,
        "over_ideal": 1.0,
        "verdict": "good",
        "before": null
      }
    ],
    "gone": []
  }
  [1]
  $ steady superwarp check examples/transpose.traceg --baseline examples/transpose.traceg --json -
  {
    "schema": "superwarp.check/1",
    "limit": null,
    "tolerance": 0.0,
    "failing": 0,
    "lines": [
      {
        "kernel": "transpose_naive_then_padded",
        "file": null,
        "line": 11,
        "source": "PC 60, LDS",
        "accesses": 32,
        "slots": 1024,
        "ideal": 32,
        "over_ideal": 32.0,
        "verdict": "good",
        "before": {
          "kernel": "transpose_naive_then_padded",
          "file": null,
          "line": 11,
          "source": "PC 60, LDS",
          "accesses": 32,
          "slots": 1024,
          "ideal": 32,
          "over_ideal": 32.0
        }
      },
      {
        "kernel": "transpose_naive_then_padded",
        "file": null,
        "line": 8,
        "source": "PC 40, STS",
        "accesses": 32,
        "slots": 32,
        "ideal": 32,
        "over_ideal": 1.0,
        "verdict": "good",
        "before": {
          "kernel": "transpose_naive_then_padded",
          "file": null,
          "line": 8,
          "source": "PC 40, STS",
          "accesses": 32,
          "slots": 32,
          "ideal": 32,
          "over_ideal": 1.0
        }
      },
      {
        "kernel": "transpose_naive_then_padded",
        "file": null,
        "line": 14,
        "source": "PC 90, STS",
        "accesses": 32,
        "slots": 32,
        "ideal": 32,
        "over_ideal": 1.0,
        "verdict": "good",
        "before": {
          "kernel": "transpose_naive_then_padded",
          "file": null,
          "line": 14,
          "source": "PC 90, STS",
          "accesses": 32,
          "slots": 32,
          "ideal": 32,
          "over_ideal": 1.0
        }
      },
      {
        "kernel": "transpose_naive_then_padded",
        "file": null,
        "line": 17,
        "source": "PC b0, LDS",
        "accesses": 32,
        "slots": 32,
        "ideal": 32,
        "over_ideal": 1.0,
        "verdict": "good",
        "before": {
          "kernel": "transpose_naive_then_padded",
          "file": null,
          "line": 17,
          "source": "PC b0, LDS",
          "accesses": 32,
          "slots": 32,
          "ideal": 32,
          "over_ideal": 1.0
        }
      }
    ],
    "gone": []
  }

Its options.

  $ superwarp check --help
  fail if lines of a recording conflict, or conflict more than before
  Usage: superwarp check [OPTIONS] recordings...
  
  Positionals:
    recordings TEXT ... REQUIRED
                                .traceg files, or folders of them as 'record' writes them
  
  Options:
    -h,--help                   Print this help message and exit
    --help-all                  Print the help with all options and exit
    --baseline TEXT             recording to compare with
    --limit FLOAT               largest allowed ratio of a line's slots to its ideal
    --tolerance FLOAT=0         share by which a line's ratio may exceed that of the baseline
    --json TEXT                 write the result to this file ('-': standard output, without the table)
  
  
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
    --mapping TEXT              how addresses are spread over the banks, see 'superwarp list' (default identity; rsdmm: random-shift)
    --regions TEXT              equal regions of the memory in which the mapping is on or off, a digit each, as in 8:10110000; or those that are on, 8:0,2-3; 8 alone: on in all; or a table of 8 in which it is on, first row and number of rows, 8:0+16,40+8; and another mapping where it is off, 8:0,2-3:pad (default: on everywhere)
    --region-rows UINT          rows of a region, a power of two; regions repeat if they are smaller than the memory (default: the memory's rows / the number of regions)
    --ports UINT=1              P: ports of a bank, 1 to 2: different words that it serves in a time unit (RPU batch)
    --bank-words UINT=1         words of 4 bytes that a bank gives in a time unit, 1 or 2, from one row (RPU batch, mapping identity)
  
  
  Example:
    superwarp check examples/transpose.traceg --limit 40
  
  For the continuous integration of a CUDA program: record its kernels, then check them.
    superwarp record kernels.cu --out new --no-table && superwarp check new --baseline old
  Exit status 1 if a line fails: its ratio slots / ideal is above --limit, or above that of the same line of
  the baseline. The ideal is a slot for every w words that a warp's access asks for, two for an atomic.
  Without --limit and --baseline the limit is 1: no conflicts. Lines are the same if kernel, file and text
  are the same, so lines may move.

What cannot be checked is refused.

  $ superwarp check
  superwarp: error: recordings is required
  [2]
  $ superwarp check none.traceg
  superwarp: error: none.traceg: cannot be opened: No such file or directory
  [2]
  $ superwarp check examples/transpose.traceg --width 16
  superwarp: error: '--width' is not expected here. See 'superwarp check --help'
  [2]
  $ superwarp check examples/fig4.trace
  superwarp: error: examples/fig4.trace: is not the trace of a kernel, expected a .traceg
  [2]
  $ superwarp check examples/transpose.traceg --limit x
  superwarp: error: --limit: 'x', expected a number
  [2]
  $ superwarp check examples/transpose.traceg --limit 0
  superwarp: error: --limit 0: expected 1 or more, the ideal
  [2]
  $ superwarp check examples/transpose.traceg --limit -1
  superwarp: error: --limit -1: expected 1 or more, the ideal
  [2]
  $ superwarp check examples/transpose.traceg --tolerance 0.1
  superwarp: error: --tolerance has no effect without --baseline; leave it out or add one
  [2]
  $ superwarp check examples/transpose.traceg --tolerance 1x
  superwarp: error: --tolerance: '1x', expected a number
  [2]
  $ superwarp check examples/transpose.traceg --baseline none
  superwarp: error: none: cannot be opened: No such file or directory
  [2]
  $ superwarp check examples/transpose.traceg --machine hmm
  superwarp: error: --machine hmm: expected a machine of one memory here; 'superwarp run', 'replay', 'draw', 'compare' and 'sweep' take several
  [2]
  $ superwarp check examples/transpose.traceg --limt 3
  superwarp: error: '--limt' is not expected here, did you mean '--limit'? See 'superwarp check --help'
  [2]
  $ cp examples/transpose.traceg own.traceg && superwarp check own.traceg --json own.traceg
  superwarp: error: --json own.traceg: is the input (recordings), which it would replace; choose another name
  [2]
