// SPDX-License-Identifier: Apache-2.0
#include "model/reference/coalescer.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <stdexcept>

#include "tb/coalescer_driver.h"
#include "tests/bench/bench_fixture.h"
#include "tools/gt200/patterns.h"
#include "tools/gt200/text_procedure.h"

/// \file
/// The coalescer: RTL = model = the text's protocol.

namespace superwarp::gt200 {
using model::coalesce;
namespace {

sysc::CoalescerUnit& rtl() { return *test::cache().coalescer(test::rtl_under_test().rtl_dir); }

std::string shown(const HalfWarpAccess& access) {
  std::string text = fmt::format("{} bytes:", access.word_bytes);
  for (const std::uint32_t a : access.address) text += a == kInactive ? " -" : fmt::format(" {}", a);
  return text;
}

/// Expects equal transactions of the RTL and the model; returns the RTL's cycles.
std::uint64_t expect_model(const std::vector<HalfWarpAccess>& accesses, const std::function<bool()>& taken = {}) {
  const tb::CoalescerRun run = tb::run_coalescer(rtl(), accesses, taken);
  EXPECT_FALSE(run.failure) << *run.failure;
  for (std::size_t i = 0; i < accesses.size(); ++i) {
    EXPECT_EQ(run.transactions[i] == coalesce(accesses[i]), true) << shown(accesses[i]);
    if (::testing::Test::HasFailure()) break;
  }
  return run.cycles;
}

TEST(Coalescer, rtl_equals_model_equals_the_texts_protocol_on_100000_half_warps) {
  constexpr std::uint64_t kAccesses = 120000;
  std::vector<HalfWarpAccess> accesses;
  std::uint64_t transactions = 0;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> sizes;  // of word, transaction
  std::map<std::size_t, std::uint64_t> counts;
  std::uint64_t empty = 0;
  for (std::uint64_t i = 0; i < kAccesses; ++i) {
    accesses.push_back(random_half_warp_access(1, i));
    const std::vector<Transaction> text = text_transactions(accesses.back());
    ASSERT_TRUE(coalesce(accesses.back()) == text) << shown(accesses.back());
    transactions += text.size();
    if (text.empty()) ++empty;
    ++counts[text.size()];
    for (const Transaction& t : text) ++sizes[{accesses.back().word_bytes, t.bytes}];
  }
  const std::uint64_t cycles = expect_model(accesses);
  fmt::print("{} half-warps, {} transactions, {} cycles\n", kAccesses, transactions, cycles);
  EXPECT_EQ(cycles, transactions + empty) << "one transaction a cycle, without a gap";
  // All sizes of words and all numbers of transactions.
  EXPECT_EQ(sizes.size(), 1U + 2U + 3U * 3U);
  for (const auto& [size, seen] : sizes) EXPECT_GE(seen, 1000U) << size.first << "/" << size.second;
  for (std::size_t k = 1; k <= kHalfWarp; ++k) EXPECT_GE(counts[k], 100U) << k;
}

/// Addresses that differ in one bit, for every bit: uniform addresses rarely do.
TEST(Coalescer, every_bit_of_an_address_counts) {
  std::vector<HalfWarpAccess> accesses;
  for (const std::uint32_t word_bytes : {1U, 2U, 4U, 8U, 16U}) {
    for (std::uint32_t bit = 0; bit < 32; ++bit) {
      for (const std::uint32_t base : {0U, 0x2a5a5a40U, 0x7fffff00U}) {
        const std::uint32_t other = base ^ (1U << bit);
        if (other % word_bytes != 0) continue;
        std::vector<std::uint32_t> address(kHalfWarp, base);
        address[bit % kHalfWarp] = other;
        accesses.push_back({word_bytes, address});
      }
    }
  }
  expect_model(accesses);
}

TEST(Coalescer, keeps_a_transaction_until_it_is_taken) {
  std::vector<HalfWarpAccess> accesses;
  for (std::uint64_t i = 0; i < 5000; ++i) accesses.push_back(random_half_warp_access(2, i));
  std::mt19937 random(1);
  expect_model(accesses, [&] { return random() % 3 == 0; });
}

/// Section IV: the number of transactions of a half-warp, and their bytes.
TEST(Coalescer, does_the_texts_examples) {
  struct Example {
    std::uint32_t stride, transactions, bytes;
  };
  for (const Example& e : {Example{32, 1, 64}, Example{1, 16, 32}, Example{2, 8, 32}, Example{4, 4, 32},
                           Example{8, 2, 32}, Example{16, 1, 64}}) {
    const std::vector<HalfWarpAccess> accesses = algorithm_1_accesses(e.stride, 4);
    expect_model(accesses);
    for (const HalfWarpAccess& access : accesses) {
      const std::vector<Transaction> t = coalesce(access);
      EXPECT_EQ(t.size(), e.transactions) << "stride " << e.stride;
      for (const Transaction& one : t) EXPECT_EQ(one.bytes, e.bytes) << "stride " << e.stride;
    }
  }
}

/// By hand.
TEST(Coalescer, shrinks_a_segment_to_the_half_or_quarter_that_is_used) {
  const auto access = [](std::uint32_t word_bytes, std::vector<std::uint32_t> address) {
    address.resize(kHalfWarp, kInactive);
    return HalfWarpAccess{word_bytes, std::move(address)};
  };
  struct Example {
    HalfWarpAccess access;
    std::vector<Transaction> transactions;
  };
  const std::vector<Example> examples = {
      {access(1, {33}), {{32, 32, 1}}},
      {access(1, {31, 32}), {{0, 32, 1}, {32, 32, 2}}},
      {access(2, {30, 32}), {{0, 64, 3}}},
      {access(2, {64, 94}), {{64, 32, 3}}},
      {access(4, {0, 124}), {{0, 128, 3}}},
      {access(4, {64, 124}), {{64, 64, 3}}},
      {access(4, {96, 124}), {{96, 32, 3}}},
      {access(4, {60, 64}), {{0, 128, 3}}},  // 8 bytes, and the whole segment
      {access(4, {256, 0, 260, 4}), {{256, 32, 5}, {0, 32, 10}}},
      {access(16, {0, 112, 128}), {{0, 128, 3}, {128, 32, 4}}},
      {access(8, {}), {}},
  };
  std::vector<HalfWarpAccess> accesses;
  for (const Example& e : examples) {
    EXPECT_TRUE(coalesce(e.access) == e.transactions) << shown(e.access);
    EXPECT_TRUE(text_transactions(e.access) == e.transactions) << shown(e.access);
    accesses.push_back(e.access);
  }
  expect_model(accesses);
}

TEST(Coalescer, refuses_invalid_accesses) {
  std::vector<std::uint32_t> address(kHalfWarp, 4);
  EXPECT_NO_THROW(coalesce({4, address}));
  EXPECT_THROW(coalesce({3, address}), std::invalid_argument);
  EXPECT_THROW(coalesce({32, address}), std::invalid_argument);
  EXPECT_THROW(coalesce({8, address}), std::invalid_argument);  // not a multiple
  address[5] = kByteAddressLimit;
  EXPECT_THROW(coalesce({4, address}), std::invalid_argument);
  address.resize(15);
  EXPECT_THROW(coalesce({4, address}), std::invalid_argument);
  EXPECT_THROW(algorithm_1_start(0, 3), std::invalid_argument);
  EXPECT_THROW(algorithm_1_start(0, 64), std::invalid_argument);
}

/// The RTL's own assertion.
TEST(Coalescer, rtl_asserts_that_addresses_are_multiples_of_the_word) {
  std::vector<std::uint32_t> address(kHalfWarp, kInactive);
  address[15] = 6;
  EXPECT_TRUE(tb::run_coalescer(rtl(), {{4, address}}).failure);
  EXPECT_FALSE(tb::run_coalescer(rtl(), {{2, address}}).failure);
}

}  // namespace
}  // namespace superwarp::gt200
