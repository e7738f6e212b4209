#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# shift_table.sh RTL_DIR SCRATCH_DIR: the RSU with its table of shifts in SRAMs is the RSU with the table in flip-flops, under random
# keys and addresses (shift_table_tb.sv, Icarus Verilog); and it is not where the one with SRAMs is broken in one place.
set -euo pipefail
rtl=$(realpath "$1")
here=$(realpath "$(dirname "$0")")
mkdir -p "$2"
cd "$2"

# difference FOLDER MAPPING WIDTH ROWS: how many cycles differ there, of 800.
difference() {
  iverilog -g2012 -s shift_table_tb "-Pshift_table_tb.Mapping=\"$2\"" "-Pshift_table_tb.Width=$3" "-Pshift_table_tb.NumRows=$4" \
    -o table.vvp "$1"/rsu.sv "$rtl"/key_port.sv "$rtl"/bank_sync.sv "$here"/shift_table_tb.sv
  vvp table.vvp | sed -n 's/^800 cycles compared, \([0-9]*\) differ$/\1/p'
}

for mapping in random-shift random-xor; do
  for size in '2 2' '8 16' '32 64'; do
    read -r width rows <<<"$size"
    if [[ $(difference "$rtl" "$mapping" "$width" "$rows") != 0 ]]; then
      echo "shift table: $mapping, $width banks of $rows rows: not the same"
      exit 1
    fi
  done
done

mkdir -p broken
# broken NAME FROM TO: FROM stands in the one place, and what is there instead is seen.
broken() {
  local text
  text=$(<"$rtl/rsu.sv")
  if [[ ${text/"$2"/} == "$text" ]]; then
    echo "shift table: rsu.sv has no '$2'"
    exit 1
  fi
  printf '%s\n' "${text/"$2"/"$3"}" >broken/rsu.sv
  if [[ $(difference broken random-shift 8 16) == 0 ]]; then
    echo "shift table: $1 is not seen"
    exit 1
  fi
}
broken a_key_that_is_not_loaded '.access_i(accept_i | key_valid_i)' '.access_i(accept_i)'
broken an_entry_of_another_row 'key_index_i) : row)' "key_index_i) : row ^ KeyBits'(1))"
broken an_address_of_the_cycle_behind 'locations_of(addr_q' 'locations_of(addr_i'
broken what_is_not_accepted_is_read '.access_i(accept_i | key_valid_i)' ".access_i(1'b1)"
echo "shift table: the same on 6 sizes and mappings, 4 broken ones are seen"
