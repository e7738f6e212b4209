# SPDX-License-Identifier: Apache-2.0

  $ . "$TESTDIR"/setup.sh

Keys of AES from the times of table lookups: how many launches an attacker needs.

  $ superwarp attack --keys 2 --launches 64
  aes-last-round on dmm of super warp 1 (identity), 1 warp a launch
  attacker: mapping; 2 keys of AES, 64 launches each
  
  launches   keys found   bytes of 16   guessing entropy
        16            0           0.0               73.5
        32            0           1.5               44.0
        64            0           4.0               33.2
  
  correlation of a lookup and the time: 0.2394, expected 0.2500
  launches until half of the keys are found: more than 64 (95 %: 16 to more than 64), expected 340
  $ superwarp attack --keys 1 --launches 64 --machine sdmm --super-warp 2
  aes-last-round on sdmm of super warp 2 (identity), 2 warps a launch
  attacker: mapping; 1 key of AES, 64 launches each
  
  launches   keys found   bytes of 16   guessing entropy
        16            0           1.0               53.4
        32            0           0.0               44.0
        64            0           6.0               23.8
  
  correlation of a lookup and the time: 0.2460, expected 0.2500
  launches until half of the keys are found: more than 64 (95 %: 16 to more than 64), expected 340
  $ superwarp attack --keys 1 --launches 64 --machine rsdmm --attacker identity
  aes-last-round on rsdmm of super warp 1 (random-shift), 1 warp a launch
  attacker: identity; 1 key of AES, 64 launches each
  
  launches   keys found   bytes of 16   guessing entropy
        16            0           0.0              118.5
        32            0           0.0              131.8
        64            0           0.0              147.1
  
  correlation of a lookup and the time: -0.0164, expected 0.0038
  launches until half of the keys are found: more than 64 (95 %: 16 to more than 64), expected 1549643
  $ superwarp attack --keys 1 --launches 64 --machine rsdmm --rekey launch --attacker rows
  aes-last-round on rsdmm of super warp 1 (random-shift, a new key for every launch), 1 warp a launch
  attacker: rows; 1 key of AES, 64 launches each
  
  launches   keys found   bytes of 16   guessing entropy
        16            0           0.0              110.5
        32            0           0.0              138.2
        64            0           0.0              126.9
  
  correlation of a lookup and the time: 0.0090, expected 0.0115
  launches until half of the keys are found: more than 64 (95 %: 16 to more than 64), expected 166133
  $ superwarp attack --keys 1 --launches 64 --machine rsdmm --attacker words
  aes-last-round on rsdmm of super warp 1 (random-shift), 1 warp a launch
  attacker: words; 1 key of AES, 64 launches each
  
  launches   keys found   bytes of 16   guessing entropy
        16            0           0.0              256.0
        32            0           0.0              256.0
        64            0           0.0              256.0
  
  correlation of a lookup and the time: 0.0421, expected 0.0283
  launches until half of the keys are found: more than 64 (95 %: 16 to more than 64), expected infinitely many
  $ superwarp attack --keys 1 --launches 64 --part whole --noise 2
  aes-tables on dmm of super warp 1 (identity), 1 warp a launch
  attacker: mapping; 1 key of AES, 64 launches each
  
  launches   keys found   bytes of 16   guessing entropy
        16            0           0.0              104.5
        32            0           0.0              100.6
        64            0           1.0               93.0
  
  correlation of a lookup and the time: 0.0769, expected 0.0766
  launches until half of the keys are found: more than 64 (95 %: 16 to more than 64), expected 3731
  $ superwarp attack --keys 1 --launches 16 --warps 2 --blocks 2 --neighbours 1
  aes-last-round on dmm of super warp 1 (identity), 4 warps a launch in 2 thread blocks beside 1 thread block of others
  attacker: mapping; 1 key of AES, 16 launches each
  
  launches   keys found   bytes of 16   guessing entropy
        16            0           0.0               71.2
  
  correlation of a lookup and the time: 0.2122, expected 0.2041
  launches until half of the keys are found: more than 16 (95 %: 16 to more than 16), expected 516

The banks of words, learned by an attacker's own accesses.

  $ superwarp attack --learn 16 --machine rsdmm
  random-shift on 16 rows: 75 accesses of the attacker's own reveal the banks of 512 words, 0 wrong
  $ superwarp attack --machine rsdmm --mapping h3 --learn 64
  h3 on 64 rows: 30 accesses of the attacker's own reveal the banks of 2048 words, 0 wrong

Times that a GPU measured.

  $ head -1 data/side-channel/h100.jsonl >h100.jsonl
  $ superwarp attack --times h100.jsonl
  timed   tables        warps  encryptions  attacker   bytes of 16  correlation  all 16 from
  last    plain             1         2000  identity            16       0.2486          724

As JSON.

  $ steady superwarp attack --keys 1 --launches 32 --json - | sed '/"rows": 0,/d'
  {
    "schema": "superwarp.attack/1",
    "machine": {
      "name": "dmm",
      "width": 32,
      "banks": 32,
      "latency": 7,
      "super_warp": 1,
      "rpu": "batch",
      "mapping": "identity",
      "shifts": [],
      "seed": 1,
      "route": 0
    },
    "part": "last",
    "warps": 1,
    "blocks": 1,
    "neighbours": 0,
    "rekey": "never",
    "noise": 0.0,
    "attacker": "mapping",
    "keys": 1,
    "launches": 32,
    "seed": 1,
    "after": [
      {
        "launches": 16,
        "keys_found": 0,
        "bytes_found": 0.0,
        "guessing_entropy": 89.5625
      },
      {
        "launches": 19,
        "keys_found": 0,
        "bytes_found": 1.0,
        "guessing_entropy": 74.6875
      },
      {
        "launches": 23,
        "keys_found": 0,
        "bytes_found": 1.0,
        "guessing_entropy": 75.0
      },
      {
        "launches": 27,
        "keys_found": 0,
        "bytes_found": 0.0,
        "guessing_entropy": 62.6875
      },
      {
        "launches": 32,
        "keys_found": 0,
        "bytes_found": 2.0,
        "guessing_entropy": 58.9375
      }
    ],
    "own_accesses": 0,
    "correlation": 0.200126114,
    "launches_for_half": null,
    "launches_for_half_low": 16,
    "launches_for_half_high": null,
    "expected_correlation": 0.25,
    "expected_launches": 339.988420950
  }

Its options.

  $ superwarp attack --help
  recover keys of AES from the times of its table lookups: launches needed
  Usage: superwarp attack [OPTIONS]
  
  Options:
    -h,--help                   Print this help message and exit
    --help-all                  Print the help with all options and exit
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
  
  The victim encrypts random blocks by tables in the memory (workload aes-tables); the attacker sees ciphertexts and times.
  For each byte of the last round's key the attacker predicts the lookups of all 256 guesses and takes the one that
  correlates best.
  Examples:
    superwarp attack --keys 4 --launches 512
    superwarp attack --machine rsdmm --attacker identity --keys 4 --launches 512
    superwarp attack --machine rsdmm --rekey launch --attacker rows --launches 262144 --keys 2
    superwarp attack --machine rsdmm --mapping h3 --learn 1024
    superwarp attack --neighbours 3 --keys 1 --launches 64 --engine rtl,model
    superwarp attack --times data/side-channel/h100.jsonl

Attacks that make no sense are refused.

  $ superwarp attack --keys 0
  superwarp: error: --keys 0: expected a number from 1 to 1000
  [2]
  $ superwarp attack --launches 8
  superwarp: error: --launches 8: expected a number from 16 to 4194304
  [2]
  $ superwarp attack --part first
  superwarp: error: unknown --part 'first'. There are: last, whole
  [2]
  $ superwarp attack --attacker identiti
  superwarp: error: unknown --attacker 'identiti', did you mean 'identity'? There are: mapping, learned, identity, rows, words
  [2]
  $ superwarp attack --learn 0
  superwarp: error: --learn 0: expected a number from 1 to 16384
  [2]
  $ superwarp attack --learn 4 --keys 3
  superwarp: error: --keys: --learn runs no attack; leave it out
  [2]
  $ superwarp attack --machine umm --learn 8
  superwarp: error: the attack is on dmm, sdmm and rsdmm
  [2]
  $ superwarp attack --machine umm
  superwarp: error: the attack is on dmm, sdmm and rsdmm
  [2]
  $ superwarp attack --blocks 0
  superwarp: error: --blocks 0: expected a number from 1 to 16
  [2]
  $ superwarp attack --neighbours 17
  superwarp: error: --neighbours 17: expected a number from 0 to 16
  [2]
  $ superwarp attack --noise x
  superwarp: error: --noise: 'x', expected a number
  [2]
  $ superwarp attack --noise nan
  superwarp: error: --noise nan: expected a number from 0 to 1000000
  [2]
  $ superwarp attack --ports 2
  superwarp: error: --ports 2: an attack predicts banks with one port only, expected 1
  [2]
  $ superwarp attack --rekey launch --attacker words
  superwarp: error: --rekey launch: the mapping identity has no key, expected --mapping random-shift, random-xor, rap, h3, tabulation
  [2]
  $ superwarp attack --machine rsdmm --rekey launch
  superwarp: error: --attacker mapping: a key that is drawn for every launch is not known, expected identity, rows or words
  [2]
  $ superwarp attack --machine sdmm --super-warp 2 --warps 3
  superwarp: error: 3 warps are no multiple of a super warp's 2
  [2]
  $ superwarp attack --times none.jsonl
  superwarp: error: none.jsonl: cannot be opened: No such file or directory
  [2]
  $ printf '{"part":"last"}\n' >aes.jsonl
  $ superwarp attack --times aes.jsonl
  superwarp: error: aes.jsonl:1: tables is missing, expected a text
  [2]
  $ superwarp attack --times /dev/null
  superwarp: error: /dev/null: no times, expected the lines that aes_tables N SEED prints
  [2]
