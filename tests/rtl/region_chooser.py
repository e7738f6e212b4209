#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""region_chooser.py MAPPING WIDTH BANKS ROWS REGIONS SCORE_BITS: random blocks for region_chooser_tb.sv on standard
output, and on standard error what the model chooses (scripts/studies/chooser.py). Strides of all kinds, so that the
mapping helps in some regions and hurts in others."""
import pathlib
import sys

from generator import Generator

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent.parent / "scripts"))
from studies.chooser import Chooser  # pylint: disable=wrong-import-position


def main():
    mapping = sys.argv[1]
    width, banks, rows, regions, score_bits = (int(word) for word in sys.argv[2:])
    draw, bits = Generator(width * banks + rows), (rows - 1).bit_length()
    key = [draw.below(banks) for _ in range(bits if mapping == "h3" else 0)]
    for index, value in enumerate(key):
        print("k", index, value)

    def bank_of(word):
        bank, row = word % banks, word // banks
        if mapping == "pad":
            return (bank + row) % banks
        for index, column in enumerate(key):
            bank ^= column if row >> index & 1 else 0
        return bank

    model = Chooser(width, banks, rows, regions, [bank_of(word) for word in range(banks * rows)], score_bits)
    for _ in range(40):
        time, strides = 0, [draw.below(2 * banks + 1) for _ in range(3)]
        for _ in range(draw.below(12)):
            idle = (width - 1, draw.below(3 * width))[draw.below(2)]
            first, stride = draw.below(banks * rows), strides[draw.below(3)]
            lanes = [(first + lane // (1 + draw.below(2)) * stride) % (banks * rows) for lane in range(width)]
            active = draw.below(1 << min(width, 30)) | draw.below(4) * (1 << (width - 1)) // 3
            active &= (1 << width) - 1
            print("a", idle, f"{active:x}", f"{sum(word << 32 * lane for lane, word in enumerate(lanes)):x}")
            time += idle + 1
            model.access(time, [word for lane, word in enumerate(lanes) if active >> lane & 1])
        print("c")
        model.choose()
        print("".join(str(int(on)) for on in reversed(model.on)), file=sys.stderr)


if __name__ == "__main__":
    main()
