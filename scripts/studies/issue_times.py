# SPDX-License-Identifier: Apache-2.0
"""The issue stage against times of GPUs (docs/spec/issue.md): published ones, and those that
tools/measured/cuda/kernel_times.cu measured.

Ratios are compared, and cycles of a round. Instructions of published kernels are counted by hand from their sources, as
below; machines have the published sizes.
"""

import concurrent.futures
import csv
import json
import math
import os

from studies.common import ROOT, SUPERWARP, output, table

PUBLISHED = json.loads((ROOT / "data/published-times.json").read_text())
MEASURED = ["h100", "h200"]


def measured(gpu):
    """The times of data/issue-times by kind, form, instructions, degree and warps, or what the columns are used for."""
    with open(ROOT / f"data/issue-times/{gpu}.csv", encoding="utf-8") as file:
        numbers = ("instructions", "degree", "warps")
        return {(row["kind"], row["form"], *(int(row[number]) for number in numbers)): float(row["time"])
                for row in csv.DictReader(file)}


def time_of(trace, *options):
    """The time units of a text trace, by the model."""
    command = [SUPERWARP, "replay", "-", "--schedule", "async", "--engine", "model", "--json", "-", *options]
    return json.loads(output(command, trace))["time_units"]["model"]


class Trace:
    """A text trace that grows by rounds: `work` is the text behind the semicolon."""

    def __init__(self, first, width, warps):
        self.lines, self.width, self.warps, self.round = [first], width, warps, 0

    def step(self, operation, address, work):
        """One round: address(thread) is None for a thread without a request."""
        for warp in range(self.warps):
            words = [address(warp * self.width + lane) for lane in range(self.width)]
            shown = " ".join("-" if word is None else str(word) for word in words)
            self.lines.append(f"{self.round} {warp} {operation} {shown} ; {work(any(w is not None for w in words))}")
        self.round += 1

    def barrier(self):
        self.lines.append("barrier")

    def text(self):
        return "\n".join(self.lines) + "\n"


# Reductions. On a G80 half-warps of 16 threads; a time unit is two cycles of the shader clock, in which the memory
# serves a half-warp; a warp's instruction takes four cycles, so a half-warp's one time unit; 768 threads are resident.
# Global memory is a latency (data/latencies.json). `tests`: dependent instructions ahead of a stride's accesses in step
# 1, 2, and from 3 on: a remainder is a dozen on a G80; on an H100 the compiler unrolls the loops of steps 1 and 2.
# `ends`: those of the barrier and loop.

REDUCTIONS = {
    # The latency is of 38 cycles: Wong et al., ISPASS 2010.
    "G80": {"machine": "gt200", "warp": 16, "threads": 128, "blocks": 6, "issue": 1, "latency": 19,
            "chain": 12, "load": 220, "first": 6, "tests": [12, 3, 2], "ends": [3, 3, 3]},
    "H100": {"machine": "dmm", "warp": 32, "threads": 256, "blocks": 8, "issue": 4, "latency": 23,
             "chain": 4, "load": 375, "first": 12, "tests": [2, 2, 2], "ends": [1, 1, 4]},
}


def reduction(step, warp, threads, chain, load, first, tests, ends, **_):
    """One block of a step, and the elements that it sums."""
    trace = Trace("# superwarp-trace 1", warp, threads // warp)
    loads = 1 if step < 4 else 2
    test, end = (f"{tests[min(step, 3) - 1]}x1/{chain}", ends[min(step, 3) - 1])
    trace.step("W", lambda t: t, lambda _: f"{first}x1/{chain} {loads}/{load} "
                                           f"1x1/{chain} 1")  # index, loads, sum, store
    trace.barrier()
    strides = [1 << i for i in range(threads.bit_length() - 1)]
    if step >= 3:
        strides.reverse()
    for stride in strides:
        alone = step >= 5 and stride <= 32  # the last warp, unrolled: no barrier, no loop
        if step == 1:
            busy = lambda t, s=stride: t % (2 * s) == 0
        elif step == 2:
            busy = lambda t, s=stride: 2 * s * t < threads
        else:
            busy = lambda t, s=stride: t < (32 if alone else s)
        place = (lambda t, s=stride: 2 * s * t) if step == 2 else (lambda t: t)
        for operation, offset in (("R", stride), ("R", 0), ("W", 0)):
            def work(active, operation=operation, offset=offset, test="" if alone else test):
                head = test if operation == "R" and offset else ""
                return f"{head} 1 {'1' if active else ''}" if active or head else ""
            trace.step(operation, lambda t, o=offset: (place(t) + o) % (2 * threads) if busy(t) else None, work)
        if not alone:
            trace.step("R", lambda t: None, lambda _: "" if step >= 6 else f"{end}")
            trace.barrier()
    return trace.text(), threads * loads


def time_of_reduction(step, gpu):
    of = REDUCTIONS[gpu]
    text, elements = reduction(step, **of)
    return time_of(text, "--machine", of["machine"], "--latency", of["latency"], "--issue", of["issue"], "--blocks",
                   of["blocks"]) / elements


# Transposes: 32 threads, a multiprocessor with the warps of as many tiles as are resident, `rows` warps for a tile. Its
# share of the device's global memory: `share` multiprocessors get a row of 32 words in a time unit together.

TRANSPOSES = {
    # 14 multiprocessors at 1.15 GHz, 148 GB/s: 257 bytes in the two cycles of a warp in shared memory. Two schedulers.
    "M2050": {"share": 7, "latency": 300, "shared": 24, "issue": 2, "tiles": 6, "rows": 8, "pairs": False},
    # 13 multiprocessors at 706 MHz, 208 GB/s: 295 bytes a cycle. Four schedulers. Banks of 8 bytes: two words.
    "K20c": {"share": 6, "latency": 300, "shared": 24, "issue": 4, "tiles": 8, "rows": 8, "pairs": True},
    # 132 multiprocessors at 1.98 GHz, 3023 GB/s of a copy from the L2 cache: 1527 bytes a cycle. 2048 threads a
    # multiprocessor.
    "H100": {"share": 11, "latency": 300, "shared": 23, "issue": 4, "tiles": 4, "rows": 16, "pairs": False},
}


def transpose(degree, tiles, rows, share, pairs):
    trace = Trace("# superwarp-trace 2", 32, rows * tiles * share)
    pitch = 32 + degree % 32  # a pad of the degree, none at 32

    def cell(thread, row, column):
        tile = thread // (32 * rows) % tiles
        word = tile * 32 * 34 + row * pitch + column
        return word // 64 * 32 + word % 32 if pairs else word

    def place(thread):
        return thread // 32 % rows, thread % 32

    for i in range(0, 32, rows):
        trace.step("RG", lambda t, i=i: t // 32 * 1024 // rows + i * 32 // rows + t % 32, lambda _, i=i: "8" if i == 0
                   else "2")
        trace.step("W", lambda t, i=i: cell(t, place(t)[0] + i, place(t)[1]), lambda _: "2")
    trace.barrier()
    for i in range(0, 32, rows):
        trace.step("R", lambda t, i=i: cell(t, place(t)[1], place(t)[0] + i), lambda _, i=i: "6" if i == 0 else "2")
        trace.step("WG", lambda t, i=i: t // 32 * 1024 // rows + i * 32 // rows + t % 32, lambda _: "2")
    return trace.text()


def time_of_transpose(of, degree):
    text = transpose(degree, of["tiles"], of["rows"], of["share"], of["pairs"])
    return time_of(text, "--machine", "hmm", "--multiprocessors", of["share"], "--latency", of["latency"],
                   "--shared-latency", of["shared"], "--issue", of["issue"])


def table_published(_):
    rows = []
    published = PUBLISHED["reductions"]["milliseconds"]
    times = [time_of_reduction(step, "G80") for step in range(1, 7)]
    steps = ["no divergence", "no conflicts", "first sum at the load", "last warp unrolled", "all unrolled"]
    for i, what in enumerate(steps):
        rows.append((f"reduction {i + 1} to {i + 2}: {what}", published[i] / published[i + 1], times[i] / times[i + 1]))
    for gpu, of in {**PUBLISHED["transposes"]["gpus"], **PUBLISHED["measured transposes"]["gpus"]}.items():
        rows.append((f"transpose, {gpu}: tile padded", of["padded"] / of["tile"],
                     time_of_transpose(TRANSPOSES[gpu], 32) / time_of_transpose(TRANSPOSES[gpu], 1)))
    times = {step: measured("h100")["reduction", f"step-{step}", 1 << 26, 0, 8] for step in range(1, 5)}
    model = {step: time_of_reduction(step, "H100") for step in times}
    rows += [(f"reduction, H100, {i} to {i + 1}: {steps[i - 1]}", times[i] / times[i + 1], model[i] / model[i + 1])
             for i in range(1, 4)]
    mean = sum(abs(math.log(found / known)) for _, known, found in rows) / len(rows)
    return ["Times as fast as before, published and by the issue stage; miss is model / published - 1.", "",
            *table(["step:<48", "published:>10.2f", "model:>8.2f", "miss:>6.0f %"],
                   [[what, known, found, 100 * (found / known - 1)] for what, known, found in rows]), "",
            f"Mean error of a ratio: {100 * (math.exp(mean) - 1):.0f} %."]


# Rounds of tools/measured/cuda/kernel_times.cu. A load takes 23 cycles (data/measurements/h100.json, "read, time"), an
# arithmetic instruction four. The instruction that makes the address takes ADDRESS: the time of one warp, one
# instruction, no conflicts has it.

LATENCY, ADDRESS, CHAINED, SUB_CORES = 23, 6, 4, 4
ROUNDS = 32


def rounds(warps, degree, work, count):
    trace = Trace("# superwarp-trace 1", 32, warps)
    for _ in range(count):
        trace.step("R", lambda thread: thread % 32 % degree * 32 + thread % 32 // degree, lambda _: work)
    return trace.text()


def time_of_round(form, instructions, degree, warps):
    """Time units of a round, by two lengths."""
    work, wait = {"use": (f"{instructions}x1/{CHAINED} 1/{ADDRESS} 1", "access"),
                  "free": (f"1/{CHAINED} 1/{ADDRESS} 1 ; {instructions - 1 or ''}", "use")}[form]
    longer, shorter = (time_of(rounds(warps, degree, work, count), "--machine", "dmm", "--latency", LATENCY, "--issue",
                               SUB_CORES,
                               "--wait", wait) for count in (2 * ROUNDS, ROUNDS))
    return (longer - shorter) / ROUNDS


def table_rounds(_):
    """Errors of the rounds by what bounds them."""
    keys = [key[1:] for key in measured("h100") if key[0] == "mix"]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        model = dict(zip(keys, pool.map(lambda key: time_of_round(*key), keys)))
    times = {gpu: measured(gpu) for gpu in MEASURED}

    def figures(chosen):
        for gpu in MEASURED:
            errors = [model[key] / times[gpu]["mix", *key] - 1 for key in keys if chosen(*key)]
            yield from (100 * sum(map(abs, errors)) / len(errors), 100 * max(errors, key=abs),
                        sum(abs(error) > 0.1 for error in errors))

    bounds = {"one warp on one sub-core, no conflicts": lambda _, __, degree, warps: warps <= SUB_CORES and degree == 1,
              "one warp on a sub-core, conflicts": lambda _, __, degree, warps: warps <= SUB_CORES and degree > 1,
              "2 to 8 warps on a sub-core, words needed":
                  lambda form, _, __, warps: warps > SUB_CORES and form == "use",
              "2 to 8 warps on a sub-core, words not needed":
                  lambda form, _, __, warps: warps > SUB_CORES and form == "free",
              "all": lambda *_: True}
    apart = [times["h100"]["mix", *key] - model[key] - (key[2] - 1) for key in keys if key[0] == "use" and key[3] <= 2]
    return ["Cycles of a round: a load of conflict degree 1 to 32, and 1 to 64 instructions that need its word or do "
            "not.",
            f"Error: model / measured - 1. {len(keys)} rounds.", "",
            *table([":<44", *(head for gpu in MEASURED
                              for head in (f"{gpu}:  mean:>12.1f %", "worst:>6.0f %", "> 10 %:>8"))],
                   [[what, *figures(chosen)] for what, chosen in bounds.items()]), "",
            "One or two warps, words needed: the H100 takes as many cycles more as the degree is above 1, to within "
            f"{max(map(abs, apart)):.1f} cycles."]


DEGREES = [1, 2, 4, 8, 16, 32]


def table_beside(_):
    """Loads of global memory beside loads of shared memory."""
    times = {gpu: measured(gpu) for gpu in MEASURED}
    return ["Cycles of a round of 32 warps: each loads a word from shared memory, from global memory, or both.", "",
            *table(["conflict degree:<26", *(f"{degree}:>9.1f" for degree in DEGREES)],
                   [[f"{gpu}, {form}", *(times[gpu]["beside", form, 0, degree if form != "global" else 0, 32]
                                         for degree in DEGREES)]
                    for gpu in MEASURED for form in ("shared", "global", "both")]),
            *table(["32 warps x (degree + 1):<26", *(f"{32 * (degree + 1)}:>9" for degree in DEGREES)], [])]


# Slots that have no conflicts: a row is written to shared memory, and loaded from and stored to global memory.
OF_A_TILE = 32 + 64


def table_transposes(_):
    """Transposes by the conflict degree of the tile's columns."""
    # The H200 has as many multiprocessors, and their clock.
    device = json.loads((ROOT / "data/measurements/h100.json").read_text())["device"]
    gigahertz = device["clock_mhz"] / 1000
    rows = []
    for size in (2048, 8192):
        tiles = (size / 32) ** 2 / device["multiprocessors"]
        slots = [tiles * (32 * degree + OF_A_TILE) / gigahertz / 1000 for degree in DEGREES]
        rows.append([f"{size} x {size}: slots", *slots, None])
        for gpu in MEASURED:
            times = measured(gpu)
            for warps in (8, 16):
                time = [times["transpose", "tile", size, degree, warps] / 1000 for degree in DEGREES]
                rows.append([f"  {gpu}, {64 // warps} tiles in a wave", *time,
                             (time[-1] - slots[-1]) / (tiles / (64 / warps))])
    return ["Transposes: microseconds by the conflict degree of the tile's columns. Slots: those of a multiprocessor's "
            "tiles, at",
            f"{gigahertz} GHz. The last column: what degree 32 takes above its slots, for each wave of tiles.", "",
            *table([":<30", *(f"{degree}:>8.1f" for degree in DEGREES), "a wave:>9.2f"], rows)]


RESULTS = dict  # nothing is kept between tables
TABLES = {"published": table_published, "rounds": table_rounds, "beside": table_beside, "transposes": table_transposes}
