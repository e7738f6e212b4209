#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# big_trace.sh BLOCKS [INSTRUCTIONS]: prints a .traceg of BLOCKS thread blocks of 8 warps with about INSTRUCTIONS
# (default 320) instructions each. A block is about 170 KiB. One instruction in ten is a shared-memory access.
set -euo pipefail
exec awk -v blocks="$1" -v instructions="${2:-320}" 'BEGIN {
  printf "-kernel name = big\n-kernel id = 1\n-grid dim = (%d,1,1)\n-block dim = (256,1,1)\n-shmem = 16384\n", blocks
  print "-accelsim tracer version = 5\n-enable lineinfo = 0\n\n#traces format = ...\n"
  groups = int(instructions / 10)
  for (w = 0; w < 8; w++) {
    warp = sprintf("\nwarp = %d\ninsts = %d\n", w, 10 * groups)
    for (i = 0; i < groups; i++) {
      warp = warp sprintf("0000 ffffffff 1 R6 LDS 1 R3 4 1 0x%x %d 0\n", 4 * ((i + w) % 32), i % 2 ? 128 : 132)
      warp = warp "0010 ffffffff 1 R8 LDG.E 1 R4 4 2 0x7f0675000000"
      for (t = 1; t < 32; t++) warp = warp " " (t * 37 % 4096)
      warp = warp " 0\n"
      for (k = 2; k < 9; k++) warp = warp sprintf("%04x ffffffff 1 R9 FFMA 3 R8 R6 R9 0 0\n", 16 * k)
      warp = warp "0090 ffffffff 0 BAR.SYNC 0 0 0\n"
    }
    text = text warp
  }
  for (b = 0; b < blocks; b++) printf "#BEGIN_TB\n\nthread block = %d,0,0\n%s\n#END_TB\n\n", b, text
}'
