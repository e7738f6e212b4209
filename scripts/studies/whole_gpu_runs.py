# SPDX-License-Identifier: Apache-2.0
"""The runs of a whole GPU, kept in data/whole-gpu: cycles by size, kernel and local memory, what the model predicts of
them, and which kernels get the hash."""

import json
import pathlib
import tempfile

from rv32_warps import executed
from studies.common import ROOT, SUPERWARP, output, rows_of
from studies.warp_traces import trace

DATA = ROOT / "data/whole-gpu"
OWN, HASH = "vortex", "ipoly"
SHIFTED, UNSHIFTED = f"{OWN}+{HASH}", f"{OWN}+off"  # with an RSU in front, on and off
LIMIT = 1.005  # slower than this counts as slower
LARGE = 0.1    # an error that needs an explanation
OWN_GAIN = 0.1  # of slots, for which an RSU in front of Vortex's own memory is switched on
MODELLED = (16, 8, 16)  # lanes, warps, warps of the core
UNITS = ["dmm", f"dmm+{HASH}", "stream", f"stream+{HASH}", "pipelined", f"pipelined+{HASH}"]
RPUS = {OWN: ("crossbar", "--depth", 2, "--priority", "fixed"), "stream": ("stream", "--depth", 4),
        "pipelined": ("pipelined", "--depth", 4)}


def size_of(row):
    return row["lanes"], row["warps"], row["core_warps"]


class Measured:
    """Cycles by (lanes, warps, warps of the core, kernel, padded, unit), and the model's, computed once."""

    def __init__(self):
        self.rows = rows_of(DATA / "cycles.csv")
        self.cycles = {(*size_of(row), row["kernel"], row["padded"], row["unit"]): row["cycles"] for row in self.rows}
        self.kernels = list(dict.fromkeys(row["kernel"] for row in self.rows))
        self.sizes = sorted({size_of(row) for row in self.rows})
        self.stages = json.loads((DATA / "stages.json").read_text())
        self.traces, self.advised = None, {}

    def units(self, size):
        return [unit for unit in UNITS if (*size, self.kernels[0], 0, unit) in self.cycles]

    def runs(self, size, units=None):
        """Kernels that ran on these units at this size, or on all."""
        return [run for run in runs(self) if all((*size, *run, unit) in self.cycles
                                                 for unit in [OWN, *(units or self.units(size))])]

    def ratio(self, size, kernel, padded, unit):
        """Times the cycles with Vortex's own memory."""
        return self.cycles[(*size, kernel, padded, unit)] / self.cycles[(*size, kernel, padded, OWN)]

    def trace_of(self, kernel, padded, lanes=MODELLED[0]):
        if self.traces is None:
            self.traces = tempfile.TemporaryDirectory()
        path = pathlib.Path(self.traces.name) / f"{kernel}-{padded}-{lanes}.trace"
        if not path.exists():
            warps = MODELLED[1]
            words = [int(word, 16) for word in (DATA / f"kernels-{lanes}x{warps}.hex").read_text().split()]
            arguments = {0x90000000: self.kernels.index(kernel), 0x90000004: padded}
            path.write_text(trace(executed(words, lanes, warps, arguments), lanes, self.stages))
        return path

    def predicted(self, kernel, padded, unit):
        return self.replayed(self.trace_of(kernel, padded), unit)

    def replayed(self, path, unit):
        """Cycles of a trace, by the model."""
        form, _, mapping = unit.partition("+")
        rpu = ["--machine", "sdmm", "--rpu", *RPUS[form]] if form in RPUS else ["--machine", "dmm"]
        return json.loads(output([
            SUPERWARP, "replay", path, "--width", MODELLED[0], *rpu, "--mapping", mapping or "identity",
            "--latency", self.stages["latency"][form], "--schedule", "async", "--issue", 1, "--order", "oldest",
            "--wait", "word", "--places", self.stages["places"], "--engine", "model",
            "--json", "-"]))["time_units"]["model"]

    def advice(self, kernel, padded, lanes, form):
        """What `superwarp advise` says of the hash on this local memory, from the kernel's accesses."""
        key = (kernel, padded, lanes, form)
        if key not in self.advised:
            self.advised[key] = json.loads(output([
                SUPERWARP, "advise", self.trace_of(kernel, padded, lanes), "--width", lanes, "--machine", "sdmm",
                "--rpu", *RPUS[form], "--mapping", HASH, "--regions", 1, "--json", "-"]))
        return self.advised[key]

    def choice(self, kernel, padded, lanes=MODELLED[0]):
        """Whether it switches the hash on in the stream."""
        return self.advice(kernel, padded, lanes, "stream")["regions"] == "1:1"

    def shifted_choice(self, kernel, padded, lanes):
        """The bit of an RSU in front of Vortex's own memory: on where that memory and the DMM, which merges equal
        words, both take clearly fewer slots."""
        slots = self.advice(kernel, padded, lanes, OWN)["slots"]
        return all(on <= (1 - OWN_GAIN) * off for on, off in zip(slots["on"], slots["off"]))


def named(kernel, padded):
    return f"{kernel} {padding(padded)}".strip()


def run_of(name):
    """Kernel and padding of a name that named() made."""
    kernel, _, padded = name.partition(" ")
    return kernel, int(padded != "")


def hashed(unit):
    return "+" in unit


def padding(padded):
    return "padded" if padded else ""


def runs(data):
    return [(kernel, padded) for kernel in data.kernels for padded in (0, 1)]
