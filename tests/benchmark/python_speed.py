#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""PYTHONPATH=build/python tests/benchmark/python_speed.py build/superwarp_benchmark: time alone by the model, from
Python and by the C++ benchmark of the same program, and slots of an array of accesses. Processor time, the best of
several interleaved runs; not a test, as a shared machine gives no reliable times."""

import json
import subprocess
import sys
import time

import numpy as np

import superwarp as sw


def best(function, times=5):
    """Seconds of the quickest of some calls."""
    taken = []
    for _ in range(times):
        start = time.process_time()
        function()
        taken.append(time.process_time() - start)
    return min(taken)


def best_in_cpp(name):
    result = subprocess.run([sys.argv[1], f"--benchmark_filter=^{name}$", "--benchmark_repetitions=5",
                             "--benchmark_min_time=0.02", "--benchmark_format=json"], check=True,
                            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    runs = [run for run in json.loads(result.stdout)["benchmarks"] if run["run_type"] == "iteration"]
    return min(run["cpu_time"] for run in runs) * 1e-3  # of milliseconds


print("millions of requests a second     C++   Python   Python/C++")
for title, name, machine in (
        ("dmm", "random_words/s:1/writes:0/data:0/async:1/log2n:20", sw.Machine(schedule="async")),
        ("sdmm, 5 warps", "random_words/s:5/writes:0/data:0/async:1/log2n:20",
         sw.Machine("sdmm", super_warp=5, schedule="async")),
        ("stream, depth 8", "streamed_words/depth:8/writes:0/data:0",
         sw.Machine("sdmm", rpu="stream", depth=8, schedule="async"))):
    program = sw.Program.workload("random", machine, size=1 << 20, threads=64 * machine.lanes)
    requests = sw.run(machine, program, data=False).request_count / 1e6
    turns = [(best_in_cpp(name), best(lambda m=machine, p=program: sw.run(m, p, data=False))) for _ in range(5)]
    cpp, python = (requests / min(taken) for taken in zip(*turns))
    print(f"{title:<30}{cpp:>7.1f}{python:>9.1f}{python / cpp:>13.2f}")

addresses = np.random.default_rng(1).integers(0, 1 << 20, (1 << 15, 32))
print("\nmillions of addresses a second, an array of accesses")
for mapping in ("identity", "random-shift", "ipoly"):
    machine = sw.Machine(mapping=mapping)
    print(f"slots, {mapping:<23}{addresses.size / best(lambda m=machine: m.slots(addresses)) / 1e6:>7.1f}")
