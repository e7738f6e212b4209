#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every public function and constructor with garbage in the place of each argument. It is taken, or
refused by a message that names an argument of the call and is none of pybind11's."""

import ast
import inspect
import pathlib
import re
import unittest

import numpy

import superwarp
from superwarp._arguments import parameters

ROOT = pathlib.Path(__file__).resolve().parents[3]
TRACE = str(ROOT / "examples/fig4.trace")
MACHINE = superwarp.Machine("sdmm", super_warp=2, width=4)
PROGRAM = superwarp.Program.workload("contiguous", MACHINE, size=64)
ANSWER = superwarp.ask("x[32*lane]", tile="int x[1024]")
GARBAGE = [None, True, 1, -1, 0, 2**40, 2**64, -(2**70), 1.5, float("nan"), 3j, "", "x", "dmm\0", "\udc80", b"x", [],
           [1], [-7],
           [[1], [2, 3]], ["x"], [2**70], {}, {"a": 1}, {1: 2}, object(), numpy.array([1.5]), numpy.array("a"),
           numpy.array([2**63], dtype=numpy.uint64), print, int]



def stepper():
    return superwarp.Stepper(MACHINE, words=64)


# The call, arguments that it takes, and the names of others.
CALLS = {
    "ask": (superwarp.ask, {"access": "x[32*lane]", "tile": "int x[1024]"},
            ["block", "grid", "block_index", "loops", "let", "define", "where", "bytes", "gpu"]),
    "draw_key": (superwarp.draw_key, {"mapping": "h3", "rows": 4}, ["seed", "width"]),
    "machines": (superwarp.machines, {}, []),
    "mappings": (superwarp.mappings, {}, []),
    "workloads": (superwarp.workloads, {}, []),
    "run": (superwarp.run, {"machine": MACHINE, "program": PROGRAM}, ["engine", "record", "data", "progress", "rtl"]),
    "slots": (superwarp.slots, {"addresses": [list(range(0, 128, 4))]}, ["bytes", "gpu", "write"]),
    "Machine": (superwarp.Machine, {"kind": "sdmm", "rpu": "pipelined"},
                ["width", "latency", "super_warp", "mapping", "key", "seed", "rows", "schedule", "issue",
                 "order", "wait",
                 "instructions", "places", "regions", "banks", "ports", "bank_words", "depth", "passes",
                 "priority", "route", "intake", "queue", "store", "later", "multiprocessors", "shared",
                 "shared_latency", "region_rows", "shifts"]),
    "Machine.from_text": (superwarp.Machine.from_text, {"text": "rsdmm --super-warp 2"}, []),
    "Mapping": (superwarp.Mapping, {"name": "random-shift", "rows": 4}, ["width", "seed", "key"]),
    "Program.from_arrays": (superwarp.Program.from_arrays, {"addresses": [[0, 1, 2, 3]], "width": 4},
                            ["writes", "barriers", "lanes", "bytes"]),
    "Program.trace": (superwarp.Program.trace, {"path": TRACE}, ["machine", "width", "blocks"]),
    "Program.workload": (superwarp.Program.workload, {"name": "contiguous", "machine": MACHINE, "size": 64},
                         ["threads", "write_percent", "permutation", "blocks", "taps"]),
    "Stepper": (superwarp.Stepper, {"machine": MACHINE}, ["words", "data"]),
    "Stepper.push": (lambda *places, **names: stepper().push(*places, **names), {"addresses": range(8)},
                     ["write", "data"]),
    "Stepper.set_word": (stepper().set_word, {"address": 0, "word": 0}, []),
    "Stepper.word": (stepper().word, {"address": 0}, []),
    "Stepper.tick": (stepper().tick, {}, []),
    "Answer.machines": (ANSWER.machines, {}, ["keys"]),
    "Answer.picture": (ANSWER.picture, {}, []),
    "Answer.svg": (ANSWER.svg, {}, []),
    "Mapping.banks": (superwarp.Mapping("h3", rows=4).banks, {"addresses": [1]}, []),
    **{f"Machine.{name}": (getattr(MACHINE, name), {"addresses": [[0, 1, 2, 3, 4, 5, 6, 7]]}, [])
       for name in ("banks", "slots", "slots_per_bank", "slots_per_lane")},
}
PUBLIC = {name: getattr(superwarp, name) for name in superwarp.__all__ if callable(getattr(superwarp, name))}
METHODS = {f"{name}.{method}": call for name, of in PUBLIC.items() if isinstance(of, type)
           and of is not superwarp.Disagreement
           for method, call in vars(of).items() if not method.startswith("_") and not isinstance(call, property)}
NO_CONSTRUCTOR = ["Answer", "Program", "Run", "Tick"]


def signature(name):
    of, _, method = name.partition(".")
    return parameters(getattr(PUBLIC[of], method or "__init__") if isinstance(PUBLIC[of], type) else PUBLIC[of])


class Arguments(unittest.TestCase):
    """The law of every call."""

    def refused(self, name, call, /, *places, **names):
        """The message; None if the call takes the arguments."""
        try:
            call(*places, **names)
        except (TypeError, ValueError) as error:
            text = str(error)
            self.assertNotRegex(text, "incompatible|Invoked|Unable to cast|_core|std::|unsized|dimensional",
                                (name, names))
            return text
        return None

    def test_every_function_and_argument_is_walked(self):
        self.assertEqual(set(CALLS), (set(PUBLIC) | set(METHODS)) - set(NO_CONSTRUCTOR) - {"Disagreement"})
        for name, (_, good, more) in CALLS.items():
            self.assertLessEqual({one.name for one in signature(name)}, {*good, *more}, name)

    def test_garbage_is_refused_by_the_name_of_an_argument(self):
        for name, (call, good, more) in CALLS.items():
            self.assertIsNone(self.refused(name, call, **good), name)
            for argument in [*good, *more]:
                for garbage in GARBAGE:
                    text = self.refused(name, call, **{**good, argument: garbage})
                    told = re.sub("[ _]", "", text or argument).lower()
                    self.assertTrue(any(one.replace("_", "") in told for one in {*good, argument}),
                                    (name, argument, garbage, text))

    def test_an_object_is_refused_by_its_own_argument_what_was_given_and_what_is_expected(self):
        for name, (call, good, more) in CALLS.items():
            for argument in [*good, *more]:
                text = self.refused(name, call, **{**good, argument: object()})
                if argument not in ("route", "intake"):  # the stream has none
                    self.assertRegex(text, rf"\b{argument}\b.*expected .*(not|found) .*object", name)

    def test_what_is_wrong_is_told(self):
        for said, call in {
            "width: expected an integer from 0, not -1": lambda: superwarp.Machine("dmm", width=-1),
            "width: expected an integer below 2^64, not 18446744073709551616": lambda: superwarp.Machine("dmm",
                width=2**64),
            "Machine() has 'kind' twice, by place and by name": lambda: superwarp.Machine("dmm", kind="dmm"),
            "kind: expected text of Unicode without NUL": lambda: superwarp.Machine("dmm\0"),
        }.items():
            with self.assertRaisesRegex(TypeError, re.escape(said)):
                call()

    def test_a_masked_array_keeps_no_mask_and_is_refused(self):
        arrays = {"addresses": [[0, 4, 8, 12, 16, 20, 24, 28]], "data": [1] * 8, "key": [0, 1, 2, 3], "writes": [True],
                  "barriers": [True]}
        walked = set()
        for name, (call, good, more) in CALLS.items():
            for argument in {*good, *more} & set(arrays):
                if argument == "data" and name != "Stepper.push":  # there it is True or False
                    continue
                walked.add((name, argument))
                for masked in numpy.ma.array(arrays[argument], mask=False), [numpy.ma.array(arrays[argument][0],
                    mask=False)]:
                    text = self.refused(name, call, **{**good, argument: masked})
                    self.assertRegex(text or "taken", rf"{argument}: a masked array; use \.filled\(", (name, argument))
        self.assertGreaterEqual({argument for _, argument in walked}, set(arrays))

    def test_words_of_a_stepper_have_32_bits(self):
        unit = stepper()
        unit.tick()
        self.assertRegex(self.refused("push", unit.push, range(8), write=True, data=[2**32] * 8),
                         "data: .*0 to 2\\^32 - 1")
        self.assertRegex(self.refused("push", unit.push, range(8), write=True, data=[-1] * 8),
                         "data: .*0 to 2\\^32 - 1")
        unit.push(range(8), write=True, data=[2**32 - 1] * 8)
        self.assertRegex(self.refused("set_word", unit.set_word, 0, 2**32), "word: expected an integer below 2\\^32")

    def test_a_fraction_is_no_integer(self):
        for name, (call, good, _) in CALLS.items():
            for one in signature(name):
                for fraction in [numpy.array([1.5]), numpy.float64(2), 2.0] if one.type == "int" else []:
                    self.assertRegex(self.refused(name, call, **{**good, one.name: fraction}),
                                     f"{one.name}: expected an integer", name)

    def test_wrong_names_and_numbers_of_arguments_are_told(self):
        for name, (call, good, _) in CALLS.items():
            self.assertRegex(self.refused(name, call, **good, colour=1), "has no argument 'colour'")
            self.assertRegex(self.refused(name, call, *[1] * 20), "takes (no|[0-9]) arguments? without a name, not 20")
            for required in [one.name for one in signature(name) if one.required]:
                text = self.refused(name, call, **{one: good[one] for one in good if one != required})
                self.assertIn(f"lacks the argument '{required}'", text)
        self.assertEqual(self.refused("workloads", superwarp.workloads, 1),
                         "workloads() takes no arguments without a name, not 1")

    def test_what_has_no_constructor_says_where_it_comes_from(self):
        for name in NO_CONSTRUCTOR:
            self.assertRegex(self.refused(name, PUBLIC[name]), rf"^{name}\(\) makes none: expected .*\(\)")


class Types(unittest.TestCase):
    """The stub declares exactly the module's names, and every name has a text."""

    def test_every_name_has_a_type_and_a_text(self):
        stub = ast.parse((ROOT / "tools/python/superwarp/__init__.pyi").read_text(encoding="ascii"))
        typed = {node.name: node for node in stub.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
        self.assertEqual(set(typed) | {"__version__"}, set(superwarp.__all__))
        for name, node in typed.items():
            thing = getattr(superwarp, name)
            if isinstance(node, ast.FunctionDef):
                self.same_parameters(node, thing)
            elif name != "Disagreement":
                self.assertTrue(thing.__doc__, name)
                properties = {one.target.id for one in node.body if isinstance(one, ast.AnnAssign)}
                methods = {one.name: one for one in node.body if isinstance(one, ast.FunctionDef)}
                self.assertEqual(properties | set(methods) - {"__init__"},
                                 {m for m in vars(thing) if not m.startswith("_")})
                for member in properties:
                    self.assertIsInstance(inspect.getattr_static(thing, member), property, member)
                for member, one in methods.items():
                    self.same_parameters(one, getattr(thing, member))

    def same_parameters(self, node, function):
        ours = [a.arg for a in node.args.args + node.args.kwonlyargs if a.arg != "self"]
        self.assertEqual([one.name for one in parameters(function)], ours, node.name)


if __name__ == "__main__":
    unittest.main()
