// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "sim/cli/json.h"
#include "tools/cost/command/cost_offers.h"
#include "tools/cost/cost.h"
#include "tools/cost/wires.h"

namespace superwarp::cli {

/// What `superwarp cost` was asked, and what it found.
struct CostReport {
  cost::Design design;
  cost::WireSettings wire_settings;
  EnergyOptions energy_options;
  std::optional<cost::Cost> cost;
  std::optional<cost::Spread> spread;
  std::optional<cost::WireReport> wires;
  std::optional<cost::EnergyReport> energy;
  std::string unfinished;  ///< why not all was found; empty otherwise
};

Json cost_json(const CostReport& report, const cost::Costing& costing);
std::string cost_lines(const CostReport& report, const cost::Costing& costing);

}  // namespace superwarp::cli
