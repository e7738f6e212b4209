#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# region_chooser.sh RTL_DIR SCRATCH_DIR: the chooser of regions chooses what its model chooses, block by block, with
# unknown values on what is not valid (region_chooser_tb.sv, Icarus Verilog), and copies broken in one place do not.
set -euo pipefail
# shellcheck source=tests/rtl/common.sh
source "$(dirname "$0")/common.sh" "$@"

# differ FOLDER MAPPING WIDTH BANKS ROWS REGIONS SCORE_BITS: fails if RTL and model choose the same in all blocks.
differ() {
  iverilog -g2012 -s region_chooser_tb "-Pregion_chooser_tb.Mapping=\"$2\"" "-Pregion_chooser_tb.Width=$3" \
    "-Pregion_chooser_tb.NumBanks=$4" "-Pregion_chooser_tb.NumRows=$5" "-Pregion_chooser_tb.Regions=$6" \
    "-Pregion_chooser_tb.ScoreBits=$7" -o chooser.vvp "$1"/region_chooser.sv "$1"/rsu.sv \
    "$(in_rtl "$rtl" key_port.sv)" "$rtl"/bank_sync.sv "$here"/region_chooser_tb.sv
  python3 "$here"/region_chooser.py "${@:2}" >events.txt 2>model.txt
  vvp -n chooser.vvp +events=events.txt >rtl.txt
  ! cmp -s model.txt rtl.txt
}

for shape in 'pad 4 4 16 4 12' 'pad 3 5 8 2 12' 'pad 1 3 4 1 12' 'h3 8 8 64 8 12' 'h3 32 32 64 8 6' 'h3 5 16 32 4 8'; do
  read -ra words <<<"$shape"
  if differ "$rtl" "${words[@]}"; then
    diff model.txt rtl.txt | head
    echo "region chooser: $shape: RTL (>) and model (<) choose other regions"
    exit 1
  fi
  ((words[1] == 1)) || grep -q 1 model.txt || {
    echo "region chooser: $shape: no region is ever on"
    exit 1
  }
done

# broken OLD NEW: this copy chooses other regions.
broken() {
  broken_copy region_chooser.sv "$1" "$2"
  if ! differ broken h3 32 32 64 8 6; then
    echo "region chooser: '$2' in place of '$1' is not noticed"
    exit 1
  fi
}
broken '& ~repeated_of(lane_q, active_q, addr_q, addr)' ''
broken 'i < 32'"'"'(lane) &&' ''
broken 'larger(most_on_q, on_count)' 'most_on_q'
broken '(~sampling_q | last) & ~busy_o' '~sampling_q & ~busy_o'
broken 'writing_q <= (waiting_q | choose_i) & (~sampling_q | last)' 'writing_q <= waiting_q | choose_i'
broken 'scored_q[turn_q] ? score_q' '1 ? score_q'
broken '(sum[ScoreBits] == sum[ScoreBits-1])' '1'
echo "region chooser: the model's choice on 6 shapes of 40 blocks, 7 broken copies are noticed"
