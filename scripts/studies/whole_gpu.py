# SPDX-License-Identifier: Apache-2.0
"""A whole GPU with this project's local memories in the place of its own, or in front of it: cycles of kernels, kept in
data/whole-gpu, and what the issue stage predicts from the kernels' code."""

import math
import statistics

from studies.common import geometric_mean, grouped, rows_of, table
from studies import micro_kernels
from studies.whole_gpu_runs import (DATA, HASH, LARGE, LIMIT, MODELLED, OWN, SHIFTED, UNSHIFTED, Measured, hashed,
                                    named, padding, run_of, runs, size_of)


SIZE = ["lanes:>5", "warps:>6", "core:>5"]
SIZE_AND_KERNEL = [*SIZE, ":<3", "kernel:<22"]
EXTREMES = f"{'best':>9}{'':<21}{'worst':>6}:<40"


def text_of(size):
    return f"{size[0]} lanes, {size[1]} warps, a core of {size[2]}"


def in_columns(kernel, padded):
    return f"{kernel:<15}{padding(padded)}"


def of_units(units, precision):
    """Heads of the form and of the hash, in two lines."""
    return [[f"{unit.partition('+')[0]}:>10{precision}" for unit in units],
            [f"{'+' + HASH if hashed(unit) else ''}:>10{precision}" for unit in units]]


def table_slice(data):
    """Kernels that a unit makes faster or slower by more than a tenth; the others are counted."""
    units, size = data.units(MODELLED), MODELLED
    rows, near = [], []
    for run in runs(data):
        ratios = [data.ratio(size, *run, unit) for unit in units]
        if max(abs(ratio - 1) for ratio in ratios) > LARGE:
            rows.append([in_columns(*run), data.cycles[(*size, *run, OWN)], *ratios])
        else:
            near += ratios
    full = data.runs(size)
    forms, hashes = of_units(units, ".3f")
    return [f"{text_of(size)}: cycles with Vortex's own local memory, and times that with ours",
            *table(["kernel:<22", ":>8", *hashes],
                   [*rows, [f"geometric mean of {len(full)}", "", *(
                       geometric_mean([data.ratio(size, *run, unit) for run in full]) for unit in units)]],
                   [":<22", "own:>8", *forms]),
            f"the other {len(full) - len(rows)} kernels: {min(near):.3f} to {max(near):.3f}"]


def extremes(ratios):
    (best, kernel_of_best), (worst, kernel_of_worst) = min(ratios), max(ratios)
    return f"  {best:>7.3f} {kernel_of_best:<22}{worst:>7.3f} {kernel_of_worst}"


def slower(ratios):
    return sum(value > LIMIT for value, *_ in ratios)


def grid_row(data, size, unit):
    ratios = [(data.ratio(size, *run, unit), named(*run)) for run in data.runs(size, [unit])]
    return [*size, len(ratios), "", unit, geometric_mean([value for value, _ in ratios]), slower(ratios),
            extremes(ratios)]


def table_grid(data):
    """The sizes at which other units than the stream ran, a line for each unit."""
    return table([*SIZE, "runs:>5", ":<1", "unit:<16", "mean:>6.3f", "slower:>8", EXTREMES],
                 [grid_row(data, size, unit) for size in data.sizes for unit in data.units(size)
                  if unit not in ("stream", f"stream+{HASH}", "pipelined")])


def table_line(data):
    """The lines of the first page: every kernel, plain and padded, on three units."""
    lines = []
    for unit in ["dmm", f"dmm+{HASH}", f"pipelined+{HASH}"]:
        ratios = [(data.ratio(MODELLED, kernel, padded, unit), f"{kernel}, padded" if padded else kernel)
                  for kernel, padded in runs(data)]
        best, worst = min(ratios), max(ratios)
        mean = geometric_mean([value for value, _ in ratios])
        lines.append(f"{unit:<16} {1 / mean:.2f} times as fast in the mean of {len(ratios)} kernels; best "
                     f"{1 / best[0]:.2f} ({best[1]}), worst {1 / worst[0]:.2f} ({worst[1]})")
    return lines


def error_of(data, run, unit):
    """Of the predicted cycles."""
    return data.predicted(*run, unit) / data.cycles[(*MODELLED, *run, unit)] - 1


def table_model(data):
    """How far predicted cycles are from those of Vortex, by unit."""
    units = [unit for unit in [OWN, *data.units(MODELLED)] if unit.partition("+")[0] in data.stages["latency"]]
    errors = [[error_of(data, run, unit) for unit in units] for run in runs(data)]
    of_unit = list(zip(*errors))
    mean = [100 * sum(map(abs, of)) / len(of) for of in of_unit]
    above = [sum(abs(error) > LARGE for error in of) for of in of_unit]
    forms, hashes = of_units(units, ".0f")
    return [f"{text_of(MODELLED)}: error of the predicted cycles of {len(errors)} kernels, per cent",
            *table([":<22", *hashes], [["mean, without sign", *mean], ["kernels over 10 %", *above]], [":<22", *forms])]


def by_run(file, column, *keys):
    """Figures of data/whole-gpu/FILE.csv by kernel, padding and other keys."""
    return {tuple(row[key] for key in ("kernel", "padded", *keys)): row[column]
            for row in rows_of(DATA / f"{file}.csv")}


def table_changed(data):
    """Runs with Vortex's own memory and the DMM that the model misses by more than a tenth: its error, that against a
    Vortex of which one stage was changed, and that of a model with a queue in order in front of the memory."""
    changed, queue = by_run("changed", "cycles", "unit", "change"), by_run("queue", "time_units", "unit")
    changes = list(dict.fromkeys(change for *_, change in changed))

    def row(run, unit):
        cycles, predicted = data.cycles[(*MODELLED, *run, unit)], data.predicted(*run, unit)
        found = [changed.get((*run, unit, change)) for change in changes]
        return [named(*run), unit, 100 * (predicted / cycles - 1),
                *(of and 100 * (predicted / of - 1) for of in found), 100 * (queue[(*run, unit)] / cycles - 1)]

    return table(["error in per cent:<24", ":<16", "as it is:>9.0f", *(f"{change}:>8.0f" for change in changes),
                  "queue:>9.0f"], [row(run, unit) for run in runs(data) for unit in (OWN, "dmm")
                                   if abs(error_of(data, run, unit)) > LARGE])


def table_shift(data):
    """The streaming unit with the hash on only where `superwarp advise` says."""
    plain, switched = "stream", f"stream+{HASH}"
    sizes = [size for size in data.sizes if switched in data.units(size)]

    def row(size):
        ran = data.runs(size, [plain, switched])
        chosen = [(data.ratio(size, *run, switched if data.choice(*run, size[0]) else plain), named(*run))
                  for run in ran]
        means = [geometric_mean([data.ratio(size, *run, unit) for run in ran]) for unit in (plain, switched)]
        return [*size, len(ran), "", *means, geometric_mean([value for value, _ in chosen]), slower(chosen),
                extremes(chosen)]

    return table([*SIZE, "runs:>5", ":<3", "off:>6.3f", "on:>7.3f", "chosen:>8.3f", "slower:>8", EXTREMES],
                 map(row, sizes))


def by_unit(path):
    """Cycles of runs by size, kernel, padded and unit."""
    return {key: [row["cycles"] for row in rows] for key, rows in grouped(
        rows_of(path), lambda row: (size_of(row), row["kernel"], row["padded"], row["unit"])).items()}


def table_scatter(data):
    """The stream with the chosen bit where runs differ little, with warps that start a few cycles apart: the kernels
    that lose in the mean, with Vortex's order of fetch and in turn; the others are counted."""
    lowest, turn = by_unit(DATA / "starts.csv"), by_unit(DATA / "turn.csv")

    def of(found, size, kernel, padded):
        own, chosen = (found.get((size, kernel, padded, unit))
                       for unit in (OWN, chosen_unit(data, "stream", kernel, padded, size[0])))
        return own and chosen and len(own) > 1 and (statistics.mean(own), *ratio_of_means(chosen, own))

    found = {key[:3]: of(lowest, *key[:3]) for key in lowest if key[3] == OWN}
    found = {key: cells for key, cells in found.items() if cells}
    rows = []
    for (size, *run), cells in found.items():
        if cells[1] > LIMIT:
            in_turn = of(turn, size, *run)
            rows.append([*size, "", named(*run), cells[0], with_error(cells[1:]), in_turn[0], with_error(in_turn[1:])])
    best = [found[MODELLED, *run][1] if (MODELLED, *run) in found else
            data.ratio(MODELLED, *run, chosen_unit(data, "stream", *run, MODELLED[0])) for run in runs(data)]
    ratios = {}
    for size, kernel, padded, unit in turn:
        if unit == OWN:
            own, chosen = (statistics.mean(turn[size, kernel, padded, one])
                           for one in (OWN, chosen_unit(data, "stream", kernel, padded, size[0])))
            ratios.setdefault(size, []).append(chosen / own)
    return [*table([*SIZE_AND_KERNEL, "own:>6.0f", "stream:>16", "own:>9.0f", "stream:>16"], rows,
                   [":<41", "lowest warp first:^22", "in turn:^25"]), "",
            f"lowest warp first, kernels with several starts: {over([cells[1] for cells in found.values()])}",
            f"lowest warp first, {text_of(MODELLED)}: {over(best)}",
            *(f"in turn, {text_of(size)}: {over(of)}" for size, of in ratios.items())]


def ratio_of_means(cycles, own):
    """And its standard error, from the scatter of both."""
    mean_of = [statistics.mean(values) for values in (cycles, own)]
    relative = [statistics.stdev(values) / value / math.sqrt(len(values))
                for values, value in zip((cycles, own), mean_of)]
    return mean_of[0] / mean_of[1], mean_of[0] / mean_of[1] * math.hypot(*relative)


def chosen_unit(data, form, kernel, padded, lanes):
    return f"{form}+{HASH}" if data.choice(kernel, padded, lanes) else form


def with_error(ratio_and_error):
    return "{:.3f} +-{:.3f}".format(*ratio_and_error)


def over(ratios, of="kernels"):
    return f"{len(ratios)} {of}, {sum(ratio > LIMIT for ratio in ratios)} over {LIMIT}, the highest {max(ratios):.3f}"


def table_own(data):
    """Vortex's own memory with an RSU in front of it, at the sizes at which all kernels ran that have the bit on: times
    it without, with the error where there are several starts. A star: the bit is on."""
    starts = by_unit(DATA / "starts.csv")
    chosen = {size: [run for run in runs(data) if data.shifted_choice(*run, size[0])] for size in data.sizes}
    sizes = [size for size in data.sizes if all((*size, *run, SHIFTED) in data.cycles for run in chosen[size])]
    ratios = {(size, run): (data.ratio(size, *run, SHIFTED),) for size in sizes for run in data.runs(size, [SHIFTED])}
    ratios.update({(size, run): ratio_of_means(starts[size, *run, SHIFTED], starts[size, *run, OWN])
                   for size, run in ratios if (size, *run, SHIFTED) in starts})
    rows = [[named(*run), *(" +-".join(f"{value:.3f}" for value in ratios.get((size, run), ()))
                            + " *" * (run in chosen[size]) for size in sizes)] for run in runs(data)]
    lines = table(["lanes, warps:<22", *(f"{lanes}, {warps}:<17" for lanes, warps, _ in sizes)],
                  [row for row in rows if any("*" in cell for cell in row[1:])])
    lines.append("")
    for size in sizes:
        found = [ratios[size, run][0] if run in chosen[size] else 1 for run in runs(data)]
        off = [data.ratio(size, *run, UNSHIFTED) for run in data.runs(size, [UNSHIFTED])]
        lines.append(f"{size[0]} lanes, {size[1]} warps: on in {len(chosen[size])}; {over(found)}; mean "
                     f"{geometric_mean(found):.3f}; with it off {off.count(1)} of {len(off)} the same")
    return lines


RESULTS = Measured
TABLES = {"slice": table_slice, "stages": micro_kernels.table_stages, "grid": table_grid, "shift": table_shift,
          "scatter": table_scatter, "own": table_own, "changed": table_changed, "model": table_model,
          "line": table_line}
