// SPDX-License-Identifier: Apache-2.0
#include "model/reference/machine_check.h"
#include "sim/run/evaluation.h"
#include "sim/trace/trace.h"
#include "sim/trace/trace_program.h"
#include "tests/bench/bench_fixture.h"

namespace superwarp::test {
namespace {

/// The run is short compared with filling its memory and reading it back.
TEST(Progress, covers_filling_the_memory_and_reading_it_back) {
  constexpr Address kLast = 4 * 300'000 - 1;
  trace::Trace trace;
  trace.add(0, 0, Op::kRead, {0, 1, 2, kLast});
  const trace::TraceProgram program(trace);
  Machine machine;
  machine.width = 4;
  machine.rows = model::rows_covering(trace.words(), 4);
  std::vector<double> shares;
  evaluate::EvaluationOptions options;
  options.progress = [&](double share) { shares.push_back(share); };
  evaluate::Evaluator evaluator(test::bench(), test::cache(), test::rtl_under_test());
  const evaluate::Evaluation evaluation = evaluator.evaluate(program, machine, options);
  ASSERT_TRUE(evaluation.agree()) << evaluation.disagreement;
  ASSERT_GE(shares.size(), 6U);
  EXPECT_TRUE(std::is_sorted(shares.begin(), shares.end()));
  EXPECT_LT(shares.front(), 0.2);
  EXPECT_GT(shares.back(), 0.8);
  EXPECT_LE(shares.back(), 1.0);
}

}  // namespace
}  // namespace superwarp::test
