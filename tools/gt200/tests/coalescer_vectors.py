#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""coalescer_vectors.py ACCESSES SEED STIMULUS EXPECTED: random half-warps for coalescer_tb.sv, and their transactions.

STIMULUS has one access a line, hexadecimal: log2 of the word's bytes, active threads, byte addresses as one number of
32-bit lanes, thread 0 lowest. EXPECTED has one transaction a line as the test bench writes it, from the protocol of
the GT200 paper (Section III) taken step by step.
"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "tests/rtl"))
from generator import Generator  # noqa: E402

THREADS = 16


def transactions(log_word, requests):
    """The transactions of {thread: address}: (address, bytes, served threads, is it the last)."""
    word, active, result = 1 << log_word, dict(requests), []
    while active:
        size = {1: 32, 2: 64}.get(word, 128)
        start = active[min(active)] // size * size
        served = {t for t, a in active.items() if start <= a < start + size}
        used = {a + byte for t, a in active.items() if t in served for byte in range(word)}
        for reducible in (128, 64):
            if size == reducible:
                middle = start + size // 2
                if max(used) < middle:
                    size //= 2
                elif min(used) >= middle:
                    size, start = size // 2, middle
        active = {t: a for t, a in active.items() if t not in served}
        result.append((start, size, sum(1 << t for t in served), not active))
    return result


def access(draw):
    log_word = draw.below(5)
    word, pattern, gaps = 1 << log_word, draw.below(6), draw.below(3) == 0
    base, stride, window = draw.below(1 << 24), 1 + draw.below(70), max(1, (32 << draw.below(5)) // word)
    requests = {}
    for t in range(THREADS):
        index = (base + t, base + t * stride, base, draw.below((1 << 28) - 1), base // window * window
                 + draw.below(window), base + (THREADS - 1 - t) * 2)[pattern]
        if not (gaps and draw.below(3) == 0):
            requests[t] = index * word
    return log_word, requests


def main():
    accesses, draw = int(sys.argv[1]), Generator(int(sys.argv[2]))
    with open(sys.argv[3], "w", encoding="ascii") as stimulus, open(sys.argv[4], "w", encoding="ascii") as expected:
        for number in range(accesses):
            log_word, requests = access(draw) if number % 50 else (2, {})  # sometimes no thread requests
            lanes = sum(a << (32 * t) for t, a in requests.items())
            stimulus.write(f"{log_word:x} {sum(1 << t for t in requests):x} {lanes:x}\n")
            for start, size, served, last in transactions(log_word, requests):
                expected.write(f"{start:08x} {size.bit_length() - 1} {served:04x} {last:d}\n")


main()
