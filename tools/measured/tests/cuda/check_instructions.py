#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""check_instructions.py OBJECT: checks for every access kernel and GPU generation that the machine code has as many
instructions of the timed kind, without predicates, as the source; of loads and stores also that they have the right
widths, and no other instructions between them. The assembler could split an access, move loads out of a loop, or put an
addition into the middle of a queue.

An instruction has 128 bits since Volta. The opcode is in bits 0 to 11, the width of a load or store of shared memory in
bits 73 to 75 (layout: Jia, Maggioni, Staiger, Scarpazza: Dissecting the NVIDIA Volta GPU Architecture via
Microbenchmarking, 2018; codes: from nvcc's output for kernels of one instruction).
"""

import re
import struct
import sys

LOADS, STORES = {0x984}, {0x388, 0x988}
WIDTHS = {1: 4, 2: 5, 4: 6}  # by words
# Of an atomic: with registers, with an immediate or an address in the uniform registers, POPC.INC.
ATOMICS, POPC_INC = {0x38C, 0x98C, 0xF8C}, 0xF8C
MEMORY = {"Load": [LOADS], "Store": [STORES], "ChainedLoad": [LOADS], "WriteRead": [STORES, LOADS]}
INSTRUCTIONS = {**MEMORY, "Add": [ATOMICS], "Exchange": [ATOMICS], "Count": [ATOMICS], "MatrixLoad": [{0x83B}],
                "MatrixStore": [{0x844}]}
KERNELS = 46  # of each generation
KERNEL = re.compile(rf"access_kernelINS\w*?\d({'|'.join(INSTRUCTIONS)})(?:IL[ib](\d)EE)?ELi(\d+)EE")
FIRST_ARCHITECTURE = {"MatrixStore": 90}  # before it the kernel is empty


def sections(elf):
    """Names and contents of an ELF file's sections."""
    table, = struct.unpack_from("<Q", elf, 0x28)
    size, count, names = struct.unpack_from("<HHH", elf, 0x3A)
    headers = [struct.unpack_from("<IIQQQQ", elf, table + i * size) for i in range(count)]
    for name, _, _, _, offset, length in headers:
        start = headers[names][4] + name
        yield elf[start:elf.index(b"\0", start)].decode(), elf[offset:offset + length]


def complaints(kind, words, count, architecture, code):
    """Errors of a kernel with `count` timed instructions."""
    wanted = 0 if architecture < FIRST_ARCHITECTURE.get(kind, 0) else count
    width = WIDTHS[words] if kind in MEMORY else None
    others = 3 if kind in MEMORY and words == 1 else 0  # untimed, of one word
    instructions = list(struct.iter_unpack("<QQ", code))
    timed = []
    for opcodes in INSTRUCTIONS[kind]:
        # Without a predicate (7): one length with predicates and the other with a branch cannot be compared.
        found = [place for place, (low, high) in enumerate(instructions) if low & 0xFFF in opcodes
                 and width in (None, high >> 9 & 7) and low >> 12 & 15 == 7]
        if not wanted <= len(found) <= wanted + others:
            yield f"{len(found)} of {kind}, expected {wanted}"
        timed += found
    if kind == "Count" and architecture >= 80 and POPC_INC not in {instructions[place][0] & 0xFFF for place in timed}:
        yield "no POPC.INC"
    if kind not in MEMORY:
        return
    # A chain waits anyway. In a queue, a loop's counter may come before the first word can arrive.
    start, most = (3, 0) if kind in ("Load", "Store") else (0, 3)
    timed.sort()
    total = count * len(INSTRUCTIONS[kind])
    spans = [last - first + 1 - (total - start) for first, last in zip(timed[start:], timed[total - 1:])]
    if spans and min(spans) > most:
        yield f"{min(spans)} instructions are between its accesses"


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
    kernels = wrong = 0
    for architecture, name, code in sections_of(images):
        match = KERNEL.search(name)
        if not match or not name.startswith(".text."):
            continue
        kernels += 1
        kind, words, count = match[1], int(match[2] or 1), int(match[3])
        for complaint in complaints(kind, words, count, architecture, code):
            wrong += 1
            print(f"sm_{architecture}, {kind} of {words} words, {count} long: {complaint}")
    print(f"{len(images)} generations, {kernels} kernels, {wrong} complaints")
    sys.exit(0 if images and kernels == KERNELS * len(images) and not wrong else 1)


if __name__ == "__main__":
    main()
