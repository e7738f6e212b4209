// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace superwarp {

/// Time units in which the memories of a hierarchical machine were busy, with an access of some
/// bank (docs/spec/hierarchy.md, "Which memory a time unit belongs to").
struct BusyTimes {
  std::vector<std::uint64_t> memory;  ///< of each memory; the last is the global one
  std::uint64_t shared_alone = 0;     ///< some shared memory was busy, the global one was not

  /// Adds the times of a run that followed.
  void append(const BusyTimes& next) {
    memory.resize(std::max(memory.size(), next.memory.size()));
    for (std::size_t i = 0; i < next.memory.size(); ++i) memory[i] += next.memory[i];
    shared_alone += next.shared_alone;
  }

  bool operator==(const BusyTimes& other) const {
    return memory == other.memory && shared_alone == other.shared_alone;
  }
};

}  // namespace superwarp
