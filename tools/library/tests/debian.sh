#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# debian.sh BUILD SCRATCH VERSION: builds the Debian package and unpacks it. The program in it has the version, lists
# the data files and runs the RTL, all without the source tree's files.
set -euo pipefail
build=$(realpath "$1") version=$3
rm -rf "$2"
mkdir -p "$2"
cd "$2"
cpack -G DEB --config "$build/CPackConfig.cmake" -B "$PWD/packed" >log 2>&1 || { tail -20 log; exit 1; }
package=$(echo packed/superwarp_"$version"_*.deb)
[[ $(dpkg-deb -f "$package" Version) == "$version" && $(dpkg-deb -f "$package" Depends) == *verilator*libsystemc* ]]
dpkg -x "$package" root
program=$PWD/root/usr/bin/superwarp
[[ $("$program" --version) == *"$version"* ]]
# Every command has its manual page, and its options are completed.
for command in $("$program" --help | sed -n '/^Subcommands:/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
  zcat "root/usr/share/man/man1/superwarp-$command.1.gz" | grep -q "^superwarp-$command " ||
    { echo "debian: superwarp-$command has no manual page"; exit 1; }
done
[[ $("$program" completion bash) == "$(cat root/usr/share/bash-completion/completions/superwarp)" ]]
if type -P lintian >/dev/null; then lintian --allow-root --fail-on error,warning "$package"; fi
# A copy of the RTL that is broken in the package only: the program reads that one.
export XDG_CACHE_HOME=$PWD/cache SUPERWARP_RTL_UNOPTIMISED=1
run=("$program" run --workload transpose-naive --size 4 --machine dmm --width 2 --latency 2 --threads 4)
"${run[@]}" >run.txt
echo 'broken' >>root/usr/lib/superwarp/rtl/mmu.sv
if "${run[@]}" >broken.txt 2>&1 || ! grep -q "root/usr/lib/superwarp/rtl" broken.txt; then
  echo "debian: the installed program does not use the installed RTL"
  exit 1
fi
echo "debian: $(basename "$package") runs"
