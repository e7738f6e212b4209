// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "tools/measured/measurement.h"

namespace superwarp::cuda {

/// All patterns to measure, without values: loads and stores of 32, 64 and 128 bits at every
/// conflict degree, merges, strides 1 to 64, 1 to 32 warps over the sub-cores, uniform random
/// addresses, transposes, sums in shared and global memory, permutations, and rules_plan(). `seed`
/// determines random addresses and shifts.
std::vector<crosscheck::Pattern> measuring_plan(std::uint64_t seed);

/// Patterns that distinguish the rules of docs/spec/gpus.md, lane by lane: which lanes of wide
/// loads and stores are a phase, which phases join, ldmatrix and stmatrix, atomics, idle lanes.
std::vector<crosscheck::Pattern> rules_plan();

}  // namespace superwarp::cuda
