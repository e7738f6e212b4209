# SPDX-License-Identifier: Apache-2.0

  $ . "$TESTDIR"/setup.sh

Expected congestion: exact, by Monte Carlo, for lists of sizes.

  $ steady superwarp congestion --width 4 --super-warp 1,2 --size 64 --rounds 1000
  Expected congestion ratio E/s, uniform access, mapping identity
                             | monte carlo, 1000 rounds
         n   s   w     exact |      mean     ci95     p99     max |  f/(es)   bound
        64   1   4   2.04925 |    2.0810   0.0360   3.000   4.000 |   2.000       -
        64   2   4   1.64431 |    1.6420   0.0237   2.500   3.000 |   2.000   5.445
  Monte Carlo against exact, in standard errors: at most 1.75 (w = 4, s = 1, n = 64)
  $ steady superwarp congestion --width 16 --super-warp 1..4 --size 1024 --engine exact
  Expected congestion ratio E/s, uniform access, mapping identity
         n   s   w printed     exact    diff |  f/(es)   bound
      1024   1  16   3.038   3.03809 +0.0001 |   2.667       -
      1024   2  16   2.358   2.35983 +0.0018 |   2.667   7.249
      1024   3  16   2.064   2.06404 +0.0000 |   2.298   6.246
      1024   4  16   1.888   1.88780 -0.0002 |   2.000   5.437
  exact against printed: at most 0.0018 (w = 16, s = 2, n = 1024)
  $ steady superwarp congestion --width 4,8 --super-warp 1,3 --size 1024 --rounds 500 --engine monte-carlo --seed 3
  Expected congestion ratio E/s, uniform access, mapping identity
                   | monte carlo, 500 rounds
         n   s   w |      mean     ci95     p99     max |  f/(es)   bound
      1024   1   4 |    2.1280   0.0499   4.000   4.000 |   2.000       -
      1024   1   8 |    2.6060   0.0602   4.000   6.000 |   2.321       -
      1024   3   4 |    1.6220   0.0285   2.667   2.667 |   1.723       -
      1024   3   8 |    1.8740   0.0325   3.000   4.000 |   2.000   5.437
  $ steady superwarp congestion --width 8 --super-warp 2 --size 1024 --rounds 500 --mapping random-shift
  Expected congestion ratio E/s, uniform access, mapping random-shift
                             | monte carlo, 500 rounds
         n   s   w     exact |      mean     ci95     p99     max |  f/(es)   bound
      1024   2   8   2.07871 |    2.0840   0.0402   3.500   4.000 |   2.321   6.310
  Monte Carlo against exact, in standard errors: at most 0.26 (w = 8, s = 2, n = 1024)
  $ steady superwarp congestion --width 8 --super-warp 2 --size 1024 --rounds 200 --mapping rap --pattern column --engine monte-carlo
  Expected congestion ratio E/s, column access, mapping rap; samples are re-keyings
                   | monte carlo, 200 re-keyings
         n   s   w |      mean     ci95     p99     max
      1024   2   8 |    1.9812   0.0396   3.000   3.500
  $ steady superwarp congestion --width 8 --super-warp 2 --size 1024 --pattern stride:4 --engine monte-carlo --rounds 200 --mapping h3
  Expected congestion ratio E/s, stride:4 access, mapping h3; samples are re-keyings
                   | monte carlo, 200 re-keyings
         n   s   w |      mean     ci95     p99     max
      1024   2   8 |    1.4200   0.0904   4.000   4.000
  $ steady superwarp congestion --width 8 --super-warp 2 --size 1024 --pattern contiguous:3 --engine monte-carlo
  Expected congestion ratio E/s, contiguous:3 access, mapping identity; without a key all samples are equal
                   | monte carlo, 1000 re-keyings
         n   s   w |         mean     p99     max
      1024   2   8 |       1.0000   1.000   1.000
  $ steady superwarp congestion --width 8 --super-warp 2 --size 1024 --pattern scattered:5 --engine monte-carlo
  Expected congestion ratio E/s, scattered:5 access, mapping identity; without a key all samples are equal
                   | monte carlo, 1000 re-keyings
         n   s   w |         mean     p99     max
      1024   2   8 |       2.0938   3.500   3.500
  $ steady superwarp congestion --width 8 --super-warp 2 --size 1024 --pattern diagonal --engine monte-carlo
  Expected congestion ratio E/s, diagonal access, mapping identity; without a key all samples are equal
                   | monte carlo, 1000 re-keyings
         n   s   w |         mean     p99     max
      1024   2   8 |       0.5000   0.500   0.500
  $ steady superwarp congestion --pattern trace:examples/fig4.trace --engine monte-carlo
  Expected congestion ratio E/s, trace:examples/fig4.trace access, mapping identity; without a key all samples are equal
                   | monte carlo, 1000 re-keyings
         n   s   w |         mean     p99     max
        24   1   4 |       2.3333   3.000   3.000
        24   2   4 |       1.5000   2.000   2.000
        24   3   4 |       2.0000   2.000   2.000
        24   4   4 |       1.5000   1.500   1.500
        24   5   4 |       1.2000   1.200   1.200
        24   6   4 |       1.0000   1.000   1.000
        24   7   4 |       0.8571   0.857   0.857
        24   8   4 |       0.7500   0.750   0.750
        24   9   4 |       0.6667   0.667   0.667
        24  10   4 |       0.6000   0.600   0.600
  $ steady superwarp congestion --pattern trace:- --engine monte-carlo --mapping random-shift --rounds 100 <examples/fig4.trace
  Expected congestion ratio E/s, trace:- access, mapping random-shift; samples are re-keyings
                   | monte carlo, 100 re-keyings
         n   s   w |      mean     ci95     p99     max |  f/(es)   bound
        24   1   4 |    1.9800   0.0571   3.000   3.000 |   2.000       -
        24   2   4 |    1.3175   0.0399   2.500   2.500 |   2.000   5.445
        24   3   4 |    1.4533   0.0441   2.000   2.000 |   1.723       -
        24   4   4 |    1.0900   0.0330   1.500   1.500 |   1.500       -
        24   5   4 |    0.8720   0.0264   1.200   1.200 |   1.329       -
        24   6   4 |    0.7267   0.0220   1.000   1.000 |   1.195       -
        24   7   4 |    0.6229   0.0189   0.857   0.857 |   1.088       -
        24   8   4 |    0.5450   0.0165   0.750   0.750 |   1.000       -
        24   9   4 |    0.4844   0.0147   0.667   0.667 |   0.927       -
        24  10   4 |    0.4360   0.0132   0.600   0.600 |   0.864       -

The number of threads does not change a result.

  $ superwarp congestion --width 4 --size 64 --super-warp 2 --rounds 5000 --engine monte-carlo --jobs 1 | grep -v 'a second' >one
  $ superwarp congestion --width 4 --size 64 --super-warp 2 --rounds 5000 --engine monte-carlo --jobs 3 | grep -v 'a second' | cmp - one

As JSON.

  $ steady superwarp congestion --width 4,8 --super-warp 1..2 --size 64 --engine exact --json -
  {
    "schema": "superwarp.congestion/1",
    "seed": 1,
    "cells": [
      {
        "width": 4,
        "super_warp": 1,
        "size": 64,
        "mapping": "identity",
        "pattern": "uniform",
        "printed": null,
        "exact": 2.049251556,
        "printed_f": 2.0,
        "bound": null,
        "monte_carlo": null,
        "rtl": null
      },
      {
        "width": 8,
        "super_warp": 1,
        "size": 64,
        "mapping": "identity",
        "pattern": "uniform",
        "printed": null,
        "exact": 2.384019813,
        "printed_f": 2.321116843,
        "bound": null,
        "monte_carlo": null,
        "rtl": null
      },
      {
        "width": 4,
        "super_warp": 2,
        "size": 64,
        "mapping": "identity",
        "pattern": "uniform",
        "printed": null,
        "exact": 1.644310546,
        "printed_f": 2.0,
        "bound": 5.445094314,
        "monte_carlo": null,
        "rtl": null
      },
      {
        "width": 8,
        "super_warp": 2,
        "size": 64,
        "mapping": "identity",
        "pattern": "uniform",
        "printed": null,
        "exact": 1.776158775,
        "printed_f": 2.321116843,
        "bound": 6.310237642,
        "monte_carlo": null,
        "rtl": null
      }
    ],
    "simulation": {
    }
  }

Its options.

  $ steady superwarp congestion --help
  compute the expected congestion: exact, Monte Carlo, RTL; default: Table II
  Usage: superwarp congestion [OPTIONS]
  
  Options:
    -h,--help                   Print this help message and exit
    --help-all                  Print the help with all options and exit
    --width TEXT                w: a list like 16,32 or 1..10 (default: Table II's 16,32,64,128,256)
    --super-warp TEXT           s: a list, 1 to 16 (default: Table II's 1..10)
    --size TEXT                 n: words, a list (default: Table II's 1024,1048576)
    --mapping TEXT=identity     mapping of addresses to banks, see 'superwarp list mapping'
    --pattern TEXT=uniform      uniform, stride:K, column, contiguous[:FIRST], scattered[:SEED], diagonal or trace:FILE
    --rounds UINT               rounds of Monte Carlo (default 1000000), or re-keyings of a fixed pattern (default 1000)
    --engine TEXT=exact,monte-carlo
                                exact,monte-carlo,rtl: which engines run
    --seed UINT=1               seed of everything random; the same seed gives the same run
    --jobs UINT=N               threads of Monte Carlo; they do not change results
    --json TEXT                 write the result to this file ('-': standard output, without the table)
  
  
  The default is the 100 cells of Table II, exact and by Monte Carlo. The RTL runs only if --engine names it: it compiles
  a memory unit for every pair of width and super warp on first use, in 2 to 60 s, and has widths up to 128.
  A fixed pattern has no exact value. Its first 16 accesses of s*w elements (all of a trace) are repeated with --rounds
  keys of the mapping; each re-keying is a sample.
  Examples:
    superwarp congestion
    superwarp congestion --width 32 --super-warp 5 --engine exact,monte-carlo,rtl
    superwarp congestion --width 32 --super-warp 1..5 --size 16384 --mapping random-shift --pattern column --engine monte-carlo,rtl

What is no size, pattern or engine is refused.

  $ superwarp congestion --engine exakt
  superwarp: error: unknown engine 'exakt', did you mean 'exact'? There are: exact, monte-carlo, rtl
  [2]
  $ superwarp congestion --width 0 --rounds 10
  superwarp: error: --width 0: expected a number from 2 to 256
  [2]
  $ superwarp congestion --width 16,x --rounds 10
  superwarp: error: --width '16,x': expected numbers like 16,32,64 or 1..10
  [2]
  $ superwarp congestion --width 1..0
  superwarp: error: --width '1..0': expected the smaller number first, as in 1..10
  [2]
  $ superwarp congestion --width 1..999999
  superwarp: error: --width '1..999999': expected at most 100000 numbers
  [2]
  $ superwarp congestion --super-warp 17 --width 16 --rounds 10
  superwarp: error: --super-warp 17: expected a number from 1 to 16
  [2]
  $ superwarp congestion --size 9999999999999
  superwarp: error: --size '9999999999999': expected numbers below 10^12
  [2]
  $ superwarp congestion --mapping rsp
  superwarp: error: unknown mapping 'rsp', did you mean 'rap'? There are: identity, pad, xor-swizzle, xor-fold, prime, swizzle, tma-32, tma-64, tma-128, ipoly, random-shift, random-xor, rap, h3, tabulation
  [2]
  $ superwarp congestion --mapping xor-swizzle --width 12 --size 1200
  superwarp: error: --mapping xor-swizzle: it works on the bits of a bank's number, so it needs a power of two of banks from 2 on, not 12; identity, pad, prime, random-shift, rap have any number
  [2]
  $ superwarp congestion --pattern stride:0
  superwarp: error: --pattern 'stride:0': expected a step from 1 on
  [2]
  $ superwarp congestion --pattern spiral
  superwarp: error: --pattern 'spiral': expected uniform, stride:K, column, contiguous, contiguous:FIRST, scattered, scattered:SEED, diagonal or trace:FILE
  [2]
  $ superwarp congestion --pattern trace:none.trace
  superwarp: error: none.trace: cannot be opened: No such file or directory
  [2]
  $ superwarp congestion --size 1024 --engine exact --pattern column
  superwarp: error: --engine exact: --pattern column has no exact value, expected monte-carlo or rtl
  [2]
  $ superwarp congestion --engine exact --rounds 5
  superwarp: error: --rounds: only the engines monte-carlo and rtl run rounds
  [2]
  $ superwarp congestion --engine exact --rtl-rounds 5
  superwarp: error: --rtl-rounds: the engine rtl does not run; --engine leaves it out
  [2]
  $ superwarp congestion --rounds 0
  superwarp: error: --rounds 0: expected 1 to 2^40
  [2]
  $ superwarp congestion --jobs 0
  superwarp: error: --jobs 0: expected a number from 1 to 1024
  [2]
  $ superwarp congestion --width 256 --engine rtl
  superwarp: error: --engine rtl: width 256 is more than the RTL's 128
  [2]
  $ superwarp congestion --size 1024 --width 16 --super-warp 1 --pattern contiguous:1024
  superwarp: error: --pattern contiguous:1024: memory has 1024 words, expected a first one from 0 to 1023
  [2]
