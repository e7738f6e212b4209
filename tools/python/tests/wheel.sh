#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# wheel.sh BUILD SCRATCH: the wheel, in an empty environment without a network, answers as the build does whatever the
# promises ask, and the first question in ten seconds; uninstalling leaves nothing. Status 77: skipped, the tools that
# make a wheel are missing.
set -euo pipefail
build=$(realpath "$1") source=$(realpath "$(dirname "$0")/../../..")
for module in build wheel venv; do
  /usr/bin/python3 -c "import $module" 2>/dev/null || { echo "wheel: skipped, there is no $module"; exit 77; }
done
[[ $build == "$source/build" ]] || { echo "wheel: skipped, scripts/wheel takes what is in build/"; exit 77; }
rm -rf "$2"
mkdir -p "$2"
cd "$2"
wheel=$("$source/scripts/wheel" "$PWD")
(($(stat -c %s "$wheel") <= 20000000))
/usr/bin/python3 -m venv venv
before=$(find venv | sort)
began=$SECONDS
venv/bin/pip install --quiet --no-index "$wheel"
access=(ask 'tile[threadIdx.x][threadIdx.y]' --tile 'float tile[32][32]' --block 32x8)
[[ $(venv/bin/superwarp "${access[@]}") == '32 slots:'* ]]
seconds=$((SECONDS - began))
((seconds <= 10)) || { echo "wheel: the first answer took $seconds s"; exit 1; }
# The files are those of the wheel: nothing of the source tree. Its libraries too.
venv/bin/superwarp doctor list | grep -qx "  files   $PWD/venv/lib/superwarp"
ldd venv/bin/superwarp | grep -q "libfmt.so.* => $PWD/venv/"
# NumPy is asked for, by name, where an array is needed, and not before.
venv/bin/python -c '
import superwarp
assert "rsdmm" in superwarp.machines()
try:
    superwarp.Machine("dmm").slots([[0] * 32])
    raise SystemExit("a slot was counted without NumPy")
except ModuleNotFoundError as error:
    assert "pip install numpy" in str(error), error'
# Every transcript, several at a time; 77 is "skipped".
# shellcheck disable=SC2016  # the inner shell's $
printf '%s\0' "$source"/tests/promises/*.t | xargs -0 -n 1 -P "$(nproc)" bash -c '
  log=$("$0" venv/bin/superwarp "$1" 2>&1) || (($? == 77)) || { echo "$log"; exit 1; }' \
  "$source/tests/promises/run.sh" || { echo "wheel: answers differ from the build's"; exit 1; }
commands=$(cat "$source"/tests/promises/*.t | grep -c '^  \$')
venv/bin/pip uninstall --quiet --yes superwarp
diff <(echo "$before" | grep -v __pycache__) <(find venv | grep -v __pycache__ | sort)
echo "wheel: $(stat -c %s "$wheel") bytes, the first answer in $seconds s, $commands commands as in the build"
