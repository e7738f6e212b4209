# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# quickly_built OPTION... SOURCE...: `verilator --binary` for a short bench: not optimised, and one compiler run for all
# files, as reading headers would take most of the time. Verilator's own run time is compiled once, into build/.
quickly_built() {
  local runtime include object lock
  runtime=$(realpath "$(dirname "${BASH_SOURCE[0]}")/../..")/build/bench_runtime-$(verilator --version |
    cut -d' ' -f2).a
  mkdir -p "${runtime%/*}"
  exec {lock}>"$runtime.lock"
  flock "$lock"
  if [[ ! -e $runtime ]]; then
    include=$(verilator --getenv VERILATOR_ROOT)/include
    for object in verilated verilated_timing verilated_threads; do
      g++ -O0 -w -fcoroutines -DVL_TIME_CONTEXT -I"$include" -I"$include/vltstd" -c "$include/$object.cpp" \
        -o "$runtime.$object.o"
    done
    ar rcs "$runtime.new" "$runtime".*.o
    rm "$runtime".*.o
    mv "$runtime.new" "$runtime"
  fi
  exec {lock}>&-
  verilator --binary --timing -Wno-fatal \
    -MAKEFLAGS "OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0 VM_PARALLEL_BUILDS=0" \
    -MAKEFLAGS "VM_GLOBAL_FAST= VM_GLOBAL_SLOW= LOADLIBES=$runtime" "$@"
}
