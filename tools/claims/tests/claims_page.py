#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""claims_page.py CLAIMS_MD SUPERWARP: is docs/claims.md the page of this program's claims, and do its commands show
what it says they do?

- Its ledgers have the claims of `superwarp reproduce --list` but those that are checked only by name, in that order,
  and its tally counts them.
- Of claims that are checked in seconds (QUICK) it says what a check says now. Of all: scripts/update_docs --slow.
- Every claim that fails, and no other, has a command below, which ends with status 0 and prints what the page says,
  blanks and line ends alike. A run is the model's alone here: the check itself has held it against the RTL.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

QUICK = ("super-warp.super-warp-members", "super-warp.f-w-identity", "super-warp.lemma-5", "super-warp.table-2.",
         "memory-machines.listing", "memory-machines.lemma-7.graph.", "memory-machines.fig-5", "memory-machines.fig-6",
         "memory-machines.fig-8", "memory-machines.slip", "super-warp.slip", "super-warp.few-circuits",
         "super-warp.rsu-simple", "sums.slip", "sums.steps", "sums.passes", "sums.barriers", "sums.work-space",
         "sums.interval-sums", "gt200")
BY_NAME = "(checked only by its whole name)"


def rows_of(ledgers):
    """The lines of claims: all but the headings."""
    return [line for line in ledgers.splitlines() if not line.endswith(":")]


def tally_of(claims):
    """What the tally says of them: claims, hold, fail, not checked."""
    count = [sum(verdict == v for _, verdict in claims) for v in ("holds", "fails", "not-checked")]
    return [len(claims), *count]


def quick_now(names, superwarp):
    """Of the quick ones among the claims `names`: the table's rows, and what it says of those that fail."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "claims.json"
        ids = [name for name in names if name.startswith(QUICK)]
        result = subprocess.run([superwarp, "reproduce", *ids, "--json", file], text=True, check=True,
                                stdout=subprocess.PIPE)
        failing = [claim for claim in json.loads(file.read_text())["claims"] if claim["verdict"] == "fails"]
    rows = [" ".join(row.split()) for row in rows_of(result.stdout.split("\n\n")[0])]
    return rows, ["{id}: {kind}, {weight}\n    {claim}\n    {counterexample}\n    {counterexample_prints}\n".format(**c)
                  for c in failing]


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
    tally, table, shown = re.findall(r"<!-- slow, output of: [^\n]* -->\n```\n(.*?)```\n", page, re.DOTALL)
    rows = rows_of(table)
    claims = [row.split()[:2] for row in rows]
    listed = subprocess.run([superwarp, "reproduce", "--list"], text=True, check=True, stdout=subprocess.PIPE).stdout
    if [name for name, _ in claims] != [line.split()[0] for line in listed.splitlines() if not line.endswith(BY_NAME)]:
        wrong.append("the ledgers' claims are not those of superwarp reproduce --list")
    printed = len(rows_of(table[:table.index("\nrepaired")]))
    numbers = next(line.split()[1:] for line in tally.splitlines() if line.startswith("printed "))
    all_printed, hold, *fail, not_checked = map(int, numbers)
    if [all_printed, hold, sum(fail), not_checked] != tally_of(claims[:printed]):
        wrong.append(f"the tally says {' '.join(numbers)} of what is printed, the ledger has "
                     f"{tally_of(claims[:printed])}")

    known = {" ".join(row.split()) for row in rows}
    now, failing = quick_now([name for name, _ in claims], superwarp)
    for row in now:  # the page has the beginning of long ones
        if not any(row.startswith(old) and (row == old or len(old) > 80) for old in known):
            wrong.append(f"the table does not have '{row}'")
    wrong += [f"not there: {entry}" for entry in failing if entry not in shown]

    entries = re.findall(r"^(\S+): .*\n    .*\n    (.*)\n    (.*)\n", shown, re.MULTILINE)
    if [name for name, _, _ in entries] != [name for name, verdict in claims if verdict == "fails"]:
        wrong.append("the commands are not those of the claims that fail")
    for name, command, prints in entries:
        found = output_of(command, superwarp)
        if prints not in found:
            wrong.append(f"{name}: '{command}' prints '{found}', the page has '{prints}'")
    for line in wrong:
        print(line)
    print(f"{len(claims)} claims, {len(now)} checked, {len(entries)} commands, {len(wrong)} wrong")
    sys.exit(1 if wrong or not entries else 0)


if __name__ == "__main__":
    main()
