// SPDX-License-Identifier: Apache-2.0
#include "tools/cost/placement.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

#include "tools/cost/anneal.h"

namespace superwarp::cost {
namespace {

/// A chain of cells from a pin on the left to one on the right, widths of two kinds.
PlacementTask chain(std::uint32_t cells) {
  PlacementTask task;
  task.row_height = 10;
  for (std::uint32_t i = 0; i < cells; ++i) task.widths.push_back(i % 3 == 0 ? 9.6 : 2.4);
  shape_die(task, 0.8);
  task.fixed = {{0, task.height() / 2}, {task.row_width, task.height() / 2}};
  for (std::uint32_t i = 0; i + 1 < cells; ++i) task.nets.push_back({i, i + 1});
  task.nets.push_back({cells, 0});
  task.nets.push_back({cells - 1, cells + 1});
  return task;
}

double sum_of(const PlacementTask& task, const std::vector<Point>& cells) { return NetLengths(task, cells).sum(); }

TEST(Placement, has_no_overlap_and_stays_in_its_rows) {
  const PlacementTask task = chain(300);
  const std::vector<Point> cells = place(task, 1);
  std::map<double, std::vector<std::pair<double, double>>> rows;  // left and right edges
  for (std::size_t i = 0; i < task.widths.size(); ++i) {
    const Point& at = cells[i];
    rows[at.y].emplace_back(at.x - task.widths[i] / 2, at.x + task.widths[i] / 2);
  }
  EXPECT_LE(rows.size(), task.rows);
  for (auto& [y, edges] : rows) {
    const double row = y / task.row_height - 0.5;
    EXPECT_NEAR(row, std::round(row), 1e-9);
    std::sort(edges.begin(), edges.end());
    EXPECT_GE(edges.front().first, -1e-6);
    EXPECT_LE(edges.back().second, task.row_width + 1e-6);
    for (std::size_t i = 1; i < edges.size(); ++i)
      EXPECT_GE(edges[i].first, edges[i - 1].second - 1e-6) << "row " << row;
  }
}

TEST(Placement, of_a_chain_is_a_fraction_of_a_random_one_and_the_same_for_seed_and_moves) {
  const PlacementTask task = chain(300);
  const std::vector<Point> cells = place(task, 1);
  const double sum = sum_of(task, cells);
  std::vector<Point> shuffled = cells;
  std::mt19937 engine(1);
  std::shuffle(shuffled.begin(), shuffled.end(), engine);
  EXPECT_LT(sum, sum_of(task, shuffled) / 5);
  // No chain of cells that do not overlap is shorter than their widths, a half of each end's.
  double wide = 0;
  for (const double width : task.widths) wide += width;
  EXPECT_GT(sum, wide / 2);
  EXPECT_EQ(sum_of(task, place(task, 1)), sum);
  EXPECT_NE(sum_of(task, place(task, 2)), sum);
  EXPECT_NE(sum_of(task, place(task, 1, 2)), sum);
}

TEST(Placement, pulls_cells_to_the_side_of_their_pins) {
  PlacementTask task = chain(200);
  task.nets.clear();
  task.fixed = {{task.row_width / 2, 0}, {task.row_width / 2, task.height()}};
  for (std::uint32_t i = 0; i < 200; ++i) task.nets.push_back({i, i % 2 == 0 ? 200U : 201U});
  const std::vector<Point> cells = place(task, 1);
  double lower = 0;
  double upper = 0;
  for (std::uint32_t i = 0; i < 200; ++i) (i % 2 == 0 ? lower : upper) += cells[i].y / 100;
  EXPECT_LT(lower, 0.6 * upper);
}

TEST(Placement, that_cannot_fit_is_refused) {
  PlacementTask task = chain(30);
  task.row_width /= 2;
  EXPECT_THROW(place(task, 1), std::invalid_argument);
}

TEST(NetLengths, follow_moves_and_take_them_back) {
  const PlacementTask task = chain(20);
  std::vector<Point> cells(20);
  for (std::uint32_t i = 0; i < 20; ++i) cells[i] = {1.0 * i, 5};
  NetLengths lengths(task, cells);
  const double before = lengths.sum();
  const double longer = lengths.move(3, {17, 25}) + lengths.move(4, {3, 5});
  cells[3] = {17, 25};
  cells[4] = {3, 5};
  EXPECT_NEAR(lengths.sum(), sum_of(task, cells), 1e-9);
  EXPECT_NEAR(lengths.sum() - before, longer, 1e-9);
  lengths.undo();
  EXPECT_DOUBLE_EQ(lengths.sum(), before);
}

TEST(NetLengths, are_of_trees) {
  PlacementTask task = chain(15);
  std::vector<Point> cells(15);
  for (std::uint32_t i = 0; i < 15; ++i) cells[i] = {1.0 * i, 5};
  task.nets = {{0, 7, 14}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14}, {3}};
  const double sum = 14 + 14 * tree_by_box(15);
  EXPECT_DOUBLE_EQ(NetLengths(task, cells).sum(), sum);
}

TEST(NetLengths, of_many_ends_pull_more) {
  PlacementTask task = chain(11);
  task.nets = {{0, 1}, {0, 2, 3, 4, 5, 6, 7, 8, 9, 10}};
  std::vector<Point> cells(11, Point{40, 25});
  cells[0] = {10, 5};
  cells[1] = {0, 15};
  NetLengths lengths(task, cells);
  // As much weight on either side of the box of the nine.
  EXPECT_DOUBLE_EQ(lengths.wanted(0).x, 40);
  EXPECT_DOUBLE_EQ(lengths.wanted(0).y, 25);
  cells[2] = {20, 20};
  lengths.move(2, cells[2]);
  EXPECT_DOUBLE_EQ(lengths.wanted(0).x, 20);
  EXPECT_DOUBLE_EQ(lengths.wanted(0).y, 20);
}

TEST(NetLengths, say_where_a_cell_is_wanted) {
  PlacementTask task = chain(4);
  task.fixed.push_back({7, 25});
  task.nets = {{0, 1, 4}, {0, 6}, {1, 2}, {3}};
  const std::vector<Point> cells = {{50, 5}, {1, 15}, {9, 35}, {3, 5}};
  NetLengths lengths(task, cells);
  // Between the edges x 0, 1, 7, 7 and y 15, 15 (of a pin at half the height), 25, 25.
  const Point at = lengths.wanted(0);
  const double pin = task.fixed[0].y;
  std::vector<double> edges = {std::min(pin, 15.0), std::max(pin, 15.0), 25, 25};
  std::sort(edges.begin(), edges.end());
  EXPECT_DOUBLE_EQ(at.x, 4);
  EXPECT_DOUBLE_EQ(at.y, (edges[1] + edges[2]) / 2);
  // No other place gives shorter nets.
  lengths.move(0, at);
  for (const Point other : {Point{at.x + 5, at.y}, {at.x, at.y + 9}, {at.x - 5, at.y - 9}}) {
    EXPECT_GE(lengths.move(0, other), -1e-9);
    lengths.move(0, at);
  }
  // Without another end it stays.
  EXPECT_DOUBLE_EQ(lengths.wanted(3).x, 3);
}

}  // namespace
}  // namespace superwarp::cost
