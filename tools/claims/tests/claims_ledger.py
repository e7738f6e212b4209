#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""claims_ledger.py SUPERWARP: is data/claims.csv, of which docs/claims.md has the tables, the ledger of this program's
claims, and do its commands show what it says they do?

- It has the claims of `superwarp reproduce --list` but those that are checked only by name, in that order.
- Of claims that are checked in seconds (QUICK) it says what a check says now. Of all: tools/claims/ledger.py --again.
- Every claim that fails, and no other, has a command, which ends with status 0 and prints what the ledger says, blanks
  and line ends alike. A run is the model's alone here: the check itself has held it against the RTL.
"""

import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import ledger  # noqa: E402  pylint: disable=wrong-import-position

QUICK = ("super-warp.super-warp-members", "super-warp.f-w-identity", "super-warp.lemma-5", "super-warp.table-2.",
         "memory-machines.listing", "memory-machines.lemma-7.graph.", "memory-machines.fig-5", "memory-machines.fig-6",
         "memory-machines.fig-8", "memory-machines.slip", "super-warp.slip", "super-warp.few-circuits",
         "super-warp.rsu-simple", "sums.slip", "sums.steps", "sums.passes", "sums.barriers", "sums.work-space",
         "sums.interval-sums", "gt200")
BY_NAME = "(checked only by its whole name)"


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
    superwarp = pathlib.Path(sys.argv[1]).resolve()
    wrong = []
    rows = {row["id"]: row for row in ledger.kept()}
    listed = subprocess.run([superwarp, "reproduce", "--list"], text=True, check=True, stdout=subprocess.PIPE).stdout
    if list(rows) != [line.split()[0] for line in listed.splitlines() if not line.endswith(BY_NAME)]:
        wrong.append("data/claims.csv does not have the claims of superwarp reproduce --list")
    now = ledger.reproduced(superwarp, *[name for name in rows if name.startswith(QUICK)])
    wrong += [f"data/claims.csv has {rows.get(row['id'])}, a check says {row}" for row in now
              if rows.get(row["id"]) != row]
    fail = [row for row in rows.values() if row["verdict"] == "fails"]
    wrong += [f"{row['id']}: a command, but it does not fail, or the reverse" for row in rows.values()
              if bool(row["command"]) != (row in fail) or bool(row["weight"]) != (row in fail)]
    for row in fail:
        found = output_of(row["command"], superwarp)
        if row["prints"] not in found:
            wrong.append(f"{row['id']}: '{row['command']}' prints '{found}', the ledger has '{row['prints']}'")
    for line in wrong:
        print(line)
    print(f"{len(rows)} claims, {len(now)} checked, {len(fail)} commands, {len(wrong)} wrong")
    sys.exit(1 if wrong or not fail or not now else 0)


if __name__ == "__main__":
    main()
