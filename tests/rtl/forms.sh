#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# forms.sh RTL_DIR SCRATCH_DIR: forms that no recipe of the bench has keep their laws, under Icarus Verilog, where
# registers start unknown: words on their way back in slices, as `superwarp cost` has them (mmu_tb.sv); a global memory
# with a mapping (global_memory_tb.sv); every RPU after a single cycle of reset (reset_tb.sv), and the lane-level ports
# (lane_reset_tb.sv); a table of shifts in SRAMs (shift_table_tb.sv). They print the same whether ports that are not
# valid are unknown or 0. Their broken copies: tests/broken/units.toml.
set -euo pipefail
# shellcheck source=tests/rtl/common.sh
source "$(dirname "$0")/common.sh" "$@"

# keeps BENCH PARAMETER=VALUE...; with zeros too for the first form of a bench and an RPU.
compared=""
keeps() {
  local kind
  kind=$1$(grep -o 'Rpu=[^ ]*' <<<"$*" || true)
  simulated "$@"
  if ((trials == 1)) && [[ " $compared " == *" $kind "* ]]; then return; fi
  same_with_zeros
  compared+=" $kind"
}
keeps mmu_tb Cycles=200
keeps mmu_tb Slices=4 Cycles=100 NumLanes=40 OneRow=1
keeps mmu_tb Slices=2 Width=8 NumLanes=8 DataWidth=16 SyncBanks=1 Cycles=160
keeps mmu_tb Slices=1 Width=4 Latency=1 Cycles=160
keeps mmu_tb Width=8 Ports=2 SyncBanks=1 Cycles=160
keeps mmu_tb Width=4 Ports=2 Latency=1 Cycles=160
keeps mmu_tb Slices=2 Width=32 NumLanes=64 DataWidth=32 Cycles=100 Latency=2

keeps global_memory_tb Cycles=200
keeps global_memory_tb Mapping='"random-xor"' Ports=3 Port=1 SuperWarp=1 Shallow=1 Cycles=200
keeps global_memory_tb Mapping='"xor-fold"' Entries=0 Ports=2 Port=1 Latency=1 Cycles=200

keeps reset_tb SuperWarp=3 Trials=6
keeps reset_tb SuperWarp=2 Shallow=1 SyncBanks=1 Trials=4
keeps reset_tb Ports=2 SyncBanks=1 Trials=4
keeps reset_tb Ports=2 Words=2 Width=2 Shallow=1 Trials=4
keeps reset_tb Route=2 Trials=4
keeps reset_tb Rpu='"stream"' Trials=3
keeps reset_tb Rpu='"stream"' FullestFirst=0 Depth=3 Passes=1 Shallow=1 SyncBanks=1 Trials=3
keeps reset_tb Rpu='"serial"' SuperWarp=2 Trials=6
keeps reset_tb Rpu='"serial"' SuperWarp=3 Intake=2 Shallow=1 Trials=3
keeps reset_tb Rpu='"crossbar"' Trials=6
keeps reset_tb Rpu='"crossbar"' RoundRobin=0 Shallow=1 Latency=3 Trials=6
keeps reset_tb Rpu='"pipelined"' Width=2 Depth=6 Passes=4 Trials=4
keeps reset_tb Rpu='"pipelined"' Width=2 Depth=6 Passes=4 Trials=4 Shallow=1
keeps reset_tb Rpu='"pipelined"' FullestFirst=0 Trials=3
keeps reset_tb Rpu='"pipelined"' Width=2 Queue=2 Store=2 Later=2 Trials=4
keeps reset_tb Rpu='"pipelined"' Width=2 Queue=2 Store=2 Later=2 Trials=4 Shallow=1

keeps lane_reset_tb Trials=5
keeps lane_reset_tb Width=3 NumBanks=2 Depth=3 Passes=1 Responses=2 Trials=5
keeps lane_reset_tb Ordered=1 Trials=5
keeps lane_reset_tb Ordered=1 Width=3 NumBanks=8 Latency=3 Trials=5

for mapping in random-shift random-xor; do
  for size in 'Width=2 NumRows=2' 'Width=8 NumRows=16' 'Width=8 NumRows=16 Regions=4' 'Width=32 NumRows=64'; do
    # shellcheck disable=SC2086  # parameters
    keeps shift_table_tb "Mapping=\"$mapping\"" $size
  done
done
