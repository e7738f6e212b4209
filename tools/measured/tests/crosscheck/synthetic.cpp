// SPDX-License-Identifier: Apache-2.0
#include "tests/crosscheck/synthetic.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "model/reference/random.h"

namespace superwarp::crosscheck {

Pattern pattern_of(AccessKind kind, std::uint32_t parameter, Quantity quantity, std::uint32_t warps,
                   std::uint32_t bits) {
  Pattern p;
  p.access.kind = kind;
  p.access.parameter = parameter;
  p.quantity = quantity;
  p.warps = warps;
  p.bits = bits;
  p.unit = quantity == Quantity::kSlots ? "slots" : "cycles";
  p.value = 1;
  p.id = fmt::format("{}-{}.{}.{}.{}", name_of(kind), parameter, name_of(quantity), warps, bits);
  return p;
}

Measurement synthetic(const gpu::Description& rules, double cycles_per_slot, double latency,
                      double noise, std::uint64_t seed) {
  constexpr std::uint32_t kSteps = 2001;
  Measurement m;
  m.file = "synthetic.json";
  m.name = "synthetic";
  m.source = "computed";
  m.date = "2000-01-01";
  m.device.name = "none";
  for (std::uint32_t degree = 1; degree <= 32; ++degree) {
    const auto add = [&](Quantity quantity, std::uint32_t warps) {
      Pattern p = pattern_of(AccessKind::kConflict, degree, quantity, warps);
      // Independent of gpu::Description: the rules as the papers and data/gpus/README.md state
      // them.
      const double active = std::min(warps, rules.sub_cores);
      const double share = std::max(rules.slot_cycles_sub_core / active, rules.slot_cycles_sm) /
                           rules.slot_cycles_sm;
      p.value = quantity == Quantity::kTime ? latency + cycles_per_slot * share * (degree - 1)
                                            : cycles_per_slot * share * degree;
      const double drawn = model::uniform_at(seed, m.patterns.size(), kSteps);
      p.value *= 1 + noise * (2 * drawn / (kSteps - 1) - 1);
      m.patterns.push_back(p);
    };
    add(Quantity::kTime, 1);
    add(Quantity::kThroughput, 1);
    add(Quantity::kThroughput, 4);
  }
  return m;
}

gpu::Description four_sub_cores() {
  gpu::Description rules;
  rules.machine = false;
  rules.name = "four";
  for (const std::uint32_t bits : {64U, 128U}) {
    gpu::PhaseRule wide = rules.phases.front();
    wide.bits = {bits};
    wide.groups = gpu::in_order(32, 32 * 32 / bits);
    rules.phases.push_back(wide);
  }
  rules.sub_cores = 4;
  rules.slot_cycles_sub_core = 2;
  rules.slot_cycles_sm = 1;
  return rules;
}

gpu::Description sixteen_banks() {
  gpu::Description rules;
  rules.machine = false;
  rules.name = "sixteen";
  rules.banks = 16;
  rules.phases.front().banks = 16;
  rules.phases.front().groups = gpu::in_order(32, 16);
  rules.merges_every_word = false;
  return rules;
}

TextFile::TextFile(const std::string& name, const std::string& text)
    : name_((std::filesystem::path(testing::TempDir()) / fmt::format("{}-{}", getpid(), name))
                .string()) {
  std::ofstream(name_, std::ios::binary) << text;
}

std::string replaced(std::string text, std::string what, std::string with) {
  std::replace(what.begin(), what.end(), '\'', '"');
  std::replace(with.begin(), with.end(), '\'', '"');
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return text.replace(at, what.size(), with);
}

TextFile::~TextFile() { std::filesystem::remove(name_); }

}  // namespace superwarp::crosscheck
