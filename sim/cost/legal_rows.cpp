// SPDX-License-Identifier: Apache-2.0
#include "sim/cost/legal_rows.h"

#include <algorithm>
#include <stdexcept>

#include "sim/cost/anneal.h"

namespace superwarp::cost {

LegalRows::LegalRows(const PlacementTask& task, std::vector<Point> cells)
    : task_(task), cells_(std::move(cells)), rows_(task.rows) {
  for (std::uint32_t cell = 0; cell < cells_.size(); ++cell) {
    const auto row = static_cast<std::uint32_t>(std::max(0.0, cells_[cell].y / task.row_height));
    rows_[std::min(row, task.rows - 1)].push_back(cell);
  }
  for (std::vector<std::uint32_t>& row : rows_) take_apart(row);
}

void LegalRows::take_apart(std::vector<std::uint32_t>& row) {
  /// Cells that touch: their number, width together, and the mean of where its left edge would be.
  struct Cluster {
    std::size_t first = 0;
    double count = 0;
    double width = 0;
    double wanted = 0;
    double left = 0;
  };
  std::stable_sort(row.begin(), row.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return cells_[a].x < cells_[b].x; });
  std::vector<Cluster> clusters;
  const auto settle = [&](Cluster& cluster) {
    if (cluster.width > task_.row_width + 1e-6)
      throw std::invalid_argument("place: the cells of a row are wider than it is");
    cluster.left = std::clamp(cluster.wanted, 0.0, std::max(0.0, task_.row_width - cluster.width));
  };
  for (std::size_t i = 0; i < row.size(); ++i) {
    const double width = task_.widths[row[i]];
    Cluster cluster{i, 1, width, cells_[row[i]].x - width / 2};
    settle(cluster);
    while (!clusters.empty() && clusters.back().left + clusters.back().width > cluster.left) {
      Cluster& before = clusters.back();
      before.wanted =
          (before.wanted * before.count + (cluster.wanted - before.width) * cluster.count) /
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
      cells_[row[i]].x = left + task_.widths[row[i]] / 2;
      left += task_.widths[row[i]];
    }
  }
}

void LegalRows::improve(std::uint64_t seed) {
  constexpr std::uint32_t kPasses = 40;
  constexpr double kReach = 8;  // rows, and as far along the row
  const auto count = static_cast<std::uint32_t>(cells_.size());
  if (count < 2) return;
  PlaceRandom random(seed ^ 0x5bd1e995U);
  NetLengths lengths(task_, cells_);
  std::vector<std::uint32_t> place(count);  // in its row
  for (const std::vector<std::uint32_t>& row : rows_)
    for (std::uint32_t i = 0; i < row.size(); ++i) place[row[i]] = i;
  const auto row_of = [&](std::uint32_t cell) {
    return static_cast<std::uint32_t>(lengths.at(cell).y / task_.row_height);
  };
  const auto exchange = [&](std::uint32_t a, std::uint32_t b, Point to_a, Point to_b) {
    if (lengths.move(a, to_a) + lengths.move(b, to_b) >= 0) {
      lengths.undo();
      return;
    }
    const std::uint32_t row_a = static_cast<std::uint32_t>(to_b.y / task_.row_height);
    const std::uint32_t row_b = static_cast<std::uint32_t>(to_a.y / task_.row_height);
    std::swap(rows_[row_a][place[a]], rows_[row_b][place[b]]);
    std::swap(place[a], place[b]);
    lengths.keep();
  };
  for (std::uint64_t i = 0; i < std::uint64_t{kPasses} * count; ++i) {
    const std::uint32_t cell = random.below(count);
    const Point at = lengths.at(cell);
    const double width = task_.widths[cell];
    const std::vector<std::uint32_t>& own = rows_[row_of(cell)];
    if (random.below(4) == 0) {  // with the neighbour on the right, in the stretch of both
      if (place[cell] + 1 == own.size()) continue;
      const std::uint32_t next = own[place[cell] + 1];
      const Point there = lengths.at(next);
      const double left = at.x - width / 2;
      const double right = there.x + task_.widths[next] / 2;
      exchange(cell, next, {right - width / 2, at.y}, {left + task_.widths[next] / 2, at.y});
      continue;
    }
    const double y = at.y + (2 * random.part() - 1) * kReach * task_.row_height;
    if (y < 0 || y >= task_.height()) continue;
    const std::vector<std::uint32_t>& row = rows_[static_cast<std::uint32_t>(y / task_.row_height)];
    if (row.empty()) continue;
    const double x = at.x + (2 * random.part() - 1) * kReach * task_.row_height;
    auto near = std::lower_bound(row.begin(), row.end(), x, [&](std::uint32_t one, double value) {
      return lengths.at(one).x < value;
    });
    // The first of the same width from there on, if it is not far.
    constexpr int kSteps = 6;
    for (int step = 0; near != row.end() && step < kSteps; ++near, ++step) {
      if (*near == cell || task_.widths[*near] != width) continue;
      exchange(cell, *near, lengths.at(*near), at);
      break;
    }
  }
  for (std::uint32_t cell = 0; cell < count; ++cell) cells_[cell] = lengths.at(cell);
}

}  // namespace superwarp::cost
