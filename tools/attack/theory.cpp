// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "model/reference/mapping.h"
#include "model/reference/random.h"
#include "model/reference/slot_rule.h"
#include "tools/attack/campaign.h"
#include "tools/attack/correlation.h"

namespace superwarp::attack {
namespace {

double normal_density(double x) { return std::exp(-x * x / 2) / std::sqrt(2 * M_PI); }
double normal_distribution(double x) { return std::erfc(-x / std::sqrt(2.0)) / 2; }

/// The probability that a normal variable of mean z is above 255 of mean 0.
double first_of_256(double z) {
  constexpr double kStep = 0.01;
  double sum = 0;
  for (double x = z - 8; x <= z + 8; x += kStep)
    sum += normal_density(x - z) * std::pow(normal_distribution(x), 255) * kStep;
  return sum;
}

}  // namespace

Part part_of(const Victim& victim, Knowledge knowledge, std::uint64_t seed) {
  const std::uint32_t draws = knows_banks(knowledge) ? 20000 : 400000;
  const std::uint64_t key = model::extend_key(seed, 0x61747061);  // "atpa"
  Machine machine = victim.machine;
  const std::uint32_t lanes = machine.lanes();
  const Banks unused{};
  std::vector<Address> address(lanes);
  std::vector<std::uint8_t> entries(lanes);
  Correlations<1> correlation;
  Banks entry_of{};
  std::iota(entry_of.begin(), entry_of.end(), 0);
  const Prediction prediction(knowledge, unused, entry_of);
  for (std::uint32_t draw = 0; draw < draws; ++draw) {
    machine.seed = draw;
    machine.rows = 0;
    machine.key.clear();
    model::fit(machine, aes::kTable);
    for (std::uint32_t lane = 0; lane < lanes; ++lane) {
      entries[lane] = static_cast<std::uint8_t>(model::key_word(key, std::uint64_t{draw} * lanes + lane) >> 56U);
      address[lane] = entries[lane];
    }
    const double slots = model::SlotRule(machine).apply(address.data(), nullptr);
    correlation.add({slots}, prediction(entries.data(), leave_distinct(entries.data(), lanes)));
  }
  return {correlation.variance(0), knows_banks(knowledge) ? 1 : correlation.values()[0]};
}

double expected_correlation(const Part& part, const Victim& victim) {
  const std::uint32_t groups = victim.warps / victim.machine.super_warp;
  const double of_block = part.variance * groups;
  const double parts = victim.last_alone ? aes::kBytes : aes::kBytes * aes::kRounds;
  const double of_time = parts * of_block * (victim.blocks + victim.neighbours);
  return part.correlation * std::sqrt(of_block * victim.blocks / (of_time + victim.noise * victim.noise));
}

double expected_launches(double correlation) {
  if (correlation <= 0) return std::numeric_limits<double>::infinity();
  const double wanted = std::pow(0.5, 1.0 / aes::kBytes);
  double low = 0;
  double high = 20;
  while (high - low > 1e-6) {
    const double middle = (low + high) / 2;
    (first_of_256(middle) < wanted ? low : high) = middle;
  }
  const double ratio = low / std::atanh(correlation);
  return 3 + ratio * ratio;
}

}  // namespace superwarp::attack
