# SPDX-License-Identifier: Apache-2.0
"""Units for 32 banks: nanoseconds of kernels relative to the DMM, beside area."""

from studies.common import (DMM, PLAIN, SHIFTED, SPREAD_KEPT, UM2_PER_MM2, geometric_mean, grouped, mean, read, runs_in,
                            sram_macros)


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


def times(found):
    def line(name, value):
        return f"{name:<32}" + "".join(f"{value(machine):>19.2f}" for machine in found.machines)

    def over(blocks, machine):
        return [found.relative[blocks, kernel, machine] for kernel in found.kernels]

    most = found.blocks[-1]
    banks = min(macro["banks_mm2"] for macro in sram_macros("osu018"))
    names = [form if mapping == PLAIN else f"{form}, {mapping}" for form, mapping in found.machines]
    return [f"{'ns of a kernel, times the DMM':<32}" + "".join(f"{name:>19}" for name in names),
            *[line(kernel, lambda machine, kernel=kernel: found.relative[most, kernel, machine])
              for kernel in found.kernels],
            line("largest", lambda machine: max(over(most, machine))),
            *[line(f"geometric mean, {blocks} block{'s' if blocks > 1 else ''}{text}",
                   lambda machine, blocks=blocks, end=end: geometric_mean(over(blocks, machine)) * (1,
                       *found.between(machine))[end])
              for blocks in found.blocks for end, text in enumerate(("", ", least", ", most"))],
            line("ns of a cycle", lambda machine: found.unit[machine][1]),
            line("mm2", lambda machine: found.unit[machine][0]),
            line("with banks, times the DMM",
                 lambda machine: (found.unit[machine][0] + banks) / (found.unit[DMM][0] + banks))]


def banks(rows):
    """Time units by blocks, kernel, unit and what is done against conflicts, over those of the DMM of 32 banks."""
    cures = [32, 31, 33, 37, "h3", SHIFTED]
    forms = [DMM[0], "stream D=4", "pipelined D=4"]
    runs = grouped(rows, lambda row: (row["blocks"], row["label"], row["unit"][0],
                                      row["banks"] if row["unit"][1] == PLAIN else row["unit"][1]))
    taken = {key: mean(of, "time_units") for key, of in runs.items()}
    times = {key: time / taken[*key[:2], DMM[0], 32] for key, time in taken.items()}
    kernels = list(dict.fromkeys(row["label"] for row in rows))
    blocks = sorted({row["blocks"] for row in rows})

    def line(name, value):
        groups = (" ".join(f"{value(form, cure):>7.2f}" for cure in cures) for form in forms)
        return f"{name:<32}" + "  ".join(groups)

    def over(count, form, cure):
        return [times[count, kernel, form, cure] for kernel in kernels]

    heads = " ".join(f"{'shifts' if cure == SHIFTED else cure:>7}" for cure in cures)
    return [f"{'time units, times the DMM':<32}" + "  ".join(f"{form:^{len(heads)}}" for form in forms),
            f"{'banks, or the mapping of 32':<32}" + "  ".join([heads] * len(forms)),
            *[line(kernel, lambda *unit, kernel=kernel: times[blocks[-1], kernel, *unit]) for kernel in kernels],
            line("largest", lambda *unit: max(over(blocks[-1], *unit))),
            *[line(f"geometric mean, {count} block{'s' if count > 1 else ''}",
                   lambda *unit, count=count: geometric_mean(over(count, *unit))) for count in blocks]]


class Widths:
    """The spaces, each read when its table is wanted."""

    def __init__(self, again):
        self.of = lambda width: Width(width, again)
        self.banks = lambda: read("width-32-banks")


RESULTS = Widths
TABLES = {"times": lambda found: times(found.of(32)), "times-16": lambda found: times(found.of(16)),
          "banks": lambda found: banks(found.banks())}
