// SPDX-License-Identifier: Apache-2.0
#include "sim/cost/placement.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "sim/cost/anneal.h"
#include "sim/cost/legal_rows.h"

namespace superwarp::cost {

void shape_die(PlacementTask& task, double used) {
  double wide = 0;
  double widest = 0;
  for (const double width : task.widths) {
    wide += width;
    widest = std::max(widest, width);
  }
  const double area = wide * task.row_height / used;
  task.rows =
      static_cast<std::uint32_t>(std::max(1.0, std::round(std::sqrt(area) / task.row_height)));
  task.row_width = std::max(2 * widest, wide / used / task.rows);
}

Placement measured(const PlacementTask& task, std::vector<Point> cells) {
  Placement placement;
  placement.cells = std::move(cells);
  const std::size_t count = placement.cells.size();
  for (const std::vector<std::uint32_t>& net : task.nets) {
    Box box;
    for (const std::uint32_t end : net)
      box.take_in(end < count ? placement.cells[end] : task.fixed[end - count]);
    placement.length.push_back(box.half_perimeter());
    placement.sum += placement.length.back();
  }
  return placement;
}

Placement place(const PlacementTask& task, std::uint64_t seed) {
  std::vector<Point> cells = annealed(task, seed);
  LegalRows rows(task, std::move(cells));
  rows.improve(seed);
  return measured(task, rows.cells());
}

}  // namespace superwarp::cost
