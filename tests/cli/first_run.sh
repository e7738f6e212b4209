#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# first_run.sh SUPERWARP SCRATCH_DIR: what someone meets who has read no document. The examples work as they stand,
# `doctor` finds what is there and what is not, and a shell completes what the program takes.
set -Eeuo pipefail
# shellcheck source=tests/cli/promises.sh
source "$(dirname "$0")/promises.sh" "$@"

# Without arguments: examples, each with its question. That of `record` has a program of the user's.
"$superwarp" >first
mapfile -t tries < <(sed -n 's/^    superwarp //p' first)
((${#tries[@]} >= 2)) || [[ $("$superwarp" --help) == *'not built'* ]]
for one in "${tries[@]}"; do
  words=()
  eval "words=($one)"
  "$superwarp" "${words[@]/program.cu/"$examples/cuda/transpose.cu"}" >stdout 2>stderr || fails "$one"
done

# Everything that RTL needs is here, or this test could not run; on an empty PATH it is not.
"$superwarp" doctor run >stdout
grep -q '^nothing is missing$' stdout
mkdir bin
status=0
PATH=$PWD/bin "$superwarp" doctor run >stdout || status=$?
((status == 1))
grep -q '^  verilator  *missing' stdout
grep -q '^to have all of it: apt-get install verilator g++ zlib1g-dev$' stdout
PATH=$PWD/bin "$superwarp" doctor list >stdout  # it needs nothing
grep -qx "  cache   ${XDG_CACHE_HOME-$HOME/.cache}/superwarp, .*" stdout

# Completion in bash: commands, options, names from a table; names of files where there is none.
eval "$("$superwarp" completion bash)"
offered() {
  COMP_WORDS=("$@")
  COMP_CWORD=$(($# - 1))
  _superwarp_words
  echo "${COMPREPLY[*]}"
}
[[ $(offered superwarp doc) == doctor ]]
[[ $(offered superwarp run --super) == --super-warp ]]
[[ $(offered superwarp run --machine rs) == rsdmm ]]
[[ -z $(offered superwarp replay x) ]]
# Every option that --help-all shows of a command is offered.
for command in run draw list; do
  for option in $("$superwarp" "$command" --help-all | sed -n 's/^ *\(--[a-z-]*\) .*/\1/p' | grep -v help); do
    [[ " $(offered superwarp "$command" "$option") " == *" $option "* ]] || fails "completion of $command $option"
  done
done
if type -P zsh >/dev/null; then "$superwarp" completion zsh >_superwarp && zsh -n _superwarp; fi
echo "first_run: ${#tries[@]} examples work"
