#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# figures.sh SUPERWARP SCRATCH_DIR: the figures of a point are those of its command; slots under several keys are those
# of `superwarp congestion`, and only batches in one memory have them.
# shellcheck source=tools/sweep/tests/sweeps.sh
source "$(dirname "$0")/sweeps.sh"

swept() { sweep "$1" 'done' "$1.toml"; }
impossible() {  # COUNT FOLDER REASON: of the points of a sweep, so many are impossible for this reason
  [[ $(grep -c "$3" "$2/impossible.csv") == "$1" ]] || { cat "$2/impossible.csv"; exit 1; }
}

printf '%s\n' '# superwarp-trace 1' '0 0 R 0 4' '0 1 R 1 5' '1 0 R 0 1' >two.trace
cat >space.toml <<'TOML'
schedule = "async"
workloads = [
  { workload = "sum", size = 64, engine = "model,closed" },
  { trace = "two.trace" },
]
machines = [
  { machine = ["dmm", "rsdmm"], width = 2, latency = [1, 7] },
]
TOML
sweep out 'points done' space.toml
printf 'workload = "hmm-sum"\nsize = 64\nwidth = 4\nmachine = "hmm"\nmultiprocessors = 2\nlatency = 9\n' >hmm.toml
swept hmm
cat >keys.toml <<'TOML'
trace = "two.trace"
width = 2
rekeyings = 5
[[machines]]
machine = ["sdmm", "rsdmm"]
super-warp = 2
[[machines]]
machine = "sdmm"
rpu = "stream"
TOML
swept keys
grep -q 'rekeyings: expected one memory and an RPU that takes batches' keys/impossible.csv
"$superwarp" congestion --pattern trace:two.trace --mapping random-shift --super-warp 2 --rounds 5 \
  --engine monte-carlo --json congestion.json >/dev/null
# The width of a machine or of a trace is a column even if the space does not name it.
printf 'workload = "contiguous"\nsize = 64\nthreads = 64\nmachine = ["dmm", "gt200"]\n' >widths.toml
swept widths
printf 'trace = "two.trace"\nmachine = "dmm"\n' >trace.toml
swept trace
# A GPU lowers the accesses of a trace, and of nothing else.
cat >gpu.toml <<'TOML'
workloads = [
  { trace = "wide.trace", gpu = ["volta", "pascal"] },
  { workload = "contiguous", size = 64, gpu = "volta" },
]
machine = "dmm"
TOML
python3 -c 'print("# superwarp-trace 3\n0 0 R8", *(t // 2 * 8 for t in range(32)))' >wide.trace
swept gpu
grep -q 'gpu: expected a trace' gpu/impossible.csv
# Banks of any number: the RTL agrees, and a mapping that flips bits is impossible on 17 of them.
cat >banks.toml <<'TOML'
workload = "column-major"
size = 32
threads = 32
width = 16
banks = [15, 17]
engine = "model,closed,rtl"
machines = [ { machine = "dmm" }, { machine = "rsdmm", super-warp = 2, mapping = ["rap", "xor-swizzle"] } ]
TOML
swept banks
impossible 2 banks 'mapping xor-swizzle: .* power of two of banks'
# A serial packer and a network: the RTL agrees, and on 5 banks there is no network.
cat >routes.toml <<'TOML'
workload = "column-major"
size = 16
threads = 16
width = 4
banks = [4, 5]
engine = "model,closed,rtl"
machines = [ { machine = "dmm", route = 5 }, { machine = "sdmm", super-warp = 2, rpu = "serial", intake = 2 } ]
TOML
swept routes
impossible 1 routes 'route 5: the network .* a power of two'
"$superwarp" report widths --csv - >table.csv
python3 - "$superwarp" <<'END'
import csv, json, shlex, subprocess, sys
def rows(folder):
    return list(csv.DictReader(open(f"{folder}/results.csv")))
for row in rows("out") + rows("hmm"):
    command = [sys.argv[1], *shlex.split(row["command"])[1:], "--json", "-"]
    run = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)
    told = {"time_units": run["time_units"]["model"], "closed": run["time_units"]["closed"],
            "slots": run["congestion"]["total"], "requests": run["workload"]["requests"],
            "dispatches": run["workload"]["dispatches"], "pram": run["ideal"]["pram"], "bpram": run["ideal"]["bpram"],
            **{f"latency_{key}": value for key, value in run["dispatch_latency"].items()},
            **{f"bound_{key}": value for key, value in (run["lower_bounds"] or {}).items()},
            "shared_alone": (run.get("time_units_of") or {"shared_alone": 0})["shared_alone"]}
    for column, value in told.items():
        assert row[column] == ("" if value is None else str(value)), (row["command"], column, row[column], value)
assert [row["width"] for row in rows("widths")] == ["32", "16"] and rows("trace")[0]["width"] == "2"
slowest, other = (float(row["time_units"]) for row in rows("widths"))
header, cells = list(csv.reader(open("table.csv")))
assert header == ["kernel", "dmm, width 32", "gt200, width 16"], header
assert abs(float(cells[2]) - slowest / other) < 1e-4, cells
for row in rows("gpu"):
    told = json.loads(subprocess.run([sys.argv[1], *shlex.split(row["command"])[1:], "--json", "-"],
                                     stdout=subprocess.PIPE, check=True).stdout)["gpu"]
    assert [row["wavefronts"], row["ideal"], row["excess"]] == [
        str(told[key]) for key in ("wavefronts", "ideal", "excess")], (row, told)
assert [row["wavefronts"] for row in rows("gpu")] == ["1", "2"] and rows("out")[0]["wavefronts"] == ""
assert [(row["banks"], row["slots"], row["agree"]) for row in rows("banks")[:2]] == [
    ("15", "128", "true"), ("17", "64", "true")]
assert len(rows("banks")) == 4 and all(row["agree"] == "true" for row in rows("banks")), rows("banks")
assert [(row["banks"], row["route"], row["intake"], row["agree"]) for row in rows("routes")] == [
    ("4", "5", "", "true"), ("4", "", "2", "true"), ("5", "", "2", "true")], rows("routes")
plain, shifted = rows("keys")
cell = json.load(open("congestion.json"))["cells"][0]["monte_carlo"]
assert float(shifted["rekeyed_slots"]) == cell["mean"] * 2 * int(shifted["dispatches"]), (shifted, cell)
assert plain["rekeyed_slots"] == plain["slots"] + ".0" and float(plain["rekeyed_slots_error"]) == 0, plain
assert "rekeyings" not in shifted["command"] and shifted["super_warps"] == "1"
END
echo "figures: those of the commands"
