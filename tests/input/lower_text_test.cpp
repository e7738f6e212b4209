// SPDX-License-Identifier: Apache-2.0
#include "sim/input/lower_text.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <sstream>
#include <stdexcept>
#include <utility>
#include <vector>

#include "sim/trace/input_error.h"
#include "sim/trace/read_trace.h"

namespace superwarp::input {
using trace::InputError;
using trace::read_trace;
using trace::Trace;
using trace::TraceAccess;
namespace {

/// What each warp requests, phase after phase, without idle lanes.
using Requests = std::map<std::uint32_t, std::vector<std::vector<Address>>>;

Requests requests_of(const Trace& trace) {
  Requests requests;
  for (std::size_t i = 0; i < trace.accesses().size(); ++i) {
    std::vector<Address> phase;
    for (std::uint32_t lane = 0; lane < trace.width(); ++lane) {
      if (trace.addresses(i)[lane] != kInactive) phase.push_back(trace.addresses(i)[lane]);
    }
    requests[trace.accesses()[i].warp].push_back(phase);
  }
  return requests;
}

/// 64 threads on 32 banks, 4 on 8, and so on: consecutive threads, the same word for word.
TEST(LowerText, makes_phases_of_consecutive_threads) {
  std::mt19937_64 random(5);
  for (const std::uint32_t threads : {2U, 4U, 32U, 64U, 128U}) {
    for (const std::uint32_t words : {1U, 2U, 4U}) {
      Trace trace;
      std::vector<std::vector<Address>> lines;
      for (std::uint32_t line = 0; line < 6; ++line) {
        std::vector<Address> address(threads);
        for (Address& a : address) a = random() % 4 == 0 ? kInactive : static_cast<Address>(random() % 1000 * words);
        trace.add(line / 2, line % 2, line % 3 == 0 ? Op::kWrite : Op::kRead, address, line + 1, Space::kShared, words);
        lines.push_back(address);
      }
      for (const std::uint32_t width : {4U, 5U, 8U, 12U, 31U, 32U, 33U, 128U}) {
        const Trace result = lower_text(trace, width);
        EXPECT_EQ(result.width(), width);
        EXPECT_EQ(result.words(), trace.words());
        EXPECT_FALSE(result.wide());
        Requests expected;
        for (std::size_t line = 0; line < lines.size(); ++line) {
          for (std::uint32_t first = 0; first < threads; first += width / words) {
            std::vector<Address> phase;
            for (std::uint32_t t = first; t < std::min(threads, first + width / words); ++t) {
              for (std::uint32_t word = 0; word < words && lines[line][t] != kInactive; ++word)
                phase.push_back(lines[line][t] + word);
            }
            expected[line % 2].push_back(phase);
          }
        }
        EXPECT_EQ(requests_of(result), expected) << threads << " " << words << " " << width;
        for (const TraceAccess& access : result.accesses())
          EXPECT_EQ(access.op == Op::kWrite, (access.line - 1) % 3 == 0);
      }
    }
  }
}

TEST(LowerText, keeps_a_trace_that_fits_and_the_barriers_of_others) {
  std::istringstream in("# superwarp-trace 2\n5 0 R 0 1 2 3\nbarrier device\n9 0 W 0 1 2 3\n");
  const Trace trace = read_trace(in, "file");
  EXPECT_EQ(lower_text(trace, 4).rounds()[1].label, 9U);
  const Trace halves = lower_text(trace, 2);
  ASSERT_EQ(halves.rounds().size(), 4U);
  EXPECT_FALSE(halves.rounds()[0].barrier_after);
  EXPECT_TRUE(halves.rounds()[1].device_barrier_after);
  EXPECT_EQ(halves.accesses()[3].op, Op::kWrite);
}

TEST(LowerText, of_threads_that_are_wider_than_the_machine_is_refused_with_the_line) {
  std::istringstream in("# superwarp-trace 3\n0 0 R 0 4\n0 1 R16 0 16\n");
  try {
    lower_text(read_trace(in, "file"), 2);
    ADD_FAILURE() << "accepted";
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "file:3: 4 words a thread, expected a machine of that width at least, not 2");
  }
}

/// A machine may have more lanes than a line of a file has addresses.
TEST(LowerText, leaves_lanes_of_a_wide_machine_idle) {
  Trace trace;
  trace.add(0, 0, Op::kRead, {3, 5});
  for (const std::uint32_t width : {256U, 65536U}) {
    const Trace result = lower_text(trace, width);
    EXPECT_EQ(result.width(), width);
    EXPECT_EQ(requests_of(result), requests_of(trace));
  }
  EXPECT_THROW(lower_text(trace, 65537), std::invalid_argument);
  trace.add(1, 3000, Op::kRead, {3, 5});
  EXPECT_THROW(lower_text(trace, 65536), std::invalid_argument);  // more threads than any program
}

/// The first phase issues what comes before the access, the last one what comes behind it.
TEST(LowerText, divides_the_work_of_an_access_among_its_phases) {
  Trace trace;
  const Work work{{{1, 3, 1}}, {{1, 2, 1}}};
  trace.add(0, 0, Op::kRead, {0, 1, 2, 3}, 0, Space::kShared, 1, work);
  trace.add(1, 0, Op::kRead, {0, 1, kInactive, kInactive}, 0, Space::kShared, 1, work);
  const Trace result = lower_text(trace, 2);
  ASSERT_EQ(result.accesses().size(), 4U);
  EXPECT_EQ(*result.work(result.accesses()[0]), (Work{work.before, {}}));
  EXPECT_EQ(*result.work(result.accesses()[1]), (Work{{}, work.independent}));
  EXPECT_EQ(*result.work(result.accesses()[2]), (Work{work.before, {}}));
  EXPECT_EQ(*result.work(result.accesses()[3]), (Work{work.independent, {}}));
}

}  // namespace
}  // namespace superwarp::input
