# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=sh
# Sourced by every .t file in the empty folder in which it runs.
export COLUMNS=80
unset SUPERWARP_MEMORY
ln -s "$TESTDIR"/../../examples examples
ln -s "$TESTDIR"/../../data data

# steady COMMAND...: runs the command and keeps its exit status. Leaves out what differs between versions and machines:
# version, commit, number of cores, folders, how long a simulation or a compilation took, and digits after the ninth.
steady() {
  "$@" >steady.out 2>&1
  steady_status=$?
  sed -E -e '/^ *"(commit|version|seconds|requests_per_second)": /d' -e '/^superwarp: compiling /d' \
    -e '/^Monte Carlo: .* a second$/d' -e 's/(--jobs UINT=)[0-9]+ */\1N               /' -e "s|$PWD/||g" \
    -e 's|"/[^"]*/data/|"data/|' -e 's/([0-9]\.[0-9]{9})[0-9]+/\1/g' steady.out
  rm steady.out
  return $steady_status
}

# every_tool: none was deleted. `every_tool || exit 80` skips a transcript of what all tools add to.
every_tool() { ! superwarp --help | grep -q 'not built (tools/'; }
