// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace superwarp::permutation {

/// A pseudo-random permutation of 0 .. n - 1, in both directions in constant time and without a
/// table: a Feistel network on pairs of digits to base m = ceil(sqrt(n)), repeated until the result
/// is below n (Black and Rogaway, CT-RSA 2002, "generalized Feistel" and "cycle walking").
class RandomPermutation {
 public:
  /// 1 <= n <= 2^31.
  RandomPermutation(std::uint64_t seed, std::uint64_t n);

  /// pi(i).
  [[nodiscard]] std::uint32_t forward(std::uint32_t i) const;
  /// The i with pi(i) = image.
  [[nodiscard]] std::uint32_t inverse(std::uint32_t image) const;

 private:
  static constexpr std::size_t kRounds = 6;

  [[nodiscard]] std::uint32_t round_function(std::size_t round, std::uint32_t digit) const;

  std::uint64_t n_;
  std::uint32_t base_ = 1;  ///< m: m * m >= n
  std::array<std::uint64_t, kRounds> key_{};
};

}  // namespace superwarp::permutation
