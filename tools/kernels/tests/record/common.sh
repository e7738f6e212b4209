# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Sourced by the scripts of recorded programs with their arguments SUPERWARP EXAMPLES_DIR SCRATCH_DIR. Goes to the
# scratch folder.
# shellcheck disable=SC2034  # variables are for the scripts
superwarp=$(realpath "$1")
examples=$(realpath "$2")
rm -rf "$3"
mkdir -p "$3"
cd "$3" || exit

fail() {
  echo "$(basename "$0"): $1"
  exit 1
}

# slots TRACE TEXT MEAN: the instruction on the line with TEXT needs MEAN slots a dispatch on the dmm.
slots() {
  "$superwarp" replay "$1" --engine model --json - >replay.json
  python3 - "$2" "$3" <<'END' || fail "$1: '$2' does not need $3 slots an access"
import json, sys
text, mean = sys.argv[1], float(sys.argv[2])
rows = [row for row in json.load(open("replay.json"))["instructions"] if text in (row["source"] or "")]
means = sorted({round(row["machines"]["dmm"]["mean"], 2) for row in rows})
print(text, means)
sys.exit(means != [mean])
END
}
