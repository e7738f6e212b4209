#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# kernels.sh SCRATCH_DIR: the kernels of examples/whole-gpu return what reference.c computes, on threads of this
# machine, for 16 and 32 lanes. A stencil with a wrong neighbour, a wrong order of the sort, and a wrong reference are
# caught. The kept code for Vortex is executed by emulated.py.
set -euo pipefail
root=$(realpath "$(dirname "$0")/../..")
compiler=$(command -v cc || command -v gcc) || {
  echo "skipped: no C compiler (cc)"
  exit 77
}
rm -rf "$1"
mkdir -p "$1"
cd "$1"
cp "$root"/examples/whole-gpu/*.[ch] .

# build PROGRAM LANES WARPS
build() {
  "$compiler" -std=gnu11 -O2 -Wall -Wextra -Werror -pthread "-DLANES=$2" "-DWARPS=$3" host.c kernels.c reference.c \
    -o "$1"
}

for size in '16 4' '16 8' '32 4'; do
  # shellcheck disable=SC2086  # two words
  build host $size
  ./host
  [[ $size != '16 8' ]] || python3 "$root/tests/vortex/emulated.py" "$root" ./host
done

# broken FILE SED: some kernel is wrong then.
broken() {
  cp "$root/examples/whole-gpu/$1" .
  sed -i "$2" "$1"
  cmp -s "$1" "$root/examples/whole-gpu/$1" && {
    echo "kernels: '$2' changes nothing in $1"
    exit 1
  }
  build broken 16 4
  status=0
  ./broken >broken.txt || status=$?
  [[ $status -eq 1 ]] || {
    echo "kernels: $1 with '$2' ends with status $status; expected 1"
    exit 1
  }
  cp "$root/examples/whole-gpu/$1" .
}
broken kernels.c 's/left = (l - 1)/left = (l - 2)/'
broken kernels.c 's/== ((i & size) == 0)/!= ((i \& size) == 0)/'
broken reference.c 's/sum \^= x/sum += x/'

status=0
./host no-such-kernel 2>message.txt || status=$?
[[ $status -eq 2 ]]
grep -q "no kernel 'no-such-kernel'; expected" message.txt
