#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# diffs.sh DOCUMENT SCRATCH_DIR [ROOT]: every ```diff block of DOCUMENT is in the tree at ROOT (the repository's), to the
# line, and as small as the comment above it promises:
#   <!-- in the tree, at most 3 files and 15 lines -->
# Lines are those that begin with + or -. Fails for a block without a promise, too, and if there is no block.
set -euo pipefail
document=$(realpath "$1")
mkdir -p "$2"
scratch=$(realpath "$2")
cd "${3:-"$(dirname "${BASH_SOURCE[0]}")/../.."}"

# Block n goes to n.diff, its promise, "FILES LINES", to n.most.
rm -f "$scratch"/*.diff "$scratch"/*.most
awk -v to="$scratch" '
  /^```$/ { inside = 0 }
  inside { print >(to "/" n ".diff") }
  /^<!-- in the tree, at most [0-9]+ files? and [0-9]+ lines -->$/ { most = $7 " " $10; next }
  /^```diff$/ { inside = 1; ++n; print most >(to "/" n ".most"); printf "" >(to "/" n ".diff") }
  NF { most = "" }' "$document"

blocks=0
bad=0
for block in "$scratch"/*.diff; do
  [[ -e $block ]] || break
  blocks=$((blocks + 1))
  name="diff ${block##*/}: $(sed -n 's|^+++ b/||p' "$block" | paste -sd' ')"
  read -r most_files most_lines <"${block%.diff}.most" || true
  files=$(grep -c '^+++ ' "$block" || true)
  lines=$(grep -v '^+++ \|^--- ' "$block" | grep -c '^[-+]' || true)
  if [[ -z $most_lines ]]; then
    echo "$name: no promise above it"
    bad=1
  elif ((files == 0 || lines == 0 || files > most_files || lines > most_lines)); then
    echo "$name: $files files and $lines lines, at most $most_files and $most_lines are promised"
    bad=1
  fi
  if ! git apply --check --reverse "$block"; then
    echo "$name: not in the tree as it is printed; print it again with git show --unified=1"
    bad=1
  fi
done
((blocks)) || { echo "no diff in $document"; exit 1; }
((bad)) || echo "$blocks diffs are in the tree and as small as promised"
exit $bad
