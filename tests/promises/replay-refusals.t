# SPDX-License-Identifier: Apache-2.0

  $ . "$TESTDIR"/setup.sh

Malformed traces are refused with file and line, what was found and what was expected.

  $ superwarp replay none.trace
  superwarp: error: none.trace: cannot be opened: No such file or directory
  [2]
  $ superwarp replay
  superwarp: error: file is required
  [2]
  $ superwarp replay /dev/null
  superwarp: error: /dev/null: is empty, expected '# superwarp-trace 1' as its first line
  [2]
  $ superwarp replay - </dev/null
  superwarp: error: <stdin>: is empty, expected '# superwarp-trace 1' as its first line
  [2]
  $ superwarp replay examples
  superwarp: error: examples: is a folder without kernelslist.g and kernel-N.traceg, expected a file or a folder of traces
  [2]
  $ printf '# superwarp-trace 4\n0 0 R 0 1 2 3\n' >bad.trace; superwarp replay bad.trace --engine model
  superwarp: error: bad.trace:1: '# superwarp-trace 4', expected '# superwarp-trace 1' as the first line, '# superwarp-trace 2' for several memories, or '# superwarp-trace 3' for addresses of bytes
  [2]
  $ printf 'hello\n' >bad.trace; superwarp replay bad.trace --engine model
  superwarp: error: bad.trace:1: 'hello', expected '# superwarp-trace 1' as the first line, '# superwarp-trace 2' for several memories, or '# superwarp-trace 3' for addresses of bytes
  [2]
  $ printf '# superwarp-trace 1' >bad.trace; superwarp replay bad.trace --engine model
  superwarp: error: bad.trace:1: the last line has no end, expected a newline: the file may be cut off
  [2]
  $ printf '# superwarp-trace 1\n0 0 RG 0 1 2 3\n' >bad.trace; superwarp replay bad.trace --engine model
  superwarp: error: bad.trace:2: operation 'RG', expected R or W; accesses to global memory are in a trace whose first line is '# superwarp-trace 2'
  [2]
  $ printf '# superwarp-trace 1\n0 0 X 0 1 2 3\n' >bad.trace; superwarp replay bad.trace --engine model
  superwarp: error: bad.trace:2: operation 'X', expected R or W
  [2]
  $ printf '# superwarp-trace 1\nbarrier\n# nothing\n' >bad.trace; superwarp replay bad.trace --engine model
  superwarp: error: bad.trace: has no access, expected lines 'round warp R|W addresses'
  [2]
  $ printf '# superwarp-trace 1\n0 0 R 0 1 2 3\n1 0 R 0 1 2' >bad.trace; superwarp replay bad.trace --engine model
  superwarp: error: bad.trace:3: the last line has no end, expected a newline: the file may be cut off
  [2]
  $ printf '# superwarp-trace 1\n0 0 R 0 x\n' >bad.trace; superwarp replay bad.trace --engine model
  superwarp: error: bad.trace:2: address 'x', expected a number below 2147483648, or - for an inactive thread
  [2]
  $ printf '# superwarp-trace 1\n0 0 R 0 -1\n' >bad.trace; superwarp replay bad.trace --engine model
  superwarp: error: bad.trace:2: address '-1', expected a number below 2147483648, or - for an inactive thread
  [2]
  $ printf '# superwarp-trace 1\n0 0 R 0 99999999999\n' >bad.trace; superwarp replay bad.trace --engine model
  superwarp: error: bad.trace:2: address '99999999999', expected a number below 2147483648, or - for an inactive thread
  [2]
  $ printf '# superwarp-trace 1\n0 0 R 0 1\nbarrier\n0 1 R 0 1\n' >bad.trace; superwarp replay bad.trace --engine model
  superwarp: error: bad.trace:4: round 0 continues after a barrier, expected a higher round
  [2]
  $ printf '# superwarp-trace 1\n0 0 R 0 1\n0 0 R 0 1\n' >bad.trace; superwarp replay bad.trace --engine model
  superwarp: error: bad.trace:3: warp 0 after warp 0, expected increasing warps within round 0
  [2]
  $ printf '# superwarp-trace 1\n1 0 R 0 1\n0 0 R 0 1\n' >bad.trace; superwarp replay bad.trace --engine model
  superwarp: error: bad.trace:3: round 0 after round 1, expected rounds that do not decrease
  [2]
  $ printf '# superwarp-trace 1\n0\n' >bad.trace; superwarp replay bad.trace --engine model
  superwarp: error: bad.trace:2: warp '', expected a number below 1048576
  [2]
  $ printf '# superwarp-trace 3\n0 0 R16 0 16\n' >bad.trace; superwarp replay bad.trace --engine model
  superwarp: error: bad.trace:2: 4 words a thread, expected a machine of that width at least, not 2
  [2]
  $ printf '# superwarp-trace 1\n0 0 R 0 1 ; x\n' >bad.trace; superwarp replay bad.trace --engine model
  superwarp: error: bad.trace:2: work 'x', expected INSTRUCTIONS, INSTRUCTIONS/LENGTH or TIMESxINSTRUCTIONS/LENGTH, each from 1 to 16777215
  [2]
  $ printf '# superwarp-trace 1\n0 0 R 0 1\n0 1 W 2 3\n' >mixed.trace
  $ superwarp replay mixed.trace --machine sdmm --super-warp 2 --engine model
  superwarp: error: mixed.trace:3: warp 1 writes where warp 0 of its super warp (line 2) reads, expected one kind of access from the 2 warps of a super warp in a round
  [2]
  $ head -12 examples/transpose.traceg >cut.traceg
  $ superwarp replay cut.traceg --engine model
  superwarp: error: cut.traceg:12: ends without a thread block, expected #BEGIN_TB: the file may be cut off
  [2]
  $ sed '/^insts/s/[0-9][0-9]*/x/' examples/transpose.traceg >x.traceg
  $ superwarp replay x.traceg --engine model
  superwarp: error: x.traceg:22: insts = 'x', expected a number
  [2]

Traces that do not fit the machine.

  $ superwarp replay examples/hierarchy.trace
  superwarp: error: examples/hierarchy.trace:5: an access to global memory, expected R or W for the dmm, which is one memory; the hmm has several (--machine hmm)
  [2]
  $ superwarp replay examples/hierarchy.trace --machine hmm --multiprocessors 2 --shared sdmm --super-warp 2
  superwarp: error: examples/hierarchy.trace:8: warp 3 accesses shared memory where warp 2 of its super warp (line 7) does global, expected one memory for the 2 warps of a super warp in a round
  [2]
  $ superwarp replay examples/fig4.trace --rows 5 --engine model
  superwarp: error: --rows 5: the largest address is 23, which needs 6 rows of 4 words
  [2]
  $ superwarp replay examples/fig4.trace --mapping h3 --regions 8:0+99 --engine model
  superwarp: error: --regions 8:0+99: 0+99 is no part of a memory of 6 rows, expected rows from 0 to 5
  [2]
  $ superwarp replay examples/issue.trace --issue 1 --engine model
  superwarp: error: --issue: in the rounds schedule warps wait for each other after every access, expected --schedule async
  [2]

Options that contradict the trace or each other.

  $ superwarp replay examples/fig4.trace --gpu ampere
  superwarp: error: --gpu ampere: its waves have 32 lanes, the warps of this trace 4
  [2]
  $ superwarp replay examples/transpose.traceg --gpu amper --engine model
  superwarp: error: unknown GPU 'amper', did you mean 'ampere'? There are: ada, ampere, blackwell, cdna2, cdna3, cdna4, fermi, gcn5, gt200, hopper, kepler-4byte, kepler-8byte, maxwell, pascal, turing, volta; or a file's name, *.json
  [2]
  $ superwarp replay examples/fig4.trace --markdown -
  superwarp: error: --markdown, --csv, --svg: expected a .traceg, which has lines; this is a text trace
  [2]
  $ superwarp replay examples/fig4.trace --sort time
  superwarp: error: --sort: expected a .traceg, which has lines; this is a text trace
  [2]
  $ superwarp replay examples/tiles.traceg --sort tme
  superwarp: error: unknown order 'tme', did you mean 'time'? There are: slots, time
  [2]
  $ superwarp replay examples/tiles.traceg --sort time --machine hmm --multiprocessors 2
  superwarp: error: --sort time: expected a machine of one memory, which has a time per line
  [2]
  $ superwarp replay examples/transpose.traceg --ncu none.csv --engine model
  superwarp: error: --ncu: expected --gpu NAME, whose rules predict the counters
  [2]
  $ superwarp replay examples/transpose.traceg --gpu ampere --ncu none.csv --engine model
  superwarp: error: none.csv: cannot be opened: No such file or directory
  [2]
  $ superwarp replay examples/fig4.trace --size 32
  superwarp: error: '--size' is not expected here. See 'superwarp replay --help'
  [2]
  $ superwarp replay examples/fig4.trace --json - --json x.json
  superwarp: error: --json: is given more than once; give an option once
  [2]
  $ superwarp replay examples/fig4.trace --engine closed
  superwarp: error: --engine closed: there is no closed form of this on this machine; use --engine model
  [2]
  $ superwarp replay examples/fig4.trace --latncy 3
  superwarp: error: '--latncy' is not expected here, did you mean '--latency'? See 'superwarp replay --help'
  [2]

An input is never replaced.

  $ cp examples/fig4.trace input.trace && ln -s input.trace soft.trace
  $ superwarp replay input.trace --json input.trace --engine model
  superwarp: error: --json input.trace: is the input (file), which it would replace; choose another name
  [2]
  $ superwarp replay input.trace --json soft.trace --engine model
  superwarp: error: --json soft.trace: is the input (file), which it would replace; choose another name
  [2]
  $ superwarp replay input.trace --json x --waves ./x
  superwarp: error: --waves ./x: --json writes there too; choose another name
  [2]
  $ cmp input.trace examples/fig4.trace
