#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""check_cost.py FILE: FILE, of `superwarp cost --json`, is complete, and its figures add up."""

import json
import sys

FIGURES = ["area_um2", "gate_equivalents", "cells", "flip_flops", "clock_ns", "depth"]
KEYS = ["schema", "commit", "version", "machine", "flat", "form", "library", "tools", "left_out", "unfinished",
        *FIGURES,
        "units", "path", "made"]


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        cost = json.load(file)
    wrong = [f"{key} is missing" for key in KEYS if key not in cost]
    if not wrong and cost["unfinished"] is not None:
        wrong = [f"{key} of an unfinished design" for key in FIGURES if cost[key] is not None]
    elif not wrong:
        units = sum(unit["area_um2"] for unit in cost["units"])
        if abs(units - cost["area_um2"]) > 0.05 * cost["area_um2"]:
            wrong.append(f"the units' areas are {units}, all is {cost['area_um2']}")
        path = sum(step["ns"] for step in cost["path"]) + cost["setup_ns"]
        if abs(path - cost["clock_ns"]) > 0.001:
            wrong.append(f"the path's delays add up to {path}, the clock is {cost['clock_ns']}")
        if not 0 < cost["depth"] < len(cost["path"]) + 1 or not 0 < cost["flip_flops"] < cost["cells"]:
            wrong.append("depth or flip-flops are impossible")
    if cost.get("schema") != "superwarp.cost/1":
        wrong.append(f"schema is {cost.get('schema')}")
    for line in wrong:
        print(f"{sys.argv[1]}: {line}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
