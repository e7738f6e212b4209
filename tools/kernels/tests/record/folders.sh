#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# folders.sh SUPERWARP EXAMPLES_DIR SCRATCH_DIR: other users neither read nor make the folder of temporary files,
# whatever the umask; a full disk is an error that names the cure, never a shorter program; nm gets a second chance.
set -euo pipefail
# shellcheck source=tools/kernels/tests/record/common.sh
source "$(dirname "$0")/common.sh" "$@"

printf '%s\n' '__global__ void k(int* g) { __shared__ int s[32]; s[threadIdx.x] = 1; __syncwarp();' \
  'g[threadIdx.x] = s[31 - threadIdx.x]; }' \
  'int main() { int* g; cudaMalloc(&g, 128); k<<<1, 32>>>(g); return g[3] != 1; }' >small.cu
mkdir tools open
chmod 1777 open

# recorded: small.cu, with everything allowed that the umask decides, and temporary files in `open`.
recorded() {
  (umask 000 && TMPDIR=$PWD/open "$superwarp" record small.cu --out small --no-table >small.out 2>small.err)
}

# A compiler that looks at the folder of temporary files.
cat >tools/clang++ <<'END'
#!/bin/bash
for folder in open/superwarp-record-*; do stat -c '%a %u' "$folder"; done >>modes
as_other=(setpriv --reuid 65534 --regid 65534 --clear-groups)
[[ $(id -u) != 0 ]] || "${as_other[@]}" ls open/superwarp-record-* >>listed 2>/dev/null
exec "$REAL" "$@"
END
chmod +x tools/clang++
REAL=$(command -v clang++ || command -v clang++-14) PATH=$PWD/tools:$PATH recorded || fail "$(cat small.err)"
[[ $(sort -u modes) == "700 $(id -u)" ]] || fail "others may enter: $(cat modes)"
[[ ! -s listed ]] || fail "another user lists the folder: $(cat listed)"

# Another user's process that waits until a folder is made by its name, and makes it first.
cat >racer.cpp <<'END'
#include <dlfcn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cstdio>
extern "C" int mkdir(const char* name, mode_t mode) {
  const pid_t other = fork();
  if (other == 0) {
    if (setuid(65534) != 0) _exit(1);
    umask(0);
    _exit(reinterpret_cast<int (*)(const char*, mode_t)>(dlsym(RTLD_NEXT, "mkdir"))(name, 0777));
  }
  int status = 0;
  waitpid(other, &status, 0);
  if (status == 0) std::fprintf(stderr, "raced: %s\n", name);
  return reinterpret_cast<int (*)(const char*, mode_t)>(dlsym(RTLD_NEXT, "mkdir"))(name, mode);
}
END
if [[ $(id -u) == 0 ]]; then
  clang++ -shared -fPIC -o racer.so racer.cpp -ldl
  mkdir shared
  chmod 755 . small
  chmod 777 shared
  ! LD_PRELOAD=$PWD/racer.so mkdir shared/first 2>first.err || fail 'the other user is not the first to make a folder'
  grep -q '^raced: shared/first' first.err || fail "the other user makes no folder: $(cat first.err)"
  rmdir shared/first
  LD_PRELOAD=$PWD/racer.so recorded || fail "$(cat small.err)"
  [[ -z $(ls open; grep raced small.err) ]] || fail "another user has made a folder: $(cat small.err)"
  # The folder of unfinished files, in an output folder that others may write, cannot be foreseen either.
  LD_PRELOAD=$PWD/racer.so "$superwarp" record small.cu --out shared --no-table >small.out 2>small.err ||
    fail "shared: $(cat small.err)"
  ! grep raced small.err || fail "another user has made the folder of unfinished files"
  diff -r small shared || fail 'another user changes the recording'
else
  echo 'skipped: the process of another user (needs root)'
fi

# nm fails once on a busy machine; twice is an error.
cat >tools/nm <<'END'
#!/bin/bash
echo once >>failed
(($(wc -l <failed) > ${FAILURES:-1})) || { echo "nm: $3: file format not recognized"; exit 1; }
exec "$REAL" "$@"
END
rm tools/clang++
chmod +x tools/nm
export REAL
REAL=$(command -v nm)
PATH=$PWD/tools:$PATH recorded || fail "nm: $(cat small.err)"
[[ $(wc -l <failed) == 2 ]] || fail "nm ran $(wc -l <failed) times"
rm failed
status=0
FAILURES=2 PATH=$PWD/tools:$PATH recorded || status=$?
if ((status != 2)) || ! grep -q 'file format not recognized' small.err; then
  fail "nm: status $status: $(cat small.err)"
fi

# Disks that fill up, at every step: the message says so, and nothing is recorded; or the recording is whole.
mkdir disk
map=()
[[ $(id -u) == 0 ]] || map=(--map-root-user)
if unshare --mount "${map[@]}" mount -t tmpfs none disk 2>/dev/null; then
  "$superwarp" record small.cu --out whole --no-table >whole.out
  full() { # FREE_KIB
    # shellcheck disable=SC2016  # variables of the inner shell
    unshare --mount "${map[@]}" bash -c '
      mount -t tmpfs -o size=8m none disk
      head -c $((8 * 1024 * 1024 - $2 * 1024)) /dev/zero >disk/filler
      TMPDIR=$PWD/disk "$1" record small.cu --out left --no-table >left.out 2>left.err' _ "$superwarp" "$1"
  }
  refusals=0
  for free in 0 4 8 12 64 300 1000 1500 2000 2500 3000 4000 6000; do
    status=0
    rm -rf left
    full "$free" || status=$?
    if ((status == 0)); then
      diff -r whole left || fail "$free KiB: another recording"
    else
      ((status == 2)) || fail "$free KiB: status $status: $(cat left.out left.err)"
      grep -q 'TMPDIR' left.err || fail "$free KiB: no cure: $(cat left.err)"
      [[ ! -e left ]] || fail "$free KiB: leaves a recording"
      refusals=$((refusals + 1))
    fi
  done
  ((refusals >= 6)) || fail "only $refusals disks were full"
else
  echo 'skipped: full disks (unshare or mount is not allowed here)'
fi
echo 'record.folders: no other user, and no full disk in silence'
