// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "sim/description/data_files.h"
#include "sim/trace/input_error.h"
#include "tests/traceg/sample.h"

/// \file
/// Traces lowered by the rules of a GPU.

namespace superwarp::traceg {
namespace {

/// One line on one GPU: the instruction's cost there, and on a machine with the GPU's banks.
InstructionCosts costs(const std::string& gpu, const std::string& access) {
  const auto rules = gpu::read_description(description::gpu_file(gpu));
  const std::string text = trace_of({{"0000 ffffffff 1 R6 " + access}});
  const auto replayed = replay(text, rules.banks, 1, 1, 0, &rules);
  const MachineKind kind = rules.merges_every_word ? MachineKind::kDmm : MachineKind::kGt200;
  return costs_on(replayed, machine_for(kind, rules.banks)).at(0);
}

/// "OPCODE .. 0 address .." of 32 lanes, lane n at bytes * (n / share).
std::string shared_by(const std::string& opcode, std::uint32_t bytes, std::uint32_t share) {
  std::string line = fmt::format("{} 1 R3 {} 0", opcode, bytes);
  for (std::uint32_t lane = 0; lane < 32; ++lane) line += fmt::format(" {:#x}", bytes * (lane / share));
  return line + " 0";
}

struct Case {
  std::string gpu;
  std::string access;
  std::uint64_t wavefronts;
  std::uint64_t ideal;
};

TEST(TracegGpu, the_machine_takes_the_slots_that_the_description_counts) {
  const std::vector<Case> cases = {{"volta", shared_by("LDS.U.128", 16, 1), 4, 4},
                                   {"volta", shared_by("LDS.U.128", 16, 2), 2, 2},
                                   {"volta", shared_by("LDS.U.128", 16, 32), 2, 2},
                                   {"volta", shared_by("STS.128", 16, 2), 4, 4},
                                   {"blackwell", shared_by("LDS.64", 8, 2), 1, 1},
                                   {"pascal", shared_by("LDS.U.128", 16, 2), 4, 4},
                                   {"pascal", shared_by("LDS.U.128", 16, 32), 4, 4},
                                   {"ampere", "LDS 1 R3 4 1 0x0 128 0", 32, 1},
                                   {"ampere", "LDSM.16.M88.4 1 R3 16 1 0x0 128 0", 32, 4},
                                   {"ampere", "LDSM.16.M88.4 1 R3 16 1 0x0 144 0", 4, 4},
                                   {"ampere", "LDSM.16.M88.2 1 R3 16 1 0x0 128 0", 16, 2},
                                   {"hopper", "STSM.16.M88.4 1 R3 16 1 0x0 128 0", 32, 4},
                                   {"ada", "ATOMS.ADD 1 R3 4 1 0x0 0 0", 32, 1},
                                   {"ada", "ATOMS.POPC.INC.32 1 R3 4 1 0x0 0 0", 1, 1},
                                   {"ada", "ATOMS.ADD 1 R3 4 1 0x0 4 0", 1, 1},
                                   {"kepler-4byte", "LDS 1 R3 4 1 0x0 128 0", 16, 1},
                                   {"kepler-8byte", "LDS.64 1 R3 8 1 0x0 8 0", 1, 1},
                                   {"gt200", "LDS.64 1 R3 8 1 0x0 8 0", 8, 4},
                                   {"gt200", "LDS 1 R3 4 1 0x0 4 0", 2, 2}};
  for (const Case& one : cases) {
    const InstructionCosts found = costs(one.gpu, one.access);
    EXPECT_EQ(found.gpu.executions, 1U);
    EXPECT_EQ(found.gpu.wavefronts, one.wavefronts) << one.gpu << " " << one.access;
    EXPECT_EQ(found.gpu.ideal, one.ideal) << one.gpu << " " << one.access;
    EXPECT_EQ(found.gpu.max, one.wavefronts);
    EXPECT_EQ(found.machine.at(0).slots, one.wavefronts) << one.gpu << " " << one.access;
  }
}

TEST(TracegGpu, without_a_gpu_a_trace_obeys_the_machine) {
  const std::string text = trace_of({{"0000 ffffffff 1 R6 " + shared_by("LDS.U.128", 16, 2)}});
  const InstructionCosts cost = costs_on(replay(text, 32, 1), machine_for(MachineKind::kDmm, 32)).at(0);
  EXPECT_EQ(cost.machine.at(0).slots, 4U);
  EXPECT_EQ(cost.gpu.executions, 0U);
}

TEST(TracegGpu, costs_add_up_over_executions_and_idle_ones_do_not_count) {
  const auto volta = gpu::read_description(description::gpu_file("volta"));
  const std::string text =
      trace_of({{fmt::format("0000 {} 1 R6 LDS 1 R3 4 1 0x0 128 0", "ffffffff"),
                 fmt::format("0000 {} 1 R6 LDS 1 R3 4 1 0x0 4 0", "ffffffff"), "0000 00000000 1 R6 LDS 1 R3 4 0 0"}});
  const InstructionCosts cost = costs_on(replay(text, 32, 1, 1, 0, &volta), machine_for(MachineKind::kDmm, 32)).at(0);
  EXPECT_EQ(cost.gpu.executions, 2U);
  EXPECT_EQ(cost.gpu.wavefronts, 33U);
  EXPECT_EQ(cost.gpu.excess(), 31U);
  EXPECT_EQ(cost.gpu.max, 32U);
  EXPECT_DOUBLE_EQ(cost.gpu.mean(), 16.5);
}

TEST(TracegGpu, resident_blocks_have_regions_of_whole_rows_of_wide_banks) {
  const auto kepler = gpu::read_description(description::gpu_file("kepler-4byte"));
  const Replayed two = replay(sample("good/blocks.traceg"), 32, 1, 2, 0, &kepler);
  const Replayed one = replay(sample("good/blocks.traceg"), 32, 1, 1, 0, &kepler);
  const Machine machine = machine_for(MachineKind::kDmm, 32);
  const auto together = costs_on(two, machine);
  const auto apart = costs_on(one, machine);
  ASSERT_EQ(together.size(), apart.size());
  for (std::size_t i = 0; i < apart.size(); ++i) {
    EXPECT_EQ(together[i].machine.at(0).slots, apart[i].machine.at(0).slots);
    EXPECT_EQ(together[i].gpu.wavefronts, apart[i].gpu.wavefronts);
  }
}

TEST(TracegGpu, an_instruction_that_the_gpu_lacks_is_refused_with_its_line) {
  try {
    costs("volta", "LDSM.16.M88.4 1 R3 16 1 0x0 128 0");
    FAIL() << "accepted";
  } catch (const trace::InputError& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find(":6: LDSM.16.M88.4: volta does not describe matrix-read"), std::string::npos) << message;
  }
}

}  // namespace
}  // namespace superwarp::traceg
