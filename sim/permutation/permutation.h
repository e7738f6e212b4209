// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace superwarp::permutation {

/// A permutation P of 0 .. n - 1 as a table: the word at i moves to P(i). DMM/UMM paper, Section V.
/// A value.
class Permutation {
 public:
  /// A table has at most this many words: what fits a workstation's memory with its schedule.
  static constexpr std::uint64_t kLargest = std::uint64_t{1} << 24;

  /// `targets` holds P(0), P(1), .. Throws std::invalid_argument if that is no permutation or
  /// larger than kLargest.
  explicit Permutation(std::vector<std::uint32_t> targets);

  [[nodiscard]] std::uint64_t size() const { return targets_.size(); }
  /// P(i).
  [[nodiscard]] std::uint32_t operator()(std::uint64_t i) const { return targets_[i]; }
  [[nodiscard]] const std::vector<std::uint32_t>& targets() const { return targets_; }

  /// The permutation that undoes this one: where the word comes from that ends up at i.
  [[nodiscard]] Permutation inverse() const;

 private:
  std::vector<std::uint32_t> targets_;
};

/// Throws std::invalid_argument if a table of `size` words is larger than Permutation::kLargest;
/// to be asked before making one.
void check_permutation_size(std::uint64_t size);

}  // namespace superwarp::permutation
