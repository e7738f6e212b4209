// SPDX-License-Identifier: Apache-2.0
#include "tools/replay/ncu/comparison.h"

#include <gtest/gtest.h>

#include "sim/trace/input_error.h"
#include "tests/refusal.h"

namespace superwarp::ncu {
namespace {

Instruction counted(const char* opcode, std::uint64_t line, double executed, double wavefronts, double threads) {
  Instruction one;
  one.opcode = opcode;
  one.places = {{"a.cu", line}};
  one.executed = executed;
  one.threads = threads;
  one.wavefronts = wavefronts;
  one.ideal = executed;
  return one;
}

Predicted predicted(std::uint64_t line, double executed, double wavefronts, double threads) {
  Predicted one;
  one.opcode = "LDS";
  one.place = Place{"a.cu", line};
  one.executed = executed;
  one.threads = threads;
  one.wavefronts = wavefronts;
  one.ideal = executed;
  return one;
}

Kernel kernel_of(const char* name, std::vector<Instruction> instructions) {
  Kernel kernel;
  kernel.name = name;
  kernel.instructions = std::move(instructions);
  return kernel;
}

PredictedLaunch launch_of(const char* name, std::vector<Predicted> instructions) {
  PredictedLaunch launch;
  launch.kernel = name;
  launch.recorded = true;
  launch.instructions = std::move(instructions);
  return launch;
}

TEST(Comparison, launches_of_a_kernel_are_matched_in_their_order) {
  const auto wavefronts = [](double each) { return counted("LDS", 1, 1, each, 32); };
  const std::vector<Kernel> kernels = {kernel_of("void k<(int)1>(int *)", {wavefronts(10)}),
                                       kernel_of("void k<(int)0>(int *)", {wavefronts(1)}),
                                       kernel_of("void k<(int)0>(int *)", {wavefronts(2)})};
  const Comparison both = compare(kernels,
                                  {launch_of("void k(int *) [N = 0]", {predicted(1, 1, 1, 32)}),
                                   launch_of("void k(int *) [N = 0]", {predicted(1, 1, 2, 32)})},
                                  "f");
  ASSERT_EQ(both.kernels.size(), 1U);
  EXPECT_EQ(both.kernels[0].launches, 2U);
  ASSERT_EQ(both.rows.size(), 1U);
  EXPECT_EQ(*both.rows[0].counted.wavefronts, 3);
  EXPECT_EQ(both.rows[0].off(), 0);
  EXPECT_EQ(both.only_export, std::vector<std::string>{"void k<(int)1>(int *)"});
}

TEST(Comparison, the_number_of_a_launch_picks_it_where_names_are_equal) {
  const std::vector<Kernel> kernels = {kernel_of("k", {counted("LDS", 1, 1, 1, 32)}),
                                       kernel_of("k", {counted("LDS", 1, 1, 2, 32)})};
  PredictedLaunch second = launch_of("k", {predicted(1, 1, 2, 32)});
  second.number = 2;
  EXPECT_EQ(compare(kernels, {second}, "f").rows[0].off(), 0);
}

TEST(Comparison, a_launch_of_another_grid_is_another_launch) {
  Kernel kernel = kernel_of("k", {counted("LDS", 1, 1, 1, 32)});
  kernel.grid = "(4,4,1)";
  PredictedLaunch launch = launch_of("k", {predicted(1, 1, 1, 32)});
  launch.grid = "(8,1,1)";
  const std::string message = test::refusal<trace::InputError>([&] {
    compare({kernel, kernel}, {launch, launch}, "f");
  });
  EXPECT_NE(message.find("f: has no kernel of the trace: it has 'k' (4,4,1)"), std::string::npos) << message;
  EXPECT_NE(message.find("expected an export of the same program with the same arguments"), std::string::npos);
}

TEST(Comparison, launches_without_shared_memory_are_told_as_such) {
  const std::string message =
      test::refusal<trace::InputError>([] { compare({kernel_of("copy", {})}, {launch_of("copy", {})}, "f"); });
  EXPECT_NE(message.find("f: has launches of the trace that access no shared memory, such as 'copy'"),
            std::string::npos)
      << message;
}

TEST(Comparison, lines_are_matched_and_the_worst_comes_first) {
  const Comparison all =
      compare({kernel_of("k", {counted("LDS", 1, 4, 4, 128), counted("LDS", 2, 4, 8, 128)})},
              {launch_of("k", {predicted(1, 4, 4, 128), predicted(2, 4, 6, 64), predicted(2, 0, 0, 64)})}, "f");
  ASSERT_EQ(all.rows.size(), 2U);
  EXPECT_EQ(all.rows[0].where, "a.cu:2");
  EXPECT_EQ(all.rows[0].off(), 2);
  EXPECT_FALSE(all.rows[0].other_instructions());
  EXPECT_EQ(all.rows[1].off(), 0);
  EXPECT_EQ(*all.total(Access::kLoad).counted.wavefronts, 12);
  EXPECT_EQ(*all.total(std::nullopt).predicted.wavefronts, 10);
}

TEST(Comparison, merged_and_dropped_loads_are_other_instructions) {
  const auto others = [](Instruction gpu, Predicted trace) {
    return compare({kernel_of("k", {std::move(gpu)})}, {launch_of("k", {std::move(trace)})}, "f")
        .rows[0]
        .other_instructions();
  };
  EXPECT_FALSE(others(counted("LDS", 1, 4, 9, 128), predicted(1, 4, 4, 128)));
  EXPECT_TRUE(others(counted("LDS", 1, 2, 2, 64), predicted(1, 4, 4, 128)));
  Instruction wide = counted("LDS.64", 1, 2, 4, 64);
  wide.bytes = 8;
  EXPECT_TRUE(others(wide, predicted(1, 4, 4, 128)));
  Instruction byte = counted("LDS.U8", 1, 4, 4, 128);  // of the same banks
  byte.bytes = 1;
  EXPECT_FALSE(others(byte, predicted(1, 4, 4, 128)));
  Instruction partly = counted("LDS", 1, 8, 4, 128);  // a predicate left 4 without a thread
  partly.ideal = 4;
  EXPECT_TRUE(others(partly, predicted(1, 4, 4, 128)));
  partly.predicated = true;
  EXPECT_FALSE(others(partly, predicted(1, 4, 4, 128)));
  Predicted adds = predicted(1, 4, 4, 128);
  adds.access = Access::kAtomic;
  adds.opcode = "ATOMS";
  Instruction counts = counted("ATOMS.POPC.INC.32", 1, 4, 4, 128);
  counts.access = Access::kAtomic;
  EXPECT_TRUE(others(counts, adds));
}

TEST(Comparison, a_statement_on_two_lines_is_one_row) {
  const Comparison all =
      compare({kernel_of("k", {counted("LDS", 2, 4, 4, 128)})}, {launch_of("k", {predicted(1, 4, 4, 128)})}, "f");
  ASSERT_EQ(all.rows.size(), 1U);
  EXPECT_EQ(all.rows[0].where, "a.cu:2,1");
  EXPECT_EQ(all.rows[0].off(), 0);
}

TEST(Comparison, an_inlined_access_is_on_the_line_that_the_recording_has) {
  Instruction load = counted("LDS", 9, 4, 4, 128);
  load.places.push_back({"a.cu", 1});
  const Comparison all = compare({kernel_of("k", {load})}, {launch_of("k", {predicted(1, 4, 4, 128)})}, "f");
  ASSERT_EQ(all.rows.size(), 1U);
  EXPECT_EQ(all.rows[0].where, "a.cu:1");
}

TEST(Comparison, predictions_of_some_blocks_stand_for_the_grid) {
  PredictedLaunch launch = launch_of("k", {predicted(1, 4, 4, 128)});
  launch.share = 3;
  const Comparison all = compare({kernel_of("k", {counted("LDS", 1, 12, 12, 384)})}, {launch}, "f");
  EXPECT_EQ(all.rows[0].off(), 0);
  EXPECT_EQ(all.kernels[0].share, 3);
}

TEST(Comparison, counters_of_a_raw_page_are_of_the_kernel) {
  Kernel kernel;
  kernel.name = "k";
  kernel.counters = {{"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", 40},
                     {"smsp__inst_executed_op_shared_ld.sum", 4},
                     {"memory_l1_wavefronts_shared", 40},
                     {"memory_l1_wavefronts_shared_ideal", 4}};
  const Comparison all = compare({kernel}, {launch_of("k", {predicted(1, 4, 36, 128)})}, "f");
  ASSERT_EQ(all.rows.size(), 2U);
  EXPECT_EQ(*all.total(Access::kLoad).counted.wavefronts, 40);
  EXPECT_EQ(*all.total(std::nullopt).counted.wavefronts, 40) << "counted once";
  EXPECT_EQ(*all.total(std::nullopt).predicted.excess, 32);
}

}  // namespace
}  // namespace superwarp::ncu
