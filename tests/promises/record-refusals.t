# SPDX-License-Identifier: Apache-2.0

  $ . "$TESTDIR"/setup.sh

The options of a recording.

  $ superwarp record --help
  run a CUDA program on the CPU and record every access of its kernels
  Usage: superwarp record [OPTIONS] files... [arguments...]
  
  Positionals:
    files TEXT ... REQUIRED     CUDA C++ files of one program
    arguments TEXT ...          behind '--': the program's own arguments
  
  Options:
    -h,--help                   Print this help message and exit
    --help-all                  Print the help with all options and exit
    --json TEXT                 write the result to this file ('-': standard output, without the table)
    --gpu TEXT                  lower the accesses of a trace by the rules of a real GPU: a name from 'superwarp list gpu', or a description file; adds wavefronts, ideal, excess
    --ncu TEXT                  with --gpu: what Nsight Compute exported of the same launches (--page source --print-source cuda,sass or sass --csv, or --page raw --csv); shows its counters beside the predictions, worst first
    --sort TEXT=slots           order of instructions and lines: slots on the first machine, or time until they are served where warps overlap
  
  
  Compiling:
    -I,--include TEXT ...       folder of headers
    -D,--define TEXT ...        macro, as NAME or NAME=VALUE
    -l,--library TEXT ...       library of the host, as for a linker
  
  
  What is recorded:
    --out TEXT                  folder for the traces (default: FILE.recording)
    --kernels TEXT              only kernels whose names contain one of NAME,NAME; ' NAME(' is a whole name
    --launches TEXT             launches by number, from 1: 3 or 2..5
    --only-blocks TEXT=0..255   blocks of each launch by number, from 0: 0, 0..7 or all
    --repeats UINT=10           launches of one kernel with one grid and block; 0: all
    --shared-only               leave out global memory
    --megabytes UINT=1024       limit on the size of all traces together
    --seconds UINT=300          limit on the time of a launch
    --check                     run the program and look for defects, record nothing
    --no-table                  record, and print no table
  
  
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
    superwarp record examples/cuda/transpose.cu
  
  The program is compiled for the CPU and runs with your rights; its own output is printed as always. Every
  launch becomes a trace for 'replay'. Accesses are those of the source as clang compiles it at -O1: a GPU's
  compiler may keep more in registers. Inline PTX and kernels that launch kernels end the program when they
  are executed; textures do not compile. All rules: docs/your-kernel.md.

What cannot be recorded is refused before anything is compiled.

  $ echo 'int main() {}' >main.cu
  $ superwarp record
  superwarp: error: files is required
  [2]
  $ superwarp record none.cu
  superwarp: error: none.cu: no such file, expected a file of CUDA C++
  [2]
  $ superwarp record examples
  superwarp: error: examples: is a folder, expected a file of CUDA C++
  [2]
  $ superwarp record main.cu --launches 0
  superwarp: error: --launches 0: expected a number from 1, or a range such as 1..5
  [2]
  $ superwarp record main.cu --launches 5..2
  superwarp: error: --launches 5..2: expected a number from 1, or a range such as 1..5
  [2]
  $ superwarp record main.cu --only-blocks x
  superwarp: error: --only-blocks x: expected a number from 0, or a range such as 0..4
  [2]
  $ superwarp record main.cu --kernels first,,
  superwarp: error: --kernels first,,: a name is empty, expected parts of names, NAME,NAME
  [2]
  $ superwarp record main.cu --megabytes 0
  superwarp: error: --megabytes 0: expected a number from 1 to 1073741824
  [2]
  $ superwarp record main.cu --seconds 99999999999
  superwarp: error: --seconds = 99999999999: expected a smaller number
  [2]
  $ superwarp record main.cu --engine closed
  superwarp: error: --engine closed: kernels have no closed form; use --engine model
  [2]
  $ superwarp record main.cu --gpu hoper
  superwarp: error: unknown GPU 'hoper', did you mean 'hopper'? There are: ada, ampere, blackwell, cdna2, cdna3, cdna4, fermi, gcn5, gt200, hopper, kepler-4byte, kepler-8byte, maxwell, pascal, turing, volta; or a file's name, *.json
  [2]
  $ superwarp record main.cu --ncu x.csv
  superwarp: error: --ncu: expected --gpu NAME, whose rules predict the counters
  [2]
  $ superwarp record main.cu --machine rsdmm --super-warp 17
  superwarp: error: --super-warp 17: expected a number from 1 to 16
  [2]
  $ superwarp record main.cu --out main.cu
  superwarp: error: main.cu: is no folder, expected a folder to write into; choose another name
  [2]
  $ superwarp record main.cu --json main.cu
  superwarp: error: --json main.cu: is the input (files), which it would replace; choose another name
  [2]
  $ superwarp record main.cu --out new --svg new/kernel-1.traceg
  superwarp: error: --out new: --svg writes there too; choose another name
  [2]
  $ superwarp record main.cu --no-tabel
  superwarp: error: '--no-tabel' is not expected here, did you mean '--no-table'? See 'superwarp record --help'
  [2]
  $ ls
  data
  examples
  main.cu
