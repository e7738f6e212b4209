// SPDX-License-Identifier: Apache-2.0
#include "tools/measured/error_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sim/draw/text.h"

namespace superwarp::crosscheck {
namespace {

constexpr double kCountsWithin = 0.02;
constexpr double kTimesWithin = 0.08;
constexpr double kShownAbove = 0.05;  // misses that get a reason

constexpr const char* kLine = "{:<13}{:>4}  {:<14}{:<7}{:>8}{:>6}{:>7}{:>11}{:>15}{:>10}{:>10}\n";

template <class Bits>
std::string line(const std::string& gpu, const Bits& bits, const std::string& operation, const std::string& kind,
                 const ErrorRow& row) {
  const std::size_t judged = row.figures - row.bound;
  const std::string mean = fmt::format("{:.1f} %", 100 * row.sum / static_cast<double>(judged));
  return fmt::format(kLine, gpu, bits, operation, kind, row.figures, row.met, row.bound, row.explained,
                     row.unexplained(), judged == 0 ? "-" : mean, judged == 0 ? "-" : draw::percent(row.worst));
}

/// The first ids, in lines that are not too long.
std::string wrapped(const std::vector<std::string>& ids) {
  constexpr std::size_t kLine = 110;
  constexpr std::size_t kShown = 16;
  std::string text;
  std::string line = "   ";
  std::vector<std::string> shown(ids.begin(), ids.begin() + std::min(kShown, ids.size()));
  if (ids.size() > kShown) shown.push_back(fmt::format("and {} more", ids.size() - kShown));
  for (const std::string& id : shown) {
    if (line.size() + id.size() > kLine) {
      text += line + "\n";
      line = "   ";
    }
    line += " " + id;
  }
  return text + line + "\n";
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
  std::string text = fmt::format(kLine, "GPU", "bits", "operation", "kind", "figures", "met", "bound", "explained",
                                 "not explained", "mean", "worst");
  for (const auto& [key, row] : rows_) {
    const auto& [gpu, bits, operation, kind] = key;
    text += line(gpu, bits, operation, kind, row);
  }
  text += line("all", "", "", "", total());
  text += fmt::format(
      "met: counts within {:.0f} %, times within {:.0f} %; mean and worst error "
      "without those that something else bounds\n",
      100 * kCountsWithin, 100 * kTimesWithin);
  if (!misses_.empty()) text += fmt::format("\nerrors above {:.0f} %\n", 100 * kShownAbove);
  for (const auto& [key, misses] : misses_) {
    text += fmt::format("  {}, {}, {} to {}: {}\n{}", key.first, draw::counted(misses.ids.size(), "figure"),
                        draw::percent(misses.lowest), draw::percent(misses.highest), key.second, wrapped(misses.ids));
  }
  return text;
}

}  // namespace superwarp::crosscheck
