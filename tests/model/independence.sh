#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# independence.sh MODEL_TEST BENCH_TEST: the model links without RTL, bench and SystemC (docs/spec/independence.md). The
# bench's test, which has all three, is the control.
set -euo pipefail
alien='sc_core::|[Vv]erilated|superwarp::(tb|sysc)::'
aliens_in() { { nm -C "$1"; ldd "$1"; } | grep -Ec "$alien|libsystemc" || true; }
found=$(aliens_in "$1")
control=$(aliens_in "$2")
echo "RTL, bench and SystemC: $found symbols and libraries in ${1##*/}, $control in ${2##*/}"
((found == 0 && control > 0))
# No source of the model includes them.
source_dir=$(realpath "$(dirname "$0")/../..")
if grep -rnE '#include "(rtl|sysc|tb)/|#include <(systemc|verilated)' "$source_dir/model"; then
  echo 'the model includes what it is compared with'
  exit 1
fi
