#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# plan.sh SUPERWARP SCRATCH_DIR: a plan names every unit once, even if several machines share it, with a command for
# that unit. Planning 200,000 points takes the memory of 10,000. Compiles and synthesises nothing.
# shellcheck source=tests/scratch.sh
source "$(dirname "$0")/../../../tests/scratch.sh"
cat >units.toml <<'TOML'
cost = true
workload = "random"
size = 64
width = 4
threads = 64
latency = [1, 7]
engine = "rtl,model"
[[machines]]
machine = ["dmm", "umm", "gt200"]  # 3 units
[[machines]]
machine = "sdmm"
super-warp = [1, 2]  # 1 more: of one warp it is the dmm
mapping = ["identity", "random-shift", "random-xor"]  # 2 + 2 more
[[machines]]
machine = "rsdmm"
super-warp = [1, 2]  # none: the sdmm with random shifts
[[machines]]
machine = "dmm"
mapping = ["rap", "random-shift"]  # none
[[machines]]
machine = "summ"
super-warp = 2  # 1 more
[[machines]]
machine = "sdmm"
rpu = ["stream", "pipelined"]
depth = [2, 8]
passes = [1, 3]
priority = ["fullest", "turn"]  # 16 more
[[machines]]
machine = "sdmm"
rpu = "crossbar"
depth = [2, 8]
priority = ["round-robin", "fixed"]  # 4 more
[[machines]]
machine = "dmm"
shallow = [false, true]  # 1 more to build
size = [64, 300000]  # and 2 with the next size of memory
TOML
"$superwarp" sweep units.toml --plan plan.json >log
python3 - "$superwarp" <<'END'
import json, shlex, subprocess, sys
plan = json.load(open("plan.json"))
builds, syntheses = ([unit["command"] for unit in plan[kind]] for kind in ("builds", "syntheses"))
assert plan["schema"] == "superwarp.sweep-plan/1" and plan["points"]["impossible"] == 0, plan["points"]
assert len(set(builds)) == len(builds) == 32, (len(builds), builds)
assert len(set(syntheses)) == len(syntheses) == 29, (len(syntheses), syntheses)
assert len({unit["id"] for kind in ("builds", "syntheses") for unit in plan[kind]}) == 61
# Each command's options as a machine of a space: a plan of these has the same commands.
def again(commands, kind):
    lines = ['cost = true', 'workload = "random"', 'engine = "rtl,model"', 'threads = 64', 'size = 64']
    for command in commands:
        words = shlex.split(command)[2:]
        lines.append("[[machines]]")
        while words:
            name = words.pop(0)[2:]
            value = words.pop(0) if words and not words[0].startswith("--") else True
            if name not in ("data-bits", "library", "limit"):
                lines.append(f"{name} = {json.dumps(value)}")
    open("again.toml", "w").write("\n".join(lines) + "\n")
    said = subprocess.run([sys.argv[1], "sweep", "again.toml", "--plan", "-"], stdout=subprocess.PIPE, check=True)
    return [unit["command"] for unit in json.loads(said.stdout)[kind]]
assert sorted(again(builds, "builds")) == sorted(builds)
assert sorted(again(syntheses, "syntheses")) == sorted(syntheses)
END

points() {  # KEYS: prints the KiB that planning KEYS * 100 points takes
  printf '%s\n' 'workload = "random"' 'size = 64' 'width = 4' 'threads = 16' \
    'latency = { from = 1, to = 100, step = 1 }' "keys = $1" >points.toml
  /usr/bin/env python3 - "$superwarp" <<'END'
import resource, subprocess, sys
subprocess.run([sys.argv[1], "sweep", "points.toml", "--plan", "plan.json"], stdout=subprocess.DEVNULL, check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
END
}
few=$(points 100)
many=$(points 2000)
((many < few + 8192)) || fail "10,000 points take $few KiB, 200,000 $many"
echo "plan: each unit once, by a command that names it; 10,000 points in $few KiB, 200,000 in $many KiB"
