# SPDX-License-Identifier: Apache-2.0

  $ . "$TESTDIR"/setup.sh

The program, without a command and with --help, names its commands and shows an example.

  $ superwarp
  superwarp answers questions about the memory units of GPUs:
  
    which lines of my CUDA program conflict?
      superwarp record program.cu
  
    do the threads of this access collide?
      superwarp ask 'tile[threadIdx.x][threadIdx.y]' --tile 'float tile[32][32]' --block 32x8
  
    which memory serves it faster?
      superwarp compare --workload transpose-naive --size 64 --on dmm --on 'rsdmm --super-warp 4'
  
  'superwarp --help' lists the commands, 'superwarp COMMAND --help' explains one,
  'superwarp doctor' says what they need on this machine.
  $ superwarp --help
  superwarp: hardware memory units of the DMM, SDMM and RSDMM, checked against theory.
  Usage: superwarp [OPTIONS] [SUBCOMMAND]
  
  Options:
    -h,--help                   Print this help message and exit
    --version                   Display program version information and exit
    --help-all                  Print the help with all options and exit
  
  Subcommands:
    run                         run a workload on a machine with every engine and compare
    replay                      replay a trace on a machine with every engine and compare
    record                      run a CUDA program on the CPU and record every access of its kernels
    check                       fail if lines of a recording conflict, or conflict more than before
    ask                         show how one access of a CUDA kernel conflicts, and what cures it
    compare                     compare machines on a workload or trace: slots, time, speed-up
    advise                      find the regions of a memory in which a mapping helps
    draw                        draw a run from the RTL's own signals: the memory pipeline or all banks
    congestion                  compute the expected congestion: exact, Monte Carlo, RTL; default: Table II
    reproduce                   check the papers' claims, figures and tables by closed form, model and RTL
    crosscheck                  compare predictions of the models with measurements of GPUs
    attack                      recover keys of AES from the times of its table lookups: launches needed
    coalesce                    count global-memory transactions of the GT200, by RTL and model
    cost                        estimate area and clock of a memory unit with Yosys, OpenSTA and open cells
    build                       compile a machine's memory unit ahead of its first use
    cache                       list or remove the compiled and synthesised units that are kept
    doctor                      say what commands need, what is missing here, and how to get it
    sweep                       run every point of a design space; keeps results and resumes
    report                      write the results of a sweep as one HTML file that works offline
    list                        list machines, RPUs, workloads, mappings, permutations, measurements and GPUs, one per line
    completion                  print what completes commands, options and names in a shell
  
  Example:
    superwarp run --workload transpose-naive --size 64 --threads 1024 --machine sdmm --super-warp 4
  
  Exit status: 0 all engines agree; 1 they disagree; 2 bad usage or bad input.
  '-' as an input file is standard input.
  'superwarp COMMAND --help' shows the options of a command, --help-all shows all of them.
  $ superwarp -h | head -3
  superwarp: hardware memory units of the DMM, SDMM and RSDMM, checked against theory.
  Usage: superwarp [OPTIONS] [SUBCOMMAND]
  
  $ superwarp --version | sed 's/ .*//'
  superwarp

All options of all commands, the rare ones too.

  $ steady superwarp --help-all
  superwarp: hardware memory units of the DMM, SDMM and RSDMM, checked against theory.
  Usage: superwarp [OPTIONS] [SUBCOMMAND]
  
  Options:
    -h,--help                   Print this help message and exit
    --version                   Display program version information and exit
    --help-all                  Print the help with all options and exit
  
  Subcommands:
  run
    run a workload on a machine with every engine and compare
    Options:
      --json TEXT                 write the result to this file ('-': standard output, without the table)
    
    Workload:
      --workload TEXT REQUIRED    see 'superwarp list'
      --size UINT REQUIRED        n: words of the problem; for matrices the side, sqrt(n)
      --threads UINT              p: a multiple of super warp * width (default: about 1024)
      --write-percent UINT=0      random only: percentage of the dispatches that write, 0 to 100
      --taps UINT                 hmm-convolution only: m, coefficients of the filter (default 16)
      --permutation TEXT          permute-..., hmm-permutation only: random, identity, bit-reversal, transpose, worst-banks, worst-groups; or a file with the n places to which words 0, 1, ... move, one per line (default: random)
    
    Machine:
      --machine TEXT=dmm          dmm, umm, sdmm, rsdmm, summ, gt200, hmm
      --super-warp UINT           s: warps of a super warp, 1 to 16 (sdmm, rsdmm, summ; rsdmm: default 1)
      --rpu TEXT                  request packing unit: batch, serial, stream, pipelined, crossbar (sdmm, rsdmm; default batch)
      --route UINT                stages of a network that takes requests to the banks; 0: multiplexers, 0 to 73 (--rpu batch; default 0)
      --intake UINT               time units from a warp's arrival to its slots, 1 to 2 (--rpu serial; default 1)
      --depth UINT                D: places in the window or FIFO of each lane, 1 to 16 (--rpu stream or pipelined or crossbar; default 8)
      --passes UINT               K: passes of the selection in a time unit, 1 to 4 (--rpu stream or pipelined; default 3)
      --priority TEXT             lanes that a bank prefers, the first unless given: fullest or turn (--rpu stream), fullest or turn (--rpu pipelined), round-robin or fixed (--rpu crossbar)
      --queue UINT                Q: places of a plain queue behind the window of each lane, 0 to 8 (--rpu pipelined; default 0)
      --store UINT                M: words to write that each lane keeps beside its window; 0: one in each place, 0 to 16 (--rpu pipelined; default 0)
      --later TEXT                what lanes do in a match's later passes, the first unless given: oldest or alone or youngest (--rpu pipelined)
      --mapping TEXT              how addresses are spread over the banks, see 'superwarp list' (default identity; rsdmm: random-shift)
      --regions TEXT              equal regions of the memory in which the mapping is on or off, a digit each, as in 8:10110000; or those that are on, 8:0,2-3; 8 alone: on in all; or a table of 8 in which it is on, first row and number of rows, 8:0+16,40+8; and another mapping where it is off, 8:0,2-3:pad (default: on everywhere)
      --region-rows UINT          rows of a region, a power of two; regions repeat if they are smaller than the memory (default: the memory's rows / the number of regions)
      --ports UINT=1              P: ports of a bank, 1 to 2: different words that it serves in a time unit (RPU batch)
      --bank-words UINT=1         words of 4 bytes that a bank gives in a time unit, 1 or 2, from one row (RPU batch, mapping identity)
      --multiprocessors UINT      d: multiprocessors, 1 to 64 (hmm; default 4)
      --shared TEXT               machine of the shared memories: dmm, umm, sdmm, rsdmm, summ, gt200 (hmm; default dmm); all machine options except the latency apply to it
      --shared-latency UINT       l': stages of a shared memory's pipeline, 1 to 1024 (hmm; default 1)
    
    Conditions:
      --width UINT                w: threads of a warp, 1 to 128 on the RTL (default 32, gt200 16, or the trace's)
      --banks UINT                b: banks, 1 to 128 on the RTL (default: as many as threads of a warp)
      --blocks UINT=1             B: thread blocks that are resident together, each with its own memory and barriers, 1 to 64
      --latency UINT=7            l: stages of the memory pipeline, 1 to 1024
      --schedule TEXT=rounds      rounds or async
      --rows UINT                 words in each bank (default: what the addresses need)
      --seed UINT=1               seed of everything random; the same seed gives the same run
      --shifts TEXT               shifts r_j of the rows (random-shift, random-xor, rap): a file, or r0,r1,... (default: from --seed)
    
    Instructions (docs/spec/issue.md):
      --issue UINT                d_i: sub-cores of a multiprocessor, each of which issues an instruction a time unit, 1 to 16; needs --schedule async
      --order TEXT=loose          which warp a sub-core prefers: loose (round robin) or oldest (the last one, then the oldest)
      --wait TEXT=access          access: a warp waits for every access; use: it issues independent work while it waits; word: like use, and no warp waits for a write
      --instructions UINT=1       instructions that a warp issues for an access, itself included, unless the trace has them; 0 to 100000
      --places UINT=0             largest number of reads under way, up to 1024; 0: no limit
    
    Engines:
      --engine TEXT               rtl,model,closed: which engines run (default: all that apply)
      --rtl TEXT                  folder of SystemVerilog to use instead of the project's rtl/
      --shallow                   run the form of the RTL that is meant for silicon
      --waves TEXT                keep the RTL's waveform in this .fst file, with a view for GTKWave beside it (.gtkw)
  
  replay
    replay a trace on a machine with every engine and compare
    Positionals:
      file TEXT REQUIRED          a text trace (first line '# superwarp-trace 1', then 'round warp R|W addresses...') or a .traceg of Accel-Sim, plain, gzip, xz or zstd, or a folder of .traceg or its kernelslist.g; '-' is standard input
    Options:
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
      --passes UINT               K: passes of the selection in a time unit, 1 to 4 (--rpu stream or pipelined; default 3)
      --priority TEXT             lanes that a bank prefers, the first unless given: fullest or turn (--rpu stream), fullest or turn (--rpu pipelined), round-robin or fixed (--rpu crossbar)
      --queue UINT                Q: places of a plain queue behind the window of each lane, 0 to 8 (--rpu pipelined; default 0)
      --store UINT                M: words to write that each lane keeps beside its window; 0: one in each place, 0 to 16 (--rpu pipelined; default 0)
      --later TEXT                what lanes do in a match's later passes, the first unless given: oldest or alone or youngest (--rpu pipelined)
      --mapping TEXT              how addresses are spread over the banks, see 'superwarp list' (default identity; rsdmm: random-shift)
      --regions TEXT              equal regions of the memory in which the mapping is on or off, a digit each, as in 8:10110000; or those that are on, 8:0,2-3; 8 alone: on in all; or a table of 8 in which it is on, first row and number of rows, 8:0+16,40+8; and another mapping where it is off, 8:0,2-3:pad (default: on everywhere)
      --region-rows UINT          rows of a region, a power of two; regions repeat if they are smaller than the memory (default: the memory's rows / the number of regions)
      --ports UINT=1              P: ports of a bank, 1 to 2: different words that it serves in a time unit (RPU batch)
      --bank-words UINT=1         words of 4 bytes that a bank gives in a time unit, 1 or 2, from one row (RPU batch, mapping identity)
      --multiprocessors UINT      d: multiprocessors, 1 to 64 (hmm; default 4)
      --shared TEXT               machine of the shared memories: dmm, umm, sdmm, rsdmm, summ, gt200 (hmm; default dmm); all machine options except the latency apply to it
      --shared-latency UINT       l': stages of a shared memory's pipeline, 1 to 1024 (hmm; default 1)
    
    Conditions:
      --width UINT                w: threads of a warp, 1 to 128 on the RTL (default 32, gt200 16, or the trace's)
      --banks UINT                b: banks, 1 to 128 on the RTL (default: as many as threads of a warp)
      --blocks UINT=1             B: thread blocks that are resident together, each with its own memory and barriers, 1 to 64
      --latency UINT=7            l: stages of the memory pipeline, 1 to 1024
      --schedule TEXT=rounds      rounds or async
      --rows UINT                 words in each bank (default: what the addresses need)
      --seed UINT=1               seed of everything random; the same seed gives the same run
      --shifts TEXT               shifts r_j of the rows (random-shift, random-xor, rap): a file, or r0,r1,... (default: from --seed)
    
    Instructions (docs/spec/issue.md):
      --issue UINT                d_i: sub-cores of a multiprocessor, each of which issues an instruction a time unit, 1 to 16; needs --schedule async
      --order TEXT=loose          which warp a sub-core prefers: loose (round robin) or oldest (the last one, then the oldest)
      --wait TEXT=access          access: a warp waits for every access; use: it issues independent work while it waits; word: like use, and no warp waits for a write
      --instructions UINT=1       instructions that a warp issues for an access, itself included, unless the trace has them; 0 to 100000
      --places UINT=0             largest number of reads under way, up to 1024; 0: no limit
    
    Engines:
      --engine TEXT               rtl,model,closed: which engines run (default: all that apply)
      --rtl TEXT                  folder of SystemVerilog to use instead of the project's rtl/
      --shallow                   run the form of the RTL that is meant for silicon
      --waves TEXT                keep the RTL's waveform in this .fst file, with a view for GTKWave beside it (.gtkw)
    
    Tables of source lines x machines, of a .traceg ('-': standard output, nothing else there):
      --markdown TEXT             as Markdown, for a document
      --csv TEXT                  as CSV, for a spreadsheet
      --svg TEXT                  as SVG, for a slide
  
  record
    run a CUDA program on the CPU and record every access of its kernels
    Positionals:
      files TEXT ... REQUIRED     CUDA C++ files of one program
      arguments TEXT ...          behind '--': the program's own arguments
    Options:
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
      --passes UINT               K: passes of the selection in a time unit, 1 to 4 (--rpu stream or pipelined; default 3)
      --priority TEXT             lanes that a bank prefers, the first unless given: fullest or turn (--rpu stream), fullest or turn (--rpu pipelined), round-robin or fixed (--rpu crossbar)
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
      --rows UINT                 words in each bank (default: what the addresses need)
      --seed UINT=1               seed of everything random; the same seed gives the same run
      --shifts TEXT               shifts r_j of the rows (random-shift, random-xor, rap): a file, or r0,r1,... (default: from --seed)
    
    Instructions (docs/spec/issue.md):
      --issue UINT                d_i: sub-cores of a multiprocessor, each of which issues an instruction a time unit, 1 to 16; needs --schedule async
      --order TEXT=loose          which warp a sub-core prefers: loose (round robin) or oldest (the last one, then the oldest)
      --wait TEXT=access          access: a warp waits for every access; use: it issues independent work while it waits; word: like use, and no warp waits for a write
      --instructions UINT=1       instructions that a warp issues for an access, itself included, unless the trace has them; 0 to 100000
      --places UINT=0             largest number of reads under way, up to 1024; 0: no limit
    
    Engines:
      --engine TEXT               rtl,model,closed: which engines run (default: all that apply)
      --rtl TEXT                  folder of SystemVerilog to use instead of the project's rtl/
      --shallow                   run the form of the RTL that is meant for silicon
      --waves TEXT                keep the RTL's waveform in this .fst file, with a view for GTKWave beside it (.gtkw)
    
    Tables of source lines x machines, of a .traceg ('-': standard output, nothing else there):
      --markdown TEXT             as Markdown, for a document
      --csv TEXT                  as CSV, for a spreadsheet
      --svg TEXT                  as SVG, for a slide
  
  check
    fail if lines of a recording conflict, or conflict more than before
    Positionals:
      recordings TEXT ... REQUIRED
                                  .traceg files, or folders of them as 'record' writes them
    Options:
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
      --passes UINT               K: passes of the selection in a time unit, 1 to 4 (--rpu stream or pipelined; default 3)
      --priority TEXT             lanes that a bank prefers, the first unless given: fullest or turn (--rpu stream), fullest or turn (--rpu pipelined), round-robin or fixed (--rpu crossbar)
      --queue UINT                Q: places of a plain queue behind the window of each lane, 0 to 8 (--rpu pipelined; default 0)
      --store UINT                M: words to write that each lane keeps beside its window; 0: one in each place, 0 to 16 (--rpu pipelined; default 0)
      --later TEXT                what lanes do in a match's later passes, the first unless given: oldest or alone or youngest (--rpu pipelined)
      --mapping TEXT              how addresses are spread over the banks, see 'superwarp list' (default identity; rsdmm: random-shift)
      --regions TEXT              equal regions of the memory in which the mapping is on or off, a digit each, as in 8:10110000; or those that are on, 8:0,2-3; 8 alone: on in all; or a table of 8 in which it is on, first row and number of rows, 8:0+16,40+8; and another mapping where it is off, 8:0,2-3:pad (default: on everywhere)
      --region-rows UINT          rows of a region, a power of two; regions repeat if they are smaller than the memory (default: the memory's rows / the number of regions)
      --ports UINT=1              P: ports of a bank, 1 to 2: different words that it serves in a time unit (RPU batch)
      --bank-words UINT=1         words of 4 bytes that a bank gives in a time unit, 1 or 2, from one row (RPU batch, mapping identity)
  
  ask
    show how one access of a CUDA kernel conflicts, and what cures it
    Positionals:
      access TEXT ...             expressions of C such as 'tile[threadIdx.y][threadIdx.x]'; 'tile[...] =' is a store; 'atomic ...' and 'ldmatrix.x4 ...' are others; without --tile a number is a byte address
    Options:
      --gpu TEXT                  count by the rules of this GPU, see 'superwarp list gpu'; or a file (default: the papers' memory machine)
      --keys UINT=5               random keys, 1 to 1000, for machines that draw shifts
      --svg TEXT                  write a picture for a slide ('-': standard output)
      --json TEXT                 write the answer to this file ('-': standard output, without the table)
    
    Kernel:
      --tile TEXT ...             a declaration, 'float tile[32][33]'; repeat it for each tile
      --block TEXT                shape of the block, as in 32x8 (default: one warp)
      --grid TEXT                 shape of the grid (default: 1)
      --block-index TEXT          which block, as in 3x0 (default: 0)
      --loop TEXT ...             values of a loop variable: k=0..31, s=1,2,4
      --let TEXT ...              a name for an expression: i=threadIdx.y*32+threadIdx.x
      --define TEXT ...           a constant: TILE=32, for tiles and loops too
      --where TEXT                only threads for which this is true, as in 'threadIdx.x < 16'
      --bytes UINT=4              bytes of a byte address's access: 1, 2, 4, 8 or 16
  
  compare
    compare machines on a workload or trace: slots, time, speed-up
    Positionals:
      trace TEXT                  a text trace, a .traceg, a folder of .traceg or its kernelslist.g; or choose a workload
    Options:
      --gpu TEXT                  lower the accesses of a trace by the rules of a real GPU: a name from 'superwarp list gpu', or a description file; adds wavefronts, ideal, excess
    
    Workload:
      --workload TEXT             see 'superwarp list'
      --size UINT                 n: words of the problem; for matrices the side, sqrt(n)
      --threads UINT              p: a multiple of super warp * width (default: about 1024)
      --write-percent UINT=0      random only: percentage of the dispatches that write, 0 to 100
      --taps UINT                 hmm-convolution only: m, coefficients of the filter (default 16)
      --permutation TEXT          permute-..., hmm-permutation only: random, identity, bit-reversal, transpose, worst-banks, worst-groups; or a file with the n places to which words 0, 1, ... move, one per line (default: random)
    
    Machines:
      --on TEXT ...               a machine with its options, as in 'rsdmm --super-warp 4'; repeat it for each machine, the baseline first (default: dmm, then sdmm and rsdmm with RPUs that store four warps' requests)
      --keys UINT=5               number of random keys, 1 to 1000, from --seed on; the report has means with confidence intervals
    
    Conditions:
      --width UINT                w: threads of a warp, 1 to 128 on the RTL (default 32, gt200 16, or the trace's)
      --banks UINT                b: banks, 1 to 128 on the RTL (default: as many as threads of a warp)
      --blocks UINT=1             B: thread blocks that are resident together, each with its own memory and barriers, 1 to 64
      --latency UINT=7            l: stages of the memory pipeline, 1 to 1024
      --schedule TEXT=rounds      rounds or async
      --rows UINT                 words in each bank (default: what the addresses need)
      --seed UINT=1               seed of everything random; the same seed gives the same run
      --shifts TEXT               shifts r_j of the rows (random-shift, random-xor, rap): a file, or r0,r1,... (default: from --seed)
    
    Instructions (docs/spec/issue.md):
      --issue UINT                d_i: sub-cores of a multiprocessor, each of which issues an instruction a time unit, 1 to 16; needs --schedule async
      --order TEXT=loose          which warp a sub-core prefers: loose (round robin) or oldest (the last one, then the oldest)
      --wait TEXT=access          access: a warp waits for every access; use: it issues independent work while it waits; word: like use, and no warp waits for a write
      --instructions UINT=1       instructions that a warp issues for an access, itself included, unless the trace has them; 0 to 100000
      --places UINT=0             largest number of reads under way, up to 1024; 0: no limit
    
    Engines:
      --engine TEXT               rtl,model,closed: which engines run (default: model)
      --rtl TEXT                  folder of SystemVerilog to use instead of the project's rtl/
      --shallow                   run the form of the RTL that is meant for silicon
    
    Reports ('-': standard output, without the table):
      --markdown TEXT             the table as Markdown
      --csv TEXT                  one line per machine and key
      --json TEXT                 superwarp.compare/1
      --svg TEXT                  a bar chart of the speed-ups; with --issue, of time and what it was spent on
  
  advise
    find the regions of a memory in which a mapping helps
    Positionals:
      trace TEXT ...              a text trace, a .traceg, a folder of .traceg or its kernelslist.g; or choose a workload
    Options:
      --keys UINT=5               number of random keys, 1 to 1000, from --seed on; slots are means
      --json TEXT                 write the result to this file ('-': standard output, without the table)
    
    Workload:
      --workload TEXT             see 'superwarp list'
      --size UINT                 n: words of the problem; for matrices the side, sqrt(n)
      --threads UINT              p: a multiple of super warp * width (default: about 1024)
      --write-percent UINT=0      random only: percentage of the dispatches that write, 0 to 100
      --taps UINT                 hmm-convolution only: m, coefficients of the filter (default 16)
      --permutation TEXT          permute-..., hmm-permutation only: random, identity, bit-reversal, transpose, worst-banks, worst-groups; or a file with the n places to which words 0, 1, ... move, one per line (default: random)
    
    Machine:
      --machine TEXT=dmm          dmm, umm, sdmm, rsdmm, summ, gt200
      --super-warp UINT           s: warps of a super warp, 1 to 16 (sdmm, rsdmm, summ; rsdmm: default 1)
      --rpu TEXT                  request packing unit: batch, serial, stream, pipelined, crossbar (sdmm, rsdmm; default batch)
      --route UINT                stages of a network that takes requests to the banks; 0: multiplexers, 0 to 73 (--rpu batch; default 0)
      --intake UINT               time units from a warp's arrival to its slots, 1 to 2 (--rpu serial; default 1)
      --depth UINT                D: places in the window or FIFO of each lane, 1 to 16 (--rpu stream or pipelined or crossbar; default 8)
      --passes UINT               K: passes of the selection in a time unit, 1 to 4 (--rpu stream or pipelined; default 3)
      --priority TEXT             lanes that a bank prefers, the first unless given: fullest or turn (--rpu stream), fullest or turn (--rpu pipelined), round-robin or fixed (--rpu crossbar)
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
      --rows UINT                 words in each bank (default: what the addresses need)
      --seed UINT=1               seed of everything random; the same seed gives the same run
      --shifts TEXT               shifts r_j of the rows (random-shift, random-xor, rap): a file, or r0,r1,... (default: from --seed)
    
    Instructions (docs/spec/issue.md):
      --issue UINT                d_i: sub-cores of a multiprocessor, each of which issues an instruction a time unit, 1 to 16; needs --schedule async
      --order TEXT=loose          which warp a sub-core prefers: loose (round robin) or oldest (the last one, then the oldest)
      --wait TEXT=access          access: a warp waits for every access; use: it issues independent work while it waits; word: like use, and no warp waits for a write
      --instructions UINT=1       instructions that a warp issues for an access, itself included, unless the trace has them; 0 to 100000
      --places UINT=0             largest number of reads under way, up to 1024; 0: no limit
  
  draw
    draw a run from the RTL's own signals: the memory pipeline or all banks
    Positionals:
      trace TEXT                  a text trace, a .traceg, a folder of .traceg or its kernelslist.g; or choose a workload
    Options:
      --gpu TEXT                  lower the accesses of a trace by the rules of a real GPU: a name from 'superwarp list gpu', or a description file; adds wavefronts, ideal, excess
    
    Picture:
      --svg TEXT                  write an SVG file ('-': standard output) instead of drawing on the terminal
      --style TEXT                pipeline: its stages in one time unit; heat: every bank in every time unit (default: pipeline; heat for wide machines and long runs)
      --at UINT                   draw the pipeline in this time unit (default: the first in which it is fullest)
      --title TEXT                title of the picture (default: what was run)
      --kanata TEXT               write a log for the Konata pipeline viewer, one line per dispatch
      --perfetto TEXT             write Chrome trace events for ui.perfetto.dev: a track per bank and per super warp, and counters
      --wavedrom TEXT             write a WaveDrom timing diagram of at most 200 time units
    
    Workload:
      --workload TEXT             see 'superwarp list'
      --size UINT                 n: words of the problem; for matrices the side, sqrt(n)
      --threads UINT              p: a multiple of super warp * width (default: about 1024)
      --write-percent UINT=0      random only: percentage of the dispatches that write, 0 to 100
      --taps UINT                 hmm-convolution only: m, coefficients of the filter (default 16)
      --permutation TEXT          permute-..., hmm-permutation only: random, identity, bit-reversal, transpose, worst-banks, worst-groups; or a file with the n places to which words 0, 1, ... move, one per line (default: random)
    
    Machine:
      --machine TEXT=dmm          dmm, umm, sdmm, rsdmm, summ, gt200, hmm
      --super-warp UINT           s: warps of a super warp, 1 to 16 (sdmm, rsdmm, summ; rsdmm: default 1)
      --rpu TEXT                  request packing unit: batch, serial, stream, pipelined, crossbar (sdmm, rsdmm; default batch)
      --route UINT                stages of a network that takes requests to the banks; 0: multiplexers, 0 to 73 (--rpu batch; default 0)
      --intake UINT               time units from a warp's arrival to its slots, 1 to 2 (--rpu serial; default 1)
      --depth UINT                D: places in the window or FIFO of each lane, 1 to 16 (--rpu stream or pipelined or crossbar; default 8)
      --passes UINT               K: passes of the selection in a time unit, 1 to 4 (--rpu stream or pipelined; default 3)
      --priority TEXT             lanes that a bank prefers, the first unless given: fullest or turn (--rpu stream), fullest or turn (--rpu pipelined), round-robin or fixed (--rpu crossbar)
      --queue UINT                Q: places of a plain queue behind the window of each lane, 0 to 8 (--rpu pipelined; default 0)
      --store UINT                M: words to write that each lane keeps beside its window; 0: one in each place, 0 to 16 (--rpu pipelined; default 0)
      --later TEXT                what lanes do in a match's later passes, the first unless given: oldest or alone or youngest (--rpu pipelined)
      --mapping TEXT              how addresses are spread over the banks, see 'superwarp list' (default identity; rsdmm: random-shift)
      --regions TEXT              equal regions of the memory in which the mapping is on or off, a digit each, as in 8:10110000; or those that are on, 8:0,2-3; 8 alone: on in all; or a table of 8 in which it is on, first row and number of rows, 8:0+16,40+8; and another mapping where it is off, 8:0,2-3:pad (default: on everywhere)
      --region-rows UINT          rows of a region, a power of two; regions repeat if they are smaller than the memory (default: the memory's rows / the number of regions)
      --ports UINT=1              P: ports of a bank, 1 to 2: different words that it serves in a time unit (RPU batch)
      --bank-words UINT=1         words of 4 bytes that a bank gives in a time unit, 1 or 2, from one row (RPU batch, mapping identity)
      --multiprocessors UINT      d: multiprocessors, 1 to 64 (hmm; default 4)
      --shared TEXT               machine of the shared memories: dmm, umm, sdmm, rsdmm, summ, gt200 (hmm; default dmm); all machine options except the latency apply to it
      --shared-latency UINT       l': stages of a shared memory's pipeline, 1 to 1024 (hmm; default 1)
    
    Conditions:
      --width UINT                w: threads of a warp, 1 to 128 on the RTL (default 32, gt200 16, or the trace's)
      --banks UINT                b: banks, 1 to 128 on the RTL (default: as many as threads of a warp)
      --blocks UINT=1             B: thread blocks that are resident together, each with its own memory and barriers, 1 to 64
      --latency UINT=7            l: stages of the memory pipeline, 1 to 1024
      --schedule TEXT=rounds      rounds or async
      --rows UINT                 words in each bank (default: what the addresses need)
      --seed UINT=1               seed of everything random; the same seed gives the same run
      --shifts TEXT               shifts r_j of the rows (random-shift, random-xor, rap): a file, or r0,r1,... (default: from --seed)
    
    Instructions (docs/spec/issue.md):
      --issue UINT                d_i: sub-cores of a multiprocessor, each of which issues an instruction a time unit, 1 to 16; needs --schedule async
      --order TEXT=loose          which warp a sub-core prefers: loose (round robin) or oldest (the last one, then the oldest)
      --wait TEXT=access          access: a warp waits for every access; use: it issues independent work while it waits; word: like use, and no warp waits for a write
      --instructions UINT=1       instructions that a warp issues for an access, itself included, unless the trace has them; 0 to 100000
      --places UINT=0             largest number of reads under way, up to 1024; 0: no limit
    
    Engines:
      --engine TEXT               rtl,model,closed: which engines run (default: all that apply)
      --rtl TEXT                  folder of SystemVerilog to use instead of the project's rtl/
      --shallow                   run the form of the RTL that is meant for silicon
      --waves TEXT                keep the RTL's waveform in this .fst file, with a view for GTKWave beside it (.gtkw)
  
  congestion
    compute the expected congestion: exact, Monte Carlo, RTL; default: Table II
    Options:
      --width TEXT                w: a list like 16,32 or 1..10 (default: Table II's 16,32,64,128,256)
      --super-warp TEXT           s: a list, 1 to 16 (default: Table II's 1..10)
      --size TEXT                 n: words, a list (default: Table II's 1024,1048576)
      --mapping TEXT=identity     mapping of addresses to banks, see 'superwarp list mapping'
      --pattern TEXT=uniform      uniform, stride:K, column, contiguous[:FIRST], scattered[:SEED], diagonal or trace:FILE
      --rounds UINT               rounds of Monte Carlo (default 1000000), or re-keyings of a fixed pattern (default 1000)
      --rtl-rounds UINT           rounds on the RTL (default: --rounds, at most 10000, or 200 re-keyings)
      --engine TEXT=exact,monte-carlo
                                  exact,monte-carlo,rtl: which engines run
      --seed UINT=1               seed of everything random; the same seed gives the same run
      --jobs UINT=N               threads of Monte Carlo; they do not change results
      --rtl TEXT                  folder of SystemVerilog to use instead of the project's rtl/
      --json TEXT                 write the result to this file ('-': standard output, without the table)
  
  reproduce
    check the papers' claims, figures and tables by closed form, model and RTL
    Positionals:
      id TEXT ...                 only claims whose name begins so, as in 'super-warp.theorem-3' (default: every claim)
    Options:
      --list                      list the claims without checking them
      --seed UINT=1               seed of everything random; the same seed gives the same run
      --jobs UINT=N               threads of the model's simulations; they do not change results
      --rtl TEXT                  folder of SystemVerilog to use instead of the project's rtl/
      --json TEXT                 write the result to this file ('-': standard output, without the table)
  
  crosscheck
    compare predictions of the models with measurements of GPUs
    Positionals:
      file TEXT ... REQUIRED      measurements: names from 'superwarp list measurement', files, or 'all'
    Options:
      --gpu TEXT                  rules of a real GPU instead of the papers' machine: a name from 'superwarp list gpu', a description file, or 'own', which is each file's own
      --engine TEXT=model         model, or rtl,model: engines that count the slots; the RTL must agree
      --summary                   print no line for each pattern
      --errors                    print errors by GPU, width and operation, and a reason for each miss
      --rtl TEXT                  folder of SystemVerilog to use instead of the project's rtl/
      --json TEXT                 write the result to this file ('-': standard output, without the table)
  
  attack
    recover keys of AES from the times of its table lookups: launches needed
    Options:
      --engine TEXT=model         model, or rtl,model: the RTL must take the same time for every launch
      --seed UINT=1               seed of everything random; the same seed gives the same run
      --json TEXT                 write the result to this file ('-': standard output, without the table)
    
    Machine:
      --machine TEXT=dmm          dmm, umm, sdmm, rsdmm, summ, gt200
      --super-warp UINT           s: warps of a super warp, 1 to 16 (sdmm, rsdmm, summ; rsdmm: default 1)
      --rpu TEXT                  request packing unit: batch, serial, stream, pipelined, crossbar (sdmm, rsdmm; default batch)
      --route UINT                stages of a network that takes requests to the banks; 0: multiplexers, 0 to 73 (--rpu batch; default 0)
      --intake UINT               time units from a warp's arrival to its slots, 1 to 2 (--rpu serial; default 1)
      --depth UINT                D: places in the window or FIFO of each lane, 1 to 16 (--rpu stream or pipelined or crossbar; default 8)
      --passes UINT               K: passes of the selection in a time unit, 1 to 4 (--rpu stream or pipelined; default 3)
      --priority TEXT             lanes that a bank prefers, the first unless given: fullest or turn (--rpu stream), fullest or turn (--rpu pipelined), round-robin or fixed (--rpu crossbar)
      --queue UINT                Q: places of a plain queue behind the window of each lane, 0 to 8 (--rpu pipelined; default 0)
      --store UINT                M: words to write that each lane keeps beside its window; 0: one in each place, 0 to 16 (--rpu pipelined; default 0)
      --later TEXT                what lanes do in a match's later passes, the first unless given: oldest or alone or youngest (--rpu pipelined)
      --mapping TEXT              how addresses are spread over the banks, see 'superwarp list' (default identity; rsdmm: random-shift)
      --regions TEXT              equal regions of the memory in which the mapping is on or off, a digit each, as in 8:10110000; or those that are on, 8:0,2-3; 8 alone: on in all; or a table of 8 in which it is on, first row and number of rows, 8:0+16,40+8; and another mapping where it is off, 8:0,2-3:pad (default: on everywhere)
      --region-rows UINT          rows of a region, a power of two; regions repeat if they are smaller than the memory (default: the memory's rows / the number of regions)
      --ports UINT=1              P: ports of a bank, 1 to 2: different words that it serves in a time unit (RPU batch)
      --bank-words UINT=1         words of 4 bytes that a bank gives in a time unit, 1 or 2, from one row (RPU batch, mapping identity)
    
    Victim:
      --part TEXT=last            part that is timed: last (only the last round) or whole
      --warps UINT                warps of a thread block, 1 to 64; a thread encrypts 16 bytes (default: the super warp's)
      --blocks UINT=1             thread blocks of a launch, each with tables of its own, 1 to 16
      --neighbours UINT=0         further thread blocks, whose ciphertexts the attacker does not see, 0 to 16
      --rekey TEXT=never          when the mapping's key is drawn: never (once) or launch
      --noise FLOAT=0             standard deviation of noise on a time, in time units
    
    Attacker:
      --attacker TEXT=mapping     what the attacker knows: mapping (the bank of every word), learned (the same, from own accesses), identity (assumes plain banks), rows (words of one row never conflict) or words (the number of distinct words)
      --keys UINT=30              keys of AES that are attacked, 1 to 1000
      --launches UINT=1024        launches that are timed for each key, 16 to 2^22
      --times TEXT                times of a GPU instead of a machine's: the output of examples/cuda/aes_tables.cu N SEED
      --learn UINT                only learn the banks of this many rows, 1 to 16384, by the attacker's own accesses
  
  coalesce
    count global-memory transactions of the GT200, by RTL and model
    Options:
      --word-bytes UINT=4         bytes that each thread reads: 1, 2, 4, 8 or 16
      --stride UINT=32 Excludes: --addresses
                                  stride of a warp's accesses in Algorithm 1 of the GT200 paper: 1, 2, 4, 8, 16 or 32 (the paper gives 1 and 32; the others are a reconstruction)
      --addresses TEXT Excludes: --stride
                                  instead of a stride, the byte addresses of one half-warp: a0,a1,...; '-' is an inactive thread, as are missing ones
      --rtl TEXT                  folder of SystemVerilog to use instead of the project's rtl/
      --json TEXT                 write the result to this file ('-': standard output, without the table)
  
  cost
    estimate area and clock of a memory unit with Yosys, OpenSTA and open cells
    Options:
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
      --passes UINT               K: passes of the selection in a time unit, 1 to 4 (--rpu stream or pipelined; default 3)
      --priority TEXT             lanes that a bank prefers, the first unless given: fullest or turn (--rpu stream), fullest or turn (--rpu pipelined), round-robin or fixed (--rpu crossbar)
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
      --rtl TEXT                  folder of SystemVerilog to use instead of the project's rtl/
    
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
  
  build
    compile a machine's memory unit ahead of its first use
    Machine:
      --machine TEXT=dmm          dmm, umm, sdmm, rsdmm, summ, gt200
      --super-warp UINT           s: warps of a super warp, 1 to 16 (sdmm, rsdmm, summ; rsdmm: default 1)
      --rpu TEXT                  request packing unit: batch, serial, stream, pipelined, crossbar (sdmm, rsdmm; default batch)
      --route UINT                stages of a network that takes requests to the banks; 0: multiplexers, 0 to 73 (--rpu batch; default 0)
      --intake UINT               time units from a warp's arrival to its slots, 1 to 2 (--rpu serial; default 1)
      --depth UINT                D: places in the window or FIFO of each lane, 1 to 16 (--rpu stream or pipelined or crossbar; default 8)
      --passes UINT               K: passes of the selection in a time unit, 1 to 4 (--rpu stream or pipelined; default 3)
      --priority TEXT             lanes that a bank prefers, the first unless given: fullest or turn (--rpu stream), fullest or turn (--rpu pipelined), round-robin or fixed (--rpu crossbar)
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
      --rtl TEXT                  folder of SystemVerilog to use instead of the project's rtl/
      --shallow                   build the form of the RTL that is meant for silicon
  
  cache
    list or remove the compiled and synthesised units that are kept
    Options:
      --clean                     remove them; they are made again when needed
  
  doctor
    say what commands need, what is missing here, and how to get it
    Positionals:
      command TEXT ...            commands to look at (default: all)
  
  sweep
    run every point of a design space; keeps results and resumes
    Positionals:
      space TEXT REQUIRED         TOML: options of 'run' with lists or ranges of values
    Options:
      --out TEXT                  folder for the results; a second run continues there
      --jobs UINT=N               threads, and processes for the RTL; no effect on results
      --batch TEXT                I/N: only the I-th of N parts, for jobs of a cluster; writes no tables
      --dry-run                   check the space and print the plan, with an estimate of the time
      --plan TEXT                 the same, and write the units to build and to cost here as JSON ('-': standard output, and nothing else there)
  
  report
    write the results of a sweep as one HTML file that works offline
    Positionals:
      folder TEXT REQUIRED        the folder of 'superwarp sweep --out'
    Options:
      --out TEXT                  the file to write (default: report.html in the folder)
      --map UINT ...              show what the banks do in the first time units of these points, N,N,... (default: the slowest and the fastest machine where they differ most)
    
    Tables of kernels x machines ('-': standard output, nothing else there):
      --markdown TEXT             as Markdown, for a document
      --csv TEXT                  as CSV, for a spreadsheet
      --svg TEXT                  as SVG, for a slide
  
  list
    list machines, RPUs, workloads, mappings, permutations, measurements and GPUs, one per line
    Positionals:
      kind TEXT                   only this kind: machine, rpu, workload, mapping, permutation, measurement, gpu or rule (what each GPU does, with the evidence)
    Options:
      --json TEXT                 write the list to this file ('-': standard output, without the table)
  
  completion
    print what completes commands, options and names in a shell
    Positionals:
      shell TEXT REQUIRED         bash or zsh
  
  
  Example:
    superwarp run --workload transpose-naive --size 64 --threads 1024 --machine sdmm --super-warp 4
  
  Exit status: 0 all engines agree; 1 they disagree; 2 bad usage or bad input.
  '-' as an input file is standard input.
  'superwarp COMMAND --help' shows the options of a command, --help-all shows all of them.

A command or an option that does not exist is refused, with the nearest name.

  $ superwarp rnu
  superwarp: error: 'rnu' is not expected here, did you mean 'run'? See 'superwarp --help'
  [2]
  $ superwarp rpelay examples/fig4.trace
  superwarp: error: 'rpelay' is not expected here, did you mean 'replay'? See 'superwarp --help'
  [2]
  $ superwarp Run
  superwarp: error: 'Run' is not expected here, did you mean 'run'? See 'superwarp --help'
  [2]
  $ superwarp xyzzy
  superwarp: error: 'xyzzy' is not expected here. See 'superwarp --help'
  [2]
  $ superwarp --verson
  superwarp: error: '--verson' is not expected here, did you mean '--version'? See 'superwarp --help'
  [2]
  $ superwarp --
  superwarp: error: expected a command. See 'superwarp --help'
  [2]
  $ superwarp run replay
  superwarp: error: --workload is required
  [2]
