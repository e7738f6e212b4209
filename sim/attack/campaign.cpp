// SPDX-License-Identifier: Apache-2.0
#include "sim/attack/campaign.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "sim/attack/learning.h"
#include "sim/congestion/histogram.h"
#include "sim/model/random.h"
#include "sim/model/slot_rule.h"

namespace superwarp::attack {
namespace {

std::vector<std::uint32_t> steps_to(std::uint32_t most) {
  constexpr std::uint32_t kFirst = 16;
  std::vector<std::uint32_t> steps;
  for (double n = kFirst; std::lround(n) < most; n *= std::pow(2.0, 0.25))
    steps.push_back(static_cast<std::uint32_t>(std::lround(n)));
  steps.push_back(most);
  return steps;
}

/// The bounds of Wilson's 95 % interval for a probability, from `found` of `all`.
struct Interval {
  double low;
  double high;
};
Interval wilson(double found, double all) {
  constexpr double z = congestion::kNormalQuantile;
  const double rate = found / all;
  const double middle = (rate + z * z / (2 * all)) / (1 + z * z / all);
  const double half =
      z * std::sqrt(rate * (1 - rate) / all + z * z / (4 * all * all)) / (1 + z * z / all);
  return {middle - half, middle + half};
}

LearnedBanks learned_banks(const Samples& samples) {
  model::SlotRule rule(samples.machine);
  const auto slots = [&](const std::vector<std::uint8_t>& entries) {
    std::vector<Address> address;
    for (const std::uint8_t entry : entries) address.push_back(samples.t4 + entry);
    address.resize(samples.machine.lanes(), kInactive);
    return rule.apply(address.data(), nullptr);
  };
  return learn_banks(row_rule(samples.machine.mapping), slots);
}

void check(const Victim& victim) {
  const Machine& machine = victim.machine;
  if (machine.kind != MachineKind::kDmm && machine.kind != MachineKind::kSdmm &&
      machine.kind != MachineKind::kRsdmm)
    throw std::invalid_argument("the attack is on dmm, sdmm and rsdmm");
  if (machine.width != kWidth || machine.bank_count() != kWidth)
    throw std::invalid_argument(fmt::format(
        "{} threads of a warp and {} banks: expected {} of both, the attack predicts for them",
        machine.width, machine.bank_count(), kWidth));
  if (victim.warps % machine.super_warp != 0)
    throw std::invalid_argument(fmt::format("{} warps are no multiple of a super warp's {}",
                                            victim.warps, machine.super_warp));
}

}  // namespace

Outcome run(const Campaign& campaign, const std::function<void(double)>& progress) {
  check(campaign.victim);
  const Victim& victim = campaign.victim;
  const std::vector<std::uint32_t> steps = steps_to(campaign.launches);
  Outcome outcome;
  for (const std::uint32_t launches : steps) outcome.after.push_back({launches});
  for (std::uint32_t key = 0; key < campaign.keys; ++key) {
    const Samples samples = observe(victim, campaign.launches, model::key_word(campaign.seed, key));
    Banks banks = samples.banks;
    if (campaign.knowledge == Knowledge::kLearned) {
      const LearnedBanks learned = learned_banks(samples);
      banks = learned.banks;
      outcome.own_accesses = learned.accesses;
    }
    const Prediction prediction(campaign.knowledge, banks);
    const std::uint32_t group =
        victim.machine.overlaps() ? victim.warps : victim.machine.super_warp;
    const std::vector<Standing> standings = recover(samples, prediction, group, steps);
    for (std::size_t i = 0; i < steps.size(); ++i) {
      Success& success = outcome.after[i];
      const std::uint32_t found = standings[i].bytes_found();
      success.keys += found == aes::kBytes ? 1 : 0;
      success.bytes += static_cast<double>(found) / campaign.keys;
      for (const std::uint16_t rank : standings[i].rank)
        success.guessing_entropy += (rank + 1.0) / (aes::kBytes * campaign.keys);
    }
    outcome.correlation += standings.back().correlation / campaign.keys;
    if (progress) progress((key + 1.0) / campaign.keys);
  }
  for (const Success& success : outcome.after) {
    const Interval rate = wilson(success.keys, campaign.keys);
    const auto first = [&](std::optional<std::uint32_t>& launches, bool reached) {
      if (reached && !launches) launches = success.launches;
    };
    first(outcome.half_low, rate.high >= 0.5);
    first(outcome.half, success.rate(campaign.keys) >= 0.5);
    first(outcome.half_high, rate.low >= 0.5);
  }
  return outcome;
}

}  // namespace superwarp::attack
