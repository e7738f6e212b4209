#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""check_measured.py MEASUREMENT CROSSCHECK: are the times in a measurement of the emulated multiprocessor its own? They
are known: words come 29 cycles after an access's last slot, a sub-core gets every other slot, all of them one a cycle
(emulated/shared_pipe.h). Slots are those that the reference model counts."""

import json
import sys

LATENCY, SUB_CORE_CYCLES = 29, 2
EXACT = 0.001


def expected(pattern, slots):
    """Cycles, and how far off the measured ones may be; None where no simple law holds."""
    if pattern["access"]["kind"] == "workload":
        return None
    if pattern["quantity"] == "time":
        # A write holds the pipe up for its slots, and only the read is waited for.
        return LATENCY + SUB_CORE_CYCLES * (slots - 1), EXACT
    warps, sub_cores = pattern["warps"], pattern["sub_cores"]
    # One of the two lengths may have an instruction more; where shares are uneven, it depends on whose turn it is.
    tolerance = 0.01 if warps % sub_cores == 0 else 0.25
    return slots / warps * max(SUB_CORE_CYCLES / sub_cores, 1), tolerance


def complaints(measured, slots_of):
    """What is wrong, a line each."""
    for pattern in measured["patterns"]:
        name, cycles = pattern["id"], pattern["value"]
        if pattern["memory"] != "shared":
            continue
        law = expected(pattern, slots_of[name])
        if law is None:
            # Some are served while the reading of the clock itself waits.
            if cycles < 0.9 * slots_of[name]:
                yield f"{name}: {cycles} cycles are too few for {slots_of[name]} slots"
        elif abs(cycles - law[0]) > law[1] * law[0]:
            yield f"{name}: {cycles} cycles, expected {law[0]}"

    times = {p["id"]: p["value"] for p in measured["patterns"]}
    for shorter, longer in [
        ("shared.transpose.diagonal", "shared.transpose.random-shift"),
        ("shared.transpose.random-shift", "shared.transpose.naive"),
        ("shared.permutation.random.conflict-free", "shared.permutation.random.straightforward"),
        ("shared.permutation.random.straightforward", "shared.permutation.worst-banks.straightforward"),
        ("shared.sum.64", "global.sum.64"),
    ]:
        if not times[shorter] < times[longer]:
            yield f"{shorter} takes {times[shorter]} cycles, {longer} {times[longer]}"
    if len({times[f"shared.permutation.{p}.conflict-free"] for p in ("random", "bit-reversal", "worst-banks")}) != 1:
        yield "conflict-free permutations differ in time"


def main():
    measured, crosscheck = (json.load(open(name)) for name in sys.argv[1:])
    slots_of = {check["id"]: check["slots"] for check in crosscheck["files"][0]["patterns"]}
    found = list(complaints(measured, slots_of))
    print("\n".join(found[:10]))
    print(f"{len(measured['patterns'])} patterns, {len(found)} complaints")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
