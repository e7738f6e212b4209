# SPDX-License-Identifier: Apache-2.0

  $ . "$TESTDIR"/setup.sh

The claims of the papers that the program checks, with what each says.

  $ superwarp reproduce --list | cut -d' ' -f1
  super-warp.fig-4
  super-warp.slip.fig-4
  super-warp.fig-6
  super-warp.fig-7
  super-warp.one-bank
  super-warp.merging
  super-warp.distinct-addresses
  super-warp.super-warp-members
  super-warp.f-w-identity
  super-warp.congestion-range
  super-warp.arbitrary-write
  super-warp.sdmm-not-optimal
  super-warp.lemma-1.dmm
  super-warp.lemma-1.sdmm
  super-warp.row-major.dmm
  super-warp.row-major.sdmm
  super-warp.column-major.dmm
  super-warp.theorem-3.case-1.as-printed
  super-warp.theorem-3.case-2.as-printed
  super-warp.theorem-2.naive
  super-warp.theorem-2.diagonal
  super-warp.theorem-3.naive
  super-warp.theorem-3.diagonal
  super-warp.theorem-3.diagonal-congestion
  super-warp.sdmm-faster
  super-warp.lower-bound
  super-warp.few-circuits
  super-warp.rsu-simple
  super-warp.lemma-5
  super-warp.lemma-5.proof
  super-warp.theorem-6
  super-warp.corollary-7
  super-warp.any-access.full-super-warp
  super-warp.any-access.same-requests
  super-warp.any-access.one-warp
  rsdmm.theorem-8.naive
  rsdmm.theorem-8.diagonal
  super-warp.table-1
  super-warp.table-2
  super-warp.table-2.column-is-a-bound
  super-warp.table-2.column-heading
  super-warp.table-2.column-approximates
  super-warp.table-2.less-than-2
  super-warp.table-2.almost-2
  memory-machines.fig-4.dmm
  memory-machines.fig-4.umm
  memory-machines.fig-5
  memory-machines.fig-6
  memory-machines.slip.figure
  memory-machines.pipeline
  memory-machines.contiguous.dmm
  memory-machines.contiguous.umm
  memory-machines.contiguous.ipsj
  memory-machines.stride.dmm
  memory-machines.stride.umm
  memory-machines.stride.umm.section-1
  memory-machines.stride.umm.overhead
  memory-machines.contiguous.optimal
  memory-machines.stride.optimal
  memory-machines.pipeline-full
  memory-machines.copy
  memory-machines.power-order
  memory-machines.theorem-1.contiguous.pram
  memory-machines.theorem-1.contiguous.bpram
  memory-machines.theorem-1.contiguous.dmm
  memory-machines.theorem-1.contiguous.umm
  memory-machines.theorem-1.stride.pram
  memory-machines.theorem-1.stride.bpram
  memory-machines.theorem-1.stride.dmm
  memory-machines.theorem-1.stride.umm
  memory-machines.transpose.pram
  memory-machines.transpose.bpram
  memory-machines.transpose.dmm.as-printed
  memory-machines.transpose.dmm.order-n
  memory-machines.transpose.umm.as-printed
  memory-machines.lemma-2.as-printed
  memory-machines.rotation.as-printed
  memory-machines.lemma-3
  memory-machines.permutation.pram
  memory-machines.permutation.bpram
  memory-machines.permutation.worst.as-printed
  memory-machines.theorem-4
  memory-machines.lemma-5
  memory-machines.theorem-6
  memory-machines.row
  memory-machines.row-wise
  memory-machines.lemma-7.as-printed
  memory-machines.theorem-8.as-printed
  memory-machines.lemma-7.graph.as-printed
  memory-machines.lemma-7.graph.example
  memory-machines.fig-8
  memory-machines.listing.exchange-all
  memory-machines.listing.swap-all
  memory-machines.slip.turns
  memory-machines.slip.stride-rounds
  memory-machines.slip.work-space
  memory-machines.slip.subarrays
  memory-machines.slip.row-wise
  memory-machines.optimality
  sums.fig-3.dmm
  sums.fig-3.umm
  sums.contiguous.case-1
  sums.contiguous.case-2
  sums.contiguous.few-words
  sums.lemma-1
  sums.lemma-1.as-printed
  sums.theorem-1.dmm
  sums.theorem-1.umm
  sums.lemma-2.dmm
  sums.lemma-2.umm
  sums.theorem-3.dmm
  sums.theorem-3.umm
  sums.optimal.sum
  sums.optimal.prefix-sums
  sums.lemma-2.not-optimal
  sums.theorem-2.bandwidth
  sums.theorem-2.latency
  sums.theorem-2.reduction
  sums.steps.downwards
  sums.passes.reads-first
  sums.work-space
  sums.work-space.as-printed
  sums.interval-sums.as-printed
  sums.slip.threads-of-a-warp
  sums.slip.first-word
  sums.slip.words-of-the-result
  sums.fig-8.optimal-latency
  sums.fig-8.optimal-small-n
  sums.fig-8.simple-small-n
  sums.fig-8.simple-large-n
  sums.fig-8.global
  sums.fig-8.global.to-2-27
  sums.fig-8.times
  gt200.model.host-device
  gt200.model.kernel-time
  gt200.model.max
  gt200.model.instruction-cycles
  gt200.speed.registers-200
  gt200.texture-memory
  gt200.coalescing.protocol
  gt200.coalescing.segment-sizes
  gt200.coalescing.one-transaction
  gt200.shared.distinct-banks
  gt200.shared.conflicts
  gt200.shared.half-warps
  gt200.shared.broadcast
  gt200.shared.procedure.as-printed
  gt200.constant-memory
  gt200.shared.one-word-a-step
  gt200.table-2.order.serial
  gt200.table-2.order.random
  gt200.table-2.shared
  gt200.table-2.global
  gt200.table-2.constant
  gt200.table-2.texture
  gt200.speed.shared-20
  gt200.speed.coalesced-5
  gt200.algorithm-1.stride-32
  gt200.algorithm-1.stride-1
  gt200.algorithm-1.equal-work
  gt200.figure-1.distance
  gt200.figure-1.curves
  gt200.figure-1.balance
  gt200.algorithm-2.more-conflicts
  gt200.figure-2.bank-times-4
  gt200.figure-2.linear
  gt200.figure-2.block-size
  gt200.algorithm-2.iterations
  gt200.algorithm-2.compute
  gt200.figure-2.curves
  super-warp.theorem-3.case-1
  super-warp.theorem-3.case-2
  super-warp.lemma-5.proof-repaired
  super-warp.any-access.distinct
  memory-machines.transpose.dmm
  memory-machines.transpose.umm
  memory-machines.lemma-2
  memory-machines.rotation
  memory-machines.permutation.worst
  memory-machines.permutation.dmm-umm
  memory-machines.lemma-7
  memory-machines.theorem-8.w-to-the-4
  memory-machines.theorem-8
  memory-machines.lemma-7.graph
  memory-machines.listing.transposes
  sums.interval-sums
  gt200.shared.procedure
  gt200.figure-2.powers-of-two
  super-warp.fig-7.all-shifts
  memory-machines.lemma-3.more-threads
  sums.steps.upwards
  sums.passes.ascending-when
  sums.passes.descending
  sums.barriers.sum
  sums.barriers.sum.none
  sums.barriers.sum.none.powers-of-two
  sums.barriers.simple
  sums.barriers.simple.none
  sums.barriers.optimal
  sums.barriers.optimal.none
  sums.barriers.one-warp
  hmm.sum
  hmm.convolution
  gt200.figure-1.strides
  $ superwarp reproduce --list super-warp.theorem-3
  super-warp.theorem-3.case-1.as-printed   super-warp paper, Section IV, Case 1 before Theorem 3: s*w <= sqrt(n): column-major access has total congestion n on the SDMM (any such s*w)
  super-warp.theorem-3.case-2.as-printed   super-warp paper, Section IV, Case 2 before Theorem 3: s*w > sqrt(n): column-major access takes n sqrt(n)/(s w) + n(l-1)/p time units on the SDMM (any such s*w)
  super-warp.theorem-3.naive               super-warp paper, Section IV, Theorem 3: the naive transpose runs in O(n/w + min(n, n sqrt(n)/(s w)) + nl/p) on the SDMM
  super-warp.theorem-3.diagonal            super-warp paper, Section IV, Theorem 3: the diagonal transpose runs in O(n/w + nl/p) on the SDMM
  super-warp.theorem-3.diagonal-congestion super-warp paper, Section IV, before Theorem 3: the diagonal transpose has total congestion n/w on the SDMM
  super-warp.theorem-3.case-1              super-warp paper, Section IV, Case 1 before Theorem 3: s*w <= sqrt(n): column-major access takes n + n(l-1)/p time units on the SDMM (s*w divides sqrt(n))
  super-warp.theorem-3.case-2              super-warp paper, Section IV, Case 2 before Theorem 3: s*w > sqrt(n): column-major access takes n sqrt(n)/(s w) + n(l-1)/p time units on the SDMM (sqrt(n) divides s*w, s <= sqrt(n))
  $ superwarp reproduce super-warp.lemma-5 --list
  super-warp.lemma-5                       super-warp paper, Section V, Lemma 5: P(X > f_w(s)) < w^(-2e) for the load X of a bank, w >= 4, 2 <= s <= log w
  super-warp.lemma-5.proof                 super-warp paper, Section V, proof of Lemma 5: log x - x <= -x/2 for all x >= 2, hence g_w(2) <= -1
  super-warp.lemma-5.proof-repaired        super-warp paper, Section V, proof of Lemma 5: with the dropped factor e^(-s) kept, Chernoff's bound gives Lemma 5

Claims that need no memory unit.

  $ superwarp reproduce super-warp.f-w-identity
  printed, as its author would put it:
  super-warp.f-w-identity  fails        5.4366 for every w, printed 1
  
                      claims  hold  slip of print  constant factor  missing condition  substantive  not checked
  super-warp               1     0              0                1                  0            0            0
  printed                  1     0              0                1                  0            0            0
  
  fails: super-warp.f-w-identity (super-warp paper, Section V, before Corollary 7; asymptotic, constant factor)
      claimed: f_w(s)/s = log s log w/(s log log w) = 1 if s = log w
      found: with f_w(s) = 2e(log s + 1)log w/(log log w + 1) it is 2e for every w: constant, so Corollary 7 stands,
      but not 1
      shown:   python3 -c 'from math import e, log2; w, s = 4, 2; print(2*e*(log2(s) + 1)*log2(w)/(log2(log2(w)) + 1)/s)'
      prints: 5.4365
  $ superwarp reproduce super-warp.lemma-5.proof
  printed, as its author would put it:
  super-warp.lemma-5.proof  fails        log x - x/2 = +0.0861 at x = 2.885; g_w(2) > -1 for w = 8, 16, 32, 64, 128
  
                      claims  hold  slip of print  constant factor  missing condition  substantive  not checked
  super-warp               1     0              0                0                  1            0            0
  printed                  1     0              0                0                  1            0            0
  
  fails: super-warp.lemma-5.proof (super-warp paper, Section V, proof of Lemma 5; bound, missing condition)
      claimed: log x - x <= -x/2 for all x >= 2, hence g_w(2) <= -1
      found: log x - x <= -x/2 is false for 2 < x < 4, so g_w(2) <= -1 fails for w = 8, 16, 32, 64, 128: the printed
      proof covers neither 16 nor 32 banks, the widths of Section VI; the lemma itself is true
      (super-warp.lemma-5.proof-repaired)
      shown:   python3 -c 'from math import log2; x = 3; print(round(log2(x) - x, 3), ">", -x/2)'
      prints: -1.415 > -1.5
  $ steady superwarp reproduce super-warp.f-w-identity --json -
  {
    "schema": "superwarp.reproduce/3",
    "seed": 1,
    "tally": [
      {
        "of": "super-warp",
        "claims": 1,
        "hold": 0,
        "fail": {
          "slip of print": 0,
          "constant factor": 1,
          "missing condition": 0,
          "substantive": 0
        },
        "not_checked": 0
      },
      {
        "of": "printed",
        "claims": 1,
        "hold": 0,
        "fail": {
          "slip of print": 0,
          "constant factor": 1,
          "missing condition": 0,
          "substantive": 0
        },
        "not_checked": 0
      },
      {
        "of": "repaired",
        "claims": 0,
        "hold": 0,
        "fail": {
          "slip of print": 0,
          "constant factor": 0,
          "missing condition": 0,
          "substantive": 0
        },
        "not_checked": 0
      },
      {
        "of": "the project's own",
        "claims": 0,
        "hold": 0,
        "fail": {
          "slip of print": 0,
          "constant factor": 0,
          "missing condition": 0,
          "substantive": 0
        },
        "not_checked": 0
      }
    ],
    "claims": [
      {
        "id": "super-warp.f-w-identity",
        "ledger": "printed",
        "source": "super-warp paper, Section V, before Corollary 7",
        "claim": "f_w(s)/s = log s log w/(s log log w) = 1 if s = log w",
        "parameters": {
          "width": [
            4,
            16,
            32,
            256,
            65536
          ],
          "super_warp": "log w"
        },
        "closed": {
          "f_w(log w)/log w": {
            "4": 5.436563656,
            "16": 5.436563656,
            "32": 5.436563656,
            "256": 5.436563656,
            "65536": 5.436563656
          },
          "2e": 5.436563656
        },
        "model": null,
        "rtl": null,
        "kind": "asymptotic",
        "verdict": "fails",
        "weight": "constant factor",
        "why": "with f_w(s) = 2e(log s + 1)log w/(log log w + 1) it is 2e for every w: constant, so Corollary 7 stands, but not 1",
        "counterexample": "python3 -c 'from math import e, log2; w, s = 4, 2; print(2*e*(log2(s) + 1)*log2(w)/(log2(log2(w)) + 1)/s)'",
        "counterexample_prints": "5.4365",
      }
    ],
    "disagreements": []
  }
  $ superwarp reproduce super-warp.few-circuits super-warp.rsu-simple
  printed, as its author would put it:
  super-warp.few-circuits  fails        gates of the DMM times 2.3 for s = 2, 5.5 for s = 4 (w = 16)
  super-warp.rsu-simple    fails        332787 gates with 2048 shifts, h3 3627; 5877 gates with 32 shifts, h3 1813
  
                      claims  hold  slip of print  constant factor  missing condition  substantive  not checked
  super-warp               2     0              0                0                  0            2            0
  printed                  2     0              0                0                  0            2            0
  
  fails: super-warp.few-circuits (super-warp paper, Section IV; wording, substantive)
      claimed: it is not difficult to implement the RPU for the SDMM by few additional circuits
      found: synthesised for standard cells, without banks and wires: the cheaper SDMM, which takes a super warp at
      once (data/cost-osu018.csv) or warp by warp through pipeline registers (data/cost-serial.csv), has 2.3 times
      the gates of the DMM for s = 2 and 5.5 times for s = log w = 4 at w = 16, so packing adds more than all that
      was there: a request is compared with all others of its super warp and has a way to every bank. At w = 32 and
      s = 5, at once only, it is 8.1 times
      shown:   superwarp reproduce super-warp.few-circuits
      prints: gates of the DMM times 2.3 for s = 2, 5.5 for s = 4 (w = 16)
  
  fails: super-warp.rsu-simple (super-warp paper, Section V; wording, substantive)
      claimed: parallel hashing needs complicated computation, but the RSU is so simple that it just reads r_j and
      performs one addition for each request
      found: the addition is simple (22 gates a request: pad), reading r_j is not, as every request of a slot reads
      the table: 332787 gates with 2048 shifts, h3 3627; 5877 gates with 32 shifts, h3 1813
      (data/mapping-gates.csv). So it is the other way round with a shift for each of 2048 rows and with w shifts
      for j mod w, for this hash; those of [23] and [24], which multiply, take more
      shown:   superwarp reproduce super-warp.rsu-simple
      prints: 332787 gates with 2048 shifts, h3 3627; 5877 gates with 32 shifts, h3 1813

Its options.

  $ steady superwarp reproduce --help
  check the papers' claims, figures and tables by closed form, model and RTL
  Usage: superwarp reproduce [OPTIONS] [id...]
  
  Positionals:
    id TEXT ...                 only claims whose name begins so, as in 'super-warp.theorem-3' (default: every claim)
  
  Options:
    -h,--help                   Print this help message and exit
    --help-all                  Print the help with all options and exit
    --list                      list the claims without checking them
    --seed UINT=1               seed of everything random; the same seed gives the same run
    --jobs UINT=N               threads of the model's simulations; they do not change results
    --json TEXT                 write the result to this file ('-': standard output, without the table)
  
  
  A claim that fails as printed is a finding and not an error; exit status 1 means that engines disagree.
  Claims are in three ledgers: printed claims, repaired ones, and the project's own. Some take minutes and are checked only
  if you give their whole name (--list). Random claims are checked with --seed at 4 standard errors, on the RSDMM over 200
  re-keyings.
  Examples:
    superwarp reproduce
    superwarp reproduce super-warp.theorem-3 rsdmm --json claims.json
    superwarp reproduce super-warp.any-access.full-super-warp
    superwarp reproduce super-warp.any-access.same-requests

A claim that does not exist is refused.

  $ superwarp reproduce super-wrap
  superwarp: error: unknown claim 'super-wrap', did you mean 'super-warp.fig-4'? 'superwarp reproduce --list' shows all
  [2]
  $ superwarp reproduce super-warp.theorem-33
  superwarp: error: unknown claim 'super-warp.theorem-33', did you mean 'super-warp.theorem-3.naive'? 'superwarp reproduce --list' shows all
  [2]
  $ superwarp reproduce none super-warp.fig-4
  superwarp: error: unknown claim 'none', did you mean 'sums.barriers.sum.none'? 'superwarp reproduce --list' shows all
  [2]
  $ superwarp reproduce --list --json -
  superwarp: error: --list: it checks nothing, so there is no result for --json
  [2]
  $ superwarp reproduce --jobs 0
  superwarp: error: --jobs 0: expected a number from 1 to 1024
  [2]
  $ superwarp reproduce --seed x
  superwarp: error: --seed: 'x', expected a whole number, 0 to 2^64 - 1
  [2]
  $ superwarp reproduce --lst
  superwarp: error: '--lst' is not expected here, did you mean '--list'? See 'superwarp reproduce --help'
  [2]
  $ superwarp reproduce super-warp.fig-4 --rtl none
  superwarp: error: none: no such folder of SystemVerilog sources
  [2]
