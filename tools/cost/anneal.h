// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "tools/cost/placement.h"

namespace superwarp::cost {

/// Random numbers that are the same with every standard library.
class PlaceRandom {
 public:
  explicit PlaceRandom(std::uint64_t seed) : engine_(seed) {}
  /// 0 to `below` - 1.
  std::uint32_t below(std::uint32_t below) {
    return static_cast<std::uint32_t>((std::uint64_t{engine_()} * below) >> 32U);
  }
  /// 0 to 1.
  double part() { return engine_() * 0x1p-32; }

 private:
  std::mt19937 engine_;
};

/// An edge of the box around ends of a net, and how much longer the net gets for each um there.
struct NetEdge {
  double at;
  double weight;
};

/// Lengths of nets while cells move, and what a move would change.
class NetLengths {
 public:
  NetLengths(const PlacementTask& task, const std::vector<Point>& cells);

  [[nodiscard]] const Point& at(std::uint32_t cell) const { return at_[cell]; }
  [[nodiscard]] double sum() const;

  /// Moves `cell` and says by how much all nets get longer; until keep(), undo() takes it back.
  double move(std::uint32_t cell, Point to);
  void keep() { changed_.clear(), moved_.clear(); }
  void undo();

  /// Where the nets of `cell` are shortest: between the edges of the boxes around their other ends.
  Point wanted(std::uint32_t cell);

 private:
  [[nodiscard]] double length(std::uint32_t net) const;

  struct Before {
    std::uint32_t of;
    double length;
  };
  std::vector<Point> at_;  ///< cells, then fixed pins
  std::vector<std::uint32_t> first_end_, ends_;
  std::vector<std::uint32_t> first_net_, nets_;  ///< of each cell
  std::vector<double> lengths_;
  std::vector<Before> changed_;
  std::vector<double> tree_;                ///< of each net: tree_by_box()
  std::vector<NetEdge> edges_x_, edges_y_;  ///< of wanted()
  std::vector<std::pair<std::uint32_t, Point>> moved_;
};

/// Cells in rows without overlap.
struct LegalRows {
  std::vector<Point> cells;                       ///< their middles
  std::vector<std::vector<std::uint32_t>> order;  ///< of each row, cells from left to right
};

/// Places cells with little overlap: no stretch of a row is fuller than it is long. `moves`: as of
/// place().
std::vector<Point> annealed(const PlacementTask& task, std::uint64_t seed, std::uint32_t moves);

/// Lets cells go to gaps, and those that fit each other's room, and neighbours, change places: at
/// a low temperature first, then as long as wires get shorter. Rows stay legal. Tries
/// `moves` times as many as usual.
void improve(const PlacementTask& task, LegalRows& rows, std::uint64_t seed, std::uint32_t moves);

}  // namespace superwarp::cost
