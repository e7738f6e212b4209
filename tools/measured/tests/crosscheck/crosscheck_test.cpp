// SPDX-License-Identifier: Apache-2.0
#include "tools/measured/crosscheck.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "tools/measured/tests/crosscheck/synthetic.h"

namespace superwarp::crosscheck {
namespace {

const CheckGroup& only_group(const Crosscheck& result) {
  EXPECT_EQ(result.groups.size(), 1U);
  return result.groups.front();
}

TEST(Crosscheck, recovers_known_constants_of_the_machine) {
  const Crosscheck result = crosscheck(synthetic(gpu::Description(), 1.7, 31, 0, 1), gpu::Description());
  const CheckGroup& group = only_group(result);
  EXPECT_NEAR(*group.constants->per_slot, 1.7, 1e-9);
  EXPECT_NEAR(*group.constants->latency, 31, 1e-9);
  EXPECT_NEAR(group.held_out->worst, 0, 1e-9);
  EXPECT_NEAR(*group.held_out->r2, 1, 1e-9);
  EXPECT_EQ(group.fitted + group.held_out->patterns, 96U);
}

TEST(Crosscheck, recovers_known_constants_of_a_gpu_within_the_noise) {
  const gpu::Description gpu = four_sub_cores();
  for (const double noise : {0.01, 0.05}) {
    const Crosscheck result = crosscheck(synthetic(gpu, 1.1, 29, noise, 2), gpu);
    const CheckGroup& group = only_group(result);
    EXPECT_NEAR(*group.constants->per_slot / 1.1, 1, noise);
    EXPECT_NEAR(*group.constants->latency / 29, 1, noise);
    // A prediction's error is at most the noise of the constants plus that of the pattern.
    EXPECT_LT(std::abs(group.held_out->worst), 2.1 * noise);
    EXPECT_GT(group.held_out->mean, noise / 10);
    EXPECT_GT(*group.held_out->r2, 0.98);
  }
}

TEST(Crosscheck, fits_on_every_other_pattern_only) {
  Measurement honest = synthetic(gpu::Description(), 1.7, 31, 0.02, 3);
  const auto is_throughput = [](const Pattern& p) { return p.quantity == Quantity::kThroughput; };
  honest.patterns.erase(std::remove_if(honest.patterns.begin(), honest.patterns.end(), is_throughput),
                        honest.patterns.end());
  const Crosscheck before = crosscheck(honest, gpu::Description());
  Measurement changed = honest;
  for (std::size_t i = 0; i < honest.patterns.size(); ++i) {
    const bool fitted = before.patterns[i].role == PatternRole::kFitted;
    EXPECT_EQ(fitted, i % 2 == 0) << i;
    EXPECT_EQ(before.patterns[i].role == PatternRole::kHeldOut, i % 2 == 1) << i;
    if (!fitted) changed.patterns[i].value *= 2;
  }
  const Crosscheck after = crosscheck(changed, gpu::Description());
  EXPECT_EQ(*after.groups[0].constants->per_slot, *before.groups[0].constants->per_slot);
  EXPECT_EQ(*after.groups[0].constants->latency, *before.groups[0].constants->latency);
  EXPECT_GT(after.groups[0].held_out->mean, 0.4);  // twice the time: -50 %
  EXPECT_LT(before.groups[0].held_out->mean, 0.05);

  changed = honest;
  changed.patterns[2].value *= 2;
  EXPECT_NE(*crosscheck(changed, gpu::Description()).groups[0].constants->latency,
            *before.groups[0].constants->latency);
}

TEST(Crosscheck, fits_half_of_every_kind_in_any_order) {
  Measurement m = synthetic(gpu::Description(), 2, 30, 0, 1);
  for (Pattern& p : m.patterns) p.op = AccessOp::kWrite;
  const std::size_t writes = m.patterns.size();
  for (std::size_t i = 0; i < writes; ++i) {
    Pattern read = m.patterns[2 * i];
    read.op = AccessOp::kRead;
    read.id += ".read";
    read.value *= 3;
    m.patterns.insert(m.patterns.begin() + static_cast<std::ptrdiff_t>(2 * i + 1), read);
  }
  const Crosscheck result = crosscheck(m, gpu::Description());
  const CheckGroup& group = only_group(result);
  std::map<std::string, std::size_t> held_out;
  std::size_t all = 0;
  for (const auto& [kind, errors] : group.by_kind) {
    held_out[kind] = errors.patterns;
    all += errors.patterns;
    EXPECT_GT(errors.mean, 0.1) << kind;  // reads take three times as long
  }
  EXPECT_EQ(held_out["read, time"], held_out["write, time"]);
  EXPECT_EQ(held_out["read, throughput"], held_out["write, throughput"]);
  EXPECT_EQ(held_out.size(), 4U);
  EXPECT_EQ(all, group.held_out->patterns);
  EXPECT_EQ(all, writes);
}

TEST(Crosscheck, names_the_worst_held_out_pattern_too_slow_or_too_fast) {
  for (const double factor : {1.0 / 3, 3.0}) {
    Measurement m = synthetic(gpu::Description(), 1.7, 31, 0.001, 4);
    m.patterns[41].value *= factor;
    const Errors errors = *only_group(crosscheck(m, gpu::Description())).held_out;
    EXPECT_EQ(errors.worst_pattern, 41U);
    EXPECT_NEAR(errors.worst, 1 / factor - 1, 0.02);
  }
}

TEST(Crosscheck, keeps_memories_and_units_apart) {
  Measurement m = synthetic(gpu::Description(), 1.7, 31, 0, 5);
  for (std::size_t i = 0; i < 30; ++i) m.patterns[i].memory = GpuMemory::kGlobal;
  for (std::size_t i = 30; i < 60; ++i) m.patterns[i].unit = "ns";
  const Crosscheck result = crosscheck(m, gpu::Description());
  ASSERT_EQ(result.groups.size(), 3U);
  EXPECT_EQ(result.groups[0].memory, GpuMemory::kGlobal);
  EXPECT_EQ(result.groups[1].unit, "ns");
  EXPECT_NEAR(*result.groups[2].constants->per_slot, 1.7, 1e-9);
}

TEST(Crosscheck, converts_accesses_per_cycle_to_time) {
  Measurement m;
  m.patterns = {pattern_of(AccessKind::kConflict, 1, Quantity::kThroughput),
                pattern_of(AccessKind::kConflict, 2, Quantity::kThroughput)};
  m.patterns[0].unit = "accesses/cycle";
  m.patterns[0].value = 0.5;
  m.patterns[1].value = 4;
  const Crosscheck result = crosscheck(m, gpu::Description());
  EXPECT_DOUBLE_EQ(*only_group(result).constants->per_slot, 2);
  EXPECT_DOUBLE_EQ(*result.patterns[1].error(), 0);
}

TEST(Crosscheck, compares_slots_without_a_constant) {
  Measurement m;
  m.patterns = {pattern_of(AccessKind::kConflict, 8, Quantity::kSlots)};
  m.patterns[0].value = 4;
  const Crosscheck result = crosscheck(m, gpu::Description());
  EXPECT_EQ(result.patterns[0].role, PatternRole::kCounted);
  EXPECT_DOUBLE_EQ(*result.patterns[0].predicted, 8);
  EXPECT_DOUBLE_EQ(only_group(result).held_out->worst, 1);
  EXPECT_FALSE(only_group(result).constants);
}

TEST(Crosscheck, fits_nothing_if_one_pattern_has_two_unknowns) {
  Measurement m;
  m.patterns = {pattern_of(AccessKind::kConflict, 8, Quantity::kTime)};
  const Crosscheck result = crosscheck(m, gpu::Description());
  EXPECT_EQ(result.patterns[0].role, PatternRole::kNotFitted);
  EXPECT_FALSE(result.patterns[0].predicted);
  EXPECT_FALSE(only_group(result).held_out);
}

std::string all_findings(const Measurement& m, const gpu::Description& rules) {
  std::string all;
  for (const std::string& finding : crosscheck(m, rules).findings) all += finding + "\n";
  return all;
}

TEST(Findings, the_machine_reports_that_sub_cores_share_slots_and_names_the_description) {
  Measurement m = synthetic(four_sub_cores(), 1, 29, 0.01, 1);
  m.gpu = "hopper";
  const std::string findings = all_findings(m, gpu::Description());
  EXPECT_NE(findings.find("a slot takes 2"), std::string::npos) << findings;
  EXPECT_NE(findings.find("one queue"), std::string::npos) << findings;
  EXPECT_NE(findings.find("--gpu hopper"), std::string::npos) << findings;
  EXPECT_EQ(all_findings(m, four_sub_cores()), "");
}

TEST(Findings, the_machine_reports_that_a_single_warp_gets_every_other_slot) {
  Measurement m;
  for (std::uint32_t degree = 1; degree <= 8; ++degree) {
    m.patterns.push_back(pattern_of(AccessKind::kConflict, degree, Quantity::kTime));
    m.patterns.back().value = 29 + 2 * (degree - 1);
  }
  EXPECT_NE(all_findings(m, gpu::Description()).find("a single warp needs 2 cycles"), std::string::npos);
  EXPECT_EQ(all_findings(m, four_sub_cores()), "");
  for (Pattern& p : m.patterns) p.value = 29 + p.access.parameter;
  EXPECT_EQ(all_findings(m, gpu::Description()), "");
}

TEST(Findings, the_machine_leaves_out_wide_accesses_with_a_reason) {
  Measurement m = synthetic(gpu::Description(), 1, 29, 0, 1);
  m.patterns.push_back(pattern_of(AccessKind::kConflict, 1, Quantity::kTime, 1, 64));
  m.patterns.push_back(pattern_of(AccessKind::kConflict, 1, Quantity::kTime, 1, 128));
  const Crosscheck result = crosscheck(m, gpu::Description());
  EXPECT_EQ(result.patterns.back().role, PatternRole::kNotDescribed);
  EXPECT_FALSE(result.patterns.back().predicted);
  EXPECT_NE(all_findings(m, gpu::Description()).find("the DMM does not describe read of 64 bits"), std::string::npos);
}

}  // namespace
}  // namespace superwarp::crosscheck
