# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# quickly_built: options of `verilator --binary` for benches that run for moments; not optimised, and headers read once for all
# files, which otherwise is most of the time.
# shellcheck disable=SC2034  # for whoever sources this
quickly_built=(-MAKEFLAGS "OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0 VM_PARALLEL_BUILDS=0")
