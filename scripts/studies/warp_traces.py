# SPDX-License-Identifier: Apache-2.0
"""Traces of text for `superwarp replay --issue`, from what warps executed (scripts/rv32_warps.py) and its stages."""

import dataclasses


@dataclasses.dataclass
class Round:
    """One access of a warp, or none, with slots and length of instructions before it and of independent ones behind."""
    before: list
    write: bool = False
    words: dict = None
    independent: list = dataclasses.field(default_factory=list)


def slots_of(event, stages):
    """Issue slots of an instruction: registers of one bank are read one after another."""
    banks = [register % stages["register_banks"] for register in event.sources if register]
    return max(1, *[banks.count(bank) for bank in banks]) if banks else 1


class Front:
    """When each instruction of a warp that is alone is issued: it is fetched an interval after the one before, or after
    that is issued if it steers the warp, and waits in a buffer for the results that it needs."""

    def __init__(self, stages):
        self.stages = stages
        self.fetched, self.issued = 0, []  # the first time unit of the next fetch; of each instruction so far
        self.result, self.loaded = {}, {}  # by register: when it is there, by instructions and by loads

    def issue(self, event):
        """When it could be issued if loads took no time."""
        registers = [register for register in (*event.sources, event.target) if register]
        behind = self.issued[-1] + 1 if self.issued else 0
        free = max(self.fetched, behind, *[self.result.get(register, 0) for register in registers], 0)
        at = max(free, *[self.loaded.get(register, 0) for register in registers], 0)
        self.issued.append(at)
        interval = self.stages["interval"].get(event.kind, self.stages["interval"]["alu"])
        self.fetched = (at if event.kind in self.stages["steering"] else self.fetched) + interval
        if len(self.issued) >= self.stages["buffer"]:
            self.fetched = max(self.fetched, self.issued[-self.stages["buffer"]] + 1)
        if event.target:
            self.loaded.pop(event.target, None)
            self.result.pop(event.target, None)
            if event.kind == "load":
                self.loaded[event.target] = at + self.stages["load"]
            else:
                self.result[event.target] = at + self.stages["result"].get(event.kind, 1)
        return free


def rounds_of(events, stages):
    """The rounds of a warp, in a list for each stretch between barriers. A length is how much later the next
    instruction is issued than this one, if the warp is alone. Instructions after a load are independent until the word
    is needed, after a store until the next access."""
    phases, front = [[]], Front(stages)
    placed = 0             # when the machine issues the last one: right behind an access, if it is the first there
    run = []               # slots and lengths since the last access; the next instruction sets the last length
    independent = False    # of an access
    pending = None         # the register that a load has not delivered

    def dependent():
        nonlocal run, independent, pending
        phases[-1][-1].independent, run, independent, pending = run, [], False, None

    for event in events:
        barrier = event.kind == "barrier"
        if independent and (event.words is not None or barrier
                            or (pending and pending in (*event.sources, event.target))):
            dependent()
        start = front.issue(event)
        if run:
            run[-1][1] = max(1, start - placed)
        placed = front.issued[-1]
        if independent and not run:
            placed = max(placed, front.issued[-2] + stages["to_memory"])
        length = stages["interval"]["barrier"] if barrier else stages["to_memory"] if event.words is not None else 1
        run.append([slots_of(event, stages), length])
        if event.words is not None or barrier:
            phases[-1].append(Round(run, event.kind == "store", event.words))
            run, independent = [], not barrier
            pending = event.target if event.kind == "load" else None
        if barrier:
            phases.append([])
    if independent:
        dependent()
    elif run:
        phases[-1].append(Round(run))
    return phases


def segments(run):
    """`5x1/6 1/16`: equal instructions in a row become one segment."""
    words = []
    for at, one in enumerate(run):
        if at > 0 and one == run[at - 1]:
            words[-1][0] += 1
        else:
            words.append([1, *one])
    return " ".join(f"{times}x{slots}/{length}" if length > 1 else f"{times}x{slots}" for times, slots, length in words)


def trace(warps, lanes, stages):
    """The text of a trace, a line for each round of each warp."""
    of_warps = [rounds_of(events, stages) for events in warps]
    lines, first = ["# superwarp-trace 1"], 0
    for phase in range(max(map(len, of_warps))):
        phases = [rounds[phase] if phase < len(rounds) else [] for rounds in of_warps]
        longest = max(map(len, phases))
        for number in range(longest):
            for warp, rounds in enumerate(phases):
                if number >= len(rounds):
                    continue
                here = rounds[number]
                words = " ".join(str((here.words or {}).get(lane, "-")) for lane in range(lanes))
                lines.append(f"{first + number} {warp} {'W' if here.write else 'R'} {words} ; {segments(here.before)}"
                             + (f" ; {segments(here.independent)}" if here.independent else ""))
        first += longest
        if longest and phase + 1 < max(map(len, of_warps)):
            lines.append("barrier")
    return "\n".join(lines) + "\n"
