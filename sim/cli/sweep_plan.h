// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "sim/cli/json.h"
#include "sim/cli/sweep_costs.h"
#include "sim/cli/sweep_identity.h"
#include "sim/cli/sweep_space.h"
#include "sim/sweep/key.h"
#include "sysc/rtl_cache.h"

namespace superwarp::cli {

/// What there is to do for a part of a space. Looks at every point, without running any.
struct SweepPlan {
  /// With the points' keys, or only counting them: then a space may be larger than memory.
  SweepPlan(const SweepSpace& space, bool with_keys);

  [[nodiscard]] std::uint64_t points() const { return all - skipped - impossible; }

  SweepIdentity identity;
  std::uint64_t all = 0;
  std::uint64_t skipped = 0;
  std::uint64_t impossible = 0;
  std::uint64_t on_rtl = 0;
  std::string first_impossible;
  std::map<std::string, sysc::RtlConfig> builds;  ///< of the RTL's units, by command
  SweepCosts costs;
  std::vector<sweep::Key> keys;        ///< none: left out, or impossible
  std::vector<std::uint32_t> unit_of;  ///< a point's unit in costs, where there are any
};

/// Throws UsageError where no point of a whole space is possible.
void require_points(const SweepSpace& space, const SweepPlan& plan);

/// The plan in a sentence or two.
std::string plan_text(const SweepSpace& space, const SweepPlan& plan);

/// How long it would take `jobs` threads: of points by some that it tries for about two seconds.
std::string estimate_text(const SweepSpace& space, const SweepPlan& plan, std::uint64_t jobs);

/// "superwarp.sweep-plan/1".
Json plan_json(const SweepSpace& space, SweepPlan& plan);

}  // namespace superwarp::cli
