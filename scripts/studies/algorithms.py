# SPDX-License-Identifier: Apache-2.0
"""The papers' algorithms on the papers' machines, with closed forms and lower bounds."""

from studies.common import disagreeing, grouped, read, table


def machine_of(row):
    return row["machine"] + (f" s={row['super-warp']}" if row["super-warp"] else "")


def times_of(rows):
    """Time units; = the closed form says the same."""
    return [f"{row['time_units']}{' ' if row['closed'] == '' else '='}" for row in rows]


class Algorithms:
    """Rows of the table by workload, and the rows of the curves; `n` is the number of words."""

    def __init__(self):
        rows, self.curves = read("algorithms"), read("algorithms-curves")
        for row in rows + self.curves:
            row["n"] = row["size"] ** (2 if row["workload"].startswith("transpose") else 1)
        self.table = grouped(rows, lambda row: row["workload"])
        self.runs = rows + self.curves


def table_times(found):
    rows = next(iter(found.table.values()))
    columns = [":<30", *(f"{machine_of(row).replace(row['machine'], row['machine'].upper())}:>10" for row in rows),
               "PRAM:>7", "BPRAM:>8", "n/w:>6", "nl/p:>6", "l log n:>9"]
    bounds = ["pram", "bpram", "bound_bandwidth", "bound_latency"]
    return [f"Time units for n = {rows[0]['n']}: w = 16, l = 7, p = {rows[0]['threads']}, rounds schedule.", "",
            *table(columns, [[workload, *times_of(of), *(of[0][bound] for bound in bounds),
                              of[0]["bound_reduction"] or "-"] for workload, of in found.table.items()]), "",
            "= the closed form says the same. PRAM: rounds; BPRAM: the slots of a machine without banks or rows;",
            "n/w, nl/p, l log n: no algorithm is faster. RSDMM: one draw of its shifts. Permutations are random.",
            f"{len(found.runs)} runs, those of the picture too, {len(found.runs)} of them on the RTL: "
            f"{disagreeing(found.runs)} disagree."]


RESULTS = Algorithms
TABLES = {"times": table_times}
