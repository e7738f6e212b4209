# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Sourced by the scripts of this folder with their arguments RTL_DIR SCRATCH_DIR. Goes to the scratch folder.
# shellcheck disable=SC2034  # variables are for the scripts
rtl=$(realpath "$1")
here=$(realpath "$(dirname "$0")")
# shellcheck source=tests/units/quickly_built.sh
source "$here/../units/quickly_built.sh"
mkdir -p "$2"
cd "$2" || exit

# All RTL, packages first.
mapfile -t sources < <(sed -n "s|^rtl/|$rtl/|p" "$rtl/superwarp.f")

# SUPERWARP_TRIALS=N: N times the trials, and everything of which a quick run takes a sample.
trials=${SUPERWARP_TRIALS:-1}

# simulated BENCH PARAMETER=VALUE...: in this form the bench beside the script keeps its law under Icarus Verilog.
# $form.txt has what it says, $form.words the words that it reads if it writes them to a file.
simulated() {
  local chosen=() one
  form=$*
  form=${form//[ =\"]/_}
  for one in "${@:2}"; do
    case $one in Cycles=* | Trials=* | Requests=* | Hold=*) one=${one%=*}=$((${one#*=} * trials)) ;; esac
    chosen+=("-P$1.$one")
  done
  iverilog -g2012 -s "$1" "${chosen[@]}" -o "$form.vvp" "${sources[@]}" "$here/$1.sv" >"$form.log" 2>&1 || true
  timeout $((300 * trials)) vvp -n "$form.vvp" "+words=$form.words" >"$form.txt" 2>&1 || true
  if ! grep -q '^PASS' "$form.txt" || grep '^ERROR' "$form.txt"; then
    tail -n 5 "$form.log" "$form.txt"
    echo "$*: the law is broken"
    exit 1
  fi
  echo "$*: $(grep -v '^PASS\|^/' "$form.txt" | tail -1)"
}
# same_with_zeros: that form does the same with 0 in place of unknown bits where ports are not valid.
same_with_zeros() {
  timeout $((300 * trials)) vvp -n "$form.vvp" +words=zeros.words +zeros | cmp - "$form.txt"
  [[ ! -e $form.words ]] || cmp zeros.words "$form.words"
}

# in_rtl FOLDER FILE...: where the files are in FOLDER.
in_rtl() {
  local file
  for file in "${@:2}"; do find "$1" -name "$file"; done
}

clog2() {
  local bits=0
  while ((1 << bits < $1)); do bits=$((bits + 1)); done
  echo "$bits"
}

# as_bits VALUE: a parameter for the command line of Yosys, which takes a string as a number of 8 bits a letter.
as_bits() {
  local text=${1//\"/}
  if [[ $1 == "$text" ]]; then
    echo "$1"
  else
    echo "$((8 * ${#text}))'h$(printf %s "$text" | od -An -v -tx1 | tr -d ' \n')"
  fi
}

# gates NAME TOP READ STEPS: synthesises TOP, which the script READ reads, without latches. STEPS follow the synthesis.
# Writes cells and logic depth to NAME.stat and NAME.ltp.
gates() {
  yosys -q -l "$1.log" -p "$3
    synth -noabc -flatten -top $2
    $4
    check -assert
    select -assert-none t:\$_DLATCH* t:\$dlatch* t:\$_DLATCHSR*
    tee -o $1.stat stat
    tee -o $1.ltp ltp -noff" >/dev/null 2>&1 || {
    tail -20 "$1.log" >&2
    echo "synthesis of $1 failed" >&2
    exit 1
  }
}

# broken_copy FILE OLD NEW: makes the folder broken/, a copy of the RTL with NEW in the place of OLD in FILE.
broken_copy() {
  local file text
  file=$(in_rtl "$rtl" "$1")
  text=$(<"$file")
  if [[ $text != *"$2"* ]]; then
    echo "$1 has no '$2' to break"
    exit 1
  fi
  rm -rf broken
  cp -r "$rtl" broken
  printf '%s\n' "${text/"$2"/"$3"}" >"broken${file#"$rtl"}"
}
