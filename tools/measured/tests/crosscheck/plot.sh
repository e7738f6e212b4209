#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# plot.sh SUPERWARP SCRATCH_DIR: the picture of a crosscheck has a point for every prediction.
# shellcheck source=tests/scratch.sh
source "$(dirname "$0")/../../../../tests/scratch.sh"
plot=$here/../../plot
"$superwarp" crosscheck rtx-4070-ti h800-h20 --json crosscheck.json >/dev/null
"$plot" crosscheck.json crosscheck.svg
"$plot" crosscheck.json crosscheck.png
python3 - <<'END'
import xml.etree.ElementTree
SVG = "{http://www.w3.org/2000/svg}"
points = 0
for group in xml.etree.ElementTree.parse("crosscheck.svg").iter(SVG + "g"):
    if group.get("id", "").startswith("PathCollection"):  # a single point is a path of its own
        points += len(list(group.iter(SVG + "use"))) + len(group.findall(SVG + "path"))
assert points == 6 + 2, points
assert open("crosscheck.png", "rb").read(8) == b"\x89PNG\r\n\x1a\n"
END
echo '{"schema": "superwarp.run/1"}' >other.json
if "$plot" other.json other.svg 2>message; then exit 1; fi
grep -q 'expected superwarp.crosscheck/2' message
[[ ! -e other.svg ]]
