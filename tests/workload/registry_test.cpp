// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "sim/workload/entry.h"

// Laws of the list of workloads, which the build generates from the files.

namespace superwarp::workload {
namespace {

TEST(ListOfWorkloads, has_a_description_and_a_source_of_each) {
  std::set<std::string> names;
  for (const Workload& workload : entries()) {
    EXPECT_TRUE(names.insert(workload.name).second) << workload.name << " is listed twice";
    EXPECT_FALSE(workload.description.empty()) << workload.name;
    EXPECT_FALSE(workload.source.empty()) << workload.name;
    EXPECT_TRUE(workload.listing) << workload.name;
    EXPECT_EQ(find_entry(workload.name), &workload);
  }
  EXPECT_EQ(find_entry("no-workload"), nullptr);
}

TEST(ListOfWorkloads, has_accesses_then_algorithms_then_kernels_each_by_place) {
  std::vector<std::string> begin;
  for (const Workload& workload : entries()) begin.push_back(workload.name);
  begin.resize(10);
  EXPECT_EQ(begin, (std::vector<std::string>{"contiguous", "stride", "row-major", "column-major", "transpose-naive",
                                             "transpose-diagonal", "permutation", "random", "all-same-bank",
                                             "all-same-address"}));
  EXPECT_TRUE(std::is_sorted(entries().begin(), entries().end(), [](const Workload& a, const Workload& b) {
    return std::make_tuple(a.kernel, a.algorithm, a.place, a.name) <
           std::make_tuple(b.kernel, b.algorithm, b.place, b.name);
  }));
}

TEST(ListOfWorkloads, has_the_properties_of_kernels_and_algorithms_that_users_rely_on) {
  for (const Workload& workload : entries()) {
    EXPECT_FALSE(workload.kernel && workload.algorithm) << workload.name;
    EXPECT_EQ(workload.name.rfind("kernel-", 0) == 0, workload.kernel) << workload.name;
    EXPECT_EQ(workload.name.rfind("permute-", 0) == 0, workload.permutes) << workload.name;
    if (!workload.algorithm) continue;
    const auto promised = make_workload(workload.name, {16, 4, 4})->promised();
    ASSERT_EQ(promised.size(), 1U) << workload.name << " promises nothing";
    EXPECT_LT(promised.front().first, promised.front().end) << workload.name;
  }
}

}  // namespace
}  // namespace superwarp::workload
