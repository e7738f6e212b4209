# SPDX-License-Identifier: Apache-2.0
"""Results of sweeps as rows, the names of kernels and machines, and the forms of tables that several studies print."""

import collections
import csv
import io
import json
import math
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SUPERWARP = os.environ.get("SUPERWARP", ROOT / "build/superwarp")
PLAIN, SHIFTED = "identity", "random-shift"
DMM = ("dmm", PLAIN)
SPREAD_KEPT = ROOT / "data/cost-spread.csv"  # nine runs of the mapper on each unit
SAME = 0.005  # a ratio that differs less from 1 counts as 1


def number(cell):
    for kind in (int, float):
        try:
            return kind(cell)
        except ValueError:
            pass
    return cell


def rows_of(file):
    """The rows of a CSV file, a dict each."""
    with open(file, encoding="utf-8") as lines:
        return [{column: number(cell) for column, cell in row.items()} for row in csv.DictReader(lines)]


def runs_in(kept):
    """Runs of the mapper or the placer, by width and unit."""
    return grouped(rows_of(kept), lambda row: (row["width"], row["unit"]))


def replace(path, text):
    """Writes a file as a whole: a study that is stopped leaves the old one."""
    part = path.with_name(path.name + ".part")
    part.write_text(text, encoding="utf-8")
    part.replace(path)


def keep(path, columns, rows):
    """Replaces a CSV file when all `rows` are there; they may be computed on the way."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([columns, *rows])
    replace(path, text.getvalue())


def output(command, given=None):
    """The standard output of a command of `superwarp`, with `given` as standard input; ends the study if it fails."""
    result = subprocess.run([str(word) for word in command], input=given, stdout=subprocess.PIPE, text=True,
                            check=False)
    if result.returncode != 0:
        sys.exit(f"study: status {result.returncode}: {' '.join(map(str, command))}\n{result.stdout}")
    return result.stdout


def cost(*options):
    """What `superwarp cost` says of a unit."""
    return json.loads(output([SUPERWARP, "cost", *options, "--json", "-"]))


def swept(space, kept=False, file=None):
    """The points of studies/SPACE.toml or of `file`, a dict each: swept now, or those kept in data/."""
    folder = ROOT / "out/studies" / space
    if not kept:
        folder.parent.mkdir(parents=True, exist_ok=True)
        output([SUPERWARP, "sweep", file or ROOT / f"studies/{space}.toml", "--out", folder])
    return rows_of(ROOT / f"data/{space}.csv" if kept else folder / "results.csv")


def read(space, kept=False, file=None):
    """The points of a space of workloads, with names of kernels and units."""
    rows = swept(space, kept, file)
    sizes = collections.defaultdict(set)
    for row in rows:
        sizes[row["workload"]].add(row["size"])
    for row in rows:
        kernel = row["workload"].startswith("kernel-")
        row["kernel"] = kernel
        row["label"] = row["workload"].removeprefix("kernel-")
        if row.get("permutation"):
            row["label"] = f"permute-{row['permutation']}"
        if kernel and len(sizes[row["workload"]]) > 1:
            row["label"] += f" {row['size']}"
        row["unit"] = unit_of(row)
    return rows


def unit_of(row):
    """The memory unit, as its RPU and its mapping. One warp, whichever machine takes it, is the DMM's unit."""
    if row["machine"] == "umm":
        form = "umm"
    elif row.get("rpu") == "serial":
        form = f"serial s={row['super-warp']} K={row['intake']}"
    elif row.get("rpu"):
        form = f"{row['rpu']} D={row['depth']}"
    else:
        form = f"batch s={row['super-warp']}" if row.get("super-warp", 1) not in ("", 1) else "dmm"
    return form, row.get("mapping") or (SHIFTED if row["machine"] == "rsdmm" else PLAIN)


def title(machine):
    """The machine as the papers call it: "RSDMM s=4", "streaming D=8, random-shift"."""
    form, mapping = machine
    if "D=" in form:
        return form.replace("stream", "streaming") + ("" if mapping == PLAIN else f", {mapping}")
    batch = form.removeprefix("batch ") if form != "dmm" else "s=1"
    if mapping == SHIFTED:
        return f"RSDMM {batch}"
    name = "DMM" if form == "dmm" else f"SDMM {batch}"
    return name + ("" if mapping == PLAIN else f", {mapping}")


def grouped(rows, key):
    groups = collections.defaultdict(list)
    for row in rows:
        groups[key(row)].append(row)
    return groups


def disagreeing(rows):
    """Runs whose engines disagree."""
    return sum(row["agree"] != "true" for row in rows)


def mean(rows, column):
    return sum(row[column] for row in rows) / len(rows)


def geometric_mean(values):
    return math.exp(sum(math.log(value) for value in values) / len(values))


# Published SRAM macros for the banks' words.

UM2_PER_MM2 = 1e6
SRAM_BYTES = 128 * 1024  # of all banks, at any width
PROCESS_NM = {"osu018": 180, "osu035": 350}


def in_process(macro, library):
    """A macro of data/sram.json: `mm2` of one in the library's process, `bit_mm2` of a bit, `banks_mm2` of all."""
    macro["growth"] = (PROCESS_NM[library] / macro["process_nm"]) ** 2
    macro["mm2"] = macro["area_um2"] * macro["growth"] / UM2_PER_MM2
    macro["bit_mm2"] = macro["mm2"] / (macro["words"] * macro["bits"])
    macro["banks_mm2"] = SRAM_BYTES * 8 * macro["bit_mm2"]
    return macro


def sram_macros(library, kind="macros"):
    return [in_process(macro, library) for macro in json.loads((ROOT / "data/sram.json").read_text())[kind]]


# Tables.

def cell(value, form):
    """A value in a form such as " >8.2f %": what stands before it, a width, of numbers a precision, and what stands
    behind it. A text, and None for nothing, takes the width of all."""
    before, side, width, precision, behind = re.fullmatch(r"( *)([<>^])(\d+)(\+?\.\d+f)?(.*)", form).groups("")
    if value is None or isinstance(value, str):
        return f"{before}{value or '':{side}{int(width) + len(behind)}}"
    sign = precision[:1].strip(".")
    return f"{before}{value:{side}{sign}{width}{precision.lstrip('+')}}{behind}"


def line(forms, values):
    return "".join(cell(value, form) for value, form in zip(values, forms))


def table(columns, rows, *above):
    """The lines of a table. A column is "HEAD:FORM". Rows have a value for each column. `above` the heads stand lines
    of such columns, without rows."""
    heads, forms = zip(*(column.rsplit(":", 1) for column in columns))
    return [*(text for groups in above for text in table(groups, [])), line(forms, heads),
            *(line(forms, row) for row in rows)]
