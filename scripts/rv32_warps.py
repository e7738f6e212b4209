# SPDX-License-Identifier: Apache-2.0
"""Runs RV32IM code of warps that execute in step, with Vortex's instructions, and lists what each warp executed between
its two first reads of the cycle counter. It models neither time nor caches, only the effects of instructions in order.

    for warp, events in enumerate(executed(words, lanes, warps, arguments)): ...
"""

from collections import namedtuple

# What a warp executed: its class, registers (0: none), local memory's word of each lane (None: no access), lanes.
Event = namedtuple("Event", "kind target sources words active")

BASE = 0x80000000
LOCAL, LOCAL_BYTES = 0xFF000000, 1 << 18
THREAD, WARP, CYCLES = 0xCC0, 0xCC1, 0xB00
MASK = 0xFFFFFFFF


def signed(x):
    return x - (1 << 32) if x >> 31 else x


ALU = {
    0: lambda a, b: a + b, 1: lambda a, b: a << (b & 31), 2: lambda a, b: signed(a) < signed(b), 3: lambda a, b: a < b,
    4: lambda a, b: a ^ b, 5: lambda a, b: a >> (b & 31), 6: lambda a, b: a | b, 7: lambda a, b: a & b,
    "sub": lambda a, b: a - b, "sra": lambda a, b: signed(a) >> (b & 31), "mul": lambda a, b: a * b,
}
BRANCH = {
    0: lambda a, b: a == b, 1: lambda a, b: a != b, 4: lambda a, b: signed(a) < signed(b),
    5: lambda a, b: signed(a) >= signed(b), 6: lambda a, b: a < b, 7: lambda a, b: a >= b,
}


def bits(word, high, low):
    return word >> low & ((1 << high - low + 1) - 1)


def extended(value, width):
    return value - (1 << width) if value >> width - 1 else value


class Warp:
    def __init__(self, number, pc, lanes):
        self.number, self.pc, self.lanes = number, pc, lanes
        self.registers = [[0] * lanes for _ in range(32)]
        self.active = 1
        self.stack, self.events, self.reads = [], [], 0
        self.state = "runs"  # or waits, ended

    def on(self):
        return [i for i in range(self.lanes) if self.active >> i & 1]


class Core:
    """Arguments: words of memory by byte address. Whole: to the program's end, else to each warp's second read."""

    def __init__(self, words, lanes, warps, arguments, whole=False):
        self.lanes, self.whole = lanes, whole
        self.memory = {BASE + 4 * i: word for i, word in enumerate(words)}
        self.memory.update(arguments)
        self.warps = [Warp(0, BASE, lanes)]
        self.count = warps

    def run(self):
        while any(warp.state == "runs" for warp in self.warps):
            for warp in list(self.warps):
                while warp.state == "runs":
                    self.step(warp)
            waiting = [warp for warp in self.warps if warp.state == "waits"]
            if len(waiting) == self.count:
                for warp in waiting:
                    warp.state = "runs"
        if any(warp.state == "waits" for warp in self.warps):
            raise RuntimeError("rv32_warps: warps wait at a barrier that others do not reach")
        return [warp.events for warp in self.warps]

    def step(self, warp):
        word = self.memory.get(warp.pc)
        if word is None:
            raise RuntimeError(f"rv32_warps: no instruction at {warp.pc:#x}")
        opcode, rd, f3, rs1, rs2 = bits(word, 6, 0), bits(word, 11, 7), bits(word, 14, 12), bits(word, 19,
            15), bits(word, 24, 20)
        f7, registers, on = bits(word, 31, 25), warp.registers, warp.on()
        a, b = registers[rs1], registers[rs2]
        target, sources, words, kind, value = rd, (rs1, rs2), None, "alu", None
        following = warp.pc + 4
        if opcode in (0x13, 0x33):
            operation = f3
            if opcode == 0x13:
                b, sources = [extended(bits(word, 31, 20), 12) & MASK] * self.lanes, (rs1,)
                operation = "sra" if f3 == 5 and f7 == 0x20 else f3
            elif f7 == 1:
                if f3 != 0:
                    raise RuntimeError(f"rv32_warps: {word:#010x} at {warp.pc:#x} is not implemented")
                operation, kind = "mul", "mul"
            elif f7 == 0x20:
                operation = "sub" if f3 == 0 else "sra"
            function = ALU[operation]
            value = {i: int(function(a[i], b[i])) & MASK for i in on}
        elif opcode in (0x37, 0x17):
            upper, sources = word & 0xFFFFF000, ()
            value = dict.fromkeys(on, (upper + (warp.pc if opcode == 0x17 else 0)) & MASK)
        elif opcode in (0x03, 0x23):
            if f3 != 2:
                raise RuntimeError(f"rv32_warps: {word:#010x} at {warp.pc:#x} is no access of a word")
            store = opcode == 0x23
            offset = extended(f7 << 5 | rd if store else bits(word, 31, 20), 12)
            at = {i: a[i] + offset & MASK for i in on}
            local = {i: (x - LOCAL) // 4 for i, x in at.items() if LOCAL <= x < LOCAL + LOCAL_BYTES}
            kind = ("store" if store else "load") if len(local) == len(at) else ("global "
                                                                                 "store") if store else "global load"
            words = local if len(local) == len(at) else None
            if store:
                target = 0
                for i in on:
                    self.memory[at[i]] = b[i]
            else:
                sources, value = (rs1,), {i: self.memory.get(at[i], 0) for i in on}
        elif opcode == 0x63:
            kind, target = "branch", 0
            if len({bool(BRANCH[f3](a[i], b[i])) for i in on}) != 1:
                raise RuntimeError(f"rv32_warps: lanes part at the branch at {warp.pc:#x} without split")
            if BRANCH[f3](a[on[-1]], b[on[-1]]):
                offset = bits(word, 31, 31) << 12 | bits(word, 7, 7) << 11 | bits(word, 30, 25) << 5 | bits(word,
                    11, 8) << 1
                following = warp.pc + extended(offset, 13)
        elif opcode == 0x6F:
            kind, sources, value = "branch", (), dict.fromkeys(on, following)
            offset = bits(word, 31, 31) << 20 | bits(word, 19, 12) << 12 | bits(word, 20, 20) << 11 | bits(word,
                30, 21) << 1
            following = warp.pc + extended(offset, 21)
        elif opcode == 0x67:
            kind, sources, value = "branch", (rs1,), dict.fromkeys(on, following)
            following = a[on[-1]] + extended(bits(word, 31, 20), 12) & MASK & ~1
        elif opcode == 0x73:
            kind, sources, number = "csr", (), bits(word, 31, 20)
            value = {i: i if number == THREAD else warp.number if number == WARP else 0 for i in on}
            warp.reads += number == CYCLES
        elif opcode == 0x0B and f7 == 0:
            kind, target, value, following = self.control(warp, f3, rd, a, b, on, following)
            sources = (rs1, rs2)
        else:
            raise RuntimeError(f"rv32_warps: {word:#010x} at {warp.pc:#x} is not implemented")

        if warp.reads == 1 and not (kind == "csr" and bits(word, 31, 20) == CYCLES):
            warp.events.append(Event(kind, target, sources, words, len(on)))
        if warp.reads == 2 and not self.whole:
            warp.state = "ended"
        if value is not None and rd != 0:
            for i, x in value.items():
                registers[rd][i] = x
        warp.pc = following

    def control(self, warp, f3, rd, a, b, on, following):
        """tmc, wspawn, split, join, bar."""
        value, first = None, on[-1]
        if f3 == 0:
            warp.active = a[first] & ((1 << self.lanes) - 1)
            if warp.active == 0:
                warp.state = "ended"
        elif f3 == 1:
            self.warps += [Warp(w, b[first], self.lanes) for w in range(1, min(a[first], self.count))]
        elif f3 == 2:
            value = dict.fromkeys(on, len(warp.stack))
            then = sum(1 << i for i in on if a[i] & 1)
            other = warp.active & ~then
            if then and other:
                if bin(then).count("1") < bin(other).count("1"):
                    then, other = other, then
                warp.stack += [(warp.active, None), (other, following)]
                warp.active = then
        elif f3 == 3:
            if a[first] != len(warp.stack):
                warp.active, other = warp.stack.pop()
                following = following if other is None else other
        elif f3 == 4:
            warp.state = "waits"
        else:
            raise RuntimeError(f"rv32_warps: control {f3} is not implemented")
        return ("split", "split", "split", "split", "barrier")[f3], rd if f3 == 2 else 0, value, following


def executed(words, lanes, warps, arguments):
    """The events of every warp."""
    return Core(words, lanes, warps, arguments).run()
