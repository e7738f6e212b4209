// SPDX-License-Identifier: Apache-2.0
#include "model/machine/figures.h"

#include <algorithm>
#include <numeric>

namespace superwarp {

void Latencies::append(const Latencies& other) {
  counts_.resize(std::max(counts_.size(), other.counts_.size()));
  for (std::size_t i = 0; i < other.counts_.size(); ++i) counts_[i] += other.counts_[i];
}

std::uint64_t Latencies::percentile(std::uint32_t percent) const {
  const std::uint64_t all = std::accumulate(counts_.begin(), counts_.end(), std::uint64_t{0});
  std::uint64_t passed = 0;
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    passed += counts_[i];
    if (passed > 0 && passed * 100 >= all * percent) return i;
  }
  return 0;
}

}  // namespace superwarp
