#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# forms.sh RTL_DIR SCRATCH_DIR: forms that no recipe of the bench has keep their laws, under Icarus Verilog, where
# registers start unknown: words on their way back in slices, as `superwarp cost` has them (mmu_tb.sv); a global memory
# with a mapping (global_memory_tb.sv); every RPU after a single cycle of reset (reset_tb.sv), and the lane-level ports
# (lane_reset_tb.sv). They print the same whether ports that are not valid are unknown or 0. Their broken copies:
# tests/broken/units.toml.
set -euo pipefail
# shellcheck source=tests/rtl/common.sh
source "$(dirname "$0")/common.sh" "$@"

# keeps BENCH PARAMETER=VALUE...
keeps() {
  local bench=$1 name=$*
  name=${name//[ =\"]/_}
  shift
  iverilog -g2012 -s "$bench" "${@/#/-P$bench.}" -o "$name.vvp" "${sources[@]}" "$here/$bench.sv" >"$name.log" 2>&1 ||
    true
  timeout 100 vvp -n "$name.vvp" >"$name.txt" 2>&1 || true
  if ! grep -q '^PASS' "$name.txt" || grep '^ERROR' "$name.txt"; then
    tail -n 5 "$name.log" "$name.txt"
    echo "$bench $*: the law is broken"
    exit 1
  fi
  timeout 100 vvp -n "$name.vvp" +zeros | cmp - "$name.txt"
  echo "$bench $*: $(tail -2 "$name.txt" | head -1)"
}
keeps mmu_tb Cycles=1000
keeps mmu_tb Slices=4 Cycles=500 NumLanes=40 OneRow=1
keeps mmu_tb Slices=2 Width=8 NumLanes=8 DataWidth=16 SyncBanks=1 Cycles=800
keeps mmu_tb Slices=1 Width=4 Latency=1 Cycles=800
keeps mmu_tb Width=8 Ports=2 SyncBanks=1 Cycles=800
keeps mmu_tb Width=4 Ports=2 Latency=1 Cycles=800
keeps mmu_tb Slices=2 Width=32 NumLanes=64 DataWidth=32 Cycles=100 Latency=2

keeps global_memory_tb Cycles=1000
keeps global_memory_tb Mapping='"random-xor"' Ports=3 Port=1 SuperWarp=1 Shallow=1 Cycles=1000
keeps global_memory_tb Mapping='"xor-fold"' Entries=0 Ports=2 Port=1 Latency=1 Cycles=1000

keeps reset_tb SuperWarp=3 Trials=30
keeps reset_tb SuperWarp=2 Shallow=1 SyncBanks=1 Trials=20
keeps reset_tb Ports=2 SyncBanks=1 Trials=20
keeps reset_tb Ports=2 Words=2 Width=2 Shallow=1 Trials=20
keeps reset_tb Route=2 Trials=20
keeps reset_tb Rpu='"stream"' Trials=10
keeps reset_tb Rpu='"stream"' FullestFirst=0 Depth=3 Passes=1 Shallow=1 SyncBanks=1 Trials=10
keeps reset_tb Rpu='"serial"' SuperWarp=2 Trials=30
keeps reset_tb Rpu='"serial"' SuperWarp=3 Intake=2 Shallow=1 Trials=15
keeps reset_tb Rpu='"crossbar"' Trials=30
keeps reset_tb Rpu='"crossbar"' RoundRobin=0 Shallow=1 Latency=3 Trials=30
keeps reset_tb Rpu='"pipelined"' Width=2 Depth=6 Passes=4 Trials=20
keeps reset_tb Rpu='"pipelined"' Width=2 Depth=6 Passes=4 Trials=20 Shallow=1
keeps reset_tb Rpu='"pipelined"' FullestFirst=0 Trials=10
keeps reset_tb Rpu='"pipelined"' Width=2 Queue=2 Store=2 Later=2 Trials=20
keeps reset_tb Rpu='"pipelined"' Width=2 Queue=2 Store=2 Later=2 Trials=20 Shallow=1

keeps lane_reset_tb
keeps lane_reset_tb Width=3 NumBanks=2 Depth=3 Passes=1 Responses=2
keeps lane_reset_tb Ordered=1
keeps lane_reset_tb Ordered=1 Width=3 NumBanks=8 Latency=3
