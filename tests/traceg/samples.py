#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""samples.py FOLDER: writes the traces that samples.txt describes as FOLDER/NAME.traceg, and what is expected of them
as FOLDER/good/expected.txt and FOLDER/broken/expected.txt."""

import pathlib
import re
import sys

HEADER = {"-kernel name": "k", "-kernel id": "1", "-grid dim": "(1,1,1)", "-block dim": "(32,1,1)", "-shmem": "4096",
          "-accelsim tracer version": "5"}
FORMAT = ("#traces format = PC mask dest_num [reg_dests] opcode src_num [reg_srcs] mem_width [adrrescompress?] "
          "[mem_addresses]")


def header_of(changes):
    fields = {key: f"{key} = {value}" for key, value in HEADER.items()}
    for line in changes:
        if line in fields:
            del fields[line]
        else:
            fields[line.split("=")[0].strip()] = line
    return [*fields.values(), "", FORMAT, ""]


def warps_of(lines):
    """The warps 0, 1, .. of these instructions; an empty line is before the next one."""
    text = []
    for number, warp in enumerate("\n".join(lines).split("\n\n") if lines else []):
        instructions = warp.split("\n")
        text += ["", f"warp = {number}", f"insts = {len(instructions)}", *instructions]
    return text[1:]


def with_directives(text, line):
    if line.startswith("#AGAIN "):
        block = text[len(text) - text[::-1].index("#BEGIN_TB") - 1:]
        return text + [re.sub("(thread block = ).*", rf"\g<1>{line[7:]}", each) for each in block]
    if line == "#HEADER":
        return text + header_of([])
    return text if line in ("#CUT", "#CRLF") else [*text, line]


def trace_of(lines):
    in_header = next((i for i, line in enumerate(lines) if not re.match("-|shmem", line)), len(lines))
    header, lines = lines[:in_header], lines[in_header:]
    if not any(re.search("[=#]", line) for line in lines):
        lines = warps_of(lines)
    if not lines or not lines[0].startswith("#"):
        lines = ["#BEGIN_TB", "", "thread block = 0,0,0", "", *lines, "", "#END_TB"]
    text = header_of(header)
    for line in lines:
        text = with_directives(text, line)
    end = "\r\n" if "#CRLF" in lines else "\n"
    return end.join(text) + ("" if "#CUT" in lines else end)


def of_versions():
    """A store and a load in every version of the format and every mode of addresses: good/vVERSION_modeMODE."""
    modes = (lambda stride: " ".join(f"0x{stride * lane:016x}" for lane in range(32)), lambda stride: f"0x0 {stride}",
             lambda stride: "0x0" + 31 * f" {stride}")
    formats = (("", "", "0 0 0 0 ", ""), (" = 2", "", "0 0 0 0 ", ""), (" = 3", "", "", ""),
               (" = 4", "-enable lineinfo = 0\n", "", ""), (" = 5", "-enable lineinfo = 0\n", "", " 0"),
               (" = 6", "-enable lineinfo = 0\n", "", " 0 0 NoVal"))
    for version, lineinfo, before, after in formats:
        for mode, addresses in enumerate(modes):
            instructions = (f"0010 ffffffff 0 STS 2 R2 R4 4 {mode} {addresses(4)}",
                            f"0020 ffffffff 1 R6 LDS 1 R3 4 {mode} {addresses(128)}", "0030 ffffffff 0 EXIT 0 0")
            yield (f"good/v{version[3:] or 0}_mode{mode} 2 64 2 33 2\n-accelsim tracer version{version}\n{lineinfo}" +
                   "\n".join(before + each + after for each in instructions))


def main():
    folder = pathlib.Path(sys.argv[1])
    samples = pathlib.Path(__file__).with_suffix(".txt").read_text(encoding="utf-8").split("\n== ")[1:]
    samples.extend(of_versions())
    expected = {"good": "", "broken": ""}
    for sample in samples:
        title, *lines = sample.rstrip("\n").split("\n")
        kind, name, expectation = re.match(r"(\w+)/(\w+) (.*)", title).groups()
        expected[kind] += f"{name}.traceg {expectation}\n"
        (folder / kind).mkdir(parents=True, exist_ok=True)
        (folder / kind / f"{name}.traceg").write_bytes(trace_of(lines).encode())
    for kind, text in expected.items():
        (folder / kind / "expected.txt").write_text(text, encoding="utf-8")


main()
