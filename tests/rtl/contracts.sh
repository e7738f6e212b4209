#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# contracts.sh RTL_DIR SCRATCH_DIR: any bits are legal addresses and keys, and unknown bits of idle lanes matter to
# nothing, in every RPU (outside_tb.sv); obligations that are not kept trip the assertion named for them
# (obligations_tb.sv). Under Icarus Verilog, where unknown bits spread, and the obligations under Verilator too.
set -euo pipefail
# shellcheck source=tests/rtl/common.sh
source "$(dirname "$0")/common.sh" "$@"

# indifferent PARAMETER=VALUE...
indifferent() {
  iverilog -g2012 -s outside_tb "${@/#/-Poutside_tb.}" -o outside.vvp "${sources[@]}" "$here/outside_tb.sv" \
    >outside.log 2>&1 || true
  timeout 200 vvp -n outside.vvp >>outside.log 2>&1 || true
  if ! grep -q '^PASS' outside.log || grep '^ERROR' outside.log; then
    tail -5 outside.log
    echo "outside_tb $*: what counts for nothing matters"
    exit 1
  fi
  echo "outside_tb $*: $(tail -2 outside.log | head -1)"
}
shift=('Mapping="random-shift"' NumBanks=5 NumRows=2 Entries=2)
indifferent SuperWarp=2
indifferent SuperWarp=2 Shallow=1 SyncBanks=1 Mapping='"xor-fold"' Cycles=400
indifferent SlotRule=1 Mapping='"random-xor"' Entries=4
indifferent SlotRule=2 "${shift[@]}"
indifferent Ports=2 "${shift[@]}"
indifferent Width=3 NumBanks=5 NumRows=1
indifferent Route=2
indifferent Route=6 Width=3 NumBanks=4 SuperWarp=2 Shallow=1 Cycles=400
indifferent Rpu='"serial"' SuperWarp=2 "${shift[@]}"
indifferent Rpu='"serial"' SuperWarp=3 Shallow=1 Cycles=300
indifferent Rpu='"crossbar"' "${shift[@]}"
indifferent Rpu='"crossbar"' Shallow=1
indifferent Rpu='"stream"' "${shift[@]}"
indifferent Rpu='"pipelined"' "${shift[@]}"
indifferent Rpu='"pipelined"' Queue=1
indifferent Rpu='"pipelined"' Shallow=1 Width=2 Cycles=600
indifferent Rpu='"pipelined"' Shallow=1 Width=2 Queue=1 Cycles=600

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
