// SPDX-License-Identifier: Apache-2.0
#include "tools/measured/cuda/quartiles.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace superwarp::cuda {
namespace {

TEST(Quartiles, do_not_depend_on_the_order_or_on_outliers) {
  const Quartiles q = quartiles({5, 1, 3, 2, 1e9});
  EXPECT_DOUBLE_EQ(q.low, 2);
  EXPECT_DOUBLE_EQ(q.median, 3);
  EXPECT_DOUBLE_EQ(q.high, 5);
  EXPECT_DOUBLE_EQ(quartiles({1, 2}).median, 1.5);
  EXPECT_DOUBLE_EQ(quartiles({7}).high, 7);
  EXPECT_THROW(quartiles({}), std::invalid_argument);
}

}  // namespace
}  // namespace superwarp::cuda
