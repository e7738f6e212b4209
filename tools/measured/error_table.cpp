// SPDX-License-Identifier: Apache-2.0
#include "tools/measured/error_table.h"

#include <algorithm>
#include <cmath>

namespace superwarp::crosscheck {

void ErrorTable::add(const Measurement& measurement, const std::string& gpu,
                     const Crosscheck& result) {
  for (const PatternCheck& check : result.patterns) {
    if (!check.predicted) continue;
    const Pattern& pattern = measurement.patterns[check.pattern];
    const double error = *check.error();
    const bool counts =
        pattern.quantity == Quantity::kCounter || pattern.quantity == Quantity::kSlots;
    const bool bound = check.role == PatternRole::kBound;
    const bool met = !bound && std::abs(error) <= (counts ? kCountsWithin : kTimesWithin);
    ErrorRow& row = rows_[{gpu, pattern.bits, operation_of(pattern), counts ? "counts" : "times"}];
    row.figures += 1;
    row.bound += bound ? 1 : 0;
    row.met += met ? 1 : 0;
    row.explained += !bound && !met && !pattern.explained.empty() ? 1 : 0;
    if (!bound) {
      const auto judged = static_cast<double>(row.figures - row.bound);
      row.mean += (std::abs(error) - row.mean) / judged;
      if (std::abs(error) > std::abs(row.worst)) row.worst = error;
    }
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

}  // namespace superwarp::crosscheck
