// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "tools/cost/cost.h"
#include "tools/cost/design.h"
#include "tools/cost/recipe.h"

namespace superwarp::cost {

/// Least, median and most of some figures.
struct Range {
  double least = 0;
  double median = 0;
  double most = 0;
};

/// Throws std::invalid_argument if there are no figures.
Range range_of(std::vector<double> figures);

/// One run of the mapper.
struct SpreadRun {
  Mapper mapper;
  double area = 0;    ///< in um2
  double period = 0;  ///< in ns
};

/// How much area and clock depend on the mapper.
struct Spread {
  std::vector<SpreadRun> runs;
  Range area;
  Range period;
};

/// Seeds of each setting of the mapper; the first leaves the order of the gates as it comes.
inline constexpr std::uint64_t kSpreadSeeds = 3;

/// Costs `design` with every setting and seed. Throws as Costing::cost() does.
Spread spread_of(const Costing& costing, Design design);

}  // namespace superwarp::cost
