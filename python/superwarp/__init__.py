# SPDX-License-Identifier: Apache-2.0
"""Memory machines: how many slots accesses take, and programs run on the reference model and on the Verilated RTL.

    import numpy, superwarp
    machine = superwarp.Machine("rsdmm", super_warp=4)
    machine.slots(numpy.arange(128).reshape(1, 128) * 32)
"""

from superwarp._core import (Disagreement, Machine, Mapping, Program, Run, Stepper, Tick, __version__, draw_key,
                             machines, mappings, run, workloads)

__all__ = ["Disagreement", "Machine", "Mapping", "Program", "Run", "Stepper", "Tick", "__version__", "draw_key",
           "machines", "mappings", "run", "workloads"]
