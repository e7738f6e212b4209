// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "sim/cli/json.h"
#include "tools/cost/command/cost.h"
#include "tools/cost/cost.h"
#include "tools/sweep/command/sweep_point.h"
#include "tools/sweep/space.h"

namespace superwarp::cli {

/// Costs the memory units of a sweep's points. Points and machines with the same unit share its
/// cost.
class SweepCosts {
 public:
  /// A memory unit with its cost, or the reason why it has none.
  struct Unit {
    std::uint64_t point = 0;  ///< its first point
    std::string command;      ///< the command that costs it
    std::optional<cost::Design> design;
    std::optional<cost::Cost> cost;
    std::string why_not;
    bool needed = false;  ///< at least one of its points ran
    bool failed = false;  ///< a tool failed; false if it reached a limit or there is no hardware

    [[nodiscard]] bool without() const { return needed && !cost; }
  };

  /// Takes the settings of `space`; `file` is its name in messages. Throws InputError.
  SweepCosts(const sweep::Space& space, const std::string& file);

  /// The names of the settings.
  static std::vector<std::string> known();

  /// Null: units are not costed.
  [[nodiscard]] const cost::Library* library() const { return library_; }

  /// The index in `units` of the unit of `point`, which has this number in the space.
  std::uint32_t unit_of(const SweepPoint& point, std::uint64_t number);

  /// How many units have this member?
  template <class Member>
  [[nodiscard]] std::uint64_t count(Member Unit::*member) const {
    return std::count_if(units.begin(), units.end(), std::mem_fn(member));
  }

  /// The units that are not in the cache, as far as this is known without the tools.
  [[nodiscard]] std::vector<const Unit*> missing() const;

  /// The estimated seconds of one core to cost `units`.
  static double seconds(const std::vector<const Unit*>& units);

  /// Costs all needed units, `jobs` at a time. Installs missing tools.
  void run(std::uint64_t jobs);

  /// Settings, tools and counts for sweep.json.
  [[nodiscard]] Json json() const;

  std::vector<Unit> units;

 private:
  CostSettings settings_;
  const cost::Library* library_ = nullptr;
  std::unordered_map<std::string, std::uint32_t> number_;  ///< by command
  std::string tools_;
};

}  // namespace superwarp::cli
