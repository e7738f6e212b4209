// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/permutation/permutation.h"

namespace superwarp::permutation {

/// What a permutation is made from.
struct PermutationOptions {
  std::uint64_t size = 0;    ///< n, 1 .. Permutation::kLargest
  std::uint32_t width = 32;  ///< w, which the worst cases are bad for
  std::uint64_t seed = 1;    ///< of random ones
};

/// A permutation that has a name.
struct NamedPermutation {
  std::string name;
  std::string description;  ///< one line, with the sizes it exists for
  /// Throws std::invalid_argument for a size that it does not exist for, with the nearest ones.
  Permutation (*make)(const PermutationOptions&);
};

/// All of them, in the order to show them; the first is the default.
std::vector<NamedPermutation> named_permutations();

}  // namespace superwarp::permutation
