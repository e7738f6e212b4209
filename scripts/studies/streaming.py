# SPDX-License-Identifier: Apache-2.0
"""The gain of the streaming RPU over batches, and the effect of several resident blocks."""

from studies.common import (DMM, PLAIN, SAME, SHIFTED, disagreeing, geometric_mean, grouped, mean, ratio_table, read,
                            summary, table, title)

BLOCKS, RESIDENT = [1, 2, 4, 8, 16], 8  # RESIDENT where a table has one number of blocks
WIDTHS, WIDTH, LATENCY = [8, 16, 32, 64], 32, 29
BATCHES, SHIFTED_BATCHES, RANDOM_BATCHES = [4, 8], [1, 4, 8], [4, 8, 16]
DEPTHS, DEPTH = [2, 4, 8, 16], 8
PASSES, ALL_PASSES = 3, [1, 2, 3]
# Machines that hold as many requests as each other, and the heads of their columns.
COMPARED = {("batch s=8", PLAIN): "SDMM s=8", ("batch s=8", SHIFTED): "RSDMM s=8",
            ("stream D=8", PLAIN): "streaming D=8", ("stream D=8", SHIFTED): "the same, shifts"}


def batch(size, mapping=PLAIN):
    return (f"batch s={size}" if size > 1 else "dmm"), mapping


def stream(depth, mapping=PLAIN):
    return f"stream D={depth}", mapping


CROSSBARS = [(f"crossbar D={DEPTH}", PLAIN), (f"crossbar D={DEPTH}", SHIFTED)]
COLUMNS = [("SDMM", [(f"s={s}", batch(s)) for s in BATCHES]),
           ("RSDMM", [(f"s={s}", batch(s, SHIFTED)) for s in SHIFTED_BATCHES]),
           ("streaming", [(f"D={depth}", stream(depth)) for depth in DEPTHS]),
           ("streaming, random shifts", [(f"D={depth}", stream(depth, SHIFTED)) for depth in DEPTHS])]
ALL = [machine for _, group in COLUMNS for _, machine in group] + CROSSBARS


class Streaming:
    """Runs of programs by latency, blocks, machine and program, random reads by width, form, passes and priority."""

    def __init__(self):
        rows, random = read("streaming"), read("streaming-random")
        self.on_rtl = [row for row in rows + random if row["engine"]]
        self.runs = grouped([row for row in rows if not row["engine"]],
                            lambda row: (row["latency"], row["blocks"], row["unit"], row["label"]))
        self.random = grouped([row for row in random if not row["engine"]], lambda row: (
            row["width"], row["unit"][0], row["passes"] or PASSES, row["priority"] or "fullest"))
        kernels = {row["label"]: row["kernel"] for row in rows}
        self.programs = sorted(kernels, key=lambda label: (not kernels[label], -self.per_access(label)))
        self.kernels = [label for label in self.programs if kernels[label]]
        self.mappings = list(dict.fromkeys(row["unit"][1] for row in rows if row["unit"][1] not in (PLAIN, SHIFTED)))

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

    def rate(self, width, form, passes=PASSES, priority="fullest"):
        rates = [row["requests"] / row["time_units"] for row in self.random[width, form, passes, priority]]
        return sum(sorted(rates)) / len(rates)

    def dmm(self, label):
        return f"{self.per_access(label):.2f}"


# Tables.

def worst(found, machine, among, blocks=RESIDENT):
    value, label = max((found.slots(label, machine, blocks), label) for label in among)
    return value, f"{value:.2f}" + (f" {label}" if len(among) > 1 and value > 1 + SAME else "")


def table_aims(found):
    rows = []
    for depth, least in ((4, 20.5), (8, 26), (16, 28)):
        value = found.rate(WIDTH, f"stream D={depth}")
        rows.append([f"random reads, w = {WIDTH}, D={depth}: a time unit", f">= {least:.1f}", "", f"{value:.2f}",
                     "held" if value >= least else "not held", f"{found.rate(WIDTH, f'batch s={depth}'):.2f}", "-"])
    for mapping, what, among, most in (
            (SHIFTED, "random shifts, every kernel", found.kernels, 1.25),
            (SHIFTED, "random shifts, stencil", ["stencil"], 1.1),
            (SHIFTED, "random shifts, fft", ["fft"], 1.1),
            (SHIFTED, "random shifts, every program", found.programs, 1.25),
            (PLAIN, "without shifts, every kernel", found.kernels, 1.1),
            (PLAIN, "without shifts, every program", found.programs, 1.1)):
        value, text = worst(found, stream(DEPTH, mapping), among)
        rows.append([f"{what}: slots", f"<= {most:.2f}", "", text, "held" if value <= most else "not held",
                     worst(found, batch(DEPTH, mapping), among)[1],
                     worst(found, stream(DEPTH, mapping), among, BLOCKS[-1])[1]])
    return [f"What was aimed at; D={DEPTH}, K={PASSES}, {RESIDENT} blocks, slots relative to the DMM's.", "",
            *table([":<42", "aim:>8", ":<3", "measured:<28", ":<10", "batch, s=D:<28", f"{BLOCKS[-1]} blocks:<28"],
                   rows)]


def rates(found, groups):
    return table(["w:>3", "DMM:>9.2f", *(f"{head}:>8.2f" for _, group in groups for head, *_ in group)],
                 [[width, found.rate(width, "dmm"), *(found.rate(width, *which) for _, group in groups
                                                      for _, *which in group)] for width in WIDTHS],
                 [":<12", *(f"{heading}:^{8 * len(group)}" for heading, group in groups)])


def table_random(found):
    return ["Uniform random reads: requests in a time unit.", "", *rates(found, [
        ("SDMM", [(f"s={s}", f"batch s={s}") for s in RANDOM_BATCHES]),
        (f"streaming, K={PASSES}", [(f"D={depth}", f"stream D={depth}") for depth in DEPTHS]),
        ("the same, --priority turn", [(f"D={depth}", f"stream D={depth}", PASSES, "turn") for depth in DEPTHS])]),
        "", "The same on the streaming RPU by passes of the selection.", "",
        *table(["w:>3", *(f"K={passes}:>8.2f" for _ in DEPTHS for passes in ALL_PASSES)],
               [[width, *(found.rate(width, f"stream D={depth}", passes) for depth in DEPTHS for passes in ALL_PASSES)]
                for width in WIDTHS], [":<3", *(f"D={depth}:^24" for depth in DEPTHS)])]


def table_crossbar(found):
    groups = [(f"{heading}, D={DEPTH}", list(zip(("plain", "shifted"), machines))) for heading, machines in (
        ("crossbar", CROSSBARS), ("streaming", [stream(DEPTH), stream(DEPTH, SHIFTED)]))]
    return ["Uniform random reads on the crossbar: requests in a time unit.", "", *rates(found, [
        ("crossbar", [(f"D={depth}", f"crossbar D={depth}", PASSES, "round-robin") for depth in DEPTHS]),
        ("the same, --priority fixed", [(f"D={depth}", f"crossbar D={depth}", PASSES, "fixed") for depth in DEPTHS]),
        ("streaming", [(f"D={DEPTH}", f"stream D={DEPTH}")])]), "",
            f"Slots relative to the DMM's, {RESIDENT} resident blocks, w = {WIDTH}; below 1 is faster.", "",
            *ratio_table(found.programs, groups, found.dmm, found.slots), "",
            f"All {len(found.kernels)} kernels together, slots, {RESIDENT} blocks.", "",
            *summary(found.kernels, [machine for _, group in groups for _, machine in group], found.slots)]


def table_programs(found):
    return [f"Slots relative to the DMM's, {RESIDENT} resident blocks, w = {WIDTH}, l = {LATENCY}, asynchronous "
            "schedule; "
            "below 1 is faster.", "Column DMM: its slots for one access of one warp; 1 is free of conflicts.", "",
            *ratio_table(found.programs, COLUMNS, found.dmm, found.slots), "",
            f"Time units relative to the DMM's, {RESIDENT} resident blocks; column DMM as above.", "",
            *ratio_table(found.programs, COLUMNS, found.dmm, found.time)]


def table_summary(found):
    return [f"All {len(found.kernels)} kernels together, slots, {RESIDENT} blocks: geometric mean; faster and slower "
            "by more than half a percent.", "",
            *summary(found.kernels, [*ALL, *[stream(DEPTH, mapping) for mapping in found.mappings]], found.slots), "",
            f"The same in time units, {RESIDENT} blocks.", "", *summary(found.kernels, ALL, found.time)]


def table_means(found):
    """With and without the kernel that gains by merging whole warps."""
    groups = [("slots", found.slots, RESIDENT), ("time units", found.time, RESIDENT),
              ("time units", found.time, BLOCKS[-1])]
    rest = [kernel for kernel in found.kernels if kernel != "matrix-product"]
    return ["Geometric means over all kernels, and over all but matrix-product.", "",
            *table([":<30", *["all:>9.2f", "without:>11.2f", ":<4"] * len(groups)],
                   [[title(machine), *(figure for _, ratio, blocks in groups for figure in (
                       found.mean(ratio, machine, blocks),
                       geometric_mean([ratio(kernel, machine, blocks) for kernel in rest]), None))]
                    for machine in COMPARED],
                   [":<30", *(f"{what}, {blocks} blocks:^24" for what, _, blocks in groups)])]


def table_blocks(found):
    ends, shown = (BLOCKS[0], BLOCKS[-1]), (BLOCKS[0], RESIDENT, BLOCKS[-1])
    means = [[title(machine), *(found.mean(ratio, machine, blocks) for ratio in (found.slots, found.time)
                                for blocks in BLOCKS)] for machine in ALL]
    times = [[label, *(found.of("slots", label, DMM, blocks) / found.of("time_units", label, DMM, blocks)
                       for blocks in shown),
              *(cell for machine in COMPARED
                for cell in (None, *(found.time(label, machine, blocks) for blocks in ends)))]
             for label in found.programs]
    groups = [(heading, [(str(blocks), stream(DEPTH, mapping), blocks) for blocks in BLOCKS]) for heading, mapping in (
        (f"streaming D={DEPTH}, blocks", PLAIN), ("the same, random shifts", SHIFTED))]
    return ["Geometric means over the kernels by the number of resident blocks, relative to the DMM with as many.", "",
            *table(["blocks:<30", *(f"{blocks}:>7.2f" for blocks in BLOCKS * 2)], means,
                   [":<30", "slots:^35", "time units:^35"]), "",
            "Time units relative to the DMM's with one block and with many; DMM busy: the share of its time in which",
            "something enters the pipeline.", "",
            *table(["blocks:<24", *(f"{blocks}:>6.2f" for blocks in shown),
                    *[":<2", *(f"{blocks}:>8.2f" for blocks in ends)] * len(COMPARED)], times,
                   [":<24", "DMM busy:^18", ":<2", *(f"{head}:^18" for head in COMPARED.values())]), "",
            "Slots relative to the DMM's by the number of resident blocks.", "",
            *ratio_table(found.programs, groups, found.dmm, found.slots)]


def table_mappings(found):
    columns = [(mapping, stream(DEPTH, mapping)) for mapping in (PLAIN, SHIFTED, *found.mappings)]
    return [f"Slots of other mappings relative to the DMM's, {RESIDENT} blocks.", "",
            *ratio_table(found.programs, [(f"streaming D={DEPTH} with another mapping", columns)], found.dmm,
                         found.slots)]


def table_latency(found):
    names = {DMM: "DMM", **COMPARED}

    def figures(runs):
        return (mean(runs, "latency_median"), mean(runs, "latency_p99"), max(row["latency_max"] for row in runs), None)

    reads = found.random[WIDTH, "dmm", PASSES, "fullest"]
    return [f"Latency of a dispatch in time units, {RESIDENT} blocks; of the SDMM and RSDMM a dispatch has {DEPTH} "
            "warps;",
            f"of the streaming RPU none takes longer than D*w + l - 1, {DEPTH * WIDTH + LATENCY - 1}.", "",
            *table(["kernel:<24", *["median:>7.0f", "p99:>6.0f", "max:>6.0f", ":<1"] * len(names)],
                   [[label, *(figure for machine in names
                              for figure in figures(found.runs[LATENCY, RESIDENT, machine, label]))]
                    for label in found.programs], [":<24", *(f"{head}:^20" for head in names.values())]), "",
            f"Random reads: {reads[0]['size']} reads by {reads[0]['threads'] // WIDTH} warps, means of {len(reads)} "
            "seeds.",
            f"Random mappings and random data: means of {max(map(len, found.runs.values()))} seeds, of the largest "
            "latency the largest.",
            f"On the RTL, too: {len(found.on_rtl)} runs, {disagreeing(found.on_rtl)} disagree with the model."]


RESULTS = Streaming
TABLES = {"aims": table_aims, "random": table_random, "crossbar": table_crossbar, "programs": table_programs,
          "summary": table_summary, "means": table_means, "blocks": table_blocks, "mappings": table_mappings,
          "latency": table_latency}
