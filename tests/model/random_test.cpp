// SPDX-License-Identifier: Apache-2.0
#include "model/reference/random.h"

#include "model/machine/figures.h"
#include "model/reference/ready_warps.h"
#include "tests/model/machines.h"
#include "tests/units/headers.h"

namespace superwarp::model {
namespace {

/// With bounds of which many draws, few and none have to be drawn again.
TEST(Random, a_range_has_the_draws_of_its_indices) {
  for (const std::uint32_t bound : {1U, 2U, 3U, 1U << 20, 1000003U, 3U << 30, 0xffffffffU}) {
    for (std::uint32_t count = 1; count <= 70; ++count) {
      std::vector<std::uint32_t> draw(count);
      uniform_range(7, 100 * count, count, bound, draw.data());
      for (std::uint32_t i = 0; i < count; ++i)
        ASSERT_EQ(draw[i], uniform_at(7, 100 * count + i, bound)) << bound << ", " << i;
    }
  }
}

TEST(CyclicSet, searches_from_any_number_and_wraps_to_0) {
  std::mt19937_64 random(4);
  for (const std::uint32_t size : {1U, 2U, 63U, 64U, 65U, 4096U, 9000U}) {
    CyclicSet set(size);
    std::set<std::uint32_t> expected;
    for (int step = 0; step < 3000; ++step) {
      const auto number = static_cast<std::uint32_t>(random() % size);
      if (random() % 3 == 0 && expected.insert(number).second) set.insert(number);
      EXPECT_EQ(set.empty(), expected.empty());
      if (random() % 3 != 0) continue;
      const auto from = static_cast<std::uint32_t>(random() % (size + 1));
      auto found = expected.lower_bound(from);
      if (found == expected.end()) found = expected.begin();
      ASSERT_EQ(set.take_from(from), found == expected.end() ? CyclicSet::kNone : *found);
      if (found != expected.end()) expected.erase(found);
    }
  }
}

TEST(UniformAt, reaches_every_value_below_any_bound) {
  for (std::uint64_t bound = 1; bound < 20; ++bound) {
    std::set<std::uint32_t> seen;
    for (std::uint64_t i = 0; i < 500; ++i) seen.insert(uniform_at(1, i, bound));
    EXPECT_EQ(seen.size(), bound);
    EXPECT_LT(*seen.rbegin(), bound);
  }
  EXPECT_LE(uniform_at(3, 0, std::uint64_t{1} << 32), 0xffffffffU);
}

TEST(Latencies, percentiles_are_those_of_the_sorted_list) {
  Latencies latencies;
  EXPECT_EQ(latencies.percentile(50), 0U);
  EXPECT_EQ(latencies.largest(), 0U);
  for (std::uint64_t i = 100; i > 0; --i) latencies.add(2 * i);
  EXPECT_EQ(latencies.percentile(0), 2U);
  EXPECT_EQ(latencies.percentile(50), 100U);
  EXPECT_EQ(latencies.percentile(99), 198U);
  EXPECT_EQ(latencies.largest(), 200U);
  Latencies more;
  more.add(1000);
  more.append(latencies);
  latencies.append(more);
  EXPECT_EQ(latencies.percentile(99), 200U);
  EXPECT_EQ(latencies.largest(), 1000U);
}

TEST(Latencies, of_a_batch_are_its_congestion_and_the_pipeline) {
  const trace::TraceProgram program(trace_of("0 0 R 0 1 5 10\n0 1 R 8 9 14 15\n"));
  const Figures totals = totals_of(program, make_machine(MachineKind::kDmm, 4, 3, 1, Schedule::kRounds, 0));
  EXPECT_EQ(totals.latencies.percentile(50), 3U);
  EXPECT_EQ(totals.latencies.largest(), 4U);
}

}  // namespace
}  // namespace superwarp::model
