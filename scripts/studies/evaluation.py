# SPDX-License-Identifier: Apache-2.0
"""The papers' workloads on every machine, by every engine."""

from studies.common import grouped, read


def table_times(rows):
    workloads = grouped(rows, lambda row: row["workload"])
    heads = [row["machine"] + (f" s={row['super-warp']}" if row["super-warp"] else "")
             for row in next(iter(workloads.values()))]
    lines = ["time units, w=32, l=7, p=1280, n=25600, rounds schedule",
             f"{'workload':<20}" + "".join(f"{head:>12}" for head in heads)]
    lines += [f"{workload:<20}" + "".join(f"{row['time_units']:>11}{'=' if row['closed'] != '' else ' '}" for row in of)
              for workload, of in workloads.items()]
    disagree = sum(row["agree"] != "true" for row in rows)
    return lines + ["RTL and reference model agree in every number; = the closed form says the same.",
                    f"{len(rows)} runs, {disagree} disagree; {sum(row['words_checked'] for row in rows)} words of "
                    "memory checked after the runs."]


def RESULTS():
    return read("evaluation")


TABLES = {"times": table_times}
