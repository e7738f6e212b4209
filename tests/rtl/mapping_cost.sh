#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# mapping_cost.sh RTL_DIR SCRATCH_DIR [ROWS [REQUESTS [WIDTH]]]: what each mapping of the RSU costs in gates of two
# inputs and multiplexers (Yosys, abc -g simple), for ROWS rows (2048) of WIDTH banks (32) and REQUESTS requests (32).
#
# Yosys needs more than a minute for a table with a read port for each of 32 requests. So each mapping is synthesised
# for one request and for two: the difference is the cost of one more request (each), the rest is shared (the table's
# write port). total = shared + REQUESTS*each. The table's flip-flops (key) exist once. The RSU's address register is
# not counted, as it is there without a mapping too. depth: longest path in gates, from an input or a register to a
# register, for the tables including the write port.
#
# The limits of each mapping stand behind its name in rsu.sv. Fails if one does not synthesise, makes a latch, takes
# more gates for a request, or has another key.
set -euo pipefail
# shellcheck source=tests/rtl/common.sh
source "$(dirname "$0")/common.sh" "$@"
rows=${3:-2048}
requests=${4:-32}
width=${5:-32}
least=64  # rows; h3 and tabulation have parts of a least size, so below it their limits do not hold

# Names used by the limits in rsu.sv.
declare -i B R N
B=$(clog2 "$width")
R=$(clog2 "$rows")
N=$rows

# A line each: mapping;most gates of a request;bits of the key.
table=$(sed -n 's|^ *"\([a-z0-9-]*\)": *// \(.*\) gates, \(.*\) bits$|\1;\2;\3|p' "$rtl/rsu.sv")
known=$(grep 'key_entries = ' "$rtl/rsu.sv" | grep -o '"[a-z0-9-]*"' | tr -d '"')
if [[ $(sort <<<"$known") != $(cut -d';' -f1 <<<"$table" | sort) ]]; then
  echo "rsu.sv: a mapping without limits behind its name; there are ${known//$'\n'/ }"
  exit 1
fi

# synthesise MAPPING REQUESTS: writes MAPPING_REQUESTS.{stat,ltp}.
synthesise() {
  gates "$1_$2" rsu "read_verilog -noassert -sv $rtl/rsu.sv
    chparam -set Mapping \"$1\" -set Width $width -set NumRequests $2 -set NumRows $N -set AddrWidth $((B + R + 1)) rsu
    hierarchy -check -top rsu" "abc -fast -g simple; opt_clean"
}

rm -f ./*.stat
pids=()
while IFS=';' read -r mapping _; do
  { synthesise "$mapping" 1 && synthesise "$mapping" 2; } &
  pids+=($!)
done <<<"$table"
for pid in "${pids[@]}"; do wait "$pid"; done

cells() { awk '/\$_/ && $1 !~ /DFF/ { n += $2 } END { print n + 0 }' "$1"; }
flops() { awk '/\$_/ && $1 ~ /DFF/ { n += $2 } END { print n + 0 }' "$1"; }

echo "$rows rows of $width banks, $requests requests"
printf '%-13s %8s %8s %9s %8s %6s\n' mapping each shared total key depth
bad=0
while IFS=';' read -r mapping gates bits; do
  one=$(cells "${mapping}_1.stat")
  each=$(($(cells "${mapping}_2.stat") - one))
  shared=$((one - each))
  register=$(($(flops "${mapping}_2.stat") - $(flops "${mapping}_1.stat")))
  key=$(($(flops "${mapping}_1.stat") - register))
  depth=$(sed -n 's/.*(length=\([0-9]*\)).*/\1/p' "${mapping}_1.ltp")
  printf '%-13s %8d %8d %9d %8d %6d\n' "$mapping" "$each" "$shared" $((shared + requests * each)) "$key" "$depth"
  if ((rows < least)) && [[ $mapping == h3 || $mapping == tabulation ]]; then
    echo "mapping_cost: the limits of $mapping hold from $least rows on, not checked for $rows" >&2
  elif ((key != bits || each > gates)); then
    echo "  expected $((bits)) flip-flops of key and at most $((gates)) gates a request"
    bad=1
  fi
done <<<"$table"
echo "rap: random-shift with another key"
exit $bad
