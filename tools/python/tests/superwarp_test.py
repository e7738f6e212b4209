#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""superwarp_test.py: compares the Python module with NumPy, the command line ($SUPERWARP) and itself."""

import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import threading
import unittest

import numpy as np

import superwarp as sw

ROOT = pathlib.Path(__file__).resolve().parents[3]
OTHER_RPUS = [{"super_warp": 2, "route": 2}, {"rpu": "serial", "super_warp": 3, "intake": 2},
              {"rpu": "stream", "depth": 4}, {"rpu": "stream", "depth": 3, "passes": 2, "priority": "turn"},
              {"rpu": "pipelined", "depth": 3, "passes": 2},
              {"rpu": "pipelined", "depth": 3, "queue": 2, "store": 3, "later": "youngest"},
              {"rpu": "crossbar", "depth": 2}, {"rpu": "crossbar", "depth": 5, "priority": "fixed"}]


def every_machine(width):
    """Every machine of the command line, with every mapping that it takes and every RPU."""
    for kind in sw.machines():
        for mapping in ["identity"] if kind in ("umm", "summ") else sw.mappings():
            warps = {"super_warp": 3} if kind in ("sdmm", "rsdmm", "summ") else {}
            for options in [warps, *(OTHER_RPUS if kind in ("sdmm", "rsdmm") else [])]:
                yield sw.Machine(kind, width=width, mapping=mapping, latency=3, seed=7, schedule="async", **options), \
                    {"machine": kind, "mapping": mapping, "latency": 3, "seed": 7, "schedule": "async",
                     **{name.replace("_", "-"): value for name, value in options.items()}}


def random_accesses(rng, rounds, threads, words):
    """Random addresses; some are missing, some are equal."""
    addresses = rng.integers(0, words, (rounds, threads))
    addresses[rng.random((rounds, threads)) < 0.2] = -1
    addresses[rng.random((rounds, threads)) < 0.2] = 5
    addresses[0, 0] = words - 1
    return addresses


def write_trace(path, addresses, writes, width):
    with open(path, "w", encoding="ascii") as out:
        out.write("# superwarp-trace 1\n")
        for number, row in enumerate(addresses):
            for warp, lanes in enumerate(row.reshape(-1, width)):
                words = " ".join("-" if a < 0 else str(a) for a in lanes)
                out.write(f"{number} {warp} {'W' if writes[number] else 'R'} {words}\n")


def command_line(*arguments):
    return json.loads(subprocess.run([os.environ["SUPERWARP"], *map(str, arguments), "--json", "-"], check=True,
                                     stdout=subprocess.PIPE).stdout)


class Law(unittest.TestCase):
    def setUp(self):
        self.addresses = random_accesses(np.random.default_rng(1), 300, 16, 400)

    def distinct(self, bank_of):
        """Distinct addresses in each bank, counted one by one."""
        loads = np.zeros((len(self.addresses), 16), int)
        for access, row in enumerate(self.addresses):
            for address in set(row) - {-1}:
                loads[access, bank_of(address)] += 1
        return loads

    def test_slots_are_the_most_distinct_words_of_a_bank(self):
        for mapping, bank_of in (("identity", lambda a: a % 16), ("pad", lambda a: (a % 16 + a // 16) % 16),
                                 ("xor-swizzle", lambda a: a % 16 ^ a // 16 % 16)):
            machine = sw.Machine(width=16, mapping=mapping)
            loads = self.distinct(bank_of)
            np.testing.assert_array_equal(machine.slots_per_bank(self.addresses), loads)
            np.testing.assert_array_equal(machine.slots(self.addresses), loads.max(axis=1))

    def test_slots_of_the_umm_are_rows(self):
        rows = [len(set(row[row >= 0] // 16)) for row in self.addresses]
        np.testing.assert_array_equal(sw.Machine("umm", width=16).slots(self.addresses), rows)

    def test_lanes_banks_and_slots_say_the_same_on_every_machine(self):
        for machine, _ in every_machine(16):
            if machine.rpu != "batch":
                continue
            addresses = self.addresses[:len(self.addresses) // machine.super_warp * machine.super_warp]
            addresses = addresses.reshape(-1, machine.lanes)
            slots = machine.slots(addresses)
            lanes = machine.slots_per_lane(addresses)
            banks = machine.banks(addresses)
            np.testing.assert_array_equal(slots, lanes.max(axis=1) + 1)
            np.testing.assert_array_equal(lanes < 0, addresses < 0)
            served = np.zeros((len(addresses), 16), int)
            for access in range(len(addresses)):
                for bank, _ in set(zip(banks[access][lanes[access] >= 0], lanes[access][lanes[access] >= 0])):
                    served[access, bank] += 1
            np.testing.assert_array_equal(machine.slots_per_bank(addresses), served, str(machine))

    def test_a_key_can_be_given(self):
        key = sw.draw_key("random-shift", seed=7, rows=25, width=16)
        drawn = sw.Machine("rsdmm", width=16, seed=7)
        given = sw.Machine("rsdmm", width=16, key=key[::1], rows=25)
        np.testing.assert_array_equal(given.key, key)
        np.testing.assert_array_equal(drawn.slots(self.addresses), given.slots(self.addresses))
        np.testing.assert_array_equal(given.banks([0, 17, -1]), [key[0], (1 + key[1]) % 16, -1])

    def test_a_mapping_is_a_value_that_machines_take(self):
        for name in sw.mappings():
            mapping = sw.Mapping(name, width=16, rows=25, seed=7)
            machine = sw.Machine(mapping=mapping)
            np.testing.assert_array_equal(mapping.key, machine.key)
            np.testing.assert_array_equal(mapping.banks(self.addresses), machine.banks(self.addresses))
            self.assertEqual((machine.mapping, machine.width, machine.rows), (name, 16, 25))
            if len(mapping.key):
                self.assertEqual(sw.Mapping(name, width=16, rows=25, key=mapping.key).banks([399])[0],
                                 mapping.banks([399])[0])
        for wrong in ({"width": 8}, {"rows": 26}, {"key": [0] * 25}):
            with self.assertRaises(ValueError):
                sw.Machine(mapping=sw.Mapping("rap", width=16, rows=25), **wrong)
        with self.assertRaises(ValueError):
            sw.Mapping("rap", width=16, rows=0)
        with self.assertRaises(ValueError):
            sw.Mapping("rapp", width=16, rows=8)
        with self.assertRaises((TypeError, ValueError, RuntimeError)):
            sw.Machine(mapping=3)

    def test_views_lists_and_other_integers_are_taken(self):
        machine = sw.Machine(width=16)
        slots = machine.slots(self.addresses)
        np.testing.assert_array_equal(machine.slots(self.addresses[::2]), slots[::2])
        np.testing.assert_array_equal(machine.slots(self.addresses.astype(np.int16)), slots)
        np.testing.assert_array_equal(machine.slots(np.asfortranarray(self.addresses)), slots)
        np.testing.assert_array_equal(machine.slots(self.addresses.tolist()), slots)
        self.assertEqual(machine.slots(np.empty((0, 16), int)).shape, (0,))


class CommandLine(unittest.TestCase):
    def test_every_machine_and_mapping_takes_the_same_time(self):
        rng = np.random.default_rng(2)
        compared = 0
        with tempfile.TemporaryDirectory() as scratch:
            file = pathlib.Path(scratch, "random.trace")
            addresses = random_accesses(rng, 20, 6 * 8, 200)
            writes = rng.random(20) < 0.4
            write_trace(file, addresses, writes, 8)
            for machine, options in every_machine(8):
                arguments = [word for name, value in options.items() for word in ("--" + name, value)]
                theirs = command_line("replay", file, "--engine", "model", *arguments)
                for program in (sw.Program.trace(str(file)), sw.Program.from_arrays(addresses, width=8, writes=writes)):
                    ours = sw.run(machine, program)
                    self.assertEqual((ours.time_units, ours.slots, ours.max_congestion, ours.request_count),
                                     (theirs["time_units"]["model"], theirs["congestion"]["total"],
                                      theirs["congestion"]["max"], theirs["workload"]["requests"]), str(machine))
                    self.assertEqual(ours.time_units, sw.run(machine, program, data=False).time_units)
                compared += 1
        self.assertGreater(compared, 11 * 10)

    def test_kernels_and_folders_of_them_are_the_same(self):
        examples = ROOT / "examples"
        with tempfile.TemporaryDirectory() as scratch:
            for number, name in enumerate(["transpose", "tiles"]):
                shutil.copy(examples / f"{name}.traceg", pathlib.Path(scratch, f"kernel-{number}.traceg"))
            for path in (examples / "tiles.traceg", scratch):
                for blocks in (1, 2):
                    for machine, options in (
                            (sw.Machine(), {}), (sw.Machine(width=16), {"width": "16"}),
                            (sw.Machine("sdmm", super_warp=3), {"machine": "sdmm", "super-warp": "3"}),
                            (sw.Machine("rsdmm", rpu="crossbar"), {"machine": "rsdmm", "rpu": "crossbar"})):
                        arguments = [word for name, value in options.items() for word in ("--" + name, value)]
                        theirs = command_line("replay", path, "--engine", "model", "--blocks", blocks, *arguments)
                        ours = sw.run(machine, sw.Program.trace(str(path), machine, blocks=blocks), record=True)
                        self.assertEqual((ours.time_units, ours.slots, ours.request_count),
                                         (theirs["time_units"]["model"], theirs["congestion"]["total"],
                                          theirs["workload"]["requests"]), str(machine))
                        self.assertEqual(len(ours.requests), ours.request_count)
                        self.assertEqual(len(np.unique(ours.requests["dispatch"])), ours.dispatch_count)
                        self.assertEqual(ours.requests["time"].max(), ours.time_units)
        self.assertEqual(sw.Program.trace(str(examples / "tiles.traceg"), width=8).threads % 8, 0)

    def test_waves_go_in_phases_of_lanes_and_bytes(self):
        lanes = np.arange(64)[None, :]
        slots = lambda width, addresses, **more: sw.run(
            sw.Machine(width=width), sw.Program.from_arrays(addresses, width=width, **more)).slots
        self.assertEqual(slots(32, 2 * lanes, lanes=64), 4)          # 64 lanes on 32 banks, stride 2
        self.assertEqual(slots(32, 4 * lanes, lanes=64, bytes=4), 2)  # addresses of bytes
        self.assertEqual(slots(32, 8 * lanes, lanes=64, bytes=8), 4)  # four phases of 16 lanes
        self.assertEqual(slots(32, 16 * lanes, lanes=64, bytes=16), 8)
        self.assertEqual(slots(8, lanes[:, :4], lanes=4), 1)          # 4 lanes on 8 banks
        self.assertEqual(slots(8, 8 * lanes[:, :8], lanes=4), 8)
        self.assertEqual(slots(32, lanes // 4, lanes=64, bytes=1), 2)  # bytes of one word merge

    def test_several_multiprocessors_take_the_same_time(self):
        for name, more in ("hmm-sum", {}), ("hmm-convolution", {"taps": 5}), ("hmm-transpose-naive", {}):
            machine = sw.Machine("hmm", multiprocessors=2, shared="sdmm", super_warp=2, width=4, shared_latency=3)
            program = sw.Program.workload(name, machine, size=16, threads=32, **more)
            arguments = [word for key, value in more.items() for word in ("--" + key, value)]
            theirs = command_line("run", "--workload", name, "--size", 16, "--threads", 32, *arguments, "--machine",
                                  *str(machine).split(), "--engine", "model")
            for engine in "model", "rtl":
                ours = sw.run(machine, program, engine=engine)
                self.assertEqual((ours.time_units, ours.slots, ours.request_count),
                                 (theirs["time_units"]["model"], theirs["congestion"]["total"],
                                  theirs["workload"]["requests"]), (name, engine))
        for refused in (lambda: sw.run(machine, program, record=True)), (lambda: machine.slots([range(8)])):
            with self.assertRaisesRegex(ValueError, "several memories"):
                refused()

    def test_the_text_of_a_machine_is_its_spelling_there(self):
        spelling = "rsdmm --super-warp 4 --regions 8:10110000 --latency 20 --seed 3"
        machine = sw.Machine.from_text(spelling)
        self.assertEqual(str(machine), spelling)
        self.assertEqual(repr(machine), "Machine('rsdmm', super_warp=4, regions='8:10110000', latency=20, seed=3)")
        self.assertEqual(str(sw.Machine(**eval(repr(machine).replace("Machine(", "dict(kind=")))), spelling)
        with self.assertRaisesRegex(ValueError, "did you mean '--depth'"):
            sw.Machine.from_text("rsdmm --dept 3")

    def test_instructions_are_issued_as_on_the_command_line(self):
        trace = str(ROOT / "examples/issue.trace")
        machine = sw.Machine(width=4, latency=2, schedule="async", issue=1)
        program = sw.Program.trace(trace, machine)
        run = sw.run(machine, program)
        # The worked example of docs/spec/issue.md.
        self.assertEqual(run.time_units, 19)
        self.assertEqual(run.warp_time, {"instructions": 10, "issue": 14, "shared": 5, "global": 0, "latency": 9,
                                         "barrier": 9, "ended": 1})
        self.assertEqual(sw.run(machine, program, engine="rtl").time_units, 19)
        self.assertEqual(eval(repr(machine), {"Machine": sw.Machine}).issue, 1)
        with self.assertRaisesRegex(ValueError, "expected schedule async"):
            sw.Machine(issue=1)

    def test_workloads_are_the_same(self):
        machine = sw.Machine("rsdmm", super_warp=4, seed=3)
        program = sw.Program.workload("transpose-naive", machine, size=64, threads=1024)
        theirs = command_line("run", "--workload", "transpose-naive", "--size", 64, "--threads", 1024, "--machine",
                              "rsdmm", "--super-warp", 4, "--seed", 3, "--engine", "model")
        self.assertEqual(sw.run(machine, program).time_units, theirs["time_units"]["model"])


class Engines(unittest.TestCase):
    def test_rtl_and_model_agree_in_every_request_and_word(self):
        rng = np.random.default_rng(3)
        addresses = random_accesses(rng, 20, 6 * 4, 150)
        writes = rng.random(20) < 0.4
        for options in ({"kind": "dmm"}, {"kind": "umm"}, {"kind": "sdmm", "super_warp": 3},
                        {"kind": "sdmm", "rpu": "stream", "depth": 4}):
            machine = sw.Machine(**options, width=4, latency=2, schedule="async")
            program = sw.Program.from_arrays(addresses, width=4, writes=writes)
            model = sw.run(machine, program, record=True)
            rtl = sw.run(machine, program, engine="rtl", record=True)
            self.assertEqual((model.engine, rtl.engine), ("model", "rtl"))
            np.testing.assert_array_equal(model.requests, rtl.requests)
            np.testing.assert_array_equal(model.dispatches, rtl.dispatches)
            np.testing.assert_array_equal(model.memory, rtl.memory)
            self.assertEqual(len(model.requests), (addresses >= 0).sum())
            self.assertEqual(model.requests["time"].max(), model.time_units)

    def test_a_stepper_that_is_given_the_same_does_the_same(self):
        addresses = random_accesses(np.random.default_rng(4), 20, 24, 150)
        for options in ({}, {"rpu": "stream", "depth": 4}, {"rpu": "crossbar", "depth": 2}):
            machine = sw.Machine("rsdmm", width=8, latency=2, schedule="async", rows=40, **options)
            run = sw.run(machine, sw.Program.from_arrays(addresses, width=8), record=True)
            unit = sw.Stepper(machine)
            served = []
            now = None
            for number, dispatch in enumerate(run.dispatches):
                while (now.time if now else 0) + 1 < dispatch["accepted"]:
                    now = unit.tick()
                    served += [(*one, now.time) for one in now.served[["dispatch", "lane", "word"]].tolist()]
                self.assertTrue(unit.ready)
                lanes = np.full(machine.lanes, -1)
                of = run.requests[run.requests["dispatch"] == number]
                lanes[of["lane"]] = of["address"]
                self.assertEqual(unit.push(lanes), number)
                self.assertFalse(unit.ready)
            while not unit.idle:
                now = unit.tick()
                served += [(*one, now.time) for one in now.served[["dispatch", "lane", "word"]].tolist()]
            self.assertEqual(sorted(served), run.requests[["dispatch", "lane", "word", "time"]].tolist())

    def test_progress_is_told_and_may_end_a_run(self):
        machine = sw.Machine()
        program = sw.Program.workload("random", machine, size=1 << 22, threads=2048)
        shares = []
        sw.run(machine, program, data=False, progress=shares.append)
        self.assertTrue(shares and shares == sorted(shares) and 0 <= shares[0] and shares[-1] <= 1)

        def enough(_):
            raise ZeroDivisionError

        with self.assertRaises(ZeroDivisionError):
            sw.run(machine, program, progress=enough)

    def test_other_threads_run_meanwhile(self):
        machine = sw.Machine()
        program = sw.Program.workload("random", machine, size=1 << 22, threads=2048)
        running = threading.Thread(target=sw.run, args=(machine, program))
        counted = 0
        running.start()
        while running.is_alive():
            counted += 1
        self.assertGreater(counted, 1000)


class Refusals(unittest.TestCase):
    def refused(self, error, text, function, *arguments, **options):
        with self.assertRaisesRegex(error, text):
            function(*arguments, **options)

    def test_arrays(self):
        machine = sw.Machine(width=4)
        for ask in (machine.slots, machine.slots_per_lane, machine.slots_per_bank):
            self.refused(TypeError, "addresses: expected integers, found float64", ask, [[0.5, 1, 2, 3]])
            self.refused(TypeError, "addresses: expected integers", ask, "text")
            self.refused(TypeError, "addresses: expected", ask, None)
            self.refused(ValueError, r"expected the shape \(accesses, 4\), found \(2, 3\)", ask, np.zeros((2, 3), int))
            self.refused(ValueError, r"found \(4,\)", ask, np.zeros(4, int))
            self.refused(ValueError, r"addresses\[1, 2\] is -2", ask, [[0, 1, 2, 3], [0, 1, -2, 3]])
            self.refused(ValueError, r"addresses\[0, 3\] is \d+", ask, [[0, 1, 2, 2**31]])
            self.refused(TypeError, r"masked array; use .filled\(-1\)", ask, np.ma.masked_equal([[0, 1, 2, 3]], 2))
            self.refused(TypeError, "masked array", ask, [np.ma.masked_equal([0, 1, 2, 3], 2)])
            self.refused(ValueError, "does not fit", ask, np.full((1, 4), 2**64 - 1, np.uint64))
            self.assertTrue((ask(np.array([[0, 4, 8, 12]], np.uint64)) == ask([[0, 4, 8, 12]])).all())
        self.refused(ValueError, "expected an address below 8", sw.Machine(width=4, rows=2).slots, [[0, 1, 2, 8]])

    def test_machines(self):
        self.refused(ValueError, "did you mean 'rsdmm'", sw.Machine, "rsdm")
        self.refused(ValueError, "did you mean 'ipoly'", sw.Machine, mapping="ipol")
        self.refused(ValueError, "expected swizzle:B,M,S with B from 0", sw.Machine, mapping="swizzle:3,4,2")
        self.refused(ValueError, "'8' is no region, expected 0 to 7", sw.Machine, mapping="h3", regions="8:8")
        halves = sw.Machine(mapping="xor-swizzle", rows=64, regions="2:1")
        self.assertEqual((halves.regions, sw.Machine().regions), ("2:01", None))
        self.assertIn("regions='2:01'", repr(halves))
        self.assertEqual(sw.Machine(mapping="h3", rows=64, regions="2:1:pad").regions, "2:01:pad")
        self.assertEqual(list(halves.slots([range(0, 1024, 32), range(1024, 2048, 32)])), [32, 1])
        self.assertEqual(sw.Machine(mapping="swizzle:5,2,5").slots([range(0, 1024, 32)])[0], 1)
        self.refused(ValueError, "did you mean 'stream'", sw.Machine, "sdmm", rpu="steam")
        self.refused(ValueError, "expected super_warp", sw.Machine, "sdmm")
        self.refused(ValueError, "needs a power of two of banks .* not 33", sw.Machine, width=33, mapping="h3", rows=2)
        self.refused(ValueError, "banks 0: expected a number from 1", sw.Machine, banks=0)
        prime = sw.Machine(width=16, banks=17)
        self.assertEqual((prime.width, prime.bank_count, sw.Machine().bank_count), (16, 17, 32))
        self.assertIn("banks=17", repr(prime))
        self.assertEqual(list(prime.slots([range(0, 256, 16), range(0, 272, 17)])), [1, 16])
        self.assertEqual(list(prime.banks([16, 17, 18])), [16, 0, 1])
        self.assertEqual(prime.slots_per_bank([range(16)]).shape, (1, 17))
        self.assertEqual(sw.Machine(width=16, banks=17, mapping=sw.Mapping("pad", width=17, rows=9)).width, 16)
        self.refused(ValueError, "serves a whole row", sw.Machine, "umm", mapping="pad")
        self.refused(ValueError, "depth: the RPU batch has none", sw.Machine, depth=4)
        self.refused(TypeError, "depth: expected an integer", sw.Machine, "sdmm", rpu="stream", depth="deep")
        self.refused(TypeError, "no argument 'dept', did you mean 'depth'", sw.Machine, "sdmm", rpu="stream", dept=4)
        self.refused(ValueError, "a shift for every row", sw.Machine, "rsdmm", rows=4, key=[0, 1, 2])
        self.refused(ValueError, "not below the number of banks", sw.Machine, "rsdmm", width=4, rows=1, key=[4])
        self.refused(TypeError, "key: expected integers", sw.Machine, "rsdmm", key=[0.5])
        self.refused(ValueError, "depend on what else waits", sw.Machine("sdmm", rpu="stream").slots,
                     np.zeros((1, 32), int))

    def test_programs_and_runs(self):
        machine = sw.Machine(width=4)
        program = sw.Program.from_arrays([[0, 1, 2, 3]], width=4)
        self.refused(ValueError, "nowhere.trace: ", sw.Program.trace, "nowhere.trace")
        hierarchical = ROOT / "examples" / "hierarchy.trace"
        self.refused(ValueError, "hierarchy.trace:5: an access to global memory", sw.Program.trace, str(hierarchical))
        self.refused(ValueError, "give one of the two", sw.Program.trace, "x", machine, width=4)
        self.refused(ValueError, "bytes: expected 1, 2, 4, 8 or 16", sw.Program.from_arrays, [[0, 1]], width=2, bytes=3)
        self.refused(ValueError, "4 in round 0, expected a multiple of the 8 bytes", sw.Program.from_arrays, [[0, 4]],
                     width=2, bytes=8)
        self.refused(ValueError, "a multiple of the lanes 4", sw.Program.from_arrays, [[0, 4]], width=2, lanes=4)
        self.refused(ValueError, "did you mean 'random'", sw.Program.workload, "randon", machine, size=4)
        self.refused(ValueError, "expected model or rtl", sw.run, machine, program, engine="rlt")
        self.refused(TypeError, "progress: expected a function", sw.run, machine, program, progress=1)
        self.refused(ValueError, "no RTL of the mapping prime", sw.run, sw.Machine(width=4, mapping="prime"), program,
                     engine="rtl")
        self.refused(ValueError, "the machine has width 32", sw.run, sw.Machine(), program)
        self.refused(ValueError, "the machine has 1 rows", sw.run, sw.Machine(width=4, rows=1),
                     sw.Program.from_arrays([[0, 1, 2, 4]], width=4))

    def test_steppers(self):
        unit = sw.Stepper(sw.Machine(width=4), words=8)
        self.refused(ValueError, r"expected the shape \(4,\), found \(3,\)", unit.push, [0, 1, 2])
        self.refused(ValueError, "is 8, expected an address below 8", unit.push, [0, 1, 2, 8])
        self.refused(ValueError, "without a request", unit.push, [-1, -1, -1, -1])
        self.refused(ValueError, "expected one for each", unit.push, [0, 1, 2, 3], write=True)
        self.refused(ValueError, "expected words", unit.push, [0, 1, 2, 3], write=True, data=[0, 1, 2, -3])
        unit.push([0, 4, 1, 5])
        self.refused(RuntimeError, "not ready", unit.push, [0, 1, 2, 3])
        self.refused(ValueError, "address 8", unit.word, 8)
        self.refused(RuntimeError, "without data", sw.Stepper(sw.Machine(width=4), words=8, data=False).word, 0)


if __name__ == "__main__":
    unittest.main()
