// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "tools/attack/prediction.h"
#include "tools/attack/samples.h"

/// \file
/// What the attack needs if a time is a sum of independent parts: the lookups of uniform entries.

namespace superwarp::attack {

/// A lookup of uniform entries by a group of warps.
struct Part {
  double variance = 0;     ///< of its slots
  double correlation = 0;  ///< of its slots and the prediction
};

/// By drawing lookups, on batch machines. `seed` draws the mapping's key as observe() does.
Part part_of(const Victim& victim, Knowledge knowledge, std::uint64_t seed);

/// The correlation of the prediction of one lookup and the time of a launch.
double expected_correlation(const Part& part, const Victim& victim);

/// Launches until all 16 bytes are found for half of the keys, if right guesses have this
/// correlation and wrong ones none, by Fisher's transformation.
double expected_launches(double correlation);

}  // namespace superwarp::attack
