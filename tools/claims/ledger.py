#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The ledger of the papers' claims, data/claims.csv: what `superwarp reproduce` says of each.

    tools/claims/ledger.py tally     how many claims of each paper hold, and how the others fail
    tools/claims/ledger.py fails     the claims that fail, but slips of print
    tools/claims/ledger.py --again   checks every claim, in minutes, and replaces data/claims.csv

SUPERWARP names another program than build/superwarp.
"""

import collections
import csv
import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
KEPT = ROOT / "data/claims.csv"
# Columns of the file, and the keys of superwarp reproduce --json.
COLUMNS = {"id": "id", "ledger": "ledger", "verdict": "verdict", "weight": "weight", "source": "source",
           "claim": "claim", "command": "counterexample", "prints": "counterexample_prints"}
PAPERS = {"super-warp": "super-warp", "rsdmm": "super-warp", "memory-machines": "DMM/UMM", "sums": "sum/prefix-sums",
          "gt200": "GT200"}
WEIGHTS = ["slip of print", "constant factor", "missing condition", "substantive"]
OTHER = {"repaired": "repaired", "project": "the project's own"}  # ledgers
WIDE = 115


def kept():
    with open(KEPT, encoding="utf-8") as file:
        return list(csv.DictReader(file))


def rows_of(result):
    """The rows of a result of superwarp reproduce --json."""
    return [{column: claim[key] or "" for column, key in COLUMNS.items()} for claim in result["claims"]]


def write(rows):
    part = KEPT.with_name(KEPT.name + ".part")
    with open(part, "w", encoding="utf-8") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    part.replace(KEPT)


def reproduced(superwarp, *ids):
    """The rows of these claims, or of all, checked now."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "claims.json"
        subprocess.run([superwarp, "reproduce", *ids, "--json", file], check=True, stdout=subprocess.DEVNULL)
        return rows_of(json.loads(file.read_text()))


def tally(rows):
    """A line for each paper, and for the other ledgers."""
    heads = ["claims", "hold", *WEIGHTS, "not checked"]
    counts = collections.defaultdict(collections.Counter)
    for row in rows:
        printed = row["ledger"] == "printed"
        names = [PAPERS[row["id"].split(".")[0]], "printed"] if printed else [OTHER[row["ledger"]]]
        kind = {"holds": "hold", "not-checked": "not checked"}.get(row["verdict"], row["weight"])
        for name in names:
            counts[name].update(["claims", kind])
    order = [*dict.fromkeys(PAPERS.values()), "printed", *OTHER.values()]
    return [f"{'':<18}" + "  ".join(heads), *(f"{name:<18}" + "  ".join(f"{counts[name][head]:>{len(head)}}"
                                                                   for head in heads) for name in order)]


def fails(rows):
    lines = []
    for weight in reversed(WEIGHTS[1:]):
        found = [row for row in rows if row["weight"] == weight]
        lines.append(f"{weight}:")
        for row in found:
            text = f"  {row['id']:<41}{row['claim']}"
            lines.append(text if len(text) <= WIDE else text[:WIDE - 3].rsplit(" ", 1)[0] + " ..")
    return lines


def main():
    match sys.argv[1:]:
        case ["tally"]:
            print("\n".join(tally(kept())))
        case ["fails"]:
            print("\n".join(fails(kept())))
        case ["--again"]:
            write(reproduced(os.environ.get("SUPERWARP", ROOT / "build/superwarp")))
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
