#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# shift_table.sh RTL_DIR SCRATCH_DIR: under random keys and addresses the RSU with its table of shifts in SRAMs does
# what the RSU with the table in flip-flops does (shift_table_tb.sv, Icarus Verilog), and copies that are broken in one
# place do not.
set -euo pipefail
# shellcheck source=tests/rtl/common.sh
source "$(dirname "$0")/common.sh" "$@"

# difference FOLDER MAPPING WIDTH ROWS REGIONS: number of differing cycles, of 800.
difference() {
  iverilog -g2012 -s shift_table_tb "-Pshift_table_tb.Mapping=\"$2\"" "-Pshift_table_tb.Width=$3" \
    "-Pshift_table_tb.NumRows=$4" "-Pshift_table_tb.Regions=$5" \
    -o table.vvp "$1"/rsu.sv "$(in_rtl "$rtl" key_port.sv)" "$rtl"/bank_sync.sv "$here"/shift_table_tb.sv
  vvp table.vvp | sed -n 's/^800 cycles compared, \([0-9]*\) differ$/\1/p'
}

for mapping in random-shift random-xor; do
  for size in '2 2 0' '8 16 0' '8 16 4' '32 64 0'; do
    read -r width rows regions <<<"$size"
    if [[ $(difference "$rtl" "$mapping" "$width" "$rows" "$regions") != 0 ]]; then
      echo "shift table: $mapping, $width banks of $rows rows, $regions regions: not the same"
      exit 1
    fi
  done
done

# broken NAME OLD NEW: this copy differs.
broken() {
  broken_copy rsu.sv "$2" "$3"
  if [[ $(difference broken random-shift 8 16 4) == 0 ]]; then
    echo "shift table: $1 is not noticed"
    exit 1
  fi
}
broken a_key_that_is_not_loaded '.access_i(accept_i | entry_valid)' '.access_i(accept_i)'
broken an_entry_of_another_row 'key_index_i) : row)' "key_index_i) : row ^ KeyBits'(1))"
broken an_address_one_cycle_late 'addresses = addr_q' 'addresses = addr_i'
broken a_read_without_acceptance '.access_i(accept_i | entry_valid)' ".access_i(1'b1)"
echo "shift table: the same on 8 sizes and mappings, 4 broken copies are noticed"
