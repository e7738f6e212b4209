# SPDX-License-Identifier: Apache-2.0
"""The papers' algorithms on the papers' machines, with closed forms and lower bounds."""

from studies.common import grouped, read


class Algorithms:
    """Rows of the table by workload, and the rows of the curves; `n` is the number of words."""

    def __init__(self):
        table, self.curves = read("algorithms"), read("algorithms-curves")
        for row in table + self.curves:
            row["n"] = row["size"] ** (2 if row["workload"].startswith("transpose") else 1)
        self.table = grouped(table, lambda row: row["workload"])
        self.runs = table + self.curves


def table_times(found):
    rows = next(iter(found.table.values()))
    heads = [row["machine"].upper() + (f" s={row['super-warp']}" if row["super-warp"] else "") for row in rows]
    lines = [f"Time units for n = {rows[0]['n']}: w = 16, l = 7, p = {rows[0]['threads']}, rounds schedule.", "",
             f"{'':<30}" + "".join(f"{head:>10}" for head in heads) + f"{'PRAM':>7}{'BPRAM':>8}"
             f"{'n/w':>6}{'nl/p':>6}{'l log n':>9}"]
    for workload, rows in found.table.items():
        marks = ["=" if row["closed"] != "" else " " for row in rows]
        first = rows[0]
        lines.append(f"{workload:<30}" + "".join(f"{row['time_units']:>9}{mark}" for row, mark in zip(rows, marks)) +
                     f"{first['pram']:>7}{first['bpram']:>8}{first['bound_bandwidth']:>6}{first['bound_latency']:>6}"
                     f"{first['bound_reduction'] or '-':>9}")
    disagree = sum(row["agree"] != "true" for row in found.runs)
    return lines + ["", "= the closed form says the same. PRAM: rounds; BPRAM: the slots of a machine without banks or "
                        "rows;",
                    "n/w, nl/p, l log n: no algorithm is faster. RSDMM: one draw of its shifts. Permutations are "
                    "random.",
                    f"{len(found.runs)} runs, those of the picture too, {len(found.runs)} of them on the RTL: "
                    f"{disagree} disagree."]


RESULTS = Algorithms
TABLES = {"times": table_times}
