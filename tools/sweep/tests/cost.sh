#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# cost.sh SUPERWARP SCRATCH_DIR: a sweep costs each unit once, with the figures of `superwarp cost`, and all points of
# the unit have them. If a tool fails or takes too long, or there is no hardware, the cells are empty, failures.csv has
# the command and the tool's message, and the sweep continues. Skipped (77) if the tools cannot be installed.
# shellcheck source=tools/sweep/tests/sweeps.sh
source "$(dirname "$0")/sweeps.sh"
mkdir bin
export XDG_CACHE_HOME=$PWD/cache
if ! "$superwarp" cost --width 2 --rows 4 --data-bits 2 --json dmm.json >/dev/null 2>stderr; then
  cat stderr
  if grep -q 'could not be installed' stderr; then exit 77; fi
  exit 1
fi
cat >space.toml <<'TOML'
workload = "random"
size = 64
width = 2
threads = 16
latency = [1, 7]
[cost]
rows = 4
data-bits = 2
[[machines]]
machine = ["dmm", "sdmm"]
super-warp = [1, 2]  # the dmm has none: impossible
[[machines]]
machine = "dmm"
mapping = ["identity", "prime"]  # there is no hardware of prime
[[machines]]
machine = "sdmm"
rpu = "crossbar"
depth = 1
TOML
# A Yosys that fails on the crossbar.
yosys=$(type -P yosys)
cat >bin/yosys <<END
#!/usr/bin/env bash
if [[ \$* == *synthesis.ys* ]] && grep -q rpu_crossbar synthesis.ys; then
  echo 'ERROR: no crossbars today'
  exit 1
fi
exec $yosys "\$@"
END
chmod +x bin/yosys

# The sdmm of one warp has the unit of the dmm.
"$superwarp" sweep space.toml --dry-run >log
grep -q '14 points, 4 impossible; 4 units to cost by the cells osu018' log || fail "$(cat log)"
grep -q '2 units to synthesise, about ' log || fail "one is cached, one has no hardware: $(cat log)"
PATH=$PWD/bin:$PATH ends 1 "$superwarp" sweep space.toml --out out
grep -q '10 points done, 10 of them now, 4 impossible, 2 units not costed' log || fail "$(cat log)"
python3 - <<'END'
import csv, json
rows = list(csv.DictReader(open("out/results.csv")))
dmm = json.load(open("dmm.json"))
def of(**wanted):
    return [row for row in rows if all(row[key] == value for key, value in wanted.items())]
columns = ["area_um2", "gate_equivalents", "flip_flops", "period_ns", "requests_per_ns", "requests_per_ns_mm2"]
for row in [*of(machine="dmm", mapping="identity"), *of(machine="sdmm", **{"super-warp": "1"})]:
    for column, key in zip(columns, ["area_um2", "gate_equivalents", "flip_flops", "clock_ns"]):
        assert float(row[column]) == dmm[key], (row, column)
    a_ns = float(row["requests_per_time_unit"]) / dmm["clock_ns"]
    assert abs(float(row["requests_per_ns"]) / a_ns - 1) < 1e-9
    assert abs(float(row["requests_per_ns_mm2"]) / (a_ns / dmm["area_um2"] * 1e6) - 1) < 1e-9
assert len(of(machine="dmm", mapping="identity")) == len(of(**{"super-warp": "1"})) == 2
assert all(float(row["area_um2"]) > dmm["area_um2"] for row in of(**{"super-warp": "2"}))
without = [*of(mapping="prime"), *of(rpu="crossbar")]
assert len(without) == 4 and all(row[column] == "" for row in without for column in columns)
lines = [json.loads(line) for line in open("out/results.jsonl")]
assert [(line["cost"] or {}).get("area_um2") for line in lines] == [
    float(row["area_um2"]) if row["area_um2"] else None for row in rows]
failures = list(csv.DictReader(open("out/failures.csv")))
assert [row["point"] for row in failures] == [without[0]["point"], without[2]["point"]], failures
assert "no hardware" in failures[0]["error"] and "no crossbars today" in failures[1]["error"]
assert failures[1]["command"].startswith("superwarp cost --machine sdmm --rpu crossbar --depth 1 --width 2")
of_sweep = json.load(open("out/sweep.json"))
assert of_sweep["cost"]["units"] == 4 and of_sweep["cost"]["without"] == 2 and of_sweep["cost"]["failed"] == 1
package = json.load(open("out/datapackage.json"))
for resource in package["resources"][:3]:
    header = open("out/" + resource["path"]).readline().strip().split(",")
    assert header == [field["name"] for field in resource["schema"]["fields"]], resource["name"]
assert {f["name"]: f.get("unit") for f in package["resources"][0]["schema"]["fields"]}["period_ns"] == "ns"
END

# Once the tool works, only the failed unit is synthesised.
sweep out '10 points done, 0 of them now, 4 impossible, 1 unit not costed' space.toml
grep -q 'synthesising rpu_crossbar' stderr || fail "the crossbar is not synthesised: $(cat stderr)"
if grep -q 'synthesising rpu_batch' stderr; then fail "a cached unit is synthesised again: $(cat stderr)"; fi
sweep again 'points done' space.toml
[[ ! -s stderr ]] || fail "cached units are synthesised again: $(cat stderr)"
cmp out/results.csv again/results.csv

# A unit that reaches the limit is reported and does not fail the sweep.
cat >limit.toml <<'TOML'
workload = "random"
size = 256
threads = 16
width = 16
cost = { limit = 1 }
TOML
sweep limit '1 point done' limit.toml
grep -q 'took more than 1 s' limit/failures.csv || fail "$(cat limit/failures.csv)"
echo "cost: each unit is costed once, failures are recorded"
