# SPDX-License-Identifier: Apache-2.0
"""Time of kernels that compute between their accesses, beside their slots (docs/spec/issue.md)."""

import csv
import re

from studies.common import DMM, PLAIN, ROOT, SHIFTED, geometric_mean, grouped, mean, read

HASHED = "ipoly"
COLUMNS = {"SDMM s=4": ("batch s=4", PLAIN), "RSDMM s=4": ("batch s=4", SHIFTED), "stream": ("stream D=4", PLAIN),
           "hashed": ("stream D=4", HASHED), "random": ("stream D=4", SHIFTED)}
# The launch in data/ncu/h100 that does what a kernel does (tools/kernels/tests/record/formulas_test.cpp).
LAUNCHES = {"transpose-tile": ("transpose", 0), "transpose-tile-padded": ("transpose", 1),
            "reduction-interleaved": ("reduction", 1),
            "reduction-sequential": ("reduction", 2), "scan-blelloch": ("scan", 0), "scan-blelloch-padded": ("scan", 1),
            "bitonic-sort": ("bitonic_sort", 0), "matrix-product": ("matrix_product", 0), "lud-perimeter": ("lud", 0),
            "needleman-wunsch": ("needleman_wunsch", 0), "hotspot": ("stencil", 1), "stencil": ("stencil", 0),
            "convolution-columns": ("convolution", 0), "fft": ("fft", 0), "histogram": ("histogram", 1)}
SHARED = ["smsp__sass_inst_executed_op_shared_ld.sum", "smsp__sass_inst_executed_op_shared_st.sum",
          "smsp__inst_executed_op_shared_atom.sum"]


def measured_instructions(kernel):
    """Instructions that an H100 executed for an access to shared memory, a mean over the launch."""
    program, launch = LAUNCHES[kernel]
    with open(ROOT / f"data/ncu/h100/{program}.raw.csv", encoding="utf-8") as file:
        row = next(row for row in csv.DictReader(file) if row["ID"] == str(launch))
    accesses = sum(float(row[name].replace(",", "")) for name in SHARED)
    return max(1, round(float(row["smsp__inst_executed.sum"].replace(",", "")) / accesses))


def measured_space():
    """The space kernel-time with the measured instructions of each kernel."""
    text = (ROOT / "studies/kernel-time.toml").read_text(encoding="utf-8")
    text = re.sub(r"^instructions = .*\n", "", text, flags=re.MULTILINE)
    text = re.sub(r'workload = "kernel-([^"]*)", size = \d+',
                  lambda found: f"{found[0]}, instructions = {measured_instructions(found[1])}", text)
    file = ROOT / "out/studies/kernel-time-measured.toml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


def busy(runs):
    """The share of time, in percent, in which the memory serves a slot."""
    return 100 * mean(runs, "slots") / mean(runs, "time_units")


class KernelTime:
    """The points by kernel, unit and instructions of an access."""

    def __init__(self):
        rows = read("kernel-time")
        self.measured = read("kernel-time-measured", file=measured_space())
        self.kernels = list(dict.fromkeys(row["label"] for row in rows))
        self.instructions = sorted({row["instructions"] for row in rows})
        self.runs = grouped(rows, lambda row: (row["label"], row["unit"], row["instructions"]))

    def ratio(self, kernel, machine, instructions, column):
        return (mean(self.runs[kernel, machine, instructions], column)
                / mean(self.runs[kernel, DMM, instructions], column))

    def busy(self, kernel, instructions):
        return busy(self.runs[kernel, DMM, instructions])


def table_time(found):
    few, many = found.instructions[0], found.instructions[-1]
    groups = [("slots", few, "slots")] + [(f"time, {count} an access", count, "time_units")
                                        for count in (few, many)]
    widths = [6, 6, 8, 8, 8]
    heads = ["SDMM", "RSDMM", "stream", "hashed", "random"]
    one = "".join(f"{head:>{width}}" for head, width in zip(heads, widths))
    shares = "".join(f"{count:>5}" for count in found.instructions)
    lines = ["Slots and time relative to the DMM's, by the instructions of an access; w = 32, l = 29, 4 sub-cores, "
             "2 blocks.",
             f"Busy: share of time, in percent, in which the DMM's memory has a slot, with {few} to {many} "
             "instructions.",
             "SDMM and RSDMM pack 4 warps; stream, hashed (ipoly), random: streaming RPU of depth 4.", "",
             f"{'':<24}{'busy':^{len(shares)}}" + "".join(f"{title:^{sum(widths)}}" for title, *_ in groups),
             f"{'kernel':<24}{shares}" + one * len(groups)]
    for kernel in found.kernels:
        cells = [f"{found.ratio(kernel, machine, count, column):>{width}.2f}"
                 for _, count, column in groups for machine, width in zip(COLUMNS.values(), widths)]
        shares = "".join(f"{found.busy(kernel, count):>5.0f}" for count in found.instructions)
        lines.append(f"{kernel:<24}{shares}" + "".join(cells))
    means = [f"{geometric_mean([found.ratio(kernel, machine, count, column) for kernel in found.kernels]):>{width}.2f}"
             for _, count, column in groups for machine, width in zip(COLUMNS.values(), widths)]
    return lines + [f"{'geometric mean':<24}{'':<{len(shares)}}" + "".join(means)]


def table_measured(found):
    """The same with the instructions that an H100 executed."""
    runs = grouped(found.measured, lambda row: (row["label"], row["unit"]))
    widths = [6, 6, 8, 8, 8]
    heads = "".join(f"{head:>{width}}" for head, width in zip(["SDMM", "RSDMM", "stream", "hashed", "random"], widths))

    def ratio(kernel, machine):
        return mean(runs[kernel, machine], "time_units") / mean(runs[kernel, DMM], "time_units")

    lines = ["Time relative to the DMM's, with the instructions for an access that an H100 executed (data/ncu/h100).",
             "Busy: share of time, in percent, in which the DMM's memory has a slot.", "",
             f"{'kernel':<24}{'instructions':>13}{'busy':>6}{heads}"]
    kernels = sorted(found.kernels, key=lambda kernel: -busy(runs[kernel, DMM]))
    for kernel in kernels:
        dmm = runs[kernel, DMM]
        lines.append(f"{kernel:<24}{dmm[0]['instructions']:>13}{busy(dmm):>6.0f}"
                     + "".join(f"{ratio(kernel, machine):>{width}.2f}" for machine,
                               width in zip(COLUMNS.values(), widths)))
    return lines + [f"{'geometric mean':<43}"
                    + "".join(f"{geometric_mean([ratio(kernel, machine) for kernel in kernels]):>{width}.2f}"
                                                      for machine, width in zip(COLUMNS.values(), widths))]


RESULTS = KernelTime
TABLES = {"time": table_time, "measured": table_measured}
