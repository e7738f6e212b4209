// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace superwarp::emulated {

/// Finds words of shared memory that one warp changes and another accesses without a barrier
/// between them. The second access throws std::runtime_error.
class Races {
 public:
  explicit Races(std::size_t bytes) : words_(bytes / 4) {}

  void read(std::size_t byte, std::uint32_t warp);
  void write(std::size_t byte, std::uint32_t warp, bool changes);
  /// All threads are at the barrier.
  void barrier();

 private:
  struct Word {
    std::uint32_t readers = 0;  ///< a bit for each warp
    std::uint32_t writers = 0;  ///< of its current value
  };
  std::vector<Word> words_;
  std::vector<std::size_t> used_;  // since the last barrier
};

}  // namespace superwarp::emulated
