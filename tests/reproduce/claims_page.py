#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""claims_page.py CLAIMS_MD SUPERWARP: is docs/claims.md the page of this program's claims, and do its commands show what
it says they do?

- Its table has the claims of `superwarp reproduce --list`, in that order, and counts them.
- Every claim that fails, and no other, has a command below, which ends with status 0 and prints what the page says, blanks
  and line ends alike. A run is the model's alone here: the check itself has held it against the RTL.
"""

import os
import pathlib
import re
import subprocess
import sys


def output_of(command, superwarp):
    """What `command` prints, each run of blanks as one."""
    if command.startswith("superwarp run ") and "--engine" not in command:
        command += " --engine model"
    path = f"{superwarp.parent}:{os.environ['PATH']}"
    result = subprocess.run(["bash", "-c", command], env={**os.environ, "PATH": path}, text=True, check=False,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=300)
    if result.returncode != 0:
        return f"status {result.returncode}: {result.stderr}"
    return " ".join(result.stdout.split())


def main():
    page = pathlib.Path(sys.argv[1]).read_text()
    superwarp = pathlib.Path(sys.argv[2]).resolve()
    wrong = []
    table, shown = re.findall(r"<!-- slow, output of: [^\n]* -->\n```\n(.*?)```\n", page, re.DOTALL)
    *rows, total = table.splitlines()
    claims = [row.split()[:2] for row in rows]
    listed = subprocess.run([superwarp, "reproduce", "--list"], text=True, check=True, stdout=subprocess.PIPE).stdout
    if [name for name, _ in claims] != [line.split()[0] for line in listed.splitlines()]:
        wrong.append("the table's claims are not those of superwarp reproduce --list")
    count = {verdict: sum(v == verdict for _, v in claims) for verdict in ("holds", "fails", "not-checked")}
    right = (f"{len(claims)} claims: {count['holds']} hold, {count['fails']} fail as printed, "
             f"{count['not-checked']} not checked")
    if total != right:
        wrong.append(f"the table ends with '{total}', and has {right}")

    entries = re.findall(r"^(\S+): .*\n    .*\n    (.*)\n    (.*)\n", shown, re.MULTILINE)
    if [name for name, _, _ in entries] != [name for name, verdict in claims if verdict == "fails"]:
        wrong.append("the commands are not those of the claims that fail")
    for name, command, prints in entries:
        found = output_of(command, superwarp)
        if prints not in found:
            wrong.append(f"{name}: '{command}' prints '{found}', the page has '{prints}'")
    for line in wrong:
        print(line)
    print(f"{len(claims)} claims, {len(entries)} commands, {len(wrong)} wrong")
    sys.exit(1 if wrong or not entries else 0)


if __name__ == "__main__":
    main()
