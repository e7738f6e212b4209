# SPDX-License-Identifier: Apache-2.0
"""Time of kernels that compute between their accesses, beside their slots (docs/spec/issue.md)."""

import csv
import re

from studies.common import DMM, PLAIN, ROOT, SHIFTED, geometric_mean, grouped, mean, read, table

HASHED = "ipoly"
COLUMNS = {"SDMM:>6.2f": ("batch s=4", PLAIN), "RSDMM:>6.2f": ("batch s=4", SHIFTED),
           "stream:>8.2f": ("stream D=4", PLAIN), "hashed:>8.2f": ("stream D=4", HASHED),
           "random:>8.2f": ("stream D=4", SHIFTED)}
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
        self.kernels = list(dict.fromkeys(row["label"] for row in rows))
        self.instructions = sorted({row["instructions"] for row in rows})
        self.runs = grouped(rows, lambda row: (row["label"], row["unit"], row["instructions"]))
        self.measured = grouped(read("kernel-time-measured", file=measured_space()),
                                lambda row: (row["label"], row["unit"]))


def ratios(runs, kernel, column, *instructions):
    """The machines' means over the DMM's."""
    dmm = mean(runs[kernel, DMM, *instructions], column)
    return [mean(runs[kernel, machine, *instructions], column) / dmm for machine in COLUMNS.values()]


def means(found, runs, column, *instructions):
    return map(geometric_mean, zip(*(ratios(runs, kernel, column, *instructions) for kernel in found.kernels)))


def table_means(found):
    return table(["geometric means over 16 kernels, times the DMM's:<52", *COLUMNS], [
        ["slots", *means(found, found.runs, "slots", found.instructions[0])],
        *[[f"time, instructions for an access: {count}", *means(found, found.runs, "time_units", count)]
          for count in found.instructions],
        ["time, instructions for an access: those of an H100", *means(found, found.measured, "time_units")]])


def table_measured(found):
    """Kernel by kernel, with the instructions that an H100 executed."""
    runs = found.measured
    kernels = sorted(found.kernels, key=lambda kernel: -busy(runs[kernel, DMM]))
    return table(["time, times the DMM's:<24", "instructions:>13", "busy:>6.0f %", *COLUMNS],
                 [[kernel, runs[kernel, DMM][0]["instructions"], busy(runs[kernel, DMM]),
                   *ratios(runs, kernel, "time_units")] for kernel in kernels])


RESULTS = KernelTime
TABLES = {"means": table_means, "measured": table_measured}
