// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>

#include "model/machine/rpu_info.h"
#include "model/machine/shape.h"
#include "model/reference/machine_check.h"
#include "model/reference/mapping.h"
#include "model/reference/random.h"
#include "sim/run/model_recording.h"
#include "sim/trace/trace_program.h"
#include "tests/bench/bench_fixture.h"
#include "tests/bench/mapped_shapes.h"
#include "tests/bench/random_trace.h"
#include "tests/model/random_work.h"
#include "tests/platform/facts.h"

namespace superwarp::test {
namespace {

/// An SDMM, which with one warp is the DMM.
Shape batch(std::uint32_t width, std::uint32_t super_warp, int cases, bool shallow = false) {
  return {sdmm(width, super_warp), cases, shallow};
}

/// Fills the memory with zeros, as in a fresh process. Words that earlier runs left must not make a
/// trace fail: its replay runs in a process of its own and would pass.
class Zeros final : public Program {
 public:
  Zeros(std::uint32_t width, std::uint32_t threads, std::uint64_t words) : Program(width, threads), words_(words) {}
  [[nodiscard]] std::uint64_t rounds() const override { return 0; }
  [[nodiscard]] std::uint64_t words() const override { return words_; }
  [[nodiscard]] Word initial(Address /*address*/) const override { return 0; }
  Op access(std::uint64_t, std::uint32_t, Word*, Address*, Word*) const override { return Op::kRead; }

 private:
  std::uint64_t words_;
};

/// Draws in which rows the mapping of `machine` is on.
void draw_regions(Machine& machine, std::uint64_t words) {
  std::uint32_t region = 0;
  const auto drawn = [&](std::uint64_t end) {
    return model::uniform_at(words, region++, static_cast<std::uint32_t>(end));
  };
  for (auto on : machine.regions.on) on = drawn(2) == 1;
  for (auto& [first, rows] : machine.regions.table) {
    const std::uint64_t all = model::rows_covering(words, machine.bank_count());
    first = drawn(all);
    rows = drawn(all - first + 1);
  }
}

/// The first difference of the pins and the stepper behind the same warps; empty if there is none.
std::string difference(const Recording& rtl, const Program& program, Machine machine) {
  model::fit(machine, program.words());
  const evaluate::ModelRecording run = evaluate::record_model(program, machine);
  const Recording& stepper = run.recording;
  if (!run.whole || rtl.units.size() != stepper.units.size()) return "one run is longer";
  for (std::size_t i = 0; i < rtl.units.size(); ++i) {
    const Facts pins(rtl.units[i]);
    const Facts told(stepper.units[i]);
    if (pins == told) continue;
    return "RTL: " + ::testing::PrintToString(pins) + "\nstepper: " + ::testing::PrintToString(told);
  }
  return rtl.accepted == stepper.accepted ? "" : "a dispatch is accepted in another time unit";
}

/// Together at least 100,000 warp accesses: reads, writes, inactive threads, equal addresses, all
/// in one bank, and mixtures, in both schedules, with barriers.
class RandomAccess : public ::testing::TestWithParam<Shape> {
 protected:
  static void SetUpTestSuite() { share_mapped_units(); }
};

TEST_P(RandomAccess, rtl_equals_model_in_time_and_every_word) {
  const Shape shape = GetParam();
  setenv("RC_PARAMS", fmt::format("seed=1 max_success={}", shape.cases).c_str(), 0);
  std::uint64_t accesses = 0;
  trace::Trace smallest;
  Shape failing;
  int unrepeated = 0;  // failures that need words of an earlier run
  const bool held = rc::check("RTL = model", [&] {
    Machine tried = shape.machine;
    const auto random = *test::random_trace(tried.width, tried.super_warp, shape.most_rows);
    trace::Trace trace = random.trace();
    if (trace.words() == 0) return;
    tried.latency = route_stages(tried) + random.latency;
    tried.schedule = random.schedule;
    if (shape.issues) {
      std::mt19937_64 dice(*rc::gen::arbitrary<std::uint64_t>());
      trace = with_work(trace, dice);
      tried.schedule = Schedule::kAsync;
      tried.issue = random_issue(dice);
    }
    const trace::TraceProgram program(trace);
    tried.seed = random.lines.size();  // another key for every trace
    draw_regions(tried, trace.words());
    const auto run = [&] { return test::evaluate(program, tried, {}, shape.shallow, shape.ticks); };
    const evaluate::Evaluation evaluation = run();
    accesses += trace.accesses().size();
    if (evaluation.agree()) {
      if (shape.issues) expect_all_warp_time_told(*evaluation.model, tried, program.warps());
      if (!shape.ticks) return;
      const std::string differs = difference(evaluation.rtl->recording, program, tried);
      if (!differs.empty()) RC_FAIL(differs);
      return;
    }
    test::evaluate(Zeros(tried.width, tried.lanes(), std::uint64_t{tried.bank_count()} * shape.most_rows), tried, {},
                   shape.shallow);
    if (run().agree()) {
      ++unrepeated;
      return;
    }
    smallest = trace;  // rapidcheck tries smaller ones; the last that fails is the smallest
    failing = shape;
    failing.machine = tried;
    RC_FAIL("RTL and model disagree");
  });
  if (held) {
    EXPECT_EQ(unrepeated, 0) << "traces that fail, but not on an empty memory";
    EXPECT_GE(accesses, static_cast<std::uint64_t>(shape.cases) * 10);  // no empty ones
    fmt::print("{} warp accesses\n", accesses);
  } else if (smallest.width() == 0) {
    ADD_FAILURE() << "the bench threw, or only the stepper disagrees";
  } else {
    ADD_FAILURE() << test::keep_failure(smallest, failing);
  }
}

INSTANTIATE_TEST_SUITE_P(Shape, RandomAccess,
                         ::testing::Values(batch(2, 1, 500), batch(4, 1, 800), batch(8, 1, 800), batch(16, 1, 500),
                                           batch(32, 1, 800), batch(64, 1, 400), batch(8, 1, 200, true),
                                           batch(4, 3, 400), batch(8, 5, 300), batch(32, 5, 150), batch(2, 16, 200),
                                           batch(4, 2, 200), batch(2, 7, 200), batch(4, 11, 100), batch(64, 2, 30),
                                           batch(4, 3, 100, true)),
                         named<Shape>);

/// With those above, every s from 1 to 16 is tried.
INSTANTIATE_TEST_SUITE_P(SuperWarp, RandomAccess,
                         ::testing::Values(batch(2, 4, 60), batch(2, 6, 60), batch(2, 8, 60), batch(2, 9, 60),
                                           batch(2, 10, 60), batch(2, 12, 60), batch(2, 13, 60), batch(2, 14, 60),
                                           batch(2, 15, 60)),
                         named<Shape>);

INSTANTIATE_TEST_SUITE_P(
    SlotRule, RandomAccess,
    ::testing::Values(Shape{machine_of(MachineKind::kUmm, 4), 400}, Shape{machine_of(MachineKind::kUmm, 8), 100, true},
                      Shape{machine_of(MachineKind::kUmm, 32), 400}, Shape{machine_of(MachineKind::kSumm, 4, 3), 200},
                      Shape{machine_of(MachineKind::kSumm, 8, 2), 100, true},
                      Shape{machine_of(MachineKind::kSumm, 16, 4), 100}, Shape{machine_of(MachineKind::kGt200, 4), 400},
                      Shape{machine_of(MachineKind::kGt200, 8), 100, true},
                      Shape{machine_of(MachineKind::kGt200, 16), 400}),
    named<Shape>);

INSTANTIATE_TEST_SUITE_P(Serial, RandomAccess,
                         ::testing::Values(Shape{serial(4, 2, 1), 400}, Shape{serial(4, 3, 2), 400},
                                           Shape{serial(2, 16, 1), 100}, Shape{serial(8, 5, 2), 200},
                                           Shape{serial(32, 2, 1), 60}, Shape{serial(16, 5, 2), 60},
                                           Shape{mapped(serial(4, 4, 1), "random-shift"), 200},
                                           Shape{mapped(serial(8, 3, 2), "ipoly"), 100},
                                           Shape{serial(4, 2, 1), 400, true}, Shape{serial(4, 3, 2), 400, true}),
                         named<Shape>);

INSTANTIATE_TEST_SUITE_P(Route, RandomAccess,
                         ::testing::Values(Shape{routed(sdmm(2), 1), 100}, Shape{routed(sdmm(4), 2), 400},
                                           Shape{routed(sdmm(4), 5), 200, true},
                                           Shape{routed(sdmm(4, 3), 4), 200, true}, Shape{routed(sdmm(8, 2), 13), 100},
                                           Shape{routed(sdmm(32), 6), 100},
                                           Shape{routed(machine_of(MachineKind::kUmm, 8), 3), 100},
                                           Shape{routed(machine_of(MachineKind::kGt200, 16), 7), 100},
                                           Shape{routed(mapped(sdmm(8), "random-shift"), 9), 100}),
                         named<Shape>);

/// `machine` with `banks` banks.
Shape banked(Machine machine, std::uint32_t banks, int cases, bool shallow = false) {
  machine.banks = banks;
  return {std::move(machine), cases, shallow};
}

/// Numbers of threads and banks that differ, are odd, or 1.
INSTANTIATE_TEST_SUITE_P(
    Banks, RandomAccess,
    ::testing::Values(banked(sdmm(16), 17, 200), banked(sdmm(12), 12, 200), banked(sdmm(1), 1, 100),
                      banked(sdmm(3), 1, 100), banked(sdmm(1, 5), 3, 200), banked(sdmm(5, 3), 7, 200, true),
                      banked(sdmm(32), 31, 100), banked(sdmm(33), 37, 60), banked(sdmm(2), 127, 60),
                      banked(mapped(sdmm(16), "random-shift"), 17, 200), banked(mapped(sdmm(7, 2), "pad"), 5, 200),
                      banked(mapped(sdmm(4), "ipoly"), 8, 200), banked(machine_of(MachineKind::kUmm, 6), 9, 200),
                      banked(machine_of(MachineKind::kSumm, 3, 2), 5, 100, true),
                      banked(machine_of(MachineKind::kGt200, 16), 19, 200), banked(serial(3, 3, 1), 5, 200),
                      banked(serial(4, 2, 2), 3, 200, true), banked(serial(1, 4, 2), 1, 100, true),
                      banked(mapped(serial(5, 2, 1), "random-shift"), 12, 100)),
    named<Shape>);

INSTANTIATE_TEST_SUITE_P(Ports, RandomAccess,
                         ::testing::Values(Shape{two_ports(dmm(4)), 400}, Shape{two_ports(dmm(32)), 100},
                                           Shape{two_ports(sdmm(4, 3)), 100, true},
                                           Shape{two_ports(machine_of(MachineKind::kUmm, 4)), 200},
                                           Shape{two_ports(banked(sdmm(5), 3, 0).machine), 200},
                                           Shape{two_ports(mapped(sdmm(8), "random-shift")), 100}),
                         named<Shape>);

INSTANTIATE_TEST_SUITE_P(Words, RandomAccess,
                         ::testing::Values(Shape{two_words(dmm(4), 4), 400}, Shape{two_words(sdmm(4, 3), 4), 100, true},
                                           Shape{two_words(dmm(5), 3), 100},
                                           Shape{two_words(machine_of(MachineKind::kUmm, 4), 4), 100},
                                           Shape{two_ports(two_words(dmm(8), 4)), 100}),
                         named<Shape>);

INSTANTIATE_TEST_SUITE_P(Mapping, RandomAccess, ::testing::ValuesIn(mapped_shapes()), named<Shape>);

INSTANTIATE_TEST_SUITE_P(Regions, RandomAccess, ::testing::ValuesIn(shapes_of_regions()), named<Shape>);

/// `shapes` of width, depth, and passes, and every option of `rpu` at its last value.
std::vector<Shape> every_option(Rpu rpu, const std::vector<std::array<std::uint32_t, 3>>& shapes,
                                bool shallow = false) {
  std::vector<Shape> all;
  const auto add = [&](std::uint32_t width, const Streaming& streaming) {
    all.push_back({overlapping(rpu, width, streaming), width > 8 ? 100 : 400, shallow});
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
INSTANTIATE_TEST_SUITE_P(Stream, RandomAccess,
                         ::testing::ValuesIn(every_option(
                             Rpu::kStream, {{2, 1, 1}, {4, 2, 2}, {8, 5, 3}, {16, 16, 4}, {32, 8, 3}, {64, 8, 2}})),
                         named<Shape>);

INSTANTIATE_TEST_SUITE_P(Pipelined, RandomAccess,
                         ::testing::ValuesIn(every_option(Rpu::kPipelined,
                                                          {{2, 1, 1}, {4, 2, 2}, {8, 5, 3}, {16, 4, 4}, {32, 4, 3}})),
                         named<Shape>);

/// Windows with queues, stores of words and other later passes, in both forms.
std::vector<Shape> small_windows() {
  const Streaming wide = small_window({8, 2}, 4, 4, Later::kYoungest);
  std::vector<Shape> shapes = {{overlapping(Rpu::kPipelined, 32, wide), 50}};  // silicon: minutes
  for (const auto& [width, window] : std::vector<std::pair<std::uint32_t, Streaming>>{
           {2, small_window({1, 1}, 1, 1, Later::kYoungest)},
           {4, small_window({2, 3}, 0, 0, Later::kAlone)},
           {4, small_window({2, 2}, 3, 2, Later::kYoungest)},
           {4, small_window({4, 2, Priority::kTurn}, 0, 3, Later::kYoungest)},
           {8, small_window({5, 4}, 2, 4, Later::kYoungest)}}) {
    for (const bool shallow : {false, true})
      shapes.push_back({overlapping(Rpu::kPipelined, width, window), 200, shallow});
  }
  return shapes;
}

INSTANTIATE_TEST_SUITE_P(PipelinedSmall, RandomAccess, ::testing::ValuesIn(small_windows()), named<Shape>);

/// The forms for silicon, as `cost` prices them.
INSTANTIATE_TEST_SUITE_P(PipelinedSilicon, RandomAccess,
                         ::testing::ValuesIn(every_option(Rpu::kPipelined, {{2, 1, 1}, {4, 2, 2}, {8, 5, 3}}, true)),
                         named<Shape>);
INSTANTIATE_TEST_SUITE_P(StreamSilicon, RandomAccess,
                         ::testing::ValuesIn(every_option(Rpu::kStream, {{4, 2, 2}}, true)), named<Shape>);
INSTANTIATE_TEST_SUITE_P(CrossbarSilicon, RandomAccess,
                         ::testing::ValuesIn(every_option(Rpu::kCrossbar, {{4, 2, 1}}, true)), named<Shape>);

/// Lanes and banks that differ, are odd, or 1.
std::vector<Shape> overlapping_banks() {
  std::vector<Shape> shapes;
  for (const Rpu rpu : {Rpu::kStream, Rpu::kPipelined, Rpu::kCrossbar}) {
    const auto add = [&](std::uint32_t width, std::uint32_t banks, std::uint32_t depth, int cases,
                         const std::string& mapping = "identity", bool shallow = false) {
      Streaming streaming = rpu_defaults(rpu);
      streaming.depth = depth;
      shapes.push_back(banked(mapped(overlapping(rpu, width, streaming), mapping), banks, cases, shallow));
    };
    add(3, 2, 2, 400);
    add(5, 7, 3, 200, "random-shift");
    if (rpu == Rpu::kPipelined) add(6, 5, 2, 200, "identity", true);
    if (rpu != Rpu::kStream) continue;
    add(1, 3, 1, 100);
    add(33, 17, 2, 60);
  }
  return shapes;
}

INSTANTIATE_TEST_SUITE_P(OverlappingBanks, RandomAccess, ::testing::ValuesIn(overlapping_banks()), named<Shape>);

INSTANTIATE_TEST_SUITE_P(Crossbar, RandomAccess,
                         ::testing::ValuesIn(every_option(Rpu::kCrossbar,
                                                          {{2, 1, 1}, {4, 2, 1}, {16, 16, 1}, {32, 8, 1}})),
                         named<Shape>);

/// The stepper reports in every time unit what the pins show.
std::vector<Shape> ticking() {
  std::vector<Shape> shapes;
  for (const Machine& machine : {dmm(4),
                                 dmm(32),
                                 machine_of(MachineKind::kUmm, 4),
                                 sdmm(4, 3),
                                 sdmm(8, 5),
                                 machine_of(MachineKind::kRsdmm, 4, 3),
                                 mapped(dmm(16), "ipoly"),
                                 machine_of(MachineKind::kSumm, 4, 3),
                                 machine_of(MachineKind::kGt200, 16),
                                 serial(4, 2, 1),
                                 serial(4, 3, 2),
                                 serial(8, 5, 2),
                                 overlapping(Rpu::kStream, 2, {1, 1, Priority::kFullest}),
                                 overlapping(Rpu::kStream, 4, {4, 3, Priority::kTurn}),
                                 overlapping(Rpu::kStream, 32, {8, 3, Priority::kFullest}),
                                 overlapping(Rpu::kPipelined, 4, {2, 2, Priority::kFullest}),
                                 overlapping(Rpu::kPipelined, 4, {4, 3, Priority::kTurn}),
                                 overlapping(Rpu::kPipelined, 4, small_window({3, 2}, 3, 2, Later::kYoungest)),
                                 overlapping(Rpu::kCrossbar, 4, {2, 1, Priority::kRoundRobin}),
                                 overlapping(Rpu::kCrossbar, 4, {3, 1, Priority::kFixed}),
                                 overlapping(Rpu::kCrossbar, 32, {8, 1, Priority::kRoundRobin})}) {
    shapes.push_back({machine, 60});
    shapes.back().ticks = true;
  }
  return shapes;
}

INSTANTIATE_TEST_SUITE_P(Stepper, RandomAccess, ::testing::ValuesIn(ticking()), named<Shape>);

/// The issue stage (docs/spec/issue.md): with the bench's sub-cores against the model's.
std::vector<Shape> shapes_that_issue() {
  std::vector<Shape> all = {{dmm(4)}, {sdmm(4, 3)}, {machine_of(MachineKind::kUmm, 4)}, {serial(4, 3, 1)}};
  for (const Rpu rpu : {Rpu::kStream, Rpu::kPipelined, Rpu::kCrossbar}) {
    Streaming streaming = rpu_defaults(rpu);
    streaming.depth = rpu == Rpu::kCrossbar ? 2 : 3;
    all.push_back({overlapping(rpu, 4, streaming)});
  }
  for (Shape& shape : all) {
    shape.cases = 400;
    shape.issues = true;
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(Issue, RandomAccess, ::testing::ValuesIn(shapes_that_issue()), named<Shape>);

}  // namespace
}  // namespace superwarp::test
