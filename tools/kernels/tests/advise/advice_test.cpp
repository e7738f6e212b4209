// SPDX-License-Identifier: Apache-2.0
#include "tools/kernels/advise/advice.h"

#include <gtest/gtest.h>

#include <random>

#include "model/reference/mapping.h"
#include "sim/workload/workload.h"

namespace superwarp::advise {
namespace {

TEST(Choice, of_parts_that_do_not_interact_is_the_cheapest) {
  const std::vector<double> gain = {3, -2, 0, 1, -5};
  const Choice choice = choose(gain.size(), [&](const std::vector<bool>& on) {
    double cost = 10;
    for (std::size_t part = 0; part < on.size(); ++part) cost -= on[part] ? gain[part] : 0;
    return cost;
  });
  EXPECT_EQ(choice.on, (std::vector<bool>{true, false, false, true, false}));
  EXPECT_EQ(choice.cost, 6);
}

/// Costs at random: parts interact in every way.
TEST(Choice, is_no_dearer_than_all_off_or_all_on_and_no_single_switch_is_cheaper) {
  std::mt19937 random(7);
  for (int trial = 0; trial < 200; ++trial) {
    std::vector<double> cost(64);
    for (double& one : cost) one = random() % 10;
    const auto cost_of = [&](const std::vector<bool>& on) {
      std::size_t code = 0;
      for (const bool bit : on) code = 2 * code + (bit ? 1 : 0);
      return cost[code];
    };
    const Choice choice = choose(6, cost_of);
    EXPECT_EQ(choice.cost, cost_of(choice.on));
    EXPECT_LE(choice.cost, cost.front());
    EXPECT_LE(choice.cost, cost.back());
    for (std::size_t part = 0; part < 6; ++part) {
      std::vector<bool> other = choice.on;
      other[part] = !other[part];
      EXPECT_GE(cost_of(other), choice.cost);
    }
  }
}

/// A transpose of a tile that is not padded conflicts, and a shift cures it.
TEST(Slots, are_those_of_a_run_with_these_regions) {
  workload::WorkloadOptions options;
  options.size = 32;
  options.threads = 256;
  const auto program = workload::make_workload("kernel-transpose-tile", options);
  Machine machine;
  machine.mapping = "xor-swizzle";
  machine.rows = 32;
  Slots slots({program.get()}, machine, 5);
  EXPECT_EQ(slots(regions_named("8:none")), 32 + 32 * 32);
  EXPECT_EQ(slots(regions_named("8")), 32 + 32);
  EXPECT_GT(slots(regions_named("8:0-3")), 64);
}

/// The tile ends in region 1 of 8; the rest of the memory may hold more of it with another input.
TEST(Advice, of_a_region_without_an_access_is_that_of_the_nearest_one) {
  workload::WorkloadOptions options;
  options.size = 32;
  options.threads = 256;
  const auto program = workload::make_workload("kernel-transpose-tile", options);
  Subject subject{{program.get()}, pieces_of(program->arrays(), 32), {}};
  subject.machine.mapping = "xor-swizzle";
  subject.machine.rows = 128;
  subject.machine.regions.on.assign(8, true);
  const Advice advice = advice_on(subject, 1);
  EXPECT_EQ(text_of(advice.regions), "8:11111111");
  EXPECT_TRUE(advice.parts[0].chosen);
  EXPECT_TRUE(advice.parts[7].names.empty());
}

using Names = std::set<std::string>;

TEST(Pieces, are_arrays_in_whole_rows) {
  const auto pieces = pieces_of(std::vector<AddressRange>{{0, 100}, {128, 160}}, 32);
  ASSERT_EQ(pieces.size(), 2U);
  EXPECT_EQ(pieces[0].end_row, 4U);
  EXPECT_EQ(pieces[1].first_row, 4U);
  EXPECT_EQ(pieces[1].end_row, 5U);
  EXPECT_EQ(names_in(pieces, 0, 4), (Names{"array 0"}));
  EXPECT_EQ(names_in(pieces, 3, 5), (Names{"array 0", "array 1"}));
  EXPECT_EQ(names_in(pieces, 5, 8), Names());
}

TEST(Pieces, of_a_recording_are_runs_of_rows_of_the_same_lines) {
  const auto pieces = pieces_of({{"a"}, {"a"}, {"a", "b"}, {"b"}, {}});
  ASSERT_EQ(pieces.size(), 4U);
  EXPECT_EQ(pieces[0].end_row, 2U);
  EXPECT_EQ(pieces[1].names, (Names{"a", "b"}));  // the row that two arrays share
  EXPECT_EQ(pieces[2].first_row, 3U);
  EXPECT_TRUE(pieces_of(std::vector<std::set<std::string>>{}).empty());
}

}  // namespace
}  // namespace superwarp::advise
