# SPDX-License-Identifier: Apache-2.0
"""Traces of text for `superwarp replay --issue`, from what warps executed (scripts/rv32_warps.py) and the stages of a core."""

import dataclasses


@dataclasses.dataclass
class Round:
    """One access of a warp, or none, with the lengths of the instructions before it and of the independent ones behind."""
    before: list
    write: bool = False
    words: dict = None
    independent: list = dataclasses.field(default_factory=list)


def rounds_of(events, stages):
    """The rounds of a warp, in a list for each stretch between barriers. A length is how much later the next instruction
    is issued than this one, if the warp is alone: by the interval of its class, or the result that the next one needs. What
    follows a load is independent until the word is needed, what follows a store until the next access."""
    phases, ready = [[]], {}
    clock, after = 0, 0    # when the last instruction is issued; when the next one can be
    placed = 0             # when the machine issues the last one: right behind an access, if it is the first there
    run = []               # lengths since the last access; the next instruction sets the last
    independent = False    # of an access
    pending = None         # the register that a load has not delivered

    def dependent():
        nonlocal run, independent, pending
        phases[-1][-1].independent, run, independent, pending = run, [], False, None

    for event in events:
        barrier = event.kind == "barrier"
        if independent and (event.words is not None or barrier or (pending and pending in (*event.sources, event.target))):
            dependent()
        start = max([after, *[ready.get(register, 0) for register in (*event.sources, event.target) if register]])
        if run:
            run[-1] = max(1, start - placed)
        placed = clock + 1 if independent and not run else start
        clock, after = start, start + stages["interval"].get(event.kind, stages["interval"]["alu"])
        if event.target:
            ready[event.target] = clock + (stages["result"].get(event.kind, 1) if event.words is None else 0)
        run.append(stages["interval"]["barrier"] if barrier else 1)
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


def segments(lengths):
    """`5x1/6 1/16`: equal lengths in a row become one segment."""
    words = []
    for at, length in enumerate(lengths):
        if at > 0 and length == lengths[at - 1]:
            words[-1][0] += 1
        else:
            words.append([1, length])
    return " ".join(f"{times}x1/{length}" if length > 1 else f"{times}x1" for times, length in words)


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
