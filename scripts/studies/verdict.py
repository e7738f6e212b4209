# SPDX-License-Identifier: Apache-2.0
"""The verdict: one set of kernels, recorded as they are, on one list of machines."""

import hashlib
import json
import multiprocessing.pool
import os
import pathlib
import random
import statistics
import textwrap

from studies.common import (ROOT, SAME, SPREAD_KEPT, SUPERWARP, UM2_PER_MM2, cost, disagreeing, geometric_mean, grouped, keep, mean, output, replace,
                            rows_of, runs_in, sram_macros, swept, table)
from studies.recorded import name_of, record_examples

KERNELS, RUNS, PRICES = (ROOT / f"data/verdict/{name}.csv" for name in ("kernels", "runs", "prices"))
BLOCKS = 8  # of a launch, at most
REGIONS = 8
KEYS, CHOSEN_WITH = "{ from = 101, to = 105, step = 1 }", 3  # keys of the runs, and from 1 on of the choice of regions
CONFLICTS = 1.05  # slots an access on the DMM from which a kernel has conflicts
DMM = "dmm"


def streaming(depth, mapping=None):
    return {"machine": "rsdmm" if mapping else "sdmm", "rpu": "pipelined", "depth": depth, "passes": 2,
            **({"mapping": mapping} if mapping else {})}


# By name: options of a run; the form of which nine runs of the mapper are kept (data/cost-spread.csv).
MACHINES = {
    DMM: ({"machine": "dmm"}, DMM),
    "dmm, h3": ({"machine": "dmm", "mapping": "h3"}, DMM),
    "dmm, h3 in regions": ({"machine": "dmm", "mapping": "h3", "regions": REGIONS}, DMM),
    "sdmm s=4": ({"machine": "sdmm", "super-warp": 4}, "batch s=4"),
    "rsdmm s=2, table": ({"machine": "rsdmm", "super-warp": 2}, "batch s=2"),
    "rsdmm s=4, table": ({"machine": "rsdmm", "super-warp": 4}, "batch s=4"),
    "rsdmm s=2, h3": ({"machine": "rsdmm", "super-warp": 2, "mapping": "h3"}, "batch s=2"),
    "rsdmm s=4, h3": ({"machine": "rsdmm", "super-warp": 4, "mapping": "h3"}, "batch s=4"),
    **{f"pipelined D={depth}{name}": (
        {**streaming(depth, mapping), **({"regions": REGIONS} if "regions" in name else {})}, f"pipelined D={depth}")
       for depth in (4, 8) for name, mapping in (("", None), (", h3", "h3"), (", h3 in regions", "h3"))},
    "crossbar D=4": ({"machine": "sdmm", "rpu": "crossbar", "depth": 4}, "crossbar D=4"),
    "two ports": ({"machine": "dmm", "ports": 2}, DMM),
}
ROWS = {"umm": ({"machine": "umm"}, None), "summ s=4": ({"machine": "summ", "super-warp": 4}, None)}
# The machines on whose slots regions are chosen; the other with regions takes those of the same form.
CHOOSERS = ["dmm, h3 in regions", "pipelined D=4, h3 in regions"]
ISSUE = {"issue": 4, "wait": "use"}
# By name: blocks that are resident together, and whether warps also issue the instructions between their accesses.
CONDITIONS = {"1 block": (1, False), f"{BLOCKS} blocks": (BLOCKS, False),
              "1 block, issue": (1, True), f"{BLOCKS} blocks, issue": (BLOCKS, True)}


# What is computed again.

def machine_of(row):
    """The name of a point's machine."""
    options = {"machine", "super-warp", "rpu", "depth", "mapping", "ports"}
    found = {name: row[name] for name in options if row.get(name, "") not in ("", 1)}
    regions = row.get("regions", "") != ""
    return next(name for name, (given, _) in {**MACHINES, **ROWS}.items()
                if {key: given[key] for key in given if key in options} == found and ("regions" in given) == regions)


def toml(options):
    return "".join(f"{key} = {json.dumps(value)}\n" for key, value in options.items())


def points(name, kernels, machines, condition, seeds=KEYS, **more):
    """Runs of kernels (id, trace, more options) on machines; rows of a sweep, with the names of kernel and machine."""
    blocks, instructions = CONDITIONS[condition]
    text = toml({"width": 32, "latency": 29, "schedule": "async", "blocks": blocks, **(ISSUE if instructions else {}),
                 **more})
    for _, trace, own in kernels:
        text += "\n[[workloads]]\n" + toml({"trace": str(trace), **own})
    for machine in machines:
        options = {key: value for key, value in {**MACHINES, **ROWS}[machine][0].items() if key != "regions"}
        text += "\n[[machines]]\n" + toml(options) + (f"seed = {seeds}\n" if keyed(machine) else "")
    file = ROOT / f"out/studies/verdict/{name}.toml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    ids = {str(trace): of for of, trace, _ in kernels}
    return [{**row, "kernel": ids[row["trace"]], "of": machine_of(row)}
            for row in swept(f"verdict/{name}", file=file)]


def keyed(machine):
    return "h3" in machine or "table" in machine


def recorded():
    """The kernels of examples/cuda/, and with SUPERWARP_KERNELS=FOLDER those of the folder's index.csv: rows of
    KERNELS with their trace."""
    os.chdir(ROOT)
    own = {}
    for trace in record_examples(BLOCKS):
        program, kernel = trace.split("/")[-2], name_of(trace)
        own.setdefault((program, kernel), {
            "id": f"{program}: {kernel}", "kernel": kernel, "repository": "superwarp", "commit": "",
            "file": f"examples/cuda/{program}.cu", "input": "as in the program", "remark": "", "trace": trace})
    folder = os.environ.get("SUPERWARP_KERNELS")
    public = rows_of(os.path.join(folder, "index.csv")) if folder else []
    return [*own.values(), *({**row, "trace": os.path.join(folder, row["trace"])} for row in public)]


def choice(trace, machine):
    """The regions in which h3 is on, chosen with keys that the runs do not use. Kept in out/."""
    command = [str(word) for word in ("advise", trace, *words(machine), "--keys", CHOSEN_WITH)]
    name = hashlib.sha256(pathlib.Path(trace).read_bytes() + " ".join(command).encode()).hexdigest()
    file = ROOT / f"out/studies/verdict/choices/{name}.json"
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        replace(file, output([SUPERWARP, *command, "--json", "-"]))
    return json.loads(file.read_text(encoding="utf-8"))["regions"]


def words(machine):
    return [word for name, value in MACHINES[machine][0].items() for word in (f"--{name}", value)]


def again_prices():
    """What each unit takes, at 32 banks of 1024 words: minutes of synthesis for each, kept by `superwarp cost`."""
    keep(PRICES, ["machine", "area_um2", "flip_flops", "clock_ns"],
         ([machine, *(found[column] for column in ("area_um2", "flip_flops", "clock_ns"))]
          for machine in MACHINES for found in [cost(*words(machine), "--limit", 7200)]))


def again():
    threads = multiprocessing.pool.ThreadPool(len(os.sched_getaffinity(0)))
    kernels, kept = recorded(), [row for row in rows_of(KERNELS) if row["repository"] != "superwarp"] \
        if KERNELS.exists() and "SUPERWARP_KERNELS" not in os.environ else []
    columns = ["id", "kernel", "repository", "commit", "file", "input", "accesses", "requests", "slots", "remark"]
    plain = [machine for machine in MACHINES if "regions" not in MACHINES[machine][0]]
    chosen = {machine: dict(zip([of["id"] for of in kernels],
                                threads.map(lambda of, on=machine: choice(of["trace"], on), kernels)))
              for machine in CHOOSERS}
    rows = []
    for at, condition in enumerate(CONDITIONS):
        machines = [machine for machine in plain if machine != "two ports" or not CONDITIONS[condition][1]]
        found = plain_runs = points(f"plain-{at}", [(of["id"], of["trace"], {}) for of in kernels], machines, condition)
        for machine in (machine for machine in MACHINES if machine not in plain):
            bits = chosen[next(one for one in CHOOSERS if one.split()[0].strip(",") == machine.split()[0].strip(","))]
            found += points(f"{machine.replace(', ', '-').replace(' ', '-')}-{at}",
                            [(of["id"], of["trace"], {"regions": bits[of["id"]]}) for of in kernels], [machine], condition)
        rows += [[kernel, condition, machine, mean(runs, "slots"), min(run["slots"] for run in runs),
                  max(run["slots"] for run in runs), mean(runs, "time_units")]
                 for (kernel, machine), runs in grouped(found, lambda row: (row["kernel"], row["of"])).items()]
        if at == 0:
            found = points("rows", [(of["id"], of["trace"], {}) for of in kernels], ROWS, condition)
            rows += [[row["kernel"], condition, row["of"], *[row["slots"]] * 3, row["time_units"]] for row in found]
            first = {row["kernel"]: row for row in plain_runs if row["of"] == DMM}
    of_kept = {row["id"] for row in kept}
    old = [list(row.values()) for row in rows_of(RUNS) if row["kernel"] in of_kept] if kept else []
    keep(RUNS, ["kernel", "condition", "machine", "slots", "least", "most", "time_units"], sorted(rows + old, key=str))
    keep(KERNELS, [*columns, *chosen],
         [*([*(({**of, "accesses": first[of["id"]]["dispatches"], "requests": first[of["id"]]["requests"],
                 "slots": first[of["id"]]["slots"]})[column] for column in columns),
             *(bits[of["id"]] for bits in chosen.values())] for of in kernels),
          *(list(row.values()) for row in kept)])


# What is printed.

def interval(values, mean_of=geometric_mean, draws=2000):
    """95 % of the means of kernels drawn with replacement."""
    draw = random.Random(1)
    means = sorted(mean_of(draw.choices(values, k=len(values))) for _ in range(draws))
    return means[draws * 25 // 1000], means[-1 - draws * 25 // 1000]


class Verdict:
    """What each machine gains on the DMM, by kernel: above 1 is better."""

    def __init__(self, compute):
        if compute:
            again()
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
    def row(machine):
        losers = found.losers(machine)
        return [machine, *(cell for group in found.groups for cell in spread(found.gains(machine, group=group))),
                statistics.median(found.gains(machine)), len(losers), losers[0][0] if losers else None]

    return table(["times fewer slots:<30", *["mean:>7.2f", "95 %:>11"] * 3, "median:>8.2f", "lose:>6", "worst:>7.2f"],
                 [row(machine) for machine in MACHINES if machine != DMM],
                 [":<30", *(f"{group} ({len(of)}):^18" for group, of in found.groups.items())])


def table_time(found):
    def cells(machine, condition):
        if (next(iter(found.kernels)), condition, machine) not in found.runs:
            return [None, "-", "-"]
        return [*spread(found.gains(machine, "time_units", condition)),
                len(found.losers(machine, "time_units", condition))]

    return table(["times fewer time units:<29", *["mean:>5.2f", "95 %:>11", "lose:>5"] * len(CONDITIONS)],
                 [[machine, *(cell for condition in CONDITIONS for cell in cells(machine, condition))]
                  for machine in MACHINES if machine != DMM],
                 [":<29", *(f"{condition}:^21" for condition in CONDITIONS)])


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
    lines = []
    for machine in MACHINES:
        names = [f"{name} {gain:.2f}" for gain, name in found.losers(machine)]
        if names:
            lines += textwrap.wrap(", ".join(names), 112, initial_indent=f"{machine}: ", subsequent_indent="    ",
                                   break_long_words=False, break_on_hyphens=False)
    return lines


def clocks(found, machine):
    """ns of a cycle: of the unit as priced, times median, least and most of nine runs of the mapper on its form."""
    runs = [run["clock_ns"] for run in runs_in(SPREAD_KEPT)[32, MACHINES[machine][1]]]
    return [found.prices[machine]["clock_ns"] * of(runs) / runs[0] for of in (statistics.median, min, max)]


def table_price(found):
    """One clock policy: the unit's own clock, and that of the banks where they are slower."""
    macro = min(sram_macros("osu018"), key=lambda one: one["banks_mm2"])
    two_ports = min(sram_macros("osu018", "two_ports"), key=lambda one: one["banks_mm2"])
    own = {machine: clocks(found, machine) for machine in found.prices}
    area = {machine: row["area_um2"] / UM2_PER_MM2 for machine, row in found.prices.items()}
    whole = {machine: area[machine] + (two_ports if machine == "two ports" else macro)["banks_mm2"] for machine in area}

    def faster(machine, condition, clock):
        times = found.gains(machine, "time_units", condition)
        return geometric_mean(times) * clock(DMM) / clock(machine)

    def row(machine):
        median, least, most = own[machine]
        policies = (lambda of: own[of][0], lambda of: max(own[of][0], macro["cycle_ns"]))
        return [machine, area[machine], area[machine] / area[DMM], whole[machine] / whole[DMM], median,
                f"{least:.2f}-{most:.2f}",
                *(faster(machine, condition, clock) for clock in policies for condition in list(CONDITIONS)[:2])]

    return table(["32 banks of 1024 words:<30", "mm2:>7.2f", "times:>7.2f", "banks:>7.2f", "ns:>7.2f", "of nine:>11",
                  *["1 block:>9.2f", f"{BLOCKS} blocks:>9.2f"] * 2],
                 [row(machine) for machine in MACHINES if machine in found.prices],
                 [":<30", "area:^21", "clock of the unit:^18", "faster, its clock:^18", "faster, banks' clock:^22"])


# The same work with a cure in the program, beside it.
CURES = [("transpose: transpose<0>", "transpose: transpose<1>", "padded"),
         ("transpose: transpose<0>", "transpose_swizzle: swizzled", "swizzled"),
         ("scan: blelloch<false>", "scan: blelloch<true>", "padded"),
         ("reduction: reduce<1>", "reduction: reduce<2>", "other order"),
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


def table_origin(found):
    """The same means for the kernels of examples/cuda/ and the public ones alone."""
    groups = {"examples/cuda": [of for of, row in found.kernels.items() if row["repository"] == "superwarp"],
              "public": [of for of, row in found.kernels.items() if row["repository"] != "superwarp"]}
    gain = {machine: dict(zip(found.kernels, found.gains(machine))) for machine in MACHINES}
    return table(["times fewer slots, mean:<30", *(f"{name} ({len(of)}):>20.2f" for name, of in groups.items())],
                 [[machine, *(geometric_mean([gain[machine][kernel] for kernel in of]) for of in groups.values())]
                  for machine in MACHINES if machine != DMM])


def table_keys(found):
    """What the choice of the key leaves open: five keys, and the best and the worst of them for each kernel."""
    kernels = list(found.kernels)

    def mean_with(machine, column):
        return geometric_mean([found.runs[of, "1 block", DMM]["slots"] / found.runs[of, "1 block", machine][column]
                               for of in kernels])

    return table(["times fewer slots, mean:<30", "mean key:>10.2f", "best key:>10.2f", "worst key:>11.2f"],
                 [[machine, *(mean_with(machine, column) for column in ("slots", "least", "most"))]
                  for machine in MACHINES if keyed(machine)])


def table_rows(found):
    """What packing gives where a slot serves one row: the UMM."""
    gains = [found.runs[of, "1 block", "umm"]["slots"] / found.runs[of, "1 block", "summ s=4"]["slots"]
             for of in found.kernels]
    least, most = interval(gains)
    return [f"SUMM s=4 over UMM, times fewer slots: mean {geometric_mean(gains):.2f} ({least:.2f}-{most:.2f}), median "
            f"{statistics.median(gains):.2f}, largest {max(gains):.2f}, smallest {min(gains):.2f}"]


def table_rtl(found):
    """The kernels of examples/cuda/ on the RTL of every machine, beside the model. Builds a unit for each machine."""
    os.chdir(ROOT)
    traces = {}
    for trace in record_examples(BLOCKS):
        traces.setdefault(f"{trace.split('/')[-2]}: {name_of(trace)}", trace)
    regions = {machine: CHOOSERS[0 if machine.startswith(DMM) else 1] for machine in MACHINES if "regions" in machine}
    plain = [machine for machine in MACHINES if machine not in regions]
    rows = points("rtl", [(of, trace, {}) for of, trace in traces.items()], plain, "1 block", 101, engine="rtl,model")
    for machine, chooser in regions.items():
        rows += points(f"rtl-{machine.split(',')[0].replace(' ', '-')}",
                       [(of, trace, {"regions": found.kernels[of][chooser]}) for of, trace in traces.items()], [machine],
                       "1 block", 101, engine="rtl,model")
    return [f"{len(rows)} runs of {len(traces)} kernels on the RTL of {len(MACHINES)} machines, {disagreeing(rows)} differ "
            "from the model in a time unit, a slot or a word"]


SHORT = ["rsdmm s=4, h3", "sdmm s=4", "dmm, h3", "dmm, h3 in regions", "pipelined D=4, h3 in regions", "two ports"]


def table_short(found):
    """Six rows for the first page."""
    area = {machine: row["area_um2"] for machine, row in found.prices.items()}

    def row(machine):
        losers = found.losers(machine)
        slots, time = (spread(found.gains(machine, column, condition))
                       for column, condition in (("slots", "1 block"), ("time_units", f"{BLOCKS} blocks")))
        return [machine, *slots, *time, len(losers), losers[0][0] if losers else None,
                area[machine] / area[DMM] if machine in area else None]

    return table([f"{len(found.kernels)} kernels, 32 banks:<30", "slots:>7.2f", "95 %:>11", "time:>7.2f", "95 %:>11",
                  "lose:>6", "worst:>7.2f", "area:>7.2f"], [row(machine) for machine in SHORT])


RESULTS = Verdict
TABLES = {"short": table_short, "slots": table_slots, "time": table_time, "price": table_price,
          "cures": table_cures, "origin": table_origin,
          "keys": table_keys, "rows": table_rows, "rtl": table_rtl, "kernels": table_kernels, "losers": table_losers}
