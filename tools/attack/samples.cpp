// SPDX-License-Identifier: Apache-2.0
#include "tools/attack/samples.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <memory>

#include "model/reference/mapping.h"
#include "model/reference/model.h"
#include "model/reference/random.h"
#include "sim/description/object.h"
#include "sim/trace/input_error.h"
#include "sim/workload/aes.h"

namespace superwarp::attack {
namespace {

/// What a draw is for; draws of one seed for different purposes are independent.
enum Purpose : std::uint64_t {
  kCipherKey = 0x61746b65,  // "atke"
  kPlain = 0x61747074,      // "atpt"
  kMapping = 0x61746d61,    // "atma"
  kNoise = 0x61746e6f,      // "atno"
};

aes::Block random_block(std::uint64_t key, std::uint64_t index) {
  aes::Block block{};
  for (std::uint32_t c = 0; c < 4; ++c)
    block[c] = static_cast<std::uint32_t>(model::key_word(key, 4 * index + c) >> 32U);
  return block;
}

/// Uniform in (0, 1].
double uniform(std::uint64_t key, std::uint64_t index) {
  return (static_cast<double>(model::key_word(key, index) >> 11U) + 1) * 0x1p-53;
}

/// Normal, of mean 0 and deviation 1, by Box and Muller.
double normal(std::uint64_t key, std::uint64_t index) {
  constexpr double kTwoPi = 6.283185307179586;
  return std::sqrt(-2 * std::log(uniform(key, 2 * index))) * std::cos(kTwoPi * uniform(key, 2 * index + 1));
}

Banks banks_of_t4(const Machine& machine, Address first) {
  const auto mapping = model::make_mapping(machine);
  Banks banks{};
  for (Address i = 0; i < aes::kTable; ++i) banks[i] = static_cast<std::uint8_t>(mapping->bank(first + i));
  return banks;
}

constexpr std::uint32_t kCold = 16;  // encryptions that are left out
constexpr std::uint32_t kMostWarps = 32;

/// The key of the measuring program, FIPS 197's of appendix B.
constexpr aes::Block kKey = {0x2b7e1516U, 0x28aed2a6U, 0xabf71588U, 0x09cf4f3cU};

MeasuredTimes parse_times(const std::string& text, const std::string& name, std::uint64_t line) {
  const description::Node tree = description::parse_json(text, name, line);
  description::Object object(name, tree, "");
  MeasuredTimes times;
  times.part = object.choice("part", {"last", "whole"});
  times.tables = object.choice("tables", {"copies", "plain", "shifted", "shifted anew"});
  times.warps = static_cast<std::uint32_t>(object.natural("warps", 1, kMostWarps));
  times.seed = object.natural("seed", 0, std::numeric_limits<std::uint64_t>::max());
  if (!object.flag("right")) object.refuse("right", "is false, expected right ciphertexts");
  constexpr std::uint32_t kMost = std::numeric_limits<std::uint32_t>::max();
  const std::vector<std::uint64_t> cycles = object.naturals("cycles", 0, kMost);
  times.cycles.assign(cycles.begin(), cycles.end());
  if (times.cycles.size() <= kCold) {
    object.refuse("cycles", fmt::format("has {} times, expected more than {}", times.cycles.size(), kCold));
  }
  object.finish();
  return times;
}

aes::Block plain_block(std::uint64_t seed, std::uint64_t block) {
  const std::uint64_t low = model::key_word(seed, 2 * block);
  const std::uint64_t high = model::key_word(seed, 2 * block + 1);
  return {static_cast<std::uint32_t>(low), static_cast<std::uint32_t>(low >> 32U), static_cast<std::uint32_t>(high),
          static_cast<std::uint32_t>(high >> 32U)};
}

}  // namespace

Samples observe(const Victim& victim, std::uint32_t launches, std::uint64_t seed, const CheckTime& check) {
  const auto key = [seed](Purpose purpose) { return model::extend_key(seed, purpose); };
  const aes::Cipher cipher(random_block(key(kCipherKey), 0));
  const std::uint32_t tables = victim.blocks + victim.neighbours;
  const std::uint32_t texts = tables * victim.warps * kWidth;
  Samples samples;
  samples.texts = victim.blocks * victim.warps * kWidth;
  samples.last_round_key = cipher.round_key(aes::kRounds);
  samples.t4 = victim.last_alone ? 0 : tables * aes::kTable;

  workload::WorkloadOptions options;
  options.size = texts;
  options.threads = texts;
  options.width = kWidth;
  options.super_warp = victim.machine.super_warp;
  std::vector<aes::Block> plain(texts);
  for (std::uint32_t launch = 0; launch < launches; ++launch) {
    for (std::uint32_t i = 0; i < texts; ++i) {
      plain[i] = random_block(key(kPlain), std::uint64_t{launch} * texts + i);
      if (i < samples.texts) samples.cipher.push_back(cipher.encrypted(plain[i]));
    }
    workload::Listing listing(options);
    workload::append_aes(cipher, plain, victim.last_alone, listing, tables);
    Machine machine = victim.machine;
    machine.seed = model::key_word(key(kMapping), victim.new_keys ? launch : 0);
    model::fit(machine, listing);
    if (launch == 0) {
      samples.machine = machine;
      for (std::uint32_t block = 0; block < victim.blocks; ++block)
        samples.banks.push_back(banks_of_t4(machine, samples.t4 + block * aes::kTable));
    }
    const auto model = model::make_reference(listing, machine, {false});
    model->run();
    const std::uint64_t time_units = model->totals().time_units;
    if (check && samples.disagreement.empty()) samples.disagreement = check(listing, machine, time_units);
    samples.time.push_back(static_cast<double>(time_units) +
                           (victim.noise > 0 ? victim.noise * normal(key(kNoise), launch) : 0));
  }
  return samples;
}

std::vector<MeasuredTimes> read_times(std::istream& in, const std::string& name) {
  std::vector<MeasuredTimes> all;
  std::string line;
  for (std::uint64_t number = 1; std::getline(in, line); ++number)
    if (!line.empty()) all.push_back(parse_times(line, name, number));
  if (all.empty()) throw trace::InputError(name, 0, "no times, expected the lines that aes_tables N SEED prints");
  return all;
}

Samples samples_of(const MeasuredTimes& times) {
  const aes::Cipher cipher(kKey);
  Samples samples;
  samples.texts = times.warps * kWidth;
  samples.last_round_key = cipher.round_key(aes::kRounds);
  for (std::uint64_t e = kCold; e < times.cycles.size(); ++e) {
    for (std::uint32_t i = 0; i < samples.texts; ++i)
      samples.cipher.push_back(cipher.encrypted(plain_block(times.seed, e * samples.texts + i)));
    samples.time.push_back(times.cycles[e]);
  }
  // The program draws a byte for each row of T0, then of T4.
  const std::uint64_t shifts = times.tables == "shifted" ? model::key_word(~times.seed, 1) : 0;
  Banks& banks = samples.banks.emplace_back();
  for (std::uint32_t i = 0; i < aes::kTable; ++i)
    banks[i] = static_cast<std::uint8_t>((i + (shifts >> (i / kWidth * 8))) % kWidth);
  return samples;
}

}  // namespace superwarp::attack
