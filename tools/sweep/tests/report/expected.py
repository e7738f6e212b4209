# SPDX-License-Identifier: Apache-2.0
"""What a report should show, computed from results.csv alone."""

import csv
import math


def points_of(folder):
    """The rows of results.csv."""
    with open(folder / "results.csv", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def same(one, other):
    """Equal as texts or as numbers: 8.0 and 8."""
    try:
        return float(one) == float(other)
    except ValueError:
        return one == other


def front_by_hand(folder):
    """The Pareto front of places and requests per time unit, computed from the table."""
    found = {}
    for point in points_of(folder):
        if not point["workload"]:
            continue
        machine = tuple(point[key] for key in ("machine", "super-warp", "rpu", "depth"))
        found.setdefault(machine, []).append(float(point["requests_per_time_unit"]))
    marks = []
    for (kind, super_warp, _, depth), rates in found.items():
        places = 32 * int(depth or super_warp or 1)
        marks.append((places, math.exp(sum(map(math.log, rates)) / len(rates))))
    return sorted(mark for mark in marks if not any(
        (x <= mark[0] and y > mark[1]) or (x < mark[0] and y >= mark[1]) for x, y in marks))


def mean_by_hand(folder, **asked):
    rates = [float(point["requests_per_time_unit"]) for point in points_of(folder)
             if all(point[key.replace("_", "-")] == value for key, value in asked.items())]
    return math.exp(sum(map(math.log, rates)) / len(rates))
