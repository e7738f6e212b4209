// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "model/reference/mapping.h"
#include "model/reference/model.h"
#include "sim/traceg/overlap_report.h"
#include "tests/traceg/sample.h"

/// \file
/// What instructions cost where warps overlap.

namespace superwarp::traceg {
namespace {

Machine overlapping(Rpu rpu, const char* mapping = "identity") {
  Machine machine = machine_for(MachineKind::kSdmm, 32);
  machine.rpu = rpu;
  if (rpu == Rpu::kCrossbar) machine.streaming.priority = Priority::kRoundRobin;
  machine.mapping = mapping;
  machine.key = model::mapping_key(mapping, machine.seed, machine.rows, machine.width);
  return machine;
}

struct Found {
  std::vector<std::vector<OverlapCost>> costs;
  std::uint64_t slots = 0;  ///< of the machine
};

Found overlap_costs(const std::string& text, const Machine& machine, std::uint32_t super_warp = 1) {
  Found found;
  OverlapReport report(super_warp);
  report.set_machines({machine});
  for (const Lowered& lowered : replay(text, machine.width, super_warp).lowered) {
    const trace::TraceProgram program(lowered.trace, lowered.blocks, lowered.block_warps);
    report.add(lowered, program);
    const auto model = model::make_reference(program, machine);
    model->run();
    found.slots += model->totals().slots;
  }
  found.costs = report.costs();
  return found;
}

std::string lds(const char* pc, const char* opcode, std::uint32_t bytes, std::uint32_t stride) {
  return fmt::format("{} ffffffff 1 R6 {} 1 R3 {} 1 0x0 {} 0", pc, opcode, bytes, stride);
}

TEST(TracegOverlap, the_instructions_shares_add_up_to_the_slots_of_the_machine) {
  std::vector<std::vector<std::string>> warps;
  for (int warp = 0; warp < 8; ++warp) {
    warps.push_back({lds("0000", "LDS", 4, 128), lds("0010", "LDS", 4, 4), lds("0020", "LDS.U.128", 16, 16),
                     lds("0030", "STS", 4, 8)});
  }
  const std::string text = trace_of(warps);
  for (const Rpu rpu : {Rpu::kStream, Rpu::kPipelined, Rpu::kCrossbar}) {
    for (const char* mapping : {"identity", "random-shift"}) {
      for (const std::uint32_t super_warp : {1U, 4U}) {
        const Found found = overlap_costs(text, overlapping(rpu, mapping), super_warp);
        double sum = 0;
        ASSERT_EQ(found.costs.size(), 4U);
        for (const std::vector<OverlapCost>& cost : found.costs) {
          sum += cost.at(0).slots;
          EXPECT_EQ(cost.at(0).executions, 8U);
          EXPECT_GE(cost.at(0).longest, cost.at(0).time_units / 8);
        }
        EXPECT_NEAR(sum, static_cast<double>(found.slots), 1e-6);
      }
    }
  }
}

TEST(TracegOverlap, a_warp_alone_takes_its_own_slots) {
  const std::string text =
      trace_of({{lds("0000", "LDS", 4, 128), lds("0010", "LDS", 4, 4), lds("0020", "LDS.U.128", 16, 16)}});
  const Found found = overlap_costs(text, overlapping(Rpu::kStream));
  const std::vector<std::uint64_t> expected = {32, 1, 4};  // a column, a row, four quarter warps
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const OverlapCost& cost = found.costs.at(i).at(0);
    EXPECT_NEAR(cost.slots, static_cast<double>(expected[i]), 1e-9) << i;
    EXPECT_EQ(cost.executions, 1U);
    EXPECT_EQ(cost.time_units, expected[i]) << i;
    EXPECT_EQ(cost.longest, expected[i]) << i;
  }
}

/// Two warps read the columns of two banks. Each takes 32 time units, side by side: the second
/// begins one time unit later, so 31 time units are divided.
TEST(TracegOverlap, a_slot_is_divided_among_those_that_it_serves) {
  const std::string other = "0010 ffffffff 1 R6 LDS 1 R3 4 1 0x4 128 0";
  const Found found = overlap_costs(trace_of({{lds("0000", "LDS", 4, 128)}, {other}}), overlapping(Rpu::kStream));
  EXPECT_EQ(found.slots, 33U);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_NEAR(found.costs.at(i).at(0).slots, 16.5, 1e-9);
    EXPECT_EQ(found.costs.at(i).at(0).time_units, 32U);
  }
}

}  // namespace
}  // namespace superwarp::traceg
