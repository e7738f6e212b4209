#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstdlib>
#include <string>

#include "sim/trace/trace_program.h"
#include "tests/bench/bench_fixture.h"
#include "tests/bench/random_trace.h"

namespace superwarp {
namespace {

struct Shape {
  std::uint32_t width;
  std::uint32_t super_warp;
  int cases;
  bool shallow;
};

std::string name_of(const Shape& shape) {
  return fmt::format("w{}_s{}{}", shape.width, shape.super_warp, shape.shallow ? "_shallow" : "");
}

/// Together at least 100,000 warp accesses: reads, writes, inactive threads, equal addresses, all in one bank,
/// and mixtures, in both schedules, with barriers.
class RandomAccess : public ::testing::TestWithParam<Shape> {};

TEST_P(RandomAccess, rtl_equals_model_in_time_and_every_word) {
  const Shape shape = GetParam();
  setenv("RC_PARAMS", fmt::format("seed=1 max_success={}", shape.cases).c_str(), 0);
  std::uint64_t accesses = 0;
  Trace smallest;
  Machine machine;
  const bool held = rc::check("RTL = model", [&] {
    const auto random = *test::random_trace(shape.width, shape.super_warp);
    const Trace trace = random.trace();
    if (trace.words() == 0) return;
    const TraceProgram program(trace);
    Machine tried;
    tried.kind = shape.super_warp > 1 ? MachineKind::kSdmm : MachineKind::kDmm;
    tried.width = shape.width;
    tried.super_warp = shape.super_warp;
    tried.latency = random.latency;
    tried.schedule = random.schedule;
    const Evaluation evaluation = test::evaluate(program, tried, {}, shape.shallow);
    accesses += trace.accesses().size();
    if (!evaluation.agree()) {  // rapidcheck goes on to smaller ones; the last that fails is the smallest
      smallest = trace;
      machine = tried;
    }
    RC_ASSERT(evaluation.agree());
  });
  if (held) {
    EXPECT_GE(accesses, static_cast<std::uint64_t>(shape.cases) * 20);
    fmt::print("{} warp accesses\n", accesses);
  } else {
    ADD_FAILURE() << test::keep_failure(smallest, machine, name_of(shape));
  }
}

INSTANTIATE_TEST_SUITE_P(Shape, RandomAccess,
                         ::testing::Values(Shape{2, 1, 500, false}, Shape{4, 1, 800, false},
                                           Shape{8, 1, 800, false}, Shape{16, 1, 500, false},
                                           Shape{32, 1, 800, false}, Shape{64, 1, 400, false},
                                           Shape{8, 1, 200, true}, Shape{4, 3, 400, false},
                                           Shape{8, 5, 300, false}, Shape{32, 5, 150, false},
                                           Shape{2, 16, 200, false}, Shape{4, 3, 100, true}),
                         [](const auto& info) { return name_of(info.param); });

}  // namespace
}  // namespace superwarp
