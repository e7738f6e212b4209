# SPDX-License-Identifier: Apache-2.0
"""Shared by the scripts that call Yosys."""

import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def rtl_sources(rtl=ROOT / "rtl"):
    """The files of the RTL in the folder `rtl`, in the order of its superwarp.f."""
    lines = (rtl / "superwarp.f").read_text().splitlines()
    return [rtl / line.removeprefix("rtl/") for line in lines if line.startswith("rtl/")]


def as_bits(value):
    """A parameter for Yosys' command line, where a string is a number with 8 bits a letter."""
    if not isinstance(value, str):
        return value
    return f"{8 * len(value)}'b" + "".join(f"{ord(letter):08b}" for letter in value)


def run_yosys(folder, script):
    (folder / "script.ys").write_text(script)
    return subprocess.run(["yosys", "-q", "script.ys"], cwd=folder, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False)


def yosys(folder, script):
    result = run_yosys(folder, script)
    if result.returncode != 0:
        sys.exit(f"Yosys in {folder}:\n{result.stdout[-2000:]}")
    return result.stdout
