// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "model/machine/program.h"
#include "model/reference/random.h"
#include "tools/congestion/cell.h"

namespace superwarp::congestion {

/// The experiment of Table II (super-warp paper, Section VI) as a program: in every round each
/// thread of one super warp reads a word that is uniform in [0, n), independently of all others.
class UniformRounds final : public Program {
 public:
  /// Rounds first_round .. first_round + rounds - 1 of the experiment with this seed.
  UniformRounds(const CongestionCell& cell, std::uint64_t seed, std::uint64_t first_round, std::uint64_t rounds)
      : Program(cell.width, cell.requests()),
        words_(cell.size),
        key_(model::extend_key(seed, 0x756e6966)),  // "unif": independent of other draws
        first_round_(first_round),
        rounds_(rounds) {
    validate(cell);
  }

  [[nodiscard]] std::uint64_t rounds() const override { return rounds_; }
  [[nodiscard]] std::uint64_t words() const override { return words_; }
  Op access(std::uint64_t round, std::uint32_t warp, Word* /*registers*/, Address* address,
            Word* /*data*/) const override {
    const std::uint64_t first = (first_round_ + round) * threads() + std::uint64_t{warp} * width();
    for (std::uint32_t i = 0; i < width(); ++i) address[i] = model::uniform_at(key_, first + i, words_);
    return Op::kRead;
  }

 private:
  std::uint64_t words_;
  std::uint64_t key_;
  std::uint64_t first_round_;
  std::uint64_t rounds_;
};

}  // namespace superwarp::congestion
