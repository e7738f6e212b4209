// SPDX-License-Identifier: Apache-2.0
#include "model/reference/stream_model.h"
#include "sim/workload/workload.h"
#include "tests/model/machines.h"

/// \file
/// Laws: how fast requests flow where warps overlap, and the limits that docs/spec/crossbar.md
/// states.

namespace superwarp::model {
namespace {

Machine fitted(Rpu rpu, const Program& program, const Streaming& streaming) {
  Machine machine = overlapping(rpu, program.width(), 7, streaming, Schedule::kAsync);
  machine.rows = rows_covering(program.words(), program.width());
  return machine;
}

/// A workload with enough warps to keep the unit busy.
std::unique_ptr<Program> busy(const std::string& name, std::uint32_t width) {
  return workload::make_workload(name, {std::uint64_t{4096} * width, 64 * width, width});
}

/// Dispatches without conflicts follow each other at once; with depth 1 every second time unit.
TEST(StreamLaw, accesses_without_conflicts_flow_at_a_dispatch_a_time_unit_from_depth_2_on) {
  const auto program = busy("contiguous", 8);
  for (std::uint32_t depth = 1; depth <= kMostDepth; ++depth) {
    StreamModel model(*program, fitted(Rpu::kStream, *program, {depth, 3}));
    std::uint64_t due = 1;
    for (Expected expected; model.next(expected); due += depth == 1 ? 2 : 1) {
      ASSERT_EQ(expected.first_slot, due) << "depth " << depth;
      ASSERT_EQ(expected.congestion, 1U);
    }
  }
}

/// Requests served in a time unit for uniform random reads.
double rate(Rpu rpu, std::uint32_t width, const Streaming& streaming) {
  const auto program = busy("random", width);
  StreamModel model(*program, fitted(rpu, *program, streaming), {false});
  model.run();
  return static_cast<double>(model.totals().requests) / static_cast<double>(model.totals().slots);
}

TEST(StreamLaw, random_reads_keep_more_banks_busy_the_deeper_the_windows) {
  struct Least {
    std::uint32_t width;
    std::array<double, 3> rate;  ///< with 4, 8 and 16 places
  };
  for (const Least& least : {Least{8, {5.6, 6.8, 7.2}}, Least{16, {10.8, 13.3, 14.3}}, Least{32, {20.5, 26, 28}},
                             Least{64, {40, 49.5, 55}}}) {
    for (const std::size_t i : {0U, 1U, 2U}) {
      const std::uint32_t depth = 4U << i;
      const double fullest = rate(Rpu::kStream, least.width, {depth, 3});
      EXPECT_GE(fullest, least.rate[i]) << "width " << least.width << ", depth " << depth;
      EXPECT_GT(fullest, rate(Rpu::kStream, least.width, {depth, 3, Priority::kTurn}))
          << "width " << least.width << ", depth " << depth;
    }
  }
}

/// The slots of one warp whose lane i reads `address(i)`.
template <class AddressOf>
std::uint64_t slots_of_one_warp(std::uint32_t width, Priority priority, AddressOf address) {
  trace::Trace trace;
  std::vector<Address> addresses;
  for (std::uint32_t lane = 0; lane < width; ++lane) addresses.push_back(address(lane));
  trace.add(0, 0, Op::kRead, addresses);
  const trace::TraceProgram program(trace);
  StreamModel model(program, fitted(Rpu::kCrossbar, program, {4, 3, priority}));
  model.run();
  return model.totals().slots;
}

TEST(CrossbarLaw, equal_addresses_take_a_time_unit_each_and_a_permutation_takes_one) {
  for (std::uint32_t width = 2; width <= 64; width *= 2) {
    for (const Priority priority : {Priority::kRoundRobin, Priority::kFixed}) {
      EXPECT_EQ(slots_of_one_warp(width, priority, [](std::uint32_t) { return 3U; }), width);
      EXPECT_EQ(slots_of_one_warp(width, priority, [](std::uint32_t lane) { return lane; }), 1U);
      EXPECT_EQ(slots_of_one_warp(width, priority, [&](std::uint32_t lane) { return width * lane + (lane ^ 1U); }), 1U);
    }
  }
}

/// The share of banks that are busy.
double busy_share(std::uint32_t width, std::uint32_t depth) {
  return rate(Rpu::kCrossbar, width, {depth, 3, Priority::kRoundRobin}) / width;
}

/// Karol, Hluchyj, Morgan, 1987, table I: FIFOs of unlimited depth that are never empty.
TEST(CrossbarLaw, random_reads_nearly_reach_the_head_of_line_limit_and_never_exceed_it) {
  const double wide = 2 - std::sqrt(2.0);
  for (const auto& [width, limit] : std::vector<std::pair<std::uint32_t, double>>{
           {2, 0.75}, {4, 0.6553}, {8, 0.6184}, {16, wide}, {32, wide}, {64, wide}}) {
    const double measured = busy_share(width, 16);
    EXPECT_LT(measured, limit * 1.005) << "width " << width;
    EXPECT_GT(measured, limit * 0.95) << "width " << width;
  }
}

TEST(CrossbarLaw, random_reads_keep_fewer_banks_busy_the_wider_and_the_shallower) {
  for (const std::uint32_t width : {4U, 8U, 16U, 32U}) {
    for (const std::uint32_t depth : {1U, 2U, 4U, 8U}) {
      EXPECT_LT(busy_share(2 * width, depth), busy_share(width, depth));
      EXPECT_LT(busy_share(width, depth), busy_share(width, 2 * depth));
    }
  }
}

}  // namespace
}  // namespace superwarp::model
