#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs every ```sh block of a document as it stands, each in a shell of its own. Ends with status 1 at the first block
that fails or prints something else than the document says, or if there is no block.

    run_blocks.py DOCUMENT                 in the project's root
    run_blocks.py DOCUMENT FOLDER BUILD    in FOLDER, made anew, which has the project's files and BUILD as build/
"""

import difflib
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEADING_OR_BLOCK = re.compile(
    r"^#+ ([^\n]*)$|^```sh\n(.*?)^```$(?:\n\n<!-- output of the block above -->\n```\n(.*?)^```$)?", re.MULTILINE
    | re.DOTALL)

document = pathlib.Path(sys.argv[1])
folder = ROOT
if len(sys.argv) > 2:
    folder = pathlib.Path(sys.argv[2])
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for path in ROOT.iterdir():
        if path.name not in ("build", "out"):
            (folder / path.name).symlink_to(path)
    (folder / "build").symlink_to(pathlib.Path(sys.argv[3]).resolve())
text = document.read_text(encoding="utf-8")
section, blocks = "", 0
for match in HEADING_OR_BLOCK.finditer(text):
    if match[1]:
        section = match[1]
        continue
    blocks += 1
    line = text.count("\n", 0, match.start()) + 2
    print(f"{document.name}:{line}: {section}", flush=True)
    result = subprocess.run(["bash", "-euo", "pipefail", "-c", match[2]], cwd=folder, stdin=subprocess.DEVNULL,
                            stdout=subprocess.PIPE if match[3] else None, text=True, check=False)
    if result.returncode != 0:
        sys.exit(f"{document}:{line}: the block under '{section}' ends with status {result.returncode}")
    if match[3]:
        printed = "".join(f"{each.rstrip()}\n" for each in result.stdout.strip("\n").split("\n"))
        if printed != match[3]:
            print(*difflib.unified_diff(match[3].splitlines(True), printed.splitlines(True), "document", "printed"),
                  sep="")
            sys.exit(f"{document}:{line}: the block under '{section}' prints something else")
if blocks == 0:
    sys.exit(f"{document}: there is no block to run")
print(f"{blocks} blocks run")
