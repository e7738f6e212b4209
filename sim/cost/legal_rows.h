// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "sim/cost/placement.h"

namespace superwarp::cost {

/// Cells in rows without overlap.
class LegalRows {
 public:
  /// Takes the cells of each row apart: their order stays, and the sum of the squares of the ways
  /// that they move is the least (Abacus; P. Spindler and others, ISPD 2008). Throws
  /// std::invalid_argument if a row's cells are wider than it is.
  LegalRows(const PlacementTask& task, std::vector<Point> cells);

  /// Lets cells go to gaps, and those that fit each other's room, and neighbours, change places: at
  /// a low temperature first, then as long as wires get shorter.
  void improve(std::uint64_t seed);

  [[nodiscard]] const std::vector<Point>& cells() const { return cells_; }

 private:
  void take_apart(std::vector<std::uint32_t>& row);

  const PlacementTask& task_;
  std::vector<Point> cells_;
  std::vector<std::vector<std::uint32_t>> rows_;  ///< cells from left to right
};

}  // namespace superwarp::cost
