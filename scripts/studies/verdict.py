# SPDX-License-Identifier: Apache-2.0
"""The verdict: what each machine gains on the DMM, over one set of kernels."""

import random
import statistics

from studies.common import SAME, SPREAD_KEPT, UM2_PER_MM2, geometric_mean, rows_of, runs_in, sram_macros, table
from studies.verdict_runs import (BLOCKS, CHOSEN, CONDITIONS, DMM, KERNELS, MACHINES, ON_RTL, PAIRS, PRICES, RUNS,
                                  again_chooser, again_pairs, again_prices, again_rtl, again_runs, keyed)

CONFLICTS = 1.05  # slots an access on the DMM from which a kernel has conflicts


def interval(values):
    """95 % of the means of kernels drawn with replacement, 2000 times."""
    draw = random.Random(1)
    means = sorted(geometric_mean(draw.choices(values, k=len(values))) for _ in range(2000))
    return means[50], means[-51]


class Verdict:
    """What each machine gains on the DMM, by kernel: above 1 is better."""

    def __init__(self, compute):
        if compute:
            again_runs()
            again_chooser()
            again_pairs()
            again_prices()
            again_rtl()
        self.kernels = {row["id"]: row for row in rows_of(KERNELS)}
        self.runs = {(row["kernel"], row["condition"], row["machine"]): row for row in rows_of(RUNS)}
        conflicts = {of for of, row in self.kernels.items() if row["slots"] >= CONFLICTS * row["accesses"]}
        self.groups = {"with conflicts": [of for of in self.kernels if of in conflicts],
                       "without": [of for of in self.kernels if of not in conflicts], "all": list(self.kernels)}
        self.prices = {row["machine"]: row for row in rows_of(PRICES)}

    def gains(self, machine, column="slots", condition="1 block", group="all"):
        return [self.runs[of, condition, DMM][column] / self.runs[of, condition, machine][column]
                for of in self.groups[group]]

    def losers(self, machine, column="slots", condition="1 block"):
        """Kernels that lose, the worst first: (gain, name)."""
        return sorted((gain, of) for gain, of in zip(self.gains(machine, column, condition), self.kernels)
                      if gain < 1 - SAME)


def spread(values):
    least, most = interval(values)
    return [geometric_mean(values), f"{least:.2f}-{most:.2f}"]


def table_slots(found):
    public = [at for at, row in enumerate(found.kernels.values()) if row["repository"] != "superwarp"]

    def row(machine):
        gains, losers = found.gains(machine), found.losers(machine)
        worst_key = [found.runs[of, "1 block", DMM]["slots"] / found.runs[of, "1 block", machine]["most"]
                     for of in found.kernels]
        return [machine, *(cell for group in found.groups for cell in spread(found.gains(machine, group=group))),
                geometric_mean([gains[at] for at in public]), geometric_mean(worst_key) if keyed(machine) else None,
                statistics.median(gains), len(losers), losers[0][0] if losers else None]

    return table(["times fewer slots:<29", *["mean:>6.2f", "95 %:>11"] * 3, "public:>8.2f", "key:>6.2f", "median:>8.2f",
                  "lose:>5", "worst:>6.2f"], [row(machine) for machine in MACHINES if machine != DMM],
                 [":<29", *(f"{group} ({len(of)}):^17" for group, of in found.groups.items())])


def table_kernels(found):
    shown = ["sdmm s=4", "rsdmm s=4, h3", "dmm, h3", "dmm, h3 in regions", "pipelined D=4, h3 in regions"]
    return table(["kernel:<42", "accesses:>9", "DMM:>7.2f", "SDMM:>8.2f", "RSDMM:>8.2f", "h3:>8.2f", "regions:>9.2f",
                  "pipelined:>11.2f"],
                 [[of, row["accesses"], row["slots"] / row["accesses"],
                   *(found.runs[of, "1 block", DMM]["slots"] / found.runs[of, "1 block", machine]["slots"]
                     for machine in shown)]
                  for group in ("with conflicts", "without") for of in found.groups[group]
                  for row in [found.kernels[of]]])


def table_losers(found):
    """Of the machines of the first page."""
    lines = []
    for machine in SHORT:
        losers = found.losers(machine)
        if losers:
            names = ", ".join(f"{name.split(': ')[-1]} {gain:.2f}" for gain, name in losers[:4])
            lines.append(f"{machine:<22}{len(losers):>3}: {names}{', ...' if len(losers) > 4 else ''}")
    return lines


def clock_of(found, machine):
    """ns of a cycle: the median of nine runs of the mapper on the unit's form, with what the unit adds to it in the
    first of them."""
    runs = [run["clock_ns"] for run in runs_in(SPREAD_KEPT)[32, MACHINES[machine][1]]]
    return found.prices[machine]["clock_ns"] * statistics.median(runs) / runs[0]


def table_price(found):
    """One clock policy: the unit's own clock, and that of the banks where they are slower."""
    macro = min(sram_macros("osu018"), key=lambda one: one["banks_mm2"])
    two_ports = min(sram_macros("osu018", "two_ports"), key=lambda one: one["banks_mm2"])
    own = {machine: clock_of(found, machine) for machine in found.prices}
    area = {machine: row["area_um2"] / UM2_PER_MM2 for machine, row in found.prices.items()}
    whole = {machine: area[machine] + (two_ports if machine == "two ports" else macro)["banks_mm2"] for machine in area}

    def faster(machine, condition, clock):
        times = found.gains(machine, "time_units", condition)
        return geometric_mean(times) * clock(DMM) / clock(machine)

    def row(machine):
        clocks_of = (lambda of: own[of], lambda of: max(own[of], macro["cycle_ns"]))
        cells = [cell for condition in CONDITIONS
                 for cell in (*(faster(machine, condition, clock) for clock in clocks_of),
                              len(found.losers(machine, "time_units", condition)))]
        return [machine, area[machine], area[machine] / area[DMM], whole[machine] / whole[DMM], own[machine], *cells]

    return table(["32 banks of 1024 words:<29", "mm2:>7.2f", "times:>7.2f", "banks:>7.2f", "ns:>7.2f",
                  *["own clock:>11.2f", f"{macro['cycle_ns']:.2f} ns:>9.2f", "lose:>6"] * len(CONDITIONS)],
                 [row(machine) for machine in MACHINES if machine in area],
                 [":<29", "area:^21", ":<7", *(f"times faster, {condition}:^26" for condition in CONDITIONS)])


# The same work with a cure in the program, beside it.
CURES = [("transpose: transpose<0>", "transpose: transpose<1>", "padded"),
         ("transpose: transpose<0>", "transpose_swizzle: swizzled", "swizzled"),
         ("scan: blelloch<false>", "scan: blelloch<true>", "padded"),
         ("reduction: reduce<2>", "reduction: reduce<3>", "other order"),
         ("pcc-transpose-smem", "pcc-transpose-smem-pad", "padded"),
         ("sgemm-2d-blocktiling", "sgemm-resolve-bank-conflicts", "other layout")]


def table_cures(found):
    def slots(kernel, machine):
        return found.runs[kernel, "1 block", machine]["slots"]

    shown = ["rsdmm s=4, h3", "dmm, h3 in regions", "pipelined D=4, h3 in regions"]
    return table(["times fewer slots than as written:<36", "cure:<14", "cured:>7.2f", "RSDMM:>8.2f", "regions:>9.2f",
                  "pipelined:>11.2f", "cured, RSDMM:>14.2f"],
                 [[naive, cure, slots(naive, DMM) / slots(cured, DMM),
                   *(slots(naive, DMM) / slots(naive, machine) for machine in shown),
                   slots(naive, DMM) / slots(cured, shown[0])]
                  for naive, cured, cure in CURES if naive in found.kernels and cured in found.kernels])


def table_rows(found):
    """What packing gives where a slot serves one row: the UMM."""
    gains = [found.runs[of, "1 block", "umm"]["slots"] / found.runs[of, "1 block", "summ s=4"]["slots"]
             for of in found.kernels]
    least, most = interval(gains)
    return [f"SUMM s=4 over UMM, times fewer slots: mean {geometric_mean(gains):.2f} ({least:.2f}-{most:.2f}), median "
            f"{statistics.median(gains):.2f}, largest {max(gains):.2f}, smallest {min(gains):.2f}"]


def table_rtl(_):
    rows = rows_of(ON_RTL)
    return [f"{sum(row['kernels'] for row in rows)} runs on the RTL of {len(rows)} machines, "
            f"{sum(row['differ'] for row in rows)} differ from the model in a time unit, a slot or a word"]


def table_chooser(_):
    """Regions that hardware chooses after each block, beside those of advise."""
    rows = rows_of(CHOSEN)
    gains = {how: [row["dmm"] / row[how] for row in rows] for how in ("advised", "chosen")}
    return table([f"dmm, h3 in regions, {len(rows)} kernels:<36", "mean:>6.2f", "95 %:>11", "lose:>6", "worst:>7.2f"],
                 [[name, *spread(gains[how]), sum(gain < 1 - SAME for gain in gains[how]), min(gains[how])]
                  for how, name in (("advised", "chosen by advise, a recording"),
                                    ("chosen", "chosen by the unit, after a block"))])


def table_pairs(_):
    """Regions from another input beside those from the input that is scored."""
    rows = rows_of(PAIRS)
    more, kernel = max((row["others_advice"] / row["own_advice"], row["kernel"]) for row in rows)
    equal = sum(abs(row["others_advice"] / row["own_advice"] - 1) < SAME for row in rows)
    gain, own = (geometric_mean([row["dmm"] / row[column] for row in rows])
                 for column in ("others_advice", "own_advice"))
    return [f"{len(rows)} pairs of inputs of {len({row['kernel'] for row in rows})} kernels, dmm, h3 in regions:",
            f"{equal} equal; worst {more:.3f} times the slots ({kernel})",
            f"times fewer slots than the DMM: {gain:.2f} with the other input's regions, {own:.2f} with its own"]


SHORT = ["rsdmm s=4, h3", "sdmm s=4", "dmm, h3", "dmm, h3 in regions", "pipelined D=4, h3 in regions", "two ports"]


def table_short(found):
    """Six rows for the first page."""
    area = {machine: row["area_um2"] for machine, row in found.prices.items()}

    def row(machine):
        losers = found.losers(machine)
        slots, time = (spread(found.gains(machine, column, condition))
                       for column, condition in (("slots", "1 block"), ("time_units", f"{BLOCKS} blocks")))
        slower = len(found.losers(machine, "time_units", f"{BLOCKS} blocks"))
        return [machine, *slots, len(losers), losers[0][0] if losers else None, *time, slower,
                area[machine] / area[DMM]]

    repositories = len({row["repository"] for row in found.kernels.values()} - {"superwarp"})
    return table([f"{len(found.kernels)} kernels, {repositories} repositories:<30",
                  "slots:>7.2f", "95 %:>11", "lose:>6", "worst:>7.2f",
                  "time:>8.2f", "95 %:>11", "lose:>6", "area:>7.2f"],
                 [row(machine) for machine in SHORT])


LABELS = {"dmm, h3": (8, -9), "dmm, h3 in regions": (6, 4), "sdmm s=4": (-6, -14), "rsdmm s=2, h3": (6, 6),
          "rsdmm s=4, h3": (-70, 8), "pipelined D=4": (-62, -13), "pipelined D=4, h3": (8, -3),
          "pipelined D=4, h3 in regions": (-60, 12), "crossbar D=4": (6, -4), "two ports": (6, -10)}


def plot(plt):
    """Gain against area, kernels with conflicts and without apart."""
    found = Verdict(False)
    figure, panels = plt.subplots(1, 2, figsize=(12, 5.2), sharey=True, gridspec_kw={
        "left": 0.06, "right": 0.985, "top": 0.8, "bottom": 0.12, "wspace": 0.05})
    figure.suptitle("A hash that is on where it helps loses nothing at the DMM's area; packing with shifts gains most, "
                    "at six times", fontsize=12)
    area = {machine: row["area_um2"] / found.prices[DMM]["area_um2"] for machine, row in found.prices.items()}
    for panel, group in zip(panels, ("with conflicts", "without")):
        for machine, place in LABELS.items():
            gains = found.gains(machine, group=group)
            middle, (least, most) = geometric_mean(gains), interval(gains)
            loses = min(gains) < 1 - SAME
            color = "#c2410c" if loses else "#1d4ed8"
            panel.errorbar(area[machine], middle, [[middle - least], [most - middle]], fmt="o" if loses else "s",
                           color=color, markersize=5, linewidth=1, capsize=2)
            panel.annotate(machine, (area[machine], middle), place, textcoords="offset points", fontsize=8, color=color)
        panel.axhline(1, color="#999999", linewidth=0.8, zorder=0)
        panel.set_title(f"{len(found.groups[group])} kernels {group}" + (" conflicts" if group == "without" else ""),
                        fontsize=10)
        panel.set_xscale("log", base=2)
        panel.set_yscale("log", base=2)
        panel.set_xticks([1, 2, 4, 8], ["1", "2", "4", "8"])
        panel.set_yticks([0.5, 1, 2, 3], ["0.5", "1", "2", "3"])
        panel.minorticks_off()
        panel.set_xlim(0.9, 8)
        panel.set_xlabel("area of the unit, times the DMM's (180 nm cells, without banks)", fontsize=9)
        panel.spines[["top", "right"]].set_visible(False)
    panels[0].set_ylabel("times fewer slots than the DMM, mean and 95 %", fontsize=9)
    figure.text(0.06, 0.885, "blue squares: no kernel of the group loses; orange circles: some lose", fontsize=8.5)
    return figure


RESULTS = Verdict
TABLES = {"short": table_short, "slots": table_slots, "price": table_price, "cures": table_cures, "rows": table_rows,
          "rtl": table_rtl, "pairs": table_pairs, "chooser": table_chooser,
          "kernels": table_kernels, "losers": table_losers}
