// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/bench/bench_fixture.h"
#include "tools/measured/ask_rtl.h"
#include "tools/measured/crosscheck.h"
#include "tools/measured/tests/crosscheck/synthetic.h"

namespace superwarp::crosscheck {
namespace {

TEST(Crosscheck, counts_the_same_slots_on_the_rtl) {
  evaluate::Evaluator evaluator(test::bench(), test::cache(), test::rtl_under_test());
  const AskRtl ask = ask_rtl_of(evaluator);
  Measurement m;
  for (const std::uint32_t degree : {1U, 3U, 32U})
    m.patterns.push_back(pattern_of(AccessKind::kConflict, degree, Quantity::kTime));
  m.patterns.push_back(pattern_of(AccessKind::kStride, 5, Quantity::kTime, 4, 128));
  const Crosscheck result = crosscheck(m, four_sub_cores(), ask);
  EXPECT_EQ(result.disagreement, "");
  for (const PatternCheck& check : result.patterns) EXPECT_EQ(check.slots->rtl_slots, check.slots->slots);
  m.patterns.resize(3);
  const Crosscheck broadcast = crosscheck(m, sixteen_banks(), ask);
  EXPECT_EQ(broadcast.disagreement, "");
  for (const PatternCheck& check : broadcast.patterns) EXPECT_EQ(check.slots->rtl_slots, check.slots->slots);
}

}  // namespace
}  // namespace superwarp::crosscheck
