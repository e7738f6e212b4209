// SPDX-License-Identifier: Apache-2.0
#include "model/reference/stream_model.h"
#include "sim/workload/workload.h"
#include "tests/model/stream_example.h"

/// \file
/// Laws: how fast requests flow through the streaming RPU.

namespace superwarp::model {
namespace {

/// A workload with enough warps to keep the unit busy.
std::unique_ptr<Program> busy(const std::string& name, std::uint32_t width) {
  return workload::make_workload(name, {std::uint64_t{4096} * width, 64 * width, width});
}

Machine machine_for(const Program& program, Streaming streaming) {
  return stream_machine(program.width(), 7, streaming, Schedule::kAsync,
                        rows_covering(program.words(), program.width()));
}

/// Dispatches without conflicts follow each other after `distance` time units, served at once.
void expect_flow(std::uint32_t depth, std::uint64_t distance) {
  const auto program = busy("contiguous", 8);
  StreamModel model(*program, machine_for(*program, {depth, 3, Priority::kFullest}));
  std::uint64_t due = 1;
  for (Expected expected; model.next(expected); due += distance) {
    ASSERT_EQ(expected.first_slot, due) << "depth " << depth;
    ASSERT_EQ(expected.congestion, 1U);
  }
}

TEST(StreamLaw, accesses_without_conflicts_flow_at_a_dispatch_a_time_unit_from_depth_2_on) {
  for (std::uint32_t depth = 2; depth <= kMostDepth; ++depth) expect_flow(depth, 1);
}

TEST(StreamLaw, with_depth_1_a_dispatch_is_accepted_every_second_time_unit) { expect_flow(1, 2); }

/// Requests served in a time unit for uniform random reads.
double rate(std::uint32_t width, Streaming streaming) {
  const auto program = busy("random", width);
  StreamModel model(*program, machine_for(*program, streaming), {false});
  model.run();
  return static_cast<double>(model.totals().requests) / static_cast<double>(model.totals().slots);
}

/// The least requests served in a time unit with windows of 4, 8 and 16 places.
void expect_rates(std::uint32_t width, double of_4, double of_8, double of_16) {
  EXPECT_GE(rate(width, {4, 3, Priority::kFullest}), of_4);
  EXPECT_GE(rate(width, {8, 3, Priority::kFullest}), of_8);
  EXPECT_GE(rate(width, {16, 3, Priority::kFullest}), of_16);
}

TEST(StreamLaw, random_reads_keep_more_banks_busy_the_deeper_the_windows) {
  expect_rates(8, 5.6, 6.8, 7.2);
  expect_rates(16, 10.8, 13.3, 14.3);
  expect_rates(32, 20.5, 26, 28);
  expect_rates(64, 40, 49.5, 55);
}

TEST(StreamLaw, fullest_serves_more_random_reads_than_turn_from_depth_4_on) {
  for (const std::uint32_t width : {8U, 16U, 32U, 64U}) {
    for (const std::uint32_t depth : {4U, 8U, 16U}) {
      EXPECT_GT(rate(width, {depth, 3, Priority::kFullest}),
                rate(width, {depth, 3, Priority::kTurn}))
          << "width " << width << ", depth " << depth;
    }
  }
}

}  // namespace
}  // namespace superwarp::model
