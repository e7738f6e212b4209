// SPDX-License-Identifier: Apache-2.0
#include "sim/attack/measured.h"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>

#include "sim/model/random.h"
#include "sim/trace/input_error.h"

namespace superwarp::attack {
namespace {

constexpr std::uint32_t kCold = 16;  // encryptions that are left out
constexpr std::uint32_t kMostWarps = 32;

/// The key of the measuring program, FIPS 197's of appendix B.
constexpr aes::Block kKey = {0x2b7e1516U, 0x28aed2a6U, 0xabf71588U, 0x09cf4f3cU};

const std::map<std::string, Layout>& layouts() {
  static const std::map<std::string, Layout> known = {{"plain", Layout::kPlain},
                                                      {"shifted", Layout::kShifted},
                                                      {"shifted anew", Layout::kShiftedAnew},
                                                      {"copies", Layout::kCopies}};
  return known;
}

MeasuredTimes parse_times(const std::string& line) {
  const auto json = nlohmann::json::parse(line);
  MeasuredTimes times;
  times.part = json.at("part").get<std::string>();
  times.tables = json.at("tables").get<std::string>();
  times.warps = json.at("warps").get<std::uint32_t>();
  times.seed = json.at("seed").get<std::uint64_t>();
  times.cycles = json.at("cycles").get<std::vector<std::uint32_t>>();
  if (times.part != "last" && times.part != "whole")
    throw std::invalid_argument(
        fmt::format("part '{:.40}', expected 'last' or 'whole'", times.part));
  if (layouts().count(times.tables) == 0) {
    throw std::invalid_argument(fmt::format(
        "tables '{:.40}', expected 'plain', 'shifted', 'shifted anew' or 'copies'", times.tables));
  }
  times.layout = layouts().at(times.tables);
  if (times.warps < 1 || times.warps > kMostWarps)
    throw std::invalid_argument(fmt::format("{} warps, expected 1 to {}", times.warps, kMostWarps));
  if (times.cycles.size() <= kCold)
    throw std::invalid_argument(
        fmt::format("{} times, expected more than {}", times.cycles.size(), kCold));
  return times;
}

aes::Block plain_block(std::uint64_t seed, std::uint64_t block) {
  const std::uint64_t low = model::key_word(seed, 2 * block);
  const std::uint64_t high = model::key_word(seed, 2 * block + 1);
  return {static_cast<std::uint32_t>(low), static_cast<std::uint32_t>(low >> 32U),
          static_cast<std::uint32_t>(high), static_cast<std::uint32_t>(high >> 32U)};
}

}  // namespace

std::vector<MeasuredTimes> read_times(std::istream& in, const std::string& name) {
  std::vector<MeasuredTimes> all;
  std::uint64_t number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (line.empty()) continue;
    try {
      all.push_back(parse_times(line));
    } catch (const std::exception& error) {
      throw trace::InputError(name, number, error.what());
    }
  }
  if (all.empty())
    throw trace::InputError(name, 0, "no times, expected the lines that aes_tables N SEED prints");
  return all;
}

Samples samples_of(const MeasuredTimes& times) {
  const aes::Cipher cipher(kKey);
  Samples samples;
  samples.blocks = times.warps * kWidth;
  samples.last_round_key = cipher.round_key(aes::kRounds);
  for (std::uint64_t e = kCold; e < times.cycles.size(); ++e) {
    for (std::uint32_t i = 0; i < samples.blocks; ++i)
      samples.cipher.push_back(cipher.encrypted(plain_block(times.seed, e * samples.blocks + i)));
    samples.time.push_back(times.cycles[e]);
  }
  // The program draws a byte for each row of T0, then of T4.
  const std::uint64_t shifts =
      times.layout == Layout::kShifted ? model::key_word(~times.seed, 1) : 0;
  for (std::uint32_t i = 0; i < aes::kTable; ++i)
    samples.banks[i] = static_cast<std::uint8_t>((i + (shifts >> (i / kWidth * 8))) % kWidth);
  return samples;
}

}  // namespace superwarp::attack
