# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# quickly_built: options of `verilator --binary` for short benches: not optimised, and one compiler run for all files, as
# reading headers would take most of the time.
# shellcheck disable=SC2034  # for the sourcing script
quickly_built=(-MAKEFLAGS "OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0 VM_PARALLEL_BUILDS=0")
