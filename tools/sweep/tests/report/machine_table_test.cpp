// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tools/sweep/report/page.h"

namespace superwarp::report {
namespace {

/// Rows of machine, RPU (null: none), kernel, latency and time.
SweepFolder sweep_of(const std::vector<std::vector<Json>>& rows) {
  SweepFolder sweep;
  const std::vector<std::pair<const char*, const char*>> options = {
      {"machine", "Machine"}, {"rpu", "Machine"}, {"workload", "Workload"}, {"latency", "Conditions"}};
  for (std::size_t c = 0; c < options.size(); ++c) {
    Column column;
    column.name = options[c].first;
    column.group = options[c].second;
    for (const auto& row : rows) column.cells.push_back(row[c]);
    sweep.options.push_back(column);
  }
  Column time;
  time.name = "time_units";
  for (const auto& row : rows) time.cells.push_back(row.back());
  sweep.figures.push_back(time);
  for (std::size_t row = 0; row < rows.size(); ++row) sweep.points.push_back(row);
  return sweep;
}

TEST(MachineTable, a_speed_up_is_the_geometric_mean_over_the_conditions_that_both_have) {
  const draw::SlideTable table = machine_table(sweep_of({{"dmm", nullptr, "sum", "1", 80},
                                                         {"dmm", nullptr, "sum", "7", 90},
                                                         {"dmm", nullptr, "sort", "1", 50},
                                                         {"rsdmm", "stream", "sum", "1", 40},        // 2 times as fast
                                                         {"rsdmm", "stream", "sum", "7", 11.25},     // 8 times
                                                         {"rsdmm", "stream", "sum", "30", 1},        // no baseline
                                                         {"rsdmm", nullptr, "sort", "1", 100},       // half as fast
                                                         {"rsdmm", nullptr, "sum", "1", nullptr}}),  // not known
                                               "space");
  EXPECT_EQ(table.columns, (std::vector<std::string>{"dmm", "rsdmm, rpu stream", "rsdmm"}));
  ASSERT_EQ(table.rows.size(), 2U);
  EXPECT_EQ(table.rows[0].labels, std::vector<std::string>{"sum"});
  EXPECT_DOUBLE_EQ(table.rows[0].values[0].value(), 1);
  EXPECT_DOUBLE_EQ(table.rows[0].values[1].value(), 4);
  EXPECT_FALSE(table.rows[0].values[2]);
  EXPECT_DOUBLE_EQ(table.rows[1].values[2].value(), 0.5);
  EXPECT_FALSE(table.rows[1].values[1]);
  EXPECT_EQ(table.caption, "rsdmm, rpu stream is 4.00 times as fast as dmm, geometric mean over all kernels");
}

TEST(MachineTable, says_so_if_no_machine_is_faster_than_the_first) {
  const draw::SlideTable table =
      machine_table(sweep_of({{"dmm", nullptr, "sum", "1", 80}, {"umm", nullptr, "sum", "1", 160}}), "space");
  EXPECT_EQ(table.caption, "No machine is faster than the dmm");
}

}  // namespace
}  // namespace superwarp::report
