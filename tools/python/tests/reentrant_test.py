#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The RTL simulates one run at a time in a process. A call for another one meanwhile gets its right result or an error
at once: a progress function, a thread that it waits for, what prints a message, a forked process. All end."""

import os
import subprocess
import sys
import tempfile
import unittest

BEGIN = """
import os, sys, threading
import numpy as np, superwarp as sw
machine = sw.Machine("dmm", width=4)
small = sw.Program.from_arrays(np.arange(16).reshape(4, 4), width=4)
big = sw.Program.from_arrays(np.random.default_rng(1).integers(0, 4096, (1500, 256)), width=4)
def rtl(program, **more):
    return sw.run(machine, program, engine="rtl", **more).time_units
expected = [sw.run(machine, program).time_units for program in (small, big)]
"""


class Reentrant(unittest.TestCase):
    def says(self, text, program, **environment):
        """The program, in a process of its own, ends in time and prints `text`."""
        done = subprocess.run([sys.executable, "-c", BEGIN + program], capture_output=True, text=True, timeout=120,
                              check=False, env={**os.environ, **environment})
        self.assertEqual((done.returncode, done.stdout), (0, text + "\n"), done.stderr)

    def test_a_run_in_a_progress_function(self):
        self.says("True True", """
inside = set()
outside = rtl(big, progress=lambda share: inside.add(rtl(small)))
print(outside == expected[1], inside == {expected[0]})
""")

    def test_a_run_in_a_run_in_a_run(self):
        self.says("True [True, True]", """
inside = []
depth = 0
def progress(share):
    global depth
    if depth == 2: return
    depth += 1
    inside.append(rtl(big, progress=progress) == expected[1])
outside = rtl(big, progress=progress)
print(outside == expected[1], inside)
""")

    def test_a_thread_that_a_progress_function_waits_for(self):
        self.says("True True", """
inside = set()
def progress(share):
    thread = threading.Thread(target=lambda: inside.add(rtl(small)))
    thread.start()
    thread.join()
outside = rtl(big, progress=progress)
print(outside == expected[1], inside == {expected[0]})
""")

    def test_two_threads(self):
        self.says("[True, True, True, True]", """
results = [None] * 4
def work(i):
    results[i] = rtl((small, big)[i % 2]) == expected[i % 2]
threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
for thread in threads: thread.start()
for thread in threads: thread.join()
print(results)
""")

    def test_a_message_that_runs_the_rtl(self):
        with tempfile.TemporaryDirectory() as cache:
            self.says("True", """
class Odd:
    said = 0
    def write(self, text):
        self.said += 1
        if self.said == 1: rtl(small)
sys.stderr = Odd()
result = rtl(small)
sys.stderr, odd = sys.__stderr__, sys.stderr
print(result == expected[0] and odd.said > 0)
""", XDG_CACHE_HOME=cache, SUPERWARP_RTL_UNOPTIMISED="1")

    def test_messages_that_cannot_be_written(self):
        for stderr in ("None", "open('/dev/full', 'w', buffering=1)"):
            with tempfile.TemporaryDirectory() as cache:
                self.says("True", f"""
sys.stderr = {stderr}
result = rtl(small) == expected[0]
sys.stderr = sys.__stderr__
print(result)
""", XDG_CACHE_HOME=cache, SUPERWARP_RTL_UNOPTIMISED="1")

    def test_an_exception_of_a_progress_function(self):
        self.says("ZeroDivisionError True", """
try:
    rtl(big, progress=lambda share: 1 / 0)
except ZeroDivisionError as error:
    print(type(error).__name__, rtl(small) == expected[0])
""")

    def test_a_fork_during_a_run(self):
        self.says("this process was forked while the RTL was simulating\nthis process was forked during the "
                  "run\nTrue", """
reader, writer = os.pipe()
children = []
def progress(share):
    if children: return
    children.append(os.fork())
    if children[0]: return
    try:
        rtl(small)
    except RuntimeError as error:
        os.write(writer, str(error).split(",")[0].encode() + b"\\n")
try:
    outside = rtl(big, progress=progress)
except RuntimeError as error:
    os.write(writer, str(error).split(",")[0].encode() + b"\\n")
    os._exit(0)
assert os.waitpid(children[0], 0)[1] == 0
os.close(writer)
print(os.fdopen(reader).read() + str(outside == expected[1]))
""")

    def test_a_fork_after_a_run(self):
        self.says("0", """
rtl(small)
child = os.fork()
if child == 0:
    os._exit(0 if rtl(big) == expected[1] else 1)
print(os.waitpid(child, 0)[1])
""")


if __name__ == "__main__":
    sys.exit(unittest.main())
