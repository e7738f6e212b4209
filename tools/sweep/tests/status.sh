#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# status.sh SUPERWARP SCRATCH_DIR: what cluster/slurm/slurm-status answers for every output of Slurm's programs,
# which this test replaces. SUPERWARP is not run.
# shellcheck source=tools/sweep/tests/sweeps.sh
source "$(dirname "$0")/sweeps.sh"
slurm_status=$root/tools/sweep/cluster/slurm/slurm-status
cat >scontrol <<'END'
#!/usr/bin/env bash
if [[ $SAYS == [A-Z_]* && $SAYS != *' '* ]]; then
  echo "JobId=7 JobName=x JobState=$SAYS Reason=None ExitCode=0:0"
else
  echo "$SAYS" >&2
  exit 1
fi
END
cat >sacct <<'END'
#!/usr/bin/env bash
[[ -n $ACCOUNTS ]] || exit 1
echo "$ACCOUNTS"
END
chmod +x scontrol sacct
failures=0
expect() {  # STATUS CONTROLLER [ACCOUNTING]
  local status
  status=$(PATH=$PWD:$PATH SAYS=$2 ACCOUNTS=${3:-} "$slurm_status" 7)
  [[ $status == "$1" ]] || {
    echo "status: '$2', '${3:-}': $status, expected $1"
    failures=$((failures + 1))
  }
}
unknown='slurm_load_jobs error: Invalid job id specified'
expect success COMPLETED
for state in PENDING CONFIGURING RUNNING COMPLETING SUSPENDED REQUEUED REQUEUE_HOLD; do expect running "$state"; done
for state in CANCELLED FAILED TIMEOUT NODE_FAIL OUT_OF_MEMORY PREEMPTED BOOT_FAIL DEADLINE; do
  expect failed "$state"
done
expect success "$unknown" COMPLETED
expect running "$unknown" RUNNING
expect failed "$unknown" 'CANCELLED by 1000'
expect failed "$unknown"
expect running 'slurm_load_jobs error: Unable to contact slurm controller (connect failure)'
echo "status: $failures failures"
((failures == 0))
