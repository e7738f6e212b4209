#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""ask_test.py: accesses by expression and by byte address, from Python, against the command line ($SUPERWARP)."""

import json
import os
import subprocess
import unittest

import numpy as np

import superwarp as sw


class Asked(unittest.TestCase):
    """Accesses by expression and by byte address."""

    TRANSPOSE = ["tile[threadIdx.y][threadIdx.x] =", "tile[threadIdx.x][threadIdx.y]"]

    def test_the_answer_is_that_of_the_program(self):
        answer = sw.ask(self.TRANSPOSE, tile="float tile[32][32]", block=(32, 8))
        shown = subprocess.run([os.environ["SUPERWARP"], "ask", *self.TRANSPOSE, "--tile", "float tile[32][32]",
                                "--block", "32x8",
                                "--json", "-"], check=True, capture_output=True, text=True).stdout
        said = json.loads(shown)
        self.assertEqual(answer.sentence, said["answer"])
        self.assertEqual(answer.together, said["together"])
        self.assertEqual([cure["together"] for cure in answer.cures], [cure["together"] for cure in said["cures"]])
        self.assertEqual(answer.machines(), {one["options"]: one["together"] for one in said["machines"]})
        self.assertEqual((answer.slots, answer.least, answer.most, answer.ideal), ([1, 32], [1, 32], [1, 32], [1, 1]))
        self.assertEqual(answer.best["change"], "float tile[32][33]")
        self.assertIn("lane 0", answer.picture())
        self.assertIn("</svg>", answer.svg())

    def test_python_values_stand_for_text(self):
        answer = sw.ask("t[k][i]", tile=["float t[N][N]"], define={"N": 64}, let={"i": "lane * 2"},
                        loops={"k": range(3)}, where="lane < 16", block=32)
        self.assertEqual(answer.slots, [1])
        self.assertEqual(sw.ask("lane * 64", bytes=8, gpu="kepler-8byte").together,
                         sw.slots([np.arange(32) * 64], bytes=8, gpu="kepler-8byte")[0])

    def test_byte_addresses_need_no_phases(self):
        lanes = np.arange(32)
        for bytes_of_lane in (1, 2, 4, 8, 16):
            one = sw.slots([lanes * bytes_of_lane], bytes=bytes_of_lane)
            self.assertEqual((one.dtype, one.tolist()), (np.int32, [max(1, bytes_of_lane // 4)]))
        columns = np.arange(32)[None, :] * 128 + np.arange(32)[:, None] * 4
        self.assertEqual(sw.slots(columns).tolist(), [32] * 32)
        self.assertEqual(sw.slots(columns).tolist(), sw.Machine().slots(columns // 4).tolist())
        self.assertEqual(sw.slots(np.where(lanes < 2, lanes * 128, -1)[None, :], gpu="ampere").tolist(), [2])
        with self.assertRaisesRegex(ValueError, r"addresses: expected the shape \(accesses, 32\)"):
            sw.slots([[1, 2]])
        with self.assertRaisesRegex(ValueError, "multiple"):
            sw.slots([lanes * 2], bytes=4)
        with self.assertRaisesRegex(ValueError, "column 7"):
            sw.ask("lane +")

    def test_a_misspelt_keyword_is_named_with_the_nearest_one(self):
        machine = sw.Machine()
        for call, keyword, meant in (
                (sw.ask, "tlie", "tile"), (sw.slots, "byte", "bytes"), (sw.run, "enigne", "engine"),
                (sw.draw_key, "sead", "seed"), (sw.Machine, "widht", "width"), (sw.Machine, "dept", "depth"),
                (sw.Machine, "region", "regions"), (sw.Machine, "port", "ports"), (sw.Machine, "knd", "kind"),
                (sw.Mapping, "rosw", "rows"), (sw.Stepper, "wrods", "words"), (sw.Program.workload, "sise", "size"),
                (sw.Program.from_arrays, "barrier", "barriers"), (sw.Program.trace, "pth", "path"),
                (sw.Stepper(machine).push, "wirte", "write"), (machine.slots, "adresses", "addresses"),
                (machine.banks, "adresses", "addresses"), (sw.ask("lane * 4").machines, "key", "keys")):
            with self.assertRaisesRegex(TypeError, f"has no argument '{keyword}', did you mean '{meant}'") as caught:
                call(**{keyword: 1})
            self.assertNotIn("incompatible", str(caught.exception))
        with self.assertRaisesRegex(TypeError, "machines\\(\\) has no argument 'x'; there are: none"):
            sw.machines(x=1)


if __name__ == "__main__":
    unittest.main()
