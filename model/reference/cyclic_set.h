// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace superwarp::model {

/// A set of the numbers 0 .. size - 1, searched in cyclic order. One bit for each number and one
/// for each non-empty group of 64 make searches for distant members short.
class CyclicSet {
 public:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  explicit CyclicSet(std::uint32_t size)
      : members_(size / kBits + 1), not_empty_(members_.size() / kBits + 1) {}

  [[nodiscard]] bool empty() const { return count_ == 0; }

  /// `number` must not be a member.
  void insert(std::uint32_t number) {
    members_[number / kBits] |= bit(number);
    not_empty_[number / kBits / kBits] |= bit(number / kBits);
    ++count_;
  }

  /// Removes and returns the first member in cyclic order from `start` on; kNone if empty.
  std::uint32_t take_from(std::uint32_t start) {
    if (empty()) return kNone;
    std::uint32_t number = from(start);
    if (number == kNone) number = from(0);
    std::uint64_t& members = members_[number / kBits];
    members &= ~bit(number);
    if (members == 0) not_empty_[number / kBits / kBits] &= ~bit(number / kBits);
    --count_;
    return number;
  }

 private:
  static constexpr std::uint32_t kBits = 64;

  static std::uint64_t bit(std::uint32_t number) { return std::uint64_t{1} << (number % kBits); }
  static std::uint32_t lowest(std::uint64_t bits) {
    return static_cast<std::uint32_t>(__builtin_ctzll(bits));
  }

  /// The smallest member from `start` on; kNone if there is none.
  [[nodiscard]] std::uint32_t from(std::uint32_t start) const {
    const std::uint64_t here = members_[start / kBits] >> (start % kBits);
    if (here != 0) return start + lowest(here);
    const std::uint32_t next = start / kBits + 1;
    std::size_t group = next / kBits;
    for (std::uint64_t groups = not_empty_[group] & (~std::uint64_t{0} << (next % kBits));;
         groups = not_empty_[group]) {
      if (groups != 0) {
        const auto word = static_cast<std::uint32_t>(group) * kBits + lowest(groups);
        return word * kBits + lowest(members_[word]);
      }
      if (++group == not_empty_.size()) return kNone;
    }
  }

  std::vector<std::uint64_t> members_;
  std::vector<std::uint64_t> not_empty_;  ///< bit i: members_[i] is not 0
  std::uint32_t count_ = 0;
};

}  // namespace superwarp::model
