// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/lane_cycles.h"

/// \file
/// The law of the lane-level port alone, without a unit: cycles written by hand, each unlawful in
/// one place. Each test must fail when its clause is taken out of tb/lane_driver.cpp;
/// tests/broken/checkers.toml takes them out one by one.

namespace superwarp::test {
namespace {

void expect_lawful(const Cycles& run, tb::LaneCounts* counts = nullptr) {
  const auto wrong = run.judged(counts);
  EXPECT_FALSE(wrong) << *wrong;
}

void expect_wrong(const Cycles& run, const std::string& text) {
  const auto wrong = run.judged();
  ASSERT_TRUE(wrong) << "passes, expected: " << text;
  EXPECT_NE(wrong->find(text), std::string::npos) << *wrong << ", expected: " << text;
}

/// Lawful exactly if `right`; otherwise the law says `text`.
void expect(bool right, const Cycles& run, const std::string& text) {
  right ? expect_lawful(run) : expect_wrong(run, text);
}

/// Latency 2: a request served in cycle t is seen in t + 1 and answered in t + 2. Two lanes write,
/// one of them half a word whose rest is unknown; two read the first word together, one the second;
/// then that lane has no credit for a cycle, and withdraws the request that it offers in it.
Cycles lawful() {
  Cycles run;
  run.offer(0, 0, writing(5, 0xf, 0x11223344, 10)).offer(0, 1, writing(6, 0x3, 0xaabbccdd, 20));
  run.offer(1, 0, reading(6, 11)).offer(1, 2, reading(5, 30)).offer(1, 3, reading(5, 40));
  run.offer(2, 0, reading(2, 12));
  run.serve(2, 0, 10, Op::kWrite, 5, 0x11223344).serve(2, 1, 20, Op::kWrite, 6, 0x7777ccdd);
  run.serve(3, 0, 11, Op::kRead, 6, 0x7777ccdd);
  run.serve(3, 2, 30, Op::kRead, 5, 0x11223344).serve(3, 3, 40, Op::kRead, 5, 0x11223344);
  run.serve(4, 0, 12, Op::kRead, 2, 0x2222);
  run.not_ready(3, 0).offer(3, 0, reading(3, 13));
  run.answer(3, 0, 10, 99).answer(3, 1, 20, 99);  // to a write: any word
  run.at(3).takes[1] = false;
  run.answer(4, 0, 11, 0x7777ccdd).answer(4, 1, 20, 99);
  run.answer(4, 2, 30, 0x11223344).answer(4, 3, 40, 0x11223344);
  run.answer(5, 0, 12, 0x2222);
  return run.until(9);
}

TEST(LaneClauses, what_is_lawful_passes_and_is_counted) {
  tb::LaneCounts counts;
  expect_lawful(lawful(), &counts);
  EXPECT_EQ(counts.requests, 6U);
  EXPECT_EQ(counts.merged_reads, 2U);
  EXPECT_EQ(counts.partial_writes, 1U);
  EXPECT_EQ(counts.waits_for_credit, 1U);
  EXPECT_EQ(counts.waits_for_window, 0U);
}

struct LaneChange {
  const char* name;
  void (*change)(Cycles&);
  const char* text;
};

void PrintTo(const LaneChange& change, std::ostream* out) { *out << change.name; }

class LaneClause : public testing::TestWithParam<LaneChange> {};

TEST_P(LaneClause, bites_where_it_is_broken) {
  Cycles run = lawful();
  GetParam().change(run);
  expect_wrong(run, GetParam().text);
}

/// Cell 6, as the half word left it, is read as `word`.
void read_as(Cycles& run, Word word) { run.serve(3, 0, 11, Op::kRead, 6, word).answer(4, 0, 11, word); }

const LaneChange kLaneChanges[] = {
    {"ready_without_a_credit", [](Cycles& r) { r.lane(3, 0).request_ready = true; },
     "ready: was 1 cycles ago with 1 of 2 places free and no credit"},
    {"not_ready_without_a_reason", [](Cycles& r) { r.not_ready(4, 0); },
     "ready: was not 1 cycles ago with 2 of 2 places free and a credit"},
    {"a_response_without_a_request", [](Cycles& r) { r.answer(1, 3, 40, 0); }, "none is due"},
    {"a_response_before_the_bank", [](Cycles& r) { r.answer(2, 0, 10, 0); }, "none is due"},
    {"a_response_again", [](Cycles& r) { r.answer(6, 0, 12, 0x2222); }, "none is due"},
    {"a_response_late", [](Cycles& r) { r.lane(4, 2).response_valid = false; }, "that to tag 0x1e is missing"},
    {"a_response_withdrawn", [](Cycles& r) { r.lane(4, 1).response_valid = false; }, "that to tag 0x14 is missing"},
    {"a_response_to_another", [](Cycles& r) { r.answer(4, 2, 40, 0x11223344); }, "to tag 0x28, due is 0x1e"},
    {"a_response_with_another_word", [](Cycles& r) { r.answer(4, 0, 11, 0x7777ccdc); }, "read was 0x7777ccdd"},
    {"a_bank_serves_no_lane",
     [](Cycles& r) {
       r.bank(3, 3) = {true, false, 3, 0};
     },
     "one access: bank 3 makes one and serves no lane"},
    {"a_lane_is_served_by_no_bank", [](Cycles& r) { r.bank(3, 1) = {}; },
     "one access: bank 1 makes none and serves lanes"},
    {"a_cell_of_another_bank", [](Cycles& r) { r.bank(2, 1).cell = 6; }, "right place: bank 1 is asked for cell 6"},
    {"another_cell_of_the_bank", [](Cycles& r) { r.bank(2, 1).cell = 9; },
     "right place: address 5 is served by bank 1, cell 9; it is cell 5"},
    {"another_bank", [](Cycles& r) { r.bank(4, 2) = {}, r.serve(4, 0, 12, Op::kRead, 3, 0x2222); },
     "right place: address 2 is served by bank 3, cell 3; it is cell 2"},
    {"an_unknown_tag", [](Cycles& r) { r.lane(3, 2).served_tag = 31; },
     "requested: tag 0x1f is served and does not wait"},
    {"a_tag_of_another_lane", [](Cycles& r) { r.lane(3, 2).served_tag = 40; },
     "requested: tag 0x28 is served and does not wait (lane 2"},
    {"served_again", [](Cycles& r) { r.serve(5, 0, 12, Op::kRead, 2, 0x2222); },
     "requested: tag 0xc is served and does not wait"},
    {"served_though_it_was_not_accepted", [](Cycles& r) { r.serve(5, 0, 13, Op::kRead, 3, 0); },
     "requested: tag 0xd is served and does not wait"},
    {"served_in_the_cycle_that_accepts_it",
     [](Cycles& r) {
       r.bank(4, 2) = {}, r.lane(4, 0) = {};
       r.serve(3, 0, 12, Op::kRead, 2, 0x2222);
     },
     "requested: tag 0xc is served and does not wait"},
    {"a_read_writes", [](Cycles& r) { r.bank(4, 2).writes = true; }, "own kind: tag 0xc is a read"},
    {"a_write_reads", [](Cycles& r) { r.bank(2, 1).writes = false; }, "own kind: tag 0xa is a write"},
    {"a_lane_gets_another_word_than_its_bank", [](Cycles& r) { r.lane(3, 2).served_data = 7; },
     "read data: the bank reads 0x11223344, gets 0x7"},
    {"another_word_than_was_written", [](Cycles& r) { read_as(r, 0x7777cccd); },
     "read data: 0x7777cccd, 0x7777ccdd was left there"},
    {"another_word_than_the_bank_showed", [](Cycles& r) { read_as(r, 0x7666ccdd); },
     "read data: 0x7666ccdd, 0x7777ccdd was left there"},
    {"another_word_is_written", [](Cycles& r) { r.bank(2, 1).data = 0x11223345; },
     "write data: 0x11223345, due is 0x11223344"},
    {"another_byte_is_written", [](Cycles& r) { r.bank(2, 2).data = 0x7777cddd; },
     "write data: 0x7777cddd, due is 0xccdd"},
};

INSTANTIATE_TEST_SUITE_P(Clauses, LaneClause, testing::ValuesIn(kLaneChanges),
                         [](const auto& info) { return info.param.name; });

/// Two requests of lane 0 wait in cycle 2, which fills its window.
Cycles full_window() {
  Cycles run;
  run.offer(0, 0, reading(2, 1)).offer(1, 0, reading(7, 2)).not_ready(2, 0);
  run.serve(3, 0, 1, Op::kRead, 2, 0).answer(4, 0, 1, 0);
  run.serve(4, 0, 2, Op::kRead, 7, 0).answer(5, 0, 2, 0);
  return run.until(6);
}

TEST(LaneClauses, a_lane_is_ready_while_its_window_has_room) {
  Cycles run = full_window();
  tb::LaneCounts counts;
  expect_lawful(run, &counts);
  EXPECT_EQ(counts.waits_for_window, 1U);
  EXPECT_EQ(counts.waits_for_credit, 0U);
  run.lane(2, 0).request_ready = true;
  expect_wrong(run, "ready: was 1 cycles ago with 0 of 2 places free and a credit");
}

/// Depth 1: the request's place is free again in the cycle after the request was served.
TEST(LaneClauses, room_is_that_at_the_beginning_of_the_cycle) {
  for (const std::uint32_t latency : {1U, 2U, 5U}) {
    Cycles run(latency, 1);
    run.offer(0, 0, reading(2, 1)).not_ready(1, 0);  // it waits in 1, and is served
    run.serve(latency, 0, 1, Op::kRead, 2, 0).answer(latency + 1, 0, 1, 0);
    run.until(2 * latency + 2);
    expect_lawful(run);
    Cycles late = run;
    late.not_ready(2, 0);
    expect_wrong(late, "ready: was not");
    run.lane(1, 0).request_ready = true;
    expect_wrong(run, "ready: was ");
  }
}

TEST(LaneClauses, a_write_is_alone) {
  Cycles run;
  run.offer(0, 0, writing(5, 0x1, 1, 1)).offer(0, 1, writing(5, 0x2, 0x200, 2));
  Cycles merged = run;
  run.serve(2, 0, 1, Op::kWrite, 5, 1).answer(3, 0, 1, 0);
  run.serve(3, 1, 2, Op::kWrite, 5, 0x201).answer(4, 1, 2, 0);
  expect_lawful(run.until(5));
  merged.serve(2, 0, 1, Op::kWrite, 5, 0x201).serve(2, 1, 2, Op::kWrite, 5, 0x201);
  expect_wrong(merged, "writes alone: bank 1 writes for 2 lanes");
}

TEST(LaneClauses, a_cell_is_where_the_mapping_says) {
  Cycles run(2, 2, "xor-swizzle");
  run.offer(0, 0, reading(5, 1));  // row 1
  Cycles unmapped = run;
  run.serve(2, 0, 1, Op::kRead, 4, 0).answer(3, 0, 1, 0);
  expect_lawful(run);
  unmapped.serve(2, 0, 1, Op::kRead, 5, 0);
  expect_wrong(unmapped, "right place: address 5 is served by bank 1, cell 5; it is cell 4");
}

TEST(LaneClauses, requests_of_a_lane_to_one_bank_are_served_in_order) {
  for (const Address second : {6U, 7U}) {  // of the bank of the first, of another
    Cycles run;
    run.offer(0, 0, reading(2, 1)).offer(1, 0, reading(second, 2)).not_ready(2, 0);
    run.serve(3, 0, 2, Op::kRead, second, 0).answer(4, 0, 2, 0);
    run.serve(4, 0, 1, Op::kRead, 2, 0).answer(5, 0, 1, 0);
    expect(second == 7, run, "order: tag 0x2 is served, an older request to bank 2 waits");
  }
}

/// The oldest request of a lane is its first from cycle 1 on, and must be served within w cycles:
/// by cycle 4, which is seen in 5.
TEST(LaneClauses, the_first_of_a_lane_waits_no_longer_than_there_are_lanes) {
  Cycles run;
  run.offer(0, 0, reading(2, 1));
  Cycles never = run;
  expect_lawful(run.serve(5, 0, 1, Op::kRead, 2, 0).answer(6, 0, 1, 0).until(12));
  expect_lawful(never.until(4));
  expect_wrong(never.until(5), "waits too long: tag 0x1, first since cycle 1 (lane 0, cycle 5)");
}

TEST(LaneClauses, the_first_of_a_lane_waits_no_longer_where_others_of_it_are_served) {
  for (const std::size_t seen : {4U, 5U}) {  // in the last cycle but one, and in the last
    Cycles run;
    run.offer(0, 0, reading(2, 1)).offer(1, 0, reading(7, 2)).not_ready(2, 0).not_ready(3, 0);
    run.serve(seen, 0, 2, Op::kRead, 7, 0).answer(seen + 1, 0, 2, 0);
    if (seen == 4) {
      expect_lawful(run.serve(5, 0, 1, Op::kRead, 2, 0).answer(6, 0, 1, 0));
    } else {
      expect_wrong(run.not_ready(4, 0), "waits too long: tag 0x1, while others are served");
    }
  }
}

/// The second request becomes the first in the cycle after the first was served.
TEST(LaneClauses, the_next_of_a_lane_waits_from_the_cycle_in_which_it_is_the_first) {
  Cycles run;
  run.offer(0, 0, reading(2, 1)).offer(1, 0, reading(7, 2));
  for (const std::size_t cycle : {2U, 3U, 4U}) run.not_ready(cycle, 0);
  run.serve(5, 0, 1, Op::kRead, 2, 0).answer(6, 0, 1, 0);
  Cycles never = run;
  expect_lawful(run.serve(9, 0, 2, Op::kRead, 7, 0).answer(10, 0, 2, 0).until(14));
  expect_wrong(never.until(9), "waits too long: tag 0x2, first since cycle 5 (lane 0, cycle 9)");
}

/// Or in the cycle after it was accepted, if that is later.
TEST(LaneClauses, the_next_of_a_lane_waits_from_the_cycle_after_it_was_accepted) {
  Cycles run(3);
  run.offer(0, 0, reading(2, 1)).offer(2, 0, reading(7, 2));
  run.serve(3, 0, 1, Op::kRead, 2, 0).answer(4, 0, 1, 0);  // served in 1
  Cycles never = run;
  expect_lawful(run.serve(8, 0, 2, Op::kRead, 7, 0).answer(9, 0, 2, 0).until(14));
  expect_wrong(never.until(8), "waits too long: tag 0x2, first since cycle 3 (lane 0, cycle 8)");
}

TEST(LaneClauses, a_word_that_was_read_stays) {
  for (const Word word : {7U, 8U}) {
    Cycles run;
    run.offer(0, 0, reading(2, 1)).offer(1, 0, reading(2, 2));
    run.serve(2, 0, 1, Op::kRead, 2, 7).answer(3, 0, 1, 7);
    run.serve(3, 0, 2, Op::kRead, 2, word).answer(4, 0, 2, word);
    expect(word == 7, run, "read data: 0x8, 0x7 was left there");
  }
}

/// Bytes that are not enabled stay.
TEST(LaneClauses, a_write_changes_the_bytes_that_it_enables) {
  struct Case {
    std::uint32_t enable;
    Word left;
    bool right;
  };
  for (const Case& c : {Case{0x4, 0x11aa3344, true}, Case{0x4, 0x99aa3344, false}, Case{0x4, 0x11223344, false},
                        Case{0x0, 0x11223344, true}, Case{0x0, 0x11aa3344, false}}) {
    Cycles run;
    run.offer(0, 0, writing(5, 0xf, 0x11223344, 1)).offer(1, 0, writing(5, c.enable, 0xaa0000, 2));
    run.serve(2, 0, 1, Op::kWrite, 5, 0x11223344).answer(3, 0, 1, 0);
    run.serve(3, 0, 2, Op::kWrite, 5, c.left).answer(4, 0, 2, 0);
    expect(c.right, run, "write data: ");
  }
}

TEST(LaneClauses, a_lane_is_busy_until_it_has_taken_its_last_response) {
  Law lane(1, 2, "identity");
  Cycles run(1);
  run.offer(0, 0, reading(2, 1)).serve(1, 0, 1, Op::kRead, 2, 0);
  run.answer(2, 0, 1, 0).answer(3, 0, 1, 0).at(2).takes[0] = false;
  const std::vector<bool> busy_after = {true, true, true, false};
  for (std::size_t cycle = 0; cycle < busy_after.size(); ++cycle) {
    const auto wrong = run.at(cycle).judged(lane.law);
    ASSERT_FALSE(wrong) << *wrong;
    EXPECT_EQ(lane.law.busy(0), busy_after[cycle]) << cycle;
    EXPECT_FALSE(lane.law.busy(1));
  }
}

}  // namespace
}  // namespace superwarp::test
