# SPDX-License-Identifier: Apache-2.0
"""The chooser of regions (docs/spec/chooser.md): its model, and what it gains on recordings of several blocks."""

import re

WIDTH = 32  # lanes and banks of the recordings


class Chooser:
    """Model of rtl/region_chooser.sv. `mapped` has the bank of every address with the mapping."""

    def __init__(self, width, banks, rows, regions, mapped, score_bits=12):  # pylint: disable=too-many-arguments
        self.width, self.banks, self.of_region, self.mapped = width, banks, rows // regions, mapped
        self.on, self.scores, self.free = [False] * regions, [None] * regions, 0
        self.bound = 1 << (score_bits - 1)

    def access(self, time, addresses):
        """An access that is accepted in this cycle; `addresses` of its active lanes."""
        if time < self.free:
            return
        self.free = time + self.width
        words = set(addresses)
        more = slots(self.mapped[word] for word in words) - slots(word % self.banks for word in words)
        for region in {word // self.banks // self.of_region for word in words}:
            self.scores[region] = max(-self.bound, min(self.bound - 1, (self.scores[region] or 0) + more))

    def choose(self):
        """Between two blocks; time begins again."""
        self.on = [score < 0 if score is not None else on for on, score in zip(self.on, self.scores)]
        self.scores, self.free = [None] * len(self.scores), 0

    def slots_now(self, addresses):
        """Slots of an access as the regions are set."""
        return slots(self.mapped[word] if self.on[word // self.banks // self.of_region] else word % self.banks
                     for word in set(addresses))


def slots(banks):
    counts = {}
    for bank in banks:
        counts[bank] = counts.get(bank, 0) + 1
    return max(counts.values(), default=0)


ACCESS = re.compile(r"^[0-9a-f]+ ([0-9a-f]+) .*?\b(?:LDS|STS|ATOMS)\S* \d.*? (4|8|16) ([012]) (\S+)(.*)$")


def blocks_of(trace):
    """The accesses of each block of a .traceg to shared memory, each as word addresses; wide ones in phases."""
    blocks = []
    with open(trace, encoding="utf-8") as lines:
        for line in lines:
            if line.startswith("#BEGIN_TB"):
                blocks.append([])
            access = ACCESS.match(line)
            if access:
                blocks[-1] += phases(*access.groups())
    return blocks


def phases(mask, size, mode, first, rest):
    lanes = [lane for lane in range(WIDTH) if int(mask, 16) >> lane & 1]
    more = [int(number, 0) for number in rest.split()[:len(lanes) - 1]]
    addresses = [int(first, 16)]
    for at in range(1, len(lanes)):
        addresses.append(int(rest.split()[at - 1], 16) if mode == "0" else
                         addresses[-1] + (more[0] if mode == "1" else more[at - 1]))
    words = int(size) // 4
    found = [[address // 4 + word for lane, address in zip(lanes, addresses) if lane * words // WIDTH == phase
              for word in range(words)] for phase in range(words)]
    return [phase for phase in found if phase]


def played(blocks, chosen, seeds):
    """Slots of the second and later blocks, one resident: without a mapping, with h3 in the regions `chosen` (a digit
    each), and with h3 in the regions that the chooser sets; sums over keys."""
    import numpy
    import superwarp
    words = max(max(access) for block in blocks for access in block) + 1
    rows = max(len(chosen), 1 << (-(-words // WIDTH) - 1).bit_length())
    sums = [0, 0, 0]
    for seed in seeds:
        machine = superwarp.Machine("dmm", mapping="h3", rows=rows, seed=seed)
        mapped = machine.banks(numpy.arange(rows * WIDTH).reshape(rows, WIDTH)).ravel().tolist()
        units = [Chooser(WIDTH, WIDTH, rows, len(chosen), mapped) for _ in sums]
        units[1].on = [bit == "1" for bit in chosen]
        for number, block in enumerate(blocks):
            time = 0
            for access in block:
                found = [unit.slots_now(access) for unit in units]
                sums = [total + (now if number > 0 else 0) for total, now in zip(sums, found)]
                units[2].access(time, access)
                time += found[2]
            units[2].choose()
    return sums
