# SPDX-License-Identifier: Apache-2.0
"""A whole GPU with this project's local memories in the place of its own, or in front of it: cycles of kernels, kept in
data/whole-gpu, and what the issue stage predicts from the kernels' code."""

import math
import statistics

from studies.common import geometric_mean, grouped, rows_of
from studies import micro_kernels
from studies.whole_gpu_runs import (DATA, FORMS, HASH, KEYS, LARGE, LIMIT, MANY, MODELLED, OWN, SHIFTED, UNITS,
                                    UNSHIFTED, WIDE, Measured, hashed, named, padding, run_of, runs, size_of)


def cycle_table(data, size):
    units = data.units(size)
    lines = [f"{size[0]} lanes, {size[1]} warps, a core of {size[2]}: cycles with Vortex's own local memory, and times "
             "that with ours",
             f"{'':<22}{'own':>8}" + "".join(f"{unit.partition('+')[0]:>10}" for unit in units),
             f"{'kernel':<30}" + "".join(f"{'+' + HASH if '+' in unit else '':>10}" for unit in units)]
    ran = {unit: data.runs(size, [unit]) for unit in units}
    for run in runs(data):
        if any(run in of_unit for of_unit in ran.values()):
            lines.append(f"{run[0]:<15}{padding(run[1]):<7}{data.cycles[(*size, *run, OWN)]:>8}" + "".join(
                f"{data.ratio(size, *run, unit):>10.3f}" if run in ran[unit] else f"{'':>10}"
                for unit in units).rstrip())
    full = data.runs(size)
    return lines + [f"{f'geometric mean of {len(full)}':<30}" + "".join(
        f"{geometric_mean([data.ratio(size, *run, unit) for run in full]):>10.3f}" for unit in units)]


def table_slice(data):
    return cycle_table(data, MODELLED)


def table_wide(data):
    return cycle_table(data, WIDE)


def table_many(data):
    return cycle_table(data, MANY)


def table_keys(data):
    """The streaming unit with keys that were drawn, beside the hash whose matrix is chosen."""
    units = ["stream", f"stream+{HASH}", *[f"stream+h3-{key}" for key in KEYS]]
    lines = [f"{'':<30}" + "".join(f"{unit.removeprefix('stream').lstrip('+') or 'no hash':>10}" for unit in units)]
    for run in runs(data):
        if all((*MODELLED, *run, unit) in data.cycles for unit in units):
            lines.append(f"{named(*run):<30}" + "".join(f"{data.ratio(MODELLED, *run, unit):>10.3f}" for unit in units))
    return lines


def extremes(ratios):
    (best, kernel_of_best), (worst, kernel_of_worst) = min(ratios), max(ratios)
    return f"{best:>7.3f} {kernel_of_best:<22}{worst:>7.3f} {kernel_of_worst}"


def table_grid(data):
    """All sizes, a line for each unit."""
    lines = [f"{'lanes warps core runs unit':<37}{'mean':>6}{'slower':>8}{'best':>9}{'':<21}{'worst':>6}"]
    for size in data.sizes:
        for unit in data.units(size):
            ratios = [(data.ratio(size, *run, unit), named(*run)) for run in data.runs(size, [unit])]
            lines.append(f"{size[0]:>5}{size[1]:>6}{size[2]:>5}{len(ratios):>5} {unit:<15}"
                         f"{geometric_mean([value for value, _ in ratios]):>6.3f}"
                         f"{sum(value > LIMIT for value, _ in ratios):>8}  {extremes(ratios)}")
    return lines


def table_line(data):
    """The line of the README."""
    size = MODELLED
    unit = f"stream+{HASH}"
    ratios = [(data.ratio(size, kernel, 0, unit), kernel) for kernel in data.kernels]
    best, kernel = min(ratios)
    mean = geometric_mean([value for value, _ in ratios])
    return [f"Vortex, {size[0]} lanes and {size[1]} warps, {len(ratios)} kernels with unpadded tiles: {1 / mean:.2f} "
            f"times as fast in the mean, {1 / best:.1f} times at best ({kernel})."]


def table_model(data):
    """Predicted and measured cycles, by kernel and unit."""
    units = [unit for unit in [OWN, *data.units(MODELLED)] if unit.partition("+")[0] in data.stages["latency"]]
    lines = [f"{MODELLED[0]} lanes, {MODELLED[1]} warps, a core of {MODELLED[2]}: error of the predicted cycles in per "
             "cent",
             f"{'kernel':<22}" + "".join(f"{unit.partition('+')[0]:>10}" for unit in units),
             f"{'':<22}" + "".join(f"{'+' + HASH if '+' in unit else '':>10}" for unit in units)]
    errors = {(run, unit): data.predicted(*run, unit) / data.cycles[(*MODELLED, *run, unit)] - 1 for run in runs(data)
              for unit in units}
    for run in runs(data):
        lines.append(f"{run[0]:<15}{padding(run[1]):<7}" + "".join(f"{100 * errors[run, unit]:>10.0f}"
                                                                   for unit in units))
    mean = [sum(abs(errors[run, unit]) for run in runs(data)) / len(runs(data)) for unit in units]
    above = [sum(abs(errors[run, unit]) > LARGE for run in runs(data)) for unit in units]
    return lines + [f"{'mean, without sign':<22}" + "".join(f"{100 * value:>10.0f}" for value in mean),
                    f"{'over 10 %':<22}" + "".join(f"{value:>10}" for value in above)]


def table_changed(data):
    """Runs that the model misses by more than a tenth: its error, that against a Vortex of which one stage was changed,
    and that of a model with a queue in order in front of the memory."""
    changed = {(row["kernel"], row["padded"], row["unit"], row["change"]): row["cycles"]
               for row in rows_of(DATA / "changed.csv")}
    queue = {(row["kernel"], row["padded"], row["unit"]): row["time_units"] for row in rows_of(DATA / "queue.csv")}
    changes = list(dict.fromkeys(change for *_, change in changed))
    lines = [f"{'error in per cent':<40}{'as it is':>9}" + "".join(f"{change:>8}" for change in changes)
             + f"{'queue':>9}"]
    for run in runs(data):
        for unit in [OWN, *data.units(MODELLED)]:
            cycles, predicted = data.cycles[(*MODELLED, *run, unit)], data.predicted(*run, unit)
            if abs(predicted / cycles - 1) > LARGE:
                cells = [f"{100 * (predicted / changed[key] - 1):>8.0f}" if (key := (*run, unit, change)) in changed
                         else f"{'':>8}"
                         for change in changes]
                lines.append(f"{named(*run):<24}{unit:<16}{100 * (predicted / cycles - 1):>9.0f}" + "".join(cells)
                             + f"{100 * (queue[(*run, unit)] / cycles - 1):>9.0f}")
    return lines


def table_ports(_):
    """Cycles in which the registers' write port and the fetch were in use, counted in Vortex."""
    lines = [f"{'':<44}{'cycles':>8}{'port used':>11}{'by loads':>10}{'refused':>9}{'fetch waits':>13}{'one bank':>10}"]
    for row in rows_of(DATA / "ports.csv"):
        cells = "".join(f"{100 * row[column] / row['cycles']:>{width - 2}.0f} %" for column, width in
                        (("writes", 11), ("loads", 10), ("refused", 9), ("blocked", 13)))
        same = f"{100 * row['same'] / row['beside']:>8.0f} %" if row["beside"] != "" else ""
        lines.append(f"{named(row['kernel'], row['padded']):<24}{row['unit']:<12}{row['change']:<8}{row['cycles']:>8}"
                     f"{cells}{same}")
    return lines


def table_unbuffered(data):
    """The pipelined unit without Vortex's buffers in front of each lane: times the cycles with them."""
    rows = grouped(rows_of(DATA / "unbuffered.csv"), lambda row: (row["kernel"], row["padded"]))
    units = list(dict.fromkeys(row["unit"] for group in rows.values() for row in group))
    lines = [f"{'':<22}" + "".join(f"{unit:>28}" for unit in units),
             f"{'':<22}" + f"{'cycles':>18}{'times':>10}" * len(units)]
    for run, group in rows.items():
        cells = ""
        for row in group:
            buffered = data.cycles.get((*WIDE, *run, row["unit"]))
            cells += f"{row['cycles']:>18}" + (f"{row['cycles'] / buffered:>10.3f}" if buffered else f"{'wrong':>10}")
        lines.append(f"{named(*run):<22}{cells}")
    return lines


def table_shift(data):
    """The streaming unit with the hash on only where `superwarp advise` says."""
    plain, switched = "stream", f"stream+{HASH}"
    lines = [f"{'lanes warps core runs':<24}{'off':>6}{'on':>7}{'chosen':>8}{'slower':>8}{'best':>9}{'':<21}"
             f"{'worst':>6}"]
    sizes = [size for size in data.sizes if switched in data.units(size)]
    for size in sizes:
        ran = data.runs(size, [plain, switched])
        chosen = [(data.ratio(size, *run, switched if data.choice(*run, size[0]) else plain), named(*run))
                  for run in ran]
        means = [geometric_mean([data.ratio(size, *run, unit) for run in ran]) for unit in (plain, switched)]
        lines.append(f"{size[0]:>5}{size[1]:>6}{size[2]:>5}{len(ran):>5}   {means[0]:>6.3f}{means[1]:>7.3f}"
                     f"{geometric_mean([value for value, _ in chosen]):>8.3f}"
                     f"{sum(value > LIMIT for value, _ in chosen):>8}  {extremes(chosen)}")
    for lanes in dict.fromkeys(size[0] for size in sizes):
        lines += ["", f"on with {lanes} lanes: "
                      f"{', '.join(named(*run) for run in runs(data) if data.choice(*run, lanes))}"]
    return lines


def table_arrays(_):
    """A bit for each of a kernel's two arrays, which lie in different regions."""
    cycles = {(row["kernel"], row["padded"], row["on"]): row["cycles"] for row in rows_of(DATA / "arrays.csv")}
    ways = ["none", "first", "second", "both"]
    lines = [f"{'':<22}{'own':>8}" + "".join(f"{way:>8}" for way in ways)]
    for kernel, padded in dict.fromkeys((kernel, padded) for kernel, padded, _ in cycles):
        own = cycles[kernel, padded, OWN]
        lines.append(f"{named(kernel, padded):<22}{own:>8}" + "".join(f"{cycles[kernel, padded, way] / own:>8.3f}"
                                                                      for way in ways))
    return lines


def table_starts(data):
    """Runs with warps that start a few cycles apart: times Vortex's own memory, in the mean, and the standard
    error of that. A star marks what the chosen bit selects."""
    rows = rows_of(DATA / "starts.csv")
    groups = grouped(rows, lambda row: (*size_of(row), row["kernel"], row["padded"], row["unit"]))
    units = ["stream", f"stream+{HASH}"]
    lines = [f"{'':<41}{'cycles with own memory':^24}  {'stream':<16}{units[1]}",
             f"{'lanes warps core':<19}{'kernel':<22}{'mean':>8}{'least':>8}{'most':>8}"]
    chosen = {}
    for *size, kernel, padded, unit in groups:
        if unit != OWN:
            continue
        group = [row["cycles"] for row in groups[(*size, kernel, padded, OWN)]]
        cells = []
        for other in units:
            found = [row["cycles"] for row in groups.get((*size, kernel, padded, other), [])]
            if not found:
                cells.append("")
                continue
            ratio, error = ratio_of_means(found, group)
            star = hashed(other) == data.choice(kernel, padded, size[0])
            cells.append(f"{with_error((ratio, error))}{' *' if star else ''}")
            if star:
                chosen[(*size, kernel, padded)] = ratio
        if any(cells):
            lines.append(f"{size_and_kernel(size, kernel, padded)}{sum(group) / len(group):>8.0f}{min(group):>8}"
                         f"{max(group):>8}  {cells[0]:<16}{cells[1]}".rstrip())
    best = [chosen.get((*MODELLED, *run), data.ratio(MODELLED, *run, units[data.choice(*run)])) for run in runs(data)]
    return [*lines, "", f"chosen bit: {over(chosen.values(), 'lines')}",
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


def by_unit(path):
    """Cycles of runs by size, kernel, padded and unit."""
    return {key: [row["cycles"] for row in rows] for key, rows in grouped(
        rows_of(path), lambda row: (size_of(row), row["kernel"], row["padded"], row["unit"])).items()}


def with_error(ratio_and_error):
    return "{:.3f} +-{:.3f}".format(*ratio_and_error)


def size_and_kernel(size, kernel, padded):
    return "".join(f"{value:>{width}}" for value, width in zip(size, (5, 6, 5))) + f"   {named(kernel, padded):<22}"


def table_forms(data):
    """The kernels that ran with more units than the stream, each with the chosen bit: as in the table of starts."""
    runs_of = by_unit(DATA / "starts.csv")
    lines = [f"{'lanes warps core':<19}{'kernel':<22}" + "".join(f"{form:<16}" for form in FORMS).rstrip()]
    for size, kernel, padded, unit in runs_of:
        found = [runs_of.get((size, kernel, padded, chosen_unit(data, form, kernel, padded, size[0])))
                 for form in FORMS]
        if unit == OWN and any(found[1:]):
            own = runs_of[size, kernel, padded, OWN]
            lines.append((size_and_kernel(size, kernel, padded) + "".join(
                f"{with_error(ratio_of_means(cycles, own)) if cycles else '':<16}" for cycles in found)).rstrip())
    return lines


def table_turn(data):
    """Kernels on a Vortex that fetches its warps in turn, and the same runs where it fetches the lowest one first.
    Kernels with one run are counted only."""
    turn, lowest = by_unit(DATA / "turn.csv"), by_unit(DATA / "starts.csv")
    lines = [f"{'':<41}{'lowest warp first':<32}{'in turn':<8}", f"{'lanes warps core':<19}{'kernel':<22}"
             + f"{'own':<7}{'stream':<25}" * 2]
    ratios = {}
    for size, kernel, padded, unit in turn:
        if unit != OWN:
            continue
        of = [(size, kernel, padded, unit) for unit in (OWN, chosen_unit(data, "stream", kernel, padded, size[0]))]
        ratios.setdefault(size, []).append(statistics.mean(turn[of[1]]) / statistics.mean(turn[of[0]]))
        if len(turn[of[0]]) > 1:
            cells = "".join(f"{statistics.mean(cycles[of[0]]):<7.0f}"
                            f"{with_error(ratio_of_means(cycles[of[1]], cycles[of[0]])):<25}"
                            if of[1] in cycles else " " * 32 for cycles in (lowest, turn))
            lines.append(size_and_kernel(size, kernel, padded) + cells)
    lines += ["", *(f"in turn, {lanes} lanes, {warps} warps, these lines and for the other kernels single runs: "
                    f"{over(found)}"
                    for (lanes, warps, _), found in ratios.items())]
    return [line.rstrip() for line in lines]


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
    lines = [f"{'lanes, warps':<22}" + "".join(f"{f'{lanes}, {warps}':<17}" for lanes, warps, _ in sizes)]
    for run in runs(data):
        cells = [" +-".join(f"{value:.3f}" for value in ratios.get((size, run), ())) + " *" * (run in chosen[size])
                 for size in sizes]
        if any(cells):
            lines.append(f"{named(*run):<22}" + "".join(f"{cell:<17}" for cell in cells))
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
    lines = [f"{'':<57}{'others':>8}{'last':>8}"]
    means = {}
    for key, rows in runs_of.items():
        ends = [sorted(row["end"] for row in run) for run in grouped(rows, lambda row: row["start"]).values()]
        means[key] = [statistics.mean(statistics.mean(run[:-1]) for run in ends),
                      statistics.mean(run[-1] for run in ends)]
        if key[3] == OWN:
            cells = "".join(f"{value:>8.0f}" for value in means[key])
        else:
            cells = "".join(f"{value / own:>8.3f}" for value, own in zip(means[key], means[(*key[:3], OWN)]))
        lines.append(f"{size_and_kernel(*key[:3])}{key[3]:<16}{cells}")
    return lines


def table_ends(data):
    """When each warp was through, in Vortex with its own memory."""
    rows = rows_of(DATA / "ends.csv")
    lines = [f"{'':<22}{'cycles':>7}{'predicted':>11}   ends of warps 0 to 7"]
    for (program, padded, cycles), group in grouped(rows,
                                                    lambda row: (row["program"], row["padded"], row["cycles"])).items():
        predicted = data.predicted(program, padded, OWN) if program in data.kernels else ""
        lines.append(f"{named(program, padded):<22}{cycles:>7}{predicted:>11}   " + "".join(f"{row['end']:>7}"
            for row in group))
    return lines


def table_loads(data):
    """What the load and store unit did, in Vortex with the DMM."""
    rows = rows_of(DATA / "loads.csv")
    lines = [f"{'':<32}{'error':>7}{'loads':>7}{'cycles':>8}{'two under way':>15}{'none':>7}{'one waits':>11}"
             f"{'complete together':>19}"]
    for row in rows:
        run, unit, cycles = (row["kernel"], row["padded"]), row["unit"], row["cycles"]
        error = data.predicted(*run, unit) / data.cycles[(*MODELLED, *run, unit)] - 1
        lines.append(f"{named(*run):<22}{unit:<10}{100 * error:>5.0f} %{row['loads']:>7}{cycles:>8}"
                     f"{100 * row['two'] / cycles:>13.0f} %"
                     f"{100 * row['none'] / cycles:>5.0f} %{100 * row['waits'] / cycles:>9.0f} "
                     f"%{200 * row['pairs'] / row['loads']:>17.0f} %")
    return lines


RESULTS = Measured
TABLES = {"slice": table_slice, "wide": table_wide, "many": table_many, "keys": table_keys,
          "stages": micro_kernels.table, "grid": table_grid, "shift": table_shift, "arrays": table_arrays,
          "starts": table_starts, "forms": table_forms, "tails": table_tails, "turn": table_turn, "own": table_own,
          "ends": table_ends, "loads": table_loads, "changed": table_changed, "ports": table_ports,
          "unbuffered": table_unbuffered, "model": table_model, "line": table_line}
