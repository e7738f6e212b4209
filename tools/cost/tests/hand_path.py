#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""hand_path.py LIBERTY TIMING_SCRIPT FOLDER: the path from a flip-flop through two inverters to a flip-flop. OpenSTA,
run by the script of `superwarp cost`, must find the delay that this script computes from the library's tables: delays
and slews bilinear in slew and load, both edges, and the setup time."""

import pathlib
import re
import subprocess
import sys

NETLIST = """module unit(clk_i, d_i, q_o);
  input clk_i;
  input d_i;
  output q_o;
  wire a;
  wire b;
  wire c;
  DFFPOSX1 first (.CLK(clk_i), .D(d_i), .Q(a));
  INVX1 one (.A(a), .Y(b));
  INVX1 two (.A(b), .Y(c));
  DFFPOSX1 second (.CLK(clk_i), .D(c), .Q(q_o));
endmodule
"""
NUMBER = re.compile(r"-?[0-9.]+")


def numbers(text):
    return [float(number) for number in NUMBER.findall(text)]


class Cell:
    def __init__(self, liberty, name):
        self.text = re.search(rf"^cell \({name}\) {{.*?^}}", liberty, re.DOTALL | re.MULTILINE).group(0)

    def pin(self, name):
        return re.search(rf"pin\({name}\)\s*{{.*?(?=\n  pin\(|\Z)", self.text, re.DOTALL).group(0)

    def load(self, name, edge):
        return float(re.search(rf"{edge}_capacitance : ([0-9.]+)", self.pin(name)).group(1))

    def table(self, pin, what, kind=""):
        """The table `what` of the pin's timing group whose text has `kind`: two axes and the values."""
        group = next(group for group in self.pin(pin).split("timing()")[1:] if kind in group)
        found = re.search(rf"{what}\((\w+)\) {{(.*?)}}", group, re.DOTALL).group(2)
        return [numbers(found.split(part, 1)[1].split(")", 1)[0]) for part in ("index_1", "index_2", "values")]


def place(axis, value):
    """The interval of `axis` with the value, or the outermost one, and the place in it."""
    at = max(i for i in range(len(axis) - 1) if i == 0 or axis[i] <= value)
    return at, (value - axis[at]) / (axis[at + 1] - axis[at])


def look_up(table, first, second):  # by load and slew; a setup time by the slews of clock and data
    rows, columns, values = table
    (i, x), (j, y) = place(rows, first), place(columns, second)
    corner = [[values[(i + a) * len(columns) + j + b] for b in (0, 1)] for a in (0, 1)]
    low, high = (line[0] * (1 - y) + line[1] * y for line in corner)
    return low * (1 - x) + high * x


def by_hand(liberty):
    flop, inverter = Cell(liberty, "DFFPOSX1"), Cell(liberty, "INVX1")
    other = {"rise": "fall", "fall": "rise"}
    periods = []
    for start in ("rise", "fall"):
        arrival, slew, edge = 0.0, 0.0, start
        for cell, pin, to, to_pin in ((flop, "Q", inverter, "A"), (inverter, "Y", inverter, "A"),
                                      (inverter, "Y", flop, "D")):
            edge = start if cell is flop else other[edge]
            load = to.load(to_pin, edge)
            kind = "rising_edge" if cell is flop else "related_pin"
            arrival += look_up(cell.table(pin, f"cell_{edge}", kind), load, slew)
            slew = look_up(cell.table(pin, f"{edge}_transition", kind), load, slew)
        periods.append(arrival + look_up(flop.table("D", f"{edge}_constraint", "setup_rising"), 0.0, slew))
    return max(periods)


def main():
    liberty, script, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "netlist.v").write_text(NETLIST)
    (folder / "timing.tcl").write_text(script.read_text())
    said = subprocess.run(["sta", "-no_splash", "-exit", "timing.tcl"], cwd=folder, stdout=subprocess.PIPE, text=True,
                          check=True).stdout
    period = float(re.search(r"create_clock .*-period (\S+)", script.read_text()).group(1))
    opensta = period - float(re.search(r"([0-9.]+)\s+slack", said).group(1))
    expected = by_hand(liberty.read_text())
    print(f"flip-flop, two inverters, flip-flop: OpenSTA {opensta:.4f} ns, by hand {expected:.4f} ns")
    return 0 if abs(opensta - expected) < 0.0005 else 1


if __name__ == "__main__":
    sys.exit(main())
