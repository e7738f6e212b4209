# SPDX-License-Identifier: Apache-2.0
"""What a cheaper window would take: where the area of a streaming RPU goes, and ideas that were tried, and priced."""

import collections
import json
import re
import shutil
import subprocess

from studies.common import (DMM, PLAIN, ROOT, SUPERWARP, UM2_PER_MM2, cost, geometric_mean, grouped, keep, mean, output,
                            read, rows_of, runs_in, table)
from studies.price import WIRES_KEPT as OTHERS_PLACED, place_units, table_wires
from studies.width_32 import Width

PARTS_KEPT, PRICES_KEPT, SERVED_KEPT, RUNS_KEPT = (ROOT / f"data/window-{name}.csv"
                                                      for name in ("parts", "prices", "served", "runs"))
WIRES_KEPT = ROOT / "data/window-wires.csv"
FOLDER = ROOT / "out/studies/window"
NETLIST = FOLDER / "netlist.v"
LEF = "/usr/share/qflow/tech/osu018/osu018_stdcells.lef"
PLACED = [4, 8]  # banks of units that are placed
SPLIT, WIDE = 8, 32  # banks where each idea is priced alone, and where the goal is
TODAY, AGES, ALL = "today, D=9", "a triangle of ages", "the same, youngest second"
HASH = "h3"  # a mapping in front of the unit with all ideas
GOAL_SERVED, GOAL_CLOCK = 26, 1.2
# An idea that was built: options of the unit, which are those of the model too, with D=9 and three passes unless given.
THREE = {"depth": 7, "queue": 3, "store": 4, "later": "alone"}
BUILT = {TODAY: {},
         "one comparison of rows": {"later": "alone"},
         "a queue behind": {"depth": 7, "queue": 3},
         "words beside": {"store": 4},
         AGES: {},
         "two passes, D=9": {"passes": 2},
         "the first three": THREE,
         "the first three, two passes": {**THREE, "depth": 8, "passes": 2},
         ALL: {**THREE, "depth": 8, "passes": 2, "queue": 4, "later": "youngest"}}
AT_WIDE = [TODAY, "the first three", "the first three, two passes", ALL]
# Units that are placed; a register between the passes of the small window could not speed up the clock of one pass.
MORE_MOVES = {(8, "pipelined D=9"): ["--moves", 4]}  # of units whose placements differ by more than the others'
AT_PLACES = {"pipelined D=9": BUILT[TODAY], "small window": BUILT[ALL], "one pass of it": {**BUILT[ALL], "passes": 1}}
# By the RTL, on few banks.
RUN = ["today, D=9", "one comparison of rows", "a queue behind", "words beside", "the first three", ALL]
RUN_WIDTH = 8
# Workload: its size, threads of a block, and blocks.
RUNS = {"random": (122880, 3840, 1),
        **{f"kernel-{kernel}": (32, 256, 8) for kernel in ("transpose-tile", "transpose-tile-padded", "matrix-product",
                                                           "hotspot")},
        **{f"kernel-{kernel}": (1024, 256, 8) for kernel in ("scan-blelloch", "scan-blelloch-padded", "bitonic-sort",
                                                             "stencil",
                                                             "reduction-interleaved")}}
# Ideas that the model alone has tried.
MODELLED = {"two passes, D=16": {"depth": 16, "passes": 2},
            "four passes, D=9": {"passes": 4},
            "one pass, D=16": {"depth": 16, "passes": 1},
            "window of 6, queue of 4": {"depth": 6, "queue": 4},
            "window of 5, queue of 5": {"depth": 5, "queue": 5},
            "two lanes share 14 places": {"depth": 7, "share": 2, "lines": 18},
            "two lanes share 16 places": {"depth": 8, "share": 2, "lines": 18},
            "four lanes share 28 places": {"depth": 7, "share": 4, "lines": 18},
            "six words beside": {"store": 6},
            f"{ALL}, six words": {**BUILT[ALL], "store": 6},
            f"{ALL}, no words beside": {**BUILT[ALL], "store": None},
            "10 dispatches under way": {"lines": 10},
            "14 dispatches under way": {"lines": 14},
            "a dispatch in one place, D=16": {"depth": 16, "aligned": True, "lines": 16},
            "a dispatch in one place, D=20": {"depth": 20, "aligned": True, "lines": 20}}
QUEUES = {f"queues at banks, {takes} in, {'one word a lane' if one else 'any words a lane'}": {"takes": takes,
    "one_word": one}
          for takes in (1, 2, 4) for one in (True, False)}
# What an idea does to the specification: nothing, another value of an option, other time units under the same promises,
# or a promise less.
SAME, OPTION, TIMES, BROKEN = "same", "option", "times", "two words a lane"


def law_of(name):
    if name in (TODAY, AGES):
        return SAME
    if "any words" in name:
        return BROKEN
    options = {**BUILT, **MODELLED, **QUEUES}[name]
    return OPTION if options.keys() <= {"depth", "passes", "queue", "store", "later"} else TIMES


# The part that a cell belongs to, by the innermost module in its name that is one.
PARTS = {"u_lane": "lanes", "u_queue": "lanes", "u_pairs": "comparison of pairs", "u_pass": "passes",
         "u_gather": "way to the banks",
         "u_way_back": "way back", "u_table": "dispatch table", "u_words": "words beside", "u_lanes": "passes",
         "u_rpu": "dispatch table", "u_fan_out": "fan-out"}
# Registers of a lane.
REGISTERS = {"data_q": "words to write", "row_q": "rows", "bank_q": "banks", "line_q": "lines", "older_q": "ages"}


def parts_of(netlist):
    """um2 and flip-flops by part of a netlist of `cost --netlist`, and of a lane's registers."""
    with open(LEF, encoding="utf-8") as file:
        area = {name: float(width) * float(height) for name, width, height in
                re.findall(r"MACRO (\w+)\n.*?SIZE ([\d.]+) BY ([\d.]+)", file.read(), re.S)}
    found = collections.defaultdict(lambda: [0, 0])
    with open(netlist, encoding="utf-8") as file:
        for line in file:
            cell = re.match(r"  (\w+) (\S+) +\(", line)
            if not cell or cell[1] not in area:
                continue
            names = re.sub(r"\[[^]]*\]", "", cell[2].lstrip("\\")).split(".")
            part = next((PARTS[name] for name in reversed(names) if name in PARTS), "rest")
            for where in [part] + [REGISTERS[name] for name in names if part == "lanes" and name in REGISTERS]:
                found[where][0] += area[cell[1]]
                found[where][1] += cell[1].startswith("DFF")
    return found


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
    """What `cost` says of an idea, whose netlist goes to NETLIST."""
    options = ["--mapping", *mapping] if mapping else []
    unit = cost(*unit_of(name), *options, "--width", width, "--limit", 7200, "--netlist", NETLIST)
    return [", ".join([name, *mapping]), width, unit["area_um2"], unit["flip_flops"], unit["clock_ns"]]


def run_again():
    """Time units of kernels by the RTL of ideas; `run` fails where an access breaks a law of the memory."""
    rows = []
    for name in RUN:
        unit = unit_of(name)
        for workload, (size, threads, blocks) in RUNS.items():
            run = json.loads(output([SUPERWARP, "run", *unit, "--width", RUN_WIDTH, "--workload", workload,
                                     "--size", size,
                                     "--threads", threads, "--blocks", blocks, "--latency", 29, "--schedule", "async",
                                     "--engine", "rtl", "--shallow", "--json", "-"]))
            rows.append([name, workload, run["time_units"]["rtl"]])
    keep(RUNS_KEPT, ["idea", "workload", "time_units"], rows)


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
    prices, parts = [], []
    for name in BUILT:
        for width in [SPLIT, WIDE] if name in AT_WIDE else [SPLIT]:
            prices.append(price_row(name, width))
            parts += [[name, width, part, um2, flip_flops] for part, (um2, flip_flops) in parts_of(NETLIST).items()]
    prices.append(price_row(ALL, WIDE, HASH))
    keep(PRICES_KEPT, ["idea", "width", "area_um2", "flip_flops", "period_ns"], prices)
    keep(PARTS_KEPT, ["idea", "width", "part", "area_um2", "flip_flops"], parts)


class Window:
    def __init__(self, again):
        if again:
            serve_again()
            run_again()
            price_again()
            place_again()
        self.served = {row["idea"]: row for row in rows_of(SERVED_KEPT)}
        self.prices = {(row["idea"], row["width"]): row for row in rows_of(PRICES_KEPT)}
        self.parts = {(row["idea"], row["width"], row["part"]): row for row in rows_of(PARTS_KEPT)}
        self.runs = {(row["idea"], row["workload"]): row["time_units"] for row in rows_of(RUNS_KEPT)}
        self.works = {(row["unit"][0], row["width"]): row for row in read("cost-osu018", kept=True)
                      if row["period_ns"] != "" and row["unit"][1] == PLAIN}
        self.kernels = read("window-kernels", not again)
        self.others = Width(WIDE, False)
        placed = {unit: runs for unit, runs in {**runs_in(OTHERS_PLACED), **runs_in(WIRES_KEPT)}.items()
                  if unit[0] in PLACED and not unit[1].startswith(("crossbar", "stream", "umm", "serial", "dmm,"))}
        self.placed = dict(sorted(placed.items(), key=lambda unit: unit[0][0]))


def table_parts(found):
    """Where the area of today's unit is, and what of it only stores."""
    lines = []
    for width in (SPLIT, WIDE):
        whole = found.prices[TODAY, width]
        parts = {part: row for (idea, of, part), row in found.parts.items() if (idea, of) == (TODAY, width)}
        named = []
        for part in sorted([part for part in parts if part not in REGISTERS.values()],
                           key=lambda part, parts=parts: -parts[part]["area_um2"]):
            named.append((part, parts[part]))
            if part == "lanes":
                named += [(f"  flip-flops of {name}", parts[name]) for name in REGISTERS.values()]
        lines += ["", *table([f"{width} banks, {TODAY}:<30", "mm2:>8.2f", "part %:>8.0f", "flip-flops:>12"],
                             [[name, row["area_um2"] / UM2_PER_MM2, 100 * row["area_um2"] / whole["area_um2"],
                               row["flip_flops"]] for name, row in [*named, ("all", whole)]])]
    return lines[1:]


def table_served(found):
    """Requests that each idea serves, by the model of the match, and this model beside the reference model."""
    return table([f"requests a time unit, of {WIDE}:<44", "reads:>8.1f", "writes:>8.1f", "rules:  <1"],
                 [*([f"D={depth}, by the reference model",
                     found.works[f"pipelined D={depth}", WIDE]["requests_per_time_unit"], "-", OPTION]
                    for depth in (4, 8)),
                  *([name, row["reads"], row["writes"] or "-", law_of(name)] for name, row in found.served.items())])


def table_prices(found):
    """Ideas that were built, priced, beside the DMM and two packed warps."""
    widths = SPLIT, WIDE

    def row(name, served, of):
        prices = [[one["area_um2"] / UM2_PER_MM2, one["period_ns"], one["flip_flops"]] if one else ["-"] * 3
                  for one in (of.get((name, width)) for width in widths)]
        return [name, *(value or "-" for value in served), *(value for price in prices for value in price)]

    lines = table([":<32", "served:>8.1f", "writes:>8.1f",
                   *(column for w in widths for column in (f"w={w}: mm2:>12.2f", "ns:>6.2f", "flip-flops:>12"))],
                  [*(row(name, [found.works[name, WIDE]["requests_per_time_unit"], None], found.works)
                     for name in ("dmm", "batch s=2")),
                   *(row(name, [found.served[name][column] for column in ("reads", "writes")], found.prices)
                     for name in BUILT if any((name, width) in found.prices for width in widths))])
    batch, dmm = found.works["batch s=2", WIDE], found.works["dmm", WIDE]
    return [*lines, f"wanted at w={WIDE}: {GOAL_SERVED} served in {batch['area_um2'] / UM2_PER_MM2:.2f} mm2 and "
            f"{GOAL_CLOCK * dmm['period_ns']:.2f} ns"]


def table_runs(found):
    """Time units by the RTL, beside today's unit."""
    names = [name for name in RUN if name != TODAY]
    return table([f"{RUN_WIDTH} banks, times {TODAY}:<30", *(f"{name}:>28.3f" for name in names)],
                 [[workload.removeprefix("kernel-"), *(found.runs[name, workload] / found.runs[TODAY, workload]
                                                       for name in names)] for workload in RUNS])


def table_kernels(found):
    """Nanoseconds of kernels on the unit with all ideas, beside those of docs/width-32.md."""
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
    columns = [(f"pipelined D={depth}", mapping) for depth in (4, 8) for mapping in small] + list(small.values())
    most = others.blocks[-1]

    def over(blocks, column):
        return [times[blocks, kernel, column] for kernel in others.kernels]

    names = [column if isinstance(column, str) else ", ".join(column).removesuffix(f", {PLAIN}") for column in columns]
    return table(["ns of a kernel, times the DMM:<32", *(f"{name}:>19.2f" for name in names)],
                 [*([kernel, *(times[most, kernel, column] for column in columns)] for kernel in others.kernels),
                  ["largest", *(max(over(most, column)) for column in columns)],
                  *([f"geometric mean, {blocks} block{'s' if blocks > 1 else ''}",
                     *(geometric_mean(over(blocks, column)) for column in columns)] for blocks in others.blocks),
                  ["ns of a cycle", *(units[column][1] for column in columns)],
                  ["mm2", *(units[column][0] for column in columns)]])


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


def table_bound(found):
    """What a window of today's length cannot do without, and ideas whose parts are known."""
    parts = {part: row for (idea, width, part), row in found.parts.items() if (idea, width) == (TODAY, WIDE)}
    part = {name: row["area_um2"] / UM2_PER_MM2 for name, row in parts.items()}
    stored = sum(part[name] for name in REGISTERS.values() if name != "ages")
    flip_flops = parts["lanes"]["flip_flops"] * part["ages"] / parts["ages"]["flip_flops"]
    whole = found.prices[TODAY, WIDE]["area_um2"] / UM2_PER_MM2
    needed = [("flip-flops of requests", stored), ("way to the banks", part["way to the banks"]),
              ("way back", part["way back"])]
    # Two lanes ask twice as many places; a queue asks none, but two requests for a bank need two ways.
    share = 8 / 9 * (flip_flops + 2 * (part["lanes"] - flip_flops))
    queues = (9 + 4) / 9 * stored + part["way to the banks"] + part["way back"] - 2 / 3 * (part["comparison of pairs"]
        + part["passes"])
    others = [("two lanes share 16 places", whole - part["lanes"] + share),
              ("queues at banks, 2 in, any words a lane", whole - part["lanes"] + queues),
              ("no dispatch table, no lines", whole - part["dispatch table"] - part["lines"]),
              ("batch s=2", found.works["batch s=2", WIDE]["area_um2"] / UM2_PER_MM2)]
    return [*table([f"{WIDE} banks, {TODAY}: cannot be left out:<44", "mm2:>6.2f"],
                   [*needed, ("sum", sum(area for _, area in needed))]),
            "", *table(["whole units by parts, at least:<44", "mm2:>6.2f"], others)]


def table_goal(found):
    """Clocks without wires, as mapped and mended, and with wires, times the DMM's, where units are placed."""
    units = list(dict.fromkeys(unit for _, unit in found.placed if unit != "dmm"))
    return table(["ns of a cycle, times the DMM:<30", *(f"{unit}:>16.2f" for unit in units)],
                 [[f"{width} banks, {label}", *(mean(found.placed[width, unit], column)
                                                / mean(found.placed[width, "dmm"], column) for unit in units)]
                  for width in PLACED
                  for label, column in (("without wires", "clock_without_ns"),
                                        ("without wires, mended", "clock_without_mended_ns"),
                                        ("with wires, mended", "clock_mended_ns"))])


RESULTS = Window
TABLES = {"parts": table_parts, "served": table_served, "prices": table_prices, "runs": table_runs,
          "kernels": table_kernels, "wires": table_wires, "bound": table_bound, "goal": table_goal, "line": table_line}
