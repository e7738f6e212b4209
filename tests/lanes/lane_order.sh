#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# lane_order.sh RTL_DIR SCRATCH_DIR: rtl/lane_order.sv holds exactly what does not commute, whether ports that are not
# valid are unknown or 0, and no lane of rtl/local_memory.sv waits for longer than the bound (wait_tb.sv). Several
# shapes, under Icarus Verilog.
set -euo pipefail
# shellcheck source=tests/rtl/common.sh
source "$(dirname "$0")/../rtl/common.sh" "$@"

for shape in "" "Width=2 Places=1" "Width=8 Places=2 AddrWidth=7 EnableWidth=4" "Width=3 Places=5 EnableWidth=1"; do
  # shellcheck disable=SC2086  # parameters
  simulated lane_order_tb $shape Cycles=500
  same_with_zeros
done
for shape in "" "NumLanes=2 NumBanks=1 Depth=1 Latency=1" "NumLanes=4 Responses=1" "NumLanes=8 Depth=2 Latency=3"; do
  # shellcheck disable=SC2086
  simulated wait_tb $shape Cycles=200
done
