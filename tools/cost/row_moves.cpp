// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "tools/cost/anneal.h"

namespace superwarp::cost {
namespace {

class RowMoves {
 public:
  RowMoves(const PlacementTask& task, std::vector<std::vector<std::uint32_t>>& rows, const std::vector<Point>& cells,
           std::uint64_t seed)
      : task_(task), rows_(rows), random_(seed ^ 0x5bd1e995U), lengths_(task, cells) {
    place_.resize(cells.size());
    for (std::uint32_t row = 0; row < rows.size(); ++row) number(row, 0);
  }

  void run(std::uint32_t times) {
    const std::uint32_t passes = 300 * times;
    constexpr double kStart = 0.05;  // temperature, in mean lengths of a net
    constexpr double kWarm = 0.8;    // part of the passes until it is 0
    const auto count = static_cast<std::uint32_t>(place_.size());
    const auto nets = static_cast<double>(std::max<std::size_t>(1, task_.nets.size()));
    const double start = kStart * lengths_.sum() / nets;
    for (std::uint32_t pass = 0; count > 1 && pass < passes; ++pass) {
      temperature_ = start * std::max(0.0, 1 - pass / (kWarm * passes));
      for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint32_t cell = random_.below(count);
        if (random_.below(4) == 0)
          exchange_neighbours(cell);
        else
          attempt(cell);
      }
    }
  }

  [[nodiscard]] const Point& at(std::uint32_t cell) const { return lengths_.at(cell); }

 private:
  /// A stretch of a row between two cells.
  struct Room {
    double left;
    double right;
    [[nodiscard]] bool holds(double width) const {
      constexpr double kRounding = 1e-9;
      return right - left > width - kRounding;
    }
    /// The nearest place to `x` in it.
    [[nodiscard]] double fit(double x, double width) const {
      return std::max(left + width / 2, std::min(x, right - width / 2));
    }
  };

  [[nodiscard]] std::uint32_t row_at(double y) const { return static_cast<std::uint32_t>(y / task_.row_height); }
  [[nodiscard]] std::uint32_t row_of(std::uint32_t cell) const { return row_at(at(cell).y); }
  void number(std::uint32_t row, std::uint32_t from) {
    for (std::uint32_t i = from; i < rows_[row].size(); ++i) place_[rows_[row][i]] = i;
  }
  /// Between the cells before `from` and from `to` on in their order.
  [[nodiscard]] Room room(std::uint32_t row, std::uint32_t from, std::uint32_t to) const {
    const std::vector<std::uint32_t>& cells = rows_[row];
    return {from == 0 ? 0 : at(cells[from - 1]).x + task_.widths[cells[from - 1]] / 2,
            to >= cells.size() ? task_.row_width : at(cells[to]).x - task_.widths[cells[to]] / 2};
  }
  [[nodiscard]] Room room_of(std::uint32_t cell) const { return room(row_of(cell), place_[cell], place_[cell] + 1); }

  /// Keeps a move, if wires get shorter or by chance.
  bool kept(double longer) {
    if (longer < 0 || (temperature_ > 0 && random_.part() < std::exp(-longer / temperature_))) {
      lengths_.keep();
      return true;
    }
    lengths_.undo();
    return false;
  }

  void exchange(std::uint32_t a, std::uint32_t b, Point to_a, Point to_b) {
    const std::uint32_t row_a = row_of(a);
    const std::uint32_t row_b = row_of(b);
    if (!kept(lengths_.move(a, to_a) + lengths_.move(b, to_b))) return;
    std::swap(rows_[row_a][place_[a]], rows_[row_b][place_[b]]);
    std::swap(place_[a], place_[b]);
  }

  /// With the neighbour on the right, in the stretch of both.
  void exchange_neighbours(std::uint32_t cell) {
    const std::vector<std::uint32_t>& row = rows_[row_of(cell)];
    if (place_[cell] + 1 == row.size()) return;
    const std::uint32_t next = row[place_[cell] + 1];
    const double y = at(cell).y;
    const double left = at(cell).x - task_.widths[cell] / 2;
    const double right = at(next).x + task_.widths[next] / 2;
    exchange(cell, next, {right - task_.widths[cell] / 2, y}, {left + task_.widths[next] / 2, y});
  }

  /// To a place in `row` before the cell that is there at `before`.
  void shift(std::uint32_t cell, std::uint32_t row, std::uint32_t before, Point to) {
    const std::uint32_t own = row_of(cell);
    const std::uint32_t was = place_[cell];
    if (!kept(lengths_.move(cell, to))) return;
    const bool same = own == row;
    const std::uint32_t into = same && was < before ? before - 1 : before;
    if (same && into == was) return;
    rows_[own].erase(rows_[own].begin() + was);
    rows_[row].insert(rows_[row].begin() + into, cell);
    number(row, same ? std::min(was, into) : into);
    if (!same) number(own, was);
  }

  void attempt(std::uint32_t cell) {
    constexpr double kPulled = 0.5;  // part of the moves to where the cell's nets want it
    constexpr double kNear = 2;      // rows, and as far along the row
    constexpr double kReach = 8;     // of the other moves
    const bool pulled = random_.part() < kPulled;
    const Point middle = pulled ? lengths_.wanted(cell) : at(cell);
    const double reach = (pulled ? kNear : kReach) * task_.row_height;
    const double y = middle.y + (2 * random_.part() - 1) * reach;
    const double x = middle.x + (2 * random_.part() - 1) * reach;
    if (y < 0 || y >= task_.height()) return;
    const std::uint32_t row = row_at(y);
    const std::vector<std::uint32_t>& there = rows_[row];
    const auto first = std::lower_bound(there.begin(), there.end(), x,
                                        [&](std::uint32_t one, double value) { return at(one).x < value; });
    const auto before = static_cast<std::uint32_t>(first - there.begin());
    const double width = task_.widths[cell];
    // Its own room is free for it.
    const bool same = row == row_of(cell);
    const bool to_left = same && before == place_[cell];
    const bool to_right = same && before == place_[cell] + 1;
    const Room free = room(row, before - (to_right ? 1 : 0), before + (to_left ? 1 : 0));
    if (free.holds(width)) {
      shift(cell, row, before, {free.fit(x, width), (row + 0.5) * task_.row_height});
      return;
    }
    // The first from there on with which it can change places, if it is not far.
    constexpr std::uint32_t kSteps = 6;
    const Room own = room_of(cell);
    for (std::uint32_t i = before; i < there.size() && i < before + kSteps; ++i) {
      const std::uint32_t other = there[i];
      const double others = task_.widths[other];
      const Room its = room_of(other);
      if (other == cell || (same && (i + 1 == place_[cell] || i == place_[cell] + 1))) continue;
      if (!its.holds(width) || !own.holds(others)) continue;
      const Point to = at(other);
      const Point from = at(cell);
      exchange(cell, other, {its.fit(to.x, width), to.y}, {own.fit(from.x, others), from.y});
      return;
    }
  }

  const PlacementTask& task_;
  std::vector<std::vector<std::uint32_t>>& rows_;
  PlaceRandom random_;
  NetLengths lengths_;
  std::vector<std::uint32_t> place_;  ///< of each cell in its row
  double temperature_ = 0;
};

}  // namespace

void improve(const PlacementTask& task, LegalRows& rows, std::uint64_t seed, std::uint32_t moves) {
  RowMoves row_moves(task, rows.order, rows.cells, seed);
  row_moves.run(moves);
  for (std::uint32_t cell = 0; cell < rows.cells.size(); ++cell) rows.cells[cell] = row_moves.at(cell);
}

}  // namespace superwarp::cost
