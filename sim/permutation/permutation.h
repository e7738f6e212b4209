// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace superwarp::permutation {

/// A permutation P of 0 .. n - 1 as a table: the word at i moves to P(i). DMM/UMM paper, Section V.
class Permutation {
 public:
  /// The largest table; with its schedule it fits a workstation's memory.
  static constexpr std::uint64_t kLargest = std::uint64_t{1} << 24;

  /// `targets` is P(0), P(1), .. Throws std::invalid_argument if it is not a permutation or larger
  /// than kLargest.
  explicit Permutation(std::vector<std::uint32_t> targets);

  [[nodiscard]] std::uint64_t size() const { return targets_.size(); }
  /// P(i).
  [[nodiscard]] std::uint32_t operator()(std::uint64_t i) const { return targets_[i]; }
  [[nodiscard]] const std::vector<std::uint32_t>& targets() const { return targets_; }

  /// Maps i to the word that moves to i.
  [[nodiscard]] Permutation inverse() const;

 private:
  std::vector<std::uint32_t> targets_;
};

/// Throws std::invalid_argument if `size` is above Permutation::kLargest; call before making a
/// table.
void check_permutation_size(std::uint64_t size);

}  // namespace superwarp::permutation
