# SPDX-License-Identifier: Apache-2.0

  $ . "$TESTDIR"/setup.sh

One access of a kernel: how it conflicts, what cures it, and what each machine makes of it.

  $ superwarp ask 'tile[threadIdx.x][threadIdx.y]' --tile 'float tile[32][32]' --block 32x8 | sed 's/·/./g'
  32 slots: the 32 lanes of a warp read 32 words of bank 0; `float tile[32][33]` makes it 1
  
  tile[threadIdx.x][threadIdx.y], warp 0: the slot in which a bank serves a lane
    bank  0       4       8      12      16      20      24      28
  lane 0  1 . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . .
       1  2 . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . .
       2  3 . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . .
       3  4 . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . .
       4  5 . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . .
       5  6 . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . .
       6  7 . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . .
       7  8 . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . .
       8  9 . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . .
       9 10 . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . .
      10 11 . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . .
      11 12 . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . .
      12 13 . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . .
      13 14 . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . .
      14 15 . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . .
      15 16 . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . .
      16 17 . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . .
      17 18 . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . .
      18 19 . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . .
      19 20 . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . .
      20 21 . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . .
      21 22 . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . .
      22 23 . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . .
      23 24 . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . .
      24 25 . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . .
      25 26 . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . .
      26 27 . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . .
      27 28 . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . .
      28 29 . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . .
      29 30 . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . .
      30 31 . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . .
      31 32 . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . .
   words 32 . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . .
  
    tile                slots  bytes
    float tile[32][32]     32   4096        as it is
    float tile[32][33]      1   4224           pad 1
    tile[y][x ^ y]          1   4096  Swizzle<5,0,5>
  
  slots of one warp's access, by the reference model
    on --machine                       slots
    dmm                                   32
    umm                                   32
    sdmm --super-warp 4                    8
    sdmm --super-warp 4 --rpu serial       8
    sdmm --rpu stream                  4.875
    sdmm --rpu pipelined               4.875
    sdmm --rpu crossbar                4.875
    rsdmm                                3.2  mean of 5 keys
    rsdmm --super-warp 4                 1.9  mean of 5 keys
    rsdmm --super-warp 4 --rpu serial    1.9  mean of 5 keys
    rsdmm --rpu stream                 1.775  mean of 5 keys
    rsdmm --rpu pipelined                1.7  mean of 5 keys
    rsdmm --rpu crossbar                1.65  mean of 5 keys
    summ --super-warp 4                    8
    gt200                                 32
    dmm --mapping pad                      1
    dmm --mapping xor-swizzle              1
    dmm --mapping xor-fold                 1
    dmm --mapping prime                    2
    dmm --mapping swizzle                  4
    dmm --mapping tma-32                  16
    dmm --mapping tma-64                   8
    dmm --mapping tma-128                  4
    dmm --mapping ipoly                    1
    dmm --mapping random-shift           3.2  mean of 5 keys
    dmm --mapping random-xor             3.2  mean of 5 keys
    dmm --mapping rap                      1  mean of 5 keys
    dmm --mapping h3                       2  mean of 5 keys
    dmm --mapping tabulation             3.8  mean of 5 keys
  
  --mapping h3 --regions: on for tile (32 slots, 2 with it)
  $ superwarp ask 'tile[threadIdx.y][threadIdx.x] =' 'tile[threadIdx.x][threadIdx.y]' --tile 'float tile[32][32]' --block 32x32 | grep -v ·
  33 slots (1 + 32): in `tile[threadIdx.x][threadIdx.y]`, the 32 lanes of a warp read 32 words of bank 0; `float tile[32][33]` makes it 2
  
  (1) tile[threadIdx.y][threadIdx.x] (store)
  (2) tile[threadIdx.x][threadIdx.y]
  
  tile[threadIdx.x][threadIdx.y], warp 0: the slot in which a bank serves a lane
    bank  0       4       8      12      16      20      24      28
  
    tile                (1)  (2)  together  bytes
    float tile[32][32]    1   32        33   4096        as it is
    float tile[32][33]    1    1         2   4224           pad 1
    tile[y][x ^ y]        1    1         2   4096  Swizzle<5,0,5>
  
  slots of one warp's access, by the reference model
    on --machine                       (1)    (2)  together
    dmm                                  1     32        33
    umm                                  1     32        33
    sdmm --super-warp 4                  1      8         9
    sdmm --super-warp 4 --rpu serial     1      8         9
    sdmm --rpu stream                    1  4.312     5.312
    sdmm --rpu pipelined                 1  4.406     5.406
    sdmm --rpu crossbar                  1  4.312     5.312
    rsdmm                                1    3.2       4.2  mean of 5 keys
    rsdmm --super-warp 4                 1    1.9       2.9  mean of 5 keys
    rsdmm --super-warp 4 --rpu serial    1    1.9       2.9  mean of 5 keys
    rsdmm --rpu stream                   1  1.269     2.269  mean of 5 keys
    rsdmm --rpu pipelined                1  1.288     2.312  mean of 5 keys
    rsdmm --rpu crossbar                 1  1.225     2.237  mean of 5 keys
    summ --super-warp 4                  1      8         9
    gt200                                2     32        34
    dmm --mapping pad                    1      1         2
    dmm --mapping xor-swizzle            1      1         2
    dmm --mapping xor-fold               1      1         2
    dmm --mapping prime                  2      2         4
    dmm --mapping swizzle                1      4         5
    dmm --mapping tma-32                 1     16        17
    dmm --mapping tma-64                 1      8         9
    dmm --mapping tma-128                1      4         5
    dmm --mapping ipoly                  1      1         2
    dmm --mapping random-shift           1    3.2       4.2  mean of 5 keys
    dmm --mapping random-xor             1    3.2       4.2  mean of 5 keys
    dmm --mapping rap                    1      1         2  mean of 5 keys
    dmm --mapping h3                     1      2         3  mean of 5 keys
    dmm --mapping tabulation             1    3.8       4.8  mean of 5 keys
  
  --mapping h3 --regions: on for tile (33 slots, 3 with it)
  $ superwarp ask 'tile[lane][0]' --tile 'float tile[32][33]' | head -4
  1 slot, no conflict: the 32 lanes of a warp read 32 words of 32 banks
  
  tile[lane][0], warp 0: the slot in which a bank serves a lane
    bank  0       4       8      12      16      20      24      28
  $ superwarp ask 'tile[threadIdx.x][k]' --tile 'float tile[32][32]' --loop k=0..31 | grep -v ·
  32 slots: the 32 lanes of a warp read 32 words of bank 0; `float tile[32][33]` makes it 1
  
  tile[threadIdx.x][k], warp 0 at k = 0: the slot in which a bank serves a lane
    bank  0       4       8      12      16      20      24      28
  
    tile                slots  bytes
    float tile[32][32]     32   4096        as it is
    float tile[32][33]      1   4224           pad 1
    tile[y][x ^ y]          1   4096  Swizzle<5,0,5>
  
  slots of one warp's access, by the reference model
    on --machine                       slots
    dmm                                   32
    umm                                   32
    sdmm --super-warp 4                   32
    sdmm --super-warp 4 --rpu serial      32
    sdmm --rpu stream                     32
    sdmm --rpu pipelined                  32
    sdmm --rpu crossbar                   32
    rsdmm                                3.2  mean of 5 keys
    rsdmm --super-warp 4                 3.2  mean of 5 keys
    rsdmm --super-warp 4 --rpu serial    3.2  mean of 5 keys
    rsdmm --rpu stream                   3.2  mean of 5 keys
    rsdmm --rpu pipelined                3.2  mean of 5 keys
    rsdmm --rpu crossbar                 3.2  mean of 5 keys
    summ --super-warp 4                   32
    gt200                                 32
    dmm --mapping pad                      1
    dmm --mapping xor-swizzle              1
    dmm --mapping xor-fold                 1
    dmm --mapping prime                    2
    dmm --mapping swizzle                  4
    dmm --mapping tma-32                  16
    dmm --mapping tma-64                   8
    dmm --mapping tma-128                  4
    dmm --mapping ipoly                    1
    dmm --mapping random-shift           3.2  mean of 5 keys
    dmm --mapping random-xor             3.2  mean of 5 keys
    dmm --mapping rap                      1  mean of 5 keys
    dmm --mapping h3                       2  mean of 5 keys
    dmm --mapping tabulation             3.8  mean of 5 keys
  
  --mapping h3 --regions: on for tile (32 slots, 2 with it)
  $ superwarp ask 'lane*4' | head -3
  1 slot, no conflict: the 32 lanes of a warp read 32 words of 32 banks
  
  lane*4, warp 0: the slot in which a bank serves a lane
  $ superwarp ask 'lane*8' --bytes 8 --gpu volta | grep -v ·
  2 slots on volta, no conflict: a warp's accesses of 8 bytes are served in 2 parts
  
  lane*8, warp 0: the slot in which a bank serves a lane
    bank  0       4       8      12      16      20      24      28
   words  2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2
  
    tile            slots  bytes
    byte addresses      2         as it is
  
  slots of one warp's access, by the reference model
    on --machine                       slots
    dmm                                    2
    umm                                    2
    sdmm --super-warp 4                    2
    sdmm --super-warp 4 --rpu serial       2
    sdmm --rpu stream                      2
    sdmm --rpu pipelined                   2
    sdmm --rpu crossbar                    2
    rsdmm                                  2  mean of 5 keys
    rsdmm --super-warp 4                   2  mean of 5 keys
    rsdmm --super-warp 4 --rpu serial      2  mean of 5 keys
    rsdmm --rpu stream                     2  mean of 5 keys
    rsdmm --rpu pipelined                  2  mean of 5 keys
    rsdmm --rpu crossbar                   2  mean of 5 keys
    summ --super-warp 4                    2
    gt200                                  2
    dmm --mapping pad                      2
    dmm --mapping xor-swizzle              2
    dmm --mapping xor-fold                 2
    dmm --mapping prime                    4
    dmm --mapping swizzle                  2
    dmm --mapping tma-32                   2
    dmm --mapping tma-64                   2
    dmm --mapping tma-128                  2
    dmm --mapping ipoly                    2
    dmm --mapping random-shift             2  mean of 5 keys
    dmm --mapping random-xor               2  mean of 5 keys
    dmm --mapping rap                      2  mean of 5 keys
    dmm --mapping h3                       2  mean of 5 keys
    dmm --mapping tabulation               2  mean of 5 keys
  
  --mapping h3 --regions: off for this memory (2 slots, 2 with it)
  $ superwarp ask 'v[lane*2]' --tile 'double v[64]' --gpu ampere | grep -v ·
  4 slots on ampere: a warp's accesses of 8 bytes are served in 2 parts, of which the worst takes 2: lanes 0 and 8 read 2 words of bank 0, and so in 15 other banks; `v[i + i / 16]` makes it 2
  
  v[lane*2], warp 0: the slot in which a bank serves a lane
    bank  0       4       8      12      16      20      24      28
  
    tile                 slots  bytes
    double v[64]             4    512        as it is
    v[i + i / 16]            2    536           pad 1
    v[i ^ (i >> 4 & 1)]      2    512  Swizzle<1,0,4>
  
  slots of one warp's access, by the reference model
    on --machine                       slots
    dmm                                    4
    umm                                    4
    sdmm --super-warp 4                    4
    sdmm --super-warp 4 --rpu serial       4
    sdmm --rpu stream                      4
    sdmm --rpu pipelined                   4
    sdmm --rpu crossbar                    4
    rsdmm                                3.4  mean of 5 keys
    rsdmm --super-warp 4                 3.4  mean of 5 keys
    rsdmm --super-warp 4 --rpu serial    3.4  mean of 5 keys
    rsdmm --rpu stream                   3.4  mean of 5 keys
    rsdmm --rpu pipelined                3.4  mean of 5 keys
    rsdmm --rpu crossbar                 3.4  mean of 5 keys
    summ --super-warp 4                    4
    gt200                                  4
    dmm --mapping pad                      4
    dmm --mapping xor-swizzle              4
    dmm --mapping xor-fold                 4
    dmm --mapping prime                    4
    dmm --mapping swizzle                  4
    dmm --mapping tma-32                   4
    dmm --mapping tma-64                   4
    dmm --mapping tma-128                  4
    dmm --mapping ipoly                    4
    dmm --mapping random-shift           3.4  mean of 5 keys
    dmm --mapping random-xor               3  mean of 5 keys
    dmm --mapping rap                    3.2  mean of 5 keys
    dmm --mapping h3                     2.4  mean of 5 keys
    dmm --mapping tabulation             2.6  mean of 5 keys
  
  --mapping h3 --regions: on for v (4 slots, 2.4 with it)
  $ superwarp ask 's[i * 2]' --tile 'float s[128]' --let i=threadIdx.x --where 'threadIdx.x < 16' | head -3
  1 slot, no conflict: the 16 active lanes of a warp read 16 words of 16 banks
  
  s[i * 2], warp 0: the slot in which a bank serves a lane
  $ superwarp ask 's[TILE * lane]' --tile 'int s[TILE*TILE]' --define TILE=32 --gpu hopper | grep -v ·
  32 slots on hopper: the 32 lanes of a warp read 32 words of bank 0; `s[i + i / 32]` makes it 1
  
  s[TILE * lane], warp 0: the slot in which a bank serves a lane
    bank  0       4       8      12      16      20      24      28
  
    tile                  slots  bytes
    int s[1024]              32   4096        as it is
    s[i + i / 32]             1   4220           pad 1
    s[i ^ (i >> 5 & 31)]      1   4096  Swizzle<5,0,5>
  
  slots of one warp's access, by the reference model
    on --machine                       slots
    dmm                                   32
    umm                                   32
    sdmm --super-warp 4                   32
    sdmm --super-warp 4 --rpu serial      32
    sdmm --rpu stream                     32
    sdmm --rpu pipelined                  32
    sdmm --rpu crossbar                   32
    rsdmm                                3.2  mean of 5 keys
    rsdmm --super-warp 4                 3.2  mean of 5 keys
    rsdmm --super-warp 4 --rpu serial    3.2  mean of 5 keys
    rsdmm --rpu stream                   3.2  mean of 5 keys
    rsdmm --rpu pipelined                3.2  mean of 5 keys
    rsdmm --rpu crossbar                 3.2  mean of 5 keys
    summ --super-warp 4                   32
    gt200                                 32
    dmm --mapping pad                      1
    dmm --mapping xor-swizzle              1
    dmm --mapping xor-fold                 1
    dmm --mapping prime                    2
    dmm --mapping swizzle                  4
    dmm --mapping tma-32                  16
    dmm --mapping tma-64                   8
    dmm --mapping tma-128                  4
    dmm --mapping ipoly                    1
    dmm --mapping random-shift           3.2  mean of 5 keys
    dmm --mapping random-xor             3.2  mean of 5 keys
    dmm --mapping rap                      1  mean of 5 keys
    dmm --mapping h3                       2  mean of 5 keys
    dmm --mapping tabulation             3.8  mean of 5 keys
  
  --mapping h3 --regions: on for s (32 slots, 2 with it)
  $ superwarp ask 'atomic h[lane % 4]' --tile 'int h[32]' --gpu hopper | grep -v ·
  8 slots on hopper: 8 lanes of a warp update word 0 one after the other; no padding of up to 16 elements and no XOR swizzle makes it less
  
  atomic h[lane % 4], warp 0: the slot in which a bank serves a lane
    bank  0       4       8      12      16      20      24      28
  
    tile       slots  bytes
    int h[32]      8    128  as it is
  
  slots of one warp's access, by the reference model
    on --machine                       slots
    dmm                                    8
    umm                                    8
    sdmm --super-warp 4                    8
    sdmm --super-warp 4 --rpu serial       8
    sdmm --rpu stream                      8
    sdmm --rpu pipelined                   8
    sdmm --rpu crossbar                    8
    rsdmm                                  8  mean of 5 keys
    rsdmm --super-warp 4                   8  mean of 5 keys
    rsdmm --super-warp 4 --rpu serial      8  mean of 5 keys
    rsdmm --rpu stream                     8  mean of 5 keys
    rsdmm --rpu pipelined                  8  mean of 5 keys
    rsdmm --rpu crossbar                   8  mean of 5 keys
    summ --super-warp 4                    8
    gt200                                  8
    dmm --mapping pad                      8
    dmm --mapping xor-swizzle              8
    dmm --mapping xor-fold                 8
    dmm --mapping prime                    8
    dmm --mapping swizzle                  8
    dmm --mapping tma-32                   8
    dmm --mapping tma-64                   8
    dmm --mapping tma-128                  8
    dmm --mapping ipoly                    8
    dmm --mapping random-shift             8  mean of 5 keys
    dmm --mapping random-xor               8  mean of 5 keys
    dmm --mapping rap                      8  mean of 5 keys
    dmm --mapping h3                       8  mean of 5 keys
    dmm --mapping tabulation               8  mean of 5 keys
  
  --mapping h3 --regions: off for h (8 slots, 8 with it)
  $ superwarp ask 's[threadIdx.x + blockIdx.x]' --tile 'float s[64]' --grid 4 --block-index 3 --keys 1 | head -3
  1 slot, no conflict: the 32 lanes of a warp read 32 words of 32 banks
  
  s[threadIdx.x + blockIdx.x], warp 0: the slot in which a bank serves a lane
  $ superwarp ask 's[lane ^ 1]' --tile 'float4 s[32]' --gpu blackwell | grep -v ·
  4 slots on blackwell, no conflict: a warp's accesses of 16 bytes are served in 4 parts
  
  s[lane ^ 1], warp 0: the slot in which a bank serves a lane
    bank  0       4       8      12      16      20      24      28
   words  4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4
  
    tile          slots  bytes
    float4 s[32]      4    512  as it is
  
  slots of one warp's access, by the reference model
    on --machine                       slots
    dmm                                    4
    umm                                    4
    sdmm --super-warp 4                    4
    sdmm --super-warp 4 --rpu serial       4
    sdmm --rpu stream                      4
    sdmm --rpu pipelined                   4
    sdmm --rpu crossbar                    4
    rsdmm                                  4  mean of 5 keys
    rsdmm --super-warp 4                   4  mean of 5 keys
    rsdmm --super-warp 4 --rpu serial      4  mean of 5 keys
    rsdmm --rpu stream                     4  mean of 5 keys
    rsdmm --rpu pipelined                  4  mean of 5 keys
    rsdmm --rpu crossbar                   4  mean of 5 keys
    summ --super-warp 4                    4
    gt200                                  4
    dmm --mapping pad                      4
    dmm --mapping xor-swizzle              4
    dmm --mapping xor-fold                 4
    dmm --mapping prime                    8
    dmm --mapping swizzle                  4
    dmm --mapping tma-32                   4
    dmm --mapping tma-64                   4
    dmm --mapping tma-128                  4
    dmm --mapping ipoly                    4
    dmm --mapping random-shift             4  mean of 5 keys
    dmm --mapping random-xor               4  mean of 5 keys
    dmm --mapping rap                      4  mean of 5 keys
    dmm --mapping h3                       4  mean of 5 keys
    dmm --mapping tabulation               4  mean of 5 keys
  
  --mapping h3 --regions: off for s (4 slots, 4 with it)
  $ superwarp ask 's[lane * s0]' --tile 'float s[1024]' --loop s0=1,2,4 --keys 2 | grep -v ·
  1 to 4 slots, 2.333 on average: in warp 0 at s0 = 4, lanes 0, 8, 16 and 24 read 4 words of bank 0, and so in 7 other banks; `s[i + i / 32]` makes it 1
  
  s[lane * s0], warp 0 at s0 = 4: the slot in which a bank serves a lane
    bank  0       4       8      12      16      20      24      28
  
    tile                 slots  bytes
    float s[1024]        2.333   4096        as it is
    s[i + i / 32]            1   4220           pad 1
    s[i ^ (i >> 5 & 3)]      1   4096  Swizzle<2,0,5>
  
  slots of one warp's access, by the reference model
    on --machine                       slots
    dmm                                2.333
    umm                                2.333
    sdmm --super-warp 4                2.333
    sdmm --super-warp 4 --rpu serial   2.333
    sdmm --rpu stream                  2.333
    sdmm --rpu pipelined               2.333
    sdmm --rpu crossbar                2.333
    rsdmm                              1.667  mean of 2 keys
    rsdmm --super-warp 4               1.667  mean of 2 keys
    rsdmm --super-warp 4 --rpu serial  1.667  mean of 2 keys
    rsdmm --rpu stream                 1.667  mean of 2 keys
    rsdmm --rpu pipelined              1.667  mean of 2 keys
    rsdmm --rpu crossbar               1.667  mean of 2 keys
    summ --super-warp 4                2.333
    gt200                              4.667
    dmm --mapping pad                      1
    dmm --mapping xor-swizzle              1
    dmm --mapping xor-fold                 1
    dmm --mapping prime                    2
    dmm --mapping swizzle              2.333
    dmm --mapping tma-32               2.333
    dmm --mapping tma-64               2.333
    dmm --mapping tma-128              2.333
    dmm --mapping ipoly                    1
    dmm --mapping random-shift         1.667  mean of 2 keys
    dmm --mapping random-xor           1.667  mean of 2 keys
    dmm --mapping rap                  1.833  mean of 2 keys
    dmm --mapping h3                   1.333  mean of 2 keys
    dmm --mapping tabulation           1.667  mean of 2 keys
  
  --mapping h3 --regions: on for s (2.333 slots, 1.333 with it)

The same as JSON and as a picture.

  $ steady superwarp ask 'tile[threadIdx.x][threadIdx.y]' --tile 'float tile[4][4]' --block 4x4 --keys 1 --json - | sed '/"cures": \[/,/^  \],/d'
  {
    "schema": "superwarp.ask/1",
    "gpu": "machine",
    "answer": "1 slot, no conflict: the 16 active lanes of a warp read 16 words of 16 banks",
    "accesses": [
      {
        "expression": "tile[threadIdx.x][threadIdx.y]",
        "op": "read",
        "bytes": 4,
        "tile": "float tile[4][4]",
        "slots": 1.0,
        "least": 1,
        "most": 1,
        "ideal": 1.0,
        "worst": {
          "warp": 0,
          "iteration": null,
          "lanes": [
            {
              "lane": 0,
              "cell": 0,
              "bank": 0,
              "slot": 1
            },
            {
              "lane": 1,
              "cell": 4,
              "bank": 4,
              "slot": 1
            },
            {
              "lane": 2,
              "cell": 8,
              "bank": 8,
              "slot": 1
            },
            {
              "lane": 3,
              "cell": 12,
              "bank": 12,
              "slot": 1
            },
            {
              "lane": 4,
              "cell": 1,
              "bank": 1,
              "slot": 1
            },
            {
              "lane": 5,
              "cell": 5,
              "bank": 5,
              "slot": 1
            },
            {
              "lane": 6,
              "cell": 9,
              "bank": 9,
              "slot": 1
            },
            {
              "lane": 7,
              "cell": 13,
              "bank": 13,
              "slot": 1
            },
            {
              "lane": 8,
              "cell": 2,
              "bank": 2,
              "slot": 1
            },
            {
              "lane": 9,
              "cell": 6,
              "bank": 6,
              "slot": 1
            },
            {
              "lane": 10,
              "cell": 10,
              "bank": 10,
              "slot": 1
            },
            {
              "lane": 11,
              "cell": 14,
              "bank": 14,
              "slot": 1
            },
            {
              "lane": 12,
              "cell": 3,
              "bank": 3,
              "slot": 1
            },
            {
              "lane": 13,
              "cell": 7,
              "bank": 7,
              "slot": 1
            },
            {
              "lane": 14,
              "cell": 11,
              "bank": 11,
              "slot": 1
            },
            {
              "lane": 15,
              "cell": 15,
              "bank": 15,
              "slot": 1
            }
          ]
        }
      }
    ],
    "together": 1.0,
    "machines": [
      {
        "options": "dmm",
        "slots": [
          1.0
        ],
        "together": 1.0,
        "keys": 1
      },
      {
        "options": "umm",
        "slots": [
          1.0
        ],
        "together": 1.0,
        "keys": 1
      },
      {
        "options": "sdmm --super-warp 4",
        "slots": [
          1.0
        ],
        "together": 1.0,
        "keys": 1
      },
      {
        "options": "sdmm --super-warp 4 --rpu serial",
        "slots": [
          1.0
        ],
        "together": 1.0,
        "keys": 1
      },
      {
        "options": "sdmm --rpu stream",
        "slots": [
          1.0
        ],
        "together": 1.0,
        "keys": 1
      },
      {
        "options": "sdmm --rpu pipelined",
        "slots": [
          1.0
        ],
        "together": 1.0,
        "keys": 1
      },
      {
        "options": "sdmm --rpu crossbar",
        "slots": [
          1.0
        ],
        "together": 1.0,
        "keys": 1
      },
      {
        "options": "rsdmm",
        "slots": [
          1.0
        ],
        "together": 1.0,
        "keys": 1
      },
      {
        "options": "rsdmm --super-warp 4",
        "slots": [
          1.0
        ],
        "together": 1.0,
        "keys": 1
      },
      {
        "options": "rsdmm --super-warp 4 --rpu serial",
        "slots": [
          1.0
        ],
        "together": 1.0,
        "keys": 1
      },
      {
        "options": "rsdmm --rpu stream",
        "slots": [
          1.0
        ],
        "together": 1.0,
        "keys": 1
      },
      {
        "options": "rsdmm --rpu pipelined",
        "slots": [
          1.0
        ],
        "together": 1.0,
        "keys": 1
      },
      {
        "options": "rsdmm --rpu crossbar",
        "slots": [
          1.0
        ],
        "together": 1.0,
        "keys": 1
      },
      {
        "options": "summ --super-warp 4",
        "slots": [
          1.0
        ],
        "together": 1.0,
        "keys": 1
      },
      {
        "options": "gt200",
        "slots": [
          1.0
        ],
        "together": 1.0,
        "keys": 1
      },
      {
        "options": "dmm --mapping pad",
        "slots": [
          1.0
        ],
        "together": 1.0,
        "keys": 1
      },
      {
        "options": "dmm --mapping xor-swizzle",
        "slots": [
          1.0
        ],
        "together": 1.0,
        "keys": 1
      },
      {
        "options": "dmm --mapping xor-fold",
        "slots": [
          1.0
        ],
        "together": 1.0,
        "keys": 1
      },
      {
        "options": "dmm --mapping prime",
        "slots": [
          1.0
        ],
        "together": 1.0,
        "keys": 1
      },
      {
        "options": "dmm --mapping swizzle",
        "slots": [
          1.0
        ],
        "together": 1.0,
        "keys": 1
      },
      {
        "options": "dmm --mapping tma-32",
        "slots": [
          1.0
        ],
        "together": 1.0,
        "keys": 1
      },
      {
        "options": "dmm --mapping tma-64",
        "slots": [
          1.0
        ],
        "together": 1.0,
        "keys": 1
      },
      {
        "options": "dmm --mapping tma-128",
        "slots": [
          1.0
        ],
        "together": 1.0,
        "keys": 1
      },
      {
        "options": "dmm --mapping ipoly",
        "slots": [
          1.0
        ],
        "together": 1.0,
        "keys": 1
      },
      {
        "options": "dmm --mapping random-shift",
        "slots": [
          1.0
        ],
        "together": 1.0,
        "keys": 1
      },
      {
        "options": "dmm --mapping random-xor",
        "slots": [
          1.0
        ],
        "together": 1.0,
        "keys": 1
      },
      {
        "options": "dmm --mapping rap",
        "slots": [
          1.0
        ],
        "together": 1.0,
        "keys": 1
      },
      {
        "options": "dmm --mapping h3",
        "slots": [
          1.0
        ],
        "together": 1.0,
        "keys": 1
      },
      {
        "options": "dmm --mapping tabulation",
        "slots": [
          1.0
        ],
        "together": 1.0,
        "keys": 1
      }
    ],
    "regions": [
      {
        "tile": "tile",
        "mapping": "h3",
        "slots_off": 1.0,
        "slots_on": 1.0,
        "on": false
      }
    ]
  }
  $ steady superwarp ask 'lane*4' --gpu hopper --json - | sed '/"lanes": \[/,/\]/d; /"cures": \[/,/^  \],/d; /"machines": \[/,/^  \],/d'
  {
    "schema": "superwarp.ask/1",
    "gpu": "hopper",
    "answer": "1 slot on hopper, no conflict: the 32 lanes of a warp read 32 words of 32 banks",
    "accesses": [
      {
        "expression": "lane*4",
        "op": "read",
        "bytes": 4,
        "tile": "byte addresses",
        "slots": 1.0,
        "least": 1,
        "most": 1,
        "ideal": 1.0,
        "worst": {
          "warp": 0,
          "iteration": null,
        }
      }
    ],
    "together": 1.0,
    "regions": [
      {
        "tile": "",
        "mapping": "h3",
        "slots_off": 1.0,
        "slots_on": 1.0,
        "on": false
      }
    ]
  }
  $ superwarp ask 'tile[lane][0]' --tile 'float tile[32][32]' --keys 1 --json - | sed -n '/"cures"/,/}/p'
    "cures": [
      {
        "tile": "float tile[32][32]",
        "kind": "pad",
        "name": "pad 1",
        "change": "float tile[32][33]",
        "bytes": 4224,
        "slots": [
          1.0
        ],
        "together": 1.0,
        "best": true
      },
  $ superwarp ask 'tile[lane][0]' --tile 'float tile[32][32]' --svg - | grep -o '<text[^>]*>[^<]*slot[^<]*' | sed 's/.*>//'
  32 slots
  float tile[32][32]: 32 slots
  float tile[32][33]: 1 slot
  tile[y][x ^ y]: 1 slot
  a slot later, because of a conflict
  31 slots later

Its options.

  $ superwarp ask --help
  show how one access of a CUDA kernel conflicts, and what cures it
  Usage: superwarp ask [OPTIONS] [access...]
  
  Positionals:
    access TEXT ...             expressions of C such as 'tile[threadIdx.y][threadIdx.x]'; 'tile[...] =' is a store; 'atomic ...' and 'ldmatrix.x4 ...' are others; without --tile a number is a byte address
  
  Options:
    -h,--help                   Print this help message and exit
    --help-all                  Print the help with all options and exit
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
  
  Example:
    superwarp ask 'tile[threadIdx.x][threadIdx.y]' --tile 'float tile[32][32]' --block 32x8
    superwarp ask 'tile[threadIdx.y][threadIdx.x] =' 'tile[threadIdx.x][threadIdx.y]' --tile 'float tile[32][32]' --block 32x32

What is no access is refused at the column of the error.

  $ superwarp ask
  superwarp: error: expected an access such as 'tile[threadIdx.y][threadIdx.x]'
  [2]
  $ superwarp ask ''
  superwarp: error: access: expected a value, not an empty one
  [2]
  $ superwarp ask 'tile[lane][0]'
  superwarp: error: access 1, column 1: unknown name 'tile'; --tile declares a tile, --loop a loop variable, --define a constant, --let any other
    tile[lane][0]
    ^
  [2]
  $ superwarp ask 'tile[lane]' --tile 'float tile[32][32]'
  superwarp: error: access 1, column 11: expected 1 more subscript: this is an array
    tile[lane]
              ^
  [2]
  $ superwarp ask 'tile[lane][32]' --tile 'float tile[32][32]'
  superwarp: error: access 1, column 1: byte 4096 is outside of 'float tile[32][32]', which has 4096 bytes, in thread (31, 0, 0)
    tile[lane][32]
    ^
  [2]
  $ superwarp ask 'tile[lane' --tile 'float tile[32]'
  superwarp: error: access 1, column 10: expected ']', found the end
    tile[lane
             ^
  [2]
  $ superwarp ask 'tile[lan]' --tile 'float tile[32]'
  superwarp: error: access 1, column 6: unknown name 'lan', did you mean 'lane'?
    tile[lan]
         ^
  [2]
  $ superwarp ask 'tile[lane / 0]' --tile 'float tile[32]'
  superwarp: error: access 1, column 11: a division by zero, in thread (0, 0, 0)
    tile[lane / 0]
              ^
  [2]
  $ superwarp ask 'lane*4+1'
  superwarp: error: access 1, column 1: byte 1 is no multiple of the 4 bytes of the access, which a GPU refuses, in thread (0, 0, 0)
    lane*4+1
    ^
  [2]
  $ superwarp ask 'atomic h[lane] =' --tile 'int h[32]'
  superwarp: error: access 1, column 16: '=' marks a plain store, not atomic: expected none
    atomic h[lane] =
                   ^
  [2]
  $ superwarp ask 'tile[lane]' --tile 'flot tile[32]'
  superwarp: error: --tile, column 1: 'flot' is no type of CUDA C++, did you mean 'float'?
    flot tile[32]
    ^
  [2]
  $ superwarp ask 'tile[lane]' --tile 'float tile[x]'
  superwarp: error: --tile, column 12: unknown name 'x'; --tile declares a tile, --loop a loop variable, --define a constant, --let any other
    float tile[x]
               ^
  [2]
  $ superwarp ask 'tile[lane]' --tile 'float tile[32]' --bytes 3
  superwarp: error: --bytes: the elements of a tile have their own bytes; leave it out
  [2]
  $ superwarp ask 'lane*4' --bytes 3
  superwarp: error: --bytes 3: expected 1, 2, 4, 8 or 16
  [2]
  $ superwarp ask 'lane*4' --grid 2 --block-index 3
  superwarp: error: --block-index 3: expected a block of the grid of 2x1x1
  [2]
  $ superwarp ask 'lane*4' --block 0
  superwarp: error: --block, column 1: expected up to three numbers from 1, as in 32x8
    0
    ^
  [2]
  $ superwarp ask 'lane*4' --block 32x64
  superwarp: error: --block 32x64: expected at most 1024 threads
  [2]
  $ superwarp ask 'lane*k' --loop k=3..1
  superwarp: error: --loop, column 7: the range from 3 to 1 is empty
    k=3..1
          ^
  [2]
  $ superwarp ask 'lane*4' --where 'threadIdx.x > 99'
  superwarp: error: no thread is active: --where is false for all threads
  [2]
  $ superwarp ask 'lane*4' --gpu hoper
  superwarp: error: unknown GPU 'hoper', did you mean 'hopper'? There are: ada, ampere, blackwell, cdna2, cdna3, cdna4, fermi, gcn5, gt200, hopper, kepler-4byte, kepler-8byte, maxwell, pascal, turing, volta; or a file's name, *.json
  [2]
  $ superwarp ask 'lane*4' --keys 0
  superwarp: error: --keys 0: expected a number from 1 to 1000
  [2]
  $ superwarp ask 'lane*4' --json none/x.json
  superwarp: error: none/x.json: cannot write here: No such file or directory
  [2]
