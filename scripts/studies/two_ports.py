# SPDX-License-Identifier: Apache-2.0
"""Banks of two ports, or of two words, beside streaming: time units of kernels, area and clock."""

from studies.common import (ROOT, UM2_PER_MM2, cost, geometric_mean, grouped, keep, mean, rows_of, sram_macros, swept,
                            table)
from studies.price import MODEL_WIDTH, TWO_PORTS_WIRES_KEPT as WIRES_KEPT, WireModel, place_units

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
        self.units = {(row["width"], row["unit"]): row for row in rows_of(KEPT)}
        rows = swept("two-ports")
        runs = grouped(rows, lambda row: (row["width"], row["blocks"], row["workload"].removeprefix("kernel-"),
                                          (row["ports"], row["bank-words"], row["rpu"])))
        self.kernels = list(dict.fromkeys(kernel for _, _, kernel, _ in runs))
        self.time = {(width, blocks, kernel, name): mean(runs[width, blocks, kernel, columns], "time_units")
                     for width, blocks, kernel, _ in runs for name, (_, columns) in UNITS.items()}


def table_units(found):
    """Kernels with eight blocks in time units and ns, and area, with the densest published macro of each kind. On 32
    banks, the ns with wires by their model too."""
    one, two = (min(macro["bit_mm2"] for macro in sram_macros("osu018", kind)) for kind in ("macros", "two_ports"))
    model = WireModel()
    lines = []
    for width in reversed(PRICED):
        units = {name: found.units[width, name] for name in WITH_PRICE}
        # Banks of two words are as many macros of twice the width and half the rows.
        whole = {name: unit["area_um2"] / UM2_PER_MM2 + width * ROWS * 32 * (two if "ports" in name else one)
                 for name, unit in units.items()}
        wired = {name: unit["period_ns"] * model.slowed.at(name, unit["area_um2"]) for name, unit in units.items()}

        def row(name, width=width, units=units, whole=whole, wired=wired):
            ratios = [found.time[width, 8, kernel, name] / found.time[width, 8, kernel, "dmm"]
                      for kernel in found.kernels]
            mean_of, unit = geometric_mean(ratios), units.get(name)
            if not unit:
                return [name, mean_of, max(ratios), *["-"] * 6]
            dmm = units["dmm"]
            return [name, mean_of, max(ratios), f"{unit['period_ns']:.2f}",
                    f"{mean_of * unit['period_ns'] / dmm['period_ns']:.2f}",
                    f"{mean_of * wired[name] / wired['dmm']:.2f}" if width == MODEL_WIDTH else "-",
                    f"{unit['area_um2'] / UM2_PER_MM2:.2f}", f"{unit['area_um2'] / dmm['area_um2']:.2f}",
                    f"{whole[name] / whole['dmm']:.2f}"]

        lines += table([f"{width} banks, times the DMM:<26", "time units:>11.2f", "worst:>7.2f", "cycle, ns:>11",
                        "ns:>7", "with wires:>12", "mm2:>8", "times:>7", "with SRAM:>11"], map(row, UNITS))
    return lines


RESULTS = TwoPorts
TABLES = {"units": table_units}
