#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# floors.sh PROJECT SCRATCH_DIR: scripts/check_floors takes the sources, and refuses an include that goes up, one of a
# tool that the CMakeLists.txt does not name, and a tool without a page.
set -euo pipefail
project=$(realpath "$1")
"$project/scripts/check_floors"

rm -rf "$2"
mkdir -p "$2"/{scripts,model,sim,tools/one,tools/other}
cd "$2"
git init -q .
cp "$project/scripts/check_floors" scripts/
echo 'superwarp_tool(one)' >tools/one/CMakeLists.txt
echo 'superwarp_tool(other)' >tools/other/CMakeLists.txt
for folder in model sim tools tools/one tools/other; do echo '# Page' >$folder/README.md; done
echo '#include "model/up.h"' >sim/down.h
echo '#include "sim/down.h"' >tools/one/down.h
scripts/check_floors

# refused FILE INCLUDE EXPECTED
refused() {
  echo "#include \"$2\"" >"$1"
  if scripts/check_floors >said 2>&1 || ! grep -q "^$1:1: .*$3" said; then
    cat said
    echo "$1 includes $2: expected '$3'"
    exit 1
  fi
  rm "$1"
}
refused model/up.h sim/down.h 'model is below sim'
refused tools/other/across.h tools/one/down.h 'expected superwarp_needs(one)'
echo 'superwarp_needs(one)' >>tools/other/CMakeLists.txt
echo '#include "tools/one/down.h"' >tools/other/across.h
scripts/check_floors
rm tools/one/README.md
if scripts/check_floors >said || ! grep -q '^tools/one: expected a README.md' said; then
  cat said
  echo "tools/one has no README.md: expected to be refused"
  exit 1
fi
