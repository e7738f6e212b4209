// SPDX-License-Identifier: Apache-2.0
#include "model/reference/stream_model.h"
#include "tests/model/machines.h"

/// \file
/// The worked examples of docs/spec/streaming.md and crossbar.md, by hand, and what these models
/// refuse.

namespace superwarp::model {
namespace {

struct Outcome {
  /// Of each dispatch: "warp from first time unit of waiting: time unit of each lane's service".
  std::string told;
  std::vector<Expected> expected;
  std::vector<Word> memory;
  Figures totals;
};

struct Example {
  const char* law;
  Rpu rpu;
  Streaming streaming;
  const char* lines;  ///< of a trace
  const char* told;
  std::uint64_t slots;
  std::uint64_t time_units;
  std::uint32_t latency = 1;
  std::uint32_t banks = 0;  ///< 0: as many as threads
};

class OverlapExamples : public ::testing::TestWithParam<Schedule> {
 protected:
  static Outcome expect(const Example& example) {
    SCOPED_TRACE(example.law);
    const trace::Trace trace = trace_of(example.lines);
    const trace::TraceProgram program(trace);
    Machine machine = overlapping(example.rpu, trace.width(), example.latency, example.streaming, GetParam());
    machine.banks = example.banks;
    machine.rows = rows_covering(program.words(), machine.bank_count());
    StreamModel model(program, machine);
    Outcome run;
    for (Expected expected; model.next(expected);) {
      run.told +=
          fmt::format("{}{} from {}:", run.told.empty() ? "" : ", ", expected.dispatch.super_warp, expected.first_slot);
      std::uint64_t last = 0;
      for (std::uint32_t lane = 0; lane < machine.width; ++lane) {
        const bool active = expected.dispatch.address[lane] != kInactive;
        const std::uint64_t served = active ? expected.first_slot + expected.slot[lane] : 0;
        run.told += active ? fmt::format(" {}", served) : " -";
        last = std::max(last, served);
      }
      EXPECT_EQ(expected.first_slot + expected.congestion - 1, last);
      run.expected.push_back(expected);
    }
    run.totals = model.totals();
    for (Address a = 0; a < program.words(); ++a) run.memory.push_back(model.word(a));
    EXPECT_EQ(run.told, example.told);
    EXPECT_EQ(run.totals.slots, example.slots);
    EXPECT_EQ(run.totals.time_units, example.time_units);
    return run;
  }
};

Streaming window(std::uint32_t depth, std::uint32_t passes, Priority priority = Priority::kFullest) {
  return {depth, passes, priority};
}

Streaming with_queue() {
  Streaming streaming{2, 2, Priority::kFullest};
  streaming.others = {{"queue", 1}, {"later", static_cast<std::uint32_t>(Later::kYoungest)}};
  return streaming;
}

TEST_P(OverlapExamples, are_as_on_the_pages) {
  const Streaming in_turns{2, 1, Priority::kRoundRobin};
  const Streaming fixed{2, 1, Priority::kFixed};
  const char* const overtaking = "0 0 R 0 4 8 1\n0 1 R 5 - 3 6\n";
  const char* const filling = "0 0 R 0 - 4 8\n0 1 R - - - 12\n0 2 R - - - 1\n0 3 R 2 - - -\n";
  const char* const turns = "0 0 R 0 4 - -\n0 1 R 8 - - -\n0 2 R 12 - - -\n";
  for (const Example& example :
       {Example{"a request whose bank is free overtakes in a later pass", Rpu::kStream, window(2, 2), overtaking,
                "0 from 1: 1 2 3 1, 1 from 2: 2 - 2 2", 3, 3},
        Example{"with one pass it does not", Rpu::kStream, window(2, 1), overtaking,
                "0 from 1: 1 2 3 1, 1 from 2: 2 - 4 2", 4, 4},
        Example{"fullest keeps a window open", Rpu::kStream, window(3, 3), filling,
                "0 from 1: 1 - 3 2, 1 from 2: - - - 4, 2 from 3: - - - 3, 3 from 4: 4 - - -", 4, 4},
        Example{"turn lets it fill", Rpu::kStream, window(3, 3, Priority::kTurn), filling,
                "0 from 1: 1 - 2 3, 1 from 2: - - - 4, 2 from 3: - - - 5, 3 from 5: 5 - - -", 5, 5},
        Example{"three lanes take turns at two banks", Rpu::kStream, window(2, 2),
                "0 0 R 0 2 4\n0 1 R 1 - 6\n0 2 R 3 5 -\n", "0 from 1: 1 2 3, 1 from 2: 2 - 4, 2 from 5: 6 5 -", 6, 6, 1,
                2},
        Example{"a pipelined match makes a pass a time unit, and two matches overlap", Rpu::kPipelined, window(2, 2),
                overtaking, "0 from 1: 6 3 4 3, 1 from 2: 5 - 5 4", 4, 6},
        Example{"a queue stands behind the window, and the last pass proposes the youngest", Rpu::kPipelined,
                with_queue(), "0 0 R 0 4 8 1\n0 1 R 5 - 3 6\n0 2 R 1 - - 5\n",
                "0 from 1: 6 3 5 3, 1 from 2: 4 - 4 4, 2 from 3: 7 - - 6", 5, 7},
        Example{"a request behind a losing head waits even for an idle bank", Rpu::kCrossbar, in_turns, overtaking,
                "0 from 1: 1 2 3 1, 1 from 2: 2 - 4 2", 4, 4},
        Example{"also with fixed priority", Rpu::kCrossbar, fixed, overtaking, "0 from 1: 1 2 3 1, 1 from 2: 2 - 4 2",
                4, 4},
        Example{"round robin serves in turns", Rpu::kCrossbar, in_turns, turns,
                "0 from 1: 1 2 - -, 1 from 2: 3 - - -, 2 from 3: 4 - - -", 4, 4},
        Example{"fixed lets wait", Rpu::kCrossbar, fixed, turns,
                "0 from 1: 1 4 - -, 1 from 2: 2 - - -, 2 from 3: 3 - - -", 4, 4}})
    expect(example);
}

TEST_P(OverlapExamples, with_one_place_a_lane_the_turn_stands_still_while_no_request_waits) {
  const Outcome run = expect({"", Rpu::kStream, window(1, 3), "0 0 R 0 4 1 8\n0 1 R 2 3 5 6\n",
                              "0 from 1: 1 2 1 3, 1 from 5: 6 5 5 5", 5, 7, 2});
  EXPECT_EQ(run.totals.max_congestion, 3U);
  EXPECT_EQ(run.totals.latencies.percentile(50), 3U);
  EXPECT_EQ(run.totals.latencies.percentile(99), 4U);
  EXPECT_EQ(run.totals.latencies.largest(), 4U);
}

TEST_P(OverlapExamples, requests_of_one_kind_to_one_word_merge_and_the_leaders_word_stays) {
  const Outcome run = expect({"", Rpu::kStream, window(2, 3), "0 0 R 0 0 4 2\n0 1 W 1 5 - 1\n0 2 R 1 1 1 -\n",
                              "0 from 1: 1 1 2 1, 1 from 2: 4 2 - 4, 2 from 3: 5 3 3 -", 5, 6, 2});
  const Word of_lane_3 = written_token(0, 7, 12);
  EXPECT_EQ(run.expected[2].word[0], of_lane_3);
  EXPECT_EQ(run.expected[2].word[1], initial_token(1));
  EXPECT_EQ(run.expected[2].word[2], initial_token(1));
  EXPECT_EQ(run.memory[1], of_lane_3);
  EXPECT_EQ(run.memory[5], written_token(0, 5, 12));
}

TEST_P(OverlapExamples, of_a_crossbar_do_not_merge_and_each_write_leaves_its_word) {
  const char* const lines = "0 0 W 2 2 - -\n0 1 R 2 - 2 -\n";
  const Word of_lane_0 = written_token(0, 0, 8);
  const Word of_lane_1 = written_token(0, 1, 8);
  Outcome run = expect({"round robin", Rpu::kCrossbar, window(2, 1, Priority::kRoundRobin), lines,
                        "0 from 1: 1 2 - -, 1 from 2: 4 - 3 -", 4, 4});
  EXPECT_EQ(run.expected[1].word[0], of_lane_1);
  EXPECT_EQ(run.expected[1].word[2], of_lane_1);
  EXPECT_EQ(run.memory[2], of_lane_1);
  run = expect(
      {"fixed", Rpu::kCrossbar, window(2, 1, Priority::kFixed), lines, "0 from 1: 1 3 - -, 1 from 2: 2 - 4 -", 4, 4});
  EXPECT_EQ(run.expected[1].word[0], of_lane_0);
  EXPECT_EQ(run.expected[1].word[2], of_lane_1);
  EXPECT_EQ(run.memory[2], of_lane_1);
}

INSTANTIATE_TEST_SUITE_P(BothSchedules, OverlapExamples, ::testing::Values(Schedule::kRounds, Schedule::kAsync),
                         name_of);

/// A model of the RPU's usual machine exists, but not of others.
TEST(StreamModel, refuses_invalid_machines_and_parameters) {
  const trace::TraceProgram program(trace_of("0 0 R 0 1 2 3\n"));
  for (const bool crossbar : {false, true}) {
    Machine good = overlapping(crossbar ? Rpu::kCrossbar : Rpu::kStream, 4, 3, {}, Schedule::kAsync);
    good.rows = 1;
    if (crossbar) good.streaming.priority = Priority::kFixed;
    EXPECT_NO_THROW(StreamModel(program, good));
    EXPECT_THROW(ReferenceModel(program, good), std::invalid_argument);
    const auto refused = [&](auto change) {
      Machine machine = good;
      change(machine);
      EXPECT_THROW(StreamModel(program, machine), std::invalid_argument);
    };
    refused([](Machine& m) { m.super_warp = 2; });
    refused([](Machine& m) { m.rpu = Rpu::kBatch; });
    refused([](Machine& m) { m.rows = 0; });
    for (const MachineKind kind : {MachineKind::kDmm, MachineKind::kSumm, MachineKind::kGt200})
      refused([&](Machine& m) { m.kind = kind; });
    for (const std::uint32_t depth : {0U, 17U}) refused([&](Machine& m) { m.streaming.depth = depth; });
    for (const Priority priority : {Priority::kFullest, Priority::kTurn, Priority::kRoundRobin, Priority::kFixed}) {
      const bool of_crossbar = priority == Priority::kRoundRobin || priority == Priority::kFixed;
      if (of_crossbar != crossbar) refused([&](Machine& m) { m.streaming.priority = priority; });
    }
    if (crossbar) continue;
    for (const std::uint32_t passes : {0U, 5U}) refused([&](Machine& m) { m.streaming.passes = passes; });
  }
}

TEST(StreamModel, has_no_words_without_data) {
  const trace::TraceProgram program(trace_of("0 0 R 0 1 2 3\n"));
  Machine machine = overlapping(Rpu::kStream, 4, 3, {}, Schedule::kRounds);
  machine.rows = 1;
  EXPECT_THROW(static_cast<void>(StreamModel(program, machine, {false}).word(0)), std::logic_error);
}

TEST(StreamModel, accesses_without_requests_are_not_dispatched) {
  const trace::TraceProgram program(trace_of("0 0 R - - - -\n1 0 W - - - -\n"));
  for (const Schedule schedule : {Schedule::kRounds, Schedule::kAsync}) {
    Machine machine = overlapping(Rpu::kStream, 4, 3, {}, schedule);
    machine.rows = 1;
    StreamModel model(program, machine);
    Expected expected;
    EXPECT_FALSE(model.next(expected));
    EXPECT_EQ(model.totals().time_units, 0U);
  }
}

}  // namespace
}  // namespace superwarp::model
