// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "sim/congestion/cell.h"

namespace superwarp::congestion {

/// Largest number of distinct addresses in one bank, straight from the definition.
unsigned congestion_of(const std::vector<std::uint64_t>& addresses, unsigned width);

/// counts[c]: how many of all n^(s w) equally likely rounds have congestion c. Tiny cells only.
std::vector<double> enumerate_rounds(const CongestionCell& cell);

/// counts[c] of `rounds` rounds, each address drawn from std::mt19937_64: shares nothing with the
/// library.
std::vector<std::uint64_t> simulate_plainly(const CongestionCell& cell, std::uint64_t rounds,
                                            std::uint64_t seed);

}  // namespace superwarp::congestion
