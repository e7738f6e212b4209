// SPDX-License-Identifier: Apache-2.0
#include "sim/run/evaluation.h"
#include "sim/trace/trace_program.h"
#include "tests/bench/bench_fixture.h"
#include "tests/bench/random_trace.h"
#include "tests/platform/subject.h"

/// \file
/// Ports and TLM target take the bench's time units and give its words. SystemC elaborates once in
/// a process, so a test makes everything before the bench runs.

namespace superwarp::test {
namespace {

/// Random traces in a row with at least this many dispatches.
trace::Trace random_dispatches(const Machine& machine, std::size_t least) {
  trace::Trace all("random");
  std::uint64_t round = 0;
  for (std::uint64_t seed = 1; all.accesses().size() < least * machine.super_warp; ++seed) {
    const RandomTrace one = random_trace(machine.width, machine.super_warp)(rc::Random(seed), 100).value();
    for (const RandomAccessLine& line : one.lines)
      all.add(round + line.round, line.warp, one.op[line.round], line.address);
    round += one.op.size();
    if (seed % 2 == 0) all.add_barrier();
  }
  return all;
}

Machine on_banks(std::uint32_t banks, Machine machine) {
  machine.banks = banks;
  return machine;
}

Machine in_regions(const std::string& regions, Machine machine) {
  machine.regions = regions_named(regions);
  machine.regions.rows = 2;
  return machine;
}

Machine with_banks_of(std::uint32_t ports, std::uint32_t words, Machine machine) {
  machine.ports = ports;
  machine.bank_words = words;
  return machine;
}

class RandomDispatches : public ::testing::TestWithParam<Shape> {};

/// On ports, if they show what the banks do, and by TLM. Together more than 10,000 dispatches.
TEST_P(RandomDispatches, take_the_benchs_time_units_and_give_its_words) {
  constexpr std::size_t kEach = 1000;
  const Machine& shape = GetParam().machine;
  const Setting setting(shape, std::make_unique<trace::TraceProgram>(random_dispatches(shape, kEach)));
  const auto pins = shape.ports == 1 ? pin_subject("pins", setting) : nullptr;
  const auto tlm = tlm_subject("tlm", setting);
  const auto unit = cache().unit(evaluate::rtl_config(setting.machine, rtl_under_test()));
  tb::BenchOptions options;
  options.record = true;
  const tb::BenchResult result = bench().run(unit, setting.machine, *setting.mapping, *setting.program, options);
  ASSERT_FALSE(result.disagreement) << result.disagreement->text;
  EXPECT_GE(result.dispatches, kEach);
  fmt::print("{} dispatches\n", result.dispatches);
  const Seen expected = seen_by(result, setting);
  EXPECT_EQ(expected.units.back().time, result.time_units);
  if (pins) {
    const Seen seen = pins->run(result);
    EXPECT_EQ(seen.memory, expected.memory);
    ASSERT_EQ(seen.units.size(), expected.units.size());
    for (std::size_t i = 0; i < seen.units.size(); ++i) ASSERT_EQ(seen.units[i], expected.units[i]);
  }
  const Seen seen = tlm->run(result);
  EXPECT_EQ(seen.memory, expected.memory);
  EXPECT_EQ(seen.completed, expected.completed);
  EXPECT_EQ(seen.words, expected.words);
}

INSTANTIATE_TEST_SUITE_P(
    Machine, RandomDispatches,
    ::testing::Values(Shape{machine_of(MachineKind::kDmm, 8, 1, 1, Schedule::kRounds)}, Shape{dmm(32)},
                      Shape{machine_of(MachineKind::kUmm, 4, 1, 3)}, Shape{machine_of(MachineKind::kGt200, 4, 1, 2)},
                      Shape{machine_of(MachineKind::kSdmm, 4, 3, 1)},
                      Shape{machine_of(MachineKind::kSdmm, 8, 5, 12, Schedule::kRounds)},
                      Shape{machine_of(MachineKind::kSumm, 4, 3, 3)}, Shape{machine_of(MachineKind::kRsdmm, 4, 3, 5)},
                      Shape{routed(dmm(8), 6)}, Shape{on_banks(5, machine_of(MachineKind::kDmm, 4, 1, 3))},
                      Shape{on_banks(3, machine_of(MachineKind::kRsdmm, 6, 2, 2))},
                      Shape{in_regions("4:0,3", mapped(dmm(8), "h3"))},
                      Shape{in_regions("2:1", mapped(overlapping(Rpu::kStream, 4, {3, 3, Priority::kTurn}), "h3"))},
                      Shape{with_banks_of(2, 1, machine_of(MachineKind::kDmm, 8, 1, 3))},
                      Shape{with_banks_of(1, 2, machine_of(MachineKind::kDmm, 8, 1, 2))},
                      Shape{with_banks_of(2, 2, sdmm(4, 2))}, Shape{on_banks(7, serial(3, 3, 2))},
                      Shape{serial(4, 3, 1)}, Shape{serial(8, 5, 2)},
                      Shape{overlapping(Rpu::kStream, 8, {5, 3, Priority::kFullest}, 1)},
                      Shape{overlapping(Rpu::kStream, 32, {8, 3, Priority::kFullest})},
                      Shape{mapped(overlapping(Rpu::kStream, 8, {4, 3, Priority::kFullest}, 2), "random-shift")},
                      Shape{overlapping(Rpu::kCrossbar, 4, {2, 1, Priority::kRoundRobin}, 1)}),
    named<Shape>);

}  // namespace
}  // namespace superwarp::test
