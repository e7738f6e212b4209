# SPDX-License-Identifier: Apache-2.0
"""Units for 32 banks: nanoseconds of kernels relative to the DMM, beside area."""

from studies.common import (DMM, PLAIN, SHIFTED, SPREAD_KEPT, UM2_PER_MM2, geometric_mean, grouped, mean, read, runs_in,
                            sram_macros, table)


class Width:
    """Relative times by blocks, kernel and machine; a unit by machine. A time is the mean over the keys, in ns."""

    def __init__(self, width, again):
        rows = [row for row in read(f"width-{width}", not again) if row["period_ns"] != ""]
        self.rows = rows
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


def means(blocks, text=""):
    return f"geometric mean, {blocks} block{'s' if blocks > 1 else ''}{text}"


def times(found):
    most, dmm = found.blocks[-1], found.unit[DMM]
    banks = min(macro["banks_mm2"] for macro in sram_macros("osu018"))

    def figures(machine):
        """By the names of the lines."""
        relative = {blocks: [found.relative[blocks, kernel, machine] for kernel in found.kernels]
                    for blocks in found.blocks}
        mm2, period = found.unit[machine]
        return {**dict(zip(found.kernels, relative[most])), "largest": max(relative[most]),
                **{means(blocks, text): geometric_mean(relative[blocks]) * factor for blocks in found.blocks
                   for text, factor in zip(("", ", least", ", most"), (1, *found.between(machine)))},
                "ns of a cycle": period, "mm2": mm2, "with banks, times the DMM": (mm2 + banks) / (dmm[0] + banks)}

    columns = [figures(machine) for machine in found.machines]
    heads = [form if mapping == PLAIN else f"{form}, {mapping}" for form, mapping in found.machines]
    return table(["ns of a kernel, times the DMM:<32", *(f"{head}:>19.2f" for head in heads)],
                 [[name, *(column[name] for column in columns)] for name in columns[0]])


def banks(rows):
    """Time units by blocks, kernel, unit and what is done against conflicts, over those of the DMM of 32 banks."""
    cures = [32, 31, 33, 37, "h3", SHIFTED]
    forms = [DMM[0], "stream D=4", "pipelined D=4"]
    runs = grouped(rows, lambda row: (row["blocks"], row["label"], row["unit"][0],
                                      row["banks"] if row["unit"][1] == PLAIN else row["unit"][1]))
    taken = {key: mean(of, "time_units") for key, of in runs.items()}
    kernels = list(dict.fromkeys(row["label"] for row in rows))
    blocks = sorted({row["blocks"] for row in rows})
    # By blocks: a line for each kernel.
    times = {count: [[taken[count, kernel, form, cure] / taken[count, kernel, DMM[0], 32]
                      for form in forms for cure in cures] for kernel in kernels] for count in blocks}
    lines = [*zip(kernels, times[blocks[-1]]), ("largest", map(max, zip(*times[blocks[-1]]))),
             *((means(count), map(geometric_mean, zip(*times[count]))) for count in blocks)]
    group = [f"{'shifts' if cure == SHIFTED else cure}:>{7 if at == 0 else 8}.2f" for at, cure in enumerate(cures)]
    return table(["banks, or the mapping of 32:<32", *[*group, ":<2"] * len(forms)],
                 [[name, *spaced(list(figures), len(cures))] for name, figures in lines],
                 ["time units, times the DMM:<32", *(one for form in forms for one in (f"{form}:^47", ":<2"))])


def spaced(figures, many):
    """With nothing after so many."""
    return [one for at, figure in enumerate(figures, 1) for one in ([figure, None] if at % many == 0 else [figure])]


class Widths:
    """The spaces, each read when its table is wanted."""

    def __init__(self, again):
        self.of = lambda width: Width(width, again)
        self.banks = lambda: read("width-32-banks")


RESULTS = Widths
TABLES = {"times": lambda found: times(found.of(32)), "times-16": lambda found: times(found.of(16)),
          "banks": lambda found: banks(found.banks())}
