# SPDX-License-Identifier: Apache-2.0
"""When the proposals help and when they hurt: slots and time of real kernels on every machine and mapping."""

from studies.common import DMM, PLAIN, SHIFTED, disagreeing, grouped, mean, ratio_table, read, summary, table, title

CI95 = 1.959963984540054  # standard errors
TIMED = [("batch s=4", PLAIN), ("batch s=5", SHIFTED)]


class Kernels:
    """Slots under all keys, and times, by kernel and machine."""

    def __init__(self):
        rows = read("kernels")
        self.runs = grouped([row for row in rows if not row["rekeyings"]], lambda row: (row["label"], row["unit"]))
        self.counts = {(row["label"], row["unit"]): row for row in rows if row["rekeyings"]}
        self.labels = sorted(dict.fromkeys(row["label"] for row in rows), key=lambda label: -self.per_access(label))

    def dmm_slots(self, label):
        return self.counts[label, DMM]["rekeyed_slots"]

    def per_access(self, label):
        return self.dmm_slots(label) / self.counts[label, DMM]["dispatches"]

    def ratio(self, label, machine):
        return self.counts[label, machine]["rekeyed_slots"] / self.dmm_slots(label)

    def time(self, label, machine):
        return mean(self.runs[label, machine], "time_units")

    def groups(self):
        """Columns of the tables: title, then head and machine of each column."""
        machines = list(dict.fromkeys(machine for _, machine in self.counts))
        packings = [form for form, mapping in machines if mapping == PLAIN]
        others = [mapping for form, mapping in machines if form == "dmm" and mapping != PLAIN]
        packings.sort(key=lambda form: int(form.partition("=")[2] or 1))
        heads = [form.removeprefix("batch ") if form != "dmm" else "s=1" for form in packings]
        return [("SDMM", [(head, (form, PLAIN)) for head, form in zip(heads, packings) if form != "dmm"]),
                ("RSDMM", [(head, (form, SHIFTED)) for head, form in zip(heads, packings)]),
                ("DMM with another mapping", [(mapping, ("dmm", mapping)) for mapping in others]),
                ("SDMM s=5 with another mapping", [(mapping, ("batch s=5", mapping)) for mapping in others])]


def table_slots(found):
    groups = found.groups()
    lines = ["Pipeline slots of one block relative to the DMM's, w = 32; below 1 is faster.",
             "Column DMM: its slots for one access of one warp; 1 is free of conflicts."]
    for part in (groups[:2], groups[2:3], groups[3:]):
        lines += ["", *ratio_table(found.labels, part, lambda label: f"{found.per_access(label):.2f}", found.ratio)]
    return lines


def table_summary(found):
    return ["All kernels together: geometric mean; faster and slower by more than half a percent.", "",
            *summary(found.labels, [machine for _, group in found.groups() for _, machine in group], found.ratio)]


def table_time(found):
    def row(label):
        dmm = found.time(label, DMM)
        return [label, found.counts[label, DMM]["super_warps"], dmm,
                *(figure for machine in TIMED
                  for figure in (found.time(label, machine) / dmm, found.ratio(label, machine)))]

    widest = max(CI95 * row["rekeyed_slots_error"] / found.dmm_slots(label) for (label, _), row in found.counts.items())
    on_rtl = [row for runs in found.runs.values() for row in runs if row["engine"]]
    return ["Time units of one block that has the machine to itself, and slots again; relative to the DMM.",
            "Asynchronous schedule, l = 29, barriers as in the kernel.", "",
            *table(["kernel:<24", "warps:>7", "time:>10.0f", *["time:>10.2f", "slots:>8.2f"] * len(TIMED)],
                   map(row, found.labels), [":<31", "DMM:>10", *(f"{title(machine)}:>18" for machine in TIMED)]), "",
            f"Random mappings: means of {found.counts[found.labels[0], DMM]['rekeyings']} re-keyings by model; "
            f"95 % intervals up to +-{widest:.3f}.",
            f"Times under random shifts: means of {max(map(len, found.runs.values()))} keys (histogram: 1).",
            f"The first key ran on the RTL too: {len(on_rtl)} runs, {disagreeing(on_rtl)} disagree with the model."]


RESULTS = Kernels
TABLES = {"slots": table_slots, "summary": table_summary, "time": table_time}
