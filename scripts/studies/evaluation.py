# SPDX-License-Identifier: Apache-2.0
"""The papers' workloads on every machine, by every engine."""

from studies.algorithms import machine_of, times_of
from studies.common import disagreeing, grouped, read, table


def table_times(rows):
    workloads = grouped(rows, lambda row: row["workload"])
    heads = [f"{machine_of(row)}:>12" for row in next(iter(workloads.values()))]
    return ["time units, w=32, l=7, p=1280, n=25600, rounds schedule",
            *table(["workload:<20", *heads], [[workload, *times_of(of)] for workload, of in workloads.items()]),
            "RTL and reference model agree in every number; = the closed form says the same.",
            f"{len(rows)} runs, {disagreeing(rows)} disagree; {sum(row['words_checked'] for row in rows)} words of "
            "memory checked after the runs."]


def RESULTS():
    return read("evaluation")


TABLES = {"times": table_times}
