// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "sim/cli/sweep_plan.h"
#include "sim/cli/sweep_run.h"
#include "sim/cli/sweep_space.h"
#include "sim/sweep/store.h"

namespace superwarp::cli {

/// Numbers of points by outcome.
struct SweepCounts {
  std::uint64_t done = 0;
  std::uint64_t impossible = 0;
  std::uint64_t failed = 0;
  std::uint64_t disagree = 0;
};

/// Writes the tables of a sweep into `folder` in the order of the space: the same bytes whatever
/// order its points ran in.
SweepCounts write_tables(const std::filesystem::path& folder, const SweepSpace& space,
                         const SweepPlan& plan, sweep::Store& store,
                         std::vector<SweepFailure> failures);

}  // namespace superwarp::cli
