# SPDX-License-Identifier: Apache-2.0
"""Memory machines: how many slots accesses take, and programs run on the reference model and on the Verilated RTL.

    import numpy, superwarp
    machine = superwarp.Machine("rsdmm", super_warp=4)
    machine.slots(numpy.arange(128).reshape(1, 128) * 32)
"""

import functools
import re

try:
    from superwarp import _core
except ImportError as error:
    raise ModuleNotFoundError("superwarp is not built here: run scripts/build, then use "
                              "PYTHONPATH=build/python /usr/bin/python3") from error
from superwarp._core import (Answer, Disagreement, Machine, Mapping, Program, Run, Stepper, Tick, __version__)

__all__ = ["Answer", "Disagreement", "Machine", "Mapping", "Program", "Run", "Stepper", "Tick", "__version__", "ask",
           "draw_key", "machines", "mappings", "run", "slots", "workloads"]


def _keywords(call):
    """The names of the arguments in the signature that pybind11 begins the documentation with."""
    signature = (call.__doc__ or "").partition("\n")[0]
    return [name for name in re.findall(r"[(,] ?(\w+):", signature) if name != "self"]


def _checked(call, name):
    """`call` with a clear TypeError for a keyword that it does not have."""
    known = _keywords(call)

    @functools.wraps(call)
    def checked(*arguments, **keywords):
        try:
            return call(*arguments, **keywords)
        except TypeError as error:
            unknown = next((keyword for keyword in keywords if keyword not in known), None)
            if unknown is None or "incompatible" not in str(error):
                raise
            nearest = _core._nearest_name(unknown, known)
            meant = f", did you mean '{nearest}'?" if nearest else f"; there are: {', '.join(known) or 'none'}"
            raise TypeError(f"{name}() has no argument '{unknown}'{meant}") from None

    return checked


ask, draw_key, machines, mappings, run, slots, workloads = (
    _checked(getattr(_core, _name), _name)
    for _name in ("ask", "draw_key", "machines", "mappings", "run", "slots", "workloads"))
for _class in (Answer, Machine, Mapping, Program, Stepper):
    for _name, _method in list(vars(_class).items()):
        _call = getattr(_class, _name)
        if (not _name.startswith("_") or _name == "__init__") and callable(_call) and _keywords(_call):
            _shown = _class.__name__ if _name == "__init__" else f"{_class.__name__}.{_name}"
            _new = _checked(_call, _shown)
            setattr(_class, _name, staticmethod(_new) if isinstance(_method, staticmethod) else _new)
