// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "sim/traceg/lower.h"
#include "sim/traceg/reader.h"
#include "sim/traceg/residency.h"
#include "tests/traceg/sample.h"

/// \file
/// docs/spec/issue.md, "CUDA traces", on lines written by hand. Without a -binary version the
/// latest latencies hold: 4, and 375 of a load from global memory.

namespace superwarp::traceg {
namespace {

Lowered worked(const std::string& text, std::uint32_t width = 32) {
  std::istringstream in(text);
  Reader reader(in, "file", false, true);
  Block block;
  EXPECT_TRUE(reader.next(block));
  Machine machine;
  machine.width = width;
  return lower({block}, reader.instructions(), "file", machine);
}

/// What every line of the lowered trace issues.
std::vector<Work> works_of(const Lowered& lowered) {
  std::vector<Work> works;
  for (const trace::TraceAccess& access : lowered.trace.accesses()) works.push_back(*lowered.trace.work(access));
  return works;
}

TEST(Work, waits_for_the_results_that_an_instruction_reads) {
  const Lowered lowered = worked(trace_of({{
      "0 ffffffff 1 R1 S2R 0 0 0",
      "10 ffffffff 1 R2 IADD3 1 R1 0 0",          // needs R1: 4 later
      "20 ffffffff 1 R3 LDG.E 1 R9 4 1 0x0 4 0",  // needs nothing
      "30 ffffffff 1 R4 IADD3 1 R255 0 0",        // nothing to wait for
      "40 ffffffff 0 STS 2 R2 R3 4 1 0x0 4 0",    // needs the load: 375 after it
  }}));
  ASSERT_EQ(lowered.trace.accesses().size(), 1U);
  // The first run is S2R alone; the second, IADD3 to IADD3, begins one before the load.
  EXPECT_EQ(works_of(lowered)[0], (Work{{{1, 1, 4}, {1, 3, 376}, {1, 1, 1}}, {}}));
}

TEST(Work, behind_a_load_is_independent_until_its_word_is_used) {
  const Lowered lowered = worked(trace_of({{
      "0 ffffffff 1 R1 LDS 1 R9 4 1 0x0 4 0",
      "10 ffffffff 1 R2 MOV 1 R9 0 0",
      "20 ffffffff 1 R3 MOV 1 R9 0 0",
      "30 ffffffff 1 R4 IADD3 1 R1 0 0",
      "40 ffffffff 1 R5 MOV 1 R9 0 0",
      "50 ffffffff 0 STS 2 R9 R9 4 1 0x0 4 0",
  }}));
  const std::vector<Work> works = works_of(lowered);
  ASSERT_EQ(works.size(), 2U);
  EXPECT_EQ(works[0], (Work{{{1, 1, 1}}, {{1, 2, 1}}}));
  EXPECT_EQ(works[1], (Work{{{1, 3, 1}}, {}}));
}

TEST(Work, ahead_of_a_barrier_is_issued_ahead_of_it) {
  const Lowered lowered = worked(trace_of({{
      "0 ffffffff 1 R1 LDS 1 R9 4 1 0x0 4 0",
      "10 ffffffff 1 R4 IADD3 1 R1 0 0",
      "20 ffffffff 0 BAR.SYNC 0 0 0",
      "30 ffffffff 0 STS 2 R9 R9 4 1 0x0 4 0",
      "40 ffffffff 0 EXIT 0 0 0",
  }}));
  const std::vector<Work> works = works_of(lowered);
  ASSERT_EQ(works.size(), 3U);
  EXPECT_EQ(works[1], (Work{{{1, 2, 1}}, {}}));  // IADD3 and BAR
  EXPECT_FALSE(lowered.trace.requests(1));
  EXPECT_TRUE(lowered.trace.rounds()[1].barrier_after);
  EXPECT_EQ(works[2], (Work{{{1, 1, 1}}, {{1, 1, 1}}}));
}

/// A narrow machine takes an access in two parts, which are one instruction.
TEST(Work, of_an_access_of_several_parts_is_issued_once) {
  const Lowered lowered = worked(trace_of({{"0 ffffffff 1 R1 LDS 1 R9 4 1 0x0 4 0", "10 ffffffff 0 EXIT 0 0 0"}}), 16);
  const std::vector<Work> works = works_of(lowered);
  ASSERT_EQ(works.size(), 2U);
  EXPECT_EQ(works[0], (Work{{{1, 1, 1}}, {}}));
  EXPECT_EQ(works[1], (Work{{}, {{1, 1, 1}}}));
}

TEST(Work, of_a_recording_is_not_told) {
  const std::string text = trace_of({{"0 ffffffff 1 R1 LDS 1 R9 4 1 0x0 4 0"}});
  const Lowered lowered = worked("-recorded by = superwarp record\n" + text);
  EXPECT_EQ(lowered.trace.work(lowered.trace.accesses()[0]), nullptr);
}

TEST(Residency, is_limited_by_threads_registers_or_shared_memory) {
  const auto of = [](std::uint32_t threads, std::uint64_t registers, std::uint64_t bytes) {
    Header header;
    header.binary_version = 75;  // 64 KiB, 65536 registers, 1024 threads, 16 blocks
    header.block = Dim3{threads, 1, 1};
    header.registers = registers;
    header.shared_bytes = bytes;
    const std::optional<Residency> fit = residency_of(header);
    return fit ? fmt::format("{} by {}", fit->blocks, fit->limit) : "";
  };
  EXPECT_EQ(of(32, 16, 0), "16 by blocks");
  EXPECT_EQ(of(256, 16, 1024), "4 by threads");
  EXPECT_EQ(of(256, 128, 1024), "2 by registers");
  EXPECT_EQ(of(100, 16, 16384), "4 by shared memory");
  EXPECT_FALSE(residency_of(Header()));
}

}  // namespace
}  // namespace superwarp::traceg
