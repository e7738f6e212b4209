#!/usr/bin/env bash
# mapping_cost.sh RTL_DIR SCRATCH_DIR [ROWS [REQUESTS [WIDTH]]]: what each mapping of the RSU costs in gates of two
# inputs and multiplexers (Yosys, abc -g simple), for ROWS rows (2048) of WIDTH banks (32) and REQUESTS requests (32).
#
# A table with a read port for each of 32 requests is more than Yosys maps in a minute. So each mapping is synthesised
# for one request and for two: the difference is what one more request costs (each), the rest is shared (the
# table's write port). total = shared + REQUESTS*each; the table's flip-flops (key) exist once; the RSU's address
# register is not counted, it is there without a mapping, too. depth: longest path in gates, from an input or a
# register to a register, for the tables including the write port.
#
# Fails if a mapping does not synthesise, makes a latch, or costs more than it should: every XOR, adder, table entry
# and matrix element of the headers has its place in the limits below.
set -euo pipefail
rtl=$(realpath "$1")
mkdir -p "$2"
cd "$2"
rows=${3:-2048}
requests=${4:-32}
width=${5:-32}

clog2() {
  local bits=0
  while ((1 << bits < $1)); do bits=$((bits + 1)); done
  echo "$bits"
}
bank_bits=$(clog2 "$width")
row_bits=$(clog2 "$rows")

# synthesise MAPPING REQUESTS: writes MAPPING_REQUESTS.{stat,ltp}.
synthesise() {
  local top=map_$1 name=$1_$2
  local set="-chparam Width $width -chparam NumRequests $2 -chparam AddrWidth $((bank_bits + row_bits + 1))"
  case $1 in
    pad | xor_swizzle) top=map_row ;;
    random_*) top=map_table ;;
  esac
  [[ $top == map_row ]] || set+=" -chparam NumRows $rows"
  [[ $1 != pad && $1 != random_shift ]] || set+=" -chparam Adds 1"
  yosys -q -l "$name.log" -p "read_verilog -noassert -sv $rtl/mapping/*.sv
    hierarchy -check -top $top $set
    synth -noabc -flatten -top $top
    abc -fast -g simple
    opt_clean
    check -assert
    select -assert-none t:\$_DLATCH* t:\$dlatch*
    tee -o $name.stat stat
    tee -o $name.ltp ltp -noff" >/dev/null 2>&1 || {
    tail -5 "$name.log"
    echo "synthesis of $1 failed"
    return 1
  }
}

both() {
  synthesise "$1" 1
  synthesise "$1" 2
}

# The two large tables side by side.
rm -f ./*.stat
both random_xor &
for mapping in pad xor_swizzle ipoly h3 tabulation random_shift; do both "$mapping"; done
wait $!

cells() { awk '/\$_/ && $1 !~ /DFF/ { n += $2 } END { print n + 0 }' "$1"; }
flops() { awk '/\$_/ && $1 ~ /DFF/ { n += $2 } END { print n + 0 }' "$1"; }

# row MAPPING KEY_BITS MOST_EACH: a line of the table; fails if the key or a request takes more than said.
bad=0
row() {
  local one two each shared register key depth
  one=$(cells "$1_1.stat")
  two=$(cells "$1_2.stat")
  each=$((two - one))
  shared=$((one - each))
  register=$(($(flops "$1_2.stat") - $(flops "$1_1.stat")))
  key=$(($(flops "$1_1.stat") - register))
  depth=$(sed -n 's/.*(length=\([0-9]*\)).*/\1/p' "$1_1.ltp")
  printf '%-13s %8d %8d %9d %8d %6d\n' "${1//_/-}" "$each" "$shared" $((shared + requests * each)) "$key" "$depth"
  if ((key != $2 || each > $3)); then
    echo "  expected $2 flip-flops of key and at most $3 gates a request"
    bad=1
  fi
}

echo "$rows rows of $width banks, $requests requests"
printf '%-13s %8s %8s %9s %8s %6s\n' mapping each shared total key depth
printf '%-13s %8d %8d %9d %8d %6d\n' identity 0 0 0 0 0
adder=$((6 * bank_bits))
port=$((bank_bits * (rows - 1)))
row xor_swizzle 0 "$bank_bits"
row pad 0 "$adder"
row ipoly 0 $((bank_bits * row_bits))
row h3 $((bank_bits * row_bits)) $((2 * bank_bits * row_bits))
row tabulation $((bank_bits * (64 + rows / 64))) $((bank_bits * (64 + rows / 64) * 5 / 4 + 2 * bank_bits))
row random_xor $((bank_bits * rows)) $((port * 5 / 4 + bank_bits))
row random_shift $((bank_bits * rows)) $((port * 5 / 4 + adder))
echo "rap: random-shift with another key"
exit $bad
