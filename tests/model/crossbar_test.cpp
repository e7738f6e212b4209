// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/workload.h"
#include "tests/model/stream_example.h"

/// \file
/// The worked examples of docs/spec/crossbar.md, by hand, and the limits that the page states.

namespace superwarp::model {
namespace {

using CrossbarExample = StreamExample;

constexpr Priority kBoth[] = {Priority::kRoundRobin, Priority::kFixed};

TEST_P(CrossbarExample, a_request_behind_a_losing_head_waits_even_for_an_idle_bank) {
  for (const Priority priority : kBoth) {
    cross("0 0 R 0 4 8 1\n0 1 R 5 - 3 6\n", 2, priority);
    EXPECT_EQ(told_, (std::vector<Told>{{0, 1, {1, 2, 3, 1}}, {1, 2, {2, kIdle, 4, 2}}}));
    EXPECT_EQ(totals_.time_units, 4U);
    EXPECT_EQ(totals_.slots, 4U);
  }
}

TEST_P(CrossbarExample, equal_addresses_do_not_merge_and_each_write_leaves_its_word) {
  const char* const lines = "0 0 W 2 2 - -\n0 1 R 2 - 2 -\n";
  const Word of_lane_0 = written_token(0, 0, 8);
  const Word of_lane_1 = written_token(0, 1, 8);
  cross(lines, 2, Priority::kRoundRobin);
  EXPECT_EQ(told_, (std::vector<Told>{{0, 1, {1, 2, kIdle, kIdle}}, {1, 2, {4, kIdle, 3, kIdle}}}));
  EXPECT_EQ(expected_[1].word[0], of_lane_1);
  EXPECT_EQ(expected_[1].word[2], of_lane_1);
  EXPECT_EQ(memory_[2], of_lane_1);
  cross(lines, 2, Priority::kFixed);
  EXPECT_EQ(told_, (std::vector<Told>{{0, 1, {1, 3, kIdle, kIdle}}, {1, 2, {2, kIdle, 4, kIdle}}}));
  EXPECT_EQ(expected_[1].word[0], of_lane_0);
  EXPECT_EQ(expected_[1].word[2], of_lane_1);
  EXPECT_EQ(memory_[2], of_lane_1);
}

TEST_P(CrossbarExample, round_robin_serves_in_turns_and_fixed_lets_wait) {
  const char* const lines = "0 0 R 0 4 - -\n0 1 R 8 - - -\n0 2 R 12 - - -\n";
  cross(lines, 2, Priority::kRoundRobin);
  EXPECT_EQ(told_, (std::vector<Told>{{0, 1, {1, 2, kIdle, kIdle}},
                                      {1, 2, {3, kIdle, kIdle, kIdle}},
                                      {2, 3, {4, kIdle, kIdle, kIdle}}}));
  cross(lines, 2, Priority::kFixed);
  EXPECT_EQ(told_, (std::vector<Told>{{0, 1, {1, 4, kIdle, kIdle}},
                                      {1, 2, {2, kIdle, kIdle, kIdle}},
                                      {2, 3, {3, kIdle, kIdle, kIdle}}}));
}

INSTANTIATE_TEST_SUITE_P(Crossbar, CrossbarExample,
                         ::testing::Values(Schedule::kRounds, Schedule::kAsync), name_of);

Machine crossbar(const Program& program, std::uint32_t depth, Priority priority) {
  Machine machine = stream_machine(program.width(), 7, {depth, 3, priority}, Schedule::kAsync,
                                   rows_covering(program.words(), program.width()));
  machine.rpu = Rpu::kCrossbar;
  return machine;
}

/// The slots of one warp whose lane i reads `address(i)`.
template <class AddressOf>
std::uint64_t slots_of_one_warp(std::uint32_t width, Priority priority, AddressOf address) {
  trace::Trace trace;
  std::vector<Address> addresses;
  for (std::uint32_t lane = 0; lane < width; ++lane) addresses.push_back(address(lane));
  trace.add(0, 0, Op::kRead, addresses);
  const trace::TraceProgram program(trace);
  StreamModel model(program, crossbar(program, 4, priority));
  model.run();
  return model.totals().slots;
}

TEST(CrossbarLaw, equal_addresses_take_a_time_unit_each_and_a_permutation_takes_one) {
  for (std::uint32_t width = 2; width <= 64; width *= 2) {
    for (const Priority priority : kBoth) {
      EXPECT_EQ(slots_of_one_warp(width, priority, [](std::uint32_t) { return 3U; }), width);
      EXPECT_EQ(slots_of_one_warp(width, priority, [](std::uint32_t lane) { return lane; }), 1U);
      EXPECT_EQ(slots_of_one_warp(width, priority,
                                  [&](std::uint32_t lane) { return width * lane + (lane ^ 1U); }),
                1U);
    }
  }
}

/// The share of busy banks for uniform random reads by enough warps.
double busy(std::uint32_t width, std::uint32_t depth, Priority priority = Priority::kRoundRobin) {
  const auto program =
      workload::make_workload("random", {std::uint64_t{8192} * width, 128 * width, width});
  StreamModel model(*program, crossbar(*program, depth, priority), {false});
  model.run();
  return static_cast<double>(model.totals().requests) / static_cast<double>(model.totals().slots) /
         width;
}

/// Karol, Hluchyj, Morgan, 1987, table I: FIFOs of unlimited depth that are never empty.
TEST(CrossbarLaw, random_reads_nearly_reach_the_head_of_line_limit_and_never_exceed_it) {
  const auto expect_near = [](std::uint32_t width, double limit) {
    const double measured = busy(width, 16);
    EXPECT_LT(measured, limit * 1.005) << "width " << width;
    EXPECT_GT(measured, limit * 0.95) << "width " << width;
  };
  expect_near(2, 0.75);
  expect_near(4, 0.6553);
  expect_near(8, 0.6184);
  for (const std::uint32_t width : {16U, 32U, 64U}) expect_near(width, 2 - std::sqrt(2.0));
}

TEST(CrossbarLaw, random_reads_keep_fewer_banks_busy_the_wider_and_the_shallower) {
  for (const std::uint32_t width : {4U, 8U, 16U, 32U}) {
    for (const std::uint32_t depth : {1U, 2U, 4U, 8U}) {
      EXPECT_LT(busy(2 * width, depth), busy(width, depth));
      EXPECT_LT(busy(width, depth), busy(width, 2 * depth));
    }
  }
}

TEST(CrossbarModel, refuses_invalid_machines_and_parameters) {
  const trace::TraceProgram program(trace_of("0 0 R 0 1 2 3\n"));
  expect_valid_only(program, crossbar(program, 4, Priority::kFixed),
                    {Priority::kFullest, Priority::kTurn});
}

}  // namespace
}  // namespace superwarp::model
