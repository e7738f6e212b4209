# SPDX-License-Identifier: Apache-2.0
"""When the shared memories of a hierarchical machine matter, and when its global memory hides them."""

from studies.common import read, table

# A shared memory and how tiles lie in it: the options of the point that differ from the machine's defaults.
TRANSPOSES = {
    "dmm, naive tile": {"shared": "dmm", "workload": "hmm-transpose-naive"},
    "dmm, padded tile": {"shared": "dmm", "workload": "hmm-transpose-padded"},
    "dmm, diagonal tile": {"shared": "dmm", "workload": "hmm-transpose-diagonal"},
    "dmm, naive, xor-swizzle": {"shared": "dmm", "workload": "hmm-transpose-naive", "mapping": "xor-swizzle"},
    "sdmm s=4, naive": {"shared": "sdmm", "workload": "hmm-transpose-naive", "super-warp": 4},
    "rsdmm s=1, naive": {"shared": "rsdmm", "workload": "hmm-transpose-naive"},
    "rsdmm s=4, naive": {"shared": "rsdmm", "workload": "hmm-transpose-naive", "super-warp": 4},
    "stream D=8, naive": {"shared": "sdmm", "workload": "hmm-transpose-naive", "rpu": "stream"},
    "stream D=8, naive, shifts": {"shared": "rsdmm", "workload": "hmm-transpose-naive", "rpu": "stream"},
    "rsdmm s=1, padded": {"shared": "rsdmm", "workload": "hmm-transpose-padded"},
    "stream D=8, padded, shifts": {"shared": "rsdmm", "workload": "hmm-transpose-padded", "rpu": "stream"},
}


def table_transposes(_):
    rows = read("hierarchy-transposes")
    several = list(dict.fromkeys(row["multiprocessors"] for row in rows))
    lines = []
    for latency in dict.fromkeys(row["shared-latency"] for row in rows):
        def figures(options, latency=latency):
            expected = {"mapping": "", "super-warp": "", "rpu": "", "shared-latency": latency, **options}
            found = [row for row in rows if all(row[option] == value for option, value in expected.items())]
            return [f"{row['time_units']:>8}{row['shared_alone'] / row['time_units'] * 100:>5.0f}%" for row in found]

        lines += ["", f"Transpose of 256 x 256, w = 32, l = 100, l' = {latency}, 1024 threads a multiprocessor:",
                  "time units, and the share of them that is the shared memories' alone",
                  *table([":<28", *(f"d = {d}:>14" for d in several)],
                         [[name, *figures(options)] for name, options in TRANSPOSES.items()])]
    return lines[1:]


def sums():
    """Time by the name of the machine and the latency of its (global) memory."""
    found = {}
    for row in read("hierarchy-sums"):
        name = f"hmm, d = {row['multiprocessors']}" if row["multiprocessors"] else row["machine"]
        found.setdefault(name, {})[row["latency"]] = row["time_units"]
    return found


def table_sums(_):
    found = sums()
    return ["Sum of 4096 numbers, 4096 threads, w = 32: time units by the latency l",
            *table([":<28", *(f"{latency}:>8" for latency in next(iter(found.values())))],
                   [[name, *times.values()] for name, times in found.items()])]


RESULTS = dict
TABLES = {"transposes": table_transposes, "sums": table_sums}
