// SPDX-License-Identifier: Apache-2.0
#include "model/reference/mapping.h"
#include "sim/workload/workload.h"
#include "tb/listeners.h"
#include "tests/bench/bench_fixture.h"
#include "tests/bench/software_unit.h"

/// \file
/// Checks in a second thread, some blocks after the events, find the same as checks at once.

namespace superwarp::test {
namespace {

constexpr std::uint32_t kNarrow = 4;
constexpr std::uint64_t kLate = 20'000;  ///< a time unit that is in the second block of events

/// A unit whose time unit kLate of the program is changed.
class Changed final : public SoftwareUnit {
 public:
  /// `change` returns false where it is not possible.
  Changed(const Machine& machine, const Mapping& mapping, std::function<bool(TimeUnit&)> change)
      : SoftwareUnit(machine, mapping, Defect::kNone, 1), change_(std::move(change)) {}

  void reset(std::uint32_t latency) override {
    ++resets_;
    SoftwareUnit::reset(latency);
  }
  TimeUnitView observe() override {
    seen_ = SoftwareUnit::observe().kept();
    constexpr unsigned kRun = 2;  // after filling the memory
    if (resets_ == kRun && seen_.time >= kLate && !changed_) changed_ = change_(seen_);
    return seen_;
  }

 private:
  std::function<bool(TimeUnit&)> change_;
  TimeUnit seen_;
  unsigned resets_ = 0;
  bool changed_ = false;
};

tb::BenchResult run(bool second_thread, const std::function<bool(TimeUnit&)>& change) {
  workload::WorkloadOptions options;
  options.size = 120'000;
  options.threads = 4 * kNarrow;
  options.width = kNarrow;
  options.write_percent = 40;
  const auto program = workload::make_workload("random", options);
  Machine machine = machine_of(MachineKind::kRsdmm, kNarrow, 1, 1);
  model::fit(machine, program->words());
  const auto law = model::make_mapping(machine);
  tb::BenchOptions how;
  how.record = true;
  bench().check_in_second_thread(second_thread);
  return bench().run(std::make_shared<Changed>(machine, *law, change), machine, *law, *program, how);
}

/// Runs it both ways and returns what both find.
tb::BenchResult found(const std::function<bool(TimeUnit&)>& change) {
  tb::BenchResult at_once = run(false, change);
  const tb::BenchResult later = run(true, change);
  EXPECT_EQ(at_once.time_units, later.time_units);
  EXPECT_EQ(at_once.slots, later.slots);
  EXPECT_EQ(at_once.max_congestion, later.max_congestion);
  EXPECT_EQ(at_once.dispatches, later.dispatches);
  EXPECT_EQ(at_once.requests, later.requests);
  EXPECT_EQ(at_once.cycles, later.cycles);
  EXPECT_EQ(at_once.memory, later.memory);
  EXPECT_EQ(at_once.recording.units.size(), later.recording.units.size());
  EXPECT_EQ(at_once.recording.dispatches.size(), later.recording.dispatches.size());
  EXPECT_EQ(at_once.recording.accepted, later.recording.accepted);
  EXPECT_EQ(at_once.disagreement.has_value(), later.disagreement.has_value());
  if (at_once.disagreement && later.disagreement) {
    EXPECT_EQ(at_once.disagreement->text, later.disagreement->text);
    EXPECT_EQ(at_once.disagreement->clause, later.disagreement->clause);
    EXPECT_EQ(at_once.disagreement->time, later.disagreement->time);
  }
  return at_once;
}

TEST(Relay, a_lawful_run_is_the_same) {
  const auto result = found([](TimeUnit&) { return false; });
  EXPECT_FALSE(result.disagreement);
  EXPECT_GT(result.time_units, 2 * kLate);
  EXPECT_EQ(result.recording.dispatches.size(), result.dispatches);
  std::uint64_t requests = 0;
  for (const Dispatch& one : result.recording.dispatches) {
    for (const Address address : one.address) requests += address != kInactive ? 1 : 0;
  }
  EXPECT_EQ(result.requests, requests);
}

/// The clause that a change breaks, just after kLate.
Clause clause_of(const std::function<bool(TimeUnit&)>& change) {
  const auto result = found(change);
  EXPECT_GE(result.time_units, kLate - 1);
  EXPECT_LT(result.time_units, kLate + 100);
  return result.disagreement ? result.disagreement->clause : Clause::kMissing;
}

TEST(Relay, an_unlawful_event_ends_the_run_there) {
  const auto clause = [](const std::function<void(Served&, BankEvent&)>& change) {
    return clause_of([&](TimeUnit& unit) {
      if (unit.events.empty() || unit.events.back().op == Op::kWrite) return false;
      change(unit.served[unit.events.back().first], unit.events.back());
      return true;
    });
  };
  EXPECT_EQ(clause([](Served& served, BankEvent&) { ++served.word; }), Clause::kWrongWord);
  EXPECT_EQ(clause([](Served& served, BankEvent&) { served.dispatch += 1000; }), Clause::kNotUnderWay);
  EXPECT_EQ(clause([](Served& served, BankEvent&) { served.lane = 1000; }), Clause::kNotRequested);
  EXPECT_EQ(clause([](Served&, BankEvent& event) { ++event.row; }), Clause::kWrongRow);
}

TEST(Relay, a_completion_of_no_dispatch_and_silence_end_it_too) {
  const auto completes_another = [](TimeUnit& unit) {
    unit.completed.push_back(1'000'000);
    return true;
  };
  EXPECT_EQ(clause_of(completes_another), Clause::kNotUnderWay);
  const auto silent = [](TimeUnit& unit) {
    unit.clear();
    return false;
  };
  EXPECT_EQ(clause_of(silent), Clause::kSilent);
}

/// A reference that fails after some dispatches.
class Failing final : public Reference {
 public:
  bool next(Expected& expected) override {
    if (++dispatches_ > 50'000) throw std::invalid_argument("too many");
    expected.dispatch.address = {kInactive, kInactive, kInactive, kInactive};
    expected.slot.resize(kNarrow);
    return true;
  }
  [[nodiscard]] Word word(Address /*address*/) const override { return 0; }

 private:
  std::uint32_t dispatches_ = 0;
};

TEST(Relay, an_exception_of_the_reference_arrives) {
  for (const std::uint32_t time_units : {1U, 49'000U, 1'000'000U}) {
    const Machine machine = machine_of(MachineKind::kRsdmm, kNarrow, 1, 1);
    const auto law = model::make_mapping(machine);
    tb::LawfulChecker lawful(machine, *law);
    Failing reference;
    tb::BenchOptions options;
    options.reference = &reference;
    tb::Listeners listeners({&lawful}, machine, options);
    SoftwareUnit unit(machine, *law, Defect::kNone, 1);
    tb::Relay relay(listeners, {&unit}, true);
    const auto all = [&] {
      const Dispatch dispatch{0, 0, Op::kRead, {kInactive, kInactive, kInactive, kInactive}, {}, 0};
      for (DispatchId id = 0; id < time_units; ++id) {
        relay.hear(unit, {});
        relay.hear(id, dispatch, {});
        relay.end_cycle();
      }
      relay.finish();
    };
    if (time_units < 50'000) {
      EXPECT_NO_THROW(all());
    } else {
      EXPECT_THROW(all(), std::invalid_argument);
    }
  }
}

}  // namespace
}  // namespace superwarp::test
