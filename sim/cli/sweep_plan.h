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

/// The work for a part of a space. Looks at every point and runs none.
struct SweepPlan {
  /// Without keys a space may be larger than memory.
  SweepPlan(const SweepSpace& space, bool with_keys);

  [[nodiscard]] std::uint64_t points() const { return all - skipped - impossible; }

  SweepIdentity identity;
  std::uint64_t all = 0;
  std::uint64_t skipped = 0;
  std::uint64_t impossible = 0;
  std::uint64_t on_rtl = 0;
  std::string first_impossible;
  std::map<std::string, sysc::RtlConfig> builds;  ///< RTL units, by the command that compiles them
  SweepCosts costs;
  std::vector<sweep::Key> keys;        ///< Key::none() for skipped and impossible points
  std::vector<std::uint32_t> unit_of;  ///< index in costs of each point's unit, if units are costed
};

/// Throws UsageError if no point of a whole space is possible.
void require_points(const SweepSpace& space, const SweepPlan& plan);

/// The plan in words.
std::string plan_text(const SweepSpace& space, const SweepPlan& plan);

/// The estimated time with `jobs` threads. Tries some points for about two seconds.
std::string estimate_text(const SweepSpace& space, const SweepPlan& plan, std::uint64_t jobs);

/// "superwarp.sweep-plan/1".
Json plan_json(const SweepSpace& space, SweepPlan& plan);

}  // namespace superwarp::cli
