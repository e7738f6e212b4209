# SPDX-License-Identifier: Apache-2.0
"""What a cheaper window would take: ideas that were tried, and priced."""

import shutil
import subprocess

from studies.common import (DMM, PLAIN, ROOT, UM2_PER_MM2, cost, geometric_mean, grouped, keep, mean, read, rows_of,
                            runs_in, table)
from studies.price import WIRES_KEPT as OTHERS_PLACED, place_units
from studies.width_32 import Width

PRICES_KEPT, SERVED_KEPT = (ROOT / f"data/window-{name}.csv" for name in ("prices", "served"))
WIRES_KEPT = ROOT / "data/window-wires.csv"
FOLDER = ROOT / "out/studies/window"
PLACED = [4, 8]  # banks of units that are placed
SPLIT, WIDE = 8, 32  # banks where each idea is priced alone, and where the goal is
TODAY, AGES, ALL = "D=9", "D=9, ages in a triangle", "small window"
HASH = "h3"  # a mapping in front of the unit with all ideas
GOAL_SERVED, GOAL_CLOCK = 26, 1.2
# An idea that was built: options of the unit, which are those of the model too, with D=9 and three passes unless given.
THREE = {"depth": 7, "queue": 3, "store": 4, "later": "alone"}
BUILT = {TODAY: {},
         "D=9, alone": {"later": "alone"},
         "D=7, queue 3": {"depth": 7, "queue": 3},
         "D=9, store 4": {"store": 4},
         AGES: {},
         "D=9, 2 passes": {"passes": 2},
         "D=7, queue 3, store 4, alone": THREE,
         "D=8, queue 3, store 4, alone, 2 passes": {**THREE, "depth": 8, "passes": 2},
         ALL: {**THREE, "depth": 8, "passes": 2, "queue": 4, "later": "youngest"}}
AT_WIDE = [TODAY, "D=7, queue 3, store 4, alone", "D=8, queue 3, store 4, alone, 2 passes", ALL]
# Units that are placed; a register between the passes of the small window could not speed up the clock of one pass.
MORE_MOVES = {(8, "pipelined D=9"): ["--moves", 4]}  # of units whose placements differ by more than the others'
AT_PLACES = {"pipelined D=9": BUILT[TODAY], "small window": BUILT[ALL], "one pass of it": {**BUILT[ALL], "passes": 1}}
# Ideas that the model alone has tried.
MODELLED = {"D=16, 2 passes": {"depth": 16, "passes": 2},
            "D=9, 4 passes": {"passes": 4},
            "D=16, 1 pass": {"depth": 16, "passes": 1},
            "D=6, queue 4": {"depth": 6, "queue": 4},
            "D=5, queue 5": {"depth": 5, "queue": 5},
            "two lanes share 14 places": {"depth": 7, "share": 2, "lines": 18},
            "two lanes share 16 places": {"depth": 8, "share": 2, "lines": 18},
            "four lanes share 28 places": {"depth": 7, "share": 4, "lines": 18},
            "D=9, store 6": {"store": 6},
            f"{ALL}, store 6": {**BUILT[ALL], "store": 6},
            f"{ALL}, no store": {**BUILT[ALL], "store": None},
            "10 dispatches under way": {"lines": 10},
            "14 dispatches under way": {"lines": 14},
            "a dispatch in one place, D=16": {"depth": 16, "aligned": True, "lines": 16},
            "a dispatch in one place, D=20": {"depth": 20, "aligned": True, "lines": 20}}
QUEUES = {f"queues at banks, {takes} in, {'one word a lane' if one else 'any words a lane'}": {"takes": takes,
    "one_word": one}
          for takes in (1, 2, 4) for one in (True, False)}


def unit_of(name):
    """Options of an idea's unit; the RTL of the one that is a patch is written to out/studies/window."""
    unit = BUILT[name]
    if name == AGES:
        unit = {"rtl": FOLDER / "rtl"}
        shutil.rmtree(unit["rtl"], ignore_errors=True)
        shutil.copytree(ROOT / "rtl", unit["rtl"])
        with open(ROOT / "studies/window/ages.patch", encoding="utf-8") as patch:
            subprocess.run(["patch", "-s", "-p1", "-d", unit["rtl"]], stdin=patch, check=True)
    return options_of(unit)


def options_of(unit):
    options = [text for option, value in {"depth": 9, "passes": 3, **unit}.items() for text in (f"--{option}", value)]
    return ["--machine", "sdmm", "--rpu", "pipelined", *options]


def price_row(name, width, *mapping):
    """What `cost` says of an idea."""
    options = ["--mapping", *mapping] if mapping else []
    unit = cost(*unit_of(name), *options, "--width", width, "--limit", 7200)
    return [", ".join([name, *mapping]), width, unit["area_um2"], unit["flip_flops"], unit["clock_ns"]]


def serve_again():
    from studies import window_model as model  # numpy is needed for nothing else

    keep(SERVED_KEPT, ["idea", "reads", "writes"],
          [[name, model.served(**options), model.served(**options, writes=1)] for name, options in
           {**BUILT, **MODELLED}.items()]
          + [[name, model.served_by_queues(**options), ""] for name, options in QUEUES.items()])


def place_again():
    place_units(WIRES_KEPT, [(width, name, [*options_of(unit), "--width", width, *MORE_MOVES.get((width, name), [])])
                             for width in PLACED for name, unit in AT_PLACES.items()])


def price_again():
    prices = [price_row(name, width) for name in BUILT for width in ([SPLIT, WIDE] if name in AT_WIDE else [SPLIT])]
    keep(PRICES_KEPT, ["idea", "width", "area_um2", "flip_flops", "period_ns"],
         [*prices, price_row(ALL, WIDE, HASH)])


class Window:
    def __init__(self, again):
        if again:
            serve_again()
            price_again()
            place_again()
        self.served = {row["idea"]: row for row in rows_of(SERVED_KEPT)}
        self.prices = {(row["idea"], row["width"]): row for row in rows_of(PRICES_KEPT)}
        self.works = {(row["unit"][0], row["width"]): row for row in read("cost-osu018", kept=True)
                      if row["period_ns"] != "" and row["unit"][1] == PLAIN}
        self.kernels = read("window-kernels", not again)
        self.others = Width(WIDE, False)
        placed = {unit: runs for unit, runs in {**runs_in(OTHERS_PLACED), **runs_in(WIRES_KEPT)}.items()
                  if unit[0] in PLACED and not unit[1].startswith(("crossbar", "stream", "umm", "serial", "dmm,"))}
        self.placed = dict(sorted(placed.items(), key=lambda unit: unit[0][0]))


def table_prices(found):
    """Windows that were built and priced for the aim, beside the DMM, two packed warps and two depths."""
    def row(name, reads, writes, one):
        return [name, reads, writes, one["area_um2"] / UM2_PER_MM2, one["period_ns"]]

    lines = table([f"requests a time unit, of {WIDE}:<42", "reads:>8.1f", "writes:>8.1f", "mm2:>10.2f", "ns:>7.2f"],
                  [*(row(name, found.works[name, WIDE]["requests_per_time_unit"], "-", found.works[name, WIDE])
                     for name in ("dmm", "batch s=2", "pipelined D=4", "pipelined D=8")),
                   *(row(name, found.served[name]["reads"], found.served[name]["writes"], found.prices[name, WIDE])
                     for name in AT_WIDE)])
    batch, dmm = found.works["batch s=2", WIDE], found.works["dmm", WIDE]
    return [*lines, f"the aim: {GOAL_SERVED} reads, {batch['area_um2'] / UM2_PER_MM2:.2f} mm2, "
            f"{GOAL_CLOCK * dmm['period_ns']:.2f} ns"]


def table_kernels(found):
    """Nanoseconds of kernels on the unit with all ideas, beside those of docs/kernels.md."""
    others, small = found.others, {PLAIN: "small window", HASH: f"small window, {HASH}"}
    times, units = dict(others.relative), dict(others.unit)
    dmm = {key: mean(rows, "time_units") * units[DMM][1] for key, rows in
           grouped(others.rows, lambda row: (row["blocks"], row["label"], row["unit"])).items() if key[2] == DMM}
    for mapping, name in small.items():
        priced = found.prices[ALL if mapping == PLAIN else f"{ALL}, {mapping}", WIDE]
        units[name] = priced["area_um2"] / UM2_PER_MM2, priced["period_ns"]
        runs = grouped([row for row in found.kernels if row["unit"][1] == mapping],
                       lambda row: (row["blocks"], row["label"]))
        times.update({(*key, name): mean(rows, "time_units") * priced["period_ns"] / dmm[(*key, DMM)]
                      for key, rows in runs.items()})
    columns = [(f"pipelined D={depth}", mapping) for mapping in small for depth in (4, 8)]
    columns = [*columns[:2], small[PLAIN], *columns[2:], small[HASH]]
    most = others.blocks[-1]

    def over(blocks, column):
        return [times[blocks, kernel, column] for kernel in others.kernels]

    names = [column if isinstance(column, str) else ", ".join(column).removesuffix(f", {PLAIN}") for column in columns]
    return table(["ns of a kernel, times the DMM:<30", *(f"{name.removesuffix(f', {HASH}')}:>14.2f" for name in names)],
                 [["largest", *(max(over(most, column)) for column in columns)],
                  *([f"geometric mean, {blocks} block{'s' if blocks > 1 else ''}",
                     *(geometric_mean(over(blocks, column)) for column in columns)] for blocks in others.blocks),
                  ["ns of a cycle", *(units[column][1] for column in columns)],
                  ["mm2", *(units[column][0] for column in columns)]],
                 [":<30", "without a hash:^42", f"with {HASH}:^42"])


def table_line(found):
    """What the small window gives and takes, in a line."""
    def of(row):
        return f"{row['area_um2'] / UM2_PER_MM2:.2f} mm2, {row['period_ns']:.2f} ns"

    batch = found.works["batch s=2", WIDE]
    return [f"random reads a time unit, of {WIDE}: small window {found.served[ALL]['reads']:.1f} "
            f"({of(found.prices[ALL, WIDE])}), nine "
            f"places {found.served[TODAY]['reads']:.1f} ({of(found.prices[TODAY, WIDE])}), two packed warps "
            f"{batch['requests_per_time_unit']:.1f} ({of(batch)})",
            f"random writes: {found.served[ALL]['writes']:.1f} and {found.served[TODAY]['writes']:.1f}"]


def table_goal(found):
    """Clocks without wires, as mapped, and with wires, resized, times the DMM's, where units are placed."""
    units = list(dict.fromkeys(unit for _, unit in found.placed if unit != "dmm"))
    return table(["ns of a cycle, times the DMM:<34", *(f"{unit}:>16.2f" for unit in units)],
                 [[f"{width} banks, {label}", *(mean(found.placed[width, unit], column)
                                                / mean(found.placed[width, "dmm"], column) for unit in units)]
                  for width in PLACED
                  for label, column in (("without wires", "clock_without_ns"),
                                        ("with wires, resized", "clock_mended_ns"))])


RESULTS = Window
TABLES = {"prices": table_prices, "kernels": table_kernels, "goal": table_goal, "line": table_line}
