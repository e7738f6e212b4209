# SPDX-License-Identifier: Apache-2.0
"""How prices depend on the mapper and on wires: the unit over settings and seeds of the mapper, and placed."""

import math
import statistics

from studies import width_32
from studies.common import (PLAIN, ROOT, SPREAD_KEPT, UM2_PER_MM2, cost, geometric_mean, grouped, keep, read,
                            rows_of, runs_in, table)

OPTIONS = ["machine", "super-warp", "rpu", "depth", "intake", "mapping"]
HASHED = ("dmm", "h3")  # priced and placed beside the units without a mapping

WIRES_KEPT = ROOT / "data/cost-wires.csv"
TWO_PORTS_WIRES_KEPT = ROOT / "data/two-ports-wires.csv"
FIRST_FORM = ROOT / "data/cost-first-form.csv"  # of an independent recomputation
AT_ONCE_KEPT = ROOT / "data/cost-at-once.csv"  # the same form, here
AT_ONCE_MOVES = {(8, "batch s=2"): 4, (8, "stream D=4"): 2, (16, "dmm"): 8}  # of those with the longest wires
AT_ONCE_WIRES = ("wire_mm", "clock_ns", "clock_mended_ns")  # means of the placements
PLACED = {4: 2, 8: 2, 16: 2}  # placements by width
PLACED_UNITS = {"dmm": 16, "dmm, h3": 16, "umm": 16, "batch s=2": 16, "crossbar D=4": 16, "pipelined D=4": 16,
                "stream D=4": 8, "serial s=2 K=1": 16,
                "serial s=2 K=2": 16}  # to this width
UNIT_COLUMNS = ["nets", "area_um2", "clock_without_ns", "tracks_mm_per_mm2", "layers", "rows_used", "tracks_used"]
WIRE_COLUMNS = ["seed", "wire_mm", "clock_without_mended_ns", "clock_ground_ns", "clock_ns", "clock_mended_ns",
                "enlarged", "buffers", "copies", "area_mended_um2", "seconds"]
MODEL_WIDTH = 32
ROUNDING = 1e-4  # of figures in data/, which have six digits


def options_of(row):
    return ["--width", row["width"], *[word for option in OPTIONS if row.get(option, "") != ""
                                       for word in (f"--{option}", row[option])]]


def name_of(row):
    return ", ".join(word for word in row["unit"] if word != PLAIN)


def sweep_spread(rows):
    """Rows of data/cost-spread.csv: runs the mapper nine times on each unit."""
    for (width, name), row in rows.items():
        if row["unit"] == HASHED:
            continue
        for run in cost(*options_of(row), "--limit", 900, "--spread")["spread"]["runs"]:
            yield [width, name, run["setting"], run["seed"], f"{run['area_um2']:g}", f"{run['clock_ns']:g}"]


def placed_rows(units):
    """Places units, each (width, name, options of `cost`)."""
    for width, name, options in units:
        wires = cost(*options, "--wires", "--placements", PLACED[width])["wires"]
        for run in wires["runs"]:
            yield [width, name, *[f"{wires[column]:g}" for column in UNIT_COLUMNS],
                   *[f"{run[column]:g}" for column in WIRE_COLUMNS]]


def place_units(kept, units):
    keep(kept, ["width", "unit", *UNIT_COLUMNS, *WIRE_COLUMNS], placed_rows(units))


def sweep_at_once(rows):
    """Rows of data/cost-at-once.csv: units whose banks answer within the cycle, with wires and energy if told first."""
    for first in rows_of(FIRST_FORM):
        width, name = first["width"], first["unit"]
        moves = AT_ONCE_MOVES.get((width, name), 1)
        wires = ["--wires", "--placements", PLACED[width], "--moves", moves] if first["wire_mm"] != "" else []
        energy = ["--energy"] if first["pj"] != "" else []
        unit = cost(*options_of(rows[width, name]), "--at-once", "--limit", 900, *wires, *energy)
        yield [width, name, f"{unit['area_um2'] / UM2_PER_MM2:g}", f"{unit['clock_ns']:g}",
               *[f"{statistics.mean(run[column] for run in unit['wires']['runs']):g}" if wires else ""
                 for column in AT_ONCE_WIRES],
               f"{unit['energy']['pj_per_request']:g}" if energy else ""]


class Price:
    """Units of data/cost-osu018.csv: all without a mapping, with nine runs of the mapper, and the DMM with a hash."""

    def __init__(self, again):
        rows = {(row["width"], name_of(row)): row for row in read("cost-osu018", kept=True)
                if row["period_ns"] != "" and (row["unit"][1] == PLAIN or row["unit"] == HASHED)}
        self.requests = {unit: row["requests_per_time_unit"] for unit, row in rows.items()}
        self.area = {unit: row["area_um2"] / UM2_PER_MM2 for unit, row in rows.items()}
        self.period = {unit: row["period_ns"] for unit, row in rows.items()}
        if again:
            keep(SPREAD_KEPT, ["width", "unit", "setting", "seed", "area_um2", "clock_ns"], sweep_spread(rows))
            place_units(WIRES_KEPT, [(*unit, options_of(row)) for unit, row in rows.items()
                                     if unit[0] <= PLACED_UNITS.get(unit[1], 0)])
            keep(AT_ONCE_KEPT, ["width", "unit", "mm2_at_once", "ns", "wire_mm", "ns_wires", "ns_wired", "pj"],
                 sweep_at_once(rows))
        self.runs = runs_in(SPREAD_KEPT)
        self.placed = runs_in(WIRES_KEPT)
        self.mm2 = {unit: [run["area_um2"] / UM2_PER_MM2 for run in of] for unit, of in self.runs.items()}
        self.ns = {unit: [run["clock_ns"] for run in of] for unit, of in self.runs.items()}
        self.rate = {unit: [self.requests[unit] / ns for ns in of] for unit, of in self.ns.items()}

    def bar(self, unit, column):
        """From a unit's figure, mm2 or rate, down and up to the least and the most of its nine runs."""
        runs = getattr(self, column)[unit["width"], unit["form"]]
        bar = [unit[column] - min(runs), max(runs) - unit[column]]
        if min(bar) < -ROUNDING * unit[column]:
            raise ValueError(f"w={unit['width']} {unit['form']}: {column} {unit[column]:g} is not between its nine "
                             "runs, price both anew")
        return [[max(0, part)] for part in bar]


def apart(one, other):
    """Every figure of the one is beyond every figure of the other."""
    return max(one) < min(other) or max(other) < min(one)


def table_spread(found):
    """Least, median and most of area, clock and requests a ns; `more`: by how many percent most exceeds least."""
    def figures(values):
        return [min(values), statistics.median(values), max(values), 100 * (max(values) / min(values) - 1)]

    more = [max(of) / min(of) - 1 for values in (found.mm2, found.ns) for of in values.values()]
    half = len(more) // 2
    return [*table(["w:>3", "unit: <18", *(column for digits in (3, 2, 2) for column in (
        f"least:>9.{digits}f", f"median:>8.{digits}f", f"most:>8.{digits}f", "more %:>7.1f"))],
                   [[*unit, *(figure for of in (found.mm2, found.ns, found.rate) for figure in figures(of[unit]))]
                    for unit in found.runs], [":<22", "mm2:^32", "ns:^32", "requests a ns:^32"]),
            f"most by least, median and largest of {half} units: area {100 * statistics.median(more[:half]):.1f} and "
            f"{100 * max(more[:half]):.1f} %, clock {100 * statistics.median(more[half:]):.1f} and "
            f"{100 * max(more[half:]):.1f} %"]


def some(names, most=5):
    """The first of some names, and how many more there are."""
    return ", ".join(names[:most]) + (f" and {len(names) - most} more" if len(names) > most else "") or "none"


def table_order(found):
    """Units by their median requests a ns, with those they cannot be told from, and whether any is better in both."""
    rows = []
    for width in dict.fromkeys(width for width, _ in found.runs):
        units = sorted((unit for unit in found.runs if unit[0] == width),
                       key=lambda unit: -statistics.median(found.rate[unit]))
        for unit in units:
            same = [other[1] for other in units if other != unit and not apart(found.rate[unit], found.rate[other])]
            beaten = any(max(found.rate[unit]) < min(found.rate[other]) and min(found.mm2[unit]) > max(found.mm2[other])
                         for other in units)
            rows.append([*unit, statistics.median(found.mm2[unit]), statistics.median(found.rate[unit]),
                         " " if beaten else "*", some(same)])
    return [*table(["w:>3", "unit: <18", "mm2:>8.3f", "requests a ns:>15.2f", ":<1",
                    "within the spread, in requests a ns, of: <1"], rows),
            "* of its width, none is beyond the spread both smaller and faster"]


def table_beside_dmm(found):
    """Each unit beside the DMM of its width: what differs by more than the spread."""
    def said(values, base):
        word = "within the spread" if not apart(values, base) else "more" if min(values) > max(base) else "less"
        return f"{statistics.median(values) / statistics.median(base):>8.2f} {word:<18}"

    return [f"{'w':>3} {'unit':<18}{'mm2, times the DMM':<27}{'ns':<27}requests a ns",
            *[f"{width:>3} {name:<18}" + "".join(said(of[width, name], of[width, "dmm"])
                                                 for of in (found.mm2, found.ns, found.rate))
              for width, name in found.runs if name != "dmm"]]


def area_with(wire_mm, cells_mm2, run):
    """mm2: of rows, or of the tracks that wires need, whichever is larger."""
    return max(cells_mm2 / run["rows_used"], wire_mm / (run["tracks_mm_per_mm2"] * run["tracks_used"]))


def table_wires(found):
    """Placed units: wires, and clocks without and with them. `differ`: most on least of the placements, in percent."""
    rows = []
    for (width, name), runs in found.placed.items():
        mean = {column: statistics.mean(run[column] for run in runs) for column in WIRE_COLUMNS}

        def differ(column, runs=runs):
            values = [run[column] for run in runs]
            return 100 * (max(values) / min(values) - 1) if len(values) > 1 else "-"

        one = runs[0]
        mm2 = one["area_um2"] / one["rows_used"] / UM2_PER_MM2
        rows.append([
            width, name, one["nets"], mean["wire_mm"], differ("wire_mm"), 1000 * mean["wire_mm"] / one["nets"],
            one["layers"] * mean["wire_mm"] / one["tracks_mm_per_mm2"] / mm2, one["clock_without_ns"],
            mean["clock_without_mended_ns"], mean["clock_ground_ns"], mean["clock_ns"], mean["clock_mended_ns"],
            differ("clock_mended_ns"), mean["buffers"] + mean["copies"],
            area_with(mean["wire_mm"], mean["area_mended_um2"] / UM2_PER_MM2, one),
            max(run["seconds"] for run in runs)])
    return table(["w:>3", "unit: <15", "nets:>7", "mm:>9.0f", "differ:>8.1f", "um a net:>9.0f", "layers:>8.2f",
                  "mapped:>9.2f", "mended:>8.2f", "ground:>8.2f", "0.2 fF:>8.2f", "mended:>8.2f", "differ:>8.1f",
                  "added:>9.0f", "mm2:>8.3f", "seconds:>9.0f"], rows,
                 [":<26", "wire:^34", "ns without wires:^17", "ns with wires:^32"])


def mended_rates(found, unit, clock):
    """Requests a ns, drivers mended: mean, least and most by placements and the mapper's runs, which are not mended."""
    runs = found.placed[unit]
    clocks = [run[clock] for run in runs]
    # The mapper's other runs beside the one that was placed.
    others = [1, *[ns / runs[0]["clock_without_ns"] for ns in found.ns[unit]]]
    return [found.requests[unit] / ns for ns in (statistics.mean(clocks), max(clocks) * max(others),
                                                 min(clocks) * min(others))]


def table_wired_order(found):
    """Whether wires change the order of units, and how certain that is; drivers mended with wires and without."""
    rows, pairs = [], []
    for width in dict.fromkeys(width for width, _ in found.placed):
        units = [unit for unit in found.placed if unit[0] == width and unit in found.ns]
        both = [{unit: mended_rates(found, unit, clock) for unit in units}
                for clock in ("clock_without_mended_ns", "clock_mended_ns")]
        ranks = [sorted(units, key=lambda unit, of=of: -of[unit][0]) for of in both]
        for unit in ranks[0]:
            rows.append([*unit, *both[0][unit], *both[1][unit],
                         ", ".join(str(rank.index(unit) + 1) for rank in ranks)])
        for i, one in enumerate(ranks[0]):
            for other in ranks[0][i + 1:]:
                above, below = both[0][one][0] / both[0][other][0], both[1][one][0] / both[1][other][0]
                if below < 1:
                    apart = [100 * (both[0][one][1] / both[0][other][2] - 1),
                             100 * (both[1][other][1] / both[1][one][2] - 1)]
                    sure = [f"{'apart' if by > 0 else 'overlap'} by {abs(by):.0f} %" for by in apart]
                    pairs.append(f"w={width}: {one[1]} is {100 * (above - 1):.0f} % above {other[1]} without wires "
                                 f"({sure[0]}), {100 * (1 - below):.0f} % below with them ({sure[1]}): "
                                 f"{'certain' if min(apart) > 0 else 'within the error'}")
    return [*table(["w:>3", "unit: <15", *["mean:>12.2f", "least:>9.2f", "most:>9.2f"] * 2, "order of both:  <1"], rows,
                   ["requests a ns:<19", "without wires:^30", "with wires:^30"]),
            *(pairs or ["no pair changes its order"])]


class PowerLaw:
    """A value as c a^p of a unit's area a: a factor c for each unit, one power p for all; least squares of logs."""

    def __init__(self, points):
        """`points`: (unit's name, area, value)."""
        of = grouped([(name, math.log(area), math.log(value)) for name, area, value in points], lambda point: point[0])
        self.middle = {name: [statistics.mean(point[axis] for point in of[name]) for axis in (1, 2)] for name in of}
        steps = [(x - self.middle[name][0], y - self.middle[name][1]) for name in of for _, x, y in of[name]]
        self.power = sum(x * y for x, y in steps) / sum(x * x for x, _ in steps)

    def at(self, name, area):
        x, y = self.middle[name]
        return math.exp(y + self.power * (math.log(area) - x))


def errors_of(points):
    """By how many percent the law is wrong at each point, fitted without it; only of units with another point."""
    errors = {}
    for one in points:
        others = [other for other in points if other != one]
        if any(other[0] == one[0] for other in others):
            errors[one] = 100 * (PowerLaw(others).at(one[0], one[1]) / one[2] - 1)
    return errors


class WireModel:
    """Wires of units that have not been placed, by powers of the area, as Rent's rule has it, from all that have."""

    def __init__(self):
        placed = dict(sorted({**runs_in(WIRES_KEPT), **runs_in(TWO_PORTS_WIRES_KEPT)}.items(),
                             key=lambda unit: unit[0][0]))

        def points(value):
            return [(name, runs[0]["area_um2"], statistics.mean(value(run) for run in runs)) for (_, name),
                    runs in placed.items()]

        self.units = list(placed)
        self.run = next(iter(placed.values()))[0]
        self.points = [points(lambda run: run["wire_mm"]),
                       points(lambda run: run["clock_mended_ns"] / run["clock_without_ns"])]
        self.length, self.slowed = [PowerLaw(of) for of in self.points]

    def errors(self, names):
        """What the laws are wrong by when a placed size of these units is left out."""
        wrong = [errors_of(of) for of in self.points]
        return [f"wire ~ area^{self.length.power:.2f}, clock with wires / without ~ area^{self.slowed.power:.2f}; "
                "wrong by, with the size left out:",
                *table(["w:>5", "unit: <15", "length %:>10+.0f", "clock %:>9+.0f"],
                       [[*unit, wrong[0][one], wrong[1][other]]
                        for unit, one, other in zip(self.units, *self.points) if unit[1] in names and one in wrong[0]])]

    COLUMNS = ["w:>5", "unit: <15", "wire, m:>9.1f", "tracks mm2:>12.2f", "rows mm2:>10.2f", "ns without:>12.2f",
               "with:>7.2f"]

    def row(self, width, name, area_um2, period):
        mm = self.length.at(name, area_um2)
        return [width, name, mm / 1000, mm / (self.run["tracks_mm_per_mm2"] * self.run["tracks_used"]),
                area_um2 / UM2_PER_MM2 / self.run["rows_used"], period, period * self.slowed.at(name, area_um2)]


def table_wired_model(found):
    """Wires of 32 banks by the model."""
    model = WireModel()
    rows = [(model.row(*unit, found.area[unit] * UM2_PER_MM2, found.period[unit]), found.requests[unit])
            for unit in found.area if unit[0] == MODEL_WIDTH and unit[1] in PLACED_UNITS]
    return [*model.errors(PLACED_UNITS), *table([*model.COLUMNS, "requests a ns:>15.2f", "before:>8.2f"],
                                                [[*row, rate / row[-1], rate / row[-2]] for row, rate in rows])]


def table_readers(found):
    """What the recommendations rest on: a unit beside the DMM of its width, and by how much both are known."""
    rows = []

    def line(text, cells, known):
        rows.append([text, *cells, known])

    def nine_runs(width, name):
        clock, area = (100 * (max(of[width, name]) / min(of[width, name]) - 1) for of in (found.ns, found.mm2))
        return f"ns {clock:.0f} %, mm2 {area:.0f} %"

    unit = {row["unit"]: [row["area_um2"] / UM2_PER_MM2, row["period_ns"]]
            for row in rows_of(ROOT / "data/selective-shift.csv")}
    mean = width_32.Width(32, False)
    off = mean.unit["dmm", "h3"][1] / mean.unit[width_32.DMM][1]  # what the longer cycle costs where the shift is off

    def kernels(form, most=math.inf):
        of = geometric_mean([min(most, mean.relative[mean.blocks[-1], kernel, (form, "h3")])
                             for kernel in mean.kernels])
        least, largest = mean.between((form, "h3"))
        return f"{of * least:.2f} to {of * largest:.2f}"

    line("GPU of today, 32 banks", ["mm2", "ns", "mm2/dmm", "ns/dmm", "kernels/dmm"], "nine runs differ")
    for form, name, times in (("dmm", "dmm", "1"), ("dmm", "dmm, h3", kernels("dmm")),
                              ("dmm", "dmm, h3 in 8 regions", kernels("dmm", off)),
                              ("pipelined D=4", "pipelined D=4, h3", kernels("pipelined D=4"))):
        area, period = unit[name]
        figures = area, period, area / unit["dmm"][0], period / unit["dmm"][1]
        line(f"  {name}", [*figures, times], nine_runs(32, form))
    line("accelerator with many banks", ["mm2", "req/ns", "/mm2", "mm2/dmm", "req/ns/dmm"], "nine runs differ")
    for width in (16, 32):
        for name in ("dmm", "batch s=2", "crossbar D=4", "pipelined D=4", "pipelined D=8"):
            area, rate = found.area[width, name], found.requests[width, name] / found.period[width, name]
            one, dmm = found.rate[width, name], found.rate[width, "dmm"]
            between = f"{min(one) / max(dmm):.1f} to {max(one) / min(dmm):.1f}" if name != "dmm" else "1"
            line(f"  w={width} {name}",
                 [area, rate, rate / area, area / found.area[width, "dmm"], between], nine_runs(width, name))
    line("FPGA of a student, 4 banks", ["LUTs", "MHz", "req/us", "LUTs/dmm", "req/us/dmm"], "placements differ")
    fpga = {row["unit"]: row for row in rows_of(ROOT / "data/fpga.csv") if row["width"] == 4}
    for name, row in fpga.items():
        if (4, name) in found.requests:
            seeds = [float(mhz) for mhz in str(row["seeds"]).split()]
            known = f"MHz {100 * (max(seeds) / min(seeds) - 1):.0f} %" if len(seeds) > 1 else "one placement"
            rates = [found.requests[4, of] * fpga[of]["mhz"] for of in (name, "dmm")]
            line(f"  {name}", [str(row["luts"]), f"{row['mhz']:.0f}", f"{rates[0]:.0f}",
                               row["luts"] / fpga["dmm"]["luts"], f"{rates[0] / rates[1]:.2f}"], known)
    return table([":<28", ":>8.2f", ":>8.2f", ":>9.2f", ":>10.2f", ":>14.2f", ":   <1"], rows)[1:]


def table_first_form(found):
    """The form that was priced first, by other scripts and here: figures of both, and their ratio; and what the unit
    that works takes."""
    at_once = {(row["width"], row["unit"]): row for row in rows_of(AT_ONCE_KEPT)}
    fpga = {(row["width"], row["unit"]): row for row in rows_of(ROOT / "data/fpga.csv")}
    works = {(row["width"], row["unit"]): row["pj_per_request"] for row in rows_of(ROOT / "data/cost-energy.csv")
             if row["workload"] == "random"}
    here = [(column, title, digits, {unit: row[column] for unit, row in at_once.items()})
            for column, title, digits in [("mm2_at_once", "mm2", 2), ("ns", "ns", 2), ("wire_mm", "wire, mm", 0),
                                          ("ns_wires", "ns with wires", 2), ("ns_wired", "drivers mended", 2),
                                          ("pj", "pJ a request", 0)]]
    here += [("mm2_later", "mm2, later", 2, found.area), *[(of, title, 0, {unit: row[of] for unit, row in fpga.items()})
                                                          for of, title in (("luts", "LUTs"), ("mhz", "MHz"))]]

    def figures(first, own):
        return [first, own, own / first] if first != "" and own != "" else ["-"] * 3

    rows = [(row, (row["width"], row["unit"])) for row in rows_of(FIRST_FORM)]
    return table(["w:>3", "unit: <15", *(column for *_, digits, _ in here for column in (
        f"first:>7.{digits}f", f"here:>7.{digits}f", "ratio:>7.2f")), "pJ, works:>11.0f"],
                 [[*unit, *(figure for column, *_, of in here for figure in figures(row[column], of.get(unit, ""))),
                   works[unit] if row["pj"] != "" else "-"] for row, unit in rows],
                 [":<19", *(f"{title}:^21" for _, title, *_ in here)])


RESULTS = Price
TABLES = {"readers": table_readers, "spread": table_spread, "order": table_order, "beside-dmm": table_beside_dmm,
          "wires": table_wires,
          "wired-order": table_wired_order, "wired-model": table_wired_model, "first-form": table_first_form}
