#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""verdict.py SUPERWARP SCRATCH_DIR: records a program of the verdict's kernels and runs it with one resident block. Its
choice of regions, and its slots and time units on every machine, are those in data/verdict."""

import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))
# pylint: disable=wrong-import-position
from studies.common import output, rows_of
from studies.verdict_runs import BLOCKS, CHOSEN_WITH, KERNELS, MACHINES, RUNS, chooser, words

PROGRAM, TRACE, KERNEL = "examples/cuda/transpose.cu", "kernel-2.traceg", "transpose: transpose<1>"


def main():
    superwarp, scratch = sys.argv[1:]
    output([superwarp, "record", KERNELS.parents[2] / PROGRAM, "--shared-only", "--only-blocks", f"0..{BLOCKS - 1}",
            "--no-table", "--out", scratch])
    trace = f"{scratch}/{TRACE}"
    kernel = next(row for row in rows_of(KERNELS) if row["id"] == KERNEL)
    kept = {row["machine"]: row for row in rows_of(RUNS) if (row["kernel"], row["condition"]) == (KERNEL, "1 block")}
    wrong = []
    for machine in MACHINES:
        options = words(machine)
        if "--regions" in options:
            of = chooser(machine)
            chosen = json.loads(output([superwarp, "advise", trace, *words(of), "--keys", CHOSEN_WITH, "--json", "-"]))
            if chosen["regions"] != kernel[of]:
                wrong.append(f"{of}: chooses {chosen['regions']}, kept {kernel[of]}")
            options[options.index("--regions") + 1] = kernel[of]
        run = json.loads(output([superwarp, "compare", trace, "--latency", 29, "--schedule", "async", "--seed", 101,
                                 "--on", " ".join(map(str, options)).removeprefix("--machine "), "--json", "-"]))
        for name in "slots", "time_units":
            found = run["machines"][0][name]
            if abs(sum(found) / len(found) - kept[machine][name]) > 1e-6:
                wrong.append(f"{machine}: {name} {found}, kept {kept[machine][name]}")
    sys.exit("\n".join([*wrong, "scripts/study verdict --again"]) if wrong else None)


if __name__ == "__main__":
    main()
