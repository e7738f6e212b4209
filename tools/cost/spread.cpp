// SPDX-License-Identifier: Apache-2.0
#include "tools/cost/spread.h"

#include <algorithm>
#include <stdexcept>

namespace superwarp::cost {

Range range_of(std::vector<double> figures) {
  if (figures.empty()) throw std::invalid_argument("range_of: expected at least one figure");
  std::sort(figures.begin(), figures.end());
  const std::size_t half = figures.size() / 2;
  const double median =
      figures.size() % 2 == 1 ? figures[half] : (figures[half - 1] + figures[half]) / 2;
  return {figures.front(), median, figures.back()};
}

Spread spread_of(const Costing& costing, Design design) {
  Spread spread;
  std::vector<double> areas;
  std::vector<double> periods;
  for (std::uint32_t setting = 0; setting < mapper_settings().size(); ++setting) {
    for (std::uint64_t seed = 0; seed < kSpreadSeeds; ++seed) {
      design.mapper = {setting, seed};
      const Cost cost = costing.cost(design);
      spread.runs.push_back({design.mapper, cost.all.area, cost.path.period});
      areas.push_back(cost.all.area);
      periods.push_back(cost.path.period);
    }
  }
  spread.area = range_of(areas);
  spread.period = range_of(periods);
  return spread;
}

}  // namespace superwarp::cost
