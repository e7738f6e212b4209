# SPDX-License-Identifier: Apache-2.0
"""What scripts that call Yosys share."""


def as_bits(value):
    """A parameter as Yosys takes it on its command line, which has no strings: those are numbers of 8 bits a letter."""
    if not isinstance(value, str):
        return value
    return f"{8 * len(value)}'b" + "".join(f"{ord(letter):08b}" for letter in value)
