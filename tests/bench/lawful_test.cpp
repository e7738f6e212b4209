// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "sim/model/mapping.h"
#include "sim/model/reference_model.h"
#include "sim/trace/trace_program.h"
#include "sim/workload/workload.h"
#include "tests/bench/bench_fixture.h"
#include "tests/bench/software_unit.h"

/// \file
/// What the checkers of bank events accept and reject. The units are software, each unlawful in one
/// way: every clause rejects its violation, and none rejects a unit only because it is no machine
/// of the papers.

namespace superwarp::test {
namespace {

constexpr std::uint32_t kWidth = 4;

Machine machine_for(const Program& program, const std::string& mapping) {
  Machine machine;
  machine.kind = MachineKind::kRsdmm;
  machine.width = kWidth;
  machine.latency = 1;
  machine.mapping = mapping;
  machine.schedule = Schedule::kAsync;
  model::fit(machine, program.words());
  return machine;
}

std::unique_ptr<Program> workload(const std::string& name, std::uint64_t size,
                                  std::uint32_t write_percent = 0) {
  workload::WorkloadOptions options;
  options.size = size;
  options.threads = 4 * kWidth;
  options.width = kWidth;
  options.write_percent = write_percent;
  return workload::make_workload(name, options);
}

/// Reads and writes of four warps with equal words, idle threads and full banks among them.
trace::TraceProgram traffic() {
  trace::Trace trace;
  for (std::uint32_t round = 0; round < 12; ++round) {
    for (std::uint32_t warp = 0; warp < 4; ++warp) {
      std::vector<Address> address(kWidth);
      for (std::uint32_t lane = 0; lane < kWidth; ++lane)
        address[lane] = model::uniform_at(1, (round * 4 + warp) * kWidth + lane, 40);
      if (round % 3 == 0) address[3] = address[1];
      if (warp == 1) address[2] = kInactive;
      trace.add(round, warp, (round + warp) % 2 == 0 ? Op::kRead : Op::kWrite, address);
    }
  }
  return trace::TraceProgram(std::move(trace));
}

/// The first disagreement of a software unit with `defect` that runs `program`.
std::optional<Disagreement> judged(const Program& program, Defect defect, std::uint64_t seed,
                                   const std::string& mapping = "random-shift",
                                   Reference* reference = nullptr) {
  const Machine machine = machine_for(program, mapping);
  const auto law = model::make_mapping(machine);
  const auto unit = std::make_shared<SoftwareUnit>(machine, *law, defect, seed);
  tb::BenchOptions options;
  options.reference = reference;
  const tb::BenchResult result = bench().run(unit, machine, *law, program, options);
  EXPECT_EQ(unit->broken(), defect != Defect::kNone && defect != Defect::kNeverCompletes);
  return result.disagreement;
}

TEST(Lawful, any_order_of_requests_passes) {
  for (const char* mapping : {"identity", "random-shift", "xor-swizzle"}) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      const auto program = workload("random", 50, 40);
      const auto wrong = judged(*program, Defect::kNone, seed, mapping);
      EXPECT_FALSE(wrong) << mapping << ", seed " << seed << ": " << wrong->text;
    }
  }
}

struct Unlawful {
  Defect defect;
  Clause clause;
  const char* text;  ///< part of what it says
};

void PrintTo(const Unlawful& unlawful, std::ostream* out) { *out << unlawful.text; }

class EveryClause : public testing::TestWithParam<Unlawful> {};

TEST_P(EveryClause, bites) {
  const Unlawful& unlawful = GetParam();
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const auto wrong = judged(traffic(), unlawful.defect, seed);
    ASSERT_TRUE(wrong) << "seed " << seed;
    EXPECT_EQ(wrong->clause, unlawful.clause) << wrong->text;
    EXPECT_NE(wrong->text.find(unlawful.text), std::string::npos) << wrong->text;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Lawful, EveryClause,
    testing::Values(
        Unlawful{Defect::kServesTwice, Clause::kServedTwice, "is served again"},
        Unlawful{Defect::kWrongBank, Clause::kWrongBank, "the mapping says"},
        Unlawful{Defect::kWrongRow, Clause::kWrongRow, "it is in row"},
        Unlawful{Defect::kAccessWithoutBank, Clause::kWrongRow, "which makes no access"},
        Unlawful{Defect::kLosesALane, Clause::kServesNobody, "serves no lane"},
        Unlawful{Defect::kServesIdleLane, Clause::kNotRequested, "requested nothing"},
        Unlawful{Defect::kServesAfterCompletion, Clause::kNotUnderWay, "not under way"},
        Unlawful{Defect::kTwoAccesses, Clause::kOneAddress, "makes two accesses"},
        Unlawful{Defect::kServesNobody, Clause::kServesNobody, "serves no lane"},
        Unlawful{Defect::kStaleWord, Clause::kWrongWord, "was left there"},
        Unlawful{Defect::kCrossedWords, Clause::kWrongWord, "has read"},
        Unlawful{Defect::kHighestLaneWrites, Clause::kWrongWinner, "lowest thread's word"},
        Unlawful{Defect::kReadsForAWrite, Clause::kWrongOp, "makes a read"},
        Unlawful{Defect::kNeverCompletes, Clause::kSilent, "has not answered"}));

/// Only completion shows the loss of a lane that shares its word with others: no bank is idle.
TEST(Lawful, a_dispatch_is_complete_when_all_is_served_and_not_before) {
  const auto program = workload("all-same-address", 64);
  const Machine machine = machine_for(*program, "identity");
  const auto law = model::make_mapping(machine);
  tb::LawfulChecker checker(machine, *law);
  const Dispatch dispatch{0, 0, Op::kRead, {3, 3, kInactive, 3}, {}};
  checker.offered(0, dispatch);
  TimeUnit unit;
  unit.time = 1;
  unit.accepted = {0};
  unit.events = {{3, 0, Op::kRead, 0, 0}};
  unit.served = {{0, 0, 0, 0}, {0, 1, 0, 0}};
  unit.completed = {0};
  const auto wrong = checker.check(unit);
  ASSERT_TRUE(wrong);
  EXPECT_EQ(wrong->clause, Clause::kEarly);
  EXPECT_EQ(checker.finish()->clause, Clause::kLeftOver);
}

TEST(Lawful, nothing_is_served_before_it_is_accepted) {
  const auto program = workload("all-same-address", 64);
  const Machine machine = machine_for(*program, "identity");
  const auto law = model::make_mapping(machine);
  tb::LawfulChecker checker(machine, *law);
  checker.offered(0, {0, 0, Op::kRead, {3, kInactive, kInactive, kInactive}, {}});
  TimeUnit unit;
  unit.time = 1;
  unit.events = {{3, 0, Op::kRead, 0, 0}};
  unit.served = {{0, 0, 0, 0}};
  EXPECT_EQ(checker.check(unit)->clause, Clause::kNotUnderWay);
}

/// The checker's mapping differs from the unit's, as if the two engines had swapped keys.
TEST(Lawful, a_mapping_with_another_key_is_no_excuse) {
  const auto program = workload("random", 64, 50);
  Machine machine = machine_for(*program, "random-shift");
  const auto law = model::make_mapping(machine);
  for (std::uint32_t& shift : machine.key) shift = (shift + 1) % kWidth;
  const auto other = model::make_mapping(machine);
  const auto unit = std::make_shared<SoftwareUnit>(machine, *other, Defect::kNone, 1);
  const auto result = bench().run(unit, machine, *law, *program, {});
  ASSERT_TRUE(result.disagreement);
  EXPECT_EQ(result.disagreement->clause, Clause::kWrongBank);
}

/// A reference that is changed in its first dispatch.
class Altered final : public Reference {
 public:
  Altered(const Program& program, const Machine& machine, void (*change)(Expected&))
      : model_(program, machine), change_(change) {}
  bool next(Expected& expected) override {
    if (!model_.next(expected)) return false;
    if (change_ != nullptr) change_(expected);
    change_ = nullptr;
    return true;
  }
  [[nodiscard]] Word word(Address address) const override { return model_.word(address); }

 private:
  model::ReferenceModel model_;
  void (*change_)(Expected&);
};

/// The timed checker's complaint about the RTL when the reference is changed in one place.
std::optional<Disagreement> timed(void (*change)(Expected&)) {
  const auto program = workload("random", 64);
  Machine machine = machine_for(*program, "random-shift");
  machine.latency = 3;
  const auto law = model::make_mapping(machine);
  sysc::RtlConfig config = rtl_under_test();
  config.width = kWidth;
  config.min_rows = machine.rows;
  config.mapping = machine.mapping;
  Altered reference(*program, machine, change);
  tb::BenchOptions options;
  options.reference = &reference;
  return bench().run(cache().unit(config), machine, *law, *program, options).disagreement;
}

TEST(Timed, the_reference_itself_is_kept) { EXPECT_FALSE(timed(nullptr)); }

struct Change {
  const char* law;
  void (*change)(Expected&);
  Clause clause;
};

void PrintTo(const Change& change, std::ostream* out) { *out << change.law; }

class TimedClause : public testing::TestWithParam<Change> {};

TEST_P(TimedClause, bites) {
  const auto wrong = timed(GetParam().change);
  ASSERT_TRUE(wrong);
  EXPECT_EQ(wrong->clause, GetParam().clause);
}

INSTANTIATE_TEST_SUITE_P(
    Timed, TimedClause,
    testing::Values(Change{"every_lane_in_its_slot", [](Expected& e) { ++e.slot[0]; },
                           Clause::kSlot},
                    Change{"completion_in_the_last_slot", [](Expected& e) { ++e.congestion; },
                           Clause::kCompletion},
                    Change{"the_word_that_the_reference_reads", [](Expected& e) { ++e.word[1]; },
                           Clause::kReferenceWord},
                    Change{"dispatches_in_the_references_order",
                           [](Expected& e) { ++e.dispatch.super_warp; }, Clause::kOrder}),
    [](const auto& info) { return info.param.law; });

TEST(Timed, dispatches_with_the_references_addresses) {
  const auto wrong = timed([](Expected& expected) { ++expected.dispatch.address[0]; });
  ASSERT_TRUE(wrong);
  EXPECT_NE(wrong->text.find("with other addresses"), std::string::npos) << wrong->text;
}

/// The first dispatch may be a time unit late: no earlier one shows it.
TEST(Timed, time_starts_with_acceptance) {
  const auto program = workload("contiguous", 4);
  const Machine machine = machine_for(*program, "identity");
  model::ReferenceModel reference(*program, machine);
  const auto wrong = judged(*program, Defect::kLate, 1, "identity", &reference);
  EXPECT_FALSE(wrong) << "late while filling the memory is no fault: " << wrong->text;
}

}  // namespace
}  // namespace superwarp::test
