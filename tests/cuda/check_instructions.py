#!/usr/bin/env python3
"""check_instructions.py CUBIN: has every access kernel, compiled for compute capability 9.0, the loads and stores that its
source asks for, each as wide as it should be? The compiler may drop a load that nobody needs, or the half of one.

An instruction has 128 bits since Volta: the opcode stands in bits 0 to 11 and the width of a load or store of shared
memory in bits 73 to 75 (Jia, Maggioni, Staiger, Scarpazza: Dissecting the NVIDIA Volta GPU Architecture via
Microbenchmarking, 2018, has the layout; the numbers are those that nvcc makes of kernels of one instruction).
"""

import collections
import re
import struct
import sys

LOADS, STORES = {0x984}, {0x388, 0x988}
WIDTHS = {4: 1, 5: 2, 6: 4}  # words
MODES = ["chained read", "chained write-read", "queued read", "queued write"]
KERNEL = re.compile(r"access_kernelILNS\w*AccessModeE(\d)ELi(\d)ELi(\d+)EE")


def sections(elf):
    """Names and contents of an ELF file's sections."""
    table, = struct.unpack_from("<Q", elf, 0x28)
    size, count, names = struct.unpack_from("<HHH", elf, 0x3A)
    headers = [struct.unpack_from("<IIQQQQ", elf, table + i * size) for i in range(count)]
    for name, _, _, _, offset, length in headers:
        start = headers[names][4] + name
        yield elf[start:elf.index(b"\0", start)].decode(), elf[offset:offset + length]


def accesses(code):
    """How many loads and stores of shared memory there are, by words."""
    counts = collections.Counter()
    for low, high in struct.iter_unpack("<QQ", code):
        kind = "load" if low & 0xFFF in LOADS else "store" if low & 0xFFF in STORES else None
        if kind:
            counts[kind, WIDTHS.get(high >> 9 & 7)] += 1
    return counts


def main():
    kernels = wrong = 0
    for name, code in sections(open(sys.argv[1], "rb").read()):
        match = KERNEL.search(name)
        if not match or not name.startswith(".text."):
            continue
        mode, words, count = map(int, match.groups())
        kernels += 1
        found = accesses(code)
        wanted = {"load": count if mode != 3 else 1}
        if mode in (1, 3):
            wanted["store"] = count
        # Besides those that are timed, a few of one word fill and copy memory.
        others = 3 if words == 1 else 0
        for kind, number in wanted.items():
            if not number <= found[kind, words] <= number + others:
                wrong += 1
                print(f"{MODES[mode]} of {words} words, {count} long: {found[kind, words]} {kind}s, expected {number}")
    print(f"{kernels} kernels, {wrong} with other loads or stores than their source")
    sys.exit(0 if kernels == 24 and not wrong else 1)


if __name__ == "__main__":
    main()
