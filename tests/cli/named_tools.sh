#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# named_tools.sh SOURCE SCRATCH COMPILER: a build of one tool compiles nothing that the whole build compiles
# otherwise, and its program says of the other commands how to get them.
set -euo pipefail

source=$1 scratch=$2 compiler=$3
rm -rf "$scratch"
mkdir -p "$scratch"
cd "$scratch"

# configured TOOLS: what the program of these tools compiles, a command or the sum of a batch of files in a line.
configured() {
  cmake -S "$source" -B build -G Ninja -Wno-dev -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER="$compiler" \
    -DSUPERWARP_TOOLS="$1" >log
  ninja -C build -t commands superwarp | grep -F ' -c ' | grep -v missing_commands | sort
  (cd build && find model sysc tb sim tools -name 'unity_*' -exec md5sum {} +) | sort
}
configured sweep >one.txt
grep -q '"record", "not built yet; scripts/build superwarp adds it"' build/tools/missing_commands.cpp
configured all >all.txt
if [[ $(sort one.txt all.txt | uniq -d) != "$(sort one.txt)" ]]; then
  sort all.txt all.txt one.txt | uniq -u
  echo "named_tools: the whole build compiles these files otherwise"
  exit 1
fi
[[ $(wc -l <one.txt) -lt $(wc -l <all.txt) ]]
