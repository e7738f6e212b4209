// SPDX-License-Identifier: Apache-2.0
#include "tools/cost/placement.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "tools/cost/anneal.h"
#include "tools/cost/legal_rows.h"
#include "tools/cost/row_moves.h"

namespace superwarp::cost {

double tree_by_box(std::size_t ends) {
  constexpr std::array<double, 8> kUpToTen = {1, 1, 1.0828, 1.1536, 1.2206, 1.2823, 1.3385, 1.3991};
  constexpr double kTen = 1.4493;
  constexpr double kMore = 0.0481;  // of each end from ten to fifteen: 1.6899 there
  if (ends < 2) return 0;
  if (ends - 2 < kUpToTen.size()) return kUpToTen[ends - 2];
  return kTen + kMore * static_cast<double>(ends - 10);
}

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
    placement.length.push_back(box.half_perimeter() * tree_by_box(net.size()));
    placement.sum += placement.length.back();
  }
  return placement;
}

Placement place(const PlacementTask& task, std::uint64_t seed, std::uint32_t moves) {
  LegalRows rows = legal_rows(task, annealed(task, seed, moves));
  improve(task, rows, seed, moves);
  return measured(task, std::move(rows.cells));
}

}  // namespace superwarp::cost
