# SPDX-License-Identifier: Apache-2.0

  $ . "$TESTDIR"/setup.sh

Transactions of the GT200, by RTL and model.

  $ steady superwarp coalesce --stride 1
  Algorithm 1 of the GT200 paper, one warp, stride 1, words of 4 bytes
    64 accesses of half-warps; the first one on the RTL:
        32 bytes at 0          threads 0
        32 bytes at 128        threads 1
        32 bytes at 256        threads 2
        32 bytes at 384        threads 3
        32 bytes at 512        threads 4
        32 bytes at 640        threads 5
        32 bytes at 768        threads 6
        32 bytes at 896        threads 7
        32 bytes at 1024       threads 8
        32 bytes at 1152       threads 9
        32 bytes at 1280       threads 10
        32 bytes at 1408       threads 11
        32 bytes at 1536       threads 12
        32 bytes at 1664       threads 13
        32 bytes at 1792       threads 14
        32 bytes at 1920       threads 15
    rtl       1024 transactions,   32768 bytes, 16 an access
    model     1024 transactions,   32768 bytes, 16 an access
    agree   yes
  $ steady superwarp coalesce --word-bytes 2 --addresses 0,2,-,62,128 --json -
  {
    "schema": "superwarp.coalesce/1",
    "access": "the addresses given",
    "word_bytes": 2,
    "half_warps": 1,
    "rtl": {
      "transactions": 2,
      "bytes": 96
    },
    "model": {
      "transactions": 2,
      "bytes": 96
    },
    "first_access": [
      {
        "address": 0,
        "bytes": 64,
        "threads": [
          0,
          1,
          3
        ]
      },
      {
        "address": 128,
        "bytes": 32,
        "threads": [
          4
        ]
      }
    ],
    "cycles": 2,
    "agree": true
  }

Its options.

  $ superwarp coalesce --help
  count global-memory transactions of the GT200, by RTL and model
  Usage: superwarp coalesce [OPTIONS]
  
  Options:
    -h,--help                   Print this help message and exit
    --help-all                  Print the help with all options and exit
    --word-bytes UINT=4         bytes that each thread reads: 1, 2, 4, 8 or 16
    --stride UINT=32 Excludes: --addresses
                                stride of a warp's accesses in Algorithm 1 of the GT200 paper: 1, 2, 4, 8, 16 or 32 (the paper gives 1 and 32; the others are a reconstruction)
    --addresses TEXT Excludes: --stride
                                instead of a stride, the byte addresses of one half-warp: a0,a1,...; '-' is an inactive thread, as are missing ones
    --json TEXT                 write the result to this file ('-': standard output, without the table)
  
  
  Example:
    superwarp coalesce --word-bytes 4 --stride 1

Accesses that no half-warp makes are refused.

  $ superwarp coalesce --word-bytes 3
  superwarp: error: --word-bytes 3: expected 1, 2, 4, 8 or 16
  [2]
  $ superwarp coalesce --stride 3
  superwarp: error: --stride 3: expected 1, 2, 4, 8, 16 or 32
  [2]
  $ superwarp coalesce --stride 64
  superwarp: error: --stride 64: expected 1, 2, 4, 8, 16 or 32
  [2]
  $ superwarp coalesce --addresses 0,x
  superwarp: error: --addresses: 'x' is no byte address, expected a number below 4294967168, or '-' for an inactive thread
  [2]
  $ superwarp coalesce --addresses 0,,4
  superwarp: error: --addresses: '' is no byte address, expected a number below 4294967168, or '-' for an inactive thread
  [2]
  $ superwarp coalesce --addresses 4294967295
  superwarp: error: --addresses: '4294967295' is no byte address, expected a number below 4294967168, or '-' for an inactive thread
  [2]
  $ superwarp coalesce --addresses 2
  superwarp: error: byte address 2: expected a multiple of the word's 4 bytes below 4294967168
  [2]
  $ superwarp coalesce --word-bytes 1 --addresses 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16
  superwarp: error: --addresses: 17 addresses, a half-warp has 16 threads
  [2]
  $ superwarp coalesce --stride 2 --addresses 0
  superwarp: error: --stride excludes --addresses
  [2]
  $ superwarp coalesce --strid 2
  superwarp: error: '--strid' is not expected here, did you mean '--stride'? See 'superwarp coalesce --help'
  [2]
  $ superwarp coalesce --rtl none
  superwarp: error: none: no such folder of SystemVerilog sources
  [2]
