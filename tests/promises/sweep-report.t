# SPDX-License-Identifier: Apache-2.0

  $ . "$TESTDIR"/setup.sh

A design space is planned, swept and continued.

  $ cat >space.toml <<END
  > workload = ["random", "transpose-naive"]
  > size = 16
  > width = 4
  > threads = 16
  > keys = 2
  > engine = "model"
  > 
  > [[machines]]
  > machine = ["dmm", "rsdmm"]
  > 
  > [[machines]]
  > machine = "sdmm"
  > super-warp = [2, 4]
  > 
  > [[skip]]
  > super-warp = 4
  > workload = "random"
  > END
  $ superwarp sweep space.toml --dry-run | sed 's/about .* s for/about N s for/; s/with [0-9]* job.*/with N jobs/'
  space.toml: 16 points, 2 left out by [[skip]]
    about N s for the model's points with N jobs
  $ steady superwarp sweep space.toml --plan - | sed '/"id": /d'
  {
    "schema": "superwarp.sweep-plan/1",
    "space": "space.toml",
    "points": {
      "all": 16,
      "skipped": 2,
      "impossible": 0,
      "on_rtl": 0
    },
    "builds": [],
    "syntheses": []
  }
  $ superwarp sweep space.toml --out swept
  space.toml: 16 points, 2 left out by [[skip]]
    14 points done, 14 of them now: swept
  $ superwarp sweep space.toml --out swept
  space.toml: 16 points, 2 left out by [[skip]]
    14 points done, 0 of them now: swept
  $ ls swept
  datapackage.json
  failures.csv
  impossible.csv
  points.jsonl
  points.jsonl.lock
  results.csv
  results.jsonl
  space.toml
  sweep.json
  $ steady cat swept/results.csv
  point,workload,size,width,threads,engine,machine,super-warp,seed,time_units,slots,requests,requests_per_time_unit,dispatches,super_warps,latency_median,latency_p99,latency_max,shared_alone,warps_issue,warps_shared,warps_global,warps_latency,warps_barrier,pram,bpram,bound_bandwidth,bound_latency,bound_reduction,wavefronts,ideal,excess,closed,rekeyed_slots,rekeyed_slots_error,words_checked,agree,command
  0,random,16,4,16,model,dmm,,1,13,7,16,1.230769230,4,4,8,8,8,0,,,,,,1,4,,,,,,,,,,0,,superwarp run --workload random --size 16 --width 4 --threads 16 --engine model --machine dmm --seed 1
  1,random,16,4,16,model,dmm,,2,14,8,16,1.142857142,4,4,8,9,9,0,,,,,,1,4,,,,,,,,,,0,,superwarp run --workload random --size 16 --width 4 --threads 16 --engine model --machine dmm --seed 2
  2,random,16,4,16,model,rsdmm,,1,14,8,16,1.142857142,4,4,8,8,8,0,,,,,,1,4,,,,,,,,,,0,,superwarp run --workload random --size 16 --width 4 --threads 16 --engine model --machine rsdmm --seed 1
  3,random,16,4,16,model,rsdmm,,2,14,8,16,1.142857142,4,4,8,8,8,0,,,,,,1,4,,,,,,,,,,0,,superwarp run --workload random --size 16 --width 4 --threads 16 --engine model --machine rsdmm --seed 2
  4,transpose-naive,16,4,16,model,dmm,,1,512,320,512,1.0,128,4,7,10,10,0,,,,,,32,128,64,112,,,,,,,,256,true,superwarp run --workload transpose-naive --size 16 --width 4 --threads 16 --engine model --machine dmm --seed 1
  5,transpose-naive,16,4,16,model,dmm,,2,512,320,512,1.0,128,4,7,10,10,0,,,,,,32,128,64,112,,,,,,,,256,true,superwarp run --workload transpose-naive --size 16 --width 4 --threads 16 --engine model --machine dmm --seed 2
  6,transpose-naive,16,4,16,model,rsdmm,,1,388,196,512,1.319587628,128,4,7,10,10,0,,,,,,32,128,64,112,,,,,,,,256,true,superwarp run --workload transpose-naive --size 16 --width 4 --threads 16 --engine model --machine rsdmm --seed 1
  7,transpose-naive,16,4,16,model,rsdmm,,2,404,212,512,1.267326732,128,4,7,10,10,0,,,,,,32,128,64,112,,,,,,,,256,true,superwarp run --workload transpose-naive --size 16 --width 4 --threads 16 --engine model --machine rsdmm --seed 2
  8,random,16,4,16,model,sdmm,2,1,10,4,16,1.6,2,2,8,8,8,0,,,,,,1,4,,,,,,,,,,0,,superwarp run --workload random --size 16 --width 4 --threads 16 --engine model --machine sdmm --super-warp 2 --seed 1
  9,random,16,4,16,model,sdmm,2,2,13,7,16,1.230769230,2,2,9,10,10,0,,,,,,1,4,,,,,,,,,,0,,superwarp run --workload random --size 16 --width 4 --threads 16 --engine model --machine sdmm --super-warp 2 --seed 2
  12,transpose-naive,16,4,16,model,sdmm,2,1,512,320,512,1.0,64,2,8,14,14,0,,,,,,32,128,64,112,,,,,,,,256,true,superwarp run --workload transpose-naive --size 16 --width 4 --threads 16 --engine model --machine sdmm --super-warp 2 --seed 1
  13,transpose-naive,16,4,16,model,sdmm,2,2,512,320,512,1.0,64,2,8,14,14,0,,,,,,32,128,64,112,,,,,,,,256,true,superwarp run --workload transpose-naive --size 16 --width 4 --threads 16 --engine model --machine sdmm --super-warp 2 --seed 2
  14,transpose-naive,16,4,16,model,sdmm,4,1,512,320,512,1.0,32,1,10,22,22,0,,,,,,32,128,64,112,,,,,,,,256,true,superwarp run --workload transpose-naive --size 16 --width 4 --threads 16 --engine model --machine sdmm --super-warp 4 --seed 1
  15,transpose-naive,16,4,16,model,sdmm,4,2,512,320,512,1.0,32,1,10,22,22,0,,,,,,32,128,64,112,,,,,,,,256,true,superwarp run --workload transpose-naive --size 16 --width 4 --threads 16 --engine model --machine sdmm --super-warp 4 --seed 2
  $ cat swept/impossible.csv swept/failures.csv
  point,options,reason
  point,command,error
  $ superwarp sweep space.toml --out part --batch 1/2
  space.toml: 8 points
    8 points done, 8 of them now: part
  $ ls part | sed 's/-[0-9a-f]\{8,\}/-ID/'
  points-1-of-2-ID.jsonl
  points-1-of-2-ID.jsonl.lock
  $ superwarp sweep examples/sweep.toml --dry-run | sed 's/about .* s for/about N s for/; s/with [0-9]* job.*/with N jobs/'
  examples/sweep.toml: 216 points, 18 left out by [[skip]]
    about N s for the model's points with N jobs

Points that are not possible are listed with the reason.

  $ cat >odd.toml <<END
  > workload = "contiguous"
  > size = 64
  > width = 4
  > threads = 16
  > engine = "model"
  > machine = ["dmm", "umm"]
  > mapping = ["identity", "pad"]
  > END
  $ superwarp sweep odd.toml --out odd
  odd.toml: 4 points, 1 impossible
    impossible, the first: odd.toml:7: --workload contiguous --size 64 --width 4 --threads 16 --engine model --machine umm --mapping pad: --mapping pad: a slot of the umm serves a whole row, whatever bank its words are in; dmm, sdmm, rsdmm, gt200 have mappings
    3 points done, 3 of them now, 1 impossible: odd
    the first impossible one: --workload contiguous --size 64 --width 4 --threads 16 --engine model --machine umm --mapping pad: --mapping pad: a slot of the umm serves a whole row, whatever bank its words are in; dmm, sdmm, rsdmm, gt200 have mappings; impossible.csv has all
  $ cat odd/impossible.csv
  point,options,reason
  3,--workload contiguous --size 64 --width 4 --threads 16 --engine model --machine umm --mapping pad,"--mapping pad: a slot of the umm serves a whole row, whatever bank its words are in; dmm, sdmm, rsdmm, gt200 have mappings"
  $ sed 's/"commit": "[^"]*"/"commit": "-"/; s/"version": "[^"]*"/"version": "-"/; /"id": /d' odd/sweep.json
  {
    "schema": "superwarp.sweep/1",
    "commit": "-",
    "version": "-",
    "space": "odd.toml",
    "points": {
      "all": 4,
      "done": 3,
      "impossible": 1,
      "failed": 0,
      "disagree": 0
    },
    "cost": null,
    "units": {
      "time_units": "clock cycles of the memory unit",
      "slots": "time units in which anything entered the pipeline",
      "requests": "of active threads, before merging",
      "requests_per_time_unit": "requests / time_units",
      "dispatches": "dispatches with at least one request, by the model",
      "super_warps": "number of the last super warp that requests anything, plus 1, by the model",
      "latency_median": "latency of a dispatch, by the model: median",
      "latency_p99": "latency of a dispatch, by the model: 99 of 100 dispatches take at most this",
      "latency_max": "latency of a dispatch, by the model: largest",
      "shared_alone": "time units in which only shared memories are busy, by the model",
      "warps_issue": "share of time in which super warps issue or wait for their turn, with --issue, by the model",
      "warps_shared": "share of time in which super warps are at a shared memory, with --issue, by the model",
      "warps_global": "share of time in which super warps are at the global memory, with --issue, by the model",
      "warps_latency": "share of time in which super warps wait for a latency, with --issue, by the model",
      "warps_barrier": "share of time in which super warps wait at a barrier, with --issue, by the model",
      "pram": "time of a PRAM, which serves a round in one time unit",
      "bpram": "time of a BPRAM, which serves any w requests of a round in one time unit",
      "bound_bandwidth": "lower bound n/w of any algorithm",
      "bound_latency": "lower bound nl/p of any algorithm",
      "bound_reduction": "lower bound l log n of any algorithm",
      "wavefronts": "slots of the GPU's shared memory, with --gpu",
      "ideal": "what they would be without conflicts, with --gpu",
      "excess": "wavefronts - ideal, bank conflicts of Nsight Compute, with --gpu",
      "closed": "time by the closed form, if it was asked and exists",
      "rekeyed_slots": "mean of slots over --rekeyings keys of the mapping, by the model",
      "rekeyed_slots_error": "standard error of rekeyed_slots",
      "words_checked": "words of memory that were checked after the run",
      "agree": "engines, or the memory with what the program promises; empty: nothing was compared"
    }
  }

The results as tables and as a page.

  $ superwarp report swept | sed 's/, [0-9.]* MB$//'
  swept/report.html: 14 points, 2 maps
  $ superwarp report swept --csv -
  kernel,dmm,rsdmm,"sdmm, super-warp 2","sdmm, super-warp 4"
  random,1,0.963624,1.18322,
  transpose-naive,1,1.29319,1,1
  $ superwarp report swept --markdown -
  space.toml. Times as fast as dmm, geometric mean over the conditions that both have
  
  | kernel | dmm | rsdmm | sdmm, super-warp 2 | sdmm, super-warp 4 |
  |---|---:|---:|---:|---:|
  | random | 1.00 | 0.96 | 1.18 |  |
  | transpose-naive | 1.00 | 1.29 | 1.00 | 1.00 |
  
  rsdmm is 1.12 times as fast as dmm, geometric mean over all kernels
  $ superwarp report swept --markdown table.md --csv table.csv --out page.html --map 0,1 | sed 's/, [0-9.]* MB$//'
  page.html: 14 points, 2 maps
  $ cat table.csv
  kernel,dmm,rsdmm,"sdmm, super-warp 2","sdmm, super-warp 4"
  random,1,0.963624,1.18322,
  transpose-naive,1,1.29319,1,1
  $ superwarp report swept --svg - | grep -o '<text[^>]*>[^<]*' | sed 's/.*>//' | head -8
  space.toml
  rsdmm is 1.12 times as fast as dmm, geometric mean over all kernels
  dmm
  rsdmm
  sdmm, super-warp 2
  sdmm, super-warp 4
  random
  1.00

Options of both.

  $ steady superwarp sweep --help
  run every point of a design space; keeps results and resumes
  Usage: superwarp sweep [OPTIONS] space
  
  Positionals:
    space TEXT REQUIRED         TOML: options of 'run' with lists or ranges of values
  
  Options:
    -h,--help                   Print this help message and exit
    --help-all                  Print the help with all options and exit
    --out TEXT                  folder for the results; a second run continues there
    --jobs UINT=N               threads, and processes for the RTL; no effect on results
    --batch TEXT                I/N: only the I-th of N parts, for jobs of a cluster; writes no tables
    --dry-run                   check the space and print the plan, with an estimate of the time
    --plan TEXT                 the same, and write the units to build and to cost here as JSON ('-': standard output, and nothing else there)
  
  Example:
    superwarp sweep examples/sweep.toml --out /tmp/sweep
  $ superwarp report --help
  write the results of a sweep as one HTML file that works offline
  Usage: superwarp report [OPTIONS] folder
  
  Positionals:
    folder TEXT REQUIRED        the folder of 'superwarp sweep --out'
  
  Options:
    -h,--help                   Print this help message and exit
    --help-all                  Print the help with all options and exit
    --out TEXT                  the file to write (default: report.html in the folder)
    --map UINT ...              show what the banks do in the first time units of these points, N,N,... (default: the slowest and the fastest machine where they differ most)
  
  
  Tables of kernels x machines ('-': standard output, nothing else there):
    --markdown TEXT             as Markdown, for a document
    --csv TEXT                  as CSV, for a spreadsheet
    --svg TEXT                  as SVG, for a slide
  
  Example:
    superwarp sweep examples/sweep.toml --out /tmp/sweep && superwarp report /tmp/sweep

Spaces and folders that cannot be used are refused.

  $ superwarp sweep
  superwarp: error: space is required
  [2]
  $ superwarp sweep space.toml
  superwarp: error: sweep: expected --out FOLDER, for the results
  [2]
  $ superwarp sweep none.toml --out out
  superwarp: error: none.toml: cannot be opened: No such file or directory
  [2]
  $ printf 'workload = "random"\nsize = 64\n%s\n' "machne = 'dmm'" >bad.toml; superwarp sweep bad.toml --out out
  superwarp: error: bad.toml:3: 'machne' is not expected here, did you mean 'machine'? Expected one of workload, size, threads, write-percent, taps, permutation, machine, super-warp, rpu, route, intake, depth, passes, priority, queue, store, later, mapping, regions, region-rows, ports, bank-words, multiprocessors, shared, shared-latency, width, banks, blocks, latency, schedule, rows, seed, shifts, issue, order, wait, instructions, places, engine, rtl, shallow, trace, gpu, rekeyings, workloads, machines, skip, keys, cost
  [2]
  $ printf 'workload = "random"\nsize = 64\n%s\n' 'width = 1.5' >bad.toml; superwarp sweep bad.toml --out out
  superwarp: error: bad.toml:3: width: expected a text, a whole number from 0 on, true or false, a list of these, or a range { from = 1, to = 16, times = 2 }
  [2]
  $ printf 'workload = "random"\nsize = 64\n%s\n' "machine = 'dm'" >bad.toml; superwarp sweep bad.toml --out out
  superwarp: error: bad.toml: no point of it is possible; the first: bad.toml:3: --workload random --size 64 --machine dm: unknown machine 'dm', did you mean 'dmm'? There are: dmm, umm, sdmm, rsdmm, summ, gt200, hmm
  [2]
  $ printf 'workload = "random"\nsize = 64\n%s\n' 'keys = 99999999999' >bad.toml; superwarp sweep bad.toml --out out
  superwarp: error: bad.toml:3: keys: expected at most 100000
  [2]
  $ printf 'workload = "random"\nsize = 64\n%s\n' "cost.libary = 'osu018'" >bad.toml; superwarp sweep bad.toml --out out
  superwarp: error: bad.toml:3: 'libary' is no option of [cost], did you mean 'library'? Expected one of rows, data-bits, library, limit
  [2]
  $ printf 'workload = "random"\nsize = 64\n%s\n' "cost = 'yes'" >bad.toml; superwarp sweep bad.toml --out out
  superwarp: error: bad.toml:3: cost: expected true, false, or a table of rows, data-bits, library, limit
  [2]
  $ printf 'workload = "random"\nsize = 64\n%s\n' 'latency = { from = 8, to = 2, times = 2 }' >bad.toml; superwarp sweep bad.toml --out out
  superwarp: error: bad.toml:3: latency: expected a range such as { from = 1, to = 16, times = 2 } or { from = 8, to = 64, step = 8 }, from at most to, times at least 2
  [2]
  $ printf 'workload = "random"\nsize = 64\n%s\n' "shallow = 'x'" >bad.toml; superwarp sweep bad.toml --out out
  superwarp: error: bad.toml: no point of it is possible; the first: bad.toml:3: --workload random --size 64 --shallow x: --shallow 'x': expected true or false
  [2]
  $ superwarp sweep space.toml --out out --batch 3/2
  superwarp: error: --batch 3/2: expected I/N, the I-th of N parts, such as 3/8; N at most 16 points
  [2]
  $ superwarp sweep space.toml --plan space.toml
  superwarp: error: --plan space.toml: is the input (space), which it would replace; choose another name
  [2]
  $ superwarp report
  superwarp: error: folder is required
  [2]
  $ superwarp report none
  superwarp: error: none: no such folder, expected one that 'superwarp sweep SPACE --out none' filled
  [2]
  $ superwarp report examples
  superwarp: error: examples/sweep.json: cannot be opened: No such file or directory; expected a complete result of 'superwarp sweep SPACE --out examples'
  [2]
  $ superwarp report swept --csv swept/results.csv
  superwarp: error: --csv swept/results.csv: is the input (folder), which it would replace; choose another name
  [2]
  $ superwarp report swept --map 99
  superwarp: error: --map 99: no such point has results, expected numbers from the column 'point'
  [2]
  $ superwarp report swept --cvs -
  superwarp: error: '--cvs' is not expected here, did you mean '--csv'? See 'superwarp report --help'
  [2]
