// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sim/draw/view.h"

namespace superwarp::draw {

/// Where the places of a window stand along one axis.
class Axis {
 public:
  Axis(const Window& window, double start, double place, double gap) {
    double position = start;
    for (const auto& index : window) {
      const double extent = index ? place : gap;
      spans_.push_back({index, position, extent});
      position += extent;
    }
    end_ = position;
  }

  struct Span {
    std::optional<std::uint64_t> index;  ///< none: a gap
    double start;
    double extent;
    [[nodiscard]] double middle() const { return start + extent / 2; }
    [[nodiscard]] double end() const { return start + extent; }
  };

  [[nodiscard]] const std::vector<Span>& spans() const { return spans_; }
  [[nodiscard]] double end() const { return end_; }

 private:
  std::vector<Span> spans_;
  double end_ = 0;
};

}  // namespace superwarp::draw
