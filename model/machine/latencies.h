// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace superwarp {

/// The latencies of a run's dispatches, each from the first time unit of waiting to completion.
class Latencies {
 public:
  /// Adds a dispatch of `time_units`, at least 1.
  void add(std::uint64_t time_units) {
    if (time_units >= counts_.size()) counts_.resize(time_units + 1);
    ++counts_[time_units];
  }

  /// Adds another run's latencies.
  void append(const Latencies& other);

  /// The smallest number of time units in which at least `percent` percent of the dispatches were
  /// complete; 0 without dispatches.
  [[nodiscard]] std::uint64_t percentile(std::uint32_t percent) const;

  [[nodiscard]] std::uint64_t largest() const { return counts_.empty() ? 0 : counts_.size() - 1; }

 private:
  std::vector<std::uint64_t> counts_;  ///< by number of time units; the last is not 0
};

}  // namespace superwarp
