// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/congestion/cell.h"
#include "tests/units/headers.h"

namespace superwarp::congestion {

/// The largest number of distinct addresses in one bank, by the definition.
unsigned congestion_of(const std::vector<std::uint64_t>& addresses, unsigned width);

/// counts[c] of the n^(s w) equally likely rounds have congestion c. Tiny cells only.
std::vector<double> enumerate_rounds(const CongestionCell& cell);

/// counts[c] of `rounds` rounds with addresses from std::mt19937_64; independent of the library.
std::vector<std::uint64_t> simulate_plainly(const CongestionCell& cell, std::uint64_t rounds,
                                            std::uint64_t seed);

}  // namespace superwarp::congestion
