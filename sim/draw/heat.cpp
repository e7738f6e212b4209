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

}  // namespace

HeatMap::HeatMap(const Scene& scene, std::uint64_t columns, std::uint32_t rows)
    : width_(scene.machine.width),
      time_units_(std::max<std::uint64_t>(
          {scene.time_units, scene.units.empty() ? 0 : scene.units.back().time, 1})),
      bin_(ceil_div(time_units_, std::max<std::uint64_t>(columns, 1))),
      banks_in_row_(ceil_div(width_, std::max(rows, 1U))),
      rows_(ceil_div(width_, banks_in_row_)),
      served_(ceil_div(time_units_, bin_)) {
  cells_.resize(rows_ * served_.size());
  for (const TimeUnit& unit : scene.units) {
    if (unit.time < 1 || unit.time > time_units_)
      throw std::invalid_argument("scene: time units out of order");
    for (const BankEvent& event : unit.events) add(scene, unit, event);
  }
}

void HeatMap::add(const Scene& scene, const TimeUnit& unit, const BankEvent& event) {
  if (event.bank >= width_) throw std::invalid_argument("scene: a bank outside the machine");
  const std::uint64_t column = (unit.time - 1) / bin_;
  HeatCell& cell = cells_[event.bank / banks_in_row_ * columns() + column];
  ++(event.op == Op::kRead ? cell.reads : cell.writes);
  ++(event.op == Op::kRead ? reads_ : writes_);
  bool nobody = true;
  for (const Served& served : ServedBy(unit, event)) {
    ++served_[column];
    ++requests_;
    if (served.dispatch >= scene.dispatches.size()) continue;
    if (nobody) cell.super_warp = scene.dispatches[served.dispatch].super_warp;
    nobody = false;
  }
  cell.nobody |= nobody;
  nobody_ |= nobody;
  if (!nobody) super_warps_.insert(cell.super_warp);
}

std::uint64_t HeatMap::time_units_in(std::uint64_t column) const {
  return std::min(bin_, time_units_ - column * bin_);
}

double HeatMap::busy(std::uint32_t row, std::uint64_t column) const {
  const HeatCell& at = cell(row, column);
  const std::uint32_t banks = std::min(banks_in_row_, width_ - row * banks_in_row_);
  const auto all = static_cast<double>(banks * time_units_in(column));
  return std::min(1.0, (at.reads + at.writes) / all);
}

double HeatMap::served(std::uint64_t column) const {
  return static_cast<double>(served_[column]) / static_cast<double>(time_units_in(column));
}

double HeatMap::most_served() const {
  double most = 0;
  for (std::uint64_t column = 0; column < columns(); ++column)
    most = std::max(most, served(column));
  return most;
}

double HeatMap::requests_per_time_unit() const {
  return static_cast<double>(requests_) / static_cast<double>(time_units_);
}

double HeatMap::busy() const {
  return static_cast<double>(reads_ + writes_) / (static_cast<double>(time_units_) * width_);
}

}  // namespace superwarp::draw
