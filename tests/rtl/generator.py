# SPDX-License-Identifier: Apache-2.0
"""Random numbers for test vectors, the same in every Python."""


class Generator:
    """Numerical Recipes' 32-bit linear congruential generator, upper bits by multiplication."""

    def __init__(self, seed):
        self.state = seed

    def below(self, bound):
        self.state = (self.state * 1664525 + 1013904223) & 0xFFFFFFFF
        return (self.state * bound) >> 32
