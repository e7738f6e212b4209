// SPDX-License-Identifier: Apache-2.0
#include "tools/measured/error_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "sim/draw/table.h"
#include "sim/draw/text.h"

namespace superwarp::crosscheck {
namespace {

constexpr double kCountsWithin = 0.02;
constexpr double kTimesWithin = 0.08;
constexpr double kShownAbove = 0.05;  // misses that get a reason

/// The first ids.
std::string some(const std::vector<std::string>& ids) {
  constexpr std::size_t kShown = 16;
  const auto end = ids.begin() + std::min(kShown, ids.size());
  const std::string more = ids.size() > kShown ? fmt::format(" and {} more", ids.size() - kShown) : "";
  return draw::wrapped(fmt::format("{}{}", fmt::join(ids.begin(), end, " "), more), 4, 107);
}

}  // namespace

void ErrorRow::add(const ErrorRow& other) {
  figures += other.figures;
  met += other.met;
  bound += other.bound;
  explained += other.explained;
  sum += other.sum;
  if (std::abs(other.worst) > std::abs(worst)) worst = other.worst;
}

void ErrorTable::add(const Measurement& measurement, const std::string& gpu, const Crosscheck& result) {
  for (const PatternCheck& check : result.patterns) {
    if (!check.predicted) continue;
    const Pattern& pattern = measurement.patterns[check.pattern];
    const double error = *check.error();
    const bool counts = pattern.quantity == Quantity::kCounter || pattern.quantity == Quantity::kSlots;
    const bool bound = check.role == PatternRole::kBound;
    const bool met = !bound && std::abs(error) <= (counts ? kCountsWithin : kTimesWithin);
    ErrorRow figure;
    figure.figures = 1;
    figure.bound = bound ? 1 : 0;
    figure.met = met ? 1 : 0;
    figure.explained = !bound && !met && !pattern.explained.empty() ? 1 : 0;
    figure.sum = bound ? 0 : std::abs(error);
    figure.worst = bound ? 0 : error;
    rows_[{gpu, pattern.bits, operation_of(pattern), counts ? "counts" : "times"}].add(figure);
    if (std::abs(error) <= kShownAbove) continue;
    const std::string reason = bound                       ? "bound by " + pattern.bound
                               : pattern.explained.empty() ? "not explained"
                                                           : pattern.explained;
    Misses& misses = misses_[{measurement.name, reason}];
    if (misses.ids.empty()) misses.lowest = misses.highest = error;
    misses.lowest = std::min(misses.lowest, error);
    misses.highest = std::max(misses.highest, error);
    misses.ids.push_back(pattern.id);
  }
}

ErrorRow ErrorTable::total() const {
  ErrorRow total;
  for (const auto& [key, row] : rows_) total.add(row);
  return total;
}

std::string ErrorTable::text() const {
  draw::Table table({"GPU:<13", "bits:>4", "operation:  <14", "kind:<7", "figures:>8", "met:>6", "bound:>7",
                     "explained:>11", "not explained:>15", "mean:>10", "worst:>10"});
  const auto add = [&](std::vector<draw::Cell> cells, const ErrorRow& row) {
    const std::size_t judged = row.figures - row.bound;
    const std::string mean = fmt::format("{:.1f} %", 100 * row.sum / static_cast<double>(judged));
    cells.insert(cells.end(), {row.figures, row.met, row.bound, row.explained, row.unexplained(),
                               judged == 0 ? "-" : mean, judged == 0 ? "-" : draw::percent(row.worst)});
    table.add(std::move(cells));
  };
  for (const auto& [key, row] : rows_) {
    const auto& [gpu, bits, operation, kind] = key;
    add({gpu, bits, operation, kind}, row);
  }
  add({"all", "", "", ""}, total());
  std::string text = table.text();
  text += fmt::format(
      "met: counts within {:.0f} %, times within {:.0f} %; mean and worst error "
      "without those that something else bounds\n",
      100 * kCountsWithin, 100 * kTimesWithin);
  if (!misses_.empty()) text += fmt::format("\nerrors above {:.0f} %\n", 100 * kShownAbove);
  for (const auto& [key, misses] : misses_) {
    text += fmt::format("  {}, {}, {} to {}: {}\n{}", key.first, draw::counted(misses.ids.size(), "figure"),
                        draw::percent(misses.lowest), draw::percent(misses.highest), key.second, some(misses.ids));
  }
  return text;
}

}  // namespace superwarp::crosscheck
