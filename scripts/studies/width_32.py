# SPDX-License-Identifier: Apache-2.0
"""Units for 32 banks: nanoseconds of kernels relative to the DMM, beside area."""

from studies.common import (DMM, PLAIN, SHIFTED, SPREAD_KEPT, UM2_PER_MM2, geometric_mean, grouped, mean, read, runs_in,
                            sram_macros, table)

# Of those in data/.
SHOWN = {DMM, ("dmm", "h3"), ("crossbar D=4", PLAIN), ("batch s=2", PLAIN),
         ("pipelined D=4", PLAIN), ("pipelined D=4", "h3")}


class Width:
    """Relative times by blocks, kernel and machine; a unit by machine. A time is the mean over the keys, in ns."""

    def __init__(self, width, again):
        rows = [row for row in read(f"width-{width}", not again) if row["period_ns"] != ""]
        self.width, self.rows = width, rows
        self.unit = {row["unit"]: (row["area_um2"] / UM2_PER_MM2, row["period_ns"]) for row in rows}
        self.machines = sorted(self.unit, key=self.unit.get)
        self.kernels = list(dict.fromkeys(row["label"] for row in rows))
        self.blocks = sorted({row["blocks"] for row in rows})
        runs = grouped(rows, lambda row: (row["blocks"], row["label"], row["unit"]))
        times = {key: mean(of, "time_units") * self.unit[key[2]][1] for key, of in runs.items()}
        self.relative = {key: time / times[key[0], key[1], DMM] for key, time in times.items()}
        # Clocks of nine runs on the one that is kept, by form.
        self.slower = {form: [run["clock_ns"] / self.unit[form, PLAIN][1] for run in of]
                       for (at, form), of in runs_in(SPREAD_KEPT).items() if at == width and (form, PLAIN) in self.unit}

    def between(self, machine):
        """The least and the most that nine runs of the mapper leave of a time on the DMM's, times the figure. A hash
        has no runs of its own."""
        own, dmm = self.slower[machine[0]], self.slower[DMM[0]]
        return (min(own) / max(dmm), max(own) / min(dmm)) if machine != DMM else (1, 1)


def times(found):
    """A line for each machine that is shown."""
    banks = min(macro["banks_mm2"] for macro in sram_macros("osu018"))
    dmm = found.unit[DMM]
    few, many = found.blocks[0], found.blocks[-1]

    def row(machine):
        relative = {blocks: [found.relative[blocks, kernel, machine] for kernel in found.kernels]
                    for blocks in (few, many)}
        worst = max(zip(relative[many], found.kernels))
        means = {blocks: geometric_mean(of) for blocks, of in relative.items()}
        low, high = found.between(machine)
        mm2, period = found.unit[machine]
        return [machine[0] + ("" if machine[1] == PLAIN else f", {machine[1]}"),
                *(f"{means[blocks]:.2f} ({means[blocks] * low:.2f}-{means[blocks] * high:.2f})"
                  for blocks in (few, many)), f"   {worst[0]:.2f} {worst[1] if worst[0] > 1 else ''}", period, mm2,
                mm2 / dmm[0], (mm2 + banks) / (dmm[0] + banks)]

    return table([f"{found.width} banks:<20", "1 block:>18", "8 blocks:>18", "   worst, 8 blocks:<30", "ns:>5.2f",
                  "mm2:>7.2f", "times:>7.2f", "banks:>7.2f"],
                 [row(machine) for machine in found.machines if machine in SHOWN])


def banks(rows):
    """Time units by unit and what is done against conflicts, over those of the DMM of 32 banks."""
    cures = [32, 31, 33, 37, "h3", SHIFTED]
    most = max(row["blocks"] for row in rows)
    runs = grouped([row for row in rows if row["blocks"] == most], lambda row: (
        row["label"], row["unit"][0], row["banks"] if row["unit"][1] == PLAIN else row["unit"][1]))
    taken = {key: mean(of, "time_units") for key, of in runs.items()}
    kernels = list(dict.fromkeys(row["label"] for row in rows))
    lines = []
    for form in (DMM[0], "pipelined D=4"):
        times = [[taken[kernel, form, cure] / taken[kernel, DMM[0], 32] for cure in cures] for kernel in kernels]
        lines += [[f"{form}, {name}", *map(of, zip(*times))] for name, of in (("mean", geometric_mean), ("worst", max))]
    heads = ["shifts" if cure == SHIFTED else cure for cure in cures]
    return table([f"time units, {most} blocks:<28", *(f"{head}:>8.2f" for head in heads)], lines)


class Widths:
    """The spaces, each read when its table is wanted."""

    def __init__(self, again):
        self.of = lambda width: Width(width, again)
        self.banks = lambda: read("width-32-banks")


RESULTS = Widths
TABLES = {"times": lambda found: times(found.of(32)), "times-16": lambda found: times(found.of(16)),
          "banks": lambda found: banks(found.banks())}
