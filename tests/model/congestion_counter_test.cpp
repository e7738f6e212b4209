// SPDX-License-Identifier: Apache-2.0
#include "model/reference/congestion_counter.h"

#include <rapidcheck/gtest.h>

#include "model/reference/random.h"
#include "tests/units/headers.h"

namespace superwarp::model {
namespace {

using Keys = std::vector<std::uint32_t>;

RC_GTEST_PROP(CongestionCounter, slots_number_the_distinct_keys_of_a_bank_in_order, ()) {
  CongestionCounter counter(64, 8);
  for (int dispatch = 0; dispatch < 3; ++dispatch) {  // without effect on the next one
    const auto lanes = *rc::gen::inRange<std::size_t>(0, 65);
    Keys key = *rc::gen::container<Keys>(lanes, rc::gen::inRange<std::uint32_t>(0, 40));
    for (std::uint32_t& k : key) {
      if (k == 39) k = CongestionCounter::kNone;
    }
    Keys bank;
    for (const std::uint32_t k : key) bank.push_back(k % 8);
    std::map<std::uint32_t, Keys> seen;
    Keys expected;
    std::size_t congestion = 0;
    for (std::size_t i = 0; i < key.size(); ++i) {
      if (key[i] == CongestionCounter::kNone) {
        expected.push_back(0);
        continue;
      }
      Keys& here = seen[bank[i]];
      auto place = std::find(here.begin(), here.end(), key[i]);
      if (place == here.end()) place = here.insert(here.end(), key[i]);
      expected.push_back(static_cast<std::uint32_t>(place - here.begin()));
      congestion = std::max(congestion, here.size());
    }
    Keys slot(key.size());
    const auto count = static_cast<std::uint32_t>(key.size());
    RC_ASSERT(counter.count(key.data(), bank.data(), count, slot.data()) == congestion);
    RC_ASSERT(slot == expected);
    RC_ASSERT(counter.count(key.data(), bank.data(), count) == congestion);
  }
}

RC_GTEST_PROP(CongestionCounter, counts_the_same_on_every_instruction_set, ()) {
  if (!simd_path_available(SimdPath::kAvx2)) return;
  const auto any = *rc::gen::inRange<std::uint32_t>(1, 400);
  const auto lanes = *rc::gen::element(CongestionCounter::kBlock, any);
  const auto banks = *rc::gen::element<std::uint32_t>(1, 3, 16, 31, 32, 33, 64, 100, 128);
  const auto rows = *rc::gen::element<std::uint32_t>(1, 2, 8, 1000);
  const auto idle = *rc::gen::element<std::uint32_t>(0, 10, 90);  // percent
  CongestionCounter portable(400, banks, SimdPath::kPortable);
  CongestionCounter avx2(400, banks, SimdPath::kAvx2);
  CongestionCounter best(400, banks);
  const std::uint64_t seed = *rc::gen::arbitrary<std::uint64_t>();
  Keys key(lanes);
  Keys bank(lanes);
  for (std::uint32_t dispatch = 0; dispatch < 8; ++dispatch) {
    for (std::uint32_t i = 0; i < lanes; ++i) {
      const std::uint64_t draw = 2 * (dispatch * std::uint64_t{lanes} + i);
      key[i] = uniform_at(seed, draw, std::uint64_t{banks} * rows);
      bank[i] = key[i] % banks;
      if (uniform_at(seed, draw + 1, 100) < idle) key[i] = CongestionCounter::kNone;
    }
    const std::uint32_t expected = portable.count(key.data(), bank.data(), lanes);
    RC_ASSERT(avx2.count(key.data(), bank.data(), lanes) == expected);
    RC_ASSERT(best.count(key.data(), bank.data(), lanes) == expected);
  }
}

TEST(CongestionCounter, counts_all_lanes_of_the_largest_super_warp_in_one_bank) {
  CongestionCounter counter(2048, 128);
  const Keys bank(2048, 5);
  for (const std::uint32_t step : {1U, 128U, 1U << 20}) {
    Keys key(2048);
    for (std::uint32_t i = 0; i < key.size(); ++i) key[i] = i * step;
    EXPECT_EQ(counter.count(key.data(), bank.data(), 2048), 2048U);
  }
}

}  // namespace
}  // namespace superwarp::model
