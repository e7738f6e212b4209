// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tools/measured/crosscheck.h"
#include "tools/measured/tests/crosscheck/synthetic.h"

namespace superwarp::crosscheck {
namespace {

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
  EXPECT_NE(all_findings(m, gpu::Description()).find("a single warp needs 2 cycles"),
            std::string::npos);
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
  EXPECT_NE(all_findings(m, gpu::Description()).find("the DMM does not describe read of 64 bits"),
            std::string::npos);
}

}  // namespace
}  // namespace superwarp::crosscheck
