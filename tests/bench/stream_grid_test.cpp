// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>

#include "model/reference/mapping.h"
#include "model/reference/model.h"
#include "tests/bench/bench_fixture.h"
#include "tests/bench/mixed_traffic.h"
#include "tests/model/machines.h"

/// \file
/// The streaming RPU, pipelined or not, and the crossbar under traffic that fills windows and
/// FIFOs: RTL and model agree in every time unit and word, and no lane waits longer than docs/spec
/// allows. A few thousand dispatches a shape; scripts/stream_grid runs a million over all shapes.

namespace superwarp::test {
namespace {

std::uint64_t dispatches_a_shape() {
  const char* const asked = std::getenv("SUPERWARP_STREAM_DISPATCHES");
  return asked == nullptr ? 4000 : std::stoull(asked);
}

class StreamGrid : public ::testing::TestWithParam<Shape> {};

TEST_P(StreamGrid, rtl_equals_model_and_no_lane_waits_longer_than_is_proven) {
  Machine machine = GetParam().machine;
  constexpr std::uint32_t kWarps = 64;
  MixedTraffic::Options traffic;
  traffic.width = machine.width;
  traffic.warps = kWarps;
  traffic.rounds = dispatches_a_shape() * 8 / 7 / kWarps + 1;
  const MixedTraffic program(traffic);
  const evaluate::Evaluation evaluation = evaluate(program, machine, {}, GetParam().shallow);
  EXPECT_TRUE(evaluation.agree()) << evaluation.disagreement;
  ASSERT_TRUE(evaluation.rtl.has_value());
  EXPECT_GE(evaluation.rtl->dispatches, dispatches_a_shape() / 4 * 3);

  model::fit(machine, program.words());
  const auto reference = model::make_reference(program, machine);
  std::uint32_t longest = 0;
  for (Expected expected; reference->next(expected);) longest = std::max(longest, expected.congestion);
  const std::uint32_t bound = model::longest_wait(machine);
  // If only some threads of a warp request, the crossbar's fixed priority lets a lane starve.
  if (machine.streaming.priority != Priority::kFixed) {
    EXPECT_LE(longest, bound);
  }
  fmt::print("{} dispatches, the longest {} of {} time units\n", evaluation.rtl->dispatches, longest, bound);
}

/// Every width and depth, every mapping, and other numbers of banks; for the crossbar also both
/// priorities; the silicon form of the pipelined RPU at the width of a warp.
std::vector<Shape> shapes() {
  std::vector<Shape> all;
  for (const Rpu rpu : {Rpu::kStream, Rpu::kPipelined, Rpu::kCrossbar}) {
    const bool crossbar = rpu == Rpu::kCrossbar;
    const auto add = [&](std::uint32_t width, std::uint32_t depth, std::uint32_t passes,
                         const std::string& mapping = "identity") {
      Streaming streaming{depth, crossbar ? 1 : passes};
      if (crossbar) streaming.priority = Priority::kRoundRobin;
      all.push_back({mapped(overlapping(rpu, width, streaming), mapping)});
    };
    const auto change_priority = [&](Priority priority) { all.back().machine.streaming.priority = priority; };
    for (const std::uint32_t width : {2U, 4U, 8U, 16U, 32U, 64U}) {
      for (const std::uint32_t depth : {1U, 2U, 5U, 8U, 16U}) {
        add(width, depth, 3);
        if (!crossbar) continue;
        add(width, depth, 3);
        change_priority(Priority::kFixed);
      }
    }
    for (const std::uint32_t depth : {3U, 4U, 6U, 7U, 9U, 10U, 11U, 12U, 13U, 14U, 15U}) add(4, depth, 2);
    for (const std::uint32_t passes : {1U, 2U, 4U}) {
      if (crossbar) break;
      add(8, 4, passes);
      change_priority(Priority::kTurn);
    }
    for (const auto& [width, depth, queue, store, later] : std::initializer_list<std::array<std::uint32_t, 5>>{
             {32, 8, 4, 4, 2}, {8, 8, 4, 4, 2}, {4, 1, 8, 1, 2}, {8, 5, 1, 3, 1}, {5, 3, 2, 0, 2}}) {
      if (rpu != Rpu::kPipelined) break;
      add(width, depth, 2);
      Streaming& streaming = all.back().machine.streaming;
      streaming = small_window(streaming, queue, store, static_cast<Later>(later));
    }
    for (const auto& [width, banks] : std::initializer_list<std::pair<std::uint32_t, std::uint32_t>>{
             {16, 17}, {32, 31}, {32, 33}, {32, 37}, {32, 64}, {33, 32}, {12, 5}, {1, 1}}) {
      add(width, 4, 3);
      all.back().machine.banks = banks;
    }
    for (const model::MappingInfo& mapping : model::mappings()) {
      const bool own = mapping.rtl == mapping.name || mapping.key != model::KeyKind::kNone;
      if (own && mapping.name != "identity") add(8, 4, 3, mapping.name);
    }
  }
  all.push_back({overlapping(Rpu::kPipelined, 32, {4, 3}), 0, true});
  return all;
}

INSTANTIATE_TEST_SUITE_P(Shape, StreamGrid, ::testing::ValuesIn(shapes()),
                         [](const auto& info) { return name_of(info.param) + (info.param.shallow ? "_silicon" : ""); });

}  // namespace
}  // namespace superwarp::test
