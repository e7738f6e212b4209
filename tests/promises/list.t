# SPDX-License-Identifier: Apache-2.0

  $ . "$TESTDIR"/setup.sh
  $ every_tool || exit 80

The list has every machine, RPU, workload, mapping, permutation, measurement and GPU, one a line.

  $ superwarp list
  machine      dmm                           Discrete Memory Machine: one warp a dispatch, a slot takes one word of every bank
  machine      umm                           Unified Memory Machine: a slot takes one row (address group) of all banks
  machine      sdmm                          Super DMM: the RPU packs the requests of --super-warp warps
  machine      rsdmm                         Random SDMM: row j is rotated by a random shift r_j, then packed
  machine      summ                          Super UMM (not in the papers): the RPU packs the address groups of --super-warp warps
  machine      gt200                         GT200 shared memory: half-warps, 16 banks; a slot takes one word for all that want it (broadcast) and one thread for every other bank; a time unit is two cycles
  machine      hmm                           Hierarchical Memory Machine: multiprocessors, each with a shared memory (--shared, any of these), and one global memory (umm)
  rpu          batch                         the papers': packs the requests of --super-warp warps, then the next
  rpu          serial                        the papers' with pipeline registers (sdmm, rsdmm): packs --super-warp warps as they go in one by one
  rpu          stream                        ours (sdmm, rsdmm): a window of --depth requests for every lane, warps overlap
  rpu          pipelined                     ours for silicon (sdmm, rsdmm): the same, a pass a time unit, --passes matches under way
  rpu          crossbar                      what open crossbars do (sdmm, rsdmm): a FIFO of --depth requests for every lane, no merging
  workload     contiguous                    in pass t thread i reads a[t*p + i] (DMM/UMM paper (IPDPSW 2012), Section III)
  workload     stride                        thread i reads a[i*(n/p) + t] in pass t (DMM/UMM paper (IPDPSW 2012), Section III)
  workload     row-major                     a sqrt(n) x sqrt(n) matrix, row after row; size is the side (super-warp paper, Section III)
  workload     column-major                  a sqrt(n) x sqrt(n) matrix, column after column; size is the side (super-warp paper, Section III)
  workload     transpose-naive               b[k][j] <- a[j][k], read by rows, written by columns; size is the side (super-warp paper, Section III)
  workload     transpose-diagonal            b[k][(j+k) mod sqrt(n)] <- a[(j+k) mod sqrt(n)][k], along diagonals; size is the side (super-warp paper, Section III)
  workload     permutation                   b[pi(i)] <- a[i] for a random permutation pi (DMM/UMM paper (IPDPSW 2012), Section V, unscheduled)
  workload     random                        uniform random words of [0, n) (super-warp paper, Section VI (Table II))
  workload     all-same-bank                 n different words of bank 0 (worst case of the DMM)
  workload     all-same-address              all threads of pass t read word t (merging, super-warp paper, Section II)
  workload     diagonal                      a sqrt(n) x sqrt(n) matrix, diagonal after diagonal; size is the side (super-warp paper, Section III, the diagonal transpose's reads)
  workload     transpose-straightforward     exchanges a[j][k] and a[k][j] for j < k; size is the side (DMM/UMM paper (IPDPSW 2012), Section IV)
  workload     transpose-diagonal-workspace  b <- a, then a <- b along diagonals; size is the side (DMM/UMM paper (IPDPSW 2012), Section IV, Lemma 2)
  workload     transpose-rotate              rotates w x w blocks in w words of local memory a thread, swaps blocks; size is the side (DMM/UMM paper (IPDPSW 2012), Section IV, Lemma 3)
  workload     sum                           a[0] <- the sum of a, halving it log n times; n = 2^m (sum/prefix-sums chapter, Section 4, Theorem 1)
  workload     prefix-sums-simple            log n steps of a[i] <- a[i] + a[i - 2^t] (sum/prefix-sums chapter, Section 6, Lemma 2)
  workload     prefix-sums-optimal           interval sums up a tree, prefix sums down it; n = 2^m (sum/prefix-sums chapter, Section 7, Theorem 3)
  workload     permute-straightforward       b <- a, then a[P(i)] <- b[i] in order of i (DMM/UMM paper (IPDPSW 2012), Section V)
  workload     permute-conflict-free         b <- a, then a[P(k)] <- b[k] in an order without bank conflicts; w divides n (DMM/UMM paper (IPDPSW 2012), Section V, Theorem 6)
  workload     permute-row-wise              every row of w words permuted in place by a warp; w divides n (DMM/UMM paper (IPDPSW 2012), Section VI)
  workload     permute-umm                   row-wise permutations and transposes in turn; n = w^(2^k) (DMM/UMM paper (IPDPSW 2012), Section VI, Lemma 7, Theorem 8)
  workload     aes-tables                    AES-128 of n blocks of 16 bytes, a table in the memory (FIPS 197; tables as Jiang, Fei, Kaeli, GLSVLSI 2017)
  workload     aes-last-round                its last round alone, the part that leaks the key (FIPS 197; tables as Jiang, Fei, Kaeli, GLSVLSI 2017)
  workload     kernel-transpose-tile         tile[B][B], B*B/4 threads: writes B*y + x, reads B*x + y; size is the side (NVIDIA, An Efficient Matrix Transpose in CUDA C/C++, 2013)
  workload     kernel-transpose-tile-padded  the same in tile[B][B+1]: (B+1)*x + y; size is the side (NVIDIA, An Efficient Matrix Transpose in CUDA C/C++, 2013)
  workload     kernel-reduction-interleaved  n threads: word 2st += word 2st + s for s = 1, 2, .. n/2, where 2st < n (M. Harris, Optimizing Parallel Reduction in CUDA, kernel 2)
  workload     kernel-reduction-sequential   n threads: word t += word t + s for s = n/2, .. 2, 1, where t < s (M. Harris, Optimizing Parallel Reduction in CUDA, kernel 3)
  workload     kernel-scan-blelloch          n/2 threads: words o(2t+1)-1 and o(2t+2)-1 for o = 1, 2, .. n/2 and back (M. Harris, S. Sengupta, J. Owens, GPU Gems 3, chapter 39)
  workload     kernel-scan-blelloch-padded   the same with element i at word i + i/w (M. Harris, S. Sengupta, J. Owens, GPU Gems 3, chapter 39)
  workload     kernel-bitonic-sort           n/2 threads compare and exchange words i = 2t - (t & (s-1)) and i + s, keys only (CUDA samples, sortingNetworks, bitonicSortShared)
  workload     kernel-matrix-product         B*B threads, one step of tiles: reads B*y + k and B*k + x; size is the side (CUDA C++ Programming Guide, shared memory, matrix multiplication)
  workload     kernel-lud-perimeter          2B threads: B at B*i + t in a strip of rows, B at B*t + i in a strip of columns; size is the side (Rodinia 3.1, lud_perimeter)
  workload     kernel-needleman-wunsch       B threads along anti-diagonals: (B+1)(y-t) + x + t, scores at B(y-t) + x + t; size is the side (Rodinia 3.1, needle_cuda_shared_1)
  workload     kernel-hotspot                B*B threads, two steps of a 5-point stencil: B*y + x, +-1, +-B; the edge is idle; size is the side (Rodinia 3.1, hotspot, calculate_temp)
  workload     kernel-stencil                n threads read words t .. t + 6 one by one: contiguous, unaligned (NVIDIA, CUDA C/C++ Basics, 1D stencil, radius 3)
  workload     kernel-convolution-columns    16 x 8 threads, n result steps, pitch 8(n+2)+1: pitch*x + y + 8i + j, j = -8 .. 8 (CUDA samples, convolutionSeparable, convolutionColumnsKernel)
  workload     kernel-fft                    64 threads, n transforms of 512 points: 8h+l+66i to 66l+h+8i, 8h+l+72i to 72h+l+8i (V. Volkov's FFT512, as in SHOC, fft1D_512)
  workload     kernel-histogram              6 warps, a table of 256 bins each: every thread counts 4n random bytes, then bins merge (CUDA samples, histogram, histogram256Kernel; an atomic addition is one write)
  workload     hmm-sum                       a[0] <- the sum of a, in shared memories (abstract of the HMM paper (IPDPSW 2013); the algorithm is ours)
  workload     hmm-transpose-naive           b <- a transposed, through tiles [w][w]; size is the side (NVIDIA, An Efficient Matrix Transpose in CUDA C/C++, 2013)
  workload     hmm-transpose-padded          b <- a transposed, through tiles [w][w + 1]; size is the side (NVIDIA, An Efficient Matrix Transpose in CUDA C/C++, 2013)
  workload     hmm-transpose-diagonal        b <- a transposed, through tiles [w][w] whose row r begins at column r; size is the side (NVIDIA, An Efficient Matrix Transpose in CUDA C/C++, 2013)
  workload     hmm-convolution               c[i] <- a[0] b[i] + .. + a[m-1] b[i+m-1], --taps m (abstract of the HMM paper (IPDPSW 2013); the algorithm is ours)
  workload     hmm-matrix-product            c <- a b, square matrices, through tiles [w][w]; size is the side (NVIDIA, CUDA C++ Programming Guide, shared memory)
  workload     hmm-prefix-sums               b[i] <- a[0] + .. + a[i], in shared memories (the sum/prefix-sums chapter has it on one memory; the algorithm is ours)
  workload     hmm-permutation               a[P(i)] <- a[i], a matrix: its rows in shared memory, and transposes; size is the side (DMM/UMM paper (IPDPSW 2012), Sections V and VI; to put them together is ours)
  mapping      identity                      bank k of address j*b + k (DMM, SDMM)
  mapping      pad                           bank (k + j) mod b: rows padded by one word
  mapping      xor-swizzle                   bank k ^ (j mod b) (CUTLASS)
  mapping      xor-fold                      bank k ^ (j mod b) ^ (j div b mod b) (XOR-schemes)
  mapping      prime                         bank a mod the largest prime up to b (no RTL: --banks has prime numbers of banks)
  mapping      swizzle                       swizzle:B,M,S, CuTe's Swizzle<B,M,S> of byte addresses; without numbers <3,4,3>
  mapping      tma-32                        TMA's swizzle of 32 bytes: swizzle:1,4,3
  mapping      tma-64                        TMA's swizzle of 64 bytes: swizzle:2,4,3
  mapping      tma-128                       TMA's swizzle of 128 bytes: swizzle:3,4,3
  mapping      ipoly                         bank k ^ (j(x) * x^n mod P), P primitive of degree n = log2 b (Rau; GPGPU-Sim)
  mapping      random-shift                  bank (k + r_j) mod b, a random r_j for each row j (RSDMM)
  mapping      random-xor                    bank k ^ r_j, a random r_j for each row j
  mapping      rap                           bank (k + r_j) mod b, the r_j of each b rows a random permutation
  mapping      h3                            bank k ^ M*j over GF(2), a random matrix M
  mapping      tabulation                    bank k ^ T1[j mod 64] ^ T2[j div 64], random tables
  permutation  random                        drawn from the seed
  permutation  identity                      every word stays
  permutation  bit-reversal                  the bits of the place in opposite order; n = 2^m
  permutation  transpose                     of a sqrt(n) x sqrt(n) matrix; n is a square
  permutation  worst-banks                   every warp's words go to one bank and to w groups; n a multiple of w^2
  permutation  worst-groups                  every warp's words go to w groups, one a bank; n a multiple of w, from w^2 on
  measurement  ada-counters                  a GPU of compute capability 8.9: 2 patterns, published; --gpu ada
  measurement  gtx-1060                      NVIDIA GeForce GTX 1060 6GB: 4 patterns, published; --gpu pascal
  measurement  gtx-280                       NVIDIA GeForce GTX 280: 8 patterns, published; --gpu gt200
  measurement  gtx-680                       NVIDIA GeForce GTX-680: 3 patterns, published
  measurement  gtx-titan                     NVIDIA GeForce GTX TITAN: 2 patterns, published
  measurement  h100                          NVIDIA H100 80GB HBM3: 2013 patterns, measured; --gpu hopper
  measurement  h200                          NVIDIA H200: 2013 patterns, measured; --gpu hopper
  measurement  h800-h20                      NVIDIA H800 and H20: 2 patterns, published; --gpu hopper
  measurement  k40                           NVIDIA Tesla K40c: 11 patterns, published; --gpu kepler-4byte
  measurement  mi250                         AMD Instinct MI250: 6 patterns, published; --gpu cdna2
  measurement  mi300                         AMD Instinct MI300: 19 patterns, published; --gpu cdna3
  measurement  mi350                         AMD Instinct MI350X or MI355X: 8 patterns, published; --gpu cdna4
  measurement  mi350x-phases                 AMD Instinct MI350X: 5 patterns, published; --gpu cdna4
  measurement  mi50                          AMD Instinct MI50: 30 patterns, published; --gpu gcn5
  measurement  nvidia-unnamed                unnamed NVIDIA GPUs, Volta or later: 14 patterns, published; --gpu volta
  measurement  rtx-3060                      NVIDIA GeForce RTX 3060: 3 patterns, published; --gpu ampere
  measurement  rtx-3070-laptop               NVIDIA GeForce RTX 3070 Laptop GPU: 11 patterns, published; --gpu ampere
  measurement  rtx-3080                      NVIDIA GeForce RTX 3080: 30 patterns, published; --gpu ampere
  measurement  rtx-4070-ti                   NVIDIA GeForce RTX 4070 Ti: 6 patterns, published; --gpu ada
  measurement  rtx-5090                      NVIDIA GeForce RTX 5090: 6 patterns, published; --gpu blackwell
  measurement  turing                        a GPU of the Turing generation: 1 pattern, published; --gpu turing
  measurement  v100                          NVIDIA Tesla V100: 34 patterns, published; --gpu volta
  gpu          ada                           Ada: 32 banks, a slot of 128 bytes a cycle and SM, one in two cycles a sub-core
  gpu          ampere                        Ampere: 32 banks of 4 bytes; ldmatrix; wide loads of lanes in pairs merge
  gpu          blackwell                     Blackwell: 32 banks, a slot of 128 bytes a cycle and SM, one in two cycles a sub-core
  gpu          cdna2                         CDNA2: waves of 64 lanes on 32 banks, 32 lanes a phase; an idle half wave costs a slot
  gpu          cdna3                         CDNA3: waves of 64 lanes on 32 banks, 32 lanes a phase; an idle half wave costs a slot
  gpu          cdna4                         CDNA4: waves of 64 lanes; 64 banks for reads, 32 for writes
  gpu          fermi                         Fermi: 32 banks of 4 bytes every two cycles; half-warps for 64 bits
  gpu          gcn5                          GCN5: waves of 64 lanes on 32 banks, 32 lanes a phase; no merging of wide loads
  gpu          gt200                         GT200: 16 banks, half-warps, a step every two cycles that broadcasts one word
  gpu          hopper                        Hopper: 32 banks, a slot of 128 bytes a cycle and SM, one in two cycles a warp; measured on an H100
  gpu          kepler-4byte                  Kepler, 4-byte mode: 32 banks of 8 bytes; words w and w + 32 of a 64-word segment go together
  gpu          kepler-8byte                  Kepler, 8-byte mode: 32 banks of 8 bytes, successive doubles in successive banks
  gpu          maxwell                       Maxwell: 32 banks of 4 bytes, half and quarter warps for 64 and 128 bits
  gpu          pascal                        Pascal: 32 banks of 4 bytes, half and quarter warps for 64 and 128 bits
  gpu          turing                        Turing: 32 banks of 4 bytes; ldmatrix; wide loads of lanes in pairs merge
  gpu          volta                         Volta: 32 banks of 4 bytes; wide loads of lanes in pairs merge
  $ superwarp list machine
  machine  dmm    Discrete Memory Machine: one warp a dispatch, a slot takes one word of every bank
  machine  umm    Unified Memory Machine: a slot takes one row (address group) of all banks
  machine  sdmm   Super DMM: the RPU packs the requests of --super-warp warps
  machine  rsdmm  Random SDMM: row j is rotated by a random shift r_j, then packed
  machine  summ   Super UMM (not in the papers): the RPU packs the address groups of --super-warp warps
  machine  gt200  GT200 shared memory: half-warps, 16 banks; a slot takes one word for all that want it (broadcast) and one thread for every other bank; a time unit is two cycles
  machine  hmm    Hierarchical Memory Machine: multiprocessors, each with a shared memory (--shared, any of these), and one global memory (umm)
  $ superwarp list rpu
  rpu  batch      the papers': packs the requests of --super-warp warps, then the next
  rpu  serial     the papers' with pipeline registers (sdmm, rsdmm): packs --super-warp warps as they go in one by one
  rpu  stream     ours (sdmm, rsdmm): a window of --depth requests for every lane, warps overlap
  rpu  pipelined  ours for silicon (sdmm, rsdmm): the same, a pass a time unit, --passes matches under way
  rpu  crossbar   what open crossbars do (sdmm, rsdmm): a FIFO of --depth requests for every lane, no merging
  $ superwarp list workload | cut -c1-60
  workload  contiguous                    in pass t thread i r
  workload  stride                        thread i reads a[i*(
  workload  row-major                     a sqrt(n) x sqrt(n) 
  workload  column-major                  a sqrt(n) x sqrt(n) 
  workload  transpose-naive               b[k][j] <- a[j][k], 
  workload  transpose-diagonal            b[k][(j+k) mod sqrt(
  workload  permutation                   b[pi(i)] <- a[i] for
  workload  random                        uniform random words
  workload  all-same-bank                 n different words of
  workload  all-same-address              all threads of pass 
  workload  diagonal                      a sqrt(n) x sqrt(n) 
  workload  transpose-straightforward     exchanges a[j][k] an
  workload  transpose-diagonal-workspace  b <- a, then a <- b 
  workload  transpose-rotate              rotates w x w blocks
  workload  sum                           a[0] <- the sum of a
  workload  prefix-sums-simple            log n steps of a[i] 
  workload  prefix-sums-optimal           interval sums up a t
  workload  permute-straightforward       b <- a, then a[P(i)]
  workload  permute-conflict-free         b <- a, then a[P(k)]
  workload  permute-row-wise              every row of w words
  workload  permute-umm                   row-wise permutation
  workload  aes-tables                    AES-128 of n blocks 
  workload  aes-last-round                its last round alone
  workload  kernel-transpose-tile         tile[B][B], B*B/4 th
  workload  kernel-transpose-tile-padded  the same in tile[B][
  workload  kernel-reduction-interleaved  n threads: word 2st 
  workload  kernel-reduction-sequential   n threads: word t +=
  workload  kernel-scan-blelloch          n/2 threads: words o
  workload  kernel-scan-blelloch-padded   the same with elemen
  workload  kernel-bitonic-sort           n/2 threads compare 
  workload  kernel-matrix-product         B*B threads, one ste
  workload  kernel-lud-perimeter          2B threads: B at B*i
  workload  kernel-needleman-wunsch       B threads along anti
  workload  kernel-hotspot                B*B threads, two ste
  workload  kernel-stencil                n threads read words
  workload  kernel-convolution-columns    16 x 8 threads, n re
  workload  kernel-fft                    64 threads, n transf
  workload  kernel-histogram              6 warps, a table of 
  workload  hmm-sum                       a[0] <- the sum of a
  workload  hmm-transpose-naive           b <- a transposed, t
  workload  hmm-transpose-padded          b <- a transposed, t
  workload  hmm-transpose-diagonal        b <- a transposed, t
  workload  hmm-convolution               c[i] <- a[0] b[i] + 
  workload  hmm-matrix-product            c <- a b, square mat
  workload  hmm-prefix-sums               b[i] <- a[0] + .. + 
  workload  hmm-permutation               a[P(i)] <- a[i], a m
  $ superwarp list mapping
  mapping  identity      bank k of address j*b + k (DMM, SDMM)
  mapping  pad           bank (k + j) mod b: rows padded by one word
  mapping  xor-swizzle   bank k ^ (j mod b) (CUTLASS)
  mapping  xor-fold      bank k ^ (j mod b) ^ (j div b mod b) (XOR-schemes)
  mapping  prime         bank a mod the largest prime up to b (no RTL: --banks has prime numbers of banks)
  mapping  swizzle       swizzle:B,M,S, CuTe's Swizzle<B,M,S> of byte addresses; without numbers <3,4,3>
  mapping  tma-32        TMA's swizzle of 32 bytes: swizzle:1,4,3
  mapping  tma-64        TMA's swizzle of 64 bytes: swizzle:2,4,3
  mapping  tma-128       TMA's swizzle of 128 bytes: swizzle:3,4,3
  mapping  ipoly         bank k ^ (j(x) * x^n mod P), P primitive of degree n = log2 b (Rau; GPGPU-Sim)
  mapping  random-shift  bank (k + r_j) mod b, a random r_j for each row j (RSDMM)
  mapping  random-xor    bank k ^ r_j, a random r_j for each row j
  mapping  rap           bank (k + r_j) mod b, the r_j of each b rows a random permutation
  mapping  h3            bank k ^ M*j over GF(2), a random matrix M
  mapping  tabulation    bank k ^ T1[j mod 64] ^ T2[j div 64], random tables
  $ superwarp list permutation
  permutation  random        drawn from the seed
  permutation  identity      every word stays
  permutation  bit-reversal  the bits of the place in opposite order; n = 2^m
  permutation  transpose     of a sqrt(n) x sqrt(n) matrix; n is a square
  permutation  worst-banks   every warp's words go to one bank and to w groups; n a multiple of w^2
  permutation  worst-groups  every warp's words go to w groups, one a bank; n a multiple of w, from w^2 on
  $ superwarp list measurement
  measurement  ada-counters     a GPU of compute capability 8.9: 2 patterns, published; --gpu ada
  measurement  gtx-1060         NVIDIA GeForce GTX 1060 6GB: 4 patterns, published; --gpu pascal
  measurement  gtx-280          NVIDIA GeForce GTX 280: 8 patterns, published; --gpu gt200
  measurement  gtx-680          NVIDIA GeForce GTX-680: 3 patterns, published
  measurement  gtx-titan        NVIDIA GeForce GTX TITAN: 2 patterns, published
  measurement  h100             NVIDIA H100 80GB HBM3: 2013 patterns, measured; --gpu hopper
  measurement  h200             NVIDIA H200: 2013 patterns, measured; --gpu hopper
  measurement  h800-h20         NVIDIA H800 and H20: 2 patterns, published; --gpu hopper
  measurement  k40              NVIDIA Tesla K40c: 11 patterns, published; --gpu kepler-4byte
  measurement  mi250            AMD Instinct MI250: 6 patterns, published; --gpu cdna2
  measurement  mi300            AMD Instinct MI300: 19 patterns, published; --gpu cdna3
  measurement  mi350            AMD Instinct MI350X or MI355X: 8 patterns, published; --gpu cdna4
  measurement  mi350x-phases    AMD Instinct MI350X: 5 patterns, published; --gpu cdna4
  measurement  mi50             AMD Instinct MI50: 30 patterns, published; --gpu gcn5
  measurement  nvidia-unnamed   unnamed NVIDIA GPUs, Volta or later: 14 patterns, published; --gpu volta
  measurement  rtx-3060         NVIDIA GeForce RTX 3060: 3 patterns, published; --gpu ampere
  measurement  rtx-3070-laptop  NVIDIA GeForce RTX 3070 Laptop GPU: 11 patterns, published; --gpu ampere
  measurement  rtx-3080         NVIDIA GeForce RTX 3080: 30 patterns, published; --gpu ampere
  measurement  rtx-4070-ti      NVIDIA GeForce RTX 4070 Ti: 6 patterns, published; --gpu ada
  measurement  rtx-5090         NVIDIA GeForce RTX 5090: 6 patterns, published; --gpu blackwell
  measurement  turing           a GPU of the Turing generation: 1 pattern, published; --gpu turing
  measurement  v100             NVIDIA Tesla V100: 34 patterns, published; --gpu volta
  $ superwarp list gpu
  gpu  ada           Ada: 32 banks, a slot of 128 bytes a cycle and SM, one in two cycles a sub-core
  gpu  ampere        Ampere: 32 banks of 4 bytes; ldmatrix; wide loads of lanes in pairs merge
  gpu  blackwell     Blackwell: 32 banks, a slot of 128 bytes a cycle and SM, one in two cycles a sub-core
  gpu  cdna2         CDNA2: waves of 64 lanes on 32 banks, 32 lanes a phase; an idle half wave costs a slot
  gpu  cdna3         CDNA3: waves of 64 lanes on 32 banks, 32 lanes a phase; an idle half wave costs a slot
  gpu  cdna4         CDNA4: waves of 64 lanes; 64 banks for reads, 32 for writes
  gpu  fermi         Fermi: 32 banks of 4 bytes every two cycles; half-warps for 64 bits
  gpu  gcn5          GCN5: waves of 64 lanes on 32 banks, 32 lanes a phase; no merging of wide loads
  gpu  gt200         GT200: 16 banks, half-warps, a step every two cycles that broadcasts one word
  gpu  hopper        Hopper: 32 banks, a slot of 128 bytes a cycle and SM, one in two cycles a warp; measured on an H100
  gpu  kepler-4byte  Kepler, 4-byte mode: 32 banks of 8 bytes; words w and w + 32 of a 64-word segment go together
  gpu  kepler-8byte  Kepler, 8-byte mode: 32 banks of 8 bytes, successive doubles in successive banks
  gpu  maxwell       Maxwell: 32 banks of 4 bytes, half and quarter warps for 64 and 128 bits
  gpu  pascal        Pascal: 32 banks of 4 bytes, half and quarter warps for 64 and 128 bits
  gpu  turing        Turing: 32 banks of 4 bytes; ldmatrix; wide loads of lanes in pairs merge
  gpu  volta         Volta: 32 banks of 4 bytes; wide loads of lanes in pairs merge

What each GPU does, with the evidence; here of two of them.

  $ superwarp list rule | grep -e '^rule  fermi' -e '^rule  hopper'
  rule  fermi         banks: 32 (reported: CUDA C Programming Guide, CC 2.x: 32 banks)
  rule  fermi         word: 4 bytes of a bank in a slot, 4 successive ones in a bank (reported: CUDA C Programming Guide, CC 2.x: successive 32-bit words are in successive banks)
  rule  fermi         merge: every-word (reported: CUDA C Programming Guide, CC 2.x: threads that access one 32-bit word do not conflict)
  rule  fermi         block_kib: 48 (reported: CUDA C Programming Guide, most shared memory of a thread block: compute capability 2.x)
  rule  fermi         read, write of 8, 16, 32 bits: 1 phase of 32 lanes (reported: CUDA C Programming Guide, CC 2.x: a request is of a warp)
  rule  fermi         read, write of 64 bits: 2 phases of 16 lanes (reported: CUDA C Programming Guide, CC 2.x: conflicts of 64-bit accesses are those of either half-warp)
  rule  fermi         sub_cores: 2 (reported: CUDA C Programming Guide, CC 2.x: two warp schedulers)
  rule  fermi         slot_cycles_sub_core: 2 (reported: CUDA C Programming Guide, CC 2.x: a bank has 32 bits every two clock cycles)
  rule  fermi         slot_cycles_sm: 2 (reported: the same)
  rule  fermi         writes_wait: false (assumed: a store has no result that the next instruction could wait for (PTX ISA, st); not measured)
  rule  fermi         lacks accesses of 128 bits: the guide adds one to the largest number of words of a quarter-warp in a bank, a rule that no measurement here checks
  rule  fermi         lacks atomics
  rule  fermi         lacks no public measurement of this architecture is in data/measurements
  rule  hopper        banks: 32 (pinned: data/measurements/h100.json: strides of 1 to 64 words)
  rule  hopper        word: 4 bytes of a bank in a slot, 4 successive ones in a bank (pinned: data/measurements/h100.json: strides of 1 to 64 words of 32, 64 and 128 bits)
  rule  hopper        merge: every-word (pinned: data/measurements/h100.json: 2 to 32 lanes of one word, random words; in stores too)
  rule  hopper        block_kib: 227 (reported: CUDA C Programming Guide, most shared memory of a thread block: compute capability 9.0)
  rule  hopper        read, write of 32 bits: 1 phase of 32 lanes (pinned: data/measurements/h100.json: conflicts, strides, random words)
  rule  hopper        read, write of 8, 16 bits: 1 phase of 32 lanes (reported: CUDA C Programming Guide: lanes that access one 32-bit word do not conflict)
  rule  hopper        read of 64 bits: 2 phases of 16 lanes, an idle one costs a slot (pinned: data/measurements/h100.json: half-warps; one half in its own elements takes 2 slots, so the idle half costs one)
  rule  hopper        read of 64 bits: phases join where lanes n and n ^ 1 share an address (pinned: data/measurements/h100.json: 1 slot where lanes n and n ^ 1 share, 2 where n and n ^ 4 do; idle lanes fit any)
  rule  hopper        read of 64 bits: phases join where lanes n and n ^ 2 share an address (pinned: data/measurements/h100.json: 1 slot where lanes n and n ^ 2 share)
  rule  hopper        write of 64 bits: 2 phases of 16 lanes, an idle one costs a slot (pinned: data/measurements/h100.json: 2 slots, whichever lanes are active and whatever they share)
  rule  hopper        read of 128 bits: 4 phases of 8 lanes, an idle one costs a slot (pinned: data/measurements/h100.json: quarter-warps; one quarter in its own elements takes 4 slots, so idle ones cost one each)
  rule  hopper        read of 128 bits: phases join where lanes n and n ^ 1 share an address (pinned: data/measurements/h100.json: 2 slots where lanes n and n ^ 1 share, 4 where n and n ^ 4 do; idle lanes fit any)
  rule  hopper        read of 128 bits: phases join where lanes n and n ^ 2 share an address (pinned: data/measurements/h100.json: 2 slots where lanes n and n ^ 2 share)
  rule  hopper        write of 128 bits: 4 phases of 8 lanes, an idle one costs a slot (pinned: data/measurements/h100.json: 4 slots, whichever lanes are active and whatever they share)
  rule  hopper        matrix-read, matrix-write of 128 bits: 4 phases of 8 lanes (pinned: data/measurements/h100.json: 1, 2 and 4 matrices with rows at six strides; matrices do not join, not even in one row)
  rule  hopper        atomic of 32 bits: 1 phase of 32 lanes, lanes of one address take turns (pinned: data/measurements/h100.json: additions take a slot for each lane of the fullest bank, of one word or of several, result used or not)
  rule  hopper        atomic of 64 bits: 2 phases of 16 lanes, lanes of one address take turns, an idle one costs a slot (pinned: data/measurements/h100.json: exchanges, as 32 bits in half-warps)
  rule  hopper        count of 32 bits: 1 phase of 32 lanes (pinned: data/measurements/h100.json: one slot for all lanes of a word, else as a store)
  rule  hopper        sub_cores: 4 (pinned: data/measurements/h100.json: 1 to 32 warps on 1 to 4 sub-cores; warp number mod 4 picks one)
  rule  hopper        slot_cycles_sub_core: 1 (pinned: data/measurements/h100.json: two warps of one sub-core get a slot a cycle)
  rule  hopper        slot_cycles_sm: 1 (pinned: data/measurements/h100.json: 32 warps)
  rule  hopper        slot_cycles_warp: 2 (pinned: data/measurements/h100.json: one warp, congestion 2 to 32)
  rule  hopper        access_cycles_sub_core: 2 (pinned: data/measurements/h100.json: 2 to 8 warps of one sub-core without conflict)
  rule  hopper        access_cycles_warp: 4 (pinned: data/measurements/h100.json: one warp without conflict; the compiler spaces its instructions so)
  rule  hopper        write_cycles_sub_core: 2 (pinned: data/measurements/h100.json: stores of a sub-core, of 1 or of 8 warps, leave every 4, 6 and 10 cycles at 32, 64 and 128 bits)
  rule  hopper        write_word_cycles_sub_core: 2 (pinned: the same)
  rule  hopper        read_phase_cycles: 1 (pinned: data/measurements/h100.json: 23, 26 and 32 cycles at 32, 64 and 128 bits, which take 1, 2 and 4 phases of a slot; 23 and 26 where they join to 1 and 2)
  rule  hopper        writes_wait: false (pinned: data/measurements/h100.json: stores of one warp follow each other without the latency)
  rule  hopper        latency: 23 to 29 cycles (pinned: data/measurements/h100.json: 23 cycles without conflict; published of H800 and H20: about 29)
  rule  hopper        lacks how lanes of one word are ordered in a loop of compare-and-swap, which nvcc makes of atomics on floats and 64 bits (data/atomics.csv)
  rule  hopper        lacks TMA and distributed shared memory

The list as JSON, on standard output or in a file.

  $ steady superwarp list machine --json -
  {
    "schema": "superwarp.list/1",
    "entries": [
      {
        "kind": "machine",
        "name": "dmm",
        "description": "Discrete Memory Machine: one warp a dispatch, a slot takes one word of every bank"
      },
      {
        "kind": "machine",
        "name": "umm",
        "description": "Unified Memory Machine: a slot takes one row (address group) of all banks"
      },
      {
        "kind": "machine",
        "name": "sdmm",
        "description": "Super DMM: the RPU packs the requests of --super-warp warps"
      },
      {
        "kind": "machine",
        "name": "rsdmm",
        "description": "Random SDMM: row j is rotated by a random shift r_j, then packed"
      },
      {
        "kind": "machine",
        "name": "summ",
        "description": "Super UMM (not in the papers): the RPU packs the address groups of --super-warp warps"
      },
      {
        "kind": "machine",
        "name": "gt200",
        "description": "GT200 shared memory: half-warps, 16 banks; a slot takes one word for all that want it (broadcast) and one thread for every other bank; a time unit is two cycles"
      },
      {
        "kind": "machine",
        "name": "hmm",
        "description": "Hierarchical Memory Machine: multiprocessors, each with a shared memory (--shared, any of these), and one global memory (umm)"
      }
    ]
  }
  $ steady superwarp list rpu --json -
  {
    "schema": "superwarp.list/1",
    "entries": [
      {
        "kind": "rpu",
        "name": "batch",
        "description": "the papers': packs the requests of --super-warp warps, then the next"
      },
      {
        "kind": "rpu",
        "name": "serial",
        "description": "the papers' with pipeline registers (sdmm, rsdmm): packs --super-warp warps as they go in one by one"
      },
      {
        "kind": "rpu",
        "name": "stream",
        "description": "ours (sdmm, rsdmm): a window of --depth requests for every lane, warps overlap"
      },
      {
        "kind": "rpu",
        "name": "pipelined",
        "description": "ours for silicon (sdmm, rsdmm): the same, a pass a time unit, --passes matches under way"
      },
      {
        "kind": "rpu",
        "name": "crossbar",
        "description": "what open crossbars do (sdmm, rsdmm): a FIFO of --depth requests for every lane, no merging"
      }
    ]
  }
  $ steady superwarp list mapping --json mappings.json && steady cat mappings.json
  mapping  identity      bank k of address j*b + k (DMM, SDMM)
  mapping  pad           bank (k + j) mod b: rows padded by one word
  mapping  xor-swizzle   bank k ^ (j mod b) (CUTLASS)
  mapping  xor-fold      bank k ^ (j mod b) ^ (j div b mod b) (XOR-schemes)
  mapping  prime         bank a mod the largest prime up to b (no RTL: --banks has prime numbers of banks)
  mapping  swizzle       swizzle:B,M,S, CuTe's Swizzle<B,M,S> of byte addresses; without numbers <3,4,3>
  mapping  tma-32        TMA's swizzle of 32 bytes: swizzle:1,4,3
  mapping  tma-64        TMA's swizzle of 64 bytes: swizzle:2,4,3
  mapping  tma-128       TMA's swizzle of 128 bytes: swizzle:3,4,3
  mapping  ipoly         bank k ^ (j(x) * x^n mod P), P primitive of degree n = log2 b (Rau; GPGPU-Sim)
  mapping  random-shift  bank (k + r_j) mod b, a random r_j for each row j (RSDMM)
  mapping  random-xor    bank k ^ r_j, a random r_j for each row j
  mapping  rap           bank (k + r_j) mod b, the r_j of each b rows a random permutation
  mapping  h3            bank k ^ M*j over GF(2), a random matrix M
  mapping  tabulation    bank k ^ T1[j mod 64] ^ T2[j div 64], random tables
  {
    "schema": "superwarp.list/1",
    "entries": [
      {
        "kind": "mapping",
        "name": "identity",
        "description": "bank k of address j*b + k (DMM, SDMM)"
      },
      {
        "kind": "mapping",
        "name": "pad",
        "description": "bank (k + j) mod b: rows padded by one word"
      },
      {
        "kind": "mapping",
        "name": "xor-swizzle",
        "description": "bank k ^ (j mod b) (CUTLASS)"
      },
      {
        "kind": "mapping",
        "name": "xor-fold",
        "description": "bank k ^ (j mod b) ^ (j div b mod b) (XOR-schemes)"
      },
      {
        "kind": "mapping",
        "name": "prime",
        "description": "bank a mod the largest prime up to b (no RTL: --banks has prime numbers of banks)"
      },
      {
        "kind": "mapping",
        "name": "swizzle",
        "description": "swizzle:B,M,S, CuTe's Swizzle<B,M,S> of byte addresses; without numbers <3,4,3>"
      },
      {
        "kind": "mapping",
        "name": "tma-32",
        "description": "TMA's swizzle of 32 bytes: swizzle:1,4,3"
      },
      {
        "kind": "mapping",
        "name": "tma-64",
        "description": "TMA's swizzle of 64 bytes: swizzle:2,4,3"
      },
      {
        "kind": "mapping",
        "name": "tma-128",
        "description": "TMA's swizzle of 128 bytes: swizzle:3,4,3"
      },
      {
        "kind": "mapping",
        "name": "ipoly",
        "description": "bank k ^ (j(x) * x^n mod P), P primitive of degree n = log2 b (Rau; GPGPU-Sim)"
      },
      {
        "kind": "mapping",
        "name": "random-shift",
        "description": "bank (k + r_j) mod b, a random r_j for each row j (RSDMM)"
      },
      {
        "kind": "mapping",
        "name": "random-xor",
        "description": "bank k ^ r_j, a random r_j for each row j"
      },
      {
        "kind": "mapping",
        "name": "rap",
        "description": "bank (k + r_j) mod b, the r_j of each b rows a random permutation"
      },
      {
        "kind": "mapping",
        "name": "h3",
        "description": "bank k ^ M*j over GF(2), a random matrix M"
      },
      {
        "kind": "mapping",
        "name": "tabulation",
        "description": "bank k ^ T1[j mod 64] ^ T2[j div 64], random tables"
      }
    ]
  }
  $ superwarp list permutation --json permutations.json | head -2
  permutation  random        drawn from the seed
  permutation  identity      every word stays

Options and rare options.

  $ superwarp list --help
  list machines, RPUs, workloads, mappings, permutations, measurements and GPUs, one per line
  Usage: superwarp list [OPTIONS] [kind]
  
  Positionals:
    kind TEXT                   only this kind: machine, rpu, workload, mapping, permutation, measurement, gpu or rule (what each GPU does, with the evidence)
  
  Options:
    -h,--help                   Print this help message and exit
    --help-all                  Print the help with all options and exit
    --json TEXT                 write the list to this file ('-': standard output, without the table)
  
  Example:
    superwarp list workload
  $ superwarp list --help-all | head -4
  list machines, RPUs, workloads, mappings, permutations, measurements and GPUs, one per line
  Usage: superwarp list [OPTIONS] [kind]
  
  Positionals:

A kind that does not exist is refused.

  $ superwarp list machines
  superwarp: error: unknown kind 'machines', did you mean 'machine'? There are: machine, rpu, workload, mapping, permutation, measurement, gpu, rule
  [2]
  $ superwarp list verilog
  superwarp: error: unknown kind 'verilog'. There are: machine, rpu, workload, mapping, permutation, measurement, gpu, rule
  [2]
  $ superwarp list machine rpu
  superwarp: error: 'rpu' is not expected here. See 'superwarp list --help'
  [2]
  $ superwarp list --jsn -
  superwarp: error: '--jsn' is not expected here, did you mean '--json'? See 'superwarp list --help'
  [2]
  $ superwarp list --json
  superwarp: error: --json: expected a value
  [2]
  $ superwarp list --json none/list.json
  superwarp: error: none/list.json: cannot write here: No such file or directory
  [2]
