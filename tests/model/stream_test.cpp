// SPDX-License-Identifier: Apache-2.0
#include "tests/model/stream_example.h"

/// \file
/// The worked examples of docs/spec/streaming.md, by hand.

namespace superwarp::model {
namespace {

TEST_P(StreamExample, with_one_place_a_lane_the_turn_stands_still_while_no_request_waits) {
  stream("0 0 R 0 4 1 8\n0 1 R 2 3 5 6\n", {1, 3, Priority::kFullest}, 2);
  EXPECT_EQ(told_, (std::vector<Told>{{0, 1, {1, 2, 1, 3}}, {1, 5, {6, 5, 5, 5}}}));
  EXPECT_EQ(totals_.slots, 5U);
  EXPECT_EQ(totals_.max_congestion, 3U);
  EXPECT_EQ(totals_.time_units, 7U);
  EXPECT_EQ(totals_.latencies.percentile(50), 3U);
  EXPECT_EQ(totals_.latencies.percentile(99), 4U);
  EXPECT_EQ(totals_.latencies.largest(), 4U);
}

TEST_P(StreamExample, requests_of_one_kind_to_one_word_merge_and_the_leaders_word_stays) {
  stream("0 0 R 0 0 4 2\n0 1 W 1 5 - 1\n0 2 R 1 1 1 -\n", {2, 3, Priority::kFullest}, 2);
  EXPECT_EQ(told_, (std::vector<Told>{
                       {0, 1, {1, 1, 2, 1}}, {1, 2, {4, 2, kIdle, 4}}, {2, 3, {5, 3, 3, kIdle}}}));
  const Word of_lane_3 = written_token(0, 7, 12);
  EXPECT_EQ(expected_[2].word[0], of_lane_3);
  EXPECT_EQ(expected_[2].word[1], initial_token(1));
  EXPECT_EQ(expected_[2].word[2], initial_token(1));
  EXPECT_EQ(memory_[1], of_lane_3);
  EXPECT_EQ(memory_[5], written_token(0, 5, 12));
  EXPECT_EQ(totals_.slots, 5U);
  EXPECT_EQ(totals_.time_units, 6U);
}

TEST_P(StreamExample, a_request_whose_bank_is_free_overtakes_in_a_later_pass) {
  const char* const lines = "0 0 R 0 4 8 1\n0 1 R 5 - 3 6\n";
  stream(lines, {2, 2, Priority::kFullest}, 1);
  EXPECT_EQ(told_, (std::vector<Told>{{0, 1, {1, 2, 3, 1}}, {1, 2, {2, kIdle, 2, 2}}}));
  EXPECT_EQ(totals_.time_units, 3U);
  stream(lines, {2, 1, Priority::kFullest}, 1);
  EXPECT_EQ(told_, (std::vector<Told>{{0, 1, {1, 2, 3, 1}}, {1, 2, {2, kIdle, 4, 2}}}));
  EXPECT_EQ(totals_.time_units, 4U);
}

TEST_P(StreamExample, fullest_keeps_a_window_open_that_turn_lets_fill) {
  const char* const lines = "0 0 R 0 - 4 8\n0 1 R - - - 12\n0 2 R - - - 1\n0 3 R 2 - - -\n";
  stream(lines, {3, 3, Priority::kFullest}, 1);
  EXPECT_EQ(told_, (std::vector<Told>{{0, 1, {1, kIdle, 3, 2}},
                                      {1, 2, {kIdle, kIdle, kIdle, 4}},
                                      {2, 3, {kIdle, kIdle, kIdle, 3}},
                                      {3, 4, {4, kIdle, kIdle, kIdle}}}));
  EXPECT_EQ(totals_.time_units, 4U);
  stream(lines, {3, 3, Priority::kTurn}, 1);
  EXPECT_EQ(told_, (std::vector<Told>{{0, 1, {1, kIdle, 2, 3}},
                                      {1, 2, {kIdle, kIdle, kIdle, 4}},
                                      {2, 3, {kIdle, kIdle, kIdle, 5}},
                                      {3, 5, {5, kIdle, kIdle, kIdle}}}));
  EXPECT_EQ(totals_.time_units, 5U);
}

TEST_P(StreamExample, three_lanes_take_turns_at_two_banks) {
  stream("0 0 R 0 2 4\n0 1 R 1 - 6\n0 2 R 3 5 -\n", {2, 2, Priority::kFullest}, 1, 2);
  EXPECT_EQ(told_,
            (std::vector<Told>{{0, 1, {1, 2, 3}}, {1, 2, {2, kIdle, 4}}, {2, 5, {6, 5, kIdle}}}));
  EXPECT_EQ(totals_.slots, 6U);
}

TEST_P(StreamExample, a_pipelined_match_makes_a_pass_a_time_unit_and_two_matches_overlap) {
  pipeline("0 0 R 0 4 8 1\n0 1 R 5 - 3 6\n", {2, 2, Priority::kFullest});
  EXPECT_EQ(told_, (std::vector<Told>{{0, 1, {6, 3, 4, 3}}, {1, 2, {5, kIdle, 5, 4}}}));
  EXPECT_EQ(totals_.slots, 4U);
  EXPECT_EQ(totals_.time_units, 6U);
}

TEST_P(StreamExample, a_queue_stands_behind_the_window_and_the_last_pass_proposes_the_youngest) {
  Streaming streaming{2, 2, Priority::kFullest};
  streaming.others = {{"queue", 1}, {"later", static_cast<std::uint32_t>(Later::kYoungest)}};
  pipeline("0 0 R 0 4 8 1\n0 1 R 5 - 3 6\n0 2 R 1 - - 5\n", streaming);
  EXPECT_EQ(told_,
            (std::vector<Told>{
                {0, 1, {6, 3, 5, 3}}, {1, 2, {4, kIdle, 4, 4}}, {2, 3, {7, kIdle, kIdle, 6}}}));
  EXPECT_EQ(totals_.slots, 5U);
  EXPECT_EQ(totals_.time_units, 7U);
}

INSTANTIATE_TEST_SUITE_P(Streaming, StreamExample,
                         ::testing::Values(Schedule::kRounds, Schedule::kAsync), name_of);

TEST(StreamModel, refuses_invalid_machines_and_parameters) {
  const trace::TraceProgram program(trace_of("0 0 R 0 1 2 3\n"));
  const Machine good = stream_machine(4, 3, {}, Schedule::kRounds, 1);
  EXPECT_THROW(ReferenceModel(program, good), std::invalid_argument);
  expect_valid_only(
      program, good, {Priority::kRoundRobin, Priority::kFixed},
      {[](Machine& m) { m.rpu = Rpu::kBatch; }, [](Machine& m) { m.rows = 0; },
       [](Machine& m) { m.streaming.passes = 0; }, [](Machine& m) { m.streaming.passes = 5; }});
}

TEST(StreamModel, has_no_words_without_data) {
  const trace::TraceProgram program(trace_of("0 0 R 0 1 2 3\n"));
  const Machine machine = stream_machine(4, 3, {}, Schedule::kRounds, 1);
  EXPECT_THROW(static_cast<void>(StreamModel(program, machine, {false}).word(0)), std::logic_error);
}

TEST(StreamModel, accesses_without_requests_are_not_dispatched) {
  const trace::TraceProgram program(trace_of("0 0 R - - - -\n1 0 W - - - -\n"));
  for (const Schedule schedule : {Schedule::kRounds, Schedule::kAsync}) {
    StreamModel model(program, stream_machine(4, 3, {}, schedule, 1));
    Expected expected;
    EXPECT_FALSE(model.next(expected));
    EXPECT_EQ(model.totals().time_units, 0U);
  }
}

}  // namespace
}  // namespace superwarp::model
