#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Uses docs/playground.html in a headless Chromium as a student does.

    tests/playground/browser.py build/superwarp docs/playground.html /tmp/scratch

Every example's numbers equal the command line's. Status 77 (skipped) without Chromium.
"""

import json
import os
import pathlib
import shlex
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "report"))
from chromium import Browser  # noqa: E402

MOST_BYTES = 3e6
MOST_SECONDS = 2

failures = []


def check(right, what):
    if not right:
        failures.append(what)
        print(f"FAILED: {what}")


def quiet(browser, what):
    """Checks that the console is empty and nothing was fetched but the worker, which is in the page."""
    check(not browser.complaints(), f"{what}: the console says {json.dumps(browser.complaints()[:2])[:600]}")
    others = [url for url in browser.fetched() if not url.startswith(("file:", "data:", "about:", "blob:"))]
    check(not others, f"{what}: fetches {others}")


class CommandLine:
    def __init__(self, program, folder):
        self.program = program
        self.folder = folder

    def json(self, command):
        """What a command that the page shows prints with --json."""
        words = shlex.split(command)
        check(words[0] == "superwarp", f"the page shows the command {command}")
        done = subprocess.run([self.program, *words[1:], "--json", "-"], cwd=self.folder, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            check(False, f"{command} ends with {done.returncode}: {done.stderr}")
            return {}
        return json.loads(done.stdout)


def compare_answer(browser, command_line, name):
    """All that `superwarp ask` says is what the page says."""
    answer = browser.ask("answer")
    told = command_line.json(answer["command"])
    for key in ("gpu", "answer", "accesses", "together", "cures", "machines"):
        check(answer[key] == told.get(key), f"{name}: '{key}' differs from {answer['command']}")


def compare_run(browser, command_line, name):
    """The run has the slots and time units of `superwarp replay` of the page's trace."""
    trace, command, figures = browser.ask("[traceText(), replayCommand(), run.figures]")
    (command_line.folder / "access.trace").write_text(trace)
    told = command_line.json(command)
    if not told:
        return
    expected = {"rounds": told["workload"]["rounds"], "dispatches": told["workload"]["dispatches"],
                "requests": told["workload"]["requests"], "slots": told["congestion"]["total"],
                "max_congestion": told["congestion"]["max"], "time_units": told["time_units"]["model"],
                "bpram": told["ideal"]["bpram"]}
    check(figures == expected, f"{name}: the page has {figures}, {command} has {expected}")


def examples(browser, command_line):
    names = browser.ask("examples.map((one) => one.name)")
    for i, name in enumerate(names):
        browser.ask(f"openExample({i})")
        error = browser.ask("place('error').textContent + place('run-error').textContent")
        check(error == "", f"{name}: the page says {error}")
        if error:
            continue
        if browser.ask("kindOf()") == "ask":
            compare_answer(browser, command_line, name)
        compare_run(browser, command_line, name)
    print(f"{len(names)} examples compared with the command line")


def main():
    superwarp, page, scratch = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve(), pathlib.Path(sys.argv[3])
    chromium = shutil.which("chromium")
    if chromium is None:
        print("browser: skipped, Chromium is missing; scripts/setup browser installs it")
        sys.exit(77)
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir(parents=True)
    scratch = scratch.resolve()
    # Chromium needs a home folder that exists.
    os.environ["HOME"] = str(scratch)
    size = page.stat().st_size
    check(size < MOST_BYTES, f"the page has {size} bytes")
    command_line = CommandLine(superwarp, scratch)
    browser = Browser(chromium, scratch / "profile")
    try:
        browser.open(page.as_uri(), 1280)
        seconds = browser.ask("performance.getEntriesByName('superwarp-interactive')[0].startTime") / 1000
        check(seconds < MOST_SECONDS, f"{seconds} s until it can be used")
        examples(browser, command_line)
        quiet(browser, "examples")
    finally:
        browser.close()
    print(f"browser: {len(failures)} failures; {size / 1e6:.2f} MB, to be used after {seconds:.2f} s")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
