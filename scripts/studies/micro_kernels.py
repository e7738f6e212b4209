# SPDX-License-Identifier: Apache-2.0
"""Bodies of a few instructions that all warps repeat: what they took in Vortex (data/whole-gpu/micro.csv), and what the
model of its stages says."""

import pathlib
import tempfile

from rv32_warps import Event
from studies.common import ROOT, grouped, rows_of
from studies.warp_traces import trace

LANES = 16
REPEATED = (8, 16)  # the difference of two runs is told, so that neither start nor end counts
OF_WARP = 512       # words


def words(warp, of_a_bank, row=0, column=0):
    """Word of each lane, such that so many lanes want one bank."""
    return {lane: warp * OF_WARP + row * LANES + column + lane % of_a_bank * LANES + lane // of_a_bank
            for lane in range(LANES)}


def body(name, warp, of_a_bank):
    """What a warp executes once, and how many instructions of it count."""
    def load(register, column=0):
        return Event("load", register, (24,), words(warp, of_a_bank, 0, column), LANES)

    def alu(target, *sources):
        return Event("alu", target, sources, None, LANES)
    match name:
        case "load":
            return [load(register) for register in (6, 7, 28, 29)], 4
        case "load apart":
            return [load(register, warp) for register in (6, 7, 28, 29)], 4
        case "columns":
            return [event for column in range(4) for event in (load(6, column), alu(7, 7, 6))], 4
        case "store":
            return [Event("store", 0, (24, 24), words(warp, of_a_bank), LANES)] * 4, 4
        case "load store":
            return [Event("load", 6, (19,), words(warp, 1), LANES),
                    Event("store", 0, (24, 6), words(warp, of_a_bank, LANES), LANES)], 1
        case "loop":
            return [load(6), alu(25, 25), alu(7, 7, 6), Event("branch", 0, (), None, LANES)], 1
        case "five rows":
            rows = [Event("load", register, (19,), words(warp, 1, row), LANES)
                    for row, register in enumerate((6, 7, 28, 29, 30))]
            sums = [alu(6, 6, 7), alu(28, 28, 29), alu(6, 6, 28), alu(6, 6, 30), alu(25, 25), alu(26, 26)]
            return [*rows, *sums, Event("store", 0, (19, 6), words(warp, 1, 16), LANES)], 1
        case "load other":
            return [load(6), alu(0)] * 8, 8
        case "four others":
            return [event for register in (6, 7, 28, 29) for event in (load(register), alu(0))] * 2, 8
        case "none":
            return [alu(0)] * 16, 16
        case "one bank":
            return [alu(6, 9, 9), alu(7, 18, 18)] * 8, 16
    raise ValueError(name)


def predicted(data, row):
    """Cycles an instruction that counts, of any warp. `data`: with replayed(path, unit)."""
    times = []
    with tempfile.TemporaryDirectory() as folder:
        for repeated in REPEATED:
            bodies = [body(row["body"], warp, row["lanes_of_a_bank"]) for warp in range(row["warps"])]
            path = pathlib.Path(folder) / "micro.trace"
            path.write_text(trace([events * repeated for events, _ in bodies], LANES, data.stages))
            times.append(data.replayed(path, row["unit"]))
    return (times[1] - times[0]) / ((REPEATED[1] - REPEATED[0]) * bodies[0][1] * row["warps"])


def table_stages(data):
    """How far the model is from all bodies, and the bodies that it misses."""
    rows = rows_of(ROOT / "data/whole-gpu/micro.csv")
    errors = [100 * (predicted(data, row) / row["cycles"] - 1) for row in rows]
    missed = grouped([(row["body"], error) for row, error in zip(rows, errors) if abs(error) > 10], lambda one: one[0])
    worst = {body: max((error for _, error in of), key=abs) for body, of in missed.items()}
    return [f"{len(rows)} loops of one body: mean error without sign {mean_of(errors):.1f} %, "
            f"{sum(abs(error) <= 10 for error in errors)} within 10 %; the largest of the others:",
            "  " + ", ".join(f"{body} {error:+.0f} %" for body, error in worst.items())]


def mean_of(errors):
    return sum(map(abs, errors)) / len(errors)
