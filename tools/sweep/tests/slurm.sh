#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# slurm.sh SUPERWARP SCRATCH_DIR: a sweep through real Slurm daemons (munged, slurmctld, slurmd) on this machine, with
# their own configuration and ports. A job is cancelled, the node's daemon is killed with its jobs, and Snakemake is
# killed; the same command then continues and ends with the same bytes as one process. Skipped (77), with the reason, if
# Slurm or Snakemake is not installed (tools/sweep/slurm_trial --install) or cannot run, which takes root.
# shellcheck source=tools/sweep/tests/sweeps.sh
source "$(dirname "$0")/sweeps.sh"
export SUPERWARP=$superwarp
skip() {
  echo "slurm: skipped: $*"
  exit 77
}
for program in snakemake munged mungekey slurmctld slurmd sbatch scontrol; do
  PATH=$PATH:/usr/sbin type -P "$program" >/dev/null ||
    skip "there is no $program; tools/sweep/slurm_trial --install installs and runs this"
done
((EUID == 0)) || skip 'the daemons need root'
PATH=$PATH:/usr/sbin

# Sockets, ports and state of the trial, in a folder with a short name: a socket's name has at most 108 letters.
slurm=$(mktemp --directory --tmpdir slurm.XXXXXX)
chmod 755 "$slurm"
started=()
workflow=
clean_up() {
  trap - EXIT
  [[ -z $workflow ]] || kill -KILL -- "-$workflow" 2>/dev/null || true
  scancel --user root 2>/dev/null || true
  sleep 1
  for pid in "${started[@]}"; do kill "$pid" 2>/dev/null || true; done
  sleep 1
  for pid in "${started[@]}"; do kill -KILL "$pid" 2>/dev/null || true; done
  cp "$slurm"/*.log . 2>/dev/null || true
  rm -rf "$slurm"
}
trap clean_up EXIT
say() { printf 'slurm: %4d s  %s\n' "$SECONDS" "$*"; }
until_so() {  # SECONDS COMMAND...
  local end=$((SECONDS + $1))
  until "${@:2}" >/dev/null 2>&1; do
    ((SECONDS < end)) || return 1
    sleep 0.3
  done
}

read -r port_of_controller port_of_node < <(python3 -c 'import socket
free = [socket.socket() for _ in range(2)]
for one in free: one.bind(("127.0.0.1", 0))
print(*(one.getsockname()[1] for one in free))')
host=$(hostname -s)
mkdir -m 755 "$slurm/state" "$slurm/spool"
cat >"$slurm/slurm.conf" <<END
ClusterName=trial
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port_of_controller
SlurmdPort=$port_of_node
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
CredType=cred/munge
AuthInfo=socket=$slurm/munge.socket,cred_expire=5
StateSaveLocation=$slurm/state
SlurmdSpoolDir=$slurm/spool
SlurmctldPidFile=$slurm/slurmctld.pid
SlurmdPidFile=$slurm/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=batch_sched_delay=0,sched_interval=5
SlurmdParameters=config_overrides
SlurmdTimeout=10
MessageTimeout=5
KillWait=2
ReturnToService=2
NodeName=$host NodeAddr=127.0.0.1 CPUs=2 RealMemory=64000 State=UNKNOWN
PartitionName=trial Nodes=$host Default=YES MaxTime=INFINITE State=UP
END
printf 'CgroupAutomount=no\nConstrainCores=no\nConstrainRAMSpace=no\n' >"$slurm/cgroup.conf"
export SLURM_CONF=$slurm/slurm.conf

start_node() {
  slurmd -D -f "$SLURM_CONF" >>"$slurm/slurmd.log" 2>&1 &
  node=$!
  started+=("$node")
  disown "$node"
}
node_is_up() { sinfo --noheader --format %t | grep -Eq '^(idle|mix|alloc)'; }
mungekey --create --keyfile "$slurm/munge.key"
munged --foreground --force --key-file "$slurm/munge.key" --socket "$slurm/munge.socket" \
  --pid-file "$slurm/munged.pid" --seed-file "$slurm/munged.seed" >"$slurm/munged.log" 2>&1 &
started+=($!)
until_so 20 munge --no-input --socket "$slurm/munge.socket" ||
  skip "munged does not start: $(tail -3 "$slurm/munged.log")"
slurmctld -D -f "$SLURM_CONF" >"$slurm/slurmctld.log" 2>&1 &
started+=($!)
start_node
until_so 60 node_is_up || skip "no node comes up: $(tail -3 "$slurm/slurmctld.log" "$slurm/slurmd.log")"
say "$(sinfo --version) runs on $host, $(sinfo --noheader --format '%D node, %c processors, %t')"

# Points of some tens of milliseconds, so that a kill hits running jobs; one unit on the RTL, and costs.
cat >space.toml <<'TOML'
workload = ["transpose-naive", "column-major", "transpose-diagonal"]
threads = 1024
width = 4
latency = [1, 7, 40]
keys = 8
[[machines]]
machine = ["sdmm", "rsdmm"]
size = 320
rpu = "crossbar"
depth = [1, 2]
[[machines]]
machine = "sdmm"
size = 64
super-warp = [2, 5]  # 1024 threads are no whole super warps of 5: impossible
[[machines]]
machine = "dmm"
size = 16
engine = "rtl,model"
TOML
if type -P yosys sta >/dev/null; then sed -i '1i cost = { rows = 4, data-bits = 2 }' space.toml; fi
begin=$SECONDS
sweep whole 'points done' space.toml
say "one process, $((SECONDS - begin)) s: $(sed -n 's/^  \(.*points done.*\):.*/\1/p' log)"

# An empty cache: Slurm builds and synthesises the units again.
begin=$SECONDS
export XDG_CACHE_HOME=$PWD/cache
send=("$root/tools/sweep/sweep_cluster" space.toml sent --profile "$root/tools/sweep/cluster/slurm"
  --config points_per_job=60 --latency-wait 10)
batches_run() { squeue --noheader --states R --format '%i %j' | awk '$2 ~ /batch/ { print $1 }'; }
a_batch_runs() { [[ -n $(batches_run) ]]; }
setsid "${send[@]}" >first.log 2>&1 &
workflow=$!
until_so 300 a_batch_runs || fail "no batch starts: $(tail -20 first.log)"
job=$(batches_run | head -1)
scancel "$job"
say "job $job, a batch, is cancelled"
another_runs() { batches_run | grep -vqx "$job"; }
until_so 60 another_runs || fail "nothing runs after the cancelled job: $(tail -20 first.log)"
points_kept() { cat sent/points*.jsonl 2>/dev/null | wc -l; }
some_are_kept() { (($(points_kept) > 0)); }
until_so 60 some_are_kept || fail "no job finds anything: $(tail -20 first.log)"
# The node dies: its daemon and its jobs.
mapfile -t victims < <(
  for job in $(batches_run); do
    scontrol listpids "$job" 2>/dev/null | awk 'NR > 1 { print $1 }' | while read -r pid; do
      echo "$pid"
      sed -n 's/^PPid:\t//p' "/proc/$pid/status" 2>/dev/null || true  # its parent, which would report its end
    done
  done | sort -nu
)
kill -KILL "$node"
for pid in "${victims[@]}"; do if ((pid > 1)); then kill -KILL "$pid" 2>/dev/null || true; fi; done
say "the node is killed: slurmd and ${#victims[@]} processes of its jobs; $(points_kept) points are kept"
node_is_down() { sinfo --noheader --format %t | grep -Eq '^down'; }
until_so 60 node_is_down || fail "the controller does not notice: $(sinfo)"
start_node
until_so 60 node_is_up || fail "the node does not come back: $(sinfo)"
say 'the controller noticed, and the node is back'
before=$(points_kept)
more_are_kept() { (($(points_kept) > before)); }
until_so 120 more_are_kept || fail "nothing is found on the node that came back: $(squeue; tail -20 first.log)"
kill -KILL -- "-$workflow"
{ wait "$workflow" || true; } 2>/dev/null
workflow=
[[ ! -f sent/results.csv ]] || fail 'the sweep ended before Snakemake was killed'
say "Snakemake is killed; $(points_kept) points are kept; the same command again"
"${send[@]}" >second.log 2>&1 || fail "does not continue: $(tail -40 second.log)"
same sent 'after all'
say "through Slurm, $((SECONDS - begin)) s: $(sed -n 's/^  \(.*points done.*\):.*/\1/p' second.log)"
stored_once sent
say "$(wc -l <whole/results.csv) lines of results.csv, all tables the same bytes as those of one process"
