// SPDX-License-Identifier: Apache-2.0
// What units include and do not generate: precompiling_clang reads it once for all.
#include <verilated.h>
#include <verilated_sym_props.h>

#include "sysc/bench_waves.h"
#include "sysc/lane_unit.h"
#include "sysc/lanes.h"
#include "sysc/rtl_unit.h"
#include "sysc/verilated_context.h"
