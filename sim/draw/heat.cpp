// SPDX-License-Identifier: Apache-2.0
#include "sim/draw/heat.h"

#include <algorithm>
#include <stdexcept>

namespace superwarp::draw {
namespace {

template <typename Number>
Number ceil_div(Number a, Number b) {
  return (a + b - 1) / b;
}

/// The fewest banks per row so that all memories fit in `rows` rows. With several memories it
/// divides the width, so that no row has banks of two memories.
std::uint32_t banks_in_row(const Machine& machine, std::uint32_t rows) {
  const std::uint32_t of_memory = std::max(rows / machine.memories(), 1U);
  std::uint32_t banks = ceil_div(machine.bank_count(), of_memory);
  if (machine.memories() == 1) return banks;
  while (machine.width % banks != 0) ++banks;
  return banks;
}

}  // namespace

HeatMap::HeatMap(const Scene& scene, std::uint64_t columns, std::uint32_t rows)
    : width_(scene.machine.bank_count()),
      ports_(scene.machine.ports),
      memories_(scene.machine.memories()),
      time_units_(std::max<std::uint64_t>({scene.time_units, scene.units.empty() ? 0 : scene.units.back().time, 1})),
      bin_(ceil_div(time_units_, std::max<std::uint64_t>(columns, 1))),
      banks_in_row_(draw::banks_in_row(scene.machine, rows)),
      rows_(memories_ * ceil_div(width_, banks_in_row_)),
      served_(ceil_div(time_units_, bin_)) {
  cells_.resize(rows_ * served_.size());
  for (const TimeUnit& unit : scene.units) {
    if (unit.time < 1 || unit.time > time_units_) throw std::invalid_argument("scene: time units out of order");
    for (const BankEvent& event : unit.events) add(scene, unit, event);
  }
  if (!scene.accepted.empty() && memories_ == 1) count_waiting(scene);
}

/// A request waits from its dispatch's first time unit to the one in which it enters the pipeline.
void HeatMap::count_waiting(const Scene& scene) {
  // Change of the number of waiting requests from one time unit to the next.
  std::vector<std::int64_t> change(time_units_ + 2);
  for (const TimeUnit& unit : scene.units) {
    for (const Served& served : unit.served) {
      if (served.dispatch >= scene.accepted.size() || unit.time < scene.machine.latency) continue;
      const std::uint64_t enters = unit.time - scene.machine.latency + 1;
      const std::uint64_t first = scene.accepted[served.dispatch];
      if (first < 1 || first > enters) continue;
      ++change[first];
      --change[enters + 1];
    }
  }
  waiting_.resize(columns());
  std::int64_t wait = 0;
  for (std::uint64_t time = 1; time <= time_units_; ++time) {
    wait += change[time];
    const std::uint64_t column = (time - 1) / bin_;
    waiting_[column] += static_cast<double>(wait) / static_cast<double>(time_units_in(column));
  }
}

double HeatMap::most_waiting() const {
  return waiting_.empty() ? 0 : *std::max_element(waiting_.begin(), waiting_.end());
}

void HeatMap::add(const Scene& scene, const TimeUnit& unit, const BankEvent& event) {
  if (event.bank >= width_ || unit.memory >= memories_)
    throw std::invalid_argument("scene: a bank outside the machine");
  const std::uint64_t column = (unit.time - 1) / bin_;
  const std::uint64_t row = unit.memory * rows_of_memory() + event.bank / banks_in_row_;
  HeatCell& cell = cells_[row * columns() + column];
  ++(event.op == Op::kRead ? cell.reads : cell.writes);
  ++(event.op == Op::kRead ? reads_ : writes_);
  bool stray = true;
  for (const Served& served : ServedBy(unit, event)) {
    ++served_[column];
    ++requests_;
    if (served.dispatch >= scene.dispatches.size()) continue;
    if (stray) cell.super_warp = scene.dispatches[served.dispatch].super_warp;
    stray = false;
  }
  cell.stray |= stray;
  stray_ |= stray;
  if (!stray) super_warps_.insert(cell.super_warp);
}

std::uint64_t HeatMap::time_units_in(std::uint64_t column) const { return std::min(bin_, time_units_ - column * bin_); }

double HeatMap::busy(std::uint32_t row, std::uint64_t column) const {
  const HeatCell& at = cell(row, column);
  const std::uint32_t first = row % rows_of_memory() * banks_in_row_;
  const std::uint32_t banks = std::min(banks_in_row_, width_ - first);
  const auto all = static_cast<double>(banks * ports_ * time_units_in(column));
  return std::min(1.0, (at.reads + at.writes) / all);
}

double HeatMap::served(std::uint64_t column) const {
  return static_cast<double>(served_[column]) / static_cast<double>(time_units_in(column));
}

double HeatMap::most_served() const {
  double most = 0;
  for (std::uint64_t column = 0; column < columns(); ++column) most = std::max(most, served(column));
  return most;
}

double HeatMap::requests_per_time_unit() const {
  return static_cast<double>(requests_) / static_cast<double>(time_units_);
}

double HeatMap::busy() const {
  const auto all = static_cast<double>(time_units_) * width_ * memories_;
  return static_cast<double>(reads_ + writes_) / all;
}

}  // namespace superwarp::draw
