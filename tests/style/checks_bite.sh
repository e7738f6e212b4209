#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# checks_bite.sh SCRIPTS_DIR SCRATCH_DIR: check_licence and check_links fail on faulty trees and name the fault.
set -euo pipefail
scripts=$(realpath "$1")
rm -rf "$2"
mkdir -p "$2"
cd "$2"

passes() {
  "$@" >log 2>&1 || { cat log; echo "expected to pass: $*"; exit 1; }
}

# fails TEXT COMMAND...: the status is 1, and a line of the message contains TEXT.
fails() {
  local text=$1 status=0
  shift
  "$@" >log 2>&1 || status=$?
  if [[ $status -ne 1 ]] || ! grep -qF -- "$text" log; then
    cat log
    echo "expected status 1, not $status, and '$text': $*"
    exit 1
  fi
}

mkdir -p tree/rtl tree/scripts tree/build
cd tree
printf 'module a;\nendmodule\n' >rtl/a.sv
printf '#!/bin/sh\necho\n' >scripts/tool
chmod +x scripts/tool
printf '%s\n' '// SPDX-License-Identifier: Apache-2.0' 'int x;' >good.cpp
: >empty.h
printf '1\n2\n3\n// SPDX-License-Identifier: Apache-2.0\n' >late.h
echo 'no source' >notes
echo 'int made;' >build/made.cpp
for file in rtl/a.sv scripts/tool empty.h late.h; do
  fails "licence: $file" "$scripts/check_licence" .
done
if grep -e good.cpp -e notes -e made.cpp log; then exit 1; fi
passes "$scripts/check_licence" --fix .
passes "$scripts/check_licence" .
[[ $(sed -n 1p scripts/tool) == '#!/bin/sh' && $(sed -n 2p scripts/tool) == '# SPDX-License-Identifier: Apache-2.0' ]]
[[ -x scripts/tool && $(sed -n 1p rtl/a.sv) == '// SPDX-License-Identifier: Apache-2.0' && $(wc -l <rtl/a.sv) -eq 3 ]]
[[ $(wc -l <good.cpp) -eq 2 && $(wc -l <empty.h) -eq 1 ]]
mkdir ../nothing
fails 'no source file' "$scripts/check_licence" ../nothing

cd ..
mkdir -p pages/docs/spec pages/rtl
cd pages
cat >README.md <<'END'
# Title of it
[page](docs/page.md), [spec](docs/spec/README.md#a-part-of-it), [here](#title-of-it), [away](https://example.org/x.md),
[folder](rtl/) and ![picture](docs/a.svg "title"), [reference][r], `[code](nowhere.md)`
[r]: docs/spec/more.md
```sh
[fenced](nowhere.md)
```
END
echo '# Page' >docs/page.md
cat >docs/spec/README.md <<'END'
# Spec if so
## A `part` of it
[back](../../README.md)
END
touch docs/a.svg docs/spec/more.md
passes "$scripts/check_links" .
echo '[gone](gone.md)' >>docs/page.md
fails "docs/page.md:2: 'gone.md': there is no docs/gone.md" "$scripts/check_links" .
echo '[part](spec/README.md#another)' >docs/page.md
fails 'docs/spec/README.md has no heading #another' "$scripts/check_links" .
echo '[out](../../README.md)' >docs/page.md
fails 'leads out of the project' "$scripts/check_links" .
echo '[root](/README.md)' >docs/page.md
fails 'is no relative link' "$scripts/check_links" .
mkdir -p tools/here
echo '[tool](../tools/here/none)' >docs/page.md
fails 'there is no tools/here/none' "$scripts/check_links" .
echo '[tool](../tools/gone/none)' >docs/page.md
passes "$scripts/check_links" .
grep -qx 'links: there is no tools/gone, 1 links into it are left out' log
: >docs/page.md
echo '# Alone' >docs/alone.md
fails 'docs/alone.md: no link leads here' "$scripts/check_links" .
echo '[island](alone.md)' >docs/alone.md
fails 'docs/alone.md: no link leads here' "$scripts/check_links" .
rm docs/alone.md
printf '// See docs/spec/README.md, "Spec\n// if".\n// docs/page.md\n' >rtl/a.sv
passes "$scripts/check_links" .
echo '// See docs/spec/README.md "Another part".' >rtl/a.sv
fails 'rtl/a.sv: cites docs/spec/README.md "Another part", which has no such heading' "$scripts/check_links" .
echo '// See docs/gone.md.' >rtl/a.sv
fails 'rtl/a.sv: cites docs/gone.md, which is not there' "$scripts/check_links" .
: >rtl/a.sv
passes "$scripts/check_links" .
fails 'no document with a relative link' "$scripts/check_links" ../nothing
echo "checks_bite: every fault is noticed"
