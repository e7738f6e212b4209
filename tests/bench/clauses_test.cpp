// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/clauses.h"

#include "model/reference/mapping.h"
#include "tb/lawful.h"

/// \file
/// The checker lawful alone, without a unit: time units written by hand, each unlawful in one
/// place. Each test must fail when its check is taken out of tb/lawful.cpp;
/// tests/broken/checkers.toml takes them out one by one.

namespace superwarp::test {
namespace {

class Lawful {
 public:
  explicit Lawful(Rpu rpu = Rpu::kBatch, std::uint32_t ports = 1, std::uint32_t words = 1)
      : machine_(machine_of(rpu, ports, words)),
        mapping_(model::make_mapping(machine_)),
        checker(machine_, *mapping_) {}

 private:
  Machine machine_;
  std::unique_ptr<Mapping> mapping_;

 public:
  tb::LawfulChecker checker;
};

/// Dispatch 0 leaves 100, 101, 102, 103 at 0, 5, 10, 15, a bank and a row each.
TimeUnit diagonal_written(tb::LawfulChecker& checker) {
  checker.offered(0, {0, 0, Op::kWrite, {0, 5, 10, 15}, {100, 101, 102, 103}});
  TimeUnit unit;
  unit.time = 1;
  unit.accepted = {0};
  for (std::uint32_t i = 0; i < kWidth; ++i) add(unit, {i, i, Op::kWrite, 100 + i}, {{0, i, 0}});
  unit.completed = {0};
  return unit;
}

/// Dispatch 1 reads the words at 0, 5 and 15 in the time unit after.
TimeUnit diagonal_read(tb::LawfulChecker& checker) {
  checker.offered(1, {0, 1, Op::kRead, {0, 5, kIdle, 15}, {}});
  TimeUnit unit;
  unit.time = 2;
  unit.accepted = {1};
  for (const std::uint32_t i : {0U, 1U, 3U}) add(unit, {i, i, Op::kRead, 100 + i}, {{1, i, 100 + i}});
  unit.completed = {1};
  return unit;
}

/// The checker's first complaint when the reading time unit is changed.
std::optional<Disagreement> judged(const std::function<void(TimeUnit&)>& change) {
  Lawful law;
  EXPECT_FALSE(law.checker.check(diagonal_written(law.checker)));
  TimeUnit unit = diagonal_read(law.checker);
  change(unit);
  if (auto wrong = law.checker.check(unit)) return wrong;
  return law.checker.finish();
}

/// The complaint when bank 0 makes one access for each lane, in one time unit.
std::optional<Disagreement> judged_at_bank_0(std::uint32_t ports, const std::vector<Address>& address) {
  Lawful law(Rpu::kBatch, ports);
  law.checker.offered(0, {0, 0, Op::kWrite, address, address});
  TimeUnit unit;
  unit.time = 1;
  unit.accepted = {0};
  for (std::uint32_t lane = 0; lane < kWidth; ++lane) {
    if (address[lane] == kIdle) continue;
    add(unit, {0, address[lane] / kWidth, Op::kWrite, address[lane]}, {{0, lane, 0}});
  }
  unit.completed = {0};
  return law.checker.check(unit);
}

TEST(LawfulPorts, a_bank_accesses_as_many_words_as_it_has_ports) {
  EXPECT_FALSE(judged_at_bank_0(2, {0, 4, kIdle, kIdle}));
  expect_wrong(judged_at_bank_0(1, {0, 4, kIdle, kIdle}), Clause::kOneAddress, "makes two accesses");
  expect_wrong(judged_at_bank_0(2, {0, 4, 8, kIdle}), Clause::kOneAddress,
               "bank 0 makes more accesses than it has ports");
}

TEST(LawfulPorts, the_ports_of_a_bank_access_different_words) {
  expect_wrong(judged_at_bank_0(2, {4, 4, kIdle, kIdle}), Clause::kOneAddress,
               "bank 0 accesses a word through two ports");
}

/// The complaint when the banks of these addresses, halves of two banks, access them at once.
std::optional<Disagreement> judged_with_halves(std::uint32_t ports, const std::vector<Address>& address) {
  Lawful law(Rpu::kBatch, ports, 2);
  law.checker.offered(0, {0, 0, Op::kWrite, address, address});
  TimeUnit unit;
  unit.time = 1;
  unit.accepted = {0};
  for (std::uint32_t lane = 0; lane < kWidth; ++lane) {
    const Address a = address[lane];
    add(unit, {a % kWidth, a / kWidth, Op::kWrite, a}, {{0, lane, 0}});
  }
  unit.completed = {0};
  return law.checker.check(unit);
}

TEST(LawfulHalves, both_halves_of_a_bank_access_one_row_a_port) {
  EXPECT_FALSE(judged_with_halves(1, {0, 1, 6, 7}));
  expect_wrong(judged_with_halves(1, {0, 5, 6, 7}), Clause::kOneAddress,
               "bank 1 accesses another row than the other half of its bank");
  EXPECT_FALSE(judged_with_halves(2, {0, 5, 6, 7}));
  EXPECT_FALSE(judged_with_halves(2, {0, 4, 5, 1}));
  expect_wrong(judged_with_halves(2, {0, 4, 9, 7}), Clause::kOneAddress,
               "bank 1 accesses another row than the other half of its bank");
}

struct Change {
  const char* name;
  void (*change)(TimeUnit&);
  Clause clause;
  const char* text;
};

void PrintTo(const Change& change, std::ostream* out) { *out << change.name; }

class LawfulClause : public testing::TestWithParam<Change> {};

TEST_P(LawfulClause, bites_where_it_is_broken) {
  expect_wrong(judged(GetParam().change), GetParam().clause, GetParam().text);
}

const Change kChanges[] = {
    {"bank_beyond_the_width", [](TimeUnit& u) { u.events[0].bank = kWidth; }, Clause::kOneAddress, "does not exist"},
    {"bank_twice", [](TimeUnit& u) { u.events[1].bank = 0; }, Clause::kOneAddress, "makes two accesses"},
    {"complete_too_early", [](TimeUnit& u) { take_last(u); }, Clause::kEarly, "with 1 of its requests not served"},
    {"complete_twice",
     [](TimeUnit& u) {
       u.completed = {1, 1};
     },
     Clause::kNotUnderWay, "which is not under way"},
    {"complete_again", [](TimeUnit& u) { u.completed = {0}; }, Clause::kNotUnderWay, "which is not under way"},
    {"complete_though_never_offered",
     [](TimeUnit& u) {
       u.completed = {1, 7};
     },
     Clause::kNotUnderWay, "dispatch 7"},
    {"never_complete", [](TimeUnit& u) { u.completed.clear(); }, Clause::kLeftOver, "is never complete"},
    {"served_before_it_is_accepted", [](TimeUnit& u) { u.accepted.clear(); }, Clause::kNotUnderWay, "not under way"},
    {"serves_a_dispatch_of_the_past", [](TimeUnit& u) { u.served[0].dispatch = 0; }, Clause::kNotUnderWay,
     "not under way"},
    {"serves_a_dispatch_of_the_past_amid_others",
     [](TimeUnit& u) {
       u.served[1].dispatch = 0;
       u.one_dispatch = false;
     },
     Clause::kNotUnderWay, "not under way"},
    {"serves_a_lane_beyond", [](TimeUnit& u) { u.served[0].lane = kWidth; }, Clause::kNotRequested,
     "requested nothing"},
    {"serves_an_idle_lane", [](TimeUnit& u) { u.served[2].lane = 2; }, Clause::kNotRequested, "requested nothing"},
    {"another_row", [](TimeUnit& u) { u.events[0].row = 1; }, Clause::kWrongRow, "it is in row 0"},
    {"a_row_beyond", [](TimeUnit& u) { u.events[0].row = 1000000; }, Clause::kWrongRow, "it is in row 0"},
    {"no_row", [](TimeUnit& u) { u.events[0].row = kNoRow; }, Clause::kWrongRow, "which makes no access"},
    {"another_bank", [](TimeUnit& u) { u.events[0].bank = 2; }, Clause::kWrongBank, "the mapping says 0"},
    {"a_write_for_a_read", [](TimeUnit& u) { u.events[0].op = Op::kWrite; }, Clause::kWrongOp, "makes a write"},
    {"reads_what_was_not_left", [](TimeUnit& u) { u.events[0].word = u.served[0].word = 7; }, Clause::kWrongWord,
     "was left there"},
    {"gives_a_lane_another_word", [](TimeUnit& u) { u.served[0].word = 7; }, Clause::kWrongWord, "has read"},
    {"serves_no_lane", [](TimeUnit& u) { u.events[0].first = kNoLane; }, Clause::kServesNobody, "serves no lane"},
    {"serves_a_lane_twice",
     [](TimeUnit& u) {
       u.served.push_back({1, 0, 100, 0});
     },
     Clause::kServedTwice, "is served again"},
};

INSTANTIATE_TEST_SUITE_P(Clauses, LawfulClause, testing::ValuesIn(kChanges),
                         [](const auto& info) { return info.param.name; });

TEST(LawfulClauses, what_is_lawful_passes) {
  EXPECT_FALSE(judged([](TimeUnit&) {}));
}

TEST(LawfulClauses, a_request_is_served_once_in_all_time_units) {
  Lawful law;
  EXPECT_FALSE(law.checker.check(diagonal_written(law.checker)));
  TimeUnit unit = diagonal_read(law.checker);
  take_last(unit);
  unit.completed.clear();
  EXPECT_FALSE(law.checker.check(unit));
  unit.accepted.clear();
  ++unit.time;
  expect_wrong(law.checker.check(unit), Clause::kServedTwice);
}

TEST(LawfulClauses, a_read_sees_the_last_write) {
  Lawful law;
  EXPECT_FALSE(law.checker.check(diagonal_written(law.checker)));
  law.checker.offered(1, {0, 1, Op::kWrite, {0, kIdle, kIdle, kIdle}, {200, 0, 0, 0}});
  TimeUnit unit;
  unit.time = 2;
  unit.accepted = {1};
  add(unit, {0, 0, Op::kWrite, 200}, {{1, 0, 0}});
  unit.completed = {1};
  EXPECT_FALSE(law.checker.check(unit));
  law.checker.offered(2, {0, 2, Op::kRead, {0, kIdle, kIdle, kIdle}, {}});
  unit = {};
  unit.time = 3;
  unit.accepted = {2};
  add(unit, {0, 0, Op::kRead, 100}, {{2, 0, 100}});
  EXPECT_EQ(law.checker.check(unit)->clause, Clause::kWrongWord);
}

TEST(LawfulClauses, time_and_names_start_anew_with_a_run_and_words_stay) {
  Lawful law;
  EXPECT_FALSE(law.checker.check(diagonal_written(law.checker)));
  law.checker.offered(1, {0, 1, Op::kRead, {0, kIdle, kIdle, kIdle}, {}});
  EXPECT_EQ(law.checker.finish()->clause, Clause::kLeftOver);
  EXPECT_FALSE(law.checker.finish()) << "what is left is told once";
  law.checker.offered(0, {0, 0, Op::kRead, {0, kIdle, kIdle, kIdle}, {}});
  TimeUnit unit;
  unit.time = 1;  // in which bank 0 was busy, in the run before
  unit.accepted = {0};
  add(unit, {0, 0, Op::kRead, 100}, {{0, 0, 100}});
  unit.completed = {0};
  const auto wrong = law.checker.check(unit);
  EXPECT_FALSE(wrong) << wrong->text;
  EXPECT_FALSE(law.checker.finish());
}

/// One event writes `word` at address 3 for lanes 0 and 1 of dispatch 0 (words 10, 11) and lanes 2
/// and 3 of dispatch 1 (words 22, 23).
std::optional<Disagreement> merged(Rpu rpu, Word word) {
  Lawful law(rpu);
  law.checker.offered(0, {0, 0, Op::kWrite, {3, 3, kIdle, kIdle}, {10, 11, 12, 13}});
  law.checker.offered(1, {0, 0, Op::kWrite, {kIdle, kIdle, 3, 3}, {20, 21, 22, 23}});
  TimeUnit unit;
  unit.time = 1;
  unit.accepted = {0, 1};
  add(unit, {3, 0, Op::kWrite, word}, {{0, 0, 0}, {0, 1, 0}, {1, 2, 0}, {1, 3, 0}});
  unit.completed = {0, 1};
  return law.checker.check(unit);
}

TEST(LawfulClauses, of_merged_writes_the_lowest_lane_of_a_dispatch_wins_in_a_batch) {
  for (const Word word : {10U, 22U}) EXPECT_FALSE(merged(Rpu::kBatch, word)) << word;
  for (const Word word : {11U, 23U, 12U, 20U, 0U}) {
    SCOPED_TRACE(word);
    expect_wrong(merged(Rpu::kBatch, word), Clause::kWrongWinner, "the lowest thread's word");
  }
}

TEST(LawfulClauses, of_merged_writes_any_lane_wins_where_dispatches_overlap) {
  for (const Word word : {10U, 11U, 22U, 23U}) EXPECT_FALSE(merged(Rpu::kStream, word)) << word;
  for (const Word word : {12U, 20U, 0U}) {
    SCOPED_TRACE(word);
    expect_wrong(merged(Rpu::kStream, word), Clause::kWrongWinner, "no lane's");
  }
}

}  // namespace
}  // namespace superwarp::test
