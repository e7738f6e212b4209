# SPDX-License-Identifier: Apache-2.0
"""The cost of serving requests: area and clock of units, with the requests that they serve in a time unit."""

import json
import math

from studies.common import (DMM, PLAIN, PROCESS_NM, ROOT, SRAM_BYTES, SUPERWARP, UM2_PER_MM2, cost, keep, output, read,
                            rows_of, sram_macros, table)

LIBRARIES = list(PROCESS_NM)  # the first is the one that is believed, the second checks it
WIDTHS, DEPTHS = [4, 8, 16, 32], [2, 4, 8, 16]
FORMS = ["dmm", "umm", *[f"batch s={s}" for s in (2, 4, 5, 8)], *[f"crossbar D={depth}" for depth in DEPTHS],
         *[f"stream D={depth}" for depth in DEPTHS], *[f"pipelined D={depth}" for depth in (2, 4, 5, 8, 9, 16)],
         *[f"serial s=2 K={intake}" for intake in (1, 2)]]
MAPPINGS = ["xor-swizzle", "h3", "random-shift"]
NOT_TRIED = "not tried: written to simulate fast; the unit to build is pipelined"
NS_PER_US = 1000
ROW_BITS, DATA_BITS = 10, 32  # defaults of superwarp cost
UNIT = ["w:>3", "RPU: <15"]
# Figures of a unit, each with its column.
FIGURES = {"mm2": "mm2:>8.3f", "gate_equivalents": "gates:>10.0f", "flip_flops": "flip-flops:>12",
           "period_ns": "ns:>7.2f", "depth_cells": "depth:>7", "requests": "req/unit:>10.2f", "rate": "req/ns:>8.2f",
           "density": "req/ns/mm2:>12.2f"}


def columns(*left_out):
    return {figure: column for figure, column in FIGURES.items() if figure not in left_out}


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
        self.serial = read("cost-serial", not again)
        self.any_banks = read("cost-any-banks", not again)
        self.stream_banks = read("cost-stream-banks", not again)
        if again:
            keep(ENERGY_KEPT, ["width", "unit", "workload", *ENERGY_COLUMNS, "rsu_pj", "rpu_pj"], sweep_energy())
        self.kernels = {(row["label"], *row["unit"]): row["time_units"] for row in read("cost-kernels", not again)}
        self.made = {library: json.loads((ROOT / (f"out/studies/cost-{library}/sweep.json" if again else
                                                  f"data/cost-{library}.json")).read_text())["cost"]["made"]
                     for library in LIBRARIES}

    def plain(self, library, width):
        """The units without a mapping, in the order of FORMS."""
        units = [self.units.get((library, width, form, PLAIN)) for form in FORMS]
        return [unit for unit in units if unit]


def pareto(units):
    """The units that no other beats in rate and in area."""
    return [unit for unit in units if not any(
        other["rate"] >= unit["rate"] and other["area_um2"] <= unit["area_um2"] and
        (other["rate"], -other["area_um2"]) != (unit["rate"], -unit["area_um2"]) for other in units)]


def library_table(found, library):
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


def kernel_table(found):
    kernels = list(dict.fromkeys(kernel for kernel, *_ in found.kernels))
    units = [(form, mapping, found.units.get((LIBRARIES[0], 32, form, mapping))) for form in FORMS
             for mapping in (PLAIN, "h3")]
    return ["Kernels in ns by osu018, w = 32, 8 resident blocks, 29 time units of latency", "",
            *table([":<14", "mapping:<14", *(f"{kernel}:>23.0f" for kernel in kernels)],
                   [[form, mapping, *(found.kernels[kernel, form, mapping] * unit["period_ns"] for kernel in kernels)]
                    for form, mapping, unit in units if unit and (kernels[0], form, mapping) in found.kernels])]


def ranking(found):
    """Pairs of units that the two libraries order differently, by requests a ns and mm2."""
    one, other = ({(width, form, mapping): unit["density"] for (of, width, form, mapping), unit in found.units.items()
                   if of == library} for library in LIBRARIES)
    both = sorted(set(one) & set(other))
    swapped = [(a, b) for i, a in enumerate(both) for b in both[i + 1:]
               if (one[a] - one[b]) * (other[a] - other[b]) < 0]
    return [f"{' and '.join(LIBRARIES)}: {len(both)} points on both, {len(swapped)} of {math.comb(len(both), 2)} pairs "
            "the other way round by requests a ns and mm2",
            *["  " + " / ".join(f"w={width} {form} {mapping}" for width, form, mapping in pair) + ": " + ", ".join(
                f"{library} {values[pair[0]]:.4g} / {values[pair[1]]:.4g}"
                for library, values in zip(LIBRARIES, (one, other))) for pair in swapped]]


def table_units(found):
    return [*library_table(found, LIBRARIES[0]), "", *kernel_table(found), "", *library_table(found, LIBRARIES[1]), "",
            *ranking(found)]


def table_claims(found):
    units = {(form, mapping): unit for (library, width, form, mapping), unit in found.units.items()
             if (library, width) == (LIBRARIES[0], WIDTHS[-1])}
    crossbars = [name for name in units if name[0].startswith("crossbar") and name[1] == PLAIN]
    smallest, fastest = (min(crossbars, key=lambda name: units[name][figure]) for figure in ("area_um2", "period_ns"))
    nine = ("pipelined D=9", PLAIN)
    lines = [f"w = {WIDTHS[-1]}, cells {LIBRARIES[0]}{'requests a time unit':>81}"]
    for words, figure, one, other, most in [
            ("in less area than", "area_um2", nine, ("batch s=4", PLAIN), 1),
            ("in at most a quarter of the area of", "area_um2", nine, ("batch s=8", PLAIN), 1 / 4),
            ("within 1.3 times the area of", "area_um2", ("pipelined D=5", PLAIN), ("batch s=2", PLAIN), 1.3),
            ("with a clock within 1.3 times that of", "period_ns", nine, fastest, 1.3),
            ("is at most 5 % larger than", "area_um2", ("pipelined D=9", "h3"), nine, 1.05),
            ("no larger than", "area_um2", DMM, smallest, 1)]:
        ratio = units[one][figure] / units[other][figure]
        names = [form if mapping == PLAIN else f"{form} {mapping}" for form, mapping in (one, other)]
        lines.append(f"  {f'{names[0]} {words} {names[1]}':<66}{ratio:>7.3f}  "
                     f"{'holds' if ratio <= most else 'does not hold':<15}"
                     + " / ".join(f"{units[name]['requests']:.1f}" for name in (one, other)))
    return lines


def table_mappings(found):
    of = {"mm2": "mm2:>8.3f", "period_ns": "ns:>7.2f", "depth_cells": "depth:>6", "rate": "req/ns:>7.2f",
          "density": "/mm2:>7.2f"}
    rows = {(width, form): [found.units.get((LIBRARIES[0], width, form, mapping)) for mapping in MAPPINGS]
            for width in WIDTHS for form in FORMS}
    return table([*UNIT, *[*of.values()] * len(MAPPINGS)],
                 [[*name, *(value for unit in units for value in (figures(unit, of) if unit else ["-", *[""] * 4]))]
                  for name, units in rows.items() if any(units)],
                 [":<19", *(f"{mapping}:>35" for mapping in MAPPINGS)])


def table_banks(found):
    """Units with their banks: at the unit's clock, and at the macro's cycle where that is slower."""
    library = LIBRARIES[0]
    macros = sram_macros(library)
    lines = [f"{SRAM_BYTES // 1024} KiB of SRAM beside units of {library}; macros from the literature "
             "(data/sram.json):"]
    for macro in macros:
        scaled = f", grown by {macro['growth']:.2f} from {macro['process_nm']} nm" if macro["growth"] != 1 else ""
        lines.append(f"  {macro['name']:<10}{macro['banks_mm2']:6.1f} mm2{scaled}; a cycle {macro['cycle_ns']:.2f} ns")
    rows = []
    for unit in [unit for width in WIDTHS for unit in found.plain(library, width)]:
        rows.append([unit["width"], unit["form"], unit["mm2"]])
        for macro in macros:
            mm2 = unit["mm2"] + macro["banks_mm2"]
            bank_rate = unit["requests"] / max(macro["cycle_ns"], unit["period_ns"])
            rows[-1] += [mm2, NS_PER_US * unit["rate"] / mm2, NS_PER_US * bank_rate / mm2]
    return [*lines, "", *table([*UNIT, "mm2:>6.2f", *["mm2:>9.1f", "req/us/mm2:>12.1f", "bank clock:>12.1f"]
                                * len(macros)], rows, [":<25", *(f"with {macro['name']}:>33" for macro in macros)])]


def table_time(found):
    """Processor time of the tools, each part once; a part's gates count for the first library."""
    lines, known = [], set()
    for library in LIBRARIES:
        units = [unit for (of, *_), unit in found.units.items() if of == library]
        made = {name: seconds for name, seconds in found.made[library].items() if name not in known}
        known |= made.keys()
        longest = max(units, key=lambda unit: unit["tool_seconds"])
        lines.append(f"{library}: {len(units)} rows of {len(made)} gates, cells and wholes in "
                     f"{sum(made.values()) / 60:.0f} "
                     f"minutes of one processor; the longest, w = {longest['width']}, {longest['form']}, "
                     f"{longest['mapping']}, takes {longest['tool_seconds'] / 60:.1f} alone")
    return lines


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


def table_serial(found):
    """A super warp that goes in at once and one that goes in warp by warp: area, clock, random reads, as in `units`."""
    of = columns("flip_flops", "depth_cells")
    rows = []
    for width, super_warp in dict.fromkeys((row["width"], row["super-warp"]) for row in found.serial):
        kinds = [("batch", super_warp, found.units[LIBRARIES[0], width, f"batch s={super_warp}", PLAIN]),
                 *[(f"serial K={row['intake']}", 1, row) for row in found.serial
                   if (row["width"], row["super-warp"]) == (width, super_warp)]]
        for name, warps, unit in kinds:
            # Of a request: its address, its word, and whether there is one.
            pins = width * warps * (ROW_BITS + (width - 1).bit_length() + DATA_BITS + 1)
            rows.append([width, f"{name}, s={super_warp}", pins,
                         *figures(with_rate(unit, unit["requests_per_time_unit"]), of)])
    return table(["w:>3", "RPU: <18", "pins in:>8", *of.values()], rows)


def banks_table(units):
    """Units with other numbers of banks than threads: area, clock and random reads, as in `units`."""
    of = columns("flip_flops")
    return table(["w:>3", "banks:>7", *of.values()],
                 [[unit["width"], unit["banks"], *figures(with_rate(unit, unit["requests_per_time_unit"]), of)]
                  for unit in units])


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
    """pJ a request by unit and kernel."""
    of = {"width": "w:>3", "unit": "unit: <15", "workload": "workload:<23", "pj_per_request": "pJ a request:>13.1f",
          **{f"{part}_pj": f"{part}:>8.1f" for part in ("cells", "pins", "wires", "clock", "rsu", "rpu", "banks")},
          "toggles_per_net_cycle": "toggles:>9.3f"}
    return table(of.values(), [[row[name] if row[name] or name == "banks_pj" else "-" for name in of]
                               for row in rows_of(ENERGY_KEPT)])


def table_umm(_):
    """The DMM and the UMM: area and clock, random reads as in `units`, and reads of a row by every warp."""
    rows = []
    for width in (8, 16):
        for name in ("dmm", "umm"):
            unit = cost("--width", width, "--machine", name)
            mm2 = unit["area_um2"] / UM2_PER_MM2
            values = [width, name, mm2,
                      *[unit[figure] for figure in ("gate_equivalents", "flip_flops", "clock_ns", "depth")]]
            for workload in ("random", "contiguous"):
                run = json.loads(output([SUPERWARP, "run", "--width", width, "--machine", name, "--workload", workload,
                                         "--threads", 480 * width, "--size", 15360 * width, "--latency", 29,
                                         "--schedule", "async", "--engine", "model", "--json", "-"]))
                rate = 15360 * width / run["time_units"]["model"] / unit["clock_ns"]
                values += [rate, rate / mm2]
            rows.append(values)
    return table(["w:>3", "unit: <6", "mm2:>8.3f", "gates:>9.0f", "flip-flops:>12", "ns:>7.2f", "depth:>7",
                  "random/ns:>11.2f", "/mm2:>7.2f", "rows/ns:>9.2f", "/mm2:>7.2f"], rows)


def table_shifts(_):
    """Where random shifts may come from: a table in flip-flops, copies of it in SRAMs, hashes with a key."""
    rows = []
    for width in WIDTHS:
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
TABLES = {"units": table_units, "claims": table_claims, "mappings": table_mappings, "banks": table_banks,
          "time": table_time, "flat": table_flat, "serial": table_serial,
          "any-banks": lambda found: banks_table(found.any_banks),
          "stream-banks": lambda found: banks_table(found.stream_banks), "umm": table_umm, "shifts": table_shifts,
          "energy": table_energy}
