// SPDX-License-Identifier: Apache-2.0
#include "tools/measured/cuda/plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "sim/gpu/rate.h"
#include "tools/measured/crosscheck.h"
#include "tools/measured/cuda/job.h"
#include "tools/measured/tests/crosscheck/synthetic.h"

namespace superwarp::cuda {
using crosscheck::AccessKind;
using crosscheck::AccessOp;
using crosscheck::Pattern;
using crosscheck::Quantity;
namespace {

/// The program's measurement of a GPU that follows `rules`.
crosscheck::Measurement imagined(const gpu::Description& rules) {
  crosscheck::Measurement m;
  m.source = "computed by a test";
  m.date = "2000-01-01";
  m.device = {"none", "9.0", 1, 1.0, 1.0, "1", "1"};
  for (const Pattern& planned : measuring_plan(1)) {
    Pattern p = planned;
    p.value = 1;
    if (!crosscheck::not_described(p, rules)) {
      const crosscheck::PatternSlots slots = crosscheck::count_slots(p, rules);
      gpu::Stream stream;
      stream.slots = slots.per_access();
      stream.warps = p.warps;
      stream.sub_cores = crosscheck::active_sub_cores(p, rules);
      const double share = rules.slot_share(p.warps, stream.sub_cores);
      const auto waits = static_cast<double>(slots.waits);
      p.value = p.quantity == Quantity::kTime ? 29 * waits + share * (static_cast<double>(slots.slots) - waits)
                                              : gpu::cycles_per_access(rules, stream);
    }
    p.repetitions = 201;
    m.patterns.push_back(p);
  }
  return m;
}

TEST(Plan, names_every_pattern_once) {
  std::set<std::string> ids;
  for (const Pattern& p : measuring_plan(1)) EXPECT_TRUE(ids.insert(p.id).second) << p.id;
}

TEST(Plan, has_loads_and_stores_of_every_width_at_every_degree_and_stride) {
  std::set<std::tuple<AccessOp, std::uint32_t, std::uint32_t, Quantity>> conflicts;
  std::set<std::uint32_t> strides;
  std::set<std::pair<std::uint32_t, std::uint32_t>> warps;
  std::size_t uniform = 0;
  for (const Pattern& p : measuring_plan(1)) {
    if (p.access.kind == AccessKind::kConflict) conflicts.insert({p.op, p.bits, p.access.parameter, p.quantity});
    if (p.access.kind == AccessKind::kStride) strides.insert(p.access.parameter);
    if (p.access.kind == AccessKind::kUniform) ++uniform;
    if (p.quantity == Quantity::kThroughput) warps.insert({p.warps, *p.sub_cores});
  }
  for (const std::uint32_t bits : {32U, 64U, 128U}) {
    for (std::uint32_t degree = 1; degree <= 32; ++degree) {
      EXPECT_TRUE(conflicts.count({AccessOp::kRead, bits, degree, Quantity::kTime}));
      EXPECT_TRUE(conflicts.count({AccessOp::kRead, bits, degree, Quantity::kThroughput}));
      EXPECT_TRUE(conflicts.count({AccessOp::kWrite, bits, degree, Quantity::kThroughput}));
      EXPECT_TRUE(conflicts.count({AccessOp::kWriteRead, bits, degree, Quantity::kTime}));
    }
  }
  EXPECT_EQ(strides.size(), 64U);
  for (std::uint32_t w = 1; w <= 32; ++w) EXPECT_TRUE(warps.count({w, std::min(w, 4U)})) << w;
  EXPECT_TRUE(warps.count({4, 1}));
  EXPECT_GE(uniform, 32U);
}

/// The patterns of listed lanes whose slots `changed` alters, without their numbers of warps.
std::set<std::string> told_by(const gpu::Description& rules, const gpu::Description& changed) {
  std::set<std::string> told;
  for (const Pattern& p : rules_plan()) {
    const auto slots = [&](const gpu::Description& gpu) { return crosscheck::count_slots(p, gpu).per_access(); };
    if (slots(rules) != slots(changed)) told.insert(p.id.substr(0, p.id.find(".throughput")));
  }
  return told;
}

/// Rules that the plan has to tell from others.
gpu::Description plain_rules() {
  return gpu::read_description(SUPERWARP_SOURCE_DIR "/tools/measured/tests/cuda/emulated/rules.json");
}

/// The rules with `change` in the rules of an operation and width.
template <class Change>
gpu::Description rules_with(gpu::Operation operation, std::uint32_t bits, const Change& change) {
  gpu::Description changed = plain_rules();
  for (gpu::PhaseRule& rule : changed.phases) {
    const auto has = [](const auto& all, auto one) { return std::find(all.begin(), all.end(), one) != all.end(); };
    if (has(rule.operations, operation) && has(rule.bits, bits)) change(rule);
  }
  return changed;
}

TEST(Plan, asks_whether_wide_loads_of_lanes_in_pairs_join) {
  gpu::Description apart = plain_rules();
  for (gpu::PhaseRule& rule : apart.phases) rule.joins.clear();
  const std::set<std::string> told = told_by(plain_rules(), apart);
  for (const char* const bits : {"64", "128"}) {
    const std::string lanes = std::string("shared.lanes.") + bits + ".read.";
    for (const char* const what : {"one", "pairs-1", "pairs-2"})
      EXPECT_EQ(told.count(lanes + what), 1U) << lanes << what;
    EXPECT_EQ(told.count(lanes + "pairs-4"), 0U);
  }
}

TEST(Plan, asks_for_every_rule_that_is_reported_or_assumed) {
  using gpu::Operation;
  const auto halves = [](gpu::PhaseRule& rule) { rule.groups = gpu::in_order(32, 16); };
  const auto interleaved = [](gpu::PhaseRule& rule) {
    rule.groups = {{0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30},
                   {1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31}};
  };
  const auto together = [](gpu::PhaseRule& rule) { rule.one_by_one = false; };
  const auto apart = [](gpu::PhaseRule& rule) { rule.one_by_one = true; };
  const auto one_step = [](gpu::PhaseRule& rule) { rule.steps = {Op::kWrite}; };
  const auto costs = [](gpu::PhaseRule& rule) { rule.idle_costs = true; };
  const auto asks = [](Operation operation, std::uint32_t bits, const auto& change) {
    return !told_by(plain_rules(), rules_with(operation, bits, change)).empty();
  };
  EXPECT_TRUE(asks(Operation::kMatrixRead, 128, halves));
  EXPECT_TRUE(asks(Operation::kMatrixWrite, 128, halves));
  EXPECT_TRUE(asks(Operation::kRead, 32, halves));
  EXPECT_TRUE(asks(Operation::kWrite, 64, interleaved));
  EXPECT_TRUE(asks(Operation::kWrite, 128, halves));
  EXPECT_TRUE(asks(Operation::kWrite, 128, costs));
  EXPECT_TRUE(asks(Operation::kRead, 64, costs));
  for (const std::uint32_t bits : {32U, 64U}) {
    EXPECT_TRUE(asks(Operation::kAtomic, bits, together));
    EXPECT_TRUE(asks(Operation::kAtomic, bits, one_step));
  }
  EXPECT_TRUE(asks(Operation::kAtomic, 32, halves));
  EXPECT_TRUE(asks(Operation::kCount, 32, apart));
  EXPECT_TRUE(asks(Operation::kCount, 32, one_step));
}

bool is_wide_or_atomic(const Pattern& pattern) {
  if (pattern.bits != 32) return true;
  if (pattern.access.kind != AccessKind::kLanes) return false;
  const gpu::Operation operation = pattern.access.lanes.front().access.operation;
  return operation == gpu::Operation::kAtomic || operation == gpu::Operation::kCount;
}

TEST(Plan, measurements_can_be_written_read_and_crosschecked) {
  const gpu::Description rules = plain_rules();
  const std::string text = crosscheck::measurement_text(imagined(rules));
  const crosscheck::TextFile file("imagined.json", text);
  const crosscheck::Measurement m = crosscheck::read_measurement(file.name());
  EXPECT_EQ(crosscheck::measurement_text(m), text);
  const crosscheck::Crosscheck result = crosscheck::crosscheck(m, rules);
  EXPECT_EQ(result.disagreement, "");
  for (const crosscheck::CheckGroup& group : result.groups) {
    if (group.memory != crosscheck::GpuMemory::kShared) continue;
    EXPECT_NEAR(*group.constants->per_slot, 1, 1e-9);
    EXPECT_NEAR(*group.constants->latency, 29, 1e-9);
    EXPECT_NEAR(group.held_out->worst, 0, 1e-9);
    EXPECT_EQ(group.not_described, 0U);
  }
  // The papers' machine describes all patterns except wide ones and atomics, and reports that these
  // are missing.
  const crosscheck::Crosscheck machine = crosscheck::crosscheck(m, gpu::Description());
  for (const crosscheck::PatternCheck& check : machine.patterns)
    EXPECT_EQ(check.role == crosscheck::PatternRole::kNotDescribed, is_wide_or_atomic(m.patterns[check.pattern]));
  EXPECT_FALSE(machine.findings.empty());
}

TEST(Plan, the_seed_determines_random_addresses) {
  const auto seeds = [](std::uint64_t seed) {
    std::set<std::uint64_t> all;
    for (const Pattern& p : measuring_plan(seed)) {
      if (p.access.kind == AccessKind::kUniform) all.insert(p.access.seed);
    }
    return all;
  };
  EXPECT_EQ(seeds(1), seeds(1));
  EXPECT_EQ(seeds(1).count(1000), 0U);
  EXPECT_EQ(seeds(1000).count(1000), 1U);
}

}  // namespace
}  // namespace superwarp::cuda
