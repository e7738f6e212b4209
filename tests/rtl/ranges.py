#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""ranges.py RTL_DIR SCRATCH_DIR: every range that a header of a module states is checked at elaboration, and Verilator
and Icarus Verilog refuse a value outside with a message that names the parameter. (lint.sh tries the machines, with
Yosys too.)"""

import concurrent.futures
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))
from yosys import rtl_sources  # noqa: E402

RTL, SCRATCH = (pathlib.Path(argument).resolve() for argument in sys.argv[1:])

PARAMETER = re.compile(r"^  parameter int (\w+) += [^/\n]*?,? *// (.*)$", re.M)
RANGE = re.compile(r">= ?\d|\d to \d|power of two|\d or \d|^1: .*; 0: ")
CHECK = re.compile(r"\b(\w+)_must_(\w+) u_(?:bad_\w+|error) \(\);")
# In range, for the other parameters of a module of which one is out of it.
IN_RANGE = {"Width": 4, "NumBanks": 4, "NumLanes": 4, "NumRequests": 4, "Warp": 4, "NumTags": 1, "AddrWidth": 8,
            "DataWidth": 8,
            "TagWidth": 2, "LineWidth": 2, "LineLane": 2, "NameWidth": 2, "NameLane": 2, "NumRows": 4, "MaxLatency": 4,
            "ReturnLane": 2, "Depth": 2, "Passes": 1, "Lines": 4, "Places": 4, "Bits": 2, "Words": 2, "Earlier": 1,
            "Entries": 4, "EntryWidth": 2, "IndexWidth": 2, "EnableWidth": 1, "SuperWarp": 2, "NumPorts": 2,
            "Stages": 1, "PlaceWidth": 3, "BankWidth": 2}


def out_of_range(rule):
    """A value that the rule, the rest of a message, excludes."""
    if "power_of_two" in rule or "divisor" in rule or "even" in rule:
        return 3
    least = re.search(r"at_least_(\d+)$", rule)
    if least:
        return int(least.group(1)) - 1
    between = re.search(r"be_(\d+)_to_(\d+)", rule)
    if between:
        return int(between.group(2)) + 1
    return 1 if "at_least" in rule else 2


def unchecked(texts):
    """Parameters whose header states a range that no check holds, of the module or of one inside it that gets them."""
    held = {(name, parameter) for name, text in texts.items() for parameter, _ in CHECK.findall(text)}
    held.add(("bank_network", "Width"))  # its message says NumBanks, as the user of a machine calls it
    instances = [(name, inner, passed) for name, text in texts.items()
                 for inner, passed in re.findall(r"^ +(\w+) #\((.*?)\) u_", text, re.M | re.S)]
    before = -1
    while before != len(held):
        before = len(held)
        for name, inner, passed in instances:
            held |= {(name, outer) for port, outer in re.findall(r"\.(\w+)\((\w+)\)", passed) if (inner, port) in held}
    for name, text in texts.items():
        for parameter, meaning in PARAMETER.findall(text):
            if RANGE.search(meaning) and (name, parameter) not in held:
                yield f"{name}.sv: {parameter} ({meaning})"


def main():
    texts = {path.stem: path.read_text() for path in rtl_sources(RTL)}
    missing = list(unchecked(texts))
    if missing:
        sys.exit("ranges that a header states and no check holds:\n  " + "\n  ".join(missing))

    SCRATCH.mkdir(parents=True, exist_ok=True)

    def accepts(name, parameter, rule):
        """What is wrong: a tool takes `name` with `parameter` out of its range, or none names it."""
        own = re.findall(r"^  parameter int (\w+) ", texts[name], re.M)
        chosen = {key: value for key, value in IN_RANGE.items() if key in own} | {parameter: out_of_range(rule)}
        bad = SCRATCH / f"{name}_{parameter}.sv"
        bad.write_text(f"module {bad.stem};\n  {name} "
                       f"#({', '.join(f'.{key}({value})' for key, value in chosen.items())}) u_bad ();\nendmodule\n")
        said = ""
        for tool in (["verilator", "--lint-only", "-Wno-lint", "-Wno-style", "--top-module", bad.stem],
                     ["iverilog", "-g2012", "-s", bad.stem, "-o", str(bad.with_suffix(".vvp"))]):
            run = subprocess.run([*tool, *rtl_sources(RTL), bad], cwd=SCRATCH, capture_output=True, text=True,
                                 check=False)
            said += run.stdout + run.stderr
            if run.returncode == 0:
                return [f"{tool[0]} accepts {name} with {parameter} = {out_of_range(rule)}"]
        # Where a width is 0, a tool can stop before it comes to the check.
        named = re.search(rf"\b{name}\.sv:.*{parameter}_must_", said)
        return [] if named else [f"no tool names {parameter} = {out_of_range(rule)} of {name}:\n{said[:600]}"]

    tried = [(name, *check) for name, text in texts.items() for check in CHECK.findall(text.partition("// Ranges;")[2])]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        accepted = [line for lines in pool.map(lambda check: accepts(*check), tried) for line in lines]
    if accepted:
        sys.exit("\n".join(accepted))
    print(f"{len(tried)} parameters of {len({check[0] for check in tried})} modules refused by name")


if __name__ == "__main__":
    main()
