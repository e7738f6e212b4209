// SPDX-License-Identifier: Apache-2.0
// The headers that units include and do not generate, for precompiling_clang.
#include <verilated.h>
#include <verilated_sym_props.h>

#include "sysc/bench_waves.h"
#include "sysc/lane_unit.h"
#include "sysc/lanes.h"
#include "sysc/rtl_unit.h"
#include "sysc/verilated_context.h"
