# SPDX-License-Identifier: Apache-2.0
"""A mapping only in the regions where it helps: kernels as `superwarp advise` chooses, and what regions cost."""

import json
import os

from studies.common import ROOT, SUPERWARP, UM2_PER_MM2, geometric_mean, keep, output, rows_of, table
from studies.recorded import RECORDINGS, name_of, record_examples

KEPT = ROOT / "data/selective-shift.csv"
KEYS = 5
REGIONS = 8

# Kernel, size, threads.
KERNELS = [("transpose-tile", 32, 256), ("transpose-tile-padded", 32, 256), ("matrix-product", 32, 256),
           ("hotspot", 32, 256), ("scan-blelloch", 1024, 256), ("scan-blelloch-padded", 1024, 256),
           ("bitonic-sort", 1024, 256), ("stencil", 1024, 256), ("reduction-interleaved", 1024, 256),
           ("reduction-sequential", 1024, 1024), ("lud-perimeter", 32, 64), ("needleman-wunsch", 32, 32),
           ("convolution-columns", 8, 128), ("fft", 1, 64), ("histogram", 16, 192)]

PIPELINED = ("--machine", "sdmm", "--rpu", "pipelined", "--depth", 4)
# Name, options, regions (0: the mapping is on everywhere), of the units in silicon.
UNITS = [("dmm", ("--machine", "dmm"), "identity", 0), ("dmm, h3", ("--machine", "dmm"), "h3", 0),
         *[(f"dmm, h3 in {count} region{'s' if count > 1 else ''}", ("--machine", "dmm"), "h3", count)
           for count in (1, 8, 32)],
         ("dmm, xor-swizzle", ("--machine", "dmm"), "xor-swizzle", 0),
         ("dmm, xor-swizzle in 8 regions", ("--machine", "dmm"), "xor-swizzle", 8),
         ("dmm, h3 or xor-swizzle in 8 regions", ("--machine", "dmm"), "h3", "8::xor-swizzle"),
         ("dmm, h3 in a table of 8", ("--machine", "dmm"), "h3", "8:0+0"),
         ("pipelined D=4", PIPELINED, "identity", 0), ("pipelined D=4, h3", PIPELINED, "h3", 0),
         ("pipelined D=4, h3 in 8 regions", PIPELINED, "h3", 8)]


def advice(what, regions, *options, keys=KEYS):
    return json.loads(output([SUPERWARP, "advise", *what, "--regions", regions, "--keys", keys, *options,
                              "--json", "-"]))


def workload(kernel):
    name, size, threads = kernel
    return ["--workload", f"kernel-{name}", "--size", size, "--threads", threads]


def price(name, options, mapping, regions):
    cost = json.loads(output([SUPERWARP, "cost", *options, "--mapping", mapping, *(["--regions", regions] if regions
        else []), "--json", "-"]))
    return [name, cost["area_um2"], cost["flip_flops"], cost["clock_ns"]]


class SelectiveShift:
    """Area and clock of the units: priced now, or those kept in data/."""

    def __init__(self, again):
        if again:
            keep(KEPT, ["unit", "area_um2", "flip_flops", "period_ns"], (price(*unit) for unit in UNITS))
        self.units = {row["unit"]: row for row in rows_of(KEPT)}


def table_price(found):
    """Area and clock of the units, and of what they have in front of a DMM."""
    dmm = found.units["dmm"]
    return table(["32 banks of 1024 words, cells osu018:<38", "mm2:>8.3f", "flip-flops:>12", "ns:>7.2f",
                  "mm2, times:>12.3f", "ns, times:>11.3f"],
                 [[name, unit["area_um2"] / UM2_PER_MM2, unit["flip_flops"], unit["period_ns"],
                   unit["area_um2"] / dmm["area_um2"], unit["period_ns"] / dmm["period_ns"]]
                  for name, unit in found.units.items()])


def table_choices(_):
    """What a bit should choose between: the better of two or three, for each kernel; with `off` for each region."""
    def slots(kernel, mapping, seed=1, keys=KEYS, regions=REGIONS):
        return advice(workload(kernel), regions, "--mapping", mapping, "--seed", seed, keys=keys)["slots"]

    columns = {}
    for kernel in KERNELS:
        h3, swizzle = slots(kernel, "h3"), slots(kernel, "xor-swizzle")
        keys = [slots(kernel, "h3", seed, 1)["on"][0] for seed in range(1, 1 + KEYS)]
        row = {"off or h3": h3["chosen"][0], "off or xor-swizzle": swizzle["chosen"][0],
               "h3 or xor-swizzle": slots(kernel, "h3", regions=f"{REGIONS}::xor-swizzle")["chosen"][0],
               f"h3 by the best of {KEYS} keys": min(keys),
               "off, h3 or xor-swizzle": min(h3["chosen"][0], swizzle["chosen"][0])}
        for name, value in row.items():
            columns.setdefault(name, []).append(value / h3["off"][0])
    return table(["slots, times the DMM, 15 kernels:<42", "mean:>8.2f", "largest:>9.2f"],
                 [[name, geometric_mean(column), max(column)] for name, column in columns.items()])


def table_regions(_):
    """What more regions give: the kernels of examples/cuda/, recorded, and two tiles of opposite needs. A line for each
    that gains from a second region."""
    counts = [1, 2, 4, 8, 16]
    os.chdir(ROOT)
    rows = {}
    for trace in ["examples/transpose.traceg"] + record_examples():
        name = (trace.split("/")[-2], name_of(trace)) if trace.startswith(RECORDINGS) else (trace.split("/")[-1],
                                                                                            "two tiles")
        if name in rows:  # another launch
            continue
        found = [advice([trace], count, keys=3)["slots"] for count in counts]
        off = found[0]["off"][0]
        rows[name] = [off, found[0]["on"][0] / off, *(one["chosen"][0] / off for one in found),
                      found[0]["by_array"][0] / off]
    recorded = list(rows.values())[1:]
    return table(["slots, times those with h3 off, by regions:<56", "on:>7.2f", *(f"{count}:>7.2f" for count in counts),
                  "arrays:>8.2f"],
                 [*([f"{program}: {kernel}", *row[1:]] for (program, kernel), row in rows.items()
                    if min(row[3:]) < row[2] - 0.02),
                  [f"geometric mean of {len(recorded)} kernels of examples/cuda",
                   *map(geometric_mean, list(zip(*recorded))[1:])]])


RESULTS = SelectiveShift
TABLES = {"price": table_price, "choices": table_choices, "regions": table_regions}
