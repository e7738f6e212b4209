#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# outputs.sh SUPERWARP SCRATCH_DIR: every output of every command is written under a name that cannot be foreseen and
# through no link, keeps the mode of the file that it replaces, and leaves nothing else behind. Another user may write
# in the folder.
# shellcheck source=tests/scratch.sh
source "$(dirname "$0")/../scratch.sh"
root=$(realpath "$here/../..")
fig4=$root/examples/fig4.trace
cat >one.cu <<'END'
__global__ void one() {
  __shared__ int s[32];
  s[threadIdx.x] = 1;
}
int main() { one<<<1, 32>>>(); }
END
printf 'trace = "%s"\nmachine = ["dmm", "umm"]\n' "$fig4" >space.toml
"$superwarp" sweep space.toml --out swept >/dev/null
names() { find shared -printf '%P\n' | sort; }

# written OUTPUT... -- ARGUMENT...: the files and folders OUTPUT of `shared` replace links to a victim, then files of
# mode 0640, while links to the victim stand where an unfinished file could be.
written() {
  local outputs=() before kept
  while [[ $1 != -- ]]; do outputs+=("$1"); shift; done
  shift
  rm -rf shared victim
  mkdir -m 1777 shared
  mkdir victim
  for output in "${outputs[@]}"; do
    precious=$PWD/victim/${output//\//-}
    echo precious >"$precious"
    mkdir -p "shared/$(dirname "$output")"
    ln -s "$precious" "shared/$output"
    for ((process = $$; process < $$ + 40; ++process)); do ln -s "$precious" "shared/$output.partial-$process"; done
  done
  rm -f shared/r/{kernel-1.traceg,kernelslist.g}  # a recording refuses files that are none of its own
  before=$(names)
  "$superwarp" "$@" >stdout 2>stderr || fail "fails: $*: $(cat stderr)"
  [[ $(sort -u victim/*) == precious && $(find victim -type f | wc -l) == "${#outputs[@]}" ]] ||
    fail "the target of a link changed: $*"
  for output in "${outputs[@]}"; do
    [[ -f shared/$output && ! -L shared/$output ]] || fail "$output is no file: $*"
    chmod 640 "shared/$output"
  done
  kept=$(names)
  [[ $(comm -13 <(echo "$before") <(echo "$kept") |
    grep -Ev '/(points\.jsonl(\.lock)?|kernel-1\.traceg|kernelslist\.g)$') == '' ]] ||
    fail "other files: $*: $(comm -13 <(echo "$before") <(echo "$kept"))"
  "$superwarp" "$@" >stdout 2>stderr || fail "fails again: $*: $(cat stderr)"
  for output in "${outputs[@]}"; do
    [[ $(stat -c %a "shared/$output") == 640 ]] || fail "$output has lost its mode: $*"
  done
  [[ $(names) == "$kept" ]] || fail "left: $*: $(comm -13 <(echo "$kept") <(names))"
}

replay=(replay "$fig4" --engine model)
written o.json -- "${replay[@]}" --json shared/o.json
written o.fst o.gtkw -- replay "$fig4" --waves shared/o.fst
written o.svg -- draw "$fig4" --svg shared/o.svg
written o.kanata o.trace o.wave -- draw "$fig4" --kanata shared/o.kanata --perfetto shared/o.trace \
  --wavedrom shared/o.wave
written o.md o.csv o.svg o.json -- compare "$fig4" --markdown shared/o.md --csv shared/o.csv --svg shared/o.svg \
  --json shared/o.json
written o.svg o.json -- ask 's[threadIdx.x*2]' --tile 'float s[64]' --svg shared/o.svg --json shared/o.json
written r/kernel-1.traceg r/kernelslist.g -- record one.cu --out shared/r
written s/results.csv s/results.jsonl s/impossible.csv s/failures.csv s/datapackage.json s/sweep.json s/space.toml -- \
  sweep space.toml --out shared/s
written o.html -- report swept --out shared/o.html
written o.json -- sweep space.toml --plan shared/o.json
written o.json -- list --json shared/o.json
written o.json -- congestion --width 4 --super-warp 1 --json shared/o.json
echo 'outputs: no link is followed, every mode is kept'
