// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace superwarp::gpu {

/// The lanes in each round of a loop of compare-and-swap: in every round one lane of each word, the
/// lowest, swaps and leaves the loop. `word` gives the word of a lane. GPUs may choose another
/// lane; how they do is not published.
template <typename Word>
std::vector<std::uint64_t> rounds_of(std::uint64_t lanes, Word word) {
  std::vector<std::uint64_t> rounds;
  for (std::uint64_t left = lanes; left != 0; left &= left - 1) {
    const auto lane = static_cast<std::uint32_t>(__builtin_ctzll(left));
    const std::uint64_t own = std::uint64_t{1} << lane;
    std::size_t round = 0;  // in which the lane leaves
    for (std::uint64_t lower = lanes & (own - 1); lower != 0; lower &= lower - 1)
      round += word(static_cast<std::uint32_t>(__builtin_ctzll(lower))) == word(lane) ? 1 : 0;
    if (rounds.size() <= round) rounds.resize(round + 1);
    for (std::size_t r = 0; r <= round; ++r) rounds[r] |= own;
  }
  return rounds;
}

}  // namespace superwarp::gpu
