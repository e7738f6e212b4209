# SPDX-License-Identifier: Apache-2.0
"""The papers' algorithms on the papers' machines, with closed forms and lower bounds."""

from studies.common import disagreeing, grouped, read, table


def machine_of(row):
    return row["machine"] + (f" s={row['super-warp']}" if row["super-warp"] else "")


def times_of(rows):
    """Time units; = the closed form says the same."""
    return [f"{row['time_units']}{' ' if row['closed'] == '' else '='}" for row in rows]


class Algorithms:
    """Rows of the table by workload; `n` is the number of words."""

    def __init__(self):
        self.runs = read("algorithms")
        for row in self.runs:
            row["n"] = row["size"] ** (2 if row["workload"].startswith("transpose") else 1)
        self.table = grouped(self.runs, lambda row: row["workload"])


def table_times(found):
    rows = next(iter(found.table.values()))
    columns = ["time units:<30", *(f"{machine_of(row).replace(row['machine'], row['machine'].upper())}:>10"
                                   for row in rows), "n/w:>6", "nl/p:>6", "l log n:>9"]
    return [*table(columns, [[workload, *times_of(of), of[0]["bound_bandwidth"], of[0]["bound_latency"],
                              of[0]["bound_reduction"] or "-"] for workload, of in found.table.items()]),
            f"{len(found.runs)} runs on the RTL and the model: {disagreeing(found.runs)} disagree."]


RESULTS = Algorithms
TABLES = {"times": table_times}
