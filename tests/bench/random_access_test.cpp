// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "language/machine_info.h"
#include "language/rpu_info.h"
#include "sim/model/mapping.h"
#include "sim/trace/trace_program.h"
#include "tests/bench/bench_fixture.h"
#include "tests/bench/random_trace.h"

namespace superwarp::test {
namespace {

struct Shape {
  std::uint32_t width;
  std::uint32_t super_warp;
  int cases;
  bool shallow;
  std::string mapping = "identity";
  std::uint32_t most_rows = 40;
  MachineKind kind = MachineKind::kSdmm;    ///< with one warp, the SDMM is the DMM
  std::optional<Streaming> streaming = {};  ///< of one warp then
  Rpu rpu = Rpu::kStream;                   ///< where there is `streaming`
};

std::string name_of(const Shape& shape) {
  std::string name =
      fmt::format("w{}_s{}{}", shape.width, shape.super_warp, shape.shallow ? "_shallow" : "");
  if (shape.streaming) {
    name = fmt::format("w{}_{}", shape.width, rpu_info(shape.rpu).name);
    for (const RpuOption& option : rpu_info(shape.rpu).options)
      name += fmt::format("_{}", typed(option, *shape.streaming));
  }
  if (shape.kind != MachineKind::kSdmm) name += "_" + machine_info(shape.kind).name;
  if (shape.mapping != "identity") name += "_" + shape.mapping;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

void PrintTo(const Shape& shape, std::ostream* out) { *out << name_of(shape); }

/// Fills the memory with zeros, as in a fresh process. Words that earlier runs left must not make a
/// trace fail: its replay runs in a process of its own and would pass.
class Zeros final : public Program {
 public:
  Zeros(std::uint32_t width, std::uint32_t threads, std::uint64_t words)
      : Program(width, threads), words_(words) {}
  [[nodiscard]] std::uint64_t rounds() const override { return 0; }
  [[nodiscard]] std::uint64_t words() const override { return words_; }
  [[nodiscard]] Word initial(Address /*address*/) const override { return 0; }
  Op access(std::uint64_t, std::uint32_t, Word*, Address*, Word*) const override {
    return Op::kRead;
  }

 private:
  std::uint64_t words_;
};

/// Together at least 100,000 warp accesses: reads, writes, inactive threads, equal addresses, all
/// in one bank, and mixtures, in both schedules, with barriers.
class RandomAccess : public ::testing::TestWithParam<Shape> {};

TEST_P(RandomAccess, rtl_equals_model_in_time_and_every_word) {
  const Shape shape = GetParam();
  setenv("RC_PARAMS", fmt::format("seed=1 max_success={}", shape.cases).c_str(), 0);
  std::uint64_t accesses = 0;
  trace::Trace smallest;
  Machine machine;
  int unrepeated = 0;  // failures that need words of an earlier run
  const bool held = rc::check("RTL = model", [&] {
    const auto random = *test::random_trace(shape.width, shape.super_warp, shape.most_rows);
    const trace::Trace trace = random.trace();
    if (trace.words() == 0) return;
    const trace::TraceProgram program(trace);
    Machine tried;
    tried.kind = shape.kind;
    tried.width = shape.width;
    tried.super_warp = shape.super_warp;
    tried.latency = random.latency;
    tried.schedule = random.schedule;
    tried.mapping = shape.mapping;
    tried.seed = random.lines.size();  // another key for every trace
    if (shape.streaming) {
      tried.rpu = shape.rpu;
      tried.streaming = *shape.streaming;
    }
    const evaluate::Evaluation evaluation = test::evaluate(program, tried, {}, shape.shallow);
    accesses += trace.accesses().size();
    if (evaluation.agree()) return;
    test::evaluate(Zeros(shape.width, shape.width * shape.super_warp,
                         std::uint64_t{shape.width} * shape.most_rows),
                   tried, {}, shape.shallow);
    if (test::evaluate(program, tried, {}, shape.shallow).agree()) {
      ++unrepeated;
      return;
    }
    smallest = trace;  // rapidcheck tries smaller ones; the last that fails is the smallest
    machine = tried;
    RC_FAIL("RTL and model disagree");
  });
  if (held) {
    EXPECT_EQ(unrepeated, 0) << "traces that fail, but not on an empty memory";
    EXPECT_GE(accesses, static_cast<std::uint64_t>(shape.cases) * 10);  // no empty ones
    fmt::print("{} warp accesses\n", accesses);
  } else if (smallest.width() == 0) {
    ADD_FAILURE() << "the bench threw: nothing disagreed";
  } else {
    ADD_FAILURE() << test::keep_failure(smallest, machine, name_of(shape), shape.shallow);
  }
}

INSTANTIATE_TEST_SUITE_P(Shape, RandomAccess,
                         ::testing::Values(Shape{2, 1, 500, false}, Shape{4, 1, 800, false},
                                           Shape{8, 1, 800, false}, Shape{16, 1, 500, false},
                                           Shape{32, 1, 800, false}, Shape{64, 1, 400, false},
                                           Shape{8, 1, 200, true}, Shape{4, 3, 400, false},
                                           Shape{8, 5, 300, false}, Shape{32, 5, 150, false},
                                           Shape{2, 16, 200, false}, Shape{4, 2, 200, false},
                                           Shape{2, 7, 200, false}, Shape{4, 11, 100, false},
                                           Shape{64, 2, 30, false}, Shape{4, 3, 100, true}),
                         [](const auto& info) { return name_of(info.param); });

/// With those above, every s from 1 to 16 is tried.
std::vector<Shape> other_super_warps() {
  std::vector<Shape> shapes;
  for (const std::uint32_t s : {4U, 6U, 8U, 9U, 10U, 12U, 13U, 14U, 15U})
    shapes.push_back({2, s, 60, false});
  return shapes;
}

INSTANTIATE_TEST_SUITE_P(SuperWarp, RandomAccess, ::testing::ValuesIn(other_super_warps()),
                         [](const auto& info) { return name_of(info.param); });

Shape other_rule(MachineKind kind, std::uint32_t width, std::uint32_t super_warp, int cases,
                 bool shallow) {
  return {width, super_warp, cases, shallow, "identity", 40, kind};
}

INSTANTIATE_TEST_SUITE_P(SlotRule, RandomAccess,
                         ::testing::Values(other_rule(MachineKind::kUmm, 4, 1, 400, false),
                                           other_rule(MachineKind::kUmm, 8, 1, 100, true),
                                           other_rule(MachineKind::kUmm, 32, 1, 400, false),
                                           other_rule(MachineKind::kSumm, 4, 3, 200, false),
                                           other_rule(MachineKind::kSumm, 8, 2, 100, true),
                                           other_rule(MachineKind::kSumm, 16, 4, 100, false),
                                           other_rule(MachineKind::kGt200, 4, 1, 400, false),
                                           other_rule(MachineKind::kGt200, 8, 1, 100, true),
                                           other_rule(MachineKind::kGt200, 16, 1, 400, false)),
                         [](const auto& info) { return name_of(info.param); });

/// Every mapping that has RTL, on more rows than any table of a mapping has.
std::vector<Shape> mapped_shapes() {
  constexpr std::uint32_t kRows = 2000;
  std::vector<Shape> shapes;
  for (const model::MappingInfo& mapping : model::mappings()) {
    if (mapping.name == "identity" || mapping.rtl.empty()) continue;
    for (const std::uint32_t width : {2U, 4U, 16U, 32U}) {
      for (const std::uint32_t super_warp : {1U, 3U}) {
        if (super_warp > 1 && width != 4 && width != 32)
          continue;  // each shape is a build of its own
        shapes.push_back({width, super_warp, 40, false, mapping.name, kRows});
      }
    }
  }
  return shapes;
}

INSTANTIATE_TEST_SUITE_P(Mapping, RandomAccess, ::testing::ValuesIn(mapped_shapes()),
                         [](const auto& info) { return name_of(info.param); });

/// `shapes` of width, depth, and passes, and every option of `rpu` at its last value.
std::vector<Shape> overlapping(Rpu rpu, const std::vector<std::array<std::uint32_t, 3>>& shapes) {
  std::vector<Shape> all;
  const auto add = [&](std::uint32_t width, const Streaming& streaming) {
    const int cases = width > 8 ? 100 : 400;
    all.push_back({width, 1, cases, false, "identity", 40, MachineKind::kSdmm, streaming, rpu});
  };
  for (const auto& [width, depth, passes] : shapes) {
    Streaming streaming = rpu_defaults(rpu);
    streaming.depth = depth;
    streaming.passes = passes;
    add(width, streaming);
  }
  for (const RpuOption& option : rpu_info(rpu).options) {
    Streaming streaming = rpu_defaults(rpu);
    streaming.depth = 3;
    option.set(streaming, option.choices.empty() ? option.most : option.choices.back().value);
    add(4, streaming);
  }
  return all;
}

/// Few warps, so that failing traces shrink; stream_grid_test.cpp fills the windows.
INSTANTIATE_TEST_SUITE_P(
    Stream, RandomAccess,
    ::testing::ValuesIn(overlapping(Rpu::kStream,
                                    {{2, 1, 1}, {4, 2, 2}, {8, 5, 3}, {16, 16, 4}, {32, 8, 3}})),
    [](const auto& info) { return name_of(info.param); });

INSTANTIATE_TEST_SUITE_P(
    Pipelined, RandomAccess,
    ::testing::ValuesIn(overlapping(Rpu::kPipelined,
                                    {{2, 1, 1}, {4, 2, 2}, {8, 5, 3}, {16, 4, 4}, {32, 2, 3}})),
    [](const auto& info) { return name_of(info.param); });

INSTANTIATE_TEST_SUITE_P(Crossbar, RandomAccess,
                         ::testing::ValuesIn(overlapping(
                             Rpu::kCrossbar, {{2, 1, 1}, {4, 2, 1}, {16, 16, 1}, {32, 8, 1}})),
                         [](const auto& info) { return name_of(info.param); });

}  // namespace
}  // namespace superwarp::test
