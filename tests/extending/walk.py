#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""walk.py DOCUMENT SCRATCH [BUILD]: the ```diff blocks of DOCUMENT apply and are as small as the comment above each
says:

    <!-- applies, at most 3 files and 15 lines -->

Lines are those that begin with + or -. With BUILD, a built release tree, `superwarp` is built in SCRATCH with all of
them applied and run on the changed RTL. Only changed files are compiled, so a diff that changes a header is applied to
files of its own, which are compiled but do not run.
"""
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
BLOCK = re.compile(r"(?:<!-- applies, at most (\d+) files? and (\d+) lines -->\n)?```diff\n(.*?)^```$", re.M | re.S)


def check(document, top):
    """The files that the diffs change, with the diffs applied to them in `top`, or with a header in `top`/headers."""
    changed = []
    for most_files, most_lines, diff in BLOCK.findall(document):
        files = re.findall(r"^\+\+\+ b/(.*)", diff, re.M)
        lines = len(re.findall(r"^(?:\+(?!\+\+ b/)|-(?!-- (?:a/|/dev)))", diff, re.M))
        if not most_files:
            sys.exit(f"{files}: no promise above the diff")
        if not files or len(files) > int(most_files) or lines > int(most_lines):
            sys.exit(f"{files}: {len(files)} files and {lines} lines, at most {most_files} and {most_lines} are "
                     "promised")
        copy = top / "headers" if any(file.endswith(".h") for file in files) else top
        for file in files:
            (copy / file).parent.mkdir(parents=True, exist_ok=True)
            if (ROOT / file).exists() and not (copy / file).exists():
                shutil.copy(ROOT / file, copy / file)
        # Outside of any repository: in one, paths count from its top.
        if subprocess.run(["git", "apply", "-"], input=diff, text=True, cwd=copy, check=False,
                          env={**os.environ, "GIT_CEILING_DIRECTORIES": str(copy.parent)}).returncode:
            sys.exit(f"{files}: does not apply; print it again with git diff --unified=1")
        changed += [str((copy / file).relative_to(top)) for file in files]
    return changed or sys.exit("no diff in the document")


def build(changed, copy, tree):
    """`superwarp` with the changed files, as copy/superwarp: their objects, and the others of `tree`."""
    for file in [file for file in changed if file.startswith("headers/") and file.endswith(".cpp")]:
        compiler = "clang++" if shutil.which("clang++") else "c++"
        includes = [f"-I{copy}/headers", f"-I{ROOT}"]
        subprocess.run([compiler, "-std=c++17", "-fsyntax-only", *includes, copy / file], check=True)
    changed = [file for file in changed if not file.startswith("headers/")]
    sources = {str(ROOT / file): str(copy / file) for file in changed if file.endswith(".cpp")}
    new = [file for file in changed if file.endswith(".cpp") and not (ROOT / file).exists()]
    for folder in ["sim/workload", "model/reference"]:  # model/entries.cmake writes lists of their files
        text = (tree / folder / "entries.cpp").read_text()
        for file in [file for file in new if file.startswith(folder)]:
            name = "_".join(Path(file).with_suffix("").parts[2:])
            text = re.sub(r"\n(.*) (\w+)\(\);", rf"\n\1 \2();\n\1 {name}();", text, count=1)
            text = re.sub(r"(\w+\(\)),\n", rf"\1, {name}(),\n", text, count=1)
        sources[str(tree / folder / "entries.cpp")] = str(copy / folder / "entries.cpp")
        (copy / folder).mkdir(parents=True, exist_ok=True)
        (copy / folder / "entries.cpp").write_text(text)

    objects, jobs = {}, []
    for entry in json.loads((tree / "compile_commands.json").read_text()):
        words = shlex.split(entry["command"])
        output, source = words[words.index("-o") + 1], Path(entry["file"])
        unity = source.suffix == ".cxx"
        text = source.read_text() if unity and source.exists() else str(source)
        if output.startswith(("tests/", "tools/python/")) or not any(file in text for file in sources):
            continue
        for file, other in sources.items():
            text = re.sub('[^"]*' + re.escape(file), other, text)
        source = Path(text)
        if unity:
            source = copy / f"{len(jobs)}.cxx"
            source.write_text(text)
        options = [word for word in words if re.match("-[DI]|-std", word)]
        compiler = ["clang++" if shutil.which("clang++") else words[0], "-O0", "-w", f"-I{copy}", *options, "-c"]
        objects[output] = str(copy / f"{len(jobs)}.o")
        jobs.append([*compiler, str(source), "-o", objects[output]])
        if output.startswith("sim/workload/"):
            for_new = compiler  # the program's commands need no other headers
    for file in new:
        objects[file] = str(copy / f"{len(jobs)}.o")
        jobs.append([*for_new, str(copy / file), "-o", objects[file]])
    for job in jobs:
        subprocess.run(job, cwd=tree, check=True)

    commands = subprocess.run(["ninja", "-t", "commands", "superwarp"], cwd=tree, stdout=subprocess.PIPE, text=True,
                              check=True)
    link = commands.stdout.splitlines()[-1].replace("-o superwarp ", f"-o {copy}/superwarp " + " ".join(
        one for output, one in objects.items() if not output.startswith("sim/cli/")) + " ")
    for output, one in objects.items():
        link = link.replace(output, one)
    subprocess.run(link, shell=True, cwd=tree, check=True)


COMMANDS = """
run="./superwarp run --machine sdmm --width 4 --rpu crossbar --mapping snake --schedule async"
run="$run --workload random --size 400"
$run --step 3 --rtl rtl --json - >three.json
$run --engine model --json - >one.json
test "$(./superwarp spell 'dmm --latency 7 --width 16')" = "dmm --width 16"
! $run --step 5 2>refused
grep -q 'step 5: expected a number from 1 to 4' refused
for skew in 0 1; do
  ./superwarp run --machine dmm --width 4 --skew $skew --workload random --size 400 --rtl rtl --json - >skew$skew.json
done
./superwarp run --machine sdmm --width 4 --rpu highest --depth 2 --schedule async --workload random --size 400 \
  --rtl rtl --json - >highest.json
./superwarp run --machine dmm --workload backwards --size 128 --engine model,closed
cat >space.toml <<END
workload = "backwards"
size = 64
engine = "rtl"
rtl = "rtl"
machine = "sdmm"
width = 4
rpu = "crossbar"
step = 3
mapping = "snake"
END
./superwarp sweep space.toml --out swept
python3 - <<END
import csv, json
three, one = (json.load(open(name)) for name in ("three.json", "one.json"))
assert three["machine"]["step"] == 3 and one["machine"]["step"] == 1
assert three["time_units"]["model"] != one["time_units"]["model"], "the option changes nothing"
skewed, plain, highest = (json.load(open(name)) for name in ("skew1.json", "skew0.json", "highest.json"))
assert skewed["machine"]["skew"] == 1 and "skew" not in plain["machine"]
assert skewed["time_units"]["model"] != plain["time_units"]["model"], "the parameter changes nothing"
assert highest["machine"]["rpu"] == "highest" and highest["time_units"]["rtl"] > 0
(row,) = csv.DictReader(open("swept/results.csv"))
assert int(row["cycles"]) > 16 and row["step"] == "3", row
END
"""


def main():
    document = Path(sys.argv[1]).read_text(encoding="utf-8")
    copy = Path(sys.argv[2]).resolve()
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(ROOT / "rtl", copy / "rtl")
    changed = check(document, copy)
    print(f"{len(changed)} files change, as promised")
    if len(sys.argv) > 3:
        build(changed, copy, Path(sys.argv[3]))
        subprocess.run(["bash", "-euxc", COMMANDS], cwd=copy, check=True)


main()
