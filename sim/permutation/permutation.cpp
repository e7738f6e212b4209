// SPDX-License-Identifier: Apache-2.0
#include "sim/permutation/permutation.h"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

namespace superwarp::permutation {

void check_permutation_size(std::uint64_t size) {
  if (size > Permutation::kLargest) {
    throw std::invalid_argument(fmt::format("size {} is too large for a table of a permutation, the largest is {}",
                                            size, Permutation::kLargest));
  }
}

Permutation::Permutation(std::vector<std::uint32_t> targets) : targets_(std::move(targets)) {
  check_permutation_size(size());
  std::vector<bool> hit(size());
  for (std::uint64_t i = 0; i < size(); ++i) {
    const std::uint32_t target = targets_[i];
    if (target >= size() || hit[target]) {
      throw std::invalid_argument(fmt::format("no permutation of 0 .. {}: P({}) = {} {}", size() - 1, i, target,
                                              target >= size() ? "is outside" : "again"));
    }
    hit[target] = true;
  }
}

Permutation Permutation::inverse() const {
  std::vector<std::uint32_t> sources(size());
  for (std::uint64_t i = 0; i < size(); ++i) sources[targets_[i]] = static_cast<std::uint32_t>(i);
  return Permutation(std::move(sources));
}

}  // namespace superwarp::permutation
