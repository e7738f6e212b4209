# SPDX-License-Identifier: Apache-2.0
"""What studies share: the kernels, how they call `superwarp`, published SRAM, tables and pictures."""

import json
import math
import pathlib
import subprocess
import sys

WIDTH = 32
BLOCK = 1024  # threads of the largest block
LATENCY = 29  # of today's GPUs: about 29 cycles on Hopper
PLAIN, SHIFTED = "identity", "random-shift"

# Tiles as in the sources; Needleman-Wunsch with both that are in use. Reductions fill the largest block.
KERNELS = [
    ("transpose-tile", 32),
    ("transpose-tile-padded", 32),
    ("reduction-interleaved", 1024),
    ("reduction-sequential", 1024),
    ("scan-blelloch", 1024),
    ("scan-blelloch-padded", 1024),
    ("bitonic-sort", 1024),
    ("matrix-product", 32),
    ("lud-perimeter", 16),
    ("needleman-wunsch", 16),
    ("needleman-wunsch", 32),
    ("hotspot", 16),
    ("stencil", 256),
    ("convolution-columns", 8),
    ("fft", 1),
    ("histogram", 16),
]


def block_threads(super_warp, width):
    """Threads of the largest block, rounded up to whole super warps: those behind the last have nothing to do."""
    lanes = super_warp * width
    return (BLOCK + lanes - 1) // lanes * lanes


def call(command, statuses=(0,)):
    result = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, text=True, check=False)
    if result.returncode not in statuses:
        program = pathlib.Path(sys.argv[0]).name
        sys.exit(f"{program}: failed with status {result.returncode}: {' '.join(map(str, command))}")
    return result.stdout


def say(text):
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


def label(kernel):
    twice = sum(kernel["name"] == name for name, _ in KERNELS) > 1
    return kernel["name"] + (f" {kernel['size']}" if twice else "")


def geometric_mean(values):
    return math.exp(sum(math.log(value) for value in values) / len(values))


# The banks' words, as published SRAM macros.

UM2_PER_MM2 = 1e6
SRAM_BYTES = 128 * 1024  # of all banks, whatever the width
PROCESS_NM = {"osu018": 180, "osu035": 350}


def sram_macros(library):
    """Published macros, with the `mm2` of one at the size of the library's process, and `banks_mm2` of all banks."""
    macros = json.loads((pathlib.Path(__file__).resolve().parent.parent / "data/sram.json").read_text())["macros"]
    for macro in macros:
        macro["growth"] = (PROCESS_NM[library] / macro["process_nm"]) ** 2
        macro["mm2"] = macro["area_um2"] * macro["growth"] / UM2_PER_MM2
        macro["banks_mm2"] = SRAM_BYTES * 8 / (macro["words"] * macro["bits"]) * macro["mm2"]
    return macros


# Tables.

def row(first, cells, widths):
    return (f"{first:<24}" + "".join(f"{cell:>{width}}" for cell, width in zip(cells, widths))).rstrip()


def ratio_table(kernels, groups, dmm, ratio):
    """A line a kernel: what dmm(kernel) says, and ratio(kernel, ...) of every column of every group. A group is a title
    and its columns, each a head and what identifies it to ratio()."""
    heads = [head for _, group in groups for head, *_ in group]
    pieces = [head.split("-") for head in heads]
    widths = [8] + [max(6, max(map(len, piece)) + 2) for piece in pieces]
    titles, at = "", 1
    for title, group in groups:
        titles += f"{title:^{sum(widths[at:at + len(group)])}}"
        at += len(group)
    lines = [" " * (24 + widths[0]) + titles.rstrip()]
    if any(len(piece) > 1 for piece in pieces):
        lines.append(row("", [""] + [piece[0] + "-" if len(piece) > 1 else "" for piece in pieces], widths))
    lines.append(row("kernel", ["DMM"] + [piece[-1] for piece in pieces], widths))
    for kernel in kernels:
        ratios = [f"{ratio(kernel, *which):.2f}" for _, group in groups for _, *which in group]
        lines.append(row(label(kernel), [dmm(kernel)] + ratios, widths))
    return lines


def summary_head():
    return f"{'':<30}{'mean':>6}{'faster':>8}{'same':>6}{'slower':>8}   {'best':<30}{'worst'}"


def summary_row(name, ratios):
    """Geometric mean and extremes of (ratio, label) of every kernel; half a percent more or less is the same."""
    faster = sum(value < 0.995 for value, _ in ratios)
    slower = sum(value > 1.005 for value, _ in ratios)
    best, worst = min(ratios), max(ratios)
    best = f"{best[0]:.2f} {best[1]}" if faster else "-"
    worst = f"{worst[0]:.2f} {worst[1]}" if slower else "-"
    return (f"{name:<30}{geometric_mean([value for value, _ in ratios]):>6.2f}{faster:>8}"
            f"{len(ratios) - faster - slower:>6}{slower:>8}   {best:<30}{worst}").rstrip()


# Pictures.

def svg_pyplot():
    """matplotlib's pyplot, for SVGs that are the same from the same numbers."""
    import matplotlib
    matplotlib.use("svg")
    from matplotlib import pyplot
    matplotlib.rcParams.update({"svg.hashsalt": "superwarp", "svg.fonttype": "none", "font.family": "sans-serif"})
    return pyplot


def save_svg(figure, path):
    figure.savefig(path, format="svg", metadata={"Date": None, "Creator": None})


def draw_cells(panel, title, heads, values, colours, norm):
    """A table whose cells are coloured by the logarithm of `colours`."""
    logs = [[math.log2(value) for value in row_] for row_ in colours]
    panel.pcolormesh(logs, cmap="RdBu_r", norm=norm, edgecolors="white", linewidth=1)
    for y, row_ in enumerate(values):
        for x, text in enumerate(row_):
            dark = abs(norm(logs[y][x]) - 0.5) > 0.33
            panel.text(x + 0.5, y + 0.5, text, ha="center", va="center_baseline", fontsize=8.5,
                       color="white" if dark else "black")
    panel.set_title(title, fontsize=10, pad=7)
    panel.set_xticks([x + 0.5 for x in range(len(heads))], heads, rotation=40, ha="right", rotation_mode="anchor")
    panel.set_frame_on(False)
    panel.tick_params(length=0)
