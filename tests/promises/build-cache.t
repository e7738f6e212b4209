# SPDX-License-Identifier: Apache-2.0

  $ . "$TESTDIR"/setup.sh

What is kept is listed and removed.

  $ export XDG_CACHE_HOME="$PWD/kept"
  $ steady superwarp cache
  kept/superwarp
  0 entries of compiled units, 0.00 MB
  0 entries of precompiled headers, 0.00 MB
  0 entries of superwarp cost, 0.00 MB
  0 entries left by interrupted runs, 0.00 MB
  $ mkdir -p kept/superwarp
  $ steady superwarp cache
  kept/superwarp
  0 entries of compiled units, 0.00 MB
  0 entries of precompiled headers, 0.00 MB
  0 entries of superwarp cost, 0.00 MB
  0 entries left by interrupted runs, 0.00 MB
  $ steady superwarp cache --clean
  kept/superwarp
  0 entries of compiled units, 0.00 MB, removed
  0 entries of precompiled headers, 0.00 MB, removed
  0 entries of superwarp cost, 0.00 MB, removed
  0 entries left by interrupted runs, 0.00 MB, removed
  $ superwarp cache --help
  list or remove the compiled and synthesised units that are kept
  Usage: superwarp cache [OPTIONS]
  
  Options:
    -h,--help                   Print this help message and exit
    --help-all                  Print the help with all options and exit
    --clean                     remove them; they are made again when needed
  
  Example:
    superwarp cache --clean

A unit that does not exist is not built.

  $ superwarp build --help
  compile a machine's memory unit ahead of its first use
  Usage: superwarp build [OPTIONS]
  
  Options:
    -h,--help                   Print this help message and exit
    --help-all                  Print the help with all options and exit
  
  
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
    --width UINT                w: threads of a warp, 1 to 128 on the RTL (default 32, gt200 16, or the trace's)
    --banks UINT                b: banks, 1 to 128 on the RTL (default: as many as threads of a warp)
    --rows UINT=1               least number of words in each bank
  
  
  Example:
    superwarp build --machine dmm --width 4
  $ superwarp build --machine hmm
  superwarp: error: --machine hmm: expected a machine of one memory here; 'superwarp run', 'replay', 'draw', 'compare' and 'sweep' take several
  [2]
  $ superwarp build --mapping prme
  superwarp: error: unknown mapping 'prme', did you mean 'prime'? There are: identity, pad, xor-swizzle, xor-fold, prime, swizzle, tma-32, tma-64, tma-128, ipoly, random-shift, random-xor, rap, h3, tabulation
  [2]
  $ superwarp build --machine dmm --mapping prime
  superwarp: error: there is no RTL of the mapping prime
  [2]
  $ superwarp build --machine sdmm
  superwarp: error: --machine sdmm: expected --super-warp S too, the warps that its RPU packs, 1 to 16; with 1 it is the dmm
  [2]
  $ superwarp build --rows 0
  superwarp: error: --rows 0: expected a number from 1 to 67108864
  [2]
  $ superwarp build --width 256
  superwarp: error: width 256 is more than the RTL's 128
  [2]
  $ superwarp build --banks 129
  superwarp: error: 129 banks are more than the RTL's 128
  [2]
  $ superwarp build --machine umm --mapping pad
  superwarp: error: --mapping pad: a slot of the umm serves a whole row, whatever bank its words are in; dmm, sdmm, rsdmm, gt200 have mappings
  [2]
  $ superwarp build --super-warp 2
  superwarp: error: --super-warp: the dmm has no super warps; sdmm, rsdmm, summ have
  [2]
  $ superwarp build --rtl none
  superwarp: error: none: no such folder of SystemVerilog sources
  [2]
  $ superwarp build --latency 3
  superwarp: error: '--latency' is not expected here, did you mean '--later'? See 'superwarp build --help'
  [2]
  $ superwarp build dmm
  superwarp: error: 'dmm' is not expected here. See 'superwarp build --help'
  [2]
  $ superwarp cache --clear
  superwarp: error: '--clear' is not expected here, did you mean '--clean'? See 'superwarp cache --help'
  [2]
  $ superwarp cache all
  superwarp: error: 'all' is not expected here. See 'superwarp cache --help'
  [2]
