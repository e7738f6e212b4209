#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""check_measured.py MEASUREMENT CROSSCHECK: checks the measured times of the emulated multiprocessor. Words arrive 29
cycles after an access's last slot; one sub-core gets every other slot, all sub-cores one a cycle
(emulated/shared_pipe.h). The reference model counts the slots."""

import json
import sys

LATENCY, SUB_CORE_CYCLES = 29, 2
EXACT = 0.001


def expected(pattern, slots):
    """Cycles and the relative tolerance; None if no simple law holds."""
    if pattern["access"]["kind"] == "workload":
        return None
    if pattern["quantity"] == "time":
        # Writes take slots, but only the read is waited for.
        return LATENCY + SUB_CORE_CYCLES * (slots - 1), EXACT
    warps, sub_cores = pattern["warps"], pattern["sub_cores"]
    # One of the two lengths may have one more instruction. With uneven shares the time depends on the turn.
    tolerance = 0.01 if warps % sub_cores == 0 else 0.25
    if pattern["access"]["kind"] != "lanes":
        return slots / warps * max(SUB_CORE_CYCLES / sub_cores, 1), tolerance
    # Slots are of one warp. One of the lengths may have one more instruction in every queue of eight accesses or more,
    # and two where every word is waited for.
    cycles = slots * max(SUB_CORE_CYCLES / sub_cores, 1)
    spare = 0.251 if pattern["access"]["accesses"][0]["op"] == "matrix-read" else 0.126
    return cycles, max(tolerance, spare / cycles if warps == 1 else 0)


def complaints(measured, slots_of):
    """The errors, one line each."""
    for pattern in measured["patterns"]:
        name, cycles = pattern["id"], pattern["value"]
        if pattern["memory"] != "shared":
            continue
        law = expected(pattern, slots_of[name])
        if law is None:
            # Some slots overlap with the reading of the clock.
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
