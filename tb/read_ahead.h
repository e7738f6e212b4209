// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "language/reference.h"

namespace superwarp::tb {

/// A reference that is asked for several dispatches in a row, long before the first of them is
/// wanted: what it needs stays in the processor's caches meanwhile, as that of the bench does in
/// between.
class ReadAhead {
 public:
  /// Of dispatches of `lanes` lanes. `reference` must outlive this.
  ReadAhead(Reference& reference, std::uint32_t lanes)
      : reference_(reference), foretold_(std::max<std::size_t>(kLanes / lanes, 1)) {}

  /// Reference::next().
  bool next(Expected& expected) {
    if (next_ == end_) {
      next_ = 0;
      end_ = 0;
      while (end_ < foretold_.size() && reference_.next(foretold_[end_])) ++end_;
      if (end_ == 0) return false;
    }
    swap(expected, foretold_[next_++]);
    return true;
  }

 private:
  static constexpr std::size_t kLanes = 1024;  ///< of all that is foretold: few enough for a cache

  Reference& reference_;
  std::vector<Expected> foretold_;
  std::size_t next_ = 0;  ///< in foretold_
  std::size_t end_ = 0;
};

}  // namespace superwarp::tb
