# SPDX-License-Identifier: Apache-2.0
"""The language of fpga/serial_shell.sv: records that go in, answers that come back. Used by scripts/fpga and scripts/fpga_board."""

import random
import re

COUNT_BITS = 16


def parameters_of(unit, width, rows):
    form, _, size = unit.partition(" ")
    found = {"Rpu": "batch", "Width": width, "SuperWarp": 1, "Depth": 4, "Intake": 1, "SlotRule": 0, "NumRows": rows, "DataWidth": 32}
    known = {"dmm": {}, "umm": {"SlotRule": 1}, "batch": {}, "serial": {"Rpu": "serial"},
             **{rpu: {"Rpu": rpu} for rpu in ("crossbar", "pipelined", "stream")}}
    option = re.fullmatch(r"([sD])=(\d+)", size)
    takes = {"batch": "s", "serial": "s", "crossbar": "D", "pipelined": "D", "stream": "D"}.get(form, "")
    if form not in known or (option[1] if option else "") != takes:
        raise SystemExit(f"unit '{unit}': expected dmm, umm, batch s=N, serial s=N, crossbar D=N, pipelined D=N or stream D=N")
    if option:
        found["SuperWarp" if takes == "s" else "Depth"] = int(option[2])
    return found | known[form]


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
        self.burst, self.data_bits = burst, parameters["DataWidth"]
        self.lanes = parameters["SuperWarp"] * parameters["Width"]
        self.taken = parameters["Width"] if serial else self.lanes
        self.together = parameters["SuperWarp"] if serial else 1
        self.words = parameters["Width"] * parameters["NumRows"]
        self.address_bits = (self.words - 1).bit_length()
        self.record_bytes = (2 + self.taken * (1 + self.address_bits + self.data_bits) + 7) // 8
        self.answer_bytes = (COUNT_BITS + self.lanes * (1 + self.data_bits) + 7) // 8
        self.in_bytes = burst * self.record_bytes
        self.out_bytes = burst // self.together * self.answer_bytes

    def record(self, write, lanes):
        """Bytes of a record; `lanes` has address and word of each lane, or None where it is idle."""
        value = 1 | (write << 1)
        for i, lane in enumerate(lanes):
            if lane:
                address, word = lane
                value |= 1 << (2 + i) | address << (2 + self.taken + i * self.address_bits)
                value |= word << (2 + self.taken * (1 + self.address_bits) + i * self.data_bits)
        return value.to_bytes(self.record_bytes, "little")

    def answers(self, received):
        """(cycles, words of the lanes or None where a lane was not served) of each dispatch of a burst."""
        found = []
        for first in range(0, len(received), self.answer_bytes):
            value = int.from_bytes(received[first:first + self.answer_bytes], "little")
            words = value >> self.lanes
            mask = (1 << self.data_bits) - 1
            found.append((value >> (self.lanes * (1 + self.data_bits)) & ((1 << COUNT_BITS) - 1),
                          [words >> (i * self.data_bits) & mask if value >> i & 1 else None for i in range(self.lanes)]))
        return found


def trace(line, bursts, seed=1):
    """Bursts of dispatches: each a list of (write, lanes), lanes of all records of a dispatch together. The first half of the
    bursts writes, each word once, and the second reads what was written, at addresses that conflict in part."""
    rng = random.Random(seed)
    dispatches = line.burst // line.together
    writes = bursts // 2
    used = rng.sample(range(line.words), writes * dispatches * line.lanes)
    free, found = list(used), []
    for number in range(bursts):
        burst = []
        for _ in range(dispatches):
            if number < writes:
                burst.append((1, [(free.pop(), rng.getrandbits(line.data_bits)) for _ in range(line.lanes)]))
            else:
                lanes = [(rng.choice(used), 0) if rng.random() < 0.9 else None for _ in range(line.lanes)]
                for first in range(0, line.lanes, line.taken):  # a record with no active lane is no access
                    lanes[first] = lanes[first] or (rng.choice(used), 0)
                burst.append((0, lanes))
        found.append(burst)
    return found


def sent(line, burst):
    return b"".join(line.record(write, lanes[first:first + line.taken])
                    for write, lanes in burst for first in range(0, line.lanes, line.taken))


def wrong_words(line, bursts, received):
    """Errors in the answers to `bursts`, a line each: every lane that reads must get the word that was written."""
    memory, wrong = {}, []
    for number, burst in enumerate(bursts):
        answers = line.answers(received[number * line.out_bytes:(number + 1) * line.out_bytes])
        if len(answers) != len(burst):
            return wrong + [f"burst {number}: no answer"]
        for (write, lanes), (_, words) in zip(burst, answers):
            for i, lane in enumerate(lanes):
                expected = None if lane is None else 0 if write else memory[lane[0]]
                if words[i] != expected:
                    wrong.append(f"burst {number}, lane {i}: {words[i]}, expected {expected}")
                if lane and write:
                    memory[lane[0]] = lane[1]
    return wrong
