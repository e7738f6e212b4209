#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""check_instructions.py OBJECT: checks for every access kernel and GPU generation that the machine code has the loads
and stores of the source, with the right widths and without delaying instructions between them, and for every kernel of
listed lanes that it has as many instructions of its kind, without predicates, as are timed. The assembler could split
an access, move loads out of a loop, or put an addition into the middle of a queue.

An instruction has 128 bits since Volta. The opcode is in bits 0 to 11, the width of a load or store of shared memory in
bits 73 to 75 (layout: Jia, Maggioni, Staiger, Scarpazza: Dissecting the NVIDIA Volta GPU Architecture via
Microbenchmarking, 2018; codes: from nvcc's output for kernels of one instruction).
"""

import collections
import itertools
import re
import struct
import sys

LOADS, STORES = {0x984}, {0x388, 0x988}
WIDTHS = {4: 1, 5: 2, 6: 4}  # words
MODES = ["chained read", "chained write-read", "queued read", "queued write"]
KERNEL = re.compile(r"access_kernelILNS\w*AccessModeE(\d)ELi(\d)ELi(\d+)EE")
LANES = re.compile(r"lanes_kernelINS\w*?\d(Load|Store|Add|Exchange|Count|MatrixLoad|MatrixStore)"
                   r"(?:IL[ib](\d)EE)?ELi(\d+)EE")
# Of an atomic: with registers, with an immediate or an address in the uniform registers, POPC.INC.
ATOMICS, POPC_INC = {0x38C, 0x98C, 0xF8C}, 0xF8C
INSTRUCTIONS = {"Load": LOADS, "Store": STORES, "Add": ATOMICS, "Exchange": ATOMICS, "Count": ATOMICS,
                "MatrixLoad": {0x83B}, "MatrixStore": {0x844}}
FIRST_ARCHITECTURE = {"MatrixStore": 90}  # before it the kernel is empty


def sections(elf):
    """Names and contents of an ELF file's sections."""
    table, = struct.unpack_from("<Q", elf, 0x28)
    size, count, names = struct.unpack_from("<HHH", elf, 0x3A)
    headers = [struct.unpack_from("<IIQQQQ", elf, table + i * size) for i in range(count)]
    for name, _, _, _, offset, length in headers:
        start = headers[names][4] + name
        yield elf[start:elf.index(b"\0", start)].decode(), elf[offset:offset + length]


def accesses(code):
    """Places of the loads and stores of shared memory, by kind and words."""
    places = collections.defaultdict(list)
    for place, (low, high) in enumerate(struct.iter_unpack("<QQ", code)):
        kind = "load" if low & 0xFFF in LOADS else "store" if low & 0xFFF in STORES else None
        if kind:
            places[kind, WIDTHS.get(high >> 9 & 7)].append(place)
    return places


def complaints(mode, words, count, places):
    """Errors of a kernel with `count` timed accesses."""
    wanted = {"load": count if mode != 3 else 1}
    if mode in (1, 3):
        wanted["store"] = count
    # A few untimed accesses of one word fill and copy memory.
    others = 3 if words == 1 else 0
    for kind, number in wanted.items():
        found = len(places[kind, words])
        if not number <= found <= number + others:
            yield f"{found} {kind}s, expected {number}"
    timed = sorted(sum((places[kind, words] for kind in wanted), []))
    total = sum(wanted.values())
    # A chain waits anyway. In a queue, a loop's counter may come before the first word can arrive.
    start = 3 if mode in (2, 3) else 0
    spans = [last - first + 1 - (total - start) for first, last in zip(timed[start:], timed[total - 1:])]
    if spans and min(spans) > (0 if mode in (2, 3) else 3):
        yield f"{min(spans)} instructions are between its accesses"


def complaints_of_lanes(kind, words, count, architecture, code):
    """Errors of a kernel of listed lanes with `count` timed instructions."""
    wanted = 0 if architecture < FIRST_ARCHITECTURE.get(kind, 0) else count
    width = {v: k for k, v in WIDTHS.items()}.get(words) if kind in ("Load", "Store") else None
    # Without a predicate (7): one length with predicates and the other with a branch cannot be compared.
    found = [low & 0xFFF for low, high in struct.iter_unpack("<QQ", code)
             if low & 0xFFF in INSTRUCTIONS[kind] and width in (None, high >> 9 & 7) and low >> 12 & 15 == 7]
    others = 3 if kind in ("Load", "Store") and words == 1 else 0  # untimed, of one word
    if not wanted <= len(found) <= wanted + others:
        yield f"{len(found)} of {kind}, expected {wanted}"
    if kind == "Count" and architecture >= 80 and POPC_INC not in found:
        yield "no POPC.INC"


def architecture_of(elf):
    """75 of sm_75: in the flags of the ELF header, whose layout changed with CUDA 13."""
    flags, = struct.unpack_from("<I", elf, 0x30)
    return flags >> 8 & 0xFF if flags & 0xFF < 50 else flags & 0xFF


def generations(object_file):
    """The GPUs' ELF files within the host's ELF file."""
    for place in re.finditer(b"\x7fELF", object_file[1:]):
        yield object_file[place.start() + 1:]


def sections_of(images):
    """Architecture, name and contents of all sections."""
    for image in images:
        for name, code in sections(image):
            yield architecture_of(image), name, code


def main():
    images = list(generations(open(sys.argv[1], "rb").read()))
    kernels = lanes = wrong = 0
    for architecture, name, code in sections_of(images):
        match = LANES.search(name)
        if match and name.startswith(".text."):
            lanes += 1
            kind, words, count = match[1], int(match[2] or 1), int(match[3])
            for complaint in complaints_of_lanes(kind, words, count, architecture, code):
                wrong += 1
                print(f"sm_{architecture}, {count} long: {complaint}")
        match = KERNEL.search(name)
        if not match or not name.startswith(".text."):
            continue
        mode, words, count = map(int, match.groups())
        kernels += 1
        for complaint in complaints(mode, words, count, accesses(code)):
            wrong += 1
            print(f"{MODES[mode]} of {words} words, {count} long: {complaint}")
    print(f"{len(images)} generations, {kernels} kernels, {lanes} of listed lanes, {wrong} complaints")
    whole = kernels == 24 * len(images) and lanes == 34 * len(images)
    sys.exit(0 if images and whole and not wrong else 1)


if __name__ == "__main__":
    main()
