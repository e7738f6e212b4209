# SPDX-License-Identifier: Apache-2.0

  $ . "$TESTDIR"/setup.sh

A run is drawn from the RTL's signals: the pipeline in one time unit, or all banks.

  $ steady superwarp draw examples/fig4.trace --latency 3
  examples/fig4.trace
  
  time unit 3 of 9
   W2  W1  W0 \xe2\x94\x82  1   2   3 \xe2\x94\x82 memory banks (esc)
    2\xe2\x80\xba  9  16 \xe2\x94\x82  \xc2\xb7   4  16 \xe2\x94\x82 B[0] \xe2\x97\x80   0  [4]  8  12 [16] 20 (esc)
    7\xe2\x80\xba  3  21 \xe2\x94\x82  9   \xc2\xb7  21 \xe2\x94\x82 B[1] \xe2\x97\x80   1   5  [9] 13  17 [21] (esc)
   23\xe2\x80\xba 11\xe2\x80\xba  4 \xe2\x94\x82  \xc2\xb7   \xc2\xb7   \xc2\xb7 \xe2\x94\x82 B[2] \xe2\x97\x80   2   6  10  14  18  22 (esc)
    0\xe2\x80\xba 19\xe2\x80\xba 15 \xe2\x94\x82  3   \xc2\xb7  15 \xe2\x94\x82 B[3] \xe2\x97\x80  [3]  7  11 [15] 19  23 (esc)
    R   R   R \xe2\x94\x82  R   R   R \xe2\x94\x82 (esc)
  
   time \xe2\x94\x82  1   2   3   4   5   6   7   8   9 (esc)
   B[0] \xe2\x94\x82 16   4   \xc2\xb7   \xc2\xb7   \xc2\xb7   0   \xc2\xb7   \xc2\xb7   \xc2\xb7 (esc)
   B[1] \xe2\x94\x82 21   \xc2\xb7   9   \xc2\xb7   \xc2\xb7   \xc2\xb7   \xc2\xb7   \xc2\xb7   \xc2\xb7 (esc)
   B[2] \xe2\x94\x82  \xc2\xb7   \xc2\xb7   \xc2\xb7   \xc2\xb7   \xc2\xb7   2   \xc2\xb7   \xc2\xb7   \xc2\xb7 (esc)
   B[3] \xe2\x94\x82 15   \xc2\xb7   3  11  19   7  23   \xc2\xb7   \xc2\xb7 (esc)
        \xe2\x94\x82  R   R   R   R   R   R   R (esc)
  
  R read, W write, [..] in the pipeline, \xe2\x80\xba still waiting (esc)
  DMM, w=4, l=3: 2+3+2 slots + 3-1 = 9 time units
  $ steady superwarp draw examples/fig4.trace --latency 3 --style heat --title banks
  banks
  
    0 \xe2\x94\x82\xc2\xb7\xc2\xb7\xe2\x96\x88\xe2\x96\x88\xc2\xb7\xc2\xb7\xc2\xb7\xe2\x96\x88\xc2\xb7 (esc)
    1 \xe2\x94\x82\xc2\xb7\xc2\xb7\xe2\x96\x88\xc2\xb7\xe2\x96\x88\xc2\xb7\xc2\xb7\xc2\xb7\xc2\xb7 (esc)
    2 \xe2\x94\x82\xc2\xb7\xc2\xb7\xc2\xb7\xc2\xb7\xc2\xb7\xc2\xb7\xc2\xb7\xe2\x96\x88\xc2\xb7 (esc)
    3 \xe2\x94\x82\xc2\xb7\xc2\xb7\xe2\x96\x88\xc2\xb7\xe2\x96\x88\xe2\x96\x88\xe2\x96\x88\xe2\x96\x88\xe2\x96\x88 (esc)
  R/W \xe2\x94\x82  RRRRRRR (esc)
      \xe2\x94\x82  \xe2\x96\x88\xe2\x96\x83\xe2\x96\x86\xe2\x96\x83\xe2\x96\x83\xe2\x96\x88\xe2\x96\x83 (esc)
       1
  
  bank x time unit; last line: requests served, at most 3
  DMM, w=4, l=3: 9 time units, 1.33 requests per time unit, banks busy 33 % of the time

Files for other viewers.

  $ steady superwarp draw examples/fig4.trace --latency 3 --svg p.svg --kanata p.log --perfetto p.json --wavedrom w.json
  p.svg
  p.log
  p.json
  w.json
  $ grep -o '<text[^>]*>[^<]*' p.svg | sed 's/.*>//' | head -12
  examples/fig4.trace
  DMM, w=4, l=3: 2+3+2 slots + 3-1 = 9 time units
  The 3-stage pipeline in time unit 3
  warps
  2
  T8
  9
  T4
  16
  T0
  7
  T9
  $ cat p.log
  Kanata\t0004 (esc)
  C=\t0 (esc)
  C\t1 (esc)
  I\t0\t0\t0 (esc)
  L\t0\t0\tW0 round 0 read (esc)
  L\t0\t1\tlane 0: bank 0 row 4 in slot 1; lane 1: bank 1 row 5 in slot 1; lane 3: bank 3 row 3 in slot 1; lane 2: bank 0 row 1 in slot 2 (esc)
  S\t0\t0\tS (esc)
  C\t2 (esc)
  E\t0\t0\tS (esc)
  S\t0\t0\tP (esc)
  I\t1\t1\t1 (esc)
  L\t1\t0\tW1 round 0 read (esc)
  L\t1\t1\tlane 0: bank 1 row 2 in slot 3; lane 1: bank 3 row 0 in slot 3; lane 2: bank 3 row 2 in slot 4; lane 3: bank 3 row 4 in slot 5 (esc)
  S\t1\t0\tS (esc)
  C\t2 (esc)
  E\t0\t0\tP (esc)
  R\t0\t0\t0 (esc)
  C\t1 (esc)
  E\t1\t0\tS (esc)
  S\t1\t0\tP (esc)
  I\t2\t2\t2 (esc)
  L\t2\t0\tW2 round 0 read (esc)
  L\t2\t1\tlane 0: bank 2 row 0 in slot 6; lane 1: bank 3 row 1 in slot 6; lane 3: bank 0 row 0 in slot 6; lane 2: bank 3 row 5 in slot 7 (esc)
  S\t2\t0\tS (esc)
  C\t2 (esc)
  E\t1\t0\tP (esc)
  R\t1\t1\t0 (esc)
  E\t2\t0\tS (esc)
  S\t2\t0\tP (esc)
  C\t2 (esc)
  E\t2\t0\tP (esc)
  R\t2\t2\t0 (esc)
  $ steady cat w.json
  {
   "signal": [
    {
     "name": "time unit",
     "wave": "p........"
    },
    {
     "name": "accepted",
     "wave": "3z4zz5zzz",
     "data": [
      "W0",
      "W1",
      "W2"
     ]
    },
    {
     "name": "completed",
     "wave": "zzz3zz4z5",
     "data": [
      "W0",
      "W1",
      "W2"
     ]
    },
    [
     "banks: warp, row",
     {
      "name": "B[0]",
      "wave": "zz33zzz5z",
      "data": [
       "W0 4",
       "W0 1",
       "W2 0"
      ]
     },
     {
      "name": "B[1]",
      "wave": "zz3z4zzzz",
      "data": [
       "W0 5",
       "W1 2"
      ]
     },
     {
      "name": "B[2]",
      "wave": "zzzzzzz5z",
      "data": [
       "W2 0"
      ]
     },
     {
      "name": "B[3]",
      "wave": "zz3z44455",
      "data": [
       "W0 3",
       "W1 0",
       "W1 2",
       "W1 4",
       "W2 1",
       "W2 5"
      ]
     }
    ]
   ],
   "head": {
    "text": "examples/fig4.trace: DMM, w=4, l=3",
    "tick": 1
   }
  }
  $ grep -o '"ph": *"[A-Z]"' p.json | sort | uniq -c | sed 's/^ *//'
  18 "ph":"C"
  10 "ph":"M"
  18 "ph":"X"

Its options.

  $ superwarp draw --help
  draw a run from the RTL's own signals: the memory pipeline or all banks
  Usage: superwarp draw [OPTIONS] [trace]
  
  Positionals:
    trace TEXT                  a text trace, a .traceg, a folder of .traceg or its kernelslist.g; or choose a workload
  
  Options:
    -h,--help                   Print this help message and exit
    --help-all                  Print the help with all options and exit
    --gpu TEXT                  lower the accesses of a trace by the rules of a real GPU: a name from 'superwarp list gpu', or a description file; adds wavefronts, ideal, excess
  
  
  Picture:
    --svg TEXT                  write an SVG file ('-': standard output) instead of drawing on the terminal
    --style TEXT                pipeline: its stages in one time unit; heat: every bank in every time unit (default: pipeline; heat for wide machines and long runs)
    --at UINT                   draw the pipeline in this time unit (default: the first in which it is fullest)
  
  
  Workload:
    --workload TEXT             see 'superwarp list'
    --size UINT                 n: words of the problem; for matrices the side, sqrt(n)
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
  
  --engine model draws what the model does, without Verilator.
  Files for Konata, Perfetto and WaveDrom: see --help-all.
  Example:
    superwarp draw examples/fig4.trace --latency 7 --svg fig4.svg
    superwarp draw --workload transpose-naive --size 32 --svg slide.svg
    superwarp draw --workload hmm-transpose-naive --size 64 --machine hmm --svg memories.svg

Where there is no RTL, the model is drawn. What cannot be drawn is refused.

  $ superwarp draw
  superwarp: error: draw: expected a trace file or --workload NAME --size N
  [2]
  $ superwarp draw --workload random
  superwarp: error: draw: expected --size N, the size of the workload
  [2]
  $ superwarp draw --workload contiguous --size 0
  superwarp: error: workload contiguous: size 0: it has at least one word
  [2]
  $ superwarp draw none.trace
  superwarp: error: none.trace: cannot be opened: No such file or directory
  [2]
  $ superwarp draw examples/fig4.trace --workload random --size 4
  superwarp: error: draw: give a trace or --workload, not both
  [2]
  $ superwarp draw examples/fig4.trace --style het
  superwarp: error: unknown style 'het', did you mean 'heat'? There are: pipeline, heat
  [2]
  $ superwarp draw examples/fig4.trace --style heat --at 3
  superwarp: error: draw: --at chooses a time unit of the pipeline; a heat map shows all
  [2]
  $ superwarp draw examples/fig4.trace --threads 7
  superwarp: error: draw: --size, --threads, --write-percent, --taps and --permutation need --workload; a trace has its own accesses
  [2]
  $ superwarp draw examples/fig4.trace --engine model
  examples/fig4.trace
  
  time unit 7 of 13
   W2  W1  W0 \xe2\x94\x82  1   2   3   4   5   6   7 \xe2\x94\x82 memory banks (esc)
    2   9  16 \xe2\x94\x82  \xc2\xb7   0   \xc2\xb7   \xc2\xb7   \xc2\xb7   4  16 \xe2\x94\x82 B[0] \xe2\x97\x80  [0] [4]  8  12 [16] 20 (esc)
    7   3  21 \xe2\x94\x82  \xc2\xb7   \xc2\xb7   \xc2\xb7   \xc2\xb7   9   \xc2\xb7  21 \xe2\x94\x82 B[1] \xe2\x97\x80   1   5  [9] 13  17 [21] (esc)
   23  11   4 \xe2\x94\x82  \xc2\xb7   2   \xc2\xb7   \xc2\xb7   \xc2\xb7   \xc2\xb7   \xc2\xb7 \xe2\x94\x82 B[2] \xe2\x97\x80  [2]  6  10  14  18  22 (esc)
    0  19  15 \xe2\x94\x82 23   7  19  11   3   \xc2\xb7  15 \xe2\x94\x82 B[3] \xe2\x97\x80  [3] [7][11][15][19][23] (esc)
    R   R   R \xe2\x94\x82  R   R   R   R   R   R   R \xe2\x94\x82 (esc)
  
   time \xe2\x94\x82  1   2   3   4   5   6   7   8   9  10  11  12  13 (esc)
   B[0] \xe2\x94\x82 16   4   \xc2\xb7   \xc2\xb7   \xc2\xb7   0   \xc2\xb7   \xc2\xb7   \xc2\xb7   \xc2\xb7   \xc2\xb7   \xc2\xb7   \xc2\xb7 (esc)
   B[1] \xe2\x94\x82 21   \xc2\xb7   9   \xc2\xb7   \xc2\xb7   \xc2\xb7   \xc2\xb7   \xc2\xb7   \xc2\xb7   \xc2\xb7   \xc2\xb7   \xc2\xb7   \xc2\xb7 (esc)
   B[2] \xe2\x94\x82  \xc2\xb7   \xc2\xb7   \xc2\xb7   \xc2\xb7   \xc2\xb7   2   \xc2\xb7   \xc2\xb7   \xc2\xb7   \xc2\xb7   \xc2\xb7   \xc2\xb7   \xc2\xb7 (esc)
   B[3] \xe2\x94\x82 15   \xc2\xb7   3  11  19   7  23   \xc2\xb7   \xc2\xb7   \xc2\xb7   \xc2\xb7   \xc2\xb7   \xc2\xb7 (esc)
        \xe2\x94\x82  R   R   R   R   R   R   R (esc)
  
  R read, W write, [..] in the pipeline, \xe2\x80\xba still waiting (esc)
  DMM, w=4, l=7: 2+3+2 slots + 7-1 = 13 time units
  $ superwarp draw examples/fig4.trace --mapping prime
  examples/fig4.trace
  
  time unit 6 of 12
   W2  W1  W0 \xe2\x94\x82  1   2   3   4   5   6   7 \xe2\x94\x82 memory banks (esc)
    2   9  16 \xe2\x94\x82  \xc2\xb7   0   3   9  15  21   \xc2\xb7 \xe2\x94\x82 B[0] \xe2\x97\x80 [0+]  6  [9][15+] 18 [21] (esc)
    7   3  21 \xe2\x94\x82  \xc2\xb7   7   \xc2\xb7  19   4  16   \xc2\xb7 \xe2\x94\x82 B[1] \xe2\x97\x80   1 [4+] 10  13 [16+] 22 (esc)
   23  11   4 \xe2\x94\x82 23   2   \xc2\xb7  11   \xc2\xb7   \xc2\xb7   \xc2\xb7 \xe2\x94\x82 B[2] \xe2\x97\x80  [2]  5 [11+] 14  17 [23+] (esc)
    0  19  15 \xe2\x94\x82  \xc2\xb7   \xc2\xb7   \xc2\xb7   \xc2\xb7   \xc2\xb7   \xc2\xb7   \xc2\xb7 \xe2\x94\x82 B[3] \xe2\x97\x80   \xc2\xb7   \xc2\xb7   \xc2\xb7   \xc2\xb7   \xc2\xb7   \xc2\xb7 (esc)
    R   R   R \xe2\x94\x82  R   R   R   R   R   R     \xe2\x94\x82 (esc)
  
   time \xe2\x94\x82  1   2   3   4   5   6   7   8   9  10  11  12 (esc)
   B[0] \xe2\x94\x82 21  15   9   3   0   \xc2\xb7   \xc2\xb7   \xc2\xb7   \xc2\xb7   \xc2\xb7   \xc2\xb7   \xc2\xb7 (esc)
   B[1] \xe2\x94\x82 16   4  19   \xc2\xb7   7   \xc2\xb7   \xc2\xb7   \xc2\xb7   \xc2\xb7   \xc2\xb7   \xc2\xb7   \xc2\xb7 (esc)
   B[2] \xe2\x94\x82  \xc2\xb7   \xc2\xb7  11   \xc2\xb7   2  23   \xc2\xb7   \xc2\xb7   \xc2\xb7   \xc2\xb7   \xc2\xb7   \xc2\xb7 (esc)
   B[3] \xe2\x94\x82  \xc2\xb7   \xc2\xb7   \xc2\xb7   \xc2\xb7   \xc2\xb7   \xc2\xb7   \xc2\xb7   \xc2\xb7   \xc2\xb7   \xc2\xb7   \xc2\xb7   \xc2\xb7 (esc)
        \xe2\x94\x82  R   R   R   R   R   R (esc)
  
  R read, W write, [..] in the pipeline, \xe2\x80\xba still waiting (esc)
  DMM, w=4, l=7, mapping prime: 2+2+2 slots + 7-1 = 12 time units
  $ superwarp draw examples/hierarchy.trace --machine hmm --multiprocessors 2 --perfetto p.json
  superwarp: error: draw: --perfetto shows one memory, the hmm has 3; use --style heat
  [2]
  $ superwarp draw examples/hierarchy.trace --machine hmm --multiprocessors 2 --style pipeline
  superwarp: error: draw: --style pipeline shows one memory, the hmm has 3; use --style heat
  [2]
  $ superwarp draw --workload contiguous --size 64 --machine sdmm --rpu crossbar --style pipeline
  superwarp: error: draw: --style pipeline needs slots of one dispatch each, with --rpu crossbar they have several; use --style heat
  [2]
  $ superwarp draw --workload contiguous --size 64 --width 8 --ports 2 --style pipeline
  superwarp: error: draw: --style pipeline shows one access of a bank in a time unit, with --ports 2 there are more; use --style heat
  [2]
  $ superwarp draw --workload contiguous --size 8192 --threads 64 --width 4 --wavedrom w.json
  superwarp: error: a timing diagram of 2816 time units is not legible, expected at most 200
  [2]
  $ superwarp draw --workload contiguous --size 64 --gpu ampere
  superwarp: error: --gpu: expected a trace; a workload's accesses are those of the papers' machines
  [2]
  $ superwarp draw examples/fig4.trace --svg x.fst --waves x.fst
  superwarp: error: --waves x.fst: --svg writes there too; choose another name
  [2]
  $ SUPERWARP_MEMORY=0.001 superwarp draw --workload random --size 65536
  superwarp: error: not enough memory: a record of 65536 requests takes 0.00781 GiB, allowed are 0.001; set SUPERWARP_MEMORY=1 in the environment to allow it
  [2]
