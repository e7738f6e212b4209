// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "sim/trace/input_error.h"
#include "tests/traceg/sample.h"

/// \file
/// What an instruction accesses: parts, matrices, generic addresses, copies.

namespace superwarp::traceg {
namespace {

constexpr const char* kAll = "ffffffff";
constexpr const char* kBarrierLine = "0010 ffffffff 0 BAR.SYNC 0 0 0";

/// A warp of 32 threads on 8, 16, 32 and 64 banks.
TEST(TracegAccess, warps_go_in_parts_of_consecutive_threads_on_any_width) {
  const std::vector<std::pair<std::string, std::vector<std::size_t>>> cases = {
      {"LDS 1 R3 4 1 0x0 4 0", {4, 2, 1, 1}},
      {"LDS.64 1 R3 8 1 0x0 8 0", {8, 4, 2, 1}},
      {"LDS.U.128 1 R3 16 1 0x0 16 0", {16, 8, 4, 2}},
      {"LDSM.16.M88.4 1 R3 16 1 0x0 16 0", {16, 8, 4, 4}}};
  for (const auto& [access, parts] : cases) {
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const std::uint32_t width = 8U << i;
      const std::string text = trace_of({{fmt::format("0000 {} 1 R6 {}", kAll, access)}});
      const trace::Trace trace = replay(text, width, 1).lowered.at(0).trace;
      EXPECT_EQ(trace.width(), width);
      EXPECT_EQ(trace.accesses().size(), parts[i]) << access << " on " << width;
      std::vector<Address> all;
      for (std::size_t part = 0; part < trace.accesses().size(); ++part) {
        for (std::uint32_t lane = 0; lane < width; ++lane)
          if (trace.addresses(part)[lane] != kInactive) all.push_back(trace.addresses(part)[lane]);
      }
      EXPECT_TRUE(std::is_sorted(all.begin(), all.end()));
      EXPECT_EQ(all.back() + 1, all.size());
    }
  }
  EXPECT_THROW(replay(sample("good/widths_loads.traceg"), 2, 1), trace::InputError);
}

/// 8 rows of 16 bytes together, matrix by matrix; the addresses of other threads do not count.
TEST(TracegAccess, matrices_cost_their_rows_eight_at_a_time) {
  struct Case {
    std::string access;
    std::uint64_t slots;
    std::uint64_t requests;
  };
  const std::string swizzled = [] {
    std::string list = "0";
    for (std::uint32_t t = 0; t < 32; ++t)  // 8 rows of 128 bytes, chunk c of row r at c ^ r
      list += fmt::format(" {:#x}", t % 8 * 128 + ((t / 8) ^ (t % 8)) * 16);
    return list;
  }();
  const std::vector<Case> cases = {{"1 R6 LDSM.16.M88.4 1 R3 2 1 0x0 128 0", 32, 128},
                                   {"1 R6 LDSM.16.M88.2 1 R3 2 1 0x0 128 0", 16, 64},
                                   {"1 R6 LDSM.16.M88 1 R3 2 1 0x0 128 0", 8, 32},
                                   {"1 R6 LDSM.16.M88 1 R3 2 1 0x0 144 0", 1, 32},
                                   {"1 R6 LDSM.16.MT88.4 1 R3 2 1 0x0 144 0", 4, 128},
                                   {"1 R6 LDSM.16.M88.4 1 R3 2 1 0x0 32 0", 8, 128},
                                   {"1 R6 LDSM.16.M88.4 1 R3 2 " + swizzled + " 0", 4, 128},
                                   {"0 STSM.16.M88.4 2 R3 R4 2 1 0x0 128 0", 32, 128},
                                   {"1 R6 LDSM.16.M88 1 R3 2 2 0x0 16 16 16 16 16 16 16 7 -300 7 7 "
                                    "7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 "
                                    "7 7 7 139611588448256 0",
                                    1, 32}};
  for (const Case& each : cases) {
    const Replayed replayed = replay(trace_of({{"0000 ffffffff " + each.access}}), 32, 1);
    const InstructionCosts costs = costs_on(replayed, machine_for(MachineKind::kDmm, 32)).at(0);
    EXPECT_EQ(costs.machine[0].slots, each.slots) << each.access;
    EXPECT_EQ(costs.requests, each.requests) << each.access;
    EXPECT_EQ(replayed.lowered[0].trace.accesses()[0].op, each.access[0] == '0' ? Op::kWrite : Op::kRead);
  }
}

/// The header of a trace with the windows of shared and local memory.
std::string with_windows(const std::string& text) {
  return "-shmem base_addr = 0x7f0000000000\n-local mem base_addr = 0x7f0002000000\n" + text;
}

TEST(TracegAccess, generic_addresses_in_the_shared_window_are_shared_accesses) {
  std::string list = "0";  // threads 0, 2, ..: shared; 1, 5, ..: local; 3, 7, ..: global
  for (std::uint32_t t = 0; t < 32; ++t) {
    list += t % 2 == 0   ? fmt::format(" {:#x}", 0x7f0000000000 + 128 * t)
            : t % 4 == 1 ? fmt::format(" {:#x}", 0x7f0002000000 + 128 * t)
                         : fmt::format(" {:#x}", 0x7e0000000000 + 128 * t);
  }
  for (const char* opcode : {"LD.E", "ST.E", "ATOM.E.ADD", "RED.E.ADD"}) {
    const std::string text = trace_of({{fmt::format("0000 {} 1 R6 {} 1 R3 4 {} 0", kAll, opcode, list)}});
    const std::uint64_t passes = opcode[0] == 'A' || opcode[0] == 'R' ? 2 : 1;
    const Replayed told = replay(with_windows(text), 32, 1);
    const auto costs = costs_on(told, machine_for(MachineKind::kDmm, 32));
    ASSERT_EQ(told.instructions.size(), 1U) << opcode;
    EXPECT_FALSE(is_global(told.instructions[0].kind));
    EXPECT_EQ(costs[0].requests, 16 * passes) << opcode;
    EXPECT_EQ(costs[0].machine[0].slots, 16 * passes) << opcode;
    // A global memory gets those of the other threads that are not local.
    const Replayed both = replay(with_windows(text), 32, 1, 1, 1);
    ASSERT_EQ(both.instructions.size(), 2U) << opcode;
    EXPECT_TRUE(is_global(both.instructions[0].kind));
    EXPECT_FALSE(is_global(both.instructions[1].kind));
    EXPECT_EQ(both.lowered[0].trace.global_words(), 7U * 32 + 1);
    // A header that does not tell the windows.
    const Replayed untold = replay(text, 32, 1);
    EXPECT_TRUE(untold.instructions.empty());
    EXPECT_EQ(untold.counts.executed[static_cast<std::size_t>(OpcodeKind::kGeneric)], 1U);
  }
}

/// The tracer writes a line for each operand of an LDGSTS.
TEST(TracegAccess, a_copy_stores_at_its_shared_addresses_and_is_left_out_without_them) {
  const std::string to = "0000 ffffffff 0 LDGSTS.E.BYPASS.128 2 R3 R4 16 1 0x0 128 0";
  const std::string from = "0000 ffffffff 0 LDGSTS.E.BYPASS.128 2 R3 R4 16 1 0x7e0000000000 16 0";
  const std::string other = "0010 ffffffff 0 LDGSTS.E.BYPASS.128 2 R3 R4 16 1 0x7e0000000000 16 0";
  const auto of = [](const std::vector<std::string>& lines) {
    const Replayed replayed = replay(trace_of({lines}), 32, 1);
    const auto executed = [&](OpcodeKind kind) { return replayed.counts.executed[static_cast<std::size_t>(kind)]; };
    const auto costs = costs_on(replayed, machine_for(MachineKind::kDmm, 32));
    if (!costs.empty()) {
      EXPECT_EQ(costs[0].machine[0].max_slots, 32U);
      EXPECT_EQ(replayed.lowered[0].trace.accesses()[0].op, Op::kWrite);
    }
    return std::make_pair(executed(OpcodeKind::kCopy), executed(OpcodeKind::kAsyncCopy));
  };
  using Counted = std::pair<std::uint64_t, std::uint64_t>;  // replayed, left out
  EXPECT_EQ(of({to, from}), Counted(1, 0));
  EXPECT_EQ(of({from, to}), Counted(1, 0));
  EXPECT_EQ(of({to, from, to, from}), Counted(2, 0));
  EXPECT_EQ(of({to, to}), Counted(2, 0));
  EXPECT_EQ(of({from, from}), Counted(0, 2));
  EXPECT_EQ(of({to, other}), Counted(1, 1));
  EXPECT_EQ(of({from, kBarrierLine, to}), Counted(1, 1));
  EXPECT_EQ(of({"0000 00000001 0 UTMALDG.2D 1 R3 16 2 0x7f0675000000 3 128 0"}), Counted(0, 1));
}

/// 32 atomics on one word are 32 passes of a read and a write: parts of one slot, an execution
/// of 64.
TEST(TracegAccess, an_execution_costs_the_slots_of_all_its_parts) {
  const auto cost_of = [](const std::string& access, MachineKind kind, std::uint32_t s) {
    std::vector<std::vector<std::string>> warps(4, {"0000 ffffffff " + access, "0000 0000ffff " + access});
    return costs_on(replay(trace_of(warps), 32, s), machine_for(kind, 32, s)).at(0).machine[0];
  };
  const Cost atomics = cost_of("1 R6 ATOMS.ADD 1 R3 4 1 0x0 0 0", MachineKind::kDmm, 1);
  EXPECT_EQ(atomics.max, 1U);
  EXPECT_EQ(atomics.max_slots, 64U);
  EXPECT_EQ(atomics.executions, 8U);
  EXPECT_EQ(atomics.mean_slots(), 48.0);  // 64 with 32 threads, 32 with 16
  const Cost wide = cost_of("1 R6 LDS.128 1 R3 16 1 0x0 128 0", MachineKind::kDmm, 1);
  EXPECT_EQ(wide.max_slots, 32U);
  EXPECT_EQ(wide.mean_slots(), 24.0);
  const Cost alone = cost_of("1 R6 LDS 1 R3 4 1 0x0 128 0", MachineKind::kDmm, 1);
  EXPECT_EQ(alone.executions, 8U);
  EXPECT_EQ(alone.max_slots, alone.max);
  const Cost packed = cost_of("1 R6 LDS.128 1 R3 16 1 0x0 16 0", MachineKind::kSdmm, 4);
  EXPECT_EQ(packed.executions, 2U);  // of a super warp
  EXPECT_EQ(packed.max_slots, 4U);   // its warps want the same words
}

}  // namespace
}  // namespace superwarp::traceg
