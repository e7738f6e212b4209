#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""run_blocks.py DOCUMENT: runs every ```sh block of a document as it stands, from the project's root, each in a shell
of its own. Status 1 with the first that fails, or if there is none."""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEADING_OR_BLOCK = re.compile(r"^#+ ([^\n]*)$|^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)

document = pathlib.Path(sys.argv[1])
text = document.read_text(encoding="utf-8")
section, blocks = "", 0
for match in HEADING_OR_BLOCK.finditer(text):
    if match[1]:
        section = match[1]
        continue
    blocks += 1
    line = text.count("\n", 0, match.start()) + 2
    print(f"{document.name}:{line}: {section}", flush=True)
    status = subprocess.run(["bash", "-euo", "pipefail", "-c", match[2]], cwd=ROOT, stdin=subprocess.DEVNULL,
                            check=False).returncode
    if status != 0:
        sys.exit(f"{document}:{line}: the block under '{section}' ends with status {status}")
if blocks == 0:
    sys.exit(f"{document}: there is no block to run")
print(f"{blocks} blocks run")
