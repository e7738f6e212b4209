# SPDX-License-Identifier: Apache-2.0

  $ . "$TESTDIR"/setup.sh

Names that do not exist are refused, with the nearest one.

  $ superwarp run --wokload contiguous --size 64
  superwarp: error: '--wokload' is not expected here, did you mean '--workload'? See 'superwarp run --help'
  [2]
  $ superwarp run --workload contigous --size 64
  superwarp: error: unknown workload 'contigous', did you mean 'contiguous'? There are: contiguous, stride, row-major, column-major, transpose-naive, transpose-diagonal, permutation, random, all-same-bank, all-same-address, diagonal, transpose-straightforward, transpose-diagonal-workspace, transpose-rotate, sum, prefix-sums-simple, prefix-sums-optimal, permute-straightforward, permute-conflict-free, permute-row-wise, permute-umm, aes-tables, aes-last-round, kernel-transpose-tile, kernel-transpose-tile-padded, kernel-reduction-interleaved, kernel-reduction-sequential, kernel-scan-blelloch, kernel-scan-blelloch-padded, kernel-bitonic-sort, kernel-matrix-product, kernel-lud-perimeter, kernel-needleman-wunsch, kernel-hotspot, kernel-stencil, kernel-convolution-columns, kernel-fft, kernel-histogram, hmm-sum, hmm-transpose-naive, hmm-transpose-padded, hmm-transpose-diagonal, hmm-convolution, hmm-matrix-product, hmm-prefix-sums, hmm-permutation
  [2]
  $ superwarp run --workload verilog --size 64
  superwarp: error: unknown workload 'verilog'. There are: contiguous, stride, row-major, column-major, transpose-naive, transpose-diagonal, permutation, random, all-same-bank, all-same-address, diagonal, transpose-straightforward, transpose-diagonal-workspace, transpose-rotate, sum, prefix-sums-simple, prefix-sums-optimal, permute-straightforward, permute-conflict-free, permute-row-wise, permute-umm, aes-tables, aes-last-round, kernel-transpose-tile, kernel-transpose-tile-padded, kernel-reduction-interleaved, kernel-reduction-sequential, kernel-scan-blelloch, kernel-scan-blelloch-padded, kernel-bitonic-sort, kernel-matrix-product, kernel-lud-perimeter, kernel-needleman-wunsch, kernel-hotspot, kernel-stencil, kernel-convolution-columns, kernel-fft, kernel-histogram, hmm-sum, hmm-transpose-naive, hmm-transpose-padded, hmm-transpose-diagonal, hmm-convolution, hmm-matrix-product, hmm-prefix-sums, hmm-permutation
  [2]
  $ superwarp run --workload contiguous --size 64 --machine dmn
  superwarp: error: unknown machine 'dmn', did you mean 'dmm'? There are: dmm, umm, sdmm, rsdmm, summ, gt200, hmm
  [2]
  $ superwarp run --workload contiguous --size 64 --machine stream
  superwarp: error: --machine stream: stream is an RPU; use --machine rsdmm --rpu stream (sdmm, rsdmm have RPUs)
  [2]
  $ superwarp run --workload contiguous --size 64 --machine sdmm --rpu steam
  superwarp: error: unknown rpu 'steam', did you mean 'stream'? There are: batch, serial, stream, pipelined, crossbar
  [2]
  $ superwarp run --workload contiguous --size 64 --machine sdmm --rpu stream --priority fulest
  superwarp: error: unknown priority 'fulest', did you mean 'fullest'? There are: fullest, turn
  [2]
  $ superwarp run --workload contiguous --size 64 --mapping random-shft
  superwarp: error: unknown mapping 'random-shft', did you mean 'random-shift'? There are: identity, pad, xor-swizzle, xor-fold, prime, swizzle, tma-32, tma-64, tma-128, ipoly, random-shift, random-xor, rap, h3, tabulation
  [2]
  $ superwarp run --workload contiguous --size 64 --engine rtl,modle
  superwarp: error: unknown engine 'modle', did you mean 'model'? There are: rtl, model, closed
  [2]
  $ superwarp run --workload contiguous --size 64 --engine ,
  superwarp: error: unknown engine ''. There are: rtl, model, closed
  [2]
  $ superwarp run --workload contiguous --size 64 --schedule asnyc
  superwarp: error: unknown schedule 'asnyc', did you mean 'async'? There are: rounds, async
  [2]
  $ superwarp run --workload contiguous --size 64 --lateny 3
  superwarp: error: '--lateny' is not expected here, did you mean '--latency'? See 'superwarp run --help'
  [2]
  $ superwarp run --workload hmm-sum --size 64 --machine hmm --shared dmn
  superwarp: error: unknown shared memory 'dmn', did you mean 'dmm'? There are: dmm, umm, sdmm, rsdmm, summ, gt200
  [2]
  $ superwarp run --workload permute-row-wise --size 64 --permutation bit-reverse
  superwarp: error: permutation 'bit-reverse': no such file, and no name, did you mean 'bit-reversal'? There are: random, identity, bit-reversal, transpose, worst-banks, worst-groups
  [2]
  $ superwarp run --workload contiguous --size 64 --zzz
  superwarp: error: '--zzz' is not expected here. See 'superwarp run --help'
  [2]
  $ superwarp run --workload contiguous --size 64 extra
  superwarp: error: 'extra' is not expected here. See 'superwarp run --help'
  [2]

What must be given is asked for.

  $ superwarp run
  superwarp: error: --workload is required
  [2]
  $ superwarp run --workload contiguous
  superwarp: error: --size is required
  [2]
  $ superwarp run --workload contiguous --size
  superwarp: error: --size: expected a value
  [2]
  $ superwarp run --workload contiguous --size 64 --machine sdmm
  superwarp: error: --machine sdmm: expected --super-warp S too, the warps that its RPU packs, 1 to 16; with 1 it is the dmm
  [2]
  $ superwarp run --workload contiguous --size 64 --machine summ
  superwarp: error: --machine summ: expected --super-warp S too, the warps that its RPU packs, 1 to 16; with 1 it is the umm
  [2]
  $ superwarp run --workload contiguous --size 64 --machine sdmm --rpu serial
  superwarp: error: --rpu serial: it packs super warps of 2 to 16 warps, expected --super-warp S; one warp at a time is --rpu batch
  [2]
  $ superwarp run --workload hmm-sum --size 64
  superwarp: error: --workload hmm-sum: it needs a global memory, expected --machine hmm
  [2]
  $ superwarp run --workload contiguous --size 64 --machine hmm
  superwarp: error: --workload contiguous: it has one memory; workloads for several multiprocessors: hmm-sum, hmm-transpose-naive, hmm-transpose-padded, hmm-transpose-diagonal, hmm-convolution, hmm-matrix-product, hmm-prefix-sums, hmm-permutation
  [2]

Numbers out of range, and words that are no numbers.

  $ superwarp run --workload contiguous --size 0
  superwarp: error: workload contiguous: size 0: it has at least one word
  [2]
  $ superwarp run --workload contiguous --size abc
  superwarp: error: --size: 'abc', expected a whole number, 0 to 2^64 - 1
  [2]
  $ superwarp run --workload contiguous --size -1
  superwarp: error: --size: '-1', expected a whole number, 0 to 2^64 - 1
  [2]
  $ superwarp run --workload contiguous --size 18446744073709551616
  superwarp: error: --size: '18446744073709551616', expected a whole number, 0 to 2^64 - 1
  [2]
  $ superwarp run --workload row-major --size 46341 --engine model
  superwarp: error: workload row-major: size 46341 is too large: the largest is 46340, addresses end below 2147483648
  [2]
  $ superwarp run --workload contiguous --size 2147483647 --engine model
  superwarp: error: not enough memory: a memory of 2147483647 words takes 8 GiB, allowed are 2; set SUPERWARP_MEMORY=8 in the environment to allow it
  [2]
  $ superwarp run --workload contiguous --size 64 --width 0
  superwarp: error: --width 0: expected a number from 1 to 65536
  [2]
  $ superwarp run --workload contiguous --size 64 --width 1.5
  superwarp: error: --width: '1.5', expected a whole number, 0 to 2^64 - 1
  [2]
  $ superwarp run --workload contiguous --size 64 --banks 131072
  superwarp: error: --banks 131072: expected a number from 1 to 65536
  [2]
  $ superwarp run --workload contiguous --size 64 --latency 0
  superwarp: error: --latency 0: expected a number from 1 to 1024
  [2]
  $ superwarp run --workload contiguous --size 64 --latency 1025
  superwarp: error: --latency 1025: expected a number from 1 to 1024
  [2]
  $ superwarp run --workload contiguous --size 64 --threads 33
  superwarp: error: --threads 33: expected a multiple of super warp * width = 32, at most 16777216; the nearest is 32
  [2]
  $ superwarp run --workload contiguous --size 64 --threads 100 --machine sdmm --super-warp 3
  superwarp: error: --threads 100: expected a multiple of super warp * width = 96, at most 16777216; the nearest is 96
  [2]
  $ superwarp run --workload contiguous --size 64 --machine sdmm --super-warp 17
  superwarp: error: --super-warp 17: expected a number from 1 to 16
  [2]
  $ superwarp run --workload contiguous --size 64 --blocks 65
  superwarp: error: --blocks 65: expected a number from 1 to 64
  [2]
  $ superwarp run --workload contiguous --size 64 --rows 1
  superwarp: error: --rows 1: the largest address is 63, which needs 2 rows of 32 words
  [2]
  $ superwarp run --workload contiguous --size 64 --ports 3
  superwarp: error: --ports 3: expected a number from 1 to 2
  [2]
  $ superwarp run --workload contiguous --size 64 --bank-words 3
  superwarp: error: --bank-words 3: expected a number from 1 to 2
  [2]
  $ superwarp run --workload contiguous --size 64 --route 7
  superwarp: error: --route 7: a slot reaches the banks in stage 8 at the earliest, expected --latency 8 or more
  [2]
  $ superwarp run --workload contiguous --size 64 --machine sdmm --rpu stream --depth 17
  superwarp: error: --depth 17: expected a number from 1 to 16
  [2]
  $ superwarp run --workload contiguous --size 64 --machine sdmm --rpu pipelined --passes 5
  superwarp: error: --passes 5: expected a number from 1 to 4
  [2]
  $ superwarp run --workload contiguous --size 64 --machine sdmm --rpu pipelined --queue 9
  superwarp: error: --queue 9: expected a number from 0 to 8
  [2]
  $ superwarp run --workload contiguous --size 64 --machine sdmm --rpu pipelined --store 17
  superwarp: error: --store 17: expected a number from 0 to 16
  [2]
  $ superwarp run --workload contiguous --size 64 --machine sdmm --rpu serial --super-warp 2 --intake 3
  superwarp: error: --intake 3: expected a number from 1 to 2
  [2]
  $ superwarp run --workload hmm-sum --size 64 --machine hmm --multiprocessors 65
  superwarp: error: --multiprocessors 65: expected a number from 1 to 64
  [2]
  $ superwarp run --workload hmm-sum --size 64 --machine hmm --shared-latency 0
  superwarp: error: --shared-latency 0: expected a number from 1 to 1024
  [2]
  $ superwarp run --workload random --size 64 --write-percent 101
  superwarp: error: --write-percent 101: expected a number from 0 to 100
  [2]
  $ superwarp run --workload contiguous --size 64 --schedule async --issue 17
  superwarp: error: --issue 17: expected a number from 1 to 16
  [2]
  $ superwarp run --workload contiguous --size 64 --schedule async --issue 1 --places 1025
  superwarp: error: --places 1025: expected a number from 0 to 1024
  [2]
  $ superwarp run --workload kernel-bitonic-sort --size 3 --engine model
  superwarp: error: workload kernel-bitonic-sort: size 3 is not a power of two; the nearest are 2 and 4
  [2]
  $ superwarp run --workload sum --size 1 --engine model
  superwarp: error: workload sum: with size 1 it accesses nothing, expected a larger size
  [2]
  $ superwarp run --workload permute-umm --size 2048 --engine model
  superwarp: error: workload permute-umm: size 2048 is not w^(2^k), which recursive rows need; for width 32 there are 32, 1024, 1048576
  [2]

Options that contradict each other, or have no effect.

  $ superwarp run --workload contiguous --size 64 --width 4 --width 8
  superwarp: error: --width: is given more than once; give an option once
  [2]
  $ superwarp run --workload contiguous --size 64 --super-warp 3
  superwarp: error: --super-warp: the dmm has no super warps; sdmm, rsdmm, summ have
  [2]
  $ superwarp run --workload contiguous --size 64 --rpu stream
  superwarp: error: --rpu stream: the dmm has no choice of RPUs; sdmm, rsdmm have
  [2]
  $ superwarp run --workload contiguous --size 64 --machine sdmm --rpu stream --super-warp 1
  superwarp: error: --super-warp: the RPU stream takes single warps; --depth D stores as many requests as a super warp of D warps; leave --super-warp out
  [2]
  $ superwarp run --workload contiguous --size 64 --machine rsdmm --depth 3
  superwarp: error: --depth: the RPU batch has none, expected --rpu stream or pipelined or crossbar too
  [2]
  $ superwarp run --workload contiguous --size 64 --machine sdmm --rpu crossbar --passes 3
  superwarp: error: --passes: the RPU crossbar has none, expected --rpu stream or pipelined
  [2]
  $ superwarp run --workload contiguous --size 64 --machine sdmm --rpu stream --store 4
  superwarp: error: --store: the RPU stream has none, expected --rpu pipelined
  [2]
  $ superwarp run --workload contiguous --size 64 --machine sdmm --rpu stream --ports 2
  superwarp: error: --ports 2: the RPU stream chooses one word of a bank in a time unit, expected --rpu batch
  [2]
  $ superwarp run --workload contiguous --size 64 --machine gt200 --ports 2
  superwarp: error: --ports 2: a slot of the gt200 broadcasts one word, expected a machine that serves words or rows
  [2]
  $ superwarp run --workload contiguous --size 64 --route 2 --ports 2
  superwarp: error: --ports 2: the network takes one word to each bank, expected --route 0
  [2]
  $ superwarp run --workload contiguous --size 64 --mapping h3 --bank-words 2
  superwarp: error: --bank-words 2: the mapping h3 moves single words, which would separate the words of a bank, expected --mapping identity
  [2]
  $ superwarp run --workload contiguous --size 64 --machine umm --mapping pad
  superwarp: error: --mapping pad: a slot of the umm serves a whole row, whatever bank its words are in; dmm, sdmm, rsdmm, gt200 have mappings
  [2]
  $ superwarp run --workload contiguous --size 64 --mapping xor-fold --banks 12
  superwarp: error: --mapping xor-fold: it works on the bits of a bank's number, so it needs a power of two of banks from 2 on, not 12; identity, pad, prime, random-shift, rap have any number
  [2]
  $ superwarp run --workload contiguous --size 64 --multiprocessors 2
  superwarp: error: --multiprocessors: the dmm is one memory, expected --machine hmm
  [2]
  $ superwarp run --workload hmm-sum --size 64 --machine hmm --blocks 2
  superwarp: error: --blocks 2: a multiprocessor of the hmm holds one block
  [2]
  $ superwarp run --workload hmm-sum --size 64 --machine hmm --banks 17
  superwarp: error: --banks 17: a memory of the hmm has as many banks as a warp has threads; use a machine of one memory
  [2]
  $ superwarp run --workload contiguous --size 64 --permutation random
  superwarp: error: workload contiguous: it has no permutation to choose; those that have one are called permute-... or hmm-permutation
  [2]
  $ superwarp run --workload contiguous --size 64 --taps 3
  superwarp: error: workload contiguous: it has no taps to choose
  [2]
  $ superwarp run --workload contiguous --size 64 --write-percent 5
  superwarp: error: workload contiguous: it has no writes to choose
  [2]
  $ superwarp run --workload contiguous --size 64 --issue 2
  superwarp: error: --issue: in the rounds schedule warps wait for each other after every access, expected --schedule async
  [2]
  $ superwarp run --workload contiguous --size 64 --order oldest
  superwarp: error: --order: nothing is issued, expected --issue N too
  [2]
  $ superwarp run --workload contiguous --size 64 --engine model --shallow
  superwarp: error: --shallow: the RTL does not run, --engine leaves it out
  [2]
  $ superwarp run --workload contiguous --size 64 --engine model --rtl /nope
  superwarp: error: --rtl: the RTL does not run, --engine leaves it out
  [2]
  $ superwarp run --workload contiguous --size 64 --engine model --waves a.fst
  superwarp: error: --waves: waveforms come from the RTL, which --engine leaves out
  [2]
  $ superwarp run --workload random --size 64 --engine closed
  superwarp: error: --engine closed: there is no closed form of this: there is no formula of random; use --engine model
  [2]
  $ superwarp run --workload contiguous --size 64 --mapping prime --engine rtl
  superwarp: error: --engine rtl: there is no RTL of the mapping prime; use --engine model
  [2]
  $ superwarp run --workload contiguous --size 64 --banks 129 --engine rtl
  superwarp: error: --engine rtl: 129 banks are more than the RTL's 128; use --engine model
  [2]

Regions that are none.

  $ superwarp run --workload contiguous --size 64 --regions 8
  superwarp: error: --regions 8: the mapping identity is the same on and off, expected --mapping too
  [2]
  $ superwarp run --workload contiguous --size 64 --mapping h3 --regions 3
  superwarp: error: --regions 3: expected a number of regions, a power of two from 1 to 1024, and those that are on, as in 8:10110000 or 8:0,2-3, or their rows, as in 8:0+16,40+8
  [2]
  $ superwarp run --workload contiguous --size 64 --mapping h3 --regions 8:8
  superwarp: error: --regions 8:8: '8' is no region, expected 0 to 7
  [2]
  $ superwarp run --workload contiguous --size 64 --mapping pad --regions 2::h3
  superwarp: error: --regions 2::h3: the mapping h3 cannot serve regions that are off: expected one without a key whose words stay in their rows
  [2]
  $ superwarp run --workload contiguous --size 64 --mapping h3 --regions 2::
  superwarp: error: --regions 2::: expected a mapping for regions that are off, as in 8:0,2-3:pad
  [2]
  $ superwarp run --workload contiguous --size 64 --mapping h3 --regions 2:0+4,x
  superwarp: error: --regions 2:0+4,x: 'x' is no region, expected FIRST+ROWS
  [2]
  $ superwarp run --workload contiguous --size 64 --mapping h3 --regions 2:1000+1
  superwarp: error: --regions 2:1000+1: 1000+1 is no part of a memory of 2 rows, expected rows from 0 to 1
  [2]
  $ superwarp run --workload contiguous --size 64 --mapping h3 --region-rows 4
  superwarp: error: --region-rows 4: expected --regions too
  [2]
  $ superwarp run --workload contiguous --size 64 --mapping h3 --regions 2 --region-rows 3
  superwarp: error: --region-rows 3: expected a power of two
  [2]
  $ superwarp run --workload contiguous --size 64 --mapping prime --regions 2
  superwarp: error: --regions 2: the mapping prime moves words to other rows, so to other regions
  [2]

Shifts and permutations that cannot be used: the message has file and line.

  $ superwarp run --workload contiguous --size 64 --shifts 0,1 --engine model
  superwarp: error: --shifts: the mapping identity has no shifts; random-shift, random-xor, rap have
  [2]
  $ superwarp run --workload contiguous --size 64 --machine rsdmm --shifts 0,1,x --engine model
  superwarp: error: --shifts 0,1,x: is no list of numbers r0,r1,... and no readable file: cannot be opened: No such file or directory
  [2]
  $ superwarp run --workload contiguous --size 64 --machine rsdmm --shifts 0 --engine model
  superwarp: error: --shifts: expected a shift for every row, found 1; the memory has rows 0 to 1
  [2]
  $ superwarp run --workload contiguous --size 64 --machine rsdmm --shifts 0,32 --engine model
  superwarp: error: --shifts: entry 1 of the key (shift of row 1) is 32, not below the number of banks 32
  [2]
  $ superwarp run --workload contiguous --size 64 --machine rsdmm --shifts ,,1 --engine model
  superwarp: error: --shifts ,,1: a number is missing, expected r0,r1,...
  [2]
  $ superwarp run --workload contiguous --size 64 --machine rsdmm --shifts none --engine model
  superwarp: error: --shifts none: is no list of numbers r0,r1,... and no readable file: cannot be opened: No such file or directory
  [2]
  $ printf '0\n\nx\n' >shifts
  $ superwarp run --workload contiguous --size 64 --machine rsdmm --shifts shifts --engine model
  superwarp: error: shifts:3: 'x' is no shift, expected a number below the width
  [2]
  $ superwarp run --workload permute-straightforward --size 4 --permutation none --engine model
  superwarp: error: permutation 'none': no such file, and no name. There are: random, identity, bit-reversal, transpose, worst-banks, worst-groups
  [2]
  $ printf '# four\n2\n1\n\n2\n0\n' >twice
  $ superwarp run --workload permute-straightforward --size 4 --permutation twice --engine model
  superwarp: error: twice:5: 2 again: line 2 has it, expected every target once
  [2]
  $ printf '0\n2\n1\n' >short
  $ superwarp run --workload permute-straightforward --size 4 --permutation short --engine model
  superwarp: error: short:3: the text ends after 3 numbers, expected 4, as many as --size
  [2]
  $ printf '2\n1\n0\n3\n' >rows
  $ superwarp run --workload permute-row-wise --size 4 --width 2 --threads 4 --permutation rows --engine model
  superwarp: error: rows:1: '2', expected the target of word 0, 0 to 1
  [2]
  $ superwarp run --workload permute-conflict-free --size 96 --permutation transpose --engine model
  superwarp: error: workload permute-conflict-free, permutation transpose: size 96 is not a square; the nearest are 81 and 100
  [2]

Outputs that cannot be written, or that are an input.

  $ superwarp run --workload contiguous --size 64 --engine model --json none/result.json
  superwarp: error: none/result.json: cannot write here: No such file or directory
  [2]
  $ superwarp run --workload contiguous --size 64 --engine model --json .
  superwarp: error: .: is no regular file, expected one to write or replace
  [2]
  $ superwarp run --workload contiguous --size 64 --machine rsdmm --engine model --shifts shifts --json shifts
  superwarp: error: --json shifts: is the input (--shifts), which it would replace; choose another name
  [2]
  $ superwarp run --workload contiguous --size 64 --engine model --json "$(printf 'x\ty.json')"
  superwarp: error: --json x\x09y.json: has a control character in its name, expected none; rename the file
  [2]

A limit on memory.

  $ SUPERWARP_MEMORY=x superwarp run --workload contiguous --size 64 --engine model
  superwarp: error: SUPERWARP_MEMORY=x: expected a number of GiB, more than 0
  [2]
  $ SUPERWARP_MEMORY=0.1 superwarp run --workload contiguous --size 64 --rows 4000000 --machine rsdmm --engine model --json -
  superwarp: error: not enough memory: JSON of 4000000 shifts takes 0.179 GiB, allowed are 0.1; set SUPERWARP_MEMORY=1 in the environment to allow it
  [2]

No refusal leaves a file.

  $ ls
  data
  examples
  rows
  shifts
  short
  twice
