// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "language/machine_info.h"
#include "language/rpu_info.h"
#include "sim/model/mapping.h"
#include "sim/model/model.h"
#include "sim/trace/trace_program.h"
#include "tests/bench/bench_fixture.h"
#include "tests/bench/stubborn_unit.h"

/// \file
/// The corners that uniform random traces hardly ever reach: the largest latency, the last rows of
/// a full memory, addresses that differ in one bit, the widest machines, a port that is driven
/// while the unit is not ready, a reset during a run. Which RTL only these catch:
/// tests/broken/machine.toml.

namespace superwarp::test {
namespace {

/// The size of the smallest memory that is built (sysc/rtl_cache.cpp).
constexpr std::uint32_t kAddressBits = 18;
constexpr std::uint32_t kWords = 1U << kAddressBits;

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : random_(seed) {}
  std::uint32_t below(std::uint32_t bound) { return static_cast<std::uint32_t>(random_() % bound); }

 private:
  std::mt19937_64 random_;
};

/// Addresses that differ from an earlier one in one bit, or are the last word of a bank, or any.
std::vector<Address> addresses(Dice& dice, std::uint32_t width) {
  std::vector<Address> address;
  for (std::uint32_t lane = 0; lane < width; ++lane) {
    const std::uint32_t kind = dice.below(8);
    const Address like = address.empty() ? kWords - 1 : address[dice.below(lane)];
    if (kind == 0 || like == kInactive) {
      address.push_back(dice.below(kWords));
    } else if (kind == 1) {
      address.push_back(kWords - 1 - dice.below(width));
    } else if (kind == 2) {
      address.push_back(kInactive);
    } else {
      address.push_back(like ^ (1U << dice.below(kAddressBits)));
    }
  }
  return address;
}

trace::Trace corner_trace(Dice& dice, std::uint32_t width, std::uint32_t warps) {
  trace::Trace trace("corners");
  for (std::uint32_t round = 0; round < 8; ++round) {
    const Op op = dice.below(2) == 0 ? Op::kRead : Op::kWrite;
    for (std::uint32_t warp = 0; warp < warps; ++warp)
      trace.add(round, warp, op, addresses(dice, width));
    if (dice.below(4) == 0) trace.add_barrier();
  }
  return trace;
}

struct Shape {
  std::uint32_t width;
  std::uint32_t super_warp = 1;
  std::string mapping = "identity";
  bool shallow = false;
  MachineKind kind = MachineKind::kSdmm;
  std::optional<Streaming> streaming = {};
  Rpu rpu = Rpu::kStream;  ///< where there is `streaming`
};

std::string name_of(const Shape& shape) {
  std::string name =
      fmt::format("w{}_s{}_{}_{}{}{}", shape.width, shape.super_warp, machine_info(shape.kind).name,
                  shape.mapping, shape.shallow ? "_shallow" : "",
                  shape.streaming ? "_" + rpu_info(shape.rpu).name : "");
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

void PrintTo(const Shape& shape, std::ostream* out) { *out << name_of(shape); }

Machine machine_of(const Shape& shape) {
  Machine machine;
  machine.kind = shape.kind;
  machine.width = shape.width;
  machine.super_warp = shape.super_warp;
  machine.mapping = shape.mapping;
  if (shape.streaming) {
    machine.rpu = shape.rpu;
    machine.streaming = *shape.streaming;
  }
  return machine;
}

class Corners : public testing::TestWithParam<Shape> {};

TEST_P(Corners, rtl_equals_model_at_the_ends_of_every_range) {
  const Shape& shape = GetParam();
  Dice dice(shape.width + shape.super_warp);
  for (const std::uint32_t latency : {2U, 513U, sysc::kMaxLatency - 1, sysc::kMaxLatency}) {
    if (shape.shallow && latency > 2) break;  // slot selection has no latency
    const trace::Trace trace = corner_trace(dice, shape.width, 2 * shape.super_warp + 1);
    Machine machine = machine_of(shape);
    machine.latency = latency;
    machine.schedule = latency % 2 == 0 ? Schedule::kAsync : Schedule::kRounds;
    machine.seed = latency;
    const auto evaluation = evaluate(trace::TraceProgram(trace), machine, {}, shape.shallow);
    EXPECT_TRUE(evaluation.agree()) << "latency " << latency << ": " << evaluation.disagreement;
  }
}

/// Every mapping at widths of random_access_test.cpp, on its builds; and wide machines.
std::vector<Shape> shapes() {
  std::vector<Shape> shapes;
  for (const model::MappingInfo& mapping : model::mappings())
    if (!mapping.rtl.empty())
      shapes.insert(shapes.end(), {{16, 1, mapping.name}, {4, 1, mapping.name}});
  for (const std::uint32_t width : {32U, 64U, 128U}) shapes.push_back({width, 1, "ipoly"});
  shapes.push_back({32, 1, "identity", true});
  shapes.push_back({16, 4, "identity", false, MachineKind::kSumm});
  shapes.push_back({16, 1, "identity", false, MachineKind::kGt200});
  shapes.push_back({32, 1, "identity", false, MachineKind::kSdmm, Streaming{8, 3}});
  return shapes;
}

INSTANTIATE_TEST_SUITE_P(Shape, Corners, testing::ValuesIn(shapes()),
                         [](const auto& info) { return name_of(info.param); });

/// Conflicts, so that dispatches take several slots, on few words.
trace::Trace crowded(std::uint32_t width, std::uint32_t warps) {
  Dice dice(width);
  trace::Trace trace("crowded");
  for (std::uint32_t round = 0; round < 40; ++round) {
    for (std::uint32_t warp = 0; warp < warps; ++warp) {
      std::vector<Address> address(width);
      for (Address& a : address) a = dice.below(8) == 0 ? kInactive : dice.below(64);
      trace.add(round, warp, round % 3 == 0 ? Op::kWrite : Op::kRead, address);
    }
  }
  return trace;
}

/// The unit and the machine that runs `program` on it.
std::pair<std::shared_ptr<sysc::RtlUnit>, Machine> unit_for(const Shape& shape,
                                                            const Program& program) {
  Machine machine = machine_of(shape);
  machine.latency = 12;
  machine.schedule = Schedule::kAsync;
  model::fit(machine, program.words());
  sysc::RtlConfig config = rtl_under_test();
  config.width = machine.width;
  config.super_warp = machine.super_warp;
  config.min_rows = machine.rows;
  config.slot = machine_info(machine.kind).slot;
  config.rpu = machine.rpu;
  config.streaming = machine.streaming;
  return {cache().unit(config), machine};
}

class Port : public testing::TestWithParam<Shape> {};

TEST_P(Port, what_is_offered_to_a_unit_that_is_not_ready_leaves_no_trace) {
  const trace::TraceProgram program(crowded(GetParam().width, 12));
  const auto [unit, machine] = unit_for(GetParam(), program);
  const auto stubborn = std::make_shared<StubbornUnit>(unit, machine.lanes());
  const auto mapping = model::make_mapping(machine);
  const auto reference = model::make_reference(program, machine);
  tb::BenchOptions options;
  options.reference = reference.get();
  const tb::BenchResult result = bench().run(stubborn, machine, *mapping, program, options);
  EXPECT_FALSE(result.disagreement) << result.disagreement->text;
  EXPECT_GT(stubborn->offered(), 100U);
}

TEST_P(Port, a_reset_ends_all_that_is_under_way) {
  const trace::TraceProgram program(crowded(GetParam().width, 12));
  const auto [unit, machine] = unit_for(GetParam(), program);
  const auto mapping = model::make_mapping(machine);
  Dice dice(7);
  for (int i = 0; i < 20; ++i) {
    // At some cycle of a dispatch, with the next run's number of stages or another.
    unit->reset(i % 2 == 0 ? machine.latency : 1 + dice.below(sysc::kMaxLatency));
    const std::uint32_t cycles = 1 + dice.below(3 * machine.latency);
    for (std::uint32_t cycle = 0; cycle < cycles; ++cycle) {
      Dispatch dispatch{0, 0, dice.below(2) == 0 ? Op::kRead : Op::kWrite, {}, {}};
      for (std::uint32_t lane = 0; lane < machine.lanes(); ++lane) {
        dispatch.address.push_back(dice.below(16) * machine.width);
        dispatch.data.push_back(lane);
      }
      unit->idle();
      if (unit->ready()) unit->offer(dispatch, cycle);
      unit->rising_edge();
      unit->falling_edge();
    }
    const auto reference = model::make_reference(program, machine);
    tb::BenchOptions options;
    options.reference = reference.get();
    const tb::BenchResult result = bench().run(unit, machine, *mapping, program, options);
    ASSERT_FALSE(result.disagreement) << "reset " << i << ": " << result.disagreement->text;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Shape, Port,
    testing::Values(Shape{4}, Shape{4, 3}, Shape{16, 1, "identity", false, MachineKind::kGt200},
                    Shape{4, 1, "identity", false, MachineKind::kSdmm, Streaming{2, 2}},
                    Shape{4, 1, "identity", false, MachineKind::kSdmm, Streaming{2, 2},
                          Rpu::kPipelined},
                    Shape{4, 1, "identity", false, MachineKind::kSdmm,
                          Streaming{2, 3, Priority::kRoundRobin}, Rpu::kCrossbar}),
    [](const auto& info) { return name_of(info.param); });

}  // namespace
}  // namespace superwarp::test
