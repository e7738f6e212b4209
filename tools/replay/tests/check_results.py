#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""check_results.py LIST: checks results of `replay` and prints all errors.

A line of LIST is a result's file, the number of executed instructions, and KEY=VALUE... for tests/cli/check_json.py.
The instructions' costs must add up to the engines' counts on the result's machine.
"""

import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "tests" / "cli"))
import check_json  # noqa: E402


def wrong_sums(result, executions):
    instructions = result["instructions"]
    own = [next(iter(i["machines"].values())) for i in instructions]
    found = [sum(i["executions"] for i in instructions), sum(i["requests"] for i in instructions),
             sum(m["slots"] for m in own), max(m["max"] for m in own)]
    expected = [executions, result["workload"]["requests"], result["congestion"]["total"], result["congestion"]["max"]]
    if found != expected:
        yield f"the report has {found}, the engines {expected}"


def main():
    problems = 0
    for line in pathlib.Path(sys.argv[1]).read_text(encoding="utf-8").splitlines():
        file, executions, *wanted = line.split()
        result = json.loads(pathlib.Path(file).read_text(encoding="utf-8"))
        for problem in [*check_json.wrong_with(result, wanted), *wrong_sums(result, int(executions))]:
            print(f"{file}: {problem}", file=sys.stderr)
            problems += 1
    sys.exit(1 if problems else 0)


main()
