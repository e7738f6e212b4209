// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/permutation/permutation.h"

namespace superwarp::permutation {

/// The parameters of a named permutation.
struct PermutationOptions {
  std::uint64_t size = 0;    ///< n, 1 .. Permutation::kLargest
  std::uint32_t width = 32;  ///< w, of the worst cases
  std::uint64_t seed = 1;    ///< of random ones
};

struct NamedPermutation {
  std::string name;
  std::string description;  ///< one line, with the valid sizes
  /// Throws std::invalid_argument for an invalid size, with the nearest valid ones.
  Permutation (*make)(const PermutationOptions&);
};

/// All named permutations, in display order; the first is the default.
std::vector<NamedPermutation> named_permutations();

}  // namespace superwarp::permutation
