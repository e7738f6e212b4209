// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "language/reference.h"

namespace superwarp::tb {

/// Asks a reference for several dispatches at a time. Alternating for every dispatch would evict
/// the reference's data and the bench's data from the processor's caches in turn.
class ReadAhead {
 public:
  /// For dispatches of `lanes` lanes. `reference` must outlive this.
  ReadAhead(Reference& reference, std::uint32_t lanes)
      : reference_(reference), expected_(std::max<std::size_t>(kLanes / lanes, 1)) {}

  /// Like Reference::next().
  bool next(Expected& expected) {
    if (next_ == end_) {
      next_ = 0;
      end_ = 0;
      while (end_ < expected_.size() && reference_.next(expected_[end_])) ++end_;
      if (end_ == 0) return false;
    }
    std::swap(expected, expected_[next_++]);
    return true;
  }

 private:
  static constexpr std::size_t kLanes = 1024;  ///< in all dispatches read ahead: they fit a cache

  Reference& reference_;
  std::vector<Expected> expected_;
  std::size_t next_ = 0;  ///< in expected_
  std::size_t end_ = 0;
};

}  // namespace superwarp::tb
