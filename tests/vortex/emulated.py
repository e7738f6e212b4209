#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""emulated.py ROOT HOST: the emulator of docs/whole-gpu.md executes the kept code as the GPU did.

The words that the code leaves in memory are those that HOST, examples/whole-gpu's program for 16 lanes and 8 warps,
expects; the instructions of every kernel are as many as the GPU counted; lanes that part without split are an error.
Traces have the lengths of a worked example.
"""

import csv
import pathlib
import subprocess
import sys

ROOT, HOST = pathlib.Path(sys.argv[1]), sys.argv[2]
sys.path.insert(0, str(ROOT / "scripts"))
import rv32_warps  # noqa: E402
from studies import warp_traces  # noqa: E402

LANES, WARPS = 16, 8
RESULTS = 0x90001000
COUNTED_LATER = 512  # the GPU reads its counters a few instructions of each lane and warp away from the clock


def check(condition, what):
    if not condition:
        sys.exit(f"emulated: {what}")


def kernels():
    with open(ROOT / "data/whole-gpu/cycles.csv", encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file)
                if (row["lanes"], row["warps"], row["core_warps"], row["unit"]) == (str(LANES), str(WARPS), "16",
                    "vortex")]
    names = list(dict.fromkeys(row["kernel"] for row in rows))
    return [(names.index(row["kernel"]), row["kernel"], int(row["padded"]), int(row["instructions"])) for row in rows]


def main():
    words = [int(word, 16) for word in (ROOT / f"data/whole-gpu/kernels-{LANES}x{WARPS}.hex").read_text().split()]
    for number, name, padded, counted in kernels():
        arguments = {0x90000000: number, 0x90000004: padded}
        core = rv32_warps.Core(words, LANES, WARPS, arguments, whole=name in ("sort", "walk", "alignment", "halves"))
        warps = core.run()
        instructions = sum(event.active for events in warps for event in events)
        check(0 <= counted - instructions <= COUNTED_LATER,
              f"{name} {padded}: {instructions} instructions; the GPU counted {counted}")
        if core.whole:
            expected = subprocess.run([HOST, name, str(padded)], stdout=subprocess.PIPE, text=True,
                                      check=True).stdout.split()
            found = [f"{core.memory.get(RESULTS + 4 * i, 0):08x}" for i in range(LANES * WARPS)]
            check(found == expected, f"{name} {padded}: {found[:4]} ...; expected {expected[:4]} ...")

    # csrr t0, thread; csrr t1, cycles; beq t0, x0, .
    try:
        rv32_warps.executed([0xFFF00313, 0x0003000B, 0xCC0022F3, 0xB0002373, 0x00028063], 4, 1, {})
        check(False, "lanes parted without split")
    except RuntimeError as error:
        check("part" in str(error), str(error))

    # A load, two independent instructions, one that needs the word; a store.
    event = rv32_warps.Event
    events = [event("alu", 5, (), None, 2), event("load", 6, (5,), {0: 8, 1: 9}, 2), event("alu", 7, (), None, 2),
              event("alu", 8, (7,), None, 2), event("alu", 9, (6,), None, 2), event("store", 0, (9,), {1: 3}, 2)]
    stages = {"interval": {"alu": 6, "branch": 17, "barrier": 16}, "steering": ["branch"], "result": {"alu": 10},
              "load": 16,
              "to_memory": 7, "buffer": 4, "register_banks": 4}
    expected = ["# superwarp-trace 1", "0 0 R 8 9 ; 1x1/10 1x1/7 ; 1x1/5 1x1", "1 0 W - 3 ; 1x1/10 1x1/7"]
    made = warp_traces.trace([events], 2, stages).split("\n")
    check(made[:-1] == expected, f"{made}; expected {expected}")

    # A branch that waits for a result steers the next fetch; two operands of one bank cost two slots, those of two one.
    events = [event("alu", 5, (), None, 2), event("branch", 0, (5,), None, 2), event("alu", 7, (9, 13), None, 2),
              event("alu", 8, (9, 10), None, 2)]
    expected = ["# superwarp-trace 1", "0 0 R - - ; 1x1/10 1x1/17 1x2/6 1x1"]
    made = warp_traces.trace([events], 2, stages).split("\n")
    check(made[:-1] == expected, f"{made}; expected {expected}")


if __name__ == "__main__":
    main()
