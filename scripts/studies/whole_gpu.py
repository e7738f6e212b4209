# SPDX-License-Identifier: Apache-2.0
"""A whole GPU with this project's local memories in the place of its own, or in front of it: cycles of kernels, kept in
data/whole-gpu, and what the issue stage predicts from the kernels' code."""

import math
import statistics

from studies.common import geometric_mean, grouped, rows_of, table
from studies import micro_kernels
from studies.whole_gpu_runs import (DATA, FORMS, HASH, KEYS, LARGE, LIMIT, MANY, MODELLED, OWN, SHIFTED,
                                    UNSHIFTED, WIDE, Measured, hashed, named, padding, run_of, runs, size_of)


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


def cycle_table(data, size):
    units = data.units(size)
    ran = {unit: data.runs(size, [unit]) for unit in units}
    rows = [[in_columns(*run), data.cycles[(*size, *run, OWN)],
             *(data.ratio(size, *run, unit) if run in ran[unit] else None for unit in units)]
            for run in runs(data) if any(run in of_unit for of_unit in ran.values())]
    full = data.runs(size)
    forms, hashes = of_units(units, ".3f")
    return [f"{text_of(size)}: cycles with Vortex's own local memory, and times that with ours",
            *table(["kernel:<22", ":>8", *hashes],
                   [*rows, [f"geometric mean of {len(full)}", "", *(
                       geometric_mean([data.ratio(size, *run, unit) for run in full]) for unit in units)]],
                   [":<22", "own:>8", *forms])]


def table_slice(data):
    return cycle_table(data, MODELLED)


def table_wide(data):
    return cycle_table(data, WIDE)


def table_many(data):
    return cycle_table(data, MANY)


def table_keys(data):
    """The streaming unit with keys that were drawn, beside the hash whose matrix is chosen."""
    units = ["stream", f"stream+{HASH}", *[f"stream+h3-{key}" for key in KEYS]]
    return table([":<30", *(f"{unit.removeprefix('stream').lstrip('+') or 'no hash'}:>10.3f" for unit in units)],
                 [[named(*run), *(data.ratio(MODELLED, *run, unit) for unit in units)] for run in runs(data)
                  if all((*MODELLED, *run, unit) in data.cycles for unit in units)])


def extremes(ratios):
    (best, kernel_of_best), (worst, kernel_of_worst) = min(ratios), max(ratios)
    return f"  {best:>7.3f} {kernel_of_best:<22}{worst:>7.3f} {kernel_of_worst}"


def slower(ratios):
    return sum(value > LIMIT for value, *_ in ratios)


def table_grid(data):
    """All sizes, a line for each unit."""
    def row(size, unit):
        ratios = [(data.ratio(size, *run, unit), named(*run)) for run in data.runs(size, [unit])]
        return [*size, len(ratios), "", unit, geometric_mean([value for value, _ in ratios]), slower(ratios),
                extremes(ratios)]

    return table([*SIZE, "runs:>5", ":<1", "unit:<15", "mean:>6.3f", "slower:>8", EXTREMES],
                 [row(size, unit) for size in data.sizes for unit in data.units(size)])


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
    """Predicted and measured cycles, by kernel and unit."""
    units = [unit for unit in [OWN, *data.units(MODELLED)] if unit.partition("+")[0] in data.stages["latency"]]
    errors = [[error_of(data, run, unit) for unit in units] for run in runs(data)]
    of_unit = list(zip(*errors))
    mean = [100 * sum(map(abs, of)) / len(of) for of in of_unit]
    above = [sum(abs(error) > LARGE for error in of) for of in of_unit]
    forms, hashes = of_units(units, ".0f")
    return [f"{text_of(MODELLED)}: error of the predicted cycles in per cent",
            *table([":<22", *hashes],
                   [*([in_columns(*run), *(100 * error for error in of)] for run, of in zip(runs(data), errors)),
                    ["mean, without sign", *mean], ["over 10 %", *above]], ["kernel:<22", *forms])]


def by_run(file, column, *keys):
    """Figures of data/whole-gpu/FILE.csv by kernel, padding and other keys."""
    return {tuple(row[key] for key in ("kernel", "padded", *keys)): row[column]
            for row in rows_of(DATA / f"{file}.csv")}


def table_changed(data):
    """Runs that the model misses by more than a tenth: its error, that against a Vortex of which one stage was changed,
    and that of a model with a queue in order in front of the memory."""
    changed, queue = by_run("changed", "cycles", "unit", "change"), by_run("queue", "time_units", "unit")
    changes = list(dict.fromkeys(change for *_, change in changed))

    def row(run, unit):
        cycles, predicted = data.cycles[(*MODELLED, *run, unit)], data.predicted(*run, unit)
        found = [changed.get((*run, unit, change)) for change in changes]
        return [named(*run), unit, 100 * (predicted / cycles - 1),
                *(of and 100 * (predicted / of - 1) for of in found), 100 * (queue[(*run, unit)] / cycles - 1)]

    return table(["error in per cent:<24", ":<16", "as it is:>9.0f", *(f"{change}:>8.0f" for change in changes),
                  "queue:>9.0f"], [row(run, unit) for run in runs(data) for unit in [OWN, *data.units(MODELLED)]
                                   if abs(error_of(data, run, unit)) > LARGE])


def table_ports(_):
    """Cycles in which the registers' write port and the fetch were in use, counted in Vortex."""
    return table([":<24", ":<12", ":<8", "cycles:>8", "port used:>9.0f %", "by loads:>8.0f %", "refused:>7.0f %",
                  "fetch waits:>11.0f %", "one bank:>8.0f %"],
                 [[named(row["kernel"], row["padded"]), row["unit"], row["change"], row["cycles"],
                   *(100 * row[column] / row["cycles"] for column in ("writes", "loads", "refused", "blocked")),
                   100 * row["same"] / row["beside"] if row["beside"] != "" else None]
                  for row in rows_of(DATA / "ports.csv")])


def table_unbuffered(data):
    """The pipelined unit without Vortex's buffers in front of each lane: times the cycles with them."""
    rows = grouped(rows_of(DATA / "unbuffered.csv"), lambda row: (row["kernel"], row["padded"]))
    units = list(dict.fromkeys(row["unit"] for group in rows.values() for row in group))

    def cells(run, row):
        buffered = data.cycles.get((*WIDE, *run, row["unit"]))
        return row["cycles"], row["cycles"] / buffered if buffered else "wrong"

    return table([":<22", *["cycles:>18", "times:>10.3f"] * len(units)],
                 [[named(*run), *(cell for row in group for cell in cells(run, row))] for run, group in rows.items()],
                 [":<22", *(f"{unit}:>28" for unit in units)])


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

    lines = table([*SIZE, "runs:>5", ":<3", "off:>6.3f", "on:>7.3f", "chosen:>8.3f", "slower:>8", EXTREMES],
                  map(row, sizes))
    for lanes in dict.fromkeys(size[0] for size in sizes):
        lines += ["", f"on with {lanes} lanes: "
                      f"{', '.join(named(*run) for run in runs(data) if data.choice(*run, lanes))}"]
    return lines


def table_arrays(_):
    """A bit for each of a kernel's two arrays, which lie in different regions."""
    cycles = by_run("arrays", "cycles", "on")
    ways = ["none", "first", "second", "both"]
    return table([":<22", "own:>8", *(f"{way}:>8.3f" for way in ways)],
                 [[named(*run), own, *(cycles[(*run, way)] / own for way in ways)]
                  for (*run, on), own in cycles.items() if on == OWN])


def by_unit(path):
    """Cycles of runs by size, kernel, padded and unit."""
    return {key: [row["cycles"] for row in rows] for key, rows in grouped(
        rows_of(path), lambda row: (size_of(row), row["kernel"], row["padded"], row["unit"])).items()}


def table_starts(data):
    """Runs with warps that start a few cycles apart: times Vortex's own memory, in the mean, and the standard
    error of that. A star marks what the chosen bit selects."""
    runs_of = by_unit(DATA / "starts.csv")
    units = ["stream", f"stream+{HASH}"]
    rows, chosen = [], {}
    for size, kernel, padded, unit in runs_of:
        own = runs_of[size, kernel, padded, unit]
        found = [runs_of.get((size, kernel, padded, other)) for other in units]
        if unit != OWN or not any(found):
            continue
        cells = []
        for other, cycles in zip(units, found):
            star = hashed(other) == data.choice(kernel, padded, size[0])
            cells.append(cycles and with_error(ratio_of_means(cycles, own)) + " *" * star)
            if star and cycles:
                chosen[(*size, kernel, padded)] = ratio_of_means(cycles, own)[0]
        rows.append([*size, "", named(kernel, padded), statistics.mean(own), min(own), max(own), "", *cells])
    best = [chosen.get((*MODELLED, *run), data.ratio(MODELLED, *run, units[data.choice(*run)])) for run in runs(data)]
    return [*table([*SIZE_AND_KERNEL, "mean:>8.0f", "least:>8", "most:>8", ":<2", ":<16", ":<20"], rows,
                   [":<41", "cycles with own memory:^24", ":<2", "stream:<16", f"{units[1]}:<20"]), "",
            f"chosen bit: {over(chosen.values(), 'lines')}",
            f"{MODELLED[1]} warps on a core of {MODELLED[2]}, these lines and for the other kernels single runs: "
            f"{over(best)}"]


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


def table_forms(data):
    """The kernels that ran with more units than the stream, each with the chosen bit: as in the table of starts."""
    runs_of, rows = by_unit(DATA / "starts.csv"), []
    for size, kernel, padded, unit in runs_of:
        found = [runs_of.get((size, kernel, padded, chosen_unit(data, form, kernel, padded, size[0])))
                 for form in FORMS]
        if unit == OWN and any(found[1:]):
            own = runs_of[size, kernel, padded, OWN]
            rows.append([*size, "", named(kernel, padded),
                         *(cycles and with_error(ratio_of_means(cycles, own)) for cycles in found)])
    return table([*SIZE_AND_KERNEL, *(f"{form}:<16" for form in FORMS)], rows)


def table_turn(data):
    """Kernels on a Vortex that fetches its warps in turn, and the same runs where it fetches the lowest one first.
    Kernels with one run are counted only."""
    turn, lowest = by_unit(DATA / "turn.csv"), by_unit(DATA / "starts.csv")
    rows, ratios = [], {}
    for size, kernel, padded, unit in turn:
        if unit != OWN:
            continue
        own, other = [(size, kernel, padded, unit) for unit in (OWN, chosen_unit(data, "stream", kernel, padded,
                                                                                 size[0]))]
        ratios.setdefault(size, []).append(statistics.mean(turn[other]) / statistics.mean(turn[own]))
        if len(turn[own]) > 1:
            cells = [(f"{statistics.mean(cycles[own]):.0f}", with_error(ratio_of_means(cycles[other], cycles[own])))
                     if other in cycles else ("", "") for cycles in (lowest, turn)]
            rows.append([*size, "", named(kernel, padded), *cells[0], *cells[1]])
    return [*table([*SIZE_AND_KERNEL, *["own:<7", "stream:<25"] * 2], rows,
                   [":<41", "lowest warp first:<32", "in turn:<8"]), "",
            *(f"in turn, {lanes} lanes, {warps} warps, these lines and for the other kernels single runs: {over(found)}"
              for (lanes, warps, _), found in ratios.items())]


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
                  [row for row in rows if any(row[1:])])
    lines.append("")
    for size in sizes:
        found = [ratios[size, run][0] if run in chosen[size] else 1 for run in runs(data)]
        off = [data.ratio(size, *run, UNSHIFTED) for run in data.runs(size, [UNSHIFTED])]
        lines.append(f"{size[0]} lanes, {size[1]} warps: on in {len(chosen[size])}; {over(found)}, "
                     f"mean {geometric_mean(found):.3f}; "
                     f"of {len(off)} runs with it off {off.count(1)} took the same cycles")
    return lines


def table_tails(_):
    """When the last warp is through and when the others are, in the mean, times that with Vortex's own memory."""
    runs_of = grouped(rows_of(DATA / "tails.csv"), lambda row: (size_of(row), row["kernel"], row["padded"],
                                                                row["unit"]))
    rows, means = [], {}
    for (size, *run, unit), of in runs_of.items():
        ends = [sorted(row["end"] for row in start) for start in grouped(of, lambda row: row["start"]).values()]
        means[size, *run, unit] = [statistics.mean(statistics.mean(start[:-1]) for start in ends),
                                   statistics.mean(start[-1] for start in ends)]
        cells = [f"{value:.0f}" if unit == OWN else value / own
                 for value, own in zip(means[size, *run, unit], means[size, *run, OWN])]
        rows.append([*size, "", named(*run), unit, *cells])
    return table([*(f":{form.partition(':')[2]}" for form in SIZE_AND_KERNEL), ":<16", "others:>8.3f", "last:>8.3f"],
                 rows)


def table_ends(data):
    """When each warp was through, in Vortex with its own memory."""
    rows = grouped(rows_of(DATA / "ends.csv"), lambda row: (row["program"], row["padded"], row["cycles"]))
    return table([":<22", "cycles:>7", "predicted:>11", "   ends of warps 0 to 7:<23"],
                 [[named(program, padded), cycles,
                   data.predicted(program, padded, OWN) if program in data.kernels else None,
                   "   " + "".join(f"{row['end']:>7}" for row in of)]
                  for (program, padded, cycles), of in rows.items()])


def table_loads(data):
    """What the load and store unit did, in Vortex with the DMM."""
    def cells(row):
        run, unit, cycles = (row["kernel"], row["padded"]), row["unit"], row["cycles"]
        return [named(*run), unit, 100 * error_of(data, run, unit), row["loads"], cycles, 100 * row["two"] / cycles,
                100 * row["none"] / cycles, 100 * row["waits"] / cycles, 200 * row["pairs"] / row["loads"]]

    return table([":<22", ":<10", "error:>5.0f %", "loads:>7", "cycles:>8", "two under way:>13.0f %", "none:>5.0f %",
                  "one waits:>9.0f %", "complete together:>17.0f %"], map(cells, rows_of(DATA / "loads.csv")))


RESULTS = Measured
TABLES = {"slice": table_slice, "wide": table_wide, "many": table_many, "keys": table_keys,
          "stages": micro_kernels.table_stages, "grid": table_grid, "shift": table_shift, "arrays": table_arrays,
          "starts": table_starts, "forms": table_forms, "tails": table_tails, "turn": table_turn, "own": table_own,
          "ends": table_ends, "loads": table_loads, "changed": table_changed, "ports": table_ports,
          "unbuffered": table_unbuffered, "model": table_model, "line": table_line}
