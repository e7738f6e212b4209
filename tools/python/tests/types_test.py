#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""types_test.py: the stub declares exactly the module's names, and every name has a text."""

import ast
import inspect
import pathlib
import unittest

import superwarp as sw

ROOT = pathlib.Path(__file__).resolve().parents[3]


class Types(unittest.TestCase):
    def test_every_name_has_a_type_and_a_text(self):
        stub = ast.parse((ROOT / "tools/python/superwarp" / "__init__.pyi").read_text(encoding="ascii"))
        typed = {node.name: node for node in stub.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
        self.assertEqual(set(typed) | {"__version__"}, set(sw.__all__))
        for name, node in typed.items():
            thing = getattr(sw, name)
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
        """pybind11 lists the parameters in the first line of the text."""

        said = function.__doc__.split(") ->")[0].split("(", 1)[1]
        said = ast.parse("def f(" + said.replace("superwarp._core.", "").replace("<", "'").replace(">", "'") + "): ...")
        names = [a.arg for a in said.body[0].args.args + said.body[0].args.kwonlyargs]
        ours = [a.arg for a in node.args.args + node.args.kwonlyargs]
        self.assertEqual([a for a in names if a not in ("self", "arg0")], [a for a in ours if a != "self"], node.name)


if __name__ == "__main__":
    unittest.main()
