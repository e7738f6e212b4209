// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "sim/reproduce/laboratory.h"
#include "sim/reproduce/papers.h"
#include "tests/bench/bench_fixture.h"

namespace superwarp::reproduce {
namespace {

TEST(Hierarchy, bounds_of_the_abstract_hold_with_their_constants) {
  Laboratory laboratory(test::bench(), test::cache(), test::rtl_under_test(), {1, 1, {}});
  for (const Claim& claim : hierarchy_claims()) {
    const Finding finding = claim.check(laboratory);
    EXPECT_EQ(verdict_name(finding.verdict), "holds") << claim.id << ": " << finding.why;
    EXPECT_NE(finding.why.find("checked against the abstract only"), std::string::npos) << claim.id;
    EXPECT_TRUE(finding.rtl.contains("largest_ratio")) << finding.rtl.dump();
  }
  EXPECT_EQ(laboratory.disagreements(), std::vector<std::string>{});
}

/// Why the sum's grid has d <= p/d: multiprocessor 0 reads d sums, p/d at a time.
TEST(Hierarchy, sum_with_more_multiprocessors_than_threads_of_each_waits_once_a_handful_of_them) {
  Laboratory laboratory(test::bench(), test::cache(), test::rtl_under_test(), {1, 1, {}});
  const auto time = [&](std::uint32_t multiprocessors) {
    Experiment e;
    e.workload = "hmm-sum";
    e.size = e.threads = 4 * multiprocessors;
    e.machine = machine_of(MachineKind::kDmm, 4, 1);
    e.machine.hierarchy = Hierarchy{multiprocessors, 400};
    e.rtl = false;
    return laboratory.measure(e).model;
  };
  EXPECT_GE(time(8), time(4) + 400);
  EXPECT_GE(time(16), time(4) + 3 * 400);
  EXPECT_LT(time(4), time(2) + 400);
}

}  // namespace
}  // namespace superwarp::reproduce
