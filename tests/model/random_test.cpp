// SPDX-License-Identifier: Apache-2.0
#include "model/reference/random.h"

#include "tests/units/headers.h"

namespace superwarp::model {
namespace {

/// With bounds of which many draws, few and none have to be drawn again.
TEST(Random, a_range_has_the_draws_of_its_indices) {
  for (const std::uint32_t bound : {1U, 2U, 3U, 1U << 20, 1000003U, 3U << 30, 0xffffffffU}) {
    for (std::uint32_t count = 1; count <= 70; ++count) {
      std::vector<std::uint32_t> draw(count);
      uniform_range(7, 100 * count, count, bound, draw.data());
      for (std::uint32_t i = 0; i < count; ++i)
        ASSERT_EQ(draw[i], uniform_at(7, 100 * count + i, bound)) << bound << ", " << i;
    }
  }
}

}  // namespace
}  // namespace superwarp::model
