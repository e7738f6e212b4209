# SPDX-License-Identifier: Apache-2.0
"""Banks of two ports, or of two words, beside streaming: time units of kernels, area and clock."""

from studies.common import (ROOT, UM2_PER_MM2, cost, geometric_mean, grouped, keep, mean, rows_of, runs_in, sram_macros,
                            swept, table)
from studies.price import MODEL_WIDTH, TWO_PORTS_WIRES_KEPT as WIRES_KEPT, WireModel, place_units, table_wires

KEPT = ROOT / "data/two-ports.csv"
PRICED = [16, 32]  # banks
PLACED = [8, 16]  # banks
ROWS = 1024
# Name, options of the command line, columns of the sweep.
UNITS = {"dmm": (["--machine", "dmm"], (1, 1, "")),
         "2 ports": (["--machine", "dmm", "--ports", 2], (2, 1, "")),
         "2 words": (["--machine", "dmm", "--bank-words", 2], (1, 2, "")),
         "2 ports, 2 words": (["--machine", "dmm", "--ports", 2, "--bank-words", 2], (2, 2, "")),
         "pipelined D=4": (["--machine", "sdmm", "--rpu", "pipelined", "--depth", 4], ("", "", "pipelined"))}
WITH_PRICE = [name for name in UNITS if name != "2 ports, 2 words"]


def price(width, name):
    unit = cost(*UNITS[name][0], "--width", width, "--rows", ROWS, "--limit", 7200)
    return [width, name, unit["area_um2"], unit["flip_flops"], unit["clock_ns"]]


class TwoPorts:
    """Time units by width, blocks, kernel and unit; area and clock of the units: priced now, or those kept in data/."""

    def __init__(self, again):
        if again:
            keep(KEPT, ["width", "unit", "area_um2", "flip_flops", "period_ns"],
                 (price(width, name) for width in PRICED for name in WITH_PRICE))
            place_units(WIRES_KEPT, [(width, name, [*UNITS[name][0], "--width", width, "--rows", ROWS])
                                     for width in PLACED for name in WITH_PRICE])
        self.placed = runs_in(WIRES_KEPT)
        self.units = {(row["width"], row["unit"]): row for row in rows_of(KEPT)}
        rows = swept("two-ports")
        runs = grouped(rows, lambda row: (row["width"], row["blocks"], row["workload"].removeprefix("kernel-"),
                                          (row["ports"], row["bank-words"], row["rpu"])))
        self.kernels = list(dict.fromkeys(kernel for _, _, kernel, _ in runs))
        self.time = {(width, blocks, kernel, name): mean(runs[width, blocks, kernel, columns], "time_units")
                     for width, blocks, kernel, _ in runs for name, (_, columns) in UNITS.items()}


def rows_for(found, width, names, cycle):
    """A row for each kernel with eight blocks, and the means: times relative to the DMM's."""
    def ratio(blocks, kernel, name):
        return found.time[width, blocks, kernel, name] * cycle(name) / found.time[width, blocks, kernel,
            "dmm"] / cycle("dmm")

    def line(label, value):
        return [label, *map(value, names)]

    return [*[line(kernel, lambda name, kernel=kernel: ratio(8, kernel, name)) for kernel in found.kernels],
            line("largest", lambda name: max(ratio(8, kernel, name) for kernel in found.kernels)),
            *[line(f"geometric mean, {blocks} block{'s' if blocks > 1 else ''}",
                   lambda name, blocks=blocks: geometric_mean([ratio(blocks, kernel, name)
                                                               for kernel in found.kernels]))
              for blocks in (1, 8)]]


def table_times(found):
    lines = ["Time units relative to the DMM's, l = 29, asynchronous schedule; kernels with eight blocks."]
    for width in reversed(PRICED):
        lines += ["", *table([f"{width} banks:<32", *(f"{name}:>18.2f" for name in UNITS)],
                             rows_for(found, width, UNITS, lambda _: 1))]
    return lines


def table_price(found):
    """ns of the kernels, area, and the banks' SRAMs by the densest published macro of each kind."""
    one, two = (min(macro["bit_mm2"] for macro in sram_macros("osu018", kind)) for kind in ("macros", "two_ports"))
    lines = []
    for width in PRICED:
        # Banks of two words are as many macros of twice the width and half the rows.
        banks = {name: width * ROWS * 32 * (two if "ports" in name else one) for name in WITH_PRICE}
        mm2 = {name: found.units[width, name]["area_um2"] / UM2_PER_MM2 for name in WITH_PRICE}
        cycle = {name: found.units[width, name]["period_ns"] for name in WITH_PRICE}

        lines += ["", *table([f"ns of a kernel, {width} banks:<32", *(f"{name}:>18.2f" for name in WITH_PRICE)], [
            *rows_for(found, width, WITH_PRICE, cycle.get), ["ns of a cycle", *cycle.values()], ["mm2", *mm2.values()],
            ["mm2 of the banks' SRAMs", *banks.values()],
            ["with banks, times the DMM", *((mm2[name] + banks[name]) / (mm2["dmm"] + banks["dmm"])
                                            for name in WITH_PRICE)]])]
    return lines[1:]


def table_wired_model(found):
    """Wires of 32 banks by the model, and with them the clock and the kernels with eight blocks, times the DMM's."""
    model = WireModel()
    units = {name: found.units[MODEL_WIDTH, name] for name in WITH_PRICE}
    dmm = units["dmm"]["period_ns"] * model.slowed.at("dmm", units["dmm"]["area_um2"])
    rows = []
    for name, unit in units.items():
        slots = geometric_mean([found.time[MODEL_WIDTH, 8, kernel, name] / found.time[MODEL_WIDTH, 8, kernel, "dmm"]
                                for kernel in found.kernels])
        before = unit["period_ns"] / units["dmm"]["period_ns"]
        row = model.row(MODEL_WIDTH, name, unit["area_um2"], unit["period_ns"])
        rows.append([*row, row[-1] / dmm, before, slots * row[-1] / dmm, slots * before])
    return [*model.errors(WITH_PRICE),
            *table([*model.COLUMNS, "times the DMM:>15.2f", "before:>8.2f", "kernels:>9.2f", "before:>8.2f"], rows)]


RESULTS = TwoPorts
TABLES = {"times": table_times, "price": table_price, "wires": table_wires, "wired-model": table_wired_model}
