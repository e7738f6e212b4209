// SPDX-License-Identifier: Apache-2.0
#include "sim/congestion/number_list.h"

#include "tests/units/headers.h"

namespace superwarp::congestion {
namespace {

using Numbers = std::vector<std::uint64_t>;

TEST(NumberList, reads_numbers_and_ranges) {
  EXPECT_EQ(number_list("--width", "16,32,64"), (Numbers{16, 32, 64}));
  EXPECT_EQ(number_list("--width", "1..4"), (Numbers{1, 2, 3, 4}));
  EXPECT_EQ(number_list("--width", "1..2,8,3..3"), (Numbers{1, 2, 8, 3}));
}

TEST(NumberList, refuses_other_text_and_names_the_option) {
  for (const char* bad : {"", ",", "1,", "a", "1..", "..2", "4..1", "-1", "1...3", "1 ,2",
                          "1..9999999", "99999999999999999999"}) {
    try {
      number_list("--size", bad);
      ADD_FAILURE() << "'" << bad << "' was accepted";
    } catch (const std::invalid_argument& error) {
      EXPECT_NE(std::string(error.what()).find("--size"), std::string::npos);
    }
  }
}

}  // namespace
}  // namespace superwarp::congestion
