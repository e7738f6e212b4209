#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# full_disk.sh SUPERWARP SCRATCH_DIR: a failure to write is an error message (status 2), never an unfinished file: full
# disks, folders that take no file, and caches of compiled units that are unwritable, full, damaged, or without tools.
# Uses no permissions, so that it works as root. A small file system needs mount in a private namespace; without that
# the test only limits the size of files.
# shellcheck disable=SC2317  # functions that refused_by calls
set -euo pipefail
if [[ -z ${SUPERWARP_PRIVATE_MOUNTS:-} ]]; then
  for map in '' --map-root-user; do
    if unshare --mount $map mount -t tmpfs none /mnt 2>/dev/null; then
      SUPERWARP_PRIVATE_MOUNTS=yes exec unshare --mount $map "$BASH" "$0" "$@"
    fi
  done
  SUPERWARP_PRIVATE_MOUNTS=no
fi
unset SUPERWARP_CXX  # use the default compiler, as users do
# shellcheck source=tests/cli/scratch.sh
source "$(dirname "$0")/scratch.sh"
disk=$scratch/disk
bin=$scratch/bin
cache=$scratch/cache
mkdir "$disk" "$bin" "$cache"
random=(run --workload random --size 16384 --width 4 --threads 4096)  # waves of more than a megabyte
limit_ms=$((limit_ms * 2))  # some run the RTL first, some start a compiler

echo 'an older file' >older
mkdir folder
"$superwarp" replay "$fig4" >"$logs/stdout" 2>"$logs/stderr"  # compiles the unit if necessary

# Places that take no file are refused before anything runs.
for command in "replay $fig4 --json" "replay $fig4 --waves" "draw $fig4 --svg"; do
  read -ra words <<<"$command"
  refused '/nope/file: cannot write here: No such file' "${words[@]}" /nope/file
  refused 'older/file: cannot write here: Not a directory' "${words[@]}" older/file
  refused 'folder: is no regular file' "${words[@]}" folder
  refused '/proc/file: cannot write here' "${words[@]}" /proc/file
  refused '/dev/full: (cannot write all of it: No space left|is no regular file)' "${words[@]}" /dev/full
  refused 'expected a value' "${words[@]}" ''
  refused 'cannot write here: File name too long' "${words[@]}" "$(printf 'x%.0s' {1..300})"
done

# So is the saved view beside a waveform.
mkdir view.gtkw
refused 'view.gtkw: is no regular file' replay "$fig4" --waves view.fst

# Full or closed standard output.
to_full() { "$@" >/dev/full; }
refused_by to_full 'standard output: cannot write' replay "$fig4" --json -
refused_by to_full 'standard output: cannot write' draw "$fig4" --svg -
refused_by to_full 'standard output: cannot write' draw "$fig4"
refused_by to_full 'standard output: cannot write' replay "$fig4"
for command in '' list --help --version 'run --help' 'run --help-all' 'reproduce --list' 'list --json -'; do
  # shellcheck disable=SC2086  # words
  refused_by to_full 'standard output: cannot write' $command
done
closed() { "$@" >&-; }
refused_by closed 'standard output: is closed' list

# Disks that fill up within a file or before its first byte: an older file stays unchanged.
short_files() { (
  trap '' XFSZ
  ulimit -f "$limit_kib"
  "$@"
); }
for limit_kib in 1 8 64; do
  refused_by short_files 'cannot write all of' "${random[@]}" --waves older
  refused_by short_files 'cannot write all of' "${random[@]}" --waves new
done
limit_kib=2
shifts=(run --workload random --size 65536 --machine rsdmm --engine model)  # the JSON has all shifts
refused_by short_files 'older: cannot write all of it' "${shifts[@]}" --json older
refused_by short_files 'new: cannot write all of it' "${shifts[@]}" --json new
refused_by short_files 'older: cannot write all of it' draw "$fig4" --svg older
refused_by short_files 'new: cannot write all of it' draw "$fig4" --svg new

# disk_of SIZE FREE_KIB: an empty disk, filled up to FREE_KIB.
disk_of() {
  umount "$disk" 2>/dev/null || true
  mount -t tmpfs -o "size=$1" none "$disk"
  dd if=/dev/zero of="$disk/filler" bs=1024 status=none 2>/dev/null || true
  truncate -s "-$2K" "$disk/filler"
}
if [[ $SUPERWARP_PRIVATE_MOUNTS == yes ]]; then
  work=$PWD
  for free in 0 4 64 300; do
    disk_of 1m "$free"
    cd "$disk"
    if ((free == 0)); then
      refused 'a.json: cannot write all of it' replay "$fig4" --json a.json
      refused 'a.svg: cannot write all of it' draw "$fig4" --svg a.svg
    fi
    refused 'cannot write all of' "${random[@]}" --waves a.fst
    cd "$work"
  done
else
  echo 'skipped: full disks that need a file system of their own (unshare or mount is not allowed here)'
fi

# The cache of compiled units.
cached_in() { XDG_CACHE_HOME=$home "$@"; }
replays() { cached_in "$superwarp" replay "$fig4" >"$logs/stdout" 2>"$logs/stderr"; }
for home in /proc/nope "$PWD/older"; do
  refused_by cached_in "cache of compiled memory units cannot be used: .*$home/superwarp.*set XDG_CACHE_HOME" replay \
    "$fig4"
done
mkdir "$cache/taken"
touch "$cache/taken/superwarp"
home=$cache/taken
refused_by cached_in 'cache of compiled memory units cannot be used' replay "$fig4"
if [[ $SUPERWARP_PRIVATE_MOUNTS == yes ]]; then
  home=$disk
  for free in 0 8 64; do
    disk_of 1m "$free"
    refused_by cached_in 'cache of compiled memory units cannot be used: .*[Nn]o space' replay "$fig4"
    rm -f "$disk"/superwarp/*.lock
    [[ -z $(find "$disk/superwarp" -mindepth 1) ]] || complain "left in a full cache: $(find "$disk/superwarp")"
  done
  # A cache that takes no new units still provides old ones.
  disk_of 8m 4000
  replays || complain 'a cache with 4 MB to spare fails'
  dd if=/dev/zero of="$disk/more" bs=1024 status=none 2>/dev/null || true
  replays || complain 'a unit in a full cache cannot be used'
  mount -o remount,ro "$disk"
  replays || complain 'a unit in a read-only cache cannot be used'
  [[ ! -s $logs/stderr ]] || complain 'a unit in a read-only cache is compiled again'
  refused_by cached_in 'cache of compiled memory units cannot be used: .*Read-only' replay "$fig4" --shallow
fi

# Missing tools. PATH has `bin` only.
in_bin() { PATH=$bin XDG_CACHE_HOME=$cache "$@"; }
ln -s "$(command -v timeout)" "$bin"
refused_by in_bin 'not installed: verilator, .*\(apt-get install verilator g\+\+ zlib1g-dev\)' replay "$fig4"
for tool in verilator verilator_bin perl; do ln -s "$(command -v "$tool")" "$bin"; done
refused_by in_bin 'not installed: clang\+\+ or g\+\+, zlib.h \(apt-get install g\+\+ zlib1g-dev\)' replay "$fig4"
rm "$bin/verilator_bin"
ln -s "$(command -v g++)" "$bin"
refused_by in_bin 'verilator_bin --version fails' replay "$fig4"
with_compiler() { SUPERWARP_CXX=$compiler XDG_CACHE_HOME=$cache "$@"; }
compiler=/nope/c++
refused_by with_compiler 'not installed: /nope/c\+\+ \(SUPERWARP_CXX\)' replay "$fig4"
cat >"$bin/broken-c++" <<'END'
#!/bin/sh
if [ "$1" = --version ]; then echo broken 1; else echo 'no such thing'; exit 1; fi
END
chmod +x "$bin/broken-c++"
compiler=$bin/broken-c++
refused_by with_compiler 'broken-c\+\+ failed with status 1:' replay "$fig4"
grep -q 'no such thing' "$logs/stderr" || complain "the compiler's message is missing"
rm -f "$cache"/superwarp/*.lock
[[ -z $(find "$cache/superwarp" -type f -o -name '*.tmp') ]] || complain "left in the cache: $(find "$cache/superwarp")"

# A unit that was cut off in the cache is compiled again.
home=$cache
replays || complain 'an empty cache cannot be used'
for bytes in 0 100 100000; do
  truncate -s "$bytes" "$cache"/superwarp/*.so
  replays || complain "a unit cut off at $bytes bytes is used"
  grep -q 'compiling the memory unit' "$logs/stderr" || complain "a unit cut off at $bytes bytes is not compiled again"
done
verdict full_disk
