// SPDX-License-Identifier: Apache-2.0
#include "cuda/plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "cuda/job.h"
#include "sim/crosscheck/crosscheck.h"
#include "sim/description/data_files.h"
#include "tests/crosscheck/synthetic.h"

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
      const double share = rules.slot_share(crosscheck::active_sub_cores(p, rules));
      const auto waits = static_cast<double>(slots.waits);
      p.value = p.quantity == Quantity::kTime
                    ? 29 * waits + share * (static_cast<double>(slots.slots) - waits)
                    : share * slots.per_access();
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
    if (p.access.kind == AccessKind::kConflict)
      conflicts.insert({p.op, p.bits, p.access.parameter, p.quantity});
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

TEST(Plan, asks_whether_wide_loads_and_stores_of_lanes_in_pairs_join) {
  const gpu::Description volta = gpu::read_description(description::gpu_file("volta"));
  gpu::Description apart = volta;
  for (gpu::PhaseRule& rule : apart.phases) rule.joins.clear();
  std::set<std::string> told;
  for (const Pattern& p : measuring_plan(1)) {
    if (p.access.kind != AccessKind::kLanes) continue;
    const auto slots = [&](const gpu::Description& gpu) {
      return crosscheck::count_slots(p, gpu).per_access();
    };
    if (slots(volta) != slots(apart)) told.insert(p.id.substr(0, p.id.find(".throughput")));
    EXPECT_EQ(access_job(p).bits, p.bits);
    EXPECT_EQ(access_job(p).byte_address.size(), 32U);
  }
  EXPECT_EQ(told, (std::set<std::string>{
                      "shared.lanes.128.read.one", "shared.lanes.128.read.pairs-1",
                      "shared.lanes.128.read.pairs-2", "shared.lanes.64.read.one",
                      "shared.lanes.64.read.pairs-1", "shared.lanes.64.read.pairs-2"}));
}

TEST(Plan, measurements_can_be_written_read_and_crosschecked) {
  const gpu::Description hopper = gpu::read_description(description::gpu_file("hopper"));
  const std::string text = crosscheck::measurement_text(imagined(hopper));
  const crosscheck::TextFile file("imagined.json", text);
  const crosscheck::Measurement m = crosscheck::read_measurement(file.name());
  EXPECT_EQ(crosscheck::measurement_text(m), text);
  const crosscheck::Crosscheck result = crosscheck::crosscheck(m, hopper);
  EXPECT_EQ(result.disagreement, "");
  for (const crosscheck::CheckGroup& group : result.groups) {
    if (group.memory != crosscheck::GpuMemory::kShared) continue;
    EXPECT_NEAR(*group.constants->per_slot, 1, 1e-9);
    EXPECT_NEAR(*group.constants->latency, 29, 1e-9);
    EXPECT_NEAR(group.held_out->worst, 0, 1e-9);
    EXPECT_EQ(group.not_described, 0U);
  }
  // The papers' machine describes all patterns except wide ones and reports that these are missing.
  const crosscheck::Crosscheck machine = crosscheck::crosscheck(m, gpu::Description());
  for (const crosscheck::PatternCheck& check : machine.patterns)
    EXPECT_EQ(check.role == crosscheck::PatternRole::kNotDescribed,
              m.patterns[check.pattern].bits != 32);
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
