#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""programs_test.py: what a program of the Python module is made with is in its runs."""

import pathlib
import unittest

import numpy as np

import superwarp as sw

FIG4 = str(pathlib.Path(__file__).resolve().parents[3] / "examples/fig4.trace")


class Programs(unittest.TestCase):
    def test_wrong_ones_are_refused(self):
        def refused(error, text, function, *arguments, **options):
            with self.assertRaisesRegex(error, text):
                function(*arguments, **options)

        machine = sw.Machine(width=4)
        refused(ValueError, r"shape \(rounds, threads\)", sw.Program.from_arrays, np.zeros(4, int), width=4)
        refused(ValueError, "one for each of 1 rounds", sw.Program.from_arrays, [[0, 1]], width=2,
                writes=[True, False])
        refused(TypeError, "array of bools", sw.Program.from_arrays, [[0, 1]], width=2, writes=[2])
        refused(ValueError, "blocks: expected at least 1", sw.Program.workload, "contiguous", machine, size=64,
                blocks=0)
        refused(ValueError, "nothing is requested", sw.Program.from_arrays, [[-1, -1]], width=2)

    def test_options_of_a_program_are_in_it(self):
        machine = sw.Machine(width=4)
        writes = sw.Program.workload("random", machine, size=64, threads=16, write_percent=100)
        self.assertTrue(sw.run(machine, writes, record=True).dispatches["write"].all())
        self.assertEqual(sw.Program.workload("contiguous", machine, size=64, threads=16, blocks=2).threads, 32)
        self.assertEqual([sw.Program.trace(FIG4, width=width).threads for width in (None, 2)], [12, 6])
        self.assertEqual(sw.run(machine, sw.Program.from_arrays([[0, 8, 16, 24]], width=4, bytes=8)).request_count, 8)
        seeds = [sw.Machine(width=4, seed=seed) for seed in (1, 2)]
        asked = [sw.run(one, sw.Program.workload("random", one, size=64, threads=16), record=True).requests["address"]
                 for one in seeds]
        self.assertFalse((asked[0] == asked[1]).all())
        packed = sw.Machine("sdmm", width=4, super_warp=3)  # its three warps read together, or write
        mixed = sw.Program.workload("random", packed, size=96, threads=48, write_percent=50)
        self.assertEqual(sw.run(packed, mixed).request_count, 96)
        overlapped = sw.Machine(width=4, latency=9, schedule="async")
        rounds = np.arange(32).reshape(2, 16)
        times = [sw.run(overlapped, sw.Program.from_arrays(rounds, width=4, barriers=barriers)).time_units
                 for barriers in ([False, False], [True, False])]
        self.assertLess(*times)


class Banks(unittest.TestCase):
    def test_give_more_with_two_ports_or_two_words(self):
        column = [range(0, 1024, 32)]
        slots = [sw.Machine(rows=32, **more).slots(column)[0] for more in ({}, {"ports": 2}, {"bank_words": 2})]
        self.assertEqual(slots, [32, 16, 16])
        self.assertIn("ports=2, bank_words=2", repr(sw.Machine(ports=2, bank_words=2)))
        for text, options in (("ports 3: expected a number from 1 to 2", {"ports": 3}),
                              ("bank_words 2: the mapping h3 moves single words", {"mapping": "h3", "bank_words": 2})):
            with self.assertRaisesRegex(ValueError, text):
                sw.Machine(**options)


if __name__ == "__main__":
    unittest.main()
