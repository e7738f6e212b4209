# SPDX-License-Identifier: Apache-2.0
"""The gain of the streaming RPU over batches and FIFOs, and the effect of several resident blocks."""

from studies.common import DMM, PLAIN, SHIFTED, geometric_mean, grouped, mean, read, table

BLOCKS, RESIDENT = [1, 2, 4, 8, 16], 8  # RESIDENT where a table has one number of blocks
LATENCY, DEPTH, DEPTHS = 29, 8, [2, 4, 8, 16]
# Machines that hold as many requests as each other.
COMPARED = {("batch s=8", PLAIN): "SDMM s=8", ("batch s=8", SHIFTED): "RSDMM s=8",
            ("stream D=8", PLAIN): "streaming D=8", ("stream D=8", SHIFTED): "streaming D=8, shifts"}
BATCHES = [("batch s=4", PLAIN), ("batch s=4", SHIFTED)]
# Groups of columns: heading, form, with random shifts or not.
WINDOWS = [(name, f"{form} D={DEPTH}") for name, form in (
    ("streaming", "stream"), ("pipelined", "pipelined"), ("crossbar", "crossbar"))]


class Streaming:
    """Runs of kernels by latency, blocks, machine and kernel; random reads by form and passes."""

    def __init__(self):
        rows, random = read("streaming"), read("streaming-random")
        self.runs = grouped(rows, lambda row: (row["latency"], row["blocks"], row["unit"], row["label"]))
        self.random = grouped(random, lambda row: (row["unit"][0], row["passes"]))
        self.kernels = sorted(dict.fromkeys(row["label"] for row in rows), key=lambda label: -self.per_access(label))

    def per_access(self, label):
        runs = self.runs[LATENCY, RESIDENT, DMM, label]
        return mean(runs, "slots") / runs[0]["dispatches"]

    def of(self, column, label, machine, blocks, latency=LATENCY):
        return mean(self.runs[latency, blocks, machine, label], column)

    def slots(self, label, machine, blocks=RESIDENT):
        latency = 1 if "D=" in machine[0] else LATENCY
        return self.of("slots", label, machine, blocks, latency) / self.of("slots", label, DMM, blocks)

    def time(self, label, machine, blocks=RESIDENT):
        return self.of("time_units", label, machine, blocks) / self.of("time_units", label, DMM, blocks)

    def mean(self, ratio, machine, blocks=RESIDENT):
        return geometric_mean([ratio(kernel, machine, blocks) for kernel in self.kernels])

    def rate(self, form, passes=""):
        rates = [row["requests"] / row["time_units"] for row in self.random[form, passes]]
        return sum(sorted(rates)) / len(rates)


def table_kernels(found):
    columns = [(found.slots, machine) for machine in BATCHES]
    columns += [(found.slots, (form, mapping)) for _, form in WINDOWS for mapping in (PLAIN, SHIFTED)]
    columns += [(found.time, machine) for machine in (("batch s=4", SHIFTED), (WINDOWS[1][1], SHIFTED))]
    rows = [[label, found.per_access(label), *(ratio(label, machine) for ratio, machine in columns)]
            for label in found.kernels]
    means = ["geometric mean", None, *map(geometric_mean, list(zip(*rows))[2:])]
    return table(["kernel:<22", "DMM:>7.2f", "s=4:>6.2f", "s=4:>7.2f", *["plain:>7.2f", "shifts:>8.2f"] * len(WINDOWS),
                    "RSDMM:>9.2f", "pipelined:>11.2f"], [*rows, means],
                 [":<22", "slots:>7", "SDMM:>6", "RSDMM:>7", *(f"{name}:^15" for name, _ in WINDOWS),
                  "  time, shifts:^20"])


def table_random(found):
    forms = [("DMM", lambda _: ("dmm",)), ("SDMM, batches of s", lambda depth: (f"batch s={depth}",)),
             *((f"streaming, {passes} pass{'es' if passes > 1 else ''}",
                lambda depth, passes=passes: (f"stream D={depth}", passes)) for passes in (1, 3)),
             *((f"pipelined, {passes} passes", lambda depth, passes=passes: (f"pipelined D={depth}", passes))
               for passes in (2, 3)),
             ("crossbar", lambda depth: (f"crossbar D={depth}",))]
    return table(["uniform random reads a time unit, s or D:<42", *(f"{depth}:>8.2f" for depth in DEPTHS)],
                 [[name, *(found.rate(*of(depth)) for depth in DEPTHS)] for name, of in forms])


RESULTS = Streaming
TABLES = {"kernels": table_kernels, "random": table_random}
