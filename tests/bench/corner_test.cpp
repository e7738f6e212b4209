// SPDX-License-Identifier: Apache-2.0
#include "model/machine/shape.h"
#include "model/reference/mapping.h"
#include "model/reference/model.h"
#include "sim/trace/trace_program.h"
#include "tests/bench/bench_fixture.h"
#include "tests/bench/mapped_shapes.h"
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
    for (std::uint32_t warp = 0; warp < warps; ++warp) trace.add(round, warp, op, addresses(dice, width));
    if (dice.below(4) == 0) trace.add_barrier();
  }
  return trace;
}

/// A row in which `trace` has an address, so that the bounds of a table meet it.
std::uint32_t used_row(Dice& dice, const trace::Trace& trace) {
  const auto all = static_cast<std::uint32_t>(trace.accesses().size());
  const Address address = trace.addresses(dice.below(all))[dice.below(trace.width())];
  return (address == kInactive ? 0 : address) / trace.width();
}

class Corners : public testing::TestWithParam<Shape> {
 protected:
  static void SetUpTestSuite() { share_mapped_units(); }
};

TEST_P(Corners, rtl_equals_model_at_the_ends_of_every_range) {
  Machine machine = GetParam().machine;
  Dice dice(machine.width + machine.super_warp);
  for (const std::uint32_t latency : {2U, 513U, sysc::kMaxLatency - 1, sysc::kMaxLatency}) {
    if (GetParam().shallow && latency > 2) break;  // slot selection has no latency
    const trace::Trace trace = corner_trace(dice, machine.width, 2 * machine.super_warp + 1);
    machine.latency = latency;
    machine.schedule = latency % 2 == 0 ? Schedule::kAsync : Schedule::kRounds;
    machine.seed = latency;
    for (auto on : machine.regions.on) on = dice.below(2) == 1;
    for (auto& [first, rows] : machine.regions.table) {
      const std::uint32_t one = used_row(dice, trace);
      // Mostly one row: long regions hide each other's bounds.
      const std::uint32_t other = dice.below(4) == 0 ? used_row(dice, trace) : one;
      first = std::min(one, other);
      rows = std::max(one, other) - first + 1;
    }
    const auto evaluation = evaluate(trace::TraceProgram(trace), machine, {}, GetParam().shallow);
    EXPECT_TRUE(evaluation.agree()) << "latency " << latency << ": " << evaluation.disagreement;
  }
}

/// `machine` with four regions of two rows, in turn off and on, or a table of four.
Machine with_regions(Machine machine, bool table, const std::string& off = kUsualOff) {
  machine.regions.off = off;
  if (table) {
    machine.regions.table = {{0, 3}, {5, 1}, {8, 0}, {14, 2}};
  } else {
    machine.regions.on = {false, true, false, true};
    machine.regions.rows = 2;
  }
  return machine;
}

/// Every mapping at widths of random_access_test.cpp, on its builds; and wide machines.
std::vector<Shape> shapes() {
  std::vector<Shape> shapes;
  for (const model::MappingInfo& mapping : model::mappings())
    if (mapping.rtl == mapping.name || mapping.key != model::KeyKind::kNone)
      shapes.insert(shapes.end(), {{mapped(sdmm(16), mapping.name)}, {mapped(sdmm(4), mapping.name)}});
  for (const std::uint32_t width : {32U, 64U, 128U}) shapes.push_back({mapped(sdmm(width), "ipoly")});
  for (const bool table : {false, true}) shapes.push_back({with_regions(mapped(sdmm(4), "h3"), table)});
  shapes.push_back({with_regions(mapped(sdmm(4), "h3"), false, "xor-swizzle")});
  shapes.push_back({sdmm(32), 0, true});
  shapes.push_back({machine_of(MachineKind::kSumm, 16, 4)});
  shapes.push_back({machine_of(MachineKind::kGt200, 16)});
  shapes.push_back({overlapping(Rpu::kStream, 32, {8, 3})});
  shapes.push_back({serial(16, 5, 2)});
  return shapes;
}

INSTANTIATE_TEST_SUITE_P(Shape, Corners, testing::ValuesIn(shapes()), named<Shape>);

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

/// `machine` with room for `program`.
Machine machine_for(const Program& program, Machine machine) {
  machine.latency = 12;
  model::fit(machine, program.words());
  return machine;
}

class Port : public testing::TestWithParam<Shape> {
 protected:
  static void SetUpTestSuite() { share_mapped_units(); }
};

/// The first disagreement of a unit that runs a crowded program.
std::string run(const std::shared_ptr<sysc::RtlUnit>& unit, const Program& program, const Machine& machine) {
  const auto mapping = model::make_mapping(machine);
  const auto reference = model::make_reference(program, machine);
  tb::BenchOptions options;
  options.reference = reference.get();
  const tb::BenchResult result = bench().run(unit, machine, *mapping, program, options);
  return result.disagreement ? result.disagreement->text : "";
}

TEST_P(Port, what_is_offered_to_a_unit_that_is_not_ready_leaves_no_trace) {
  const trace::TraceProgram program(crowded(GetParam().machine.width, 12));
  const Machine machine = machine_for(program, GetParam().machine);
  const auto stubborn =
      std::make_shared<StubbornUnit>(cache().unit(evaluate::rtl_config(machine, rtl_under_test())), machine.lanes());
  EXPECT_EQ(run(stubborn, program, machine), "");
  EXPECT_GT(stubborn->offered(), 100U);
}

TEST_P(Port, a_reset_ends_all_that_is_under_way) {
  const trace::TraceProgram program(crowded(GetParam().machine.width, 12));
  const Machine machine = machine_for(program, GetParam().machine);
  const auto unit = cache().unit(evaluate::rtl_config(machine, rtl_under_test()));
  Dice dice(7);
  for (int i = 0; i < 20; ++i) {
    // At some cycle of a dispatch, with the next run's number of stages or another.
    unit->reset(i % 2 == 0 ? machine.latency
                           : route_stages(machine) + 1 + dice.below(sysc::kMaxLatency - route_stages(machine)));
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
    ASSERT_EQ(run(unit, program, machine), "") << "reset " << i;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Shape, Port,
    testing::Values(Shape{sdmm(4)}, Shape{sdmm(4, 3)}, Shape{with_regions(mapped(sdmm(4), "h3"), false)},
                    Shape{with_regions(mapped(sdmm(4), "h3"), true)},
                    Shape{with_regions(mapped(sdmm(4), "h3"), false, "xor-swizzle")}, Shape{routed(sdmm(4), 3)},
                    Shape{machine_of(MachineKind::kGt200, 16)}, Shape{serial(4, 3, 1)}, Shape{serial(8, 3, 2)},
                    Shape{overlapping(Rpu::kStream, 4, {2, 2})}, Shape{overlapping(Rpu::kPipelined, 4, {2, 2})},
                    Shape{overlapping(Rpu::kCrossbar, 4, {2, 3, Priority::kRoundRobin})}),
    named<Shape>);

}  // namespace
}  // namespace superwarp::test
