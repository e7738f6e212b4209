// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "sim/cli/app.h"
#include "sim/cli/workload_options.h"
#include "tools/cost/energy.h"

namespace superwarp::cli {

/// What `cost --energy` simulates, unchecked.
struct EnergyOptions {
  bool wanted = false;
  WorkloadChoice workload;
  std::uint64_t dispatches = 200;
  cost::EnergySettings settings;

  void add_to(App& command);
};

/// The accesses of a workload in the order of its rounds, as many as `options` asks for, a super
/// warp together. Throws UsageError for a workload that does not fit.
std::vector<cost::Offer> offers_of(const EnergyOptions& options, const cost::Design& design);

}  // namespace superwarp::cli
