// SPDX-License-Identifier: Apache-2.0
#include "model/machine/machine.h"
#include "tests/mapping/mapped.h"

namespace superwarp::test {
namespace {

TEST(MappingKey, depends_on_the_seed_only_and_grows_with_the_rows) {
  for (const model::MappingInfo& info : model::mappings()) {
    for (const std::uint32_t width : {2U, 32U, 128U}) {
      const auto key = model::mapping_key(info.name, 7, 5000, width);
      EXPECT_EQ(key, model::mapping_key(info.name, 7, 5000, width)) << info.name;
      EXPECT_EQ(key.empty(), info.key == model::KeyKind::kNone) << info.name;
      if (key.empty()) continue;
      EXPECT_NE(key, model::mapping_key(info.name, 8, 5000, width)) << info.name;
      EXPECT_LT(*std::max_element(key.begin(), key.end()), width) << info.name;
      for (const std::uint64_t rows : {1U, 2U, 64U, 65U, 100U, 4999U}) {
        const auto fewer = model::mapping_key(info.name, 7, rows, width);
        EXPECT_TRUE(info.key != model::KeyKind::kRows || fewer.size() == rows) << info.name;
        ASSERT_LE(fewer.size(), key.size());
        EXPECT_TRUE(std::equal(fewer.begin(), fewer.end(), key.begin()))
            << info.name << " " << rows;
      }
    }
  }
}

TEST(MappingKey, of_rap_permutes_every_block_of_rows_differently) {
  constexpr std::uint32_t kWidth = 16;
  constexpr std::uint64_t kRows = 1024;
  const auto key = model::mapping_key("rap", 3, kRows, kWidth);
  std::vector<std::vector<std::uint32_t>> blocks;
  for (auto block = key.begin(); block != key.end(); block += kWidth) {
    blocks.emplace_back(block, block + kWidth);
    std::vector<std::uint32_t> sorted = blocks.back();
    std::sort(sorted.begin(), sorted.end());
    for (std::uint32_t i = 0; i < kWidth; ++i) EXPECT_EQ(sorted[i], i);
  }
  std::sort(blocks.begin(), blocks.end());
  EXPECT_EQ(std::adjacent_find(blocks.begin(), blocks.end()), blocks.end());
}

TEST(MappingKey, that_does_not_fit_is_refused) {
  for (const model::MappingInfo& info : model::mappings()) {
    if (info.key == model::KeyKind::kNone) continue;
    Machine machine;
    machine.width = 8;
    machine.rows = 200;
    machine.mapping = info.name;
    machine.key = model::mapping_key(info.name, 1, machine.rows, machine.width);
    EXPECT_NO_THROW(model::make_mapping(machine)) << info.name;
    Machine too_large = machine;
    too_large.key.back() = 8;
    EXPECT_THROW(model::make_mapping(too_large), std::invalid_argument) << info.name;
    machine.key.pop_back();
    EXPECT_THROW(model::make_mapping(machine), std::invalid_argument) << info.name;
  }
  EXPECT_THROW(model::mapping_key("no-such", 1, 1, 2), std::invalid_argument);
  EXPECT_THROW(model::mapping_info("no-such"), std::invalid_argument);
}

}  // namespace
}  // namespace superwarp::test
