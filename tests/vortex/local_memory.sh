#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# local_memory.sh RTL_DIR SCRATCH_DIR: rtl/local_memory.sv keeps the law of lane_traffic.sv in every shape below. Where
# lanes offer in step, all shapes with four lanes give the same words. Under Icarus Verilog, where registers start
# unknown, and so does what is not valid at the ports: with 0 there, words and cycles are the same.
set -euo pipefail
# shellcheck source=tests/rtl/common.sh
source "$(dirname "$0")/../rtl/common.sh" "$@"
sources+=("$here/lane_traffic.sv")
rm -f ./*.words ./*.txt

keeps() { simulated local_memory_tb "$@" Requests=15 Hold=120; }  # PARAMETER=VALUE...
keeps NumLanes=4
same_with_zeros
keeps NumLanes=4 SyncBanks=0
keeps NumLanes=4 SyncBanks=0 Latency=1
keeps NumLanes=4 Latency=3
keeps NumLanes=4 SyncBanks=0 Latency=3
keeps NumLanes=4 Latency=4 Depth=2
keeps NumLanes=4 NumBanks=8 Mapping='"xor-swizzle"'
keeps NumLanes=4 Mapping='"xor-swizzle"' Regions=4
keeps NumLanes=4 Mapping='"random-shift"' Entries=16
keeps NumLanes=4 Mapping='"random-xor"' Entries=16 Regions=4
keeps NumLanes=4 NumBanks=3
keeps NumLanes=4 NumBanks=31 Depth=2
keeps NumLanes=4 Responses=1 Depth=1
for other in local_memory_tb_NumLanes_4_*.words; do
  cmp <(sort local_memory_tb_NumLanes_4_Requests_15_Hold_120.words) <(sort "$other") || {
    echo "${other%.words}: other words than NumLanes=4"
    exit 1
  }
done
# Every mapping and every choice of regions gives another time.
for mapped in local_memory_tb_NumLanes_4*Mapping*.txt; do
  for other in local_memory_tb_NumLanes_4_Requests_15_Hold_120.txt local_memory_tb_NumLanes_4*Mapping*.txt; do
    if [[ $other != "$mapped" ]] && cmp -s <(grep '^step' "$mapped") <(grep '^step' "$other"); then
      echo "${mapped%.txt}: the time of ${other%.txt}"
      exit 1
    fi
  done
done
keeps NumLanes=1 NumBanks=1
keeps NumLanes=3 NumBanks=2 Depth=2 Passes=1 TagWidth=12
same_with_zeros
keeps NumLanes=2 NumBanks=5 Mapping='"random-shift"' Entries=16
keeps NumLanes=8 NumBanks=8 Depth=2 DataWidth=8
keeps NumLanes=2 NumBanks=2 NumWords=2 DataWidth=16
same_with_zeros
