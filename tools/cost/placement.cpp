// SPDX-License-Identifier: Apache-2.0
#include "tools/cost/placement.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "tools/cost/anneal.h"

namespace superwarp::cost {
namespace {

void take_apart(const PlacementTask& task, std::vector<Point>& cells, std::vector<std::uint32_t>& row) {
  /// Cells that touch: their number, width together, and the mean of where its left edge would be.
  struct Cluster {
    std::size_t first = 0;
    double count = 0;
    double width = 0;
    double wanted = 0;
    double left = 0;
  };
  std::stable_sort(row.begin(), row.end(), [&](std::uint32_t a, std::uint32_t b) { return cells[a].x < cells[b].x; });
  std::vector<Cluster> clusters;
  const auto settle = [&](Cluster& cluster) {
    if (cluster.width > task.row_width + 1e-6)
      throw std::invalid_argument("place: the cells of a row are wider than it is");
    cluster.left = std::clamp(cluster.wanted, 0.0, std::max(0.0, task.row_width - cluster.width));
  };
  for (std::size_t i = 0; i < row.size(); ++i) {
    const double width = task.widths[row[i]];
    Cluster cluster{i, 1, width, cells[row[i]].x - width / 2};
    settle(cluster);
    while (!clusters.empty() && clusters.back().left + clusters.back().width > cluster.left) {
      Cluster& before = clusters.back();
      before.wanted = (before.wanted * before.count + (cluster.wanted - before.width) * cluster.count) /
                      (before.count + cluster.count);
      before.count += cluster.count;
      before.width += cluster.width;
      cluster = before;
      clusters.pop_back();
      settle(cluster);
    }
    clusters.push_back(cluster);
  }
  for (std::size_t c = 0; c < clusters.size(); ++c) {
    const std::size_t end = c + 1 < clusters.size() ? clusters[c + 1].first : row.size();
    double left = clusters[c].left;
    for (std::size_t i = clusters[c].first; i < end; ++i) {
      cells[row[i]].x = left + task.widths[row[i]] / 2;
      left += task.widths[row[i]];
    }
  }
}

/// Takes the cells of each row apart: their order stays, and the sum of the squares of the ways
/// that they move is the least (Abacus; P. Spindler and others, ISPD 2008).
LegalRows legal_rows(const PlacementTask& task, std::vector<Point> cells) {
  LegalRows rows{std::move(cells), std::vector<std::vector<std::uint32_t>>(task.rows)};
  for (std::uint32_t cell = 0; cell < rows.cells.size(); ++cell) {
    const auto row = static_cast<std::uint32_t>(std::max(0.0, rows.cells[cell].y / task.row_height));
    rows.order[std::min(row, task.rows - 1)].push_back(cell);
  }
  for (std::vector<std::uint32_t>& row : rows.order) take_apart(task, rows.cells, row);
  return rows;
}

}  // namespace

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
  task.rows = static_cast<std::uint32_t>(std::max(1.0, std::round(std::sqrt(area) / task.row_height)));
  task.row_width = std::max(2 * widest, wide / used / task.rows);
}

std::vector<Point> place(const PlacementTask& task, std::uint64_t seed, std::uint32_t moves) {
  LegalRows rows = legal_rows(task, annealed(task, seed, moves));
  improve(task, rows, seed, moves);
  return rows.cells;
}

}  // namespace superwarp::cost
