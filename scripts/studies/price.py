# SPDX-License-Identifier: Apache-2.0
"""What prices owe to chance: area and clock of the unit that works over settings and seeds of the mapper."""

import csv
import json
import statistics

from studies.common import PLAIN, ROOT, SUPERWARP, UM2_PER_MM2, grouped, number, output, read

SPREAD_KEPT = ROOT / "data/cost-spread.csv"
LARGE = {(16, "dmm"), (16, "batch s=2"), (16, "pipelined D=4"), (32, "dmm"), (32, "pipelined D=4")}  # nine runs take minutes
OPTIONS = ["machine", "super-warp", "rpu", "depth", "intake"]


def name_of(row):
    return "umm" if row["machine"] == "umm" else row["unit"][0]


def options_of(row):
    return ["--width", row["width"], *[word for option in OPTIONS if row.get(option, "") != "" for word in (f"--{option}", row[option])]]


def sweep_spread(rows):
    """Runs the mapper nine times on each unit and writes data/cost-spread.csv."""
    with open(SPREAD_KEPT, "w", encoding="utf-8", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["width", "unit", "setting", "seed", "area_um2", "clock_ns"])
        for row in rows:
            if row["width"] > 8 and (row["width"], name_of(row)) not in LARGE:
                continue
            cost = json.loads(output([SUPERWARP, "cost", *options_of(row), "--limit", 900, "--spread", "--json", "-"]))
            for run in cost["spread"]["runs"]:
                table.writerow([row["width"], name_of(row), run["setting"], run["seed"], f"{run['area_um2']:g}",
                                f"{run['clock_ns']:g}"])
            file.flush()


class Price:
    """Units of data/cost-works.csv without a mapping, each with its runs of the mapper where there are any."""

    def __init__(self, again):
        rows = [row for row in read("cost-works", kept=True) if row["period_ns"] != "" and row["unit"][1] == PLAIN]
        self.requests = {(row["width"], name_of(row)): row["requests_per_time_unit"] for row in rows}
        if again:
            sweep_spread(rows)
        with open(SPREAD_KEPT, encoding="utf-8") as file:
            runs = [{column: number(cell) for column, cell in row.items()} for row in csv.DictReader(file)]
        self.runs = grouped(runs, lambda row: (row["width"], row["unit"]))
        self.mm2 = {unit: [run["area_um2"] / UM2_PER_MM2 for run in of] for unit, of in self.runs.items()}
        self.ns = {unit: [run["clock_ns"] for run in of] for unit, of in self.runs.items()}
        self.rate = {unit: [self.requests[unit] / ns for ns in of] for unit, of in self.ns.items()}


def apart(one, other):
    """Every figure of the one is beyond every figure of the other."""
    return max(one) < min(other) or max(other) < min(one)


def figures(values, digits):
    return (f"{min(values):>9.{digits}f}{statistics.median(values):>8.{digits}f}{max(values):>8.{digits}f}"
            f"{100 * (max(values) / min(values) - 1):>7.1f}")


def table_spread(found):
    """Least, median and most of area, clock and requests a ns; `more`: by how many percent the most is more than the least."""
    lines = [f"{'':>22}{'mm2':^32}{'ns':^32}{'requests a ns':^32}",
             f"{'w':>3} {'unit':<18}" + f"{'least':>9}{'median':>8}{'most':>8}{'more %':>7}" * 3]
    for unit in found.runs:
        lines.append(f"{unit[0]:>3} {unit[1]:<18}" + figures(found.mm2[unit], 3) + figures(found.ns[unit], 2)
                     + figures(found.rate[unit], 2))
    more = [max(of) / min(of) - 1 for values in (found.mm2, found.ns) for of in values.values()]
    half = len(more) // 2
    return lines + [f"most by least, median and largest of {half} units: area {100 * statistics.median(more[:half]):.1f} and "
                    f"{100 * max(more[:half]):.1f} %, clock {100 * statistics.median(more[half:]):.1f} and {100 * max(more[half:]):.1f} %"]


def some(names, most=5):
    """The first of some names, and how many more there are."""
    return ", ".join(names[:most]) + (f" and {len(names) - most} more" if len(names) > most else "") or "none"


def table_order(found):
    """Units by their median requests a ns, with those that they cannot be told from, and whether any is better in both."""
    lines = [f"{'w':>3} {'unit':<18}{'mm2':>8}{'requests a ns':>15}  within the spread, in requests a ns, of"]
    for width in dict.fromkeys(width for width, _ in found.runs):
        units = sorted((unit for unit in found.runs if unit[0] == width), key=lambda unit: -statistics.median(found.rate[unit]))
        for unit in units:
            same = [other[1] for other in units if other != unit and not apart(found.rate[unit], found.rate[other])]
            beaten = any(max(found.rate[unit]) < min(found.rate[other]) and min(found.mm2[unit]) > max(found.mm2[other])
                         for other in units)
            lines.append(f"{width:>3} {unit[1]:<18}{statistics.median(found.mm2[unit]):>8.3f}"
                         f"{statistics.median(found.rate[unit]):>15.2f}{' ' if beaten else '*'} {some(same)}")
    return lines + ["* of its width, none is beyond the spread both smaller and faster"]


def table_beside_dmm(found):
    """Each unit beside the DMM of its width: what differs by more than the spread."""
    def said(values, base):
        word = "within the spread" if not apart(values, base) else "more" if min(values) > max(base) else "less"
        return f"{statistics.median(values) / statistics.median(base):>8.2f} {word:<18}"

    return [f"{'w':>3} {'unit':<18}{'mm2, times the DMM':<27}{'ns':<27}requests a ns",
            *[f"{width:>3} {name:<18}" + "".join(said(of[width, name], of[width, "dmm"]) for of in (found.mm2, found.ns, found.rate))
              for width, name in found.runs if name != "dmm"]]


RESULTS = Price
TABLES = {"spread": table_spread, "order": table_order, "beside-dmm": table_beside_dmm}
