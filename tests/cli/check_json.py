#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""check_json.py run|compare|crosscheck FILE [KEY=VALUE...]: has FILE the promised JSON of `run`, `compare` or
`crosscheck`?

Every promised key must have its type, and KEY (with dots) must have VALUE (JSON). Prints all errors.
"""

import json
import numbers
import sys

TYPES = {"int": (int,), "real": (numbers.Real,), "text": (str,), "flag": (bool,), "list": (list,), "dict": (dict,),
         "null": ()}


def table(text):
    """Parses "KEY TYPE, KEY TYPE": types of keys, where a TYPE with a question mark may also be null."""
    entries = (entry.split() for entry in text.replace("\n", " ").split(",") if entry.strip())
    return {key: TYPES[kind.rstrip("?")] + ((type(None),) if kind.endswith("?") else ()) for key, kind in entries}


HEADER = "schema text, commit text, version text,"
RUN = table(HEADER + """
    machine.name text, machine.width int, machine.latency int, machine.super_warp int, machine.rpu text,
    machine.mapping text, machine.shifts list, machine.seed int, workload.name text, workload.size int?,
    workload.blocks int, workload.threads int, workload.schedule text, workload.rounds int?, workload.dispatches int?,
    workload.requests int?, congestion.total int?, congestion.max int?, congestion.mean real?,
    congestion.ratio_mean real?, dispatch_latency.median int?, dispatch_latency.p99 int?, dispatch_latency.max int?,
    time_units.rtl int?, time_units.model int?, time_units.closed int?, data.words_checked int, data.words_wrong int,
    compared flag, agree flag""")
SIMULATION = table("""simulation.cycles int, simulation.seconds real, simulation.cycles_per_second real,
    simulation.requests_per_second real""")
COMPARE = table(HEADER + "work.name text, work.size int?, engines text, seed int, keys int, machines list, agree flag")
COMPARED = table("""options text, machine.name text, machine.width int, schedule text, slots list, time_units list,
    requests list, speed_up.mean real, speed_up.ci95 real?, requests_per_time_unit.mean real,
    requests_per_time_unit.ci95 real?""")
CROSSCHECK = table(HEADER + """rules.name text, rules.banks int, rules.merge text, rules.sub_cores int,
    files.0.patterns list""")
FILE = table("""file text, name text, kind text, source text, device text, groups list, patterns list, findings list,
    disagreement null?""")
GROUP = table("""memory text, unit text, cycles_per_slot real?, latency real?, fitted int, not_described int,
    held_out dict?, by_kind dict""")
HELD_OUT = table("patterns int, mean_error real, worst_error real, worst_pattern text, r2 real?")
PATTERN = table("""id text, memory text, quantity text, unit text, slots int?, rtl_slots int?, rounds int?, waits int?,
    measured real, predicted real?, error real?, role text, why text?""")


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
    if tree.get("schema") != "superwarp.crosscheck/2":
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
                error = (pattern["predicted"] - pattern["measured"]) / (pattern["measured"]
                    or pattern["predicted"] or 1)
                if abs(error - pattern["error"]) > 1e-9:
                    yield f"{pattern['id']}: error is {pattern['error']}, expected {error}"
    yield from wrong_settings(tree, wanted)


def interval(values):
    """Mean and half of the 95 % interval of five values, with the quantile of Student's distribution from a table."""
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
            yield f"{machine['options']}: an interval for one key"
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
