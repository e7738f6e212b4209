# SPDX-License-Identifier: Apache-2.0
"""Memory machines: how many slots accesses take, and programs run on the reference model and on the Verilated RTL.

    import numpy, superwarp
    machine = superwarp.Machine("rsdmm", super_warp=4)
    machine.slots(numpy.arange(128).reshape(1, 128) * 32)
"""

try:
    from superwarp import _core
except ImportError as error:
    raise ModuleNotFoundError(f"superwarp is not built for this Python: {error}. In a clone, run scripts/build, "
                              "then use PYTHONPATH=build/python /usr/bin/python3") from error
from superwarp._arguments import checked, parameters, without_constructor
from superwarp._core import (Answer, Disagreement, Machine, Mapping, Program, Run, Stepper, Tick, __version__)

__all__ = ["Answer", "Disagreement", "Machine", "Mapping", "Program", "Run", "Stepper", "Tick", "__version__", "ask",
           "draw_key", "machines", "mappings", "run", "slots", "workloads"]


ask, draw_key, machines, mappings, run, slots, workloads = (
    checked(getattr(_core, _name), _name)
    for _name in ("ask", "draw_key", "machines", "mappings", "run", "slots", "workloads"))
for _class in (Answer, Machine, Mapping, Program, Run, Stepper, Tick):
    for _name, _method in list(vars(_class).items()):
        _call = getattr(_class, _name)
        if (not _name.startswith("_") or _name == "__init__") and callable(_call) and parameters(_call) is not None:
            _shown = _class.__name__ if _name == "__init__" else f"{_class.__name__}.{_name}"
            _static = isinstance(_method, staticmethod)
            _new = checked(_call, _shown, not _static)
            setattr(_class, _name, staticmethod(_new) if _static else _new)
for _class, _source in ((Answer, "ask()"), (Program, "Program.workload(), Program.trace() or Program.from_arrays()"),
                        (Run, "run()"), (Tick, "Stepper.tick()")):
    _class.__init__ = without_constructor(_class.__name__, _source)
