# SPDX-License-Identifier: Apache-2.0
"""Recordings of the kernels of examples/cuda/, for several studies."""

import os
import re

from studies.common import ROOT, SUPERWARP, output

RECORDINGS = "out/studies/recordings"


def record_examples(blocks=1):
    """Records the first blocks of every launch of examples/cuda/; returns the traces."""
    os.chdir(ROOT)  # spaces name the traces from here
    folder = RECORDINGS if blocks == 1 else f"{RECORDINGS}-{blocks}"
    for source in sorted((ROOT / "examples/cuda").glob("*.cu")):
        output([SUPERWARP, "record", source.relative_to(ROOT), "--shared-only", "--only-blocks", f"0..{blocks - 1}",
                "--no-table", "--out", f"{folder}/{source.stem}"])
    return sorted(str(trace.relative_to(ROOT)) for trace in (ROOT / folder).glob("*/*.traceg"))


def name_of(trace):
    """The kernel's name with the values of its template's parameters: "reduce<1>"."""
    with open(ROOT / trace, encoding="utf-8") as file:
        name = file.readline()
    function = re.search(r"(\w+)(<.*>)?\(", name).group(1)
    values = re.findall(r"= (?:\w+::)?(\w+)[,\]]", name)
    return function + (f"<{', '.join(values)}>" if values else "")
