#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# kept.sh SUPERWARP SCRATCH_DIR: what is computed once and kept is used only as it was written, by its owner: compiled
# units in folders and files that others may write or that are links are refused with the cure; damaged ones are made
# again; lines of a store that were edited, or a pipe in its place, are refused with file and line. `superwarp cache`
# lists and cleans.
# shellcheck source=tests/scratch.sh
source "$(dirname "$0")/../scratch.sh"
export XDG_CACHE_HOME=$PWD/home
cache=home/superwarp
umask 002  # the cache must not depend on it
unit=("$superwarp" run --workload transpose-naive --size 8 --width 2 --threads 4)

# refused WORDS COMMAND...: exit status 2, and standard error has WORDS.
refused() {
  local words=$1 status=0
  shift
  timeout 60 "$@" >stdout 2>stderr || status=$?
  [[ $status == 2 ]] || fail "status $status, expected 2: $*: $(cat stderr)"
  grep -qF -- "$words" stderr || fail "no '$words' from $*: $(cat stderr)"
}
# works COMMAND...: exit status 0.
works() { "$@" >stdout 2>stderr || fail "fails: $*: $(cat stderr)"; }

works "${unit[@]}"
library=$(echo "$cache"/*.so)
for path in "$cache" "$library"; do
  mode=$(stat -c %a "$path")
  for shared in g+w o+w; do
    chmod "$shared" "$path"
    refused "$PWD/$path: other users may write here" "${unit[@]}"
    chmod "$mode" "$path"
  done
done
mv "$library" elsewhere.so
ln -s "$PWD/elsewhere.so" "$library"
refused "$PWD/$library: a symbolic link" "${unit[@]}"
rm "$library"
if [[ $(id -u) == 0 ]]; then  # only root can give a file away
  cp elsewhere.so "$library"
  chown 12345 "$library"
  refused 'belongs to another user' "${unit[@]}"
  rm "$library"
fi
# The folders above the cache: who may write one can put another cache in its place, unless it is sticky.
mkdir -m 755 outer outer/inner
cp -r elsewhere.so outer/
cp -r home outer/inner/
cp elsewhere.so "outer/inner/$library"
chmod go-w "outer/inner/$library"
ln -s outer/inner link
below=(env "XDG_CACHE_HOME=$PWD/outer/inner/home")
through=(env "XDG_CACHE_HOME=$PWD/link/home")
guarded() {  # FOLDER WORDS: the cache below is refused, and taken if the folder is sticky and the user's
  for where in below through; do
    declare -n environment=$where
    refused "$PWD/$1: $2" "${environment[@]}" "${unit[@]}"
    refused "$PWD/$1: $2" "${environment[@]}" "$superwarp" cache
  done
}
for folder in outer outer/inner; do
  chmod o+w "$folder"
  guarded "$folder" 'other users may write here'
  chmod +t "$folder"
  works "${below[@]}" "${unit[@]}"
  chmod 755 "$folder"
  if [[ $(id -u) == 0 ]]; then
    chmod 1777 "$folder"
    chown 12345 "$folder"
    guarded "$folder" 'belongs to another user'
    chown 0:12345 "$folder"
    chmod 775 "$folder"
    guarded "$folder" 'other users may write here'
    chown 0:0 "$folder"
    chmod 755 "$folder"
  fi
  works "${through[@]}" "${unit[@]}"
done
[[ ! -s stderr ]] || fail "the unit below is compiled again: $(cat stderr)"
rm -rf outer link

for bytes in 1000 10; do  # less than its seal, too
  head -c "$bytes" elsewhere.so >"$library"
  chmod 755 "$library"
  works "${unit[@]}"
  grep -q 'compiling' stderr || fail "a unit of which $bytes bytes are left is not compiled again"
done

# Precompiled headers: a damaged file is made again, one that others may write is refused.
headers=("$cache"/headers/*/unit_headers.pch)
size=$(stat -c %s "${headers[0]}")
truncate -s 1000 "${headers[0]}"
rm "$library"
works "${unit[@]}"
[[ $(stat -c %s "${headers[0]}") == "$size" ]] || fail 'a damaged header is not made again'
chmod g+w "${headers[0]}"
rm "$library"
refused "$PWD/${headers[0]}: other users may write here" "${unit[@]}"
chmod g-w "${headers[0]}"
works "${unit[@]}"

cat >refusing <<'END'
#!/bin/sh
case "$*" in *-include-pch*) echo refused >&2; exit 1 ;; esac
exec clang++ "$@"
END
chmod +x refusing
SUPERWARP_CXX=$PWD/refusing XDG_CACHE_HOME=$PWD/refused works "${unit[@]}"
[[ -z $(find refused -name '*.pch') ]] || fail 'a header that the compiler refuses is kept'

works "$superwarp" cache
grep -q "$(basename "$library")" stdout || fail "the unit is not listed: $(cat stdout)"
grep -q '^1 entry of compiled units' stdout || fail "not one unit: $(cat stdout)"
grep -q '^[12] entr.* of precompiled headers' stdout || fail "no headers: $(cat stdout)"
works "$superwarp" cache --clean
[[ ! -e $library && ! -e ${headers[0]} ]] || fail 'the unit is still there'
works "$superwarp" cache
grep -q '^0 entries of compiled units' stdout || fail "not empty: $(cat stdout)"

# Scratch folders of killed processes: listed and removed, unless a process holds them.
mkdir -p "$cache"/{left,held}.tmp "$cache"/{cost/wires-1,headers/left}.tmp
exec 8<"$cache/held.tmp"
flock -s 8
works "$superwarp" cache
grep -q '^3 entries left by interrupted runs' stdout || fail "not three scratch folders: $(cat stdout)"
works "$superwarp" cache --clean
[[ $(find "$cache" -name '*.tmp') == "$cache/held.tmp" ]] || fail "scratch folders: $(find "$cache" -name '*.tmp')"
exec 8<&-
works "$superwarp" cache --clean
[[ ! -e $cache/held.tmp ]] || fail 'a scratch folder without a process is still there'

# A compiler holds the scratch folder of the process that started it, also when that one is killed.
cat >slow <<'END'
#!/bin/sh
[ "$1" = --version ] && exec clang++ --version
echo $$ >compiling
while [ ! -e enough ]; do sleep 0.1; done
exit 1
END
chmod +x slow
SUPERWARP_CXX=$PWD/slow "${unit[@]}" >/dev/null 2>&1 &
run=$!
until [[ -s compiling ]]; do sleep 0.1; done
[[ $(find "$cache" -name '*.tmp' -printf '%m\n' | sort -u) == 700 ]] ||
  fail "others may enter: $(find "$cache" -name '*.tmp' -ls)"
kill -9 "$run"
wait "$run" 2>/dev/null || true
works "$superwarp" cache --clean
[[ -n $(find "$cache" -name '*.tmp') ]] || fail 'a scratch folder that a compiler writes is removed'
touch enough
for ((i = 0; i < 100; ++i)); do
  works "$superwarp" cache --clean
  [[ -n $(find "$cache" -name '*.tmp') ]] || break
  sleep 0.1
done
[[ -z $(find "$cache" -name '*.tmp') ]] || fail "left: $(find "$cache" -name '*.tmp')"

# A relative folder is none, as the XDG specification says.
XDG_CACHE_HOME=relative HOME=$PWD/own works "$superwarp" cache
grep -qx "$PWD/own/.cache/superwarp" stdout || fail "another folder: $(cat stdout)"
XDG_CACHE_HOME=relative HOME=relative refused 'no place for compiled memory units' "$superwarp" cache

# Two processes and an empty cache: both succeed, one compiles.
for i in 1 2; do
  XDG_CACHE_HOME=$PWD/empty "${unit[@]}" --json "both$i.json" >/dev/null 2>"both$i" &
done
wait -n
wait -n
for i in 1 2; do python3 -c 'import json, sys; assert json.load(open(sys.argv[1]))["agree"]' "both$i.json"; done
(($(cat both1 both2 | grep -c 'compiling the memory unit') == 1)) || fail 'two compilations of one unit'
(($(find empty -name '*.so' | wc -l) == 1)) || fail 'not one unit'
[[ -z $(find empty -name '*.tmp') ]] || fail 'unfinished files'

# Stores of sweeps.
printf 'workload = "transpose-naive"\nsize = [4, 8]\nwidth = 4\n' >space.toml
works "$superwarp" sweep space.toml --out out
store=out/points.jsonl
[[ $(wc -l <"$store") == 2 ]] || fail "not two points: $(cat "$store")"
cp "$store" whole.jsonl
for edit in 's/"slots":[0-9]*/"slots":1/' 's/"figures"/"figure"/' 's/,"seal".*/}/' 's/"}$/0"}/' 's/.*/{}/'; do
  sed "2$edit" whole.jsonl >"$store"
  if cmp -s whole.jsonl "$store"; then fail "$edit changes nothing"; fi
  refused "$store:2: " "$superwarp" sweep space.toml --out out
done
sed -i 2d "$store"
works "$superwarp" sweep space.toml --out out
grep -q '2 points done, 1 of them now' stdout || fail "not one point anew: $(cat stdout)"
cmp "$store" whole.jsonl
# A second sweep waits for the first, and says so.
exec 8>"$store.lock"
flock 8
: >waiting
timeout 60 "$superwarp" sweep space.toml --out out >stdout 2>waiting 8>&- &
until grep -qx 'superwarp: another sweep uses out; waiting' waiting; do
  [[ -e /proc/$! ]] || fail "does not wait: $(cat waiting)"
  sleep 0.1
done
exec 8>&-
wait $! || fail "does not go on: $(cat waiting)"
mkfifo out/points-1-of-2-x.jsonl
refused 'expected a regular file' "$superwarp" sweep space.toml --out out

# A space without a possible point.
printf 'workload = "transpose-nave"\nsize = [4, 8]\n' >space.toml
for how in --dry-run '--out impossible'; do
  # shellcheck disable=SC2086  # two words
  refused "space.toml:1: --workload transpose-nave --size 4: unknown workload 'transpose-nave', \
did you mean 'transpose-naive'" "$superwarp" sweep space.toml $how
done
[[ ! -e impossible ]] || fail 'a space without a possible point leaves a folder'

# The form of the unit is part of a point's key, in whatever order the forms come.
printf 'workload = "transpose-naive"\nsize = 4\nwidth = 2\nengine = "rtl"\nshallow = [true, false]\n' >forms.toml
works "$superwarp" sweep forms.toml --out forms
sed -i 's/true, false/false, true/' forms.toml
works "$superwarp" sweep forms.toml --out forms
grep -q '2 points done, 0 of them now' stdout || fail "another order of the forms is computed again: $(cat stdout)"

echo 'kept: used as it was written, or made again, or refused'
