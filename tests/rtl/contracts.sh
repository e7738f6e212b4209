#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# contracts.sh RTL_DIR SCRATCH_DIR: any bits are legal addresses and keys, and unknown bits of idle lanes matter to
# nothing, in every RPU (outside_tb.sv); obligations that are not kept trip the assertion named for them
# (obligations_tb.sv). Under Icarus Verilog, where unknown bits spread, and the obligations under Verilator too.
set -euo pipefail
# shellcheck source=tests/rtl/common.sh
source "$(dirname "$0")/common.sh" "$@"

indifferent() { simulated outside_tb "$@"; }  # PARAMETER=VALUE...
shift=('Mapping="random-shift"' NumBanks=5 NumRows=2 Entries=2)
indifferent SuperWarp=2 Cycles=300
indifferent SuperWarp=2 Shallow=1 SyncBanks=1 Mapping='"xor-fold"' Cycles=200
indifferent SlotRule=1 Mapping='"random-xor"' Entries=4 Cycles=300
indifferent SlotRule=2 "${shift[@]}" Cycles=300
indifferent Ports=2 "${shift[@]}" Cycles=300
indifferent Width=3 NumBanks=5 NumRows=1 Cycles=300
indifferent Route=2 Cycles=300
indifferent Route=6 Width=3 NumBanks=4 SuperWarp=2 Shallow=1 Cycles=200
indifferent Rpu='"serial"' SuperWarp=2 "${shift[@]}" Cycles=300
indifferent Rpu='"serial"' SuperWarp=3 Shallow=1 Cycles=150
indifferent Rpu='"crossbar"' "${shift[@]}" Cycles=300
indifferent Rpu='"crossbar"' Shallow=1 Cycles=300
indifferent Rpu='"stream"' "${shift[@]}" Cycles=300
indifferent Rpu='"pipelined"' "${shift[@]}" Cycles=300
indifferent Rpu='"pipelined"' Queue=1 Cycles=300
indifferent Rpu='"pipelined"' Shallow=1 Width=2 Cycles=300
indifferent Rpu='"pipelined"' Shallow=1 Width=2 Queue=1 Cycles=300

iverilog -g2012 -s obligations_tb -o icarus.vvp "${sources[@]}" "$here/obligations_tb.sv" >icarus.log 2>&1 || {
  tail -5 icarus.log
  exit 1
}
quickly_built --assert -Wno-lint -Wno-style --top-module obligations_tb -Mdir verilated -o bench "${sources[@]}" \
  "$here/obligations_tb.sv" >verilator.log 2>&1 || {
  tail -5 verilator.log
  exit 1
}

# tripped [OBLIGATION ASSERTION]
tripped() {
  local run
  for run in "vvp -n icarus.vvp" verilated/bench; do
    # shellcheck disable=SC2086  # a command
    ($run "${1:++$1}" || true) >tripped.log 2>&1
    if (($# == 0)); then
      if ! grep -q PASS tripped.log || grep -i 'error\|assert' tripped.log; then
        echo "$run: an assertion fails though all obligations are kept"
        exit 1
      fi
    elif ! grep -q "\.$2\b" tripped.log; then
      tail -5 tripped.log
      echo "$run: '$1' is not kept and goes unnoticed, expected $2"
      exit 1
    fi
  done
  echo "obligations_tb ${1:-}: ${2:-nothing to report}"
}
tripped
tripped latency LatencyInRange
tripped tag WarpsOfASuperWarpHaveOneTag
tripped kind WarpsOfASuperWarpHaveOneKind
tripped leads OneRequestLeadsInABank
tripped request ABankServesOneRequest
