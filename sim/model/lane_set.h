// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/model/lane_counts.h"

namespace superwarp::model {

/// A set of lanes 0 .. width - 1 that can be walked through from any of them on.
class LaneSet {
 public:
  explicit LaneSet(std::uint32_t width) : width_(width), words_((width + kBits - 1) / kBits) {}

  /// From now on it has `lane`, or has it not.
  void set(std::uint32_t lane, bool has) {
    std::uint64_t& word = words_[lane / kBits];
    word = (word & ~bit(lane)) | std::uint64_t{has} << lane % kBits;
  }

  /// From now on it has the lanes with `least` or more, which is 1 at least.
  void assign(const LaneCounts& counts, std::uint32_t least) {
    for (std::uint32_t begin = 0; begin < width_; begin += kBits) {
      const std::uint32_t end = std::min(begin + kBits, width_);
      std::uint64_t word = 0;
      for (std::uint32_t lane = begin; lane < end; lane += LaneCounts::kAtOnce)
        word |= counts.eight_with(lane, least) << (lane - begin);
      words_[begin / kBits] = word;
    }
  }

  /// From now on it has none that `other` has, a set of the same lanes.
  void erase(const LaneSet& other) {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] &= ~other.words_[i];
  }

  [[nodiscard]] bool has(std::uint32_t lane) const {
    return (words_[lane / kBits] & bit(lane)) != 0;
  }

  /// Calls visit(lane) for every lane of the set in cyclic order: `first`, first + 1, .. width - 1,
  /// 0, .. first - 1.
  template <class Visit>
  void for_each_from(std::uint32_t first, Visit visit) const {
    walk(first, width_, visit);
    walk(0, first, visit);
  }

 private:
  static constexpr std::uint32_t kBits = 64;

  static std::uint64_t bit(std::uint32_t lane) { return std::uint64_t{1} << lane % kBits; }

  /// The lanes begin .. end - 1.
  template <class Visit>
  void walk(std::uint32_t begin, std::uint32_t end, Visit& visit) const {
    for (std::uint32_t i = begin / kBits; i * kBits < end; ++i) {
      std::uint64_t rest = words_[i];
      if (i == begin / kBits) rest &= ~std::uint64_t{0} << begin % kBits;
      for (; rest != 0; rest &= rest - 1) {
        const std::uint32_t lane = i * kBits + static_cast<std::uint32_t>(__builtin_ctzll(rest));
        if (lane >= end) return;
        visit(lane);
      }
    }
  }

  std::uint32_t width_;
  std::vector<std::uint64_t> words_;
};

}  // namespace superwarp::model
