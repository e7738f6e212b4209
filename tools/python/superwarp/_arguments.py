# SPDX-License-Identifier: Apache-2.0
"""Plain messages for wrong arguments, in place of pybind11's. The signature is that which pybind11 puts in front of a
documentation."""

import ast
import functools
import operator
import re
import reprlib
import typing

from superwarp import _core

_TYPES = {"int": "an integer", "str": "a string", "bool": "True or False", "dict": "a dict"}
_SHOWN = reprlib.Repr()
_SHOWN.maxstring = _SHOWN.maxother = 40


class Parameter(typing.NamedTuple):
    name: str
    type: str  # without Optional
    or_none: bool
    required: bool
    by_name: bool  # only

    @property
    def expected(self):
        name = self.type.rpartition(".")[2]
        return _TYPES.get(name, f"a {name}") + (" or None" if self.or_none else "")

    def fault(self, value):
        """What is expected in place of `value`; None if it has the type."""
        if self.type == "object" or (value is None and self.or_none):
            return None
        if self.type == "int":
            try:
                number = operator.index(value)
            except TypeError:
                return self.expected
            return "an integer from 0" if number < 0 else "an integer below 2^64" if number >= 1 << 64 else None
        if self.type == "str":
            return None if isinstance(value, str) else self.expected
        if self.type == "bool":
            return None if isinstance(value, bool) or type(value).__name__ == "bool_" else self.expected
        known = getattr(_core, self.type.rpartition(".")[2], None)
        return self.expected if known is not None and not isinstance(value, known) else None


def parameters(call):
    """The parameters of a call, without self; None if the documentation has no signature."""
    text = (call.__doc__ or "").partition("\n")[0].rpartition(" -> ")[0]
    if "(" not in text:
        return None
    written = ast.parse(f"def call{text[text.index('('):]}: ...").body[0].args
    required = len(written.args) - len(written.defaults)
    found = []
    for place, one in enumerate(written.args + written.kwonlyargs):
        by_name = place >= len(written.args)
        needed = written.kw_defaults[place - len(written.args)] is None if by_name else place < required
        kind = ast.unparse(one.annotation) if one.annotation else ""
        or_none = kind.startswith("Optional[")
        if one.arg != "self":
            found.append(Parameter(one.arg, kind[len("Optional["):-1] if or_none else kind, or_none, needed, by_name))
    return found


def _shown(value):
    return "None" if value is None else f"{_SHOWN.repr(value)} ({type(value).__name__})"


def _fault(known, arguments, keywords):
    names = [one.name for one in known]
    for keyword in keywords:
        if keyword not in names:
            nearest = _core._nearest_name(keyword, names)
            meant = f", did you mean '{nearest}'?" if nearest else f"; there are: {', '.join(names) or 'none'}"
            return f"has no argument '{keyword}'{meant}"
    places = [one for one in known if not one.by_name]
    if len(arguments) > len(places):
        rest = ", ".join(one.name for one in known if one.by_name)
        return (f"takes {len(places) or 'no'} argument{'' if len(places) == 1 else 's'} without a name, "
                f"not {len(arguments)}" + (f"; by name: {rest}" if rest else ""))
    given = dict(zip((one.name for one in places), arguments))
    twice = next((name for name in given if name in keywords), None)
    if twice:
        return f"has '{twice}' twice, by place and by name"
    given.update(keywords)
    for one in known:
        if one.name not in given:
            if one.required:
                return f"lacks the argument '{one.name}': expected {one.expected}"
            continue
        expected = one.fault(given[one.name])
        if expected:
            return f"{one.name}: expected {expected}, not {_shown(given[one.name])}"
    # All have the types: a number is too large for its place.
    large = next((one.name for one in known if one.type == "int" and one.name in given
                  and (given[one.name] or 0) >> 32), None)
    if large:
        return f"{large}: expected an integer below 2^32, not {given[large]}"
    return f"does not take these arguments; expected {', '.join(f'{one.name}: {one.expected}' for one in known)}"


def _text_fault(given):
    for name, value in given.items():
        if isinstance(value, str) and ("\0" in value or not value.isascii()
                                       and value != value.encode("utf-8", "replace").decode()):
            return f"{name}: expected text of Unicode without NUL, not {_shown(value)}"
    return None


def _plain(name, known, arguments, keywords, error):
    """An exception of the same type as `error` that names the argument as Python does, what was given, what is
    expected."""
    text, given = str(error), {**dict(zip((one.name for one in known), arguments)), **keywords}
    fault = _text_fault(given)
    if fault is None and "incompatible" in text:
        fault = _fault(known, arguments, keywords)
    if fault is not None:
        return TypeError(f"{name}(): {fault}" if fault.split(" ")[0][-1] == ":" else f"{name}() {fault}")
    if not isinstance(error, (TypeError, ValueError)):
        return error
    names = {one.name.rstrip("s"): one.name for one in known}
    text = re.sub(r"--([a-z][a-z-]*)", lambda option: names.get(option[1].replace("-", "_").rstrip("s"), option[0]),
                  text)
    argument, colon, rest = text.partition(": ")
    if colon and argument in given and rest.startswith("expected ") and not re.search(", (not|found) (?!object)", rest):
        text += f", not {_shown(given[argument])}"
    if not any(argument in text for argument in given):
        text = f"{name}({', '.join(f'{one}={_SHOWN.repr(value)}' for one, value in given.items())}): {text}"
    return error if text == str(error) else TypeError(text) if isinstance(error, TypeError) else ValueError(text)


def checked(call, name, method=False):
    """`call` with plain messages for arguments that it does not take."""
    known = parameters(call)
    integers = {one.name: one for one in known if one.type == "int"}
    places = [integers.get(one.name) for one in known if not one.by_name]
    first = 1 if method else 0

    def no_fractions(arguments, keywords):
        """pybind11 takes an array of one fraction for an integer."""
        given = [*zip(places, arguments[first:]), *((integers.get(name), value) for name, value in keywords.items())]
        for one, value in given:
            if one is not None and type(value) is not int and one.fault(value):
                raise TypeError(f"{name}(): {one.name}: expected {one.fault(value)}, not {_shown(value)}")

    @functools.wraps(call)
    def plain(*arguments, **keywords):
        if integers:
            no_fractions(arguments, keywords)
        try:
            return call(*arguments, **keywords)
        except ModuleNotFoundError as error:
            raise ModuleNotFoundError(f"{name}() takes or gives arrays of {error.name}, which is not installed "
                                      f"(apt-get install python3-{error.name}, or pip install {error.name})",
                                      name=error.name) from None
        except (TypeError, ValueError, RuntimeError) as error:
            plainly = _plain(name, known, arguments[first:], keywords, error)
            if plainly is error:
                raise
            raise plainly from None

    return plain


def without_constructor(name, source):
    def refuse(_, *arguments, **keywords):
        raise TypeError(f"{name}() makes none: expected {source}")

    return refuse
