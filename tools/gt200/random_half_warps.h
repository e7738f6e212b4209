// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "model/machine/coalescing.h"
#include "model/machine/program.h"

/// \file
/// Random accesses of half-warps: access i depends only on i and the seed. The patterns are mixed
/// to cover every case of the rules.

namespace superwarp::gt200 {

/// Rounds of reads and writes of shared memory: 16 words of one bank, one word, a broadcast beside
/// conflicts, equal words in one bank, uniform words, strides; some threads inactive.
class RandomHalfWarps final : public Program {
 public:
  /// `half_warps` accesses a round on `width` banks, `rows` words in each (a power of two, at
  /// least `width`).
  RandomHalfWarps(std::uint64_t seed, std::uint32_t width, std::uint32_t half_warps,
                  std::uint64_t rounds, std::uint32_t rows)
      : Program(width, half_warps * width), seed_(seed), rounds_(rounds), rows_(rows) {}

  [[nodiscard]] std::uint64_t rounds() const override { return rounds_; }
  [[nodiscard]] std::uint64_t words() const override { return std::uint64_t{rows_} * width(); }
  Op access(std::uint64_t round, std::uint32_t warp, Word* registers, Address* address,
            Word* data) const override;

 private:
  std::uint64_t seed_;
  std::uint64_t rounds_;
  std::uint32_t rows_;
};

/// Access `index` of global memory: words of every size; consecutive, at a stride, in a window of
/// one or a few segments, at one address, anywhere; some threads inactive.
HalfWarpAccess random_half_warp_access(std::uint64_t seed, std::uint64_t index);

}  // namespace superwarp::gt200
