#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# package.sh BUILD SOURCE SCRATCH VERSION WORKLOAD_TRACE: installs the C++ package, then builds and runs projects that
# find it: examples/consumer, and one that counts the allocations of Law. They see no file of this tree.
set -euo pipefail
build=$1 source=$2 scratch=$3 version=$4 workload_trace=$5
rm -rf "$scratch"
mkdir -p "$scratch"
prefix=$scratch/prefix
cmake --install "$build" --prefix "$prefix" >/dev/null
cp -r "$source/examples/consumer" "$source/tools/library/tests/allocations" "$scratch"
launcher=$(sed -n 's/^CMAKE_CXX_COMPILER_LAUNCHER:[A-Z]*=//p' "$build/CMakeCache.txt")
for project in consumer allocations; do
  cmake -S "$scratch/$project" -B "$scratch/$project/build" -G Ninja -DCMAKE_PREFIX_PATH="$prefix" \
    -DCMAKE_CXX_COMPILER_LAUNCHER="$launcher" >/dev/null
  cmake --build "$scratch/$project/build" >/dev/null
done
"$scratch/allocations/build/allocations"

# The consumer's simulator takes the time of the bench's schedule: 32 columns, each with 32 words of one bank.
expected="superwarp $version, dmm: 1024 requests in $((32 * 32 + 6)) time units"
found=$("$scratch/consumer/build/simulator" dmm | tail -n 1)
if [[ $found != "$expected" ]]; then
  echo "simulator: expected '$expected', found '$found'" >&2
  exit 1
fi
"$scratch/consumer/build/simulator" sdmm stream

# Recordings and traces, and wide lanes.
expected=$'128 accesses, 1120 slots\na float4 for each of 32 lanes: 4 phases'
found=$("$scratch/consumer/build/recorded" "$source/examples/transpose.traceg")
if [[ $found != "$expected" ]]; then
  echo "recorded: expected '$expected', found '$found'" >&2
  exit 1
fi

# The TLM target compiles its RTL from the installed sources: a copy that is broken in the prefix only must be noticed.
export XDG_CACHE_HOME=$scratch/cache SUPERWARP_RTL_UNOPTIMISED=1
expected=$'4 lanes read a row in 7 ns\n4 lanes read a column in 10 ns'
found=$("$scratch/consumer/build/tlm_memory" 2>"$scratch/tlm.log" | grep lanes)
if [[ $found != "$expected" ]]; then
  echo "tlm_memory: expected '$expected', found '$found': $(cat "$scratch/tlm.log")" >&2
  exit 1
fi
echo broken >>"$prefix/lib/superwarp/rtl/mmu.sv"
if "$scratch/consumer/build/tlm_memory" >"$scratch/tlm.log" 2>&1 ||
  ! grep -q "$prefix/lib/superwarp/rtl" "$scratch/tlm.log"; then
  echo "tlm_memory does not use the installed RTL: $(cat "$scratch/tlm.log")" >&2
  exit 1
fi

# The conflict rule of well-known simulators and the DMM are the same function.
for trace in transpose-tile:32 reduction-interleaved:1024 bitonic-sort:1024; do
  "$workload_trace" "kernel-${trace%:*}" "${trace#*:}" 1024 32 >"$scratch/${trace%:*}.trace"
done
"$scratch/consumer/build/shared_memory_rule" "$scratch"/*.trace

# The package includes no header of another library, refuses another version, and documents every declaration.
if grep -rhE '#include [<"]' "$prefix/include" | grep -vE '<[a-z]+>|"superwarp/'; then
  echo 'a public header includes a file that is not installed with it' >&2
  exit 1
fi
printf 'cmake_minimum_required(VERSION 3.16)\nproject(other LANGUAGES CXX)\nfind_package(superwarp 0.99 REQUIRED)\n' \
  >"$scratch/CMakeLists.txt"
if cmake -S "$scratch" -B "$scratch/other" -G Ninja -DCMAKE_PREFIX_PATH="$prefix" >"$scratch/other.log" 2>&1; then
  echo 'find_package(superwarp 0.99) takes another version' >&2
  exit 1
fi
grep -q "superwarp-config.cmake, version: $version" "$scratch/other.log"
echo '#include <superwarp/superwarp.h>' |
  clang++ -x c++ -std=c++17 -fsyntax-only -Wall -Wextra -Wdocumentation -Wdocumentation-pedantic -Werror \
  -I"$prefix/include" -
