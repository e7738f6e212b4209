#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make_vectors.py WIDTH SUPER_WARP NUM_ROWS DISPATCHES SEED: stimulus for vectors_tb.sv on stdout.

One dispatch a line, hexadecimal: idle cycles before it, write, tag, active threads, addresses, words. The last two are
one number of 32-bit lanes each, thread 0 lowest. The first dispatches write every word of the memory.
"""
import sys

from generator import Generator

LANE = 32


def pack(lanes):
    return sum(lane << (LANE * i) for i, lane in enumerate(lanes))


def main():
    width, super_warp, rows, dispatches, seed = (int(a) for a in sys.argv[1:6])
    threads, words, draw = width * super_warp, width * rows, Generator(seed)
    tag = 0

    def put(idle, write, active, addresses):
        nonlocal tag
        data = [draw.below(1 << 32) for _ in range(threads)]
        print(f"{idle:x} {write:x} {tag:x} {active:x} {pack(addresses):x} {pack(data):x}")
        tag += 1

    all_threads = (1 << threads) - 1
    for first in range(0, words, threads):
        active = all_threads & ((1 << (words - first)) - 1)
        put(0, 1, active, [(first + i) % words for i in range(threads)])

    for _ in range(dispatches):
        write = draw.below(2)
        idle = draw.below(4) if draw.below(4) == 0 else 0
        active = (all_threads, draw.below(1 << min(threads, 32)) & all_threads, 1 << draw.below(threads), 0)[
            (0, 0, 0, 0, 1, 1, 1, 2, 3)[draw.below(9)]]
        bank, row = draw.below(width), draw.below(rows)
        pattern = draw.below(7)
        if pattern == 0:  # all in one bank, rows drawn: repeats merge
            addresses = [draw.below(rows) * width + bank for _ in range(threads)]
        elif pattern == 1:  # all in one bank, as many rows as there are
            addresses = [(row + i) % rows * width + bank for i in range(threads)]
        elif pattern == 2:  # one address
            addresses = [row * width + bank] * threads
        elif pattern == 3:  # consecutive
            addresses = [(row * width + i) % words for i in range(threads)]
        elif pattern == 4:  # few words of few banks, wanted by several
            addresses = [(draw.below(2) * width + (bank + draw.below(3)) % width) % words for _ in range(threads)]
        elif pattern == 5:  # anywhere
            addresses = [draw.below(words) for _ in range(threads)]
        else:  # any bits
            addresses = [draw.below(1 << LANE) for _ in range(threads)]
        put(idle, write, active, addresses)


main()
