# SPDX-License-Identifier: Apache-2.0
"""How prices depend on the mapper and on wires: the unit over settings and seeds of the mapper, and placed."""

import math
import statistics

from studies.common import (PLAIN, ROOT, SPREAD_KEPT, SRAM_BYTES, UM2_PER_MM2, cost, grouped, keep, read, runs_in,
                            sram_macros, table)

OPTIONS = ["machine", "super-warp", "rpu", "depth", "intake", "mapping"]
HASHED = ("dmm", "h3")  # priced and placed beside the units without a mapping

WIRES_KEPT = ROOT / "data/cost-wires.csv"
TWO_PORTS_WIRES_KEPT = ROOT / "data/two-ports-wires.csv"
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


def most_on_least(values):
    """In percent."""
    return 100 * (max(values) / min(values) - 1)


def range_of(one, other):
    """The least and the most of a ratio that the runs of both leave possible."""
    return f"{min(one) / max(other):.2f}-{max(one) / min(other):.2f}"


def table_width(found, width):
    """Units of a width: area and clock, medians of nine runs of the mapper, and random reads at the clock of the logic
    and at that of the SRAM macros."""
    macro = min(sram_macros("osu018"), key=lambda one: one["banks_mm2"])
    dmm = width, "dmm"
    middle = {unit: [statistics.median(of[unit]) for of in (found.mm2, found.ns)] for unit in found.runs}
    # A hash has one run: what it adds to the unit in the first of the nine.
    hashed = width, ", ".join(HASHED)
    middle[hashed] = [own * of[hashed] / of[dmm] for own, of in zip(middle[dmm], (found.area, found.period))]

    requests = {**found.requests, hashed: found.requests[dmm]}  # random reads stay random

    def slow(unit):
        return requests[unit] / max(macro["cycle_ns"], middle[unit][1])

    def row(unit):
        mm2, ns = middle[unit]
        runs = (["-", "-"] if unit == hashed else
                [most_on_least(found.ns[unit]), "1" if unit == dmm else range_of(found.rate[unit], found.rate[dmm])])
        return [unit[1], mm2, mm2 / middle[dmm][0],
                (mm2 + macro["banks_mm2"]) / (middle[dmm][0] + macro["banks_mm2"]), ns, runs[0],
                requests[unit], requests[unit] / ns, runs[1], slow(unit), slow(unit) / slow(dmm)]

    sram = f"{SRAM_BYTES // 1024} KiB of SRAM: {macro['banks_mm2']:.1f} mm2, a cycle {macro['cycle_ns']:.2f} ns"
    return [*([sram, ""] if width == MODEL_WIDTH else []),
            *table([f"{width} banks: <16", "mm2:>7.2f", "/ DMM:>7.2f", "and SRAM:>10.2f", "ns:>7.2f", "spread:>6.0f %",
                    "a cycle:>9.1f", "a ns:>10.2f", "/ DMM:>12", "a ns:>10.2f", "/ DMM:>7.2f"],
                   [row(unit) for unit in dict.fromkeys([dmm, hashed, *found.runs])
                    if unit[0] == width and shown(unit[1])],
                   [":<48", "random reads:>17", "clock of the logic:>22", "of the SRAM:>17"])]


def shown(name):
    """Whether the tables of a width have the unit: without depths near others, which data/cost-spread.csv has."""
    return name not in ("batch s=5", "stream D=2", "stream D=4", "crossbar D=16", "pipelined D=5", "pipelined D=9",
                        "serial s=2 K=1")


def table_spread(found):
    """By how much nine runs of the mapper differ."""
    area, clock = ([most_on_least(values) for values in of.values()] for of in (found.mm2, found.ns))
    worst = sorted(found.ns, key=lambda unit: -most_on_least(found.ns[unit]))[:3]
    return [f"most on least of nine runs of the mapper, {len(area)} units of 4 to 32 banks:",
            f"area: median {statistics.median(area):.1f} %, largest {max(area):.1f} %",
            f"clock: median {statistics.median(clock):.1f} %; largest "
            + ", ".join(f"{name} on {width} banks {most_on_least(found.ns[width, name]):.0f} %"
                        for width, name in worst)]


def area_with(wire_mm, cells_mm2, run):
    """mm2: of rows, or of the tracks that wires need, whichever is larger."""
    return max(cells_mm2 / run["rows_used"], wire_mm / (run["tracks_mm_per_mm2"] * run["tracks_used"]))


def mean_of(runs, column):
    return statistics.mean(run[column] for run in runs)


def placed_row(unit, runs):
    """Wires of a unit, its area with them, and its clock without and with them, drivers resized for both."""
    one, wire = runs[0], mean_of(runs, "wire_mm")
    return [*unit, wire, area_with(wire, mean_of(runs, "area_mended_um2") / UM2_PER_MM2, one), one["clock_without_ns"],
            mean_of(runs, "clock_without_mended_ns"), mean_of(runs, "clock_ns"), mean_of(runs, "clock_mended_ns")]


PLACED_COLUMNS = ["w:>3", "unit: <15", "wire, mm:>9.0f", "mm2:>8.3f", "mapped:>9.2f", "resized:>9.2f", "mapped:>9.2f",
                  "resized:>9.2f"]
ABOVE_PLACED = [":<36", "ns without wires:^18", "ns with wires:^18"]


def table_wired_order(found):
    """Placed units of 8 and 16 banks: wires, clocks, and random reads with wires by placements and mapper's runs."""
    rows = []
    for unit, runs in found.placed.items():
        if unit[0] > 4 and unit in found.ns and unit[1] not in ("umm", "stream D=4", "serial s=2 K=1"):
            # The mapper's other runs beside the one that was placed.
            others = [1, *[ns / runs[0]["clock_without_ns"] for ns in found.ns[unit]]]
            clocks = [run["clock_mended_ns"] for run in runs]
            rates = [found.requests[unit] / clock for clock in (max(clocks) * max(others), min(clocks) * min(others))]
            rows.append([*placed_row(unit, runs), found.requests[unit] / mean_of(runs, "clock_mended_ns"),
                         "{:.2f}-{:.2f}".format(*rates)])
    rows.sort(key=lambda row: (row[0], -row[-2]))
    return table([*PLACED_COLUMNS, "reads a ns:>12.2f", "least-most:>12"], rows, ABOVE_PLACED)


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
        found = [(wrong[0][one], wrong[1][other]) for unit, one, other in zip(self.units, *self.points)
                 if unit[1] in names and one in wrong[0]]
        return [f"wire ~ area^{self.length.power:.2f}, clock with wires / without ~ area^{self.slowed.power:.2f}; of "
                f"{len(found)} placed units, left out one by one:",
                f"length wrong by at most {max(abs(one) for one, _ in found):.0f} %, clock by at most "
                f"{max(abs(other) for _, other in found):.0f} %"]

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
            for unit in found.area if unit[0] == MODEL_WIDTH and unit[1] in PLACED_UNITS and unit[1] != "umm"]
    return [*model.errors(PLACED_UNITS), *table([*model.COLUMNS, "reads a ns:>12.2f", "without:>9.2f"],
                                                [[*row, rate / row[-1], rate / row[-2]] for row, rate in rows])]


RESULTS = Price
TABLES = {"width-16": lambda found: table_width(found, 16), "width-32": lambda found: table_width(found, 32),
          "spread": table_spread, "wires": table_wired_order, "wired-model": table_wired_model}
