// SPDX-License-Identifier: Apache-2.0
#include "sim/run/evaluation.h"
#include "sim/trace/read_trace.h"
#include "sim/trace/trace_program.h"
#include "tests/bench/bench_fixture.h"
#include "tests/bench/random_trace.h"
#include "tests/platform/subject.h"

/// \file
/// Ports and TLM target take the bench's time units and give its words. SystemC elaborates once in
/// a process, so a test makes everything before the bench runs.

namespace superwarp::test {
namespace {

void expect_same(const Seen& bench, const Seen& seen, const std::string& who, bool tells_units) {
  EXPECT_EQ(seen.memory, bench.memory) << who;
  if (tells_units) {
    ASSERT_EQ(seen.units.size(), bench.units.size()) << who;
    for (std::size_t i = 0; i < bench.units.size(); ++i)
      ASSERT_EQ(seen.units[i], bench.units[i]) << who;
  } else {
    EXPECT_EQ(seen.completed, bench.completed) << who;
    EXPECT_EQ(seen.words, bench.words) << who;
  }
}

/// Runs `settings` on the bench, on ports if they show what its banks do, and by TLM; returns the
/// number of dispatches.
std::uint64_t compare(const std::vector<Setting>& settings) {
  std::vector<std::unique_ptr<Subject>> pins;
  std::vector<std::unique_ptr<Subject>> tlm;
  for (const Setting& setting : settings) {
    pins.push_back(setting.machine.ports == 1 ? pin_subject("pins_" + setting.name, setting)
                                              : nullptr);
    tlm.push_back(tlm_subject("tlm_" + setting.name, setting));
  }
  std::uint64_t dispatches = 0;
  for (std::size_t i = 0; i < settings.size(); ++i) {
    const Setting& setting = settings[i];
    SCOPED_TRACE(setting.name);
    const auto unit = cache().unit(evaluate::rtl_config(setting.machine, rtl_under_test()));
    tb::BenchOptions options;
    options.record = true;
    const tb::BenchResult result =
        bench().run(unit, setting.machine, *setting.mapping, *setting.program, options);
    EXPECT_FALSE(result.disagreement) << result.disagreement->text;
    const Seen expected = seen_by(result, setting);
    EXPECT_EQ(expected.units.back().time, result.time_units);
    if (pins[i]) expect_same(expected, pins[i]->run(result), "ports", true);
    expect_same(expected, tlm[i]->run(result), "TLM", false);
    dispatches += result.dispatches;
  }
  return dispatches;
}

/// Every example trace, on its own machine and others.
TEST(Platform, takes_the_benchs_time_for_every_worked_example) {
  std::vector<Setting> settings;
  for (const char* file : {"crossbar", "dmm-umm-fig4", "fig4", "streaming", "sum-chapter-fig3"}) {
    const trace::Trace trace =
        trace::read_trace_file(std::string(SUPERWARP_EXAMPLES) + "/" + file + ".trace");
    const std::vector<std::pair<std::string, Machine>> machines = {
        {"dmm", machine_of(MachineKind::kDmm, 4)},
        {"umm", machine_of(MachineKind::kUmm, 4, 1, 5, Schedule::kRounds)},
        {"sdmm", machine_of(MachineKind::kSdmm, 4, 3)},
        {"serial", serial(4, 3, 2)},
        {"stream", overlapping(Rpu::kStream, 4, {3, 3, Priority::kTurn}, 1)},
        {"crossbar", overlapping(Rpu::kCrossbar, 4, {2, 1, Priority::kFixed}, 1)}};
    for (const auto& [name, made] : machines) {
      settings.emplace_back(test_name(fmt::format("{}_{}", file, name)), made,
                            std::make_unique<trace::TraceProgram>(trace));
    }
  }
  compare(settings);
}

/// Random traces in a row with at least this many dispatches.
trace::Trace random_dispatches(const Machine& machine, std::size_t least) {
  trace::Trace all("random");
  std::uint64_t round = 0;
  for (std::uint64_t seed = 1; all.accesses().size() < least * machine.super_warp; ++seed) {
    const RandomTrace one =
        random_trace(machine.width, machine.super_warp)(rc::Random(seed), 100).value();
    for (const RandomAccessLine& line : one.lines)
      all.add(round + line.round, line.warp, one.op[line.round], line.address);
    round += one.op.size();
    if (seed % 2 == 0) all.add_barrier();
  }
  return all;
}

struct Shape {
  std::string name;
  Machine machine;
};

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

void PrintTo(const Shape& shape, std::ostream* out) { *out << shape.name; }

class RandomDispatches : public ::testing::TestWithParam<Shape> {};

/// Together more than 10,000 dispatches.
TEST_P(RandomDispatches, take_the_benchs_time_units_and_give_its_words) {
  const Shape& shape = GetParam();
  constexpr std::size_t kEach = 1000;
  std::vector<Setting> settings;
  settings.emplace_back(
      shape.name, shape.machine,
      std::make_unique<trace::TraceProgram>(random_dispatches(shape.machine, kEach)));
  const std::uint64_t dispatches = compare(settings);
  EXPECT_GE(dispatches, kEach);
  fmt::print("{} dispatches\n", dispatches);
}

INSTANTIATE_TEST_SUITE_P(
    Machine, RandomDispatches,
    ::testing::Values(
        Shape{"dmm_w8_l1", machine_of(MachineKind::kDmm, 8, 1, 1, Schedule::kRounds)},
        Shape{"dmm_w32_l7", machine_of(MachineKind::kDmm, 32)},
        Shape{"umm_w4_l3", machine_of(MachineKind::kUmm, 4, 1, 3)},
        Shape{"gt200_w4_l2", machine_of(MachineKind::kGt200, 4, 1, 2)},
        Shape{"sdmm_w4_s3_l1", machine_of(MachineKind::kSdmm, 4, 3, 1)},
        Shape{"sdmm_w8_s5_l12", machine_of(MachineKind::kSdmm, 8, 5, 12, Schedule::kRounds)},
        Shape{"summ_w4_s3_l3", machine_of(MachineKind::kSumm, 4, 3, 3)},
        Shape{"rsdmm_w4_s3_l5", machine_of(MachineKind::kRsdmm, 4, 3, 5)},
        Shape{"dmm_w8_l7_route6", routed(machine_of(MachineKind::kDmm, 8), 6)},
        Shape{"dmm_w4_b5_l3", on_banks(5, machine_of(MachineKind::kDmm, 4, 1, 3))},
        Shape{"rsdmm_w6_b3_s2_l2", on_banks(3, machine_of(MachineKind::kRsdmm, 6, 2, 2))},
        Shape{"dmm_w8_h3_regions",
              in_regions("4:0,3", mapped(machine_of(MachineKind::kDmm, 8), "h3"))},
        Shape{
            "stream_w4_d3_h3_regions",
            in_regions("2:1", mapped(overlapping(Rpu::kStream, 4, {3, 3, Priority::kTurn}), "h3"))},
        Shape{"dmm_w8_ports", with_banks_of(2, 1, machine_of(MachineKind::kDmm, 8, 1, 3))},
        Shape{"dmm_w8_words", with_banks_of(1, 2, machine_of(MachineKind::kDmm, 8, 1, 2))},
        Shape{"sdmm_w4_s2_ports_words", with_banks_of(2, 2, machine_of(MachineKind::kSdmm, 4, 2))},
        Shape{"serial_w3_b7_s3_k2", on_banks(7, serial(3, 3, 2))},
        Shape{"serial_w4_s3_k1", serial(4, 3, 1)}, Shape{"serial_w8_s5_k2", serial(8, 5, 2)},
        Shape{"stream_w8_d5_l1", overlapping(Rpu::kStream, 8, {5, 3, Priority::kFullest}, 1)},
        Shape{"stream_w32_d8_l7", overlapping(Rpu::kStream, 32, {8, 3, Priority::kFullest})},
        Shape{"stream_w8_d4_l2_random_shift",
              mapped(overlapping(Rpu::kStream, 8, {4, 3, Priority::kFullest}, 2), "random-shift")},
        Shape{"crossbar_w4_d2_l1",
              overlapping(Rpu::kCrossbar, 4, {2, 1, Priority::kRoundRobin}, 1)}),
    [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace superwarp::test
