// SPDX-License-Identifier: Apache-2.0
#include "tools/attack/measured.h"

#include <fmt/format.h>

#include <limits>
#include <map>

#include "model/reference/random.h"
#include "sim/description/object.h"
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

MeasuredTimes parse_times(const std::string& text, const std::string& name, std::uint64_t line) {
  const description::Node tree = description::parse_json(text, name, line);
  description::Object object(name, tree, "");
  MeasuredTimes times;
  times.part = object.choice("part", {"last", "whole"});
  std::vector<std::string> known;
  for (const auto& [tables, layout] : layouts()) known.push_back(tables);
  times.tables = object.choice("tables", known);
  times.layout = layouts().at(times.tables);
  times.warps = static_cast<std::uint32_t>(object.natural("warps", 1, kMostWarps));
  times.seed = object.natural("seed", 0, std::numeric_limits<std::uint64_t>::max());
  if (!object.flag("right")) object.refuse("right", "is false, expected right ciphertexts");
  constexpr std::uint32_t kMost = std::numeric_limits<std::uint32_t>::max();
  for (const std::uint64_t cycles : object.naturals("cycles", 0, kMost))
    times.cycles.push_back(static_cast<std::uint32_t>(cycles));
  if (times.cycles.size() <= kCold) {
    object.refuse("cycles",
                  fmt::format("has {} times, expected more than {}", times.cycles.size(), kCold));
  }
  object.finish();
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
    all.push_back(parse_times(line, name, number));
  }
  if (all.empty())
    throw trace::InputError(name, 0, "no times, expected the lines that aes_tables N SEED prints");
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
  const std::uint64_t shifts =
      times.layout == Layout::kShifted ? model::key_word(~times.seed, 1) : 0;
  Banks& banks = samples.banks.emplace_back();
  for (std::uint32_t i = 0; i < aes::kTable; ++i)
    banks[i] = static_cast<std::uint8_t>((i + (shifts >> (i / kWidth * 8))) % kWidth);
  return samples;
}

}  // namespace superwarp::attack
