#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""check_cost.py FILE: FILE, of `superwarp cost --json`, is complete, and its figures add up: those of the unit, and of
its energy, of the mapper's runs and of wires as far as it has them."""

import json
import sys

FIGURES = ["area_um2", "gate_equivalents", "cells", "flip_flops", "clock_ns", "depth"]
KEYS = ["schema", "commit", "version", "machine", "flat", "form", "library", "tools", "left_out", "unfinished",
        *FIGURES, "units", "path", "made"]


def unit(cost):
    assert abs(sum(part["area_um2"] for part in cost["units"]) - cost["area_um2"]) < 0.05 * cost["area_um2"], "areas"
    path = sum(step["ns"] for step in cost["path"]) + cost["setup_ns"]
    assert abs(path - cost["clock_ns"]) < 0.001, f"the path's delays add up to {path}, the clock is {cost['clock_ns']}"
    assert 0 < cost["depth"] < len(cost["path"]) + 1 and 0 < cost["flip_flops"] < cost["cells"], "depth or flip-flops"


def energy(_, of):
    parts = sum(of[part + "_pj"] for part in ("cells", "pins", "wires", "clock", "leakage"))
    units = sum(of["units_pj"].values()) + of["leakage_pj"]
    assert abs(parts - of["pj_per_request"]) < 1e-9 and abs(units - parts) < 1e-9, of
    assert 0.2 < of["clock_pj"] / parts < 0.8 and of["requests"] == 32 and abs(of["accesses"] - 32) <= 2, of


def spread(cost, of):
    """The first run is the unit's own, settings and seeds differ, the range holds them all."""
    runs = of["runs"]
    assert [run["seed"] for run in runs] == 3 * [0, 1, 2] and len({run["setting"] for run in runs}) == 3, runs
    for figure in ("area_um2", "clock_ns"):
        values, made = sorted(run[figure] for run in runs), of[figure]
        assert [made["least"], made["median"], made["most"]] == [values[0], values[4], values[8]], of
        assert runs[0][figure] == cost[figure] and len(set(values)) > 1, runs


def wires(cost, of):
    """They cost time, and more of them more."""
    runs = of["runs"]
    assert len(runs) == 2 and runs[0]["wire_mm"] != runs[1]["wire_mm"], of
    assert abs(of["area_um2"] - cost["area_um2"]) < 0.5 and of["clock_without_ns"] == cost["clock_ns"], of
    for run in runs:
        assert run["clock_without_mended_ns"] <= cost["clock_ns"] < run["clock_ground_ns"] < run["clock_ns"], run
        assert run["clock_without_mended_ns"] < run["clock_mended_ns"] < run["clock_ns"], run
        assert run["enlarged"] + run["buffers"] + run["copies"] > 0 and run["area_mended_um2"] > cost["area_um2"], run


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        cost = json.load(file)
    missing = [key for key in KEYS if key not in cost]
    assert not missing and cost["schema"] == "superwarp.cost/1", f"{missing}, schema {cost.get('schema')}"
    if cost["unfinished"] is None:
        unit(cost)
    else:
        assert all(cost[key] is None for key in FIGURES), "figures of an unfinished design"
    for key, check in (("energy", energy), ("spread", spread), ("wires", wires)):
        if key in cost:
            check(cost, cost[key])


if __name__ == "__main__":
    main()
