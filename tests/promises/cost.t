# SPDX-License-Identifier: Apache-2.0

  $ . "$TESTDIR"/setup.sh

What a unit costs takes minutes of synthesis; its options do not.

  $ superwarp cost --help
  estimate area and clock of a memory unit with Yosys, OpenSTA and open cells
  Usage: superwarp cost [OPTIONS]
  
  Options:
    -h,--help                   Print this help message and exit
    --help-all                  Print the help with all options and exit
    --library TEXT=osu018       cell library: osu018 or osu035
    --limit UINT=600            seconds that a run of a tool may take; longer runs, or more than 8 GiB, are reported as not finished
    --flat                      synthesise the unit in one piece, to check the result from parts on small sizes
    --sram-tables               keep the table of a random mapping in SRAMs, one copy per request; like the banks, they are not part of the figures
    --at-once                   banks that answer within the cycle, to compare with older prices: no SRAM does
    --lane-memory TEXT          cost rtl/lane_memory/lane_memory.sv in place of the machine's unit, with these of its parameters: 'Depth=4,Places=8,Passes=2,Atomics=1,Lines=1,Hash=0'; of the machine only the width, banks and rows count
    --netlist TEXT              write the netlist of cells with its SRAM macros to this file, as Verilog
    --spread                    also the least, median and largest area and clock of nine runs of the mapper: three settings with three orders of the gates; takes nine times as long
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
    --width UINT                w: threads of a warp, 1 to 128 on the RTL (default 32, gt200 16, or the trace's)
    --banks UINT                b: banks, 1 to 128 on the RTL (default: as many as threads of a warp)
    --rows UINT=1024            words in each bank, a power of two
    --data-bits UINT=32         bits of a word, an even number
  
  
  Wires:
    --wires                     also the wires: places the cells, banks on one side and lanes on the other, and computes the clock with wires; seconds to minutes
    --placements UINT=2 Needs: --wires
                                placements, each with a seed of its own
    --moves UINT=1 Needs: --wires
                                tries N times as many moves in a placement: placements differ less, and take N times as long
    --wire-ff FLOAT=0.2 Needs: --wires
                                capacitance of a um of wire in fF, between its neighbours
  
  
  Energy:
    --energy                    also the energy of a request: simulates the netlist of cells, with its delays, on a workload; seconds to minutes
    --workload TEXT=random Needs: --energy
                                the workload, see 'superwarp list workload'
    --size UINT Needs: --energy size of the workload (default: as many words as the unit has, at most 4096)
    --dispatches UINT=200 Needs: --energy
                                largest number of warps' accesses to simulate
    --wire-um FLOAT=40 Needs: --energy
                                length of wire from a gate to each input that it drives, in um, 0.2 fF each: an assumption, because the cells are not placed
  
  Example:
    superwarp cost --machine dmm --width 2 --rows 16 --data-bits 4
  $ superwarp cost --help-all | grep -e --rtl -e --at-once -e --flat
    --flat                      synthesise the unit in one piece, to check the result from parts on small sizes
    --at-once                   banks that answer within the cycle, to compare with older prices: no SRAM does
    --rtl TEXT                  folder of SystemVerilog to use instead of the project's rtl/

What has no hardware, or cannot be priced, is refused before a tool is started.

  $ superwarp cost --library osu08
  superwarp: error: unknown library 'osu08', did you mean 'osu018'? There are: osu018, osu035
  [2]
  $ superwarp cost --wires --library osu035
  superwarp: error: --wires: the library osu035 does not state what wires are like, expected --library osu018
  [2]
  $ superwarp cost --netlist -
  superwarp: error: --netlist -: expected the name of a file; standard output has the report
  [2]
  $ superwarp cost --rows 3
  superwarp: error: --rows 3: expected a power of two, 1 to 1073741824
  [2]
  $ superwarp cost --data-bits 3
  superwarp: error: --data-bits 3: expected an even number, 2 to 256
  [2]
  $ superwarp cost --width 256
  superwarp: error: --width 256: expected a number from 1 to 128
  [2]
  $ superwarp cost --banks 256
  superwarp: error: --banks 256: expected a number from 1 to 128
  [2]
  $ superwarp cost --limit 0
  superwarp: error: --limit 0: expected a number from 1 to 86400
  [2]
  $ superwarp cost --machine hmm
  superwarp: error: --machine hmm: expected a machine of one memory here; 'superwarp run', 'replay', 'draw', 'compare' and 'sweep' take several
  [2]
  $ superwarp cost --machine sdmm --super-warp 1 --mapping prime
  superwarp: error: --mapping prime: there is no hardware of it to price
  [2]
  $ superwarp cost --lane-memory Dept=4
  superwarp: error: unknown parameter 'Dept', did you mean 'Depth'? There are: Depth, Places, Passes, Atomics, Lines, Hash
  [2]
  $ superwarp cost --lane-memory Depth
  superwarp: error: --lane-memory: expected NAME=NUMBER,NAME=NUMBER .., got 'Depth'
  [2]
  $ superwarp cost --lane-memory Depth=4 --flat
  superwarp: error: --lane-memory: expected without --flat, --at-once, --sram-tables, --wires, --energy, --netlist
  [2]
  $ superwarp cost --sram-tables
  superwarp: error: --sram-tables: expected --mapping random-shift, random-xor or rap, and an RPU that takes batches and waits for SRAMs; this is identity
  [2]
  $ superwarp cost --machine rsdmm --rpu pipelined --sram-tables
  superwarp: error: --sram-tables: expected --mapping random-shift, random-xor or rap, and an RPU that takes batches and waits for SRAMs; this is random-shift, pipelined: depth 8, 3 passes, fullest
  [2]
  $ superwarp cost --machine rsdmm --sram-tables --flat
  superwarp: error: --sram-tables --flat: expected one of them; SRAMs separate the parts
  [2]
  $ superwarp cost --wires --wire-ff x
  superwarp: error: --wire-ff: 'x', expected a number
  [2]
  $ superwarp cost --placements 2
  superwarp: error: --placements requires --wires
  [2]
  $ superwarp cost --workload random
  superwarp: error: --workload requires --energy
  [2]
  $ superwarp cost --width 4 --ports 2 --energy
  superwarp: error: --energy: the energy of an SRAM access is known for one port only, expected --ports 1, not 2
  [2]
  $ superwarp cost --width 2 --json x --netlist x
  superwarp: error: --netlist x: --json writes there too; choose another name
  [2]
  $ superwarp cost --latency 3
  superwarp: error: '--latency' is not expected here, did you mean '--later'? See 'superwarp cost --help'
  [2]
