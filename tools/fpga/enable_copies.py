# SPDX-License-Identifier: Apache-2.0
"""Copies of a LUT that enables many registers, in a netlist of Yosys for iCE40. tools/fpga/fpga uses them on a crowded
FPGA.

A register that takes a word when the dispatch before is complete has an enable that comes last, and wires across the
FPGA. A copy of its LUT for each 64 registers can stand beside them. Two inputs that come from registers first go into a
LUT of their own where that makes room, so that a LUT less follows the late inputs.
"""

import collections
import itertools
import json

FANOUT = 64  # registers of one copy
PINS = ("I0", "I1", "I2", "I3")


class Netlist:
    def __init__(self, path, top):
        self.data = json.loads(path.read_text(encoding="utf-8"))
        self.module = self.data["modules"][top]
        self.cells = self.module["cells"]
        self.driver = {cell["connections"]["O"][0]: cell for cell in self.cells.values() if cell["type"] == "SB_LUT4"}
        self.next = 1 + max(bit for net in self.module["netnames"].values() for bit in net["bits"]
                            if isinstance(bit, int))

    def lut(self, inputs, value):
        """A new LUT of the function `value` of `inputs`. Returns its net."""
        table = "".join(str(int(value(dict(zip(inputs, bits[::-1]))))) for bits in itertools.product((1, 0), repeat=4))
        net, self.next = self.next, self.next + 1
        self.cells[f"enable_copy_{net}"] = {
            "hide_name": 0, "type": "SB_LUT4", "parameters": {"LUT_INIT": table}, "attributes": {},
            "port_directions": {**dict.fromkeys(PINS, "input"), "O": "output"},
            "connections": {**{pin: [bit] for pin, bit in zip(PINS, [*inputs, "0", "0", "0", "0"])}, "O": [net]}}
        self.module["netnames"][f"enable_copy_{net}"] = {"hide_name": 0, "bits": [net], "attributes": {}}
        return net

    def inputs(self, net):
        return [bit for pin in PINS for bit in self.driver[net]["connections"][pin] if isinstance(bit, int)]

    def value(self, net, known):
        """Of `net`, where `known` has the values of nets on the way to it."""
        if net in known or not isinstance(net, int):
            return int(known[net] if net in known else net == "1")
        cell = self.driver[net]
        place = sum(self.value(cell["connections"][pin][0], known) << i for i, pin in enumerate(PINS))
        return int(cell["parameters"]["LUT_INIT"][15 - place])


def without_last(netlist, net):
    """Inputs and function of `net` with a LUT less after the late inputs, or as it stands."""
    inputs = netlist.inputs(net)
    late = [bit for bit in inputs if bit in netlist.driver]
    leaves = sorted({*inputs, *(netlist.inputs(late[0]) if len(late) == 1 else [])} - {*late[:1]} if len(late) == 1
                    else inputs)
    if len(leaves) == 5:
        for pair in itertools.combinations([bit for bit in leaves if bit not in netlist.driver], 2):
            rest = [bit for bit in leaves if bit not in pair]
            columns = {one: tuple(netlist.value(net, {**dict(zip(pair, one)), **dict(zip(rest, bits))})
                                  for bits in itertools.product((0, 1), repeat=3))
                                  for one in itertools.product((0, 1), repeat=2)}
            if len({*columns.values()}) == 2:
                chosen = columns[1, 1]
                ones = {value: next(one for one, column in columns.items() if (column == chosen) == value)
                        for value in (True, False)}
                first = netlist.lut(pair, lambda known: columns[known[pair[0]], known[pair[1]]] == chosen)
                return [*rest, first], lambda known: netlist.value(
                    net, {**{bit: known[bit] for bit in rest}, **dict(zip(pair, ones[known[first] == 1]))})
    if len(leaves) <= 4:
        return leaves, lambda known: netlist.value(net, known)
    return inputs, lambda known: netlist.value(net, known)


def copy_enables(path, top):
    """Returns the number of LUTs then."""
    netlist = Netlist(path, top)
    place = {bit: i for net in netlist.module["netnames"].values() for i, bit in enumerate(net["bits"])}
    registers = collections.defaultdict(list)
    for cell in netlist.cells.values():
        enable = cell["connections"].get("E", [""])[0]
        if cell["type"].startswith("SB_DFF") and enable in netlist.driver:
            registers[enable].append(cell)
    for net, cells in registers.items():
        groups = len(cells) // FANOUT
        if groups > 1:
            inputs, value = without_last(netlist, net)
            # Banks have a block RAM for some bits of the word, so registers of the same bits go together.
            cells.sort(key=lambda cell: (place[cell["connections"]["Q"][0]] % 32, place[cell["connections"]["Q"][0]]))
            for group in range(groups):
                copy = netlist.lut(inputs, value)
                for cell in cells[group * len(cells) // groups:(group + 1) * len(cells) // groups]:
                    cell["connections"]["E"] = [copy]
    used = {bit for cell in netlist.cells.values() for pin, bits in cell["connections"].items() if pin != "O"
            for bit in bits}
    for name in [name for name, cell in netlist.cells.items() if cell["type"] == "SB_LUT4"
                 and cell["connections"]["O"][0] not in used]:
        del netlist.cells[name]
    path.write_text(json.dumps(netlist.data), encoding="utf-8")
    return sum(cell["type"] == "SB_LUT4" for cell in netlist.cells.values())
