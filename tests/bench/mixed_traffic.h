// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "model/machine/program.h"

namespace superwarp::test {

/// Warps that read and write in any order, with all or some threads, pause for some rounds, and
/// meet at barriers. Addresses are uniform, in one bank, equal, neighbours, or differ in a bit.
/// Some of the words written were read before. Everything is drawn from `seed`.
class MixedTraffic final : public Program {
 public:
  struct Options {
    std::uint32_t width = 32;
    std::uint32_t warps = 64;
    std::uint32_t super_warp = 1;  ///< warps that agree whether they read or write
    std::uint64_t rounds = 1;
    std::uint32_t rows = 64;  ///< of `width` words
    std::uint64_t seed = 3;
  };

  explicit MixedTraffic(const Options& options)
      : Program(options.width, options.width * options.warps), options_(options) {}

  [[nodiscard]] std::uint64_t rounds() const override { return options_.rounds; }
  [[nodiscard]] std::uint64_t words() const override { return std::uint64_t{width()} * options_.rows; }
  [[nodiscard]] bool barrier_after(std::uint64_t round) const override;
  Op access(std::uint64_t round, std::uint32_t warp, Word* registers, Address* address, Word* data) const override;

 private:
  Options options_;
};

}  // namespace superwarp::test
