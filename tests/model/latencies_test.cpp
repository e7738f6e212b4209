// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "model/machine/figures.h"
#include "tests/model/machines.h"

namespace superwarp::model {
namespace {

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
  const Figures totals =
      totals_of(program, make_machine(MachineKind::kDmm, 4, 3, 1, Schedule::kRounds, 0));
  EXPECT_EQ(totals.latencies.percentile(50), 3U);
  EXPECT_EQ(totals.latencies.largest(), 4U);
}

}  // namespace
}  // namespace superwarp::model
