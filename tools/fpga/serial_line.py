# SPDX-License-Identifier: Apache-2.0
"""The language of tools/fpga/serial_shell.sv: records that go in, answers that come back. Used by tools/fpga/fpga and
tools/fpga/fpga_board."""

import random
import re


SIZES = {"dmm": "", "umm": "", "batch": "s", "serial": "s", "crossbar": "D", "pipelined": "D", "stream": "D"}


def parameters_of(unit, width, rows):
    form, _, size = unit.partition(" ")
    option = re.fullmatch(r"([sD])=(\d+)", size)
    if SIZES.get(form) != (option[1] if option else ""):
        raise SystemExit(f"unit '{unit}': expected dmm, umm, batch s=N, serial s=N, crossbar D=N, pipelined D=N or "
                         "stream D=N")
    found = {"Rpu": form if option else "batch", "Width": width, "SuperWarp": 1, "Depth": 4, "Intake": 1,
             "SlotRule": int(form == "umm"), "NumRows": rows, "DataWidth": 32}
    if option:
        found["SuperWarp" if option[1] == "s" else "Depth"] = int(option[2])
    return found


def rows_of(width):
    """Rows that fill the 32 block RAMs, of 4096 bits, of an HX8K."""
    return 4096 // width


def burst_of(parameters, burst):
    """A serial RPU takes whole super warps."""
    return max(burst, parameters["SuperWarp"]) if parameters["Rpu"] == "serial" else burst


class Line:
    """Sizes and fields of the serial line of a unit."""

    def __init__(self, parameters, burst):
        serial = parameters["Rpu"] == "serial"
        self.data_bits = parameters["DataWidth"]
        self.lanes = parameters["SuperWarp"] * parameters["Width"]
        self.taken = parameters["Width"] if serial else self.lanes
        self.dispatches = burst // (parameters["SuperWarp"] if serial else 1)
        self.words = parameters["Width"] * parameters["NumRows"]
        self.address_bits = (self.words - 1).bit_length()
        self.record_bits = 1 + self.taken * (1 + self.address_bits + self.data_bits)
        self.in_bits = burst * self.record_bits
        self.in_bytes = (self.in_bits + 7) // 8
        self.out_bytes = self.dispatches * self.lanes * self.data_bits // 8 + 1

    def record(self, write, lanes):
        """Bits of a record; `lanes` has address and word of each lane, or None where it is idle."""
        value = write
        for i, lane in enumerate(lanes):
            if lane:
                address, word = lane
                value |= 1 << (1 + i) | address << (1 + self.taken + i * self.address_bits)
                value |= word << (1 + self.taken * (1 + self.address_bits) + i * self.data_bits)
        return value

    def sent(self, burst):
        """Bytes of a burst."""
        records = [self.record(write, lanes[first:first + self.taken])
                   for write, lanes in burst for first in range(0, self.lanes, self.taken)]
        value = sum(record << number * self.record_bits for number, record in enumerate(records))
        return (value << 8 * self.in_bytes - self.in_bits).to_bytes(self.in_bytes, "little")

    def answers(self, received):
        """Words of all lanes, for each dispatch of a burst."""
        size = self.data_bits // 8
        words = [int.from_bytes(received[first:first + size], "little") for first in range(0, self.out_bytes - 1, size)]
        return [words[first:first + self.lanes] for first in range(0, len(words), self.lanes)]


def trace(line, bursts, seed=1):
    """Bursts of dispatches: each a list of (write, lanes), lanes of all records of a dispatch together. The first half
    of the bursts writes, each word once, and the second reads what was written, at addresses that conflict in part."""
    rng = random.Random(seed)
    writes = bursts // 2
    used = rng.sample(range(line.words), writes * line.dispatches * line.lanes)
    free, found = list(used), []
    for number in range(bursts):
        burst = []
        for _ in range(line.dispatches):
            if number < writes:
                burst.append((1, [(free.pop(), rng.getrandbits(line.data_bits)) for _ in range(line.lanes)]))
            else:
                lanes = [(rng.choice(used), 0) if rng.random() < 0.9 else None for _ in range(line.lanes)]
                for first in range(0, line.lanes, line.taken):  # a record with no active lane is no access
                    lanes[first] = lanes[first] or (rng.choice(used), 0)
                burst.append((0, lanes))
        found.append(burst)
    return found


def wrong_words(line, bursts, received):
    """Errors in the answers to `bursts`, a line each: every lane that reads must get the word that was written, an idle
    one 0."""
    memory, wrong = {}, []
    for number, burst in enumerate(bursts):
        answers = line.answers(received[number * line.out_bytes:(number + 1) * line.out_bytes])
        for (write, lanes), words in zip(burst, answers):
            for i, lane in enumerate(lanes):
                if lane and write:
                    memory[lane[0]] = lane[1]
                    continue
                expected = memory[lane[0]] if lane else 0
                if words[i] != expected:
                    wrong.append(f"burst {number}, lane {i}: {words[i]}, expected {expected}")
    return wrong
