# SPDX-License-Identifier: Apache-2.0
"""The kernels of examples/cuda/, recorded: slots and time on the DMM, the RSDMM and the streaming RPU."""

import os
import re

from studies.common import (DMM, PLAIN, ROOT, SHIFTED, SUPERWARP, geometric_mean, grouped, mean, output, swept, table,
                            unit_of)

RECORDINGS = "out/studies/recordings"
COLUMNS = {"s=1": ("dmm", SHIFTED), "s=4": ("batch s=4", SHIFTED), "plain": ("stream D=8", PLAIN),
           "random": ("stream D=8", SHIFTED)}


def record_examples(blocks=1):
    """Records the first blocks of every launch of examples/cuda/; returns the traces."""
    os.chdir(ROOT)  # spaces name the traces from here
    folder = RECORDINGS if blocks == 1 else f"{RECORDINGS}-{blocks}"
    for source in sorted((ROOT / "examples/cuda").glob("*.cu")):
        output([SUPERWARP, "record", source.relative_to(ROOT), "--shared-only", "--only-blocks", f"0..{blocks - 1}",
                "--no-table", "--out", f"{folder}/{source.stem}"])
    return sorted(str(trace.relative_to(ROOT)) for trace in (ROOT / folder).glob("*/*.traceg"))


class Recorded:
    """The points of every recorded launch, by trace and unit."""

    def __init__(self):
        record_examples()
        rows = swept("recorded")
        self.traces = list(dict.fromkeys(row["trace"] for row in rows))
        self.runs = grouped(rows, lambda row: (row["trace"], unit_of(row)))

    def per_access(self, trace):
        return mean(self.runs[trace, DMM], "slots") / mean(self.runs[trace, DMM], "dispatches")

    def ratio(self, trace, machine, column):
        return mean(self.runs[trace, machine], column) / mean(self.runs[trace, DMM], column)


def name_of(trace):
    """The kernel's name with the values of its template's parameters: "reduce<1>"."""
    with open(ROOT / trace, encoding="utf-8") as file:
        name = file.readline()
    function = re.search(r"(\w+)(<.*>)?\(", name).group(1)
    values = re.findall(r"= (?:\w+::)?(\w+)[,\]]", name)
    return function + (f"<{', '.join(values)}>" if values else "")


def table_slots(found):
    columns = [(column, machine) for column in ("slots", "time_units") for machine in COLUMNS.values()]
    pair = ["RSDMM:^14", "streaming D=8:^16"]
    rows = [[trace.split("/")[-2], name_of(trace), f"{found.per_access(trace):.2f}",
             *(found.ratio(trace, machine, column) for column, machine in columns)] for trace in found.traces]
    means = [geometric_mean(ratios) for ratios in list(zip(*rows))[3:]]
    return ["One block of each kernel of examples/cuda/, recorded; slots and time units relative to the DMM's, w = 32.",
            "Column DMM: its slots for one access of one warp. Asynchronous schedule, l = 29; means of 20 keys.", "",
            *table(["program:<22", "kernel:<22", "DMM:>7",
                    *(f"{head}:>{7 if head[0] == 's' else 8}.2f" for _ in range(2) for head in COLUMNS)],
                   [*rows, ["geometric mean", None, None, *means]],
                   [":<51", "slots:^30", "time units:^30"], [":<51", *pair, *pair])]


RESULTS = Recorded
TABLES = {"slots": table_slots}
