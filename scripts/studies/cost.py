# SPDX-License-Identifier: Apache-2.0
"""The cost of serving requests: area and clock of units, with the requests that they serve in a time unit."""

import math

from studies.common import (PLAIN, PROCESS_NM, ROOT, UM2_PER_MM2, cost, keep, read, rows_of, sram_macros, swept,
                            table)

LIBRARIES = list(PROCESS_NM)  # the first is the one that is believed, the second checks it
WIDTHS, DEPTHS = [4, 8, 16, 32], [2, 4, 8, 16]
FORMS = ["dmm", "umm", *[f"batch s={s}" for s in (2, 4, 5, 8)], *[f"crossbar D={depth}" for depth in DEPTHS],
         *[f"stream D={depth}" for depth in DEPTHS], *[f"pipelined D={depth}" for depth in (2, 4, 5, 8, 9, 16)],
         *[f"serial s=2 K={intake}" for intake in (1, 2)]]
NOT_TRIED = "not tried: written to simulate fast; the unit to build is pipelined"
UNIT = ["w:>3", "RPU: <15"]
# Figures of a unit, each with its column.
FIGURES = {"mm2": "mm2:>8.3f", "gate_equivalents": "gates:>10.0f", "flip_flops": "flip-flops:>12",
           "period_ns": "ns:>7.2f", "depth_cells": "depth:>7", "requests": "req/unit:>10.2f", "rate": "req/ns:>8.2f",
           "density": "req/ns/mm2:>12.2f"}


def figures(unit, of):
    return [unit[figure] for figure in of]


def with_rate(row, requests):
    """The row of a sweep with `requests` a time unit, `mm2`, `rate` (requests a ns) and `density` (of that a mm2)."""
    mm2, rate = row["area_um2"] / UM2_PER_MM2, requests / row["period_ns"]
    return row | {"requests": requests, "mm2": mm2, "rate": rate, "density": rate / mm2}


class Cost:
    """Units by library, width, form and mapping, as of with_rate(). Every mapping keeps random reads uniform: all have
    the rate of the unit without one."""

    def __init__(self, again):
        self.units, self.tried = {}, set()
        for library in LIBRARIES:
            rows = {(row["width"], *row["unit"]): row for row in read(f"cost-{library}", not again)}
            for (width, form, mapping), row in rows.items():
                self.tried.add((library, width, form, mapping))
                if row["period_ns"] != "":
                    requests = rows[width, form, PLAIN]["requests_per_time_unit"]
                    self.units[library, width, form, mapping] = with_rate(row | {"form": form, "mapping": mapping},
                                                                          requests)
        self.any_banks = read("cost-any-banks", not again)
        self.stream_banks = read("cost-stream-banks", not again)
        if again:
            swept("cost-serial")  # for the claims of the super-warp paper
            keep(ENERGY_KEPT, ["width", "unit", "workload", *ENERGY_COLUMNS, "rsu_pj", "rpu_pj"], sweep_energy())

    def plain(self, library, width):
        """The units without a mapping, in the order of FORMS."""
        units = [self.units.get((library, width, form, PLAIN)) for form in FORMS]
        return [unit for unit in units if unit]


def pareto(units):
    """The units that no other beats in rate and in area."""
    return [unit for unit in units if not any(
        other["rate"] >= unit["rate"] and other["area_um2"] <= unit["area_um2"] and
        (other["rate"], -other["area_um2"]) != (unit["rate"], -unit["area_um2"]) for other in units)]


def table_units(found):
    """All units of the first library without a mapping."""
    library = LIBRARIES[0]
    best = {width: [unit["form"] for unit in pareto(found.plain(library, width))] for width in WIDTHS}

    def row(width, form):
        unit = found.units.get((library, width, form, PLAIN))
        return [width, form, *(figures(unit, FIGURES) if unit else [" not finished"]), "*" * (form in best[width])]

    return [f"Cells {library}; without mapping, wires, clock tree and the banks' words", "",
            *table([*UNIT, *FIGURES.values(), ": <1"],
                   [row(width, form) for width in WIDTHS for form in FORMS
                    if (library, width, form, PLAIN) in found.tried]),
            "* of its width, none serves as much on less, by these figures; a difference within the mapper's spread "
            "says nothing", f"stream of more places: {NOT_TRIED}"]


def table_libraries(found):
    """How many pairs of units the two libraries order differently, by requests a ns and mm2."""
    one, other = ({(width, form, mapping): unit["density"] for (of, width, form, mapping), unit in found.units.items()
                   if of == library} for library in LIBRARIES)
    both = sorted(set(one) & set(other))
    swapped = [(a, b) for i, a in enumerate(both) for b in both[i + 1:]
               if (one[a] - one[b]) * (other[a] - other[b]) < 0]
    nearest = max(max(abs(of[a] / of[b] - 1) for of in (one, other)) for a, b in swapped)
    return [f"{' and '.join(LIBRARIES)}: {len(both)} units on both; {len(swapped)} of {math.comb(len(both), 2)} pairs "
            "the other way round",
            f"by random reads a ns and mm2; in these pairs the two units differ by at most {100 * nearest:.0f} %"]


# What no sweep has: units in one piece, and tables in SRAMs.

def table_flat(_):
    """Small units put together from parts and in one piece."""
    rows = []
    for width, name, *options in [
            (4, "dmm", "--super-warp", 1), (4, "batch s=4", "--super-warp", 4), (8, "dmm", "--super-warp", 1),
            (8, "batch s=2", "--super-warp", 2), (4, "stream D=2", "--rpu", "stream", "--depth", 2),
            (4, "pipelined D=2", "--rpu", "pipelined", "--depth", 2)]:
        parts, flat = (cost("--width", width, "--machine", "sdmm", *options, *more) for more in ([], ["--flat"]))
        rows.append([width, name, *(value for key, unit in (("area_um2", UM2_PER_MM2), ("clock_ns", 1)) for value in
                                    (parts[key] / unit, flat[key] / unit, parts[key] / flat[key]))])
    return table(["w:>3", "RPU: <14", *(column for unit, form in (("mm2", ">11.3f"), ("ns", ">11.2f")) for column in
                                         (f"{unit}, parts:{form}", f"one piece:{form}", "ratio:>7.2f"))], rows)


def table_any_banks(found):
    """Other numbers of banks than threads: the DMM's unit, and `pipelined` with four places."""
    of = ("mm2", "period_ns", "rate")
    stream = {(unit["width"], unit["banks"]): with_rate(unit, unit["requests_per_time_unit"])
              for unit in found.stream_banks}
    return table(["w:>3", "banks:>7", *["mm2:>12.2f", "ns:>7.2f", "reads a ns:>12.2f"] * 2],
                 [[unit["width"], unit["banks"], *figures(with_rate(unit, unit["requests_per_time_unit"]), of),
                   *figures(stream[unit["width"], unit["banks"]], of)]
                  for unit in found.any_banks if (unit["width"], unit["banks"]) in stream],
                 [":<10", "DMM:>31", "pipelined D=4:>31"])


ENERGY_UNITS = {"dmm": ("--machine", "dmm"), "dmm, h3": ("--machine", "dmm", "--mapping", "h3"),
                "umm": ("--machine", "umm"),
                "batch s=2": ("--machine", "sdmm", "--super-warp", 2),
                "serial s=2 K=2": ("--machine", "sdmm", "--super-warp", 2, "--rpu", "serial", "--intake", 2),
                "crossbar D=4": ("--machine", "sdmm", "--rpu", "crossbar", "--depth", 4),
                "pipelined D=4": ("--machine", "sdmm", "--rpu", "pipelined", "--depth", 4)}
ENERGY_WORKLOADS = {"random": (), "kernel-transpose-tile": ("--size", 32), "kernel-scan-blelloch": ("--size", 1024)}
ENERGY_KEPT = ROOT / "data/cost-energy.csv"
ENERGY_COLUMNS = ["pj_per_request", "cells_pj", "pins_pj", "wires_pj", "clock_pj", "leakage_pj", "banks_pj",
                  "toggles_per_net_cycle"]


def sweep_energy():
    """Rows of data/cost-energy.csv: simulates the units."""
    for width in (4, 8):
        for unit, options in ENERGY_UNITS.items():
            for workload, size in ENERGY_WORKLOADS.items():
                energy = cost("--width", width, *options, "--energy", "--workload", workload, *size)["energy"]
                yield [width, unit, workload, *[f"{energy[column]:.4f}" for column in ENERGY_COLUMNS],
                       *[f"{energy['units_pj'].get(part, 0):.4f}" for part in ("rsu", "rpu")]]


def table_energy(_):
    """pJ a request by unit and kernel, and shares of the random requests' sum."""
    rows = {(row["width"], row["unit"], row["workload"]): row for row in rows_of(ENERGY_KEPT)}
    units = dict.fromkeys((width, unit) for width, unit, _ in rows)
    share = {"clock_pj": "clock %:>9.0f", "rsu_pj": "mapping %:>11.0f", "rpu_pj": "packing %:>11.0f"}
    return table(["w:>3", "unit: <15", "random:>8.0f", "transpose:>11.0f", "scan:>7.0f", *share.values()],
                 [[*unit, *(rows[*unit, workload]["pj_per_request"] for workload in ENERGY_WORKLOADS),
                   *(100 * rows[*unit, "random"][part] / rows[*unit, "random"]["pj_per_request"] or "-"
                     for part in share)] for unit in units],
                 [":<18", "pJ a request:^26", "of which, random:^31"])


def table_shifts(_):
    """Where random shifts may come from: a table in flip-flops, copies of it in SRAMs, hashes with a key."""
    rows = []
    for width in WIDTHS[-1:]:
        for name, mapping, *more in [
                ("none", PLAIN), ("a table in flip-flops", "random-shift"),
                ("a copy for each request in SRAM", "random-shift", "--sram-tables"),
                ("a hash, h3", "h3"), ("a hash, tabulation", "tabulation")]:
            unit = cost("--width", width, "--machine", "sdmm", "--super-warp", 1, "--mapping", mapping, *more)
            rsu = next(part["area_um2"] for part in unit["units"] if part["unit"] == "rsu")
            mm2 = unit["area_um2"] / UM2_PER_MM2
            rows.append([width, name, rsu / UM2_PER_MM2, mm2, unit["clock_ns"]])
            for macro in sram_macros(LIBRARIES[0]) if more else []:
                entries = macro["words"] * (macro["bits"] // (width - 1).bit_length())
                macros = width * math.ceil(unit["machine"]["rows"] / entries)
                mm2_of = macros * macro["mm2"]
                rows.append(["", f"{macro['name']}, {macros} macros", mm2_of, mm2_of + mm2,
                             max(macro["cycle_ns"], unit["clock_ns"])])
    return table(["w:>3", "shifts: <32", "RSU mm2:>9.3f", "unit mm2:>10.3f", "ns:>7.2f"], rows)


RESULTS = Cost
TABLES = {"units": table_units, "libraries": table_libraries, "flat": table_flat,
          "any-banks": table_any_banks, "shifts": table_shifts, "energy": table_energy}
