# SPDX-License-Identifier: Apache-2.0
"""The runs behind the verdict: a set of kernels, a list of machines, and what each machine takes for each kernel."""

import hashlib
import json
import multiprocessing.pool
import os
import pathlib
import sys

from studies import chooser as chooser_model
from studies.common import (ROOT, SUPERWARP, cost, disagreeing, grouped, keep, mean, output, replace, rows_of, swept)
from studies.recorded import name_of, record_examples

KERNELS, RUNS, PRICES, ON_RTL, PAIRS, CHOSEN = (ROOT / f"data/verdict/{name}.csv"
                                                for name in ("kernels", "runs", "prices", "rtl", "pairs", "chooser"))
BLOCKS = 8  # of a launch, at most
REGIONS = 8
KEYS, CHOSEN_WITH = "{ from = 101, to = 105, step = 1 }", 3  # keys of the runs, and from 1 on of the choice of regions
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
# By name: blocks that are resident together.
CONDITIONS = {"1 block": 1, f"{BLOCKS} blocks": BLOCKS}

# By program: what its source says of the input, and what a copy says in place of it.
OTHER_INPUTS = {
    "attention": ("n = 128", "n = 192"), "bitonic_sort": ("i * 7919 % 1009", "i * 31 % 1021"),
    "convolution": ("width = 32, height = 128", "width = 64, height = 192"), "fft": ("blocks = 2", "blocks = 3"),
    "histogram": ("random_byte(i))", "random_byte(i + n))"), "lud": ("blocks = 2", "blocks = 3"),
    "matrix_product": ("n = 64", "n = 128"), "needleman_wunsch": ("n = 64", "n = 96"),
    "radix_sort": ("i * 40503U", "i * 9973U"), "reduction": ("n = 16 * kThreads", "n = 24 * kThreads"),
    "scan": ("kWords = 512", "kWords = 1024"), "softmax": ("kColumns = 1024", "kColumns = 768"),
    "sparse_matrix_vector": ("row * 37 % most", "row * 53 % most"), "stencil": ("n = 4 * kThreads", "n = 6 * kThreads"),
    "transpose": ("n = 128", "n = 160"), "transpose_swizzle": ("n = 128", "n = 160"),
}


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
    text = toml({"width": 32, "latency": 29, "schedule": "async", "blocks": CONDITIONS[condition], **more})
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


def own_kernels(traces=None):
    """Those of examples/cuda/, the first launch of each: rows of KERNELS with their trace."""
    os.chdir(ROOT)
    own = {}
    for trace in record_examples(BLOCKS) if traces is None else traces:
        program, kernel = trace.split("/")[-2], name_of(trace)
        own.setdefault((program, kernel), {
            "id": f"{program}: {kernel}", "kernel": kernel, "repository": "superwarp", "commit": "",
            "file": f"examples/cuda/{program}.cu", "input": "as in the program", "remark": "", "trace": trace})
    return list(own.values())


def public_kernels():
    """Those of index.csv in the folder SUPERWARP_KERNELS, the same; none without it."""
    folder = os.environ.get("SUPERWARP_KERNELS")
    return [{**row, "trace": os.path.join(folder, row["trace"])}
            for row in (rows_of(os.path.join(folder, "index.csv")) if folder else [])]


def chooser(machine):
    return CHOOSERS[0 if machine.startswith(DMM) else 1]


def with_regions():
    return [machine for machine in MACHINES if "regions" in MACHINES[machine][0]]


def without_regions():
    return [machine for machine in MACHINES if machine not in with_regions()]


def choice(trace, machine):
    """What `advise` says of the regions in which h3 is on, with keys that the runs do not use. Kept in out/."""
    command = [str(word) for word in ("advise", trace, *words(machine), "--keys", CHOSEN_WITH)]
    name = hashlib.sha256(pathlib.Path(trace).read_bytes() + " ".join(command).encode()).hexdigest()
    file = ROOT / f"out/studies/verdict/choices/{name}.json"
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        replace(file, output([SUPERWARP, *command, "--json", "-"]))
    return json.loads(file.read_text(encoding="utf-8"))


def of_blocks(advice, trace, blocks):
    """The regions of several resident blocks, whose memories lie one behind the other: those of one block, repeated. A
    table of rows, as a block's memory need not end with a region."""
    held, each = advice["machine"]["rows"], advice["region_rows"]
    blocks = min(blocks, pathlib.Path(trace).read_text(encoding="utf-8").count("#BEGIN_TB"))
    bits = advice["regions"].split(":")[1]
    if blocks == 1 or "1" not in bits:
        return advice["regions"]
    on = [block * held + row for block in range(blocks) for row in range(held) if bits[row // each] == "1"]
    starts = [row for row in on if row - 1 not in set(on)]
    ends = [row + 1 for row in on if row + 1 not in set(on)]
    size = 1 << (len(starts) - 1).bit_length()
    return f"{size}:" + ",".join(f"{start}+{end - start}" for start, end in zip(starts, ends))


def words(machine):
    return [word for name, value in MACHINES[machine][0].items() for word in (f"--{name}", value)]


def again_prices():
    """What each unit takes, at 32 banks of 1024 words: minutes of synthesis for each, kept by `superwarp cost`."""
    keep(PRICES, ["machine", "area_um2", "flip_flops", "clock_ns"],
         ([machine, *(found[column] for column in ("area_um2", "flip_flops", "clock_ns"))]
          for machine in MACHINES for found in [cost(*words(machine), "--limit", 7200)]))


def again_runs():
    kernels = own_kernels() + public_kernels()
    kept = [] if "SUPERWARP_KERNELS" in os.environ else \
        [row for row in rows_of(KERNELS) if row["repository"] != "superwarp"]
    threads = multiprocessing.pool.ThreadPool(len(os.sched_getaffinity(0)))
    chosen = {machine: threads.map(lambda of, on=machine: choice(of["trace"], on), kernels) for machine in CHOOSERS}
    rows = []
    for condition, blocks in CONDITIONS.items():
        found = points(f"plain-{blocks}", [(of["id"], of["trace"], {}) for of in kernels],
                       [*without_regions(), *ROWS], condition)
        for machine in with_regions():
            found += points(f"{machine.replace(', ', '-').replace(' ', '-')}-{blocks}",
                            [(of["id"], of["trace"], {"regions": of_blocks(advice, of["trace"], blocks)})
                             for of, advice in zip(kernels, chosen[chooser(machine)])], [machine], condition)
        for (kernel, machine), runs in grouped(found, lambda row: (row["kernel"], row["of"])).items():
            slots = [run["slots"] for run in runs]
            rows.append([kernel, condition, machine, mean(runs, "slots"), min(slots), max(slots),
                         mean(runs, "time_units")])
            if (machine, blocks) == (DMM, 1):
                of = next(of for of in kernels if of["id"] == kernel)
                of.update(accesses=runs[0]["dispatches"], requests=runs[0]["requests"], slots=runs[0]["slots"])
    of_kept = {row["id"] for row in kept}
    rows += [list(row.values()) for row in rows_of(RUNS) if row["kernel"] in of_kept]
    keep(RUNS, ["kernel", "condition", "machine", "slots", "least", "most", "time_units"], sorted(rows, key=str))
    columns = ["id", "kernel", "repository", "commit", "file", "input", "accesses", "requests", "slots", "remark"]
    keep(KERNELS, [*columns, *CHOOSERS],
         [*([*(of[column] for column in columns), *(advice["regions"] for advice in advices)]
            for of, *advices in zip(kernels, *chosen.values())), *(list(row.values()) for row in kept)])


def again_rtl():
    """The kernels of examples/cuda/ on the RTL of every machine, beside the model. Builds a unit for each machine."""
    kernels, chosen = own_kernels(), {row["id"]: row for row in rows_of(KERNELS)}
    how = {"condition": "1 block", "seeds": 101, "engine": "rtl,model"}
    rows = points("rtl", [(of["id"], of["trace"], {}) for of in kernels], without_regions(), **how)
    for machine in with_regions():
        rows += points(f"rtl-{machine.split(',')[0].replace(' ', '-')}",
                       [(of["id"], of["trace"], {"regions": chosen[of["id"]][chooser(machine)]}) for of in kernels],
                       [machine], **how)
    keep(ON_RTL, ["machine", "kernels", "differ"],
         ([machine, len(runs), disagreeing(runs)] for machine, runs in grouped(rows, lambda row: row["of"]).items()))


def other_input(program):
    """The recorded launches of a program of examples/cuda/ on another input: that of a copy with another constant."""
    text = (ROOT / f"examples/cuda/{program}.cu").read_text(encoding="utf-8")
    old, new = OTHER_INPUTS[program]
    if text.count(old) != 1:
        sys.exit(f"study: examples/cuda/{program}.cu has not one `{old}`: adapt OTHER_INPUTS")
    folder = ROOT / "out/studies/verdict/inputs"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{program}.cu").write_text(text.replace(old, new), encoding="utf-8")
    output([SUPERWARP, "record", folder / f"{program}.cu", "--shared-only", "--only-blocks", f"0..{BLOCKS - 1}",
            "--no-table", "--out", folder / program])
    return sorted(str(trace.relative_to(ROOT)) for trace in (folder / program).glob("*.traceg"))


def again_pairs():
    """Regions that are chosen on one input and scored on another, both ways, beside those of the input itself."""
    first = {row["id"]: row["trace"] for row in own_kernels()}
    pairs = [(kernel, *order) for program in OTHER_INPUTS for kernel, row in {
        row["id"]: row for row in own_kernels(other_input(program))}.items() if kernel in first
        for order in ((first[kernel], row["trace"]), (row["trace"], first[kernel]))]
    machine = CHOOSERS[0]
    slots = {}
    for name, machines, chosen_on in (("dmm", [DMM], None), ("same", [machine], 2), ("other", [machine], 1)):
        found = points(f"pairs-{name}", [
            (str(at), pair[2], {"regions": choice(pair[chosen_on], machine)["regions"]} if chosen_on else {})
            for at, pair in enumerate(pairs)], machines, "1 block")
        slots[name] = {at: mean(runs, "slots") for at, runs in grouped(found, lambda row: int(row["kernel"])).items()}
    keep(PAIRS, ["kernel", "scored_on", "dmm", "own_advice", "others_advice"],
         ([kernel, "other input" if scored != first[kernel] else "the program's",
           *(slots[name][at] for name in ("dmm", "same", "other"))] for at, (kernel, _, scored) in enumerate(pairs)))


def again_chooser():
    """Regions that hardware chooses, on launches of two blocks or more; those of `advise` beside them."""
    advised = {row["id"]: row[CHOOSERS[0]].split(":")[1] for row in rows_of(KERNELS)}
    recorded = {row["id"]: chooser_model.blocks_of(row["trace"]) for row in own_kernels()}
    keep(CHOSEN, ["kernel", "blocks", "dmm", "advised", "chosen"],
         ([of, len(blocks), *chooser_model.played(blocks, advised[of], range(101, 106))]
          for of, blocks in recorded.items() if len(blocks) > 1))
