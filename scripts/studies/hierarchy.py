# SPDX-License-Identifier: Apache-2.0
"""When the shared memories of a hierarchical machine matter, and when its global memory hides them."""

from studies.common import read, table

# A shared memory and how tiles lie in it: the options of the point that differ from the machine's defaults.
TRANSPOSES = {
    "dmm, naive tile": {"shared": "dmm", "workload": "hmm-transpose-naive"},
    "dmm, padded tile": {"shared": "dmm", "workload": "hmm-transpose-padded"},
    "rsdmm s=4, naive": {"shared": "rsdmm", "workload": "hmm-transpose-naive", "super-warp": 4},
    "rsdmm s=1, padded": {"shared": "rsdmm", "workload": "hmm-transpose-padded"},
}


def table_transposes(_):
    rows = read("hierarchy-transposes")
    several = list(dict.fromkeys(row["multiprocessors"] for row in rows))

    def figures(options):
        expected = {"super-warp": "", **options}
        found = [row for row in rows if all(row[option] == value for option, value in expected.items())]
        return [f"{row['time_units']:>8}{row['shared_alone'] / row['time_units'] * 100:>5.0f} %" for row in found]

    return table(["multiprocessors:<28", *(f"{d}:>15" for d in several)],
                 [[name, *figures(options)] for name, options in TRANSPOSES.items()])


def table_sums(_):
    found = {}
    for row in read("hierarchy-sums"):
        name = f"hmm, d = {row['multiprocessors']}" if row["multiprocessors"] else row["machine"]
        found.setdefault(name, {})[row["latency"]] = row["time_units"]
    return table(["latency l of the global memory:<32", *(f"{latency}:>8" for latency in next(iter(found.values())))],
                 [[name, *times.values()] for name, times in found.items()])


RESULTS = dict
TABLES = {"transposes": table_transposes, "sums": table_sums}
