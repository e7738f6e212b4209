// SPDX-License-Identifier: Apache-2.0
#include "tools/attack/campaign.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <stdexcept>
#include <utility>

#include "model/reference/mapping.h"
#include "model/reference/random.h"
#include "model/reference/slot_rule.h"
#include "tools/congestion/histogram.h"

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
std::pair<double, double> wilson(double found, double all) {
  constexpr double z = congestion::kNormalQuantile;
  const double rate = found / all;
  const double middle = (rate + z * z / (2 * all)) / (1 + z * z / all);
  const double half = z * std::sqrt(rate * (1 - rate) / all + z * z / (4 * all * all)) / (1 + z * z / all);
  return {middle - half, middle + half};
}

LearnedBanks learned_banks(const Machine& machine, Address first, std::uint32_t rows) {
  model::SlotRule rule(machine);
  const auto slots = [&](const std::vector<Address>& words) {
    std::vector<Address> address;
    for (const Address word : words) address.push_back(first + word);
    address.resize(machine.lanes(), kInactive);
    return rule.apply(address.data(), nullptr);
  };
  return learn_banks(row_rule(machine.mapping), rows, slots);
}

/// What the attacker knows before the first launch, or takes for granted.
std::vector<Banks> known_banks(const Samples& samples, Knowledge knowledge, Outcome& outcome) {
  if (knowledge != Knowledge::kLearned) return samples.banks;
  outcome.own_accesses = 0;
  std::vector<Banks> banks(samples.banks.size());
  for (std::size_t block = 0; block < banks.size(); ++block) {
    const auto first = static_cast<Address>(samples.t4 + block * aes::kTable);
    const LearnedBanks learned = learned_banks(samples.machine, first, kRows);
    std::copy(learned.banks.begin(), learned.banks.end(), banks[block].begin());
    outcome.own_accesses += learned.accesses;
  }
  return banks;
}

void check(const Victim& victim) {
  const Machine& machine = victim.machine;
  if (machine.kind != MachineKind::kDmm && machine.kind != MachineKind::kSdmm && machine.kind != MachineKind::kRsdmm)
    throw std::invalid_argument("the attack is on dmm, sdmm and rsdmm");
  if (machine.width != kWidth || machine.bank_count() != kWidth)
    throw std::invalid_argument(
        fmt::format("{} threads of a warp and {} banks: expected {} of both, the attack predicts for them",
                    machine.width, machine.bank_count(), kWidth));
  if (victim.warps % machine.super_warp != 0)
    throw std::invalid_argument(
        fmt::format("{} warps are no multiple of a super warp's {}", victim.warps, machine.super_warp));
}

/// The word of row 0 in the bank of `word`.
std::uint8_t bank_by_halving(Address word, const SlotsOf& slots, std::uint32_t& accesses) {
  std::uint32_t first = 0;
  for (std::uint32_t count = kWidth / 2; count > 0; count /= 2) {
    std::vector<Address> words = {word};
    for (std::uint32_t i = 0; i < count; ++i) words.push_back(first + i);
    ++accesses;
    if (slots(words) == 1) first += count;
  }
  return static_cast<std::uint8_t>(first);
}

/// A row i with r_j = r_i ^ r_(i ^ j), by which the banks of two known rows give those of row j; 0
/// if the rule has none.
std::uint32_t part_of_row(RowRule rule, std::uint32_t j) {
  constexpr std::uint32_t kFirstTable = 64;
  if (rule == RowRule::kLinear) return j & (j - 1);
  if (rule == RowRule::kTabulated && j % kFirstTable != 0) return j - j % kFirstTable;
  return 0;
}

}  // namespace

Learning learn(const Machine& machine) {
  check({machine, machine.super_warp});
  const auto rows = static_cast<std::uint32_t>(machine.rows);
  const LearnedBanks learned = learned_banks(machine, 0, rows);
  const auto mapping = model::make_mapping(machine);
  std::array<std::uint32_t, kWidth> named{};  // by the word of row 0 in it
  for (Address k = 0; k < kWidth; ++k) named[k] = mapping->bank(k);
  Learning result{learned.accesses, 0};
  for (Address word = 0; word < rows * kWidth; ++word)
    result.wrong += named[learned.banks[word]] == mapping->bank(word) ? 0 : 1;
  return result;
}

Outcome run(const Campaign& campaign, const std::function<void(double)>& progress) {
  check(campaign.victim);
  const Victim& victim = campaign.victim;
  const std::vector<std::uint32_t> steps = steps_to(campaign.launches);
  Outcome outcome;
  for (const std::uint32_t launches : steps) outcome.after.push_back({launches});
  for (std::uint32_t key = 0; key < campaign.keys; ++key) {
    const Samples samples = observe(victim, campaign.launches, model::key_word(campaign.seed, key), campaign.check);
    if (outcome.disagreement.empty()) outcome.disagreement = samples.disagreement;
    const std::vector<Banks> banks = known_banks(samples, campaign.knowledge, outcome);
    const std::uint32_t group = victim.machine.overlaps() ? victim.warps : victim.machine.super_warp;
    const std::vector<Standing> standings = recover(samples, campaign.knowledge, banks, group, steps);
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
    const auto [low, high] = wilson(success.keys, campaign.keys);
    const auto first = [&](std::optional<std::uint32_t>& launches, double rate) {
      if (rate >= 0.5 && !launches) launches = success.launches;
    };
    first(outcome.half_low, high);
    first(outcome.half, static_cast<double>(success.keys) / campaign.keys);
    first(outcome.half_high, low);
  }
  return outcome;
}

RowRule row_rule(const std::string& mapping) {
  static const std::map<std::string, RowRule> rules = {{"random-shift", RowRule::kShift},
                                                       {"random-xor", RowRule::kXor},
                                                       {"h3", RowRule::kLinear},
                                                       {"tabulation", RowRule::kTabulated}};
  const auto known = rules.find(mapping);
  return known == rules.end() ? RowRule::kUnknown : known->second;
}

LearnedBanks learn_banks(RowRule rule, std::uint32_t rows, const SlotsOf& slots) {
  LearnedBanks learned;
  std::vector<std::uint8_t>& banks = learned.banks;
  for (std::uint32_t k = 0; k < kWidth; ++k) banks.push_back(static_cast<std::uint8_t>(k));
  for (std::uint32_t j = 1; j < rows; ++j) {
    const std::uint32_t part = part_of_row(rule, j);
    for (std::uint32_t k = 0; k < kWidth; ++k) {
      if (k == 0 && part != 0) {
        banks.push_back(banks[part * kWidth] ^ banks[(j - part) * kWidth]);
      } else if (k == 0 || rule == RowRule::kUnknown) {
        banks.push_back(bank_by_halving(j * kWidth + k, slots, learned.accesses));
      } else {
        const std::uint32_t first = banks[j * kWidth];
        banks.push_back(static_cast<std::uint8_t>(rule == RowRule::kShift ? (first + k) % kWidth : first ^ k));
      }
    }
  }
  return learned;
}

}  // namespace superwarp::attack
