// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "sim/cli/cost_question.h"
#include "sim/cli/json.h"
#include "sim/cli/sweep_point.h"
#include "sim/cost/cost.h"
#include "sim/sweep/space.h"

namespace superwarp::cli {

/// What the units of a sweep's points cost: each once, however many points and machines share it.
class SweepCosts {
 public:
  /// A memory unit; what it costs, or why that is not known.
  struct Unit {
    std::uint64_t point = 0;  ///< the first that has it
    std::string command;      ///< that costs it
    std::optional<cost::Design> design;
    std::optional<cost::Cost> cost;
    std::string why_not;
    bool needed = true;   ///< some point that has it was run
    bool failed = false;  ///< a tool did; otherwise a limit was too small, or there is no hardware
  };

  /// As a space says. `file` is what messages call it. Throws InputError where it cannot be.
  SweepCosts(const sweep::Space& space, const std::string& file);

  /// What a space may say.
  static std::vector<std::string> known();

  [[nodiscard]] bool wanted() const { return library_ != nullptr; }
  [[nodiscard]] const cost::Library& library() const { return *library_; }

  /// The number of the unit of `point`, the one of this number in the space.
  std::uint32_t unit_of(const SweepPoint& point, std::uint64_t number);
  [[nodiscard]] const std::vector<Unit>& units() const { return units_; }

  /// Costs no unit but those of which `needed`, by number, says so: of the others no run can be.
  void need_only(const std::vector<bool>& needed);

  /// Which of them are not kept from before, as far as that can be seen without the tools.
  [[nodiscard]] std::vector<const Unit*> missing() const;

  /// About how many seconds it takes to cost `units`.
  static double seconds(const std::vector<const Unit*>& units);

  /// Costs all, `jobs` at a time, by tools that are installed if they are missing.
  void run(std::uint64_t jobs);

  /// How many are needed; of how many of these nothing is known then; because a tool failed.
  [[nodiscard]] std::uint64_t needed() const;
  [[nodiscard]] std::uint64_t without() const;
  [[nodiscard]] std::uint64_t failed() const;

  /// How they were costed.
  [[nodiscard]] Json json() const;

 private:
  static void cost_one(Unit& unit, const cost::Costing& costing);

  CostSettings settings_;
  const cost::Library* library_ = nullptr;
  std::vector<Unit> units_;
  std::unordered_map<std::string, std::uint32_t> number_;  ///< by command
  std::string tools_;
};

}  // namespace superwarp::cli
