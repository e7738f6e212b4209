// SPDX-License-Identifier: Apache-2.0
#include "tb/timed.h"
#include "tests/bench/clauses.h"

/// \file
/// The checker timed alone, as clauses_test.cpp has the checker lawful.

namespace superwarp::test {
namespace {

/// A reference of two dispatches: a read whose lanes go in slots 0, 1 and a write that follows it.
class TwoDispatches final : public Reference {
 public:
  static std::vector<Expected> all() {
    Expected read;
    read.dispatch = {0, 0, Op::kRead, {0, 4, kIdle, kIdle}, {}};
    read.first_slot = 1;
    read.congestion = 2;
    read.slot = {0, 1, 0, 0};
    read.word = {100, 101, 0, 0};
    Expected write;
    write.dispatch = {1, 3, Op::kWrite, {kIdle, kIdle, 8, kIdle}, {0, 0, 200, 0}};
    write.first_slot = 3;
    write.congestion = 1;
    write.slot = {0, 0, 0, 0};
    write.word = {0, 0, 0, 0};
    return {read, write};
  }
  bool next(Expected& expected) override {
    if (next_ == all().size()) return false;
    expected = all()[next_++];
    return true;
  }
  [[nodiscard]] Word word(Address /*address*/) const override { return 0; }

 private:
  std::size_t next_ = 0;
};

constexpr std::uint32_t kLatency = 5;

/// The run that the reference prescribes: the dispatches offered, and the time units.
struct TimedRun {
  std::vector<Dispatch> offered;
  std::vector<TimeUnit> units;
};

TimedRun prescribed() {
  TimedRun run;
  for (const Expected& expected : TwoDispatches::all()) run.offered.push_back(expected.dispatch);
  run.units.resize(3);
  for (std::size_t i = 0; i < 3; ++i) run.units[i].time = kLatency + i;
  add(run.units[0], {0, 0, Op::kRead, 100}, {{0, 0, 100}});
  add(run.units[1], {0, 1, Op::kRead, 101}, {{0, 1, 101}});
  run.units[1].completed = {0};
  add(run.units[2], {0, 2, Op::kWrite, 200}, {{1, 2, 77}});  // what a write returns has no meaning
  run.units[2].completed = {1};
  return run;
}

std::optional<Disagreement> timed(const std::function<void(TimedRun&)>& change) {
  TimedRun run = prescribed();
  change(run);
  TwoDispatches reference;
  Machine machine = machine_of();
  machine.latency = kLatency;
  tb::TimedChecker checker(machine, reference);
  for (std::size_t i = 0; i < run.offered.size(); ++i) {
    if (auto wrong = checker.offered(static_cast<DispatchId>(i), run.offered[i])) return wrong;
  }
  for (const TimeUnit& unit : run.units) {
    if (auto wrong = checker.check(unit)) return wrong;
  }
  return checker.finish();
}

TEST(TimedClauses, what_the_reference_prescribes_passes) {
  const auto wrong = timed([](TimedRun&) {});
  EXPECT_FALSE(wrong) << wrong->text;
}

TEST(TimedClauses, dispatches_are_the_references_in_every_part) {
  const std::vector<std::function<void(Dispatch&)>> parts = {
      [](Dispatch& d) { ++d.super_warp; }, [](Dispatch& d) { ++d.round; },
      [](Dispatch& d) { d.op = d.op == Op::kRead ? Op::kWrite : Op::kRead; }, [](Dispatch& d) { d.address[3] = 1; },
      [](Dispatch& d) { d.memory = 1; }};
  for (std::size_t part = 0; part < parts.size(); ++part) {
    for (std::size_t i : {0U, 1U}) {
      const auto wrong = timed([&](TimedRun& run) { parts[part](run.offered[i]); });
      ASSERT_TRUE(wrong) << part << ", dispatch " << i;
      EXPECT_EQ(wrong->clause, Clause::kOrder) << wrong->text;
      EXPECT_EQ(wrong->text.find("with other addresses") != std::string::npos, part == 3);
    }
  }
}

TEST(TimedClauses, no_dispatch_more_and_none_less) {
  expect_wrong(timed([](TimedRun& run) { run.offered.push_back(run.offered[0]); }), Clause::kOrder,
               "after the reference's last dispatch");
  expect_wrong(timed([](TimedRun& run) {
                 run.offered.pop_back();
                 run.units.pop_back();
               }),
               Clause::kMissing);
}

TEST(TimedClauses, every_lane_in_its_time_unit) {
  for (std::size_t i = 0; i < 3; ++i) {
    for (const int shift : {-1, 1}) {
      const auto wrong = timed([&](TimedRun& run) {
        run.units[i].time += static_cast<std::uint64_t>(shift);
        run.units[i].completed.clear();
      });
      SCOPED_TRACE(i);
      expect_wrong(wrong, Clause::kSlot);
    }
  }
}

TEST(TimedClauses, completion_with_the_last_slot) {
  expect_wrong(timed([](TimedRun& run) { std::swap(run.units[0].completed, run.units[1].completed); }),
               Clause::kCompletion);
  expect_wrong(timed([](TimedRun& run) {
                 run.units[1].completed.clear();
                 run.units[2].completed = {0, 1};
               }),
               Clause::kCompletion);
}

TEST(TimedClauses, every_lane_gets_the_references_word) {
  for (std::size_t i : {0U, 1U}) {
    expect_wrong(timed([&](TimedRun& run) { ++run.units[i].served[0].word; }), Clause::kReferenceWord);
  }
}

/// Each lane of an event is checked against its own dispatch.
TEST(TimedClauses, an_event_may_serve_several_dispatches) {
  const auto wrong = timed([](TimedRun& run) {
    run.units[2].served.push_back({0, 0, 100, 0});
    run.units[2].one_dispatch = false;
    run.units[1].completed.clear();
  });
  expect_wrong(wrong, Clause::kSlot);
  ASSERT_TRUE(wrong);
  EXPECT_EQ(wrong->dispatch, 0U);
}

}  // namespace
}  // namespace superwarp::test
