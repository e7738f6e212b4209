// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "sim/gpu/description.h"
#include "tests/gpu/descriptions.h"
#include "tools/measured/measurement.h"

namespace superwarp::crosscheck {

using test::expect_refused;
using test::four_sub_cores;
using test::refusal_of;
using test::Refused;
using test::replaced;
using test::sixteen_banks;
using test::TextFile;

/// A pattern of shared memory without a value.
Pattern pattern_of(AccessKind kind, std::uint32_t parameter, Quantity quantity, std::uint32_t warps = 1,
                   std::uint32_t bits = 32);

/// The measurement of a GPU that follows `rules` exactly: conflict degrees 1 .. 32 as time of one
/// warp and as throughput of 1 and 4 warps on as many sub-cores. Each value has a relative error of
/// at most `noise` (uniform, from `seed`).
Measurement synthetic(const gpu::Description& rules, double cycles_per_slot, double latency, double noise,
                      std::uint64_t seed);

}  // namespace superwarp::crosscheck
