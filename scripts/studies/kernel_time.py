# SPDX-License-Identifier: Apache-2.0
"""Time of kernels that compute between their accesses, beside their slots (docs/spec/issue.md)."""

from studies.common import DMM, PLAIN, SHIFTED, geometric_mean, grouped, mean, read

HASHED = "ipoly"
COLUMNS = {"SDMM s=4": ("batch s=4", PLAIN), "RSDMM s=4": ("batch s=4", SHIFTED), "stream": ("stream D=4", PLAIN),
           "hashed": ("stream D=4", HASHED), "random": ("stream D=4", SHIFTED)}


class KernelTime:
    """The points by kernel, unit and instructions of an access."""

    def __init__(self):
        rows = read("kernel-time")
        self.kernels = list(dict.fromkeys(row["label"] for row in rows))
        self.instructions = sorted({row["instructions"] for row in rows})
        self.runs = grouped(rows, lambda row: (row["label"], row["unit"], row["instructions"]))

    def ratio(self, kernel, machine, instructions, column):
        return (mean(self.runs[kernel, machine, instructions], column)
                / mean(self.runs[kernel, DMM, instructions], column))

    def bound(self, kernel, instructions):
        """The share of time in which the DMM's warps are at the shared memory."""
        return mean(self.runs[kernel, DMM, instructions], "warps_shared")


def table_time(found):
    few, many = found.instructions[0], found.instructions[-1]
    groups = [("slots", few, "slots")] + [(f"time, {count} an access", count, "time_units")
                                        for count in (few, many)]
    widths = [6, 6, 8, 8, 8]
    heads = ["SDMM", "RSDMM", "stream", "hashed", "random"]
    one = "".join(f"{head:>{width}}" for head, width in zip(heads, widths))
    shares = "".join(f"{count:>5}" for count in found.instructions)
    lines = ["Slots and time relative to the DMM's, by the instructions of an access; w = 32, l = 29, 4 sub-cores, 2 blocks.",
             f"At memory: share of their time, in percent, that the DMM's warps are at the shared memory, with {few} to {many}",
             "instructions. SDMM and RSDMM pack 4 warps; stream, hashed (ipoly), random: streaming RPU of depth 4.", "",
             f"{'':<24}{'at memory':^{len(shares)}}" + "".join(f"{title:^{sum(widths)}}" for title, *_ in groups),
             f"{'kernel':<24}{shares}" + one * len(groups)]
    for kernel in found.kernels:
        cells = [f"{found.ratio(kernel, machine, count, column):>{width}.2f}"
                 for _, count, column in groups for machine, width in zip(COLUMNS.values(), widths)]
        bound = "".join(f"{100 * found.bound(kernel, count):>5.0f}" for count in found.instructions)
        lines.append(f"{kernel:<24}{bound}" + "".join(cells))
    means = [f"{geometric_mean([found.ratio(kernel, machine, count, column) for kernel in found.kernels]):>{width}.2f}"
             for _, count, column in groups for machine, width in zip(COLUMNS.values(), widths)]
    return lines + [f"{'geometric mean':<24}{'':<{len(shares)}}" + "".join(means)]


RESULTS = KernelTime
TABLES = {"time": table_time}
