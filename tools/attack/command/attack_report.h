// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/cli/json.h"
#include "tools/attack/campaign.h"

namespace superwarp::cli {

/// What theory says of a campaign.
struct Expectation {
  double correlation = 0;
  double launches = 0;  ///< until half of the keys are found
};

/// nullopt where a time is no sum of lookups, since warps overlap.
std::optional<Expectation> expectation_of(const attack::Campaign& campaign);

std::string attack_table(const attack::Campaign& campaign, const attack::Outcome& outcome,
                         const std::optional<Expectation>& expected);

/// "superwarp.attack/1" of docs/spec/command-line.md.
Json attack_json(const attack::Campaign& campaign, const attack::Outcome& outcome,
                 const std::optional<Expectation>& expected);

/// The number of accesses that reveal the banks of a machine's rows.
std::string learning_table(const Machine& machine, const attack::Learning& learning);
Json learning_json(const Machine& machine, const attack::Learning& learning);

/// The attack on measured times with some knowledge.
struct MeasuredAttack {
  attack::MeasuredTimes times;  ///< without the cycles
  std::uint32_t launches = 0;
  attack::Knowledge knowledge = attack::Knowledge::kIdentity;
  attack::Standing last = {};                         ///< after all encryptions
  std::optional<std::uint32_t> all_found_after = {};  ///< and ever since
};

/// Attacks with every knowledge that makes a difference for the tables.
std::vector<MeasuredAttack> attacks_on(attack::MeasuredTimes times);

std::string measured_table(const std::vector<MeasuredAttack>& attacks);
Json measured_json(const std::vector<MeasuredAttack>& attacks);

}  // namespace superwarp::cli
