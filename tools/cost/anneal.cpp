// SPDX-License-Identifier: Apache-2.0
#include "tools/cost/anneal.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

namespace superwarp::cost {
namespace {

/// Where as much weight is on either side; the middle of such places if there is more than one.
double middle_of(std::vector<NetEdge>& edges) {
  std::sort(edges.begin(), edges.end(), [](const NetEdge& a, const NetEdge& b) { return a.at < b.at; });
  double half = 0;
  for (const NetEdge& edge : edges) half += edge.weight / 2;
  const double rounding = 1e-9 * half;
  double below = 0;
  for (std::size_t i = 0; i + 1 < edges.size(); ++i) {
    below += edges[i].weight;
    if (below > half + rounding) return edges[i].at;
    if (below > half - rounding) return (edges[i].at + edges[i + 1].at) / 2;
  }
  return edges.back().at;
}

}  // namespace

NetLengths::NetLengths(const PlacementTask& task, const std::vector<Point>& cells) : at_(cells) {
  at_.insert(at_.end(), task.fixed.begin(), task.fixed.end());
  std::vector<std::vector<std::uint32_t>> of_cell(cells.size());
  first_end_.push_back(0);
  for (std::uint32_t net = 0; net < task.nets.size(); ++net) {
    for (const std::uint32_t end : task.nets[net]) {
      ends_.push_back(end);
      if (end < cells.size()) of_cell[end].push_back(net);
    }
    tree_.push_back(tree_by_box(task.nets[net].size()));
    first_end_.push_back(static_cast<std::uint32_t>(ends_.size()));
    lengths_.push_back(length(net));
  }
  first_net_.push_back(0);
  for (const std::vector<std::uint32_t>& nets : of_cell) {
    nets_.insert(nets_.end(), nets.begin(), nets.end());
    first_net_.push_back(static_cast<std::uint32_t>(nets_.size()));
  }
}

double NetLengths::sum() const { return std::accumulate(lengths_.begin(), lengths_.end(), 0.0); }

double NetLengths::length(std::uint32_t net) const {
  Box box;
  for (std::uint32_t i = first_end_[net]; i < first_end_[net + 1]; ++i) box.take_in(at_[ends_[i]]);
  return box.half_perimeter() * tree_[net];
}

double NetLengths::move(std::uint32_t cell, Point to) {
  moved_.emplace_back(cell, at_[cell]);
  at_[cell] = to;
  double longer = 0;
  for (std::uint32_t i = first_net_[cell]; i < first_net_[cell + 1]; ++i) {
    const std::uint32_t net = nets_[i];
    changed_.push_back({net, lengths_[net]});
    longer -= lengths_[net];
    lengths_[net] = length(net);
    longer += lengths_[net];
  }
  return longer;
}

Point NetLengths::wanted(std::uint32_t cell) {
  edges_x_.clear();
  edges_y_.clear();
  for (std::uint32_t i = first_net_[cell]; i < first_net_[cell + 1]; ++i) {
    const std::uint32_t net = nets_[i];
    Box box;
    for (std::uint32_t end = first_end_[net]; end < first_end_[net + 1]; ++end)
      if (ends_[end] != cell) box.take_in(at_[ends_[end]]);
    if (box.empty()) continue;
    for (const Point& corner : {box.low(), box.high()}) {
      edges_x_.push_back({corner.x, tree_[net]});
      edges_y_.push_back({corner.y, tree_[net]});
    }
  }
  if (edges_x_.empty()) return at_[cell];
  return {middle_of(edges_x_), middle_of(edges_y_)};
}

void NetLengths::undo() {
  for (auto is = changed_.rbegin(); is != changed_.rend(); ++is) lengths_[is->of] = is->length;
  for (auto is = moved_.rbegin(); is != moved_.rend(); ++is) at_[is->first] = is->second;
  keep();
}

namespace {

/// Cells in stretches of rows.
class Annealer {
 public:
  Annealer(const PlacementTask& task, std::uint64_t seed) : task_(task), random_(seed), lengths_(task, spread_out()) {}

  std::vector<Point> run(std::uint32_t times) {
    const auto count = static_cast<std::uint32_t>(task_.widths.size());
    // Moves at a temperature. Placements of a small unit differ more, so its cells get more.
    constexpr double kOfCell = 32;
    constexpr double kMostOfCell = 256;
    constexpr double kOfSmall = 512e3;  // of all cells
    const auto moves = times * static_cast<std::uint64_t>(std::max(std::min(kMostOfCell * count, kOfSmall),
                                                                   count * std::max(kOfCell, std::cbrt(count))));
    const auto nets = static_cast<double>(std::max<std::size_t>(1, task_.nets.size()));
    constexpr double kStart = 0.8;  // temperature, in mean lengths of a net
    constexpr double kEnd = 0.01;
    double temperature = kStart * lengths_.sum() / nets;
    while (count > 1 && temperature > kEnd * lengths_.sum() / nets) {
      std::uint64_t accepted = 0;
      for (std::uint64_t i = 0; i < moves; ++i) accepted += attempt(temperature) ? 1 : 0;
      const double part = static_cast<double>(accepted) / static_cast<double>(moves);
      constexpr double kWanted = 0.44;
      reach_ = std::clamp(reach_ * (1 - kWanted + part), 0.0, 1.0);
      temperature *= part > 0.96 ? 0.5 : part > 0.8 ? 0.9 : part > 0.15 ? 0.95 : 0.8;
    }
    std::vector<Point> cells(count);
    for (std::uint32_t i = 0; i < count; ++i) cells[i] = lengths_.at(i);
    return cells;
  }

 private:
  struct Stretch {
    std::vector<std::uint32_t> cells;
    double full = 0;
  };

  /// The start: cells in a random order, widest first as far as that is needed to fit, wherever
  /// there is room.
  std::vector<Point> spread_out() {
    constexpr double kCells = 6;  // in a stretch, about: more of them overlap more, and get apart
    const auto count = static_cast<std::uint32_t>(task_.widths.size());
    double widest = 0;
    double wide = 0;
    for (const double width : task_.widths) {
      widest = std::max(widest, width);
      wide += width;
    }
    const double wanted = std::max(2 * widest, kCells * wide / std::max(1U, count));
    columns_ = std::max(1U, static_cast<std::uint32_t>(task_.row_width / wanted));
    stretch_width_ = task_.row_width / columns_;
    stretches_.resize(std::size_t{columns_} * task_.rows);
    stretch_.resize(count);
    slot_.resize(count);
    std::vector<std::uint32_t> order(count);
    std::iota(order.begin(), order.end(), 0);
    for (std::uint32_t i = count; i > 1; --i) std::swap(order[i - 1], order[random_.below(i)]);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return task_.widths[a] > task_.widths[b]; });
    std::vector<Point> cells(count);
    std::size_t next = 0;
    for (const std::uint32_t cell : order) {
      std::size_t tried = 0;
      while (stretches_[next].full + task_.widths[cell] > stretch_width_) {
        next = (next + 1) % stretches_.size();
        if (++tried > stretches_.size()) throw std::invalid_argument("place: the cells do not fit the rows");
      }
      put(cell, static_cast<std::uint32_t>(next));
      const std::size_t row = next / columns_;
      cells[cell] = {(static_cast<double>(next % columns_) + random_.part()) * stretch_width_,
                     (static_cast<double>(row) + 0.5) * task_.row_height};
      next = (next + 1) % stretches_.size();
    }
    return cells;
  }

  [[nodiscard]] std::uint32_t stretch_of(const Point& at) const {
    const auto column = static_cast<std::uint32_t>(at.x / stretch_width_);
    const auto row = static_cast<std::uint32_t>(at.y / task_.row_height);
    return std::min(row, task_.rows - 1) * columns_ + std::min(column, columns_ - 1);
  }

  Point target(std::uint32_t cell) {
    constexpr double kPulled = 0.2;  // part of the moves to where the cell's nets want it
    constexpr double kNear = 0.02;   // how near to that, as part of the die
    const bool pulled = random_.part() < kPulled;
    const Point at = pulled ? lengths_.wanted(cell) : lengths_.at(cell);
    const double reach = pulled ? std::min(reach_, kNear) : reach_;
    const double rows = std::max(1.5, reach * task_.rows);
    const double wide = std::max(stretch_width_, reach * task_.row_width);
    const double x = at.x + (2 * random_.part() - 1) * wide;
    const double y = at.y + (2 * random_.part() - 1) * rows * task_.row_height;
    const double row = std::clamp(std::floor(y / task_.row_height), 0.0, task_.rows - 1.0);
    const double half = task_.widths[cell] / 2;
    return {std::clamp(x, half, task_.row_width - half), (row + 0.5) * task_.row_height};
  }

  bool attempt(double temperature) {
    const std::uint32_t cell = random_.below(static_cast<std::uint32_t>(task_.widths.size()));
    const std::uint32_t from = stretch_[cell];
    const Point was = lengths_.at(cell);
    Point to = target(cell);
    const std::uint32_t into = stretch_of(to);
    const double width = task_.widths[cell];
    std::uint32_t other = cell;  // that changes places with it
    if (into != from && stretches_[into].full + width > stretch_width_) {
      const std::vector<std::uint32_t>& there = stretches_[into].cells;
      other = there[random_.below(static_cast<std::uint32_t>(there.size()))];
      const double others = task_.widths[other];
      if (stretches_[into].full - others + width > stretch_width_ ||
          stretches_[from].full - width + others > stretch_width_)
        return false;
      to = lengths_.at(other);
    }
    double longer = lengths_.move(cell, to);
    if (other != cell) longer += lengths_.move(other, was);
    if (longer > 0 && random_.part() >= std::exp(-longer / temperature)) {
      lengths_.undo();
      return false;
    }
    lengths_.keep();
    if (into != from) {
      take(cell);
      if (other != cell) {
        take(other);
        put(other, from);
      }
      put(cell, into);
    }
    return true;
  }

  void put(std::uint32_t cell, std::uint32_t stretch) {
    stretch_[cell] = stretch;
    slot_[cell] = static_cast<std::uint32_t>(stretches_[stretch].cells.size());
    stretches_[stretch].cells.push_back(cell);
    stretches_[stretch].full += task_.widths[cell];
  }

  void take(std::uint32_t cell) {
    Stretch& from = stretches_[stretch_[cell]];
    from.cells[slot_[cell]] = from.cells.back();
    slot_[from.cells.back()] = slot_[cell];
    from.cells.pop_back();
    from.full -= task_.widths[cell];
  }

  const PlacementTask& task_;
  PlaceRandom random_;
  std::uint32_t columns_ = 1;
  double stretch_width_ = 0;
  std::vector<Stretch> stretches_;
  std::vector<std::uint32_t> stretch_;  ///< of each cell
  std::vector<std::uint32_t> slot_;     ///< in its stretch
  double reach_ = 1;                    ///< half of the window, as part of the die
  NetLengths lengths_;
};

}  // namespace

std::vector<Point> annealed(const PlacementTask& task, std::uint64_t seed, std::uint32_t moves) {
  return Annealer(task, seed).run(moves);
}

}  // namespace superwarp::cost
