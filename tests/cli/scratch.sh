# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash disable=SC2034
# Sourced by a test that is called as SCRIPT SUPERWARP SCRATCH_DIR: empties SCRATCH_DIR and enters its folder `work`.
# Sets $superwarp, $here (the folder of the script), $examples, $fig4, $scratch and $logs, and adds what refusals.sh
# has.
superwarp=$(realpath "$1")
here=$(realpath "$(dirname "$0")")
examples=$(realpath "$(dirname "${BASH_SOURCE[0]}")/../../examples")
fig4=$examples/fig4.trace
rm -rf "$2"
mkdir -p "$2/work" "$2/logs"
scratch=$(realpath "$2")
logs=$scratch/logs
# shellcheck source=tests/cli/refusals.sh
source "$(dirname "${BASH_SOURCE[0]}")/refusals.sh"
cd "$scratch/work" || exit
