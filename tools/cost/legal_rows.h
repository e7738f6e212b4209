// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "tools/cost/placement.h"

namespace superwarp::cost {

/// Cells in rows without overlap.
struct LegalRows {
  std::vector<Point> cells;                       ///< their middles
  std::vector<std::vector<std::uint32_t>> order;  ///< of each row, cells from left to right
};

/// Takes the cells of each row apart: their order stays, and the sum of the squares of the ways
/// that they move is the least (Abacus; P. Spindler and others, ISPD 2008). Throws
/// std::invalid_argument if a row's cells are wider than it is.
LegalRows legal_rows(const PlacementTask& task, std::vector<Point> cells);

}  // namespace superwarp::cost
