#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""check_json.py run|compare|crosscheck FILE [KEY=VALUE...]: is FILE what is promised of `run` and `replay`, or of the others?

Every key is there with its type; KEY (with dots) has VALUE (JSON). All that is wrong is printed.
"""

import json
import numbers
import sys

INT, REAL, TEXT, FLAG = (int,), (numbers.Real,), (str,), (bool,)
NONE = (type(None),)
RUN = {
    "schema": TEXT, "commit": TEXT, "version": TEXT,
    "machine.name": TEXT, "machine.width": INT, "machine.latency": INT, "machine.super_warp": INT,
    "machine.rpu": TEXT, "machine.mapping": TEXT, "machine.shifts": (list,), "machine.seed": INT,
    "workload.name": TEXT, "workload.size": INT + NONE, "workload.blocks": INT, "workload.threads": INT, "workload.schedule": TEXT,
    "workload.rounds": INT + NONE, "workload.dispatches": INT + NONE, "workload.requests": INT + NONE,
    "congestion.total": INT + NONE, "congestion.max": INT + NONE, "congestion.mean": REAL + NONE,
    "congestion.ratio_mean": REAL + NONE,
    "dispatch_latency.median": INT + NONE, "dispatch_latency.p99": INT + NONE, "dispatch_latency.max": INT + NONE,
    "time_units.rtl": INT + NONE, "time_units.model": INT + NONE, "time_units.closed": INT + NONE,
    "data.words_checked": INT, "data.words_wrong": INT,
    "compared": FLAG, "agree": FLAG,
}
SIMULATION = {"simulation.cycles": INT, "simulation.seconds": REAL, "simulation.cycles_per_second": REAL,
              "simulation.requests_per_second": REAL}


COMPARE = {"schema": TEXT, "commit": TEXT, "version": TEXT, "work.name": TEXT, "work.size": INT + NONE,
           "engines": TEXT, "seed": INT, "keys": INT, "machines": (list,), "agree": FLAG}
COMPARED = {"options": TEXT, "machine.name": TEXT, "machine.width": INT, "schedule": TEXT, "slots": (list,),
            "time_units": (list,), "requests": (list,), "speed_up.mean": REAL, "speed_up.ci95": REAL + NONE,
            "requests_per_time_unit.mean": REAL, "requests_per_time_unit.ci95": REAL + NONE}

CROSSCHECK = {"schema": TEXT, "commit": TEXT, "version": TEXT, "rules.name": TEXT, "rules.banks": INT,
              "rules.merge": TEXT, "rules.sub_cores": INT, "files.0.patterns": (list,)}
FILE = {"file": TEXT, "name": TEXT, "kind": TEXT, "source": TEXT, "device": TEXT, "groups": (list,),
        "patterns": (list,), "findings": (list,), "disagreement": NONE}
GROUP = {"memory": TEXT, "unit": TEXT, "cycles_per_slot": REAL + NONE, "latency": REAL + NONE, "fitted": INT,
         "not_described": INT, "held_out": (dict,) + NONE, "by_kind": (dict,)}
HELD_OUT = {"patterns": INT, "mean_error": REAL, "worst_error": REAL, "worst_pattern": TEXT, "r2": REAL + NONE}
PATTERN = {"id": TEXT, "memory": TEXT, "quantity": TEXT, "unit": TEXT, "slots": INT + NONE, "rtl_slots": INT + NONE,
           "rounds": INT + NONE, "waits": INT + NONE, "measured": REAL, "predicted": REAL + NONE, "error": REAL + NONE,
           "role": TEXT, "why": TEXT + NONE}


def lookup(tree, key):
    for part in key.split("."):
        tree = tree[int(part)] if isinstance(tree, list) else tree[part]
    return tree


def mistyped(tree, expected):
    for key, types in expected.items():
        try:
            value = lookup(tree, key)
        except (KeyError, TypeError, IndexError):
            yield f"{key} is missing"
            continue
        if not isinstance(value, types) or (isinstance(value, bool) and bool not in types):
            yield f"{key} is {value!r}"


def wrong_settings(tree, wanted):
    for setting in wanted:
        key, value = setting.split("=", 1)
        if lookup(tree, key) != json.loads(value):
            yield f"{key} is {lookup(tree, key)!r}, expected {value}"


def wrong_crosscheck(tree, wanted):
    yield from mistyped(tree, CROSSCHECK)
    if tree.get("schema") != "superwarp.crosscheck/1":
        yield f"schema is {tree.get('schema')}"
    for file in tree["files"]:
        yield from mistyped(file, FILE)
        for group in file["groups"]:
            yield from mistyped(group, GROUP)
            yield from mistyped(group["held_out"] or {}, HELD_OUT if group["held_out"] else {})
        for pattern in file["patterns"]:
            yield from mistyped(pattern, PATTERN)
            if pattern["rtl_slots"] not in (None, pattern["slots"]):
                yield f"{pattern['id']}: RTL {pattern['rtl_slots']}, model {pattern['slots']}"
            if pattern["predicted"] is not None:
                error = (pattern["predicted"] - pattern["measured"]) / pattern["measured"]
                if abs(error - pattern["error"]) > 1e-9:
                    yield f"{pattern['id']}: error is {pattern['error']}, expected {error}"
    yield from wrong_settings(tree, wanted)


def interval(values):
    """Mean and half of the 95 % interval of five values, by the table's quantile of Student's distribution."""
    mean = sum(values) / len(values)
    spread = sum((value - mean) ** 2 for value in values) / (len(values) - 1) / len(values)
    return mean, 2.7764451 * spread**0.5


def wrong_compare(tree, wanted):
    yield from mistyped(tree, COMPARE)
    if tree.get("schema") != "superwarp.compare/1":
        yield f"schema is {tree.get('schema')}"
    first = tree["machines"][0]["time_units"]
    for machine in tree["machines"]:
        yield from mistyped(machine, COMPARED)
        times = machine["time_units"]
        if len(times) != tree["keys"]:
            yield f"{machine['options']}: {len(times)} keys"
        speed = machine["speed_up"]
        if len(times) == 5:
            mean, half = interval([a / b for a, b in zip(first, times)])
            if abs(speed["mean"] - mean) > 1e-9 or abs(speed["ci95"] - half) > 1e-6:
                yield f"{machine['options']}: speed-up {speed}, expected {mean} +- {half}"
        if len(times) == 1 and speed["ci95"] is not None:
            yield f"{machine['options']}: an interval of one key"
    yield from wrong_settings(tree, wanted)


def wrong_with(tree, wanted):
    expected = dict(RUN)
    if tree.get("simulation", "missing") is not None:
        expected.update(SIMULATION)
    yield from mistyped(tree, expected)
    if tree.get("schema") != "superwarp.run/1":
        yield f"schema is {tree.get('schema')}"
    if tree.get("agree") is not True:
        yield f"the engines disagree: {tree.get('disagreement')}"
    yield from wrong_settings(tree, wanted)


def main():
    text = open(sys.argv[2], encoding="utf-8").read()
    check = {"run": wrong_with, "compare": wrong_compare, "crosscheck": wrong_crosscheck}[sys.argv[1]]
    problems = list(check(json.loads(text), sys.argv[3:]))
    for problem in problems:
        print(f"{sys.argv[2]}: {problem}", file=sys.stderr)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
