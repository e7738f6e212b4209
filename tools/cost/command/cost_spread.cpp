// SPDX-License-Identifier: Apache-2.0
#include "tools/cost/command/cost_spread.h"

#include <fmt/format.h>

namespace superwarp::cli {
namespace {

std::string spread_line(const char* name, const cost::Range& range, int digits) {
  constexpr double kPercent = 100;
  return fmt::format("    {:<18} {:>10.{}f} {:>10.{}f} {:>10.{}f} {:>7.1f} %\n", name, range.least,
                     digits, range.median, digits, range.most, digits,
                     kPercent * (range.most / range.least - 1));
}

Json spread_range_json(const cost::Range& range) {
  return {{"least", range.least}, {"median", range.median}, {"most", range.most}};
}

}  // namespace

std::string spread_lines(const cost::Spread& spread) {
  return fmt::format("  spread of {} runs of the mapper, {} settings with {} orders of the gates\n",
                     spread.runs.size(), cost::mapper_settings().size(), cost::kSpreadSeeds) +
         fmt::format("    {:<18} {:>10} {:>10} {:>10} {:>9}\n", "", "least", "median", "most",
                     "more") +
         spread_line("um2", spread.area, 0) + spread_line("clock, ns", spread.period, 2);
}

Json spread_json(const cost::Spread& spread) {
  Json runs = Json::array();
  for (const cost::SpreadRun& run : spread.runs) {
    runs.push_back({{"setting", cost::mapper_settings()[run.mapper.setting].name},
                    {"seed", run.mapper.seed},
                    {"area_um2", run.area},
                    {"clock_ns", run.period}});
  }
  return {{"runs", runs},
          {"area_um2", spread_range_json(spread.area)},
          {"clock_ns", spread_range_json(spread.period)}};
}

}  // namespace superwarp::cli
