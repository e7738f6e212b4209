// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

namespace superwarp::cost {

struct Point {
  double x = 0;
  double y = 0;
};

/// The box around the ends of a net.
class Box {
 public:
  void take_in(const Point& at) {
    low_ = {std::min(low_.x, at.x), std::min(low_.y, at.y)};
    high_ = {std::max(high_.x, at.x), std::max(high_.y, at.y)};
  }

  [[nodiscard]] bool empty() const { return high_.x < low_.x; }
  [[nodiscard]] const Point& low() const { return low_; }
  [[nodiscard]] const Point& high() const { return high_; }

  /// The least length of wires for up to three ends; 0 for none.
  [[nodiscard]] double half_perimeter() const { return empty() ? 0 : high_.x - low_.x + high_.y - low_.y; }

 private:
  static constexpr double kFar = std::numeric_limits<double>::max();
  Point low_{kFar, kFar};
  Point high_{-kFar, -kFar};
};

/// The length of the shortest tree that joins `ends` random points, on half the perimeter of the
/// box around them (C.-L. Cheng, "RISA", ICCAD 1994).
double tree_by_box(std::size_t ends);

/// What is to be placed: cells of one height in rows, and pins at fixed places.
struct PlacementTask {
  std::vector<double> widths;  ///< of the cells, in um
  double row_height = 0;
  double row_width = 0;
  std::uint32_t rows = 0;
  std::vector<Point> fixed;
  /// Each net's ends, once each: cells by number, then fixed pins, counted on.
  std::vector<std::vector<std::uint32_t>> nets;

  [[nodiscard]] double height() const { return rows * row_height; }
};

/// Rows of a die that is about a square, with cells of this width together at this part of it.
void shape_die(PlacementTask& task, double used);

/// Middles of the cells, by simulated annealing: cells move to places with room or change places,
/// most of them within a window that shrinks (J. Lam and J.-M. Delosme, DAC 1988; the schedule of
/// V. Betz and J. Rose, VPR, FPL 1997), a few to where their nets are shortest. What gets shorter
/// are trees, as tree_by_box() has them. Then cells of each row are taken apart where they overlap,
/// and go to gaps or change places, at a low temperature first. The result is free of overlaps and
/// the same for the same `task`, `seed` and `moves`, which is how many times as many moves to try
/// as are usual. Throws std::invalid_argument if cells do not fit.
std::vector<Point> place(const PlacementTask& task, std::uint64_t seed, std::uint32_t moves = 1);

}  // namespace superwarp::cost
