# SPDX-License-Identifier: Apache-2.0
"""When packing and mappings help and when they hurt: slots of one block of kernels on every machine and mapping."""

from studies.common import DMM, PLAIN, SAME, SHIFTED, geometric_mean, read, table, title


class Kernels:
    """Slots under all keys by kernel and machine."""

    def __init__(self):
        rows = read("kernels")
        self.counts = {(row["label"], row["unit"]): row for row in rows}
        self.labels = sorted(dict.fromkeys(row["label"] for row in rows), key=lambda label: -self.per_access(label))

    def dmm_slots(self, label):
        return self.counts[label, DMM]["rekeyed_slots"]

    def per_access(self, label):
        return self.dmm_slots(label) / self.counts[label, DMM]["dispatches"]

    def ratio(self, label, machine):
        return self.counts[label, machine]["rekeyed_slots"] / self.dmm_slots(label)

    def groups(self):
        """Columns of the picture: title, then head and machine of each column."""
        machines = list(dict.fromkeys(machine for _, machine in self.counts))
        packings = sorted((form for form, mapping in machines if mapping == PLAIN),
                          key=lambda form: int(form.partition("=")[2] or 1))
        others = [mapping for form, mapping in machines if form == "dmm" and mapping not in (PLAIN, SHIFTED)]
        heads = {form: form.removeprefix("batch ") if form != "dmm" else "s=1" for form in packings}
        return [("SDMM", [(heads[form], (form, PLAIN)) for form in packings if form != "dmm"]),
                ("RSDMM", [(heads[form], (form, SHIFTED)) for form in packings]),
                ("DMM with another mapping", [(mapping, ("dmm", mapping)) for mapping in others])]


def table_means(found):
    def row(machine):
        ratios = [(found.ratio(label, machine), label) for label in found.labels]
        worst = max(ratios)
        return [title(machine), geometric_mean([value for value, _ in ratios]),
                sum(value < 1 - SAME for value, _ in ratios), sum(value > 1 + SAME for value, _ in ratios),
                f"   {worst[0]:.2f} {worst[1]}" if worst[0] > 1 + SAME else "   -"]

    return table(["slots, times the DMM's, one block:<36", "mean:>6.2f", "fewer:>7", "more:>6", "   worst:<40"],
                 [row(machine) for _, group in found.groups() for head, machine in group if head != "s=8"])


RESULTS = Kernels
TABLES = {"means": table_means}
