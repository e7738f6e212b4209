#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# options.sh SUPERWARP EXAMPLES_DIR SCRATCH_DIR: options of `record` that select nothing, that have no effect, or that
# would replace files of another program are refused, and an older recording stays (see tests/cli/refusals.sh). Odd
# names of files work.
# shellcheck disable=SC2317  # functions that refused_by calls
set -euo pipefail
# shellcheck source=tools/kernels/tests/record/common.sh
source "$(dirname "$0")/common.sh" "$@"
logs=$PWD/../options-logs
mkdir -p "$logs"
here=$examples/../../tests/cli
# shellcheck source=tests/cli/refusals.sh
source "$here/refusals.sh"

cat >two.cu <<'END'
__global__ void first(int* g) { __shared__ int s[32]; s[threadIdx.x] = 1; g[threadIdx.x] = s[threadIdx.x]; }
__global__ void second(int* g) { g[threadIdx.x] = 2; }
int main() { int* g; cudaMalloc(&g, 128); first<<<2, 32>>>(g); second<<<1, 32>>>(g); }
END
record=(record two.cu --out mine --no-table)
"$superwarp" "${record[@]}" >mine.out

# Ranges and limits that are impossible, before anything is compiled.
for option in --launches --only-blocks; do
  for range in x 3..1 1.. ..1 1-2 -1 1.5; do
    refused "$option $range: expected a number from [01], or a range such as " "${record[@]}" "$option=$range"
  done
done
refused "unknown order 'foo'. There are: slots, time" record two.cu --out mine --sort foo
odd_folder() { TMPDIR=$PWD/two.cu "$@"; }
refused_by odd_folder 'TMPDIR=.*/two.cu: cannot make a folder there: Not a directory; set TMPDIR to a folder' \
  "${record[@]}"
no_folder() { TMPDIR=/nonexistent "$@"; }
refused_by no_folder 'TMPDIR=/nonexistent: cannot make a folder there: No such file' "${record[@]}"

# Options without effect.
for option in '--svg x' '--csv x' '--machine rsdmm' '--sort time' '--out x' --shared-only '--megabytes 5'; do
  read -ra words <<<"$option"
  refused "${words[0]} has no effect with --check; leave one of them out" record two.cu --check "${words[@]}"
done
for option in '--sort time' '--engine rtl' '--machine rsdmm'; do
  read -ra words <<<"$option"
  refused "${words[0]} has no effect with --no-table; leave one of them out" "${record[@]}" "${words[@]}"
done
"$superwarp" "${record[@]}" --machine rsdmm --json x.json >x.out
"$superwarp" "${record[@]}" --sort time --csv x.csv >x.out
"$superwarp" record "$examples/transpose.cu" --out words --bank-words 2 --engine model >words.out ||
  complain '--bank-words 2: refused'
grep -q 'dmm 2 words a bank' words.out || complain '--bank-words 2: no column with words of 8 bytes'

# A selection that the program has nothing of: the message has what there is.
limit_ms=$((20 * limit_ms))
for selection in '--kernels frist' '--launches 3..9' '--only-blocks 2' '--kernels second --launches 1'; do
  read -ra words <<<"$selection"
  refused 'select nothing. There are:' "${record[@]}" "${words[@]}"
  grep -qF '  launch 2: void second(int *), grid (1,1,1), block (32,1,1)' "$logs/stderr" ||
    complain "$selection: no list of launches"
  refused 'select nothing. There are:' record two.cu --check "${words[@]}"
done

# A whole name, as the command prints it.
refused 'select nothing. There are:' "${record[@]}" --kernels ' cond('
"$superwarp" record two.cu --out whole --no-table --kernels ' second(' >whole.out
[[ -e whole/kernel-2.traceg && ! -e whole/kernel-1.traceg ]] || complain "--kernels ' second(': records $(ls whole)"

# Files of another program.
mkdir foreign listed
sed '/recorded by/d' mine/kernel-1.traceg >foreign/kernel-7.traceg
printf 'MemcpyHtoD,0x7f0000000000,64\nkernel-7.traceg\n' >listed/kernelslist.g
refused "foreign/kernel-7.traceg: a recording would replace it, .*; choose another folder" record two.cu --out foreign
refused 'listed/kernelslist.g: a recording would replace it' record two.cu --out listed
"$superwarp" "${record[@]}" --launches 2 >mine.out
[[ $(ls mine) == $'kernel-2.traceg\nkernelslist.g' ]] ||
  complain "an older recording stays beside a new one: $(ls mine)"

# Names that a rule of make would quote.
# shellcheck disable=SC2016  # a $ in a name
for name in 'a b' 'a$b' 'a#b' "a'b" 'a(b)'; do
  cp two.cu "$name.cu"
  "$superwarp" record "$name.cu" --no-table >name.out 2>&1 || complain "$name.cu: $(cat name.out)"
  [[ -e "$name.recording/kernel-1.traceg" ]] || complain "$name.cu: no recording"
done
verdict record.options
