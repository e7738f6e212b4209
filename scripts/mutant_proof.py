# SPDX-License-Identifier: Apache-2.0
"""Proves that a mutant is equivalent to its machine: no output and nothing written to a memory ever differs."""

import json
import re
import subprocess

from yosys import run_yosys, yosys

SECONDS = 120  # for one proof
LARGE = 64  # words: larger memories hold banks or keys, and stay outside


def memories_outside(text):
    """RTLIL without the memories of banks and keys, and their ports as (number, reads, bits of a word, bits of an
    address).

    A value that went into a port of such a memory becomes an output, a value that was read becomes an input."""
    large = {name for size, name in re.findall(r"^  memory .*?size (\d+) .*?(\S+)$", text, re.MULTILINE)
             if int(size) > LARGE or ".u_bank." in name}
    out = []
    memories = []
    cell = None
    for line in text.splitlines():
        if re.match(r"  cell \$mem(rd|wr)", line):
            cell = [line]
        elif cell is None:
            if not (line.startswith("  memory ") and line.split()[-1] in large):
                out.append(line)
        elif line != "  end":
            cell.append(line)
        else:
            field_of = {words[1]: words[2] for words in (one.split(None, 2) for one in cell)
                        if words[0] in ("parameter", "connect")}
            if json.loads(field_of["\\MEMID"]) in large:
                number, reads = len(memories), "$memrd" in cell[0]
                width, address = int(field_of["\\WIDTH"]), int(field_of["\\ABITS"])
                for place, (pin, bits) in enumerate(pins_of(reads, width, address), 100000 + 3 * number):
                    wire, signal = f"\\memory_{number}_{pin}", field_of["\\" + pin]
                    comes = reads and pin == "DATA"
                    out.append(f"  wire width {bits} {'input' if comes else 'output'} {place} {wire}")
                    out.append(f"  connect {signal} {wire}" if comes else f"  connect {wire} {signal}")
                memories.append((number, reads, width, address))
            else:
                out += [*cell, line]
            cell = None
    return "\n".join(out) + "\n", memories


def pins_of(reads, width, address):
    return [("ADDR", address), ("DATA", width)] + ([] if reads else [("EN", width)])


def side_by_side(text, memories):
    """A module with machine and mutant at the same inputs; `bad` says that an output or a write to an outside memory
    differs.

    The latency is 1 or 2 and changes in reset only. An outside memory returns one word for one address."""
    inputs = []
    body = []
    bad = []
    ports = {"machine": [], "mutant": []}
    for bits, way, port in re.findall(r"^  wire (?:width (\d+) )?(input|output) \d+ \\(\S+)$", text, re.MULTILINE):
        wire = f"[{int(bits or 1) - 1}:0]"
        if port.startswith("memory_"):
            continue
        if port == "latency_i":
            inputs.append("input longer")
            body.append(f"reg held = 0;\nalways @(posedge clk_i) if (!rst_ni) held <= longer;\nwire {wire} latency_i = "
                        "1 + held;")
        elif way == "input":
            inputs.append(f"input {wire} {port}")
        else:
            body.append(f"wire {wire} machine_{port}, mutant_{port};")
            bad.append(f"machine_{port} != mutant_{port}")
        for which, of in ports.items():
            of.append(f".{port}({port if way == 'input' else which + '_' + port})")
    for number, reads, width, address in memories:
        for which, of in ports.items():
            pins = pins_of(reads, width, address)
            body += [f"wire [{bits - 1}:0] {which}_{pin}{number};" for pin, bits in pins]
            of += [f".memory_{number}_{pin}({which}_{pin}{number})" for pin, _ in pins]
        same = f"machine_ADDR{number} == mutant_ADDR{number}"
        if reads:
            inputs += [f"input [{width - 1}:0] word{number}", f"input [{width - 1}:0] other{number}"]
            body.append(f"assign machine_DATA{number} = word{number};\n"
                        f"assign mutant_DATA{number} = {same} ? word{number} : other{number};")
        else:
            bad += [f"machine_EN{number} != mutant_EN{number}", f"|machine_EN{number} & ~({same})",
                    f"|(machine_EN{number} & (machine_DATA{number} ^ mutant_DATA{number}))"]
    return (f"module both({', '.join(inputs)}, output bad);\n" + "\n".join(body) +
            "\nassign bad = " + " | ".join(f"({one})" for one in bad) + ";\n" +
            "".join(f"{which} u_{which} ({', '.join(of)});\n" for which, of in ports.items()) + "endmodule\n")


def equivalent(folder, mutation, number):
    """Whether the mutant behaves as the machine in every cycle, for all inputs and resets, from registers of 0 on."""
    here = folder / f"equivalence{number}"
    here.mkdir(exist_ok=True)
    alone = re.sub(r"-ctrl \S+ \d+ \d+ ", "", mutation)
    for which, change in (("machine", ""), ("mutant", alone)):
        made = run_yosys(here, f"read_rtlil ../short.il\n{change}\nrename -top {which}\nwrite_rtlil {which}.il\n")
        if made.returncode != 0:  # the machine with short delays lacks this cell
            (here / "log").write_text(made.stdout)
            return False
        text, memories = memories_outside((here / f"{which}.il").read_text())
        (here / f"{which}.il").write_text(text)
    (here / "both.v").write_text(side_by_side(text, memories))
    # Undriven bits, of words past the end of a memory, must be alike on both sides.
    yosys(here, "read_rtlil machine.il\nread_rtlil mutant.il\nread_verilog both.v\nhierarchy -top both\nproc\nmemory "
                "-nomap\n"
          "memory_map\nflatten\nopt\nsetundef -zero\nsetundef -init -zero\ntechmap\nopt\n"
          "setundef -undriven -zero\ndffunmap\naigmap\nopt_clean\nwrite_aiger -zinit both.aig\n")
    try:
        result = subprocess.run(["yosys-abc", "-c", f"read both.aig; strash; scorr; dc2; pdr -T {SECONDS}"], cwd=here,
                                text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
                                timeout=3 * SECONDS)
    except subprocess.TimeoutExpired:
        return False
    (here / "log").write_text(result.stdout)
    return "Property proved" in result.stdout
