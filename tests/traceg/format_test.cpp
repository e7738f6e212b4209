// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "model/reference/reference_model.h"
#include "sim/trace/input_error.h"
#include "sim/trace/trace_program.h"
#include "tests/traceg/sample.h"

namespace superwarp::traceg {
namespace {

TEST(BlockSet, recognises_every_block_and_keeps_the_tracers_order_as_one_run) {
  const Dim3 grid = {3, 4, 5};
  std::vector<Dim3> order;
  for (std::uint32_t i = 0; i < 60; ++i) order.push_back({i % 3, i / 3 % 4, i / 12});
  for (const std::uint32_t step : {1U, 7U, 59U}) {  // coprime to 60: each block once
    BlockSet blocks(grid);
    BlockSet without_grid;
    for (std::uint32_t i = 0; i < 60; ++i) {
      ASSERT_TRUE(blocks.add(order[i * step % 60]));
      ASSERT_TRUE(without_grid.add(order[i * step % 60]));
      for (std::uint32_t j = 0; j <= i; ++j) {
        ASSERT_FALSE(blocks.add(order[j * step % 60]));
        ASSERT_FALSE(without_grid.add(order[j * step % 60]));
      }
      if (step == 1) {
        ASSERT_EQ(blocks.runs(), 1U);
      }
    }
    EXPECT_EQ(blocks.runs(), 1U);
    EXPECT_EQ(without_grid.runs(), 20U);  // rows
  }
}

/// Every mode, tracer version and width; the expected counts were worked out by hand.
TEST(TracegFormat, good_traces_are_read_and_cost_what_they_should) {
  const auto all = expectations("good");
  EXPECT_GE(all.size(), 30U);
  for (const Expectation& expected : all) {
    SCOPED_TRACE(expected.file);
    const Replayed replayed = replay(sample(expected.file), 32, 1);
    std::uint64_t executions = 0;
    for (const Instruction& instruction : replayed.instructions) executions += instruction.executions;
    Figures sum;
    for (const Lowered& lowered : replayed.lowered) {
      if (lowered.trace.accesses().empty()) continue;
      const trace::TraceProgram program(lowered.trace);
      model::ReferenceModel model(program, machine_for(MachineKind::kDmm, 32));
      model.run();
      sum.requests += model.totals().requests;
      sum.dispatches += model.totals().dispatches;
      sum.slots += model.totals().slots;
      sum.rounds += model.totals().rounds;
    }
    EXPECT_EQ(executions, expected.number);
    std::ostringstream found;
    found << sum.requests << ' ' << sum.dispatches << ' ' << sum.slots << ' ' << sum.rounds;
    EXPECT_EQ(found.str(), expected.rest);
  }
}

TEST(TracegFormat, broken_traces_are_refused_at_the_line_to_blame) {
  const auto all = expectations("broken");
  EXPECT_GE(all.size(), 60U);
  for (const Expectation& expected : all) {
    SCOPED_TRACE(expected.file);
    try {
      replay(sample(expected.file), 32, 1);
      ADD_FAILURE() << "accepted";
    } catch (const trace::InputError& error) {
      EXPECT_EQ(error.line(), expected.number);
      EXPECT_EQ(error.what(), "file:" + std::to_string(expected.number) + ": " + expected.rest);
    }
  }
}

/// Two instructions of 32 threads, 4 and 128 bytes apart.
TEST(TracegFormat, versions_and_modes_mean_the_same_accesses) {
  std::set<std::vector<Address>> seen;
  for (const char* version : {"0", "2", "3", "4", "5", "6"}) {
    for (const char* mode : {"0", "1", "2"}) {
      const std::string file = "good/v" + std::string(version) + "_mode" + mode + ".traceg";
      const Replayed replayed = replay(sample(file), 32, 1);
      const trace::Trace& trace = replayed.lowered.at(0).trace;
      ASSERT_EQ(trace.accesses().size(), 2U) << file;
      seen.insert({trace.addresses(0), trace.addresses(0) + 64});
    }
  }
  ASSERT_EQ(seen.size(), 1U);
  for (Address thread = 0; thread < 32; ++thread) {
    EXPECT_EQ((*seen.begin())[thread], thread);
    EXPECT_EQ((*seen.begin())[32 + thread], 32 * thread);
  }
}

TEST(TracegFormat, counts_what_it_leaves_out) {
  const Replayed replayed = replay(sample("good/left_out.traceg"), 32, 1);
  const auto executed = [&](OpcodeKind kind) { return replayed.counts.executed[static_cast<std::size_t>(kind)]; };
  EXPECT_EQ(replayed.counts.instructions, 8U);
  EXPECT_EQ(executed(OpcodeKind::kMatrix), 1U);
  EXPECT_EQ(executed(OpcodeKind::kCopy), 0U);
  EXPECT_EQ(executed(OpcodeKind::kGeneric), 2U);
  EXPECT_EQ(executed(OpcodeKind::kAsyncCopy), 2U);
  EXPECT_EQ(executed(OpcodeKind::kArrive), 1U);
  EXPECT_EQ(executed(OpcodeKind::kOther), 1U);
  EXPECT_EQ(executed(OpcodeKind::kLoad), 1U);
}

TEST(TracegFormat, instructions_differ_by_pc_line_and_opcode) {
  const Replayed replayed = replay(sample("good/v5_lines.traceg"), 32, 1);
  ASSERT_EQ(replayed.instructions.size(), 2U);
  EXPECT_EQ(replayed.instructions[0].pc, 0x10U);
  EXPECT_EQ(replayed.instructions[0].source_line, 17U);
  EXPECT_EQ(replayed.instructions[0].opcode, "STS");
  EXPECT_EQ(replayed.instructions[1].source_line, 18U);
  EXPECT_EQ(replayed.lowered[0].trace.accesses()[1].line, replayed.lowered[0].trace.accesses()[0].line + 1);
}

TEST(TracegFormat, recognises_the_beginning_of_a_file) {
  EXPECT_TRUE(looks_like_traceg("-kernel name = k\n"));
  EXPECT_TRUE(looks_like_traceg("\r\n#traces format"));
  EXPECT_TRUE(looks_like_traceg("#BEGIN_TB"));
  EXPECT_FALSE(looks_like_traceg("# superwarp-trace 1\n"));
  EXPECT_FALSE(looks_like_traceg(""));
}

}  // namespace
}  // namespace superwarp::traceg
