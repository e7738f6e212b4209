// SPDX-License-Identifier: Apache-2.0
#include "tools/attack/measured.h"

#include <gtest/gtest.h>

#include <sstream>

#include "sim/trace/input_error.h"
#include "tools/attack/recovery.h"

namespace superwarp::attack {
namespace {

std::string line_of(const std::string& part, const std::string& tables, const std::string& warps,
                    std::size_t times) {
  std::string cycles;
  for (std::size_t i = 0; i < times; ++i) cycles += (i == 0 ? "" : ",") + std::to_string(200 + i);
  return R"({"part":")" + part + R"(","tables":")" + tables + R"(","warps":)" + warps +
         R"(,"seed":1,"right":true,"cycles":[)" + cycles + "]}\n";
}

std::string complaint(const std::string& text) {
  std::istringstream in(text);
  try {
    read_times(in, "times");
  } catch (const trace::InputError& error) {
    return error.what();
  }
  return "";
}

TEST(MeasuredTimes, are_read_and_the_first_left_out) {
  std::istringstream in(line_of("last", "plain", "1", 20) + line_of("whole", "shifted", "4", 17));
  const auto all = read_times(in, "times");
  ASSERT_EQ(all.size(), 2U);
  const Samples first = samples_of(all[0]);
  EXPECT_EQ(first.time, (std::vector<double>{216, 217, 218, 219}));
  EXPECT_EQ(first.cipher.size(), 4U * 32);
  EXPECT_EQ(first.banks.at(0)[33], 1);
  EXPECT_EQ(samples_of(all[1]).cipher.size(), 128U);
  EXPECT_EQ(all[1].layout, Layout::kShifted);
}

TEST(MeasuredTimes, are_refused_with_the_line_and_the_reason) {
  const std::string good = line_of("last", "plain", "1", 20);
  EXPECT_EQ(complaint(good), "");
  EXPECT_EQ(complaint(""), "times: no times, expected the lines that aes_tables N SEED prints");
  EXPECT_EQ(complaint(good + line_of("first", "plain", "1", 20)),
            "times:2: part is 'first'. There are: last, whole");
  EXPECT_EQ(complaint(line_of("last", "padded", "1", 20)),
            "times:1: tables is 'padded'. There are: copies, plain, shifted, shifted anew");
  EXPECT_EQ(complaint(line_of("last", "plain", "33", 20)),
            "times:1: warps is 33, expected a whole number from 1 to 32");
  EXPECT_EQ(complaint(line_of("last", "plain", "-1", 20)),
            "times:1: warps is -1, expected a whole number from 1 to 32");
  EXPECT_EQ(complaint(line_of("last", "plain", "1", 16)),
            "times:1: cycles has 16 times, expected more than 16");
  EXPECT_NE(complaint("{}").find("times:1: "), std::string::npos);
  EXPECT_NE(complaint("x").find("times:1: "), std::string::npos);
}

}  // namespace
}  // namespace superwarp::attack
