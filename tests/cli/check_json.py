#!/usr/bin/env python3
"""check_json.py run FILE [KEY=VALUE...]: is FILE what contract.md promises of `run` and `replay`?

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
    "machine.mapping": TEXT, "machine.shifts": (list,), "machine.seed": INT,
    "workload.name": TEXT, "workload.size": INT + NONE, "workload.threads": INT, "workload.schedule": TEXT,
    "workload.rounds": INT + NONE, "workload.dispatches": INT + NONE, "workload.requests": INT + NONE,
    "congestion.total": INT + NONE, "congestion.max": INT + NONE, "congestion.mean": REAL + NONE,
    "congestion.ratio_mean": REAL + NONE,
    "time_units.rtl": INT + NONE, "time_units.model": INT + NONE, "time_units.closed": INT + NONE,
    "data.words_checked": INT, "data.words_wrong": INT,
    "agree": FLAG,
}
SIMULATION = {"simulation.cycles": INT, "simulation.seconds": REAL, "simulation.cycles_per_second": REAL,
              "simulation.requests_per_second": REAL}


def lookup(tree, key):
    for part in key.split("."):
        tree = tree[part]
    return tree


def wrong_with(tree, wanted):
    expected = dict(RUN)
    if tree.get("simulation", "missing") is not None:
        expected.update(SIMULATION)
    for key, types in expected.items():
        try:
            value = lookup(tree, key)
        except (KeyError, TypeError):
            yield f"{key} is missing"
            continue
        if not isinstance(value, types) or (isinstance(value, bool) and bool not in types):
            yield f"{key} is {value!r}"
    if tree.get("schema") != "superwarp.run/1":
        yield f"schema is {tree.get('schema')}"
    if tree.get("agree") is not True:
        yield f"the engines disagree: {tree.get('disagreement')}"
    for setting in wanted:
        key, value = setting.split("=", 1)
        if lookup(tree, key) != json.loads(value):
            yield f"{key} is {lookup(tree, key)!r}, expected {value}"


def main():
    text = open(sys.argv[2], encoding="utf-8").read()
    problems = list(wrong_with(json.loads(text), sys.argv[3:]))
    for problem in problems:
        print(f"{sys.argv[2]}: {problem}", file=sys.stderr)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
