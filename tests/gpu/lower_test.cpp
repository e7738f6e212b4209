// SPDX-License-Identifier: Apache-2.0
#include "sim/gpu/lower.h"

#include <gtest/gtest.h>

#include <functional>
#include <stdexcept>
#include <string>

#include "tests/gpu/descriptions.h"

namespace superwarp::gpu {
namespace {

Access access_of(std::uint32_t bytes, std::uint32_t lanes, const std::function<std::uint64_t(std::uint64_t)>& element,
                 Operation operation = Operation::kRead) {
  Access access{operation, bytes, {}};
  for (std::uint64_t lane = 0; lane < lanes; ++lane) access.address.push_back(bytes * element(lane));
  return access;
}

/// A description with one rule for reads and writes of `bits`.
Description with_rule(
    std::uint32_t bits, std::uint32_t lanes, const std::function<void(PhaseRule&)>& change = [](PhaseRule&) {}) {
  Description gpu;
  gpu.name = "test";
  gpu.machine = false;
  PhaseRule& rule = gpu.phases.front();
  rule.bits = {bits};
  rule.groups = in_order(gpu.wave, lanes);
  change(rule);
  return gpu;
}

Lowered lower(const Description& gpu, const Access& access) { return Lowering(gpu).lower(access); }

TEST(Lower, counts_distinct_words_in_a_bank) {
  const Description machine;
  for (const std::uint64_t stride : {1, 2, 3, 16, 32, 33}) {
    std::uint32_t expected = 1;
    while (expected < 32 && stride % (2 * expected) == 0) expected *= 2;
    const Lowered lowered = lower(machine, access_of(4, 32, [&](std::uint64_t lane) { return lane * stride; }));
    EXPECT_EQ(lowered.slots, expected);
    EXPECT_EQ(lowered.ideal, 1U);
    EXPECT_EQ(lowered.excess(), expected - 1);
    EXPECT_EQ(lowered.phases.size(), 1U);
  }
  EXPECT_EQ(lower(machine, access_of(4, 32, [](std::uint64_t) { return 7; })).slots, 1U);
}

TEST(Lower, an_idle_lane_requests_nothing) {
  Access access = access_of(4, 32, [](std::uint64_t lane) { return lane * 32; });
  for (std::size_t lane = 3; lane < 32; ++lane) access.address[lane] = kIdle;
  EXPECT_EQ(lower(Description(), access).slots, 3U);
  access.address.assign(32, kIdle);
  EXPECT_EQ(lower(Description(), access).slots, 0U);
  EXPECT_EQ(lower(Description(), access).ideal, 0U);
  EXPECT_TRUE(lower(Description(), access).phases.at(0).idle());
  access.address.resize(3);
  access.address = {0, 128, 0};  // fewer lanes than a wave: the others are idle
  EXPECT_EQ(lower(Description(), access).slots, 2U);
}

TEST(Lower, an_idle_phase_costs_a_slot_where_the_rule_says_so) {
  Access access = access_of(4, 16, [](std::uint64_t lane) { return lane; });
  EXPECT_EQ(lower(with_rule(32, 16), access).slots, 1U);
  const Lowered costs = lower(with_rule(32, 16, [](PhaseRule& r) { r.idle_costs = true; }), access);
  EXPECT_EQ(costs.slots, 2U);
  EXPECT_EQ(costs.ideal, 2U);
  EXPECT_TRUE(costs.phases.at(1).idle());
  EXPECT_TRUE(dispatches(costs.phases.at(1), 32).empty());
}

TEST(Lower, phases_join_where_partners_share_an_address_and_not_otherwise) {
  const auto joins = [](PhaseRule& rule) { rule.joins = {{1, {}}, {2, {}}}; };
  const Description quarter = with_rule(128, 8, joins);
  const auto slots = [&](const std::function<std::uint64_t(std::uint64_t)>& element) {
    return lower(quarter, access_of(16, 32, element)).slots;
  };
  EXPECT_EQ(slots([](std::uint64_t lane) { return lane; }), 4U);
  EXPECT_EQ(slots([](std::uint64_t lane) { return lane / 2; }), 2U);                 // n and n ^ 1
  EXPECT_EQ(slots([](std::uint64_t lane) { return lane % 2 + lane / 4 * 2; }), 2U);  // n and n ^ 2
  EXPECT_EQ(slots([](std::uint64_t) { return 5; }), 2U);
  EXPECT_EQ(slots([](std::uint64_t lane) { return lane % 4; }), 4U);  // n and n ^ 4
  EXPECT_EQ(slots([](std::uint64_t lane) { return lane < 30 ? lane / 2 : lane - 15; }), 4U);
  EXPECT_EQ(slots([](std::uint64_t lane) { return lane / 2 * 8; }),
            16U);  // 8 of each pair of quarters
  Access odd_idle = access_of(16, 32, [](std::uint64_t lane) { return lane / 2 + lane % 2; });
  for (std::size_t lane = 1; lane < 32; lane += 2) odd_idle.address[lane] = kIdle;
  EXPECT_EQ(lower(quarter, odd_idle).slots, 2U);
  const Description half = with_rule(64, 16, joins);
  EXPECT_EQ(lower(half, access_of(8, 32, [](std::uint64_t n) { return n; })).slots, 2U);
  EXPECT_EQ(lower(half, access_of(8, 32, [](std::uint64_t n) { return n / 2; })).slots, 1U);
  EXPECT_EQ(lower(with_rule(64, 16), access_of(8, 32, [](std::uint64_t n) { return n / 2; })).slots, 2U);
}

TEST(Lower, a_wide_bank_serves_what_it_holds_in_one_row) {
  Description four = with_rule(32, 32);
  four.bank_bytes = 8;
  const auto pairs = [](std::uint64_t distance) {
    return access_of(4, 2, [=](std::uint64_t lane) { return lane * distance; });
  };
  EXPECT_EQ(lower(four, pairs(32)).slots, 1U);  // words w and w + 32 of a segment of 64
  EXPECT_EQ(lower(four, pairs(64)).slots, 2U);
  Access across{Operation::kRead, 4, {4 * 32, 4 * 64}};  // 32 apart, in two segments
  EXPECT_EQ(lower(four, across).slots, 2U);
  Description eight = with_rule(64, 32);
  eight.bank_bytes = eight.interleave = 8;
  EXPECT_EQ(lower(eight, access_of(8, 32, [](std::uint64_t lane) { return lane; })).slots, 1U);
  EXPECT_EQ(lower(eight, access_of(8, 32, [](std::uint64_t lane) { return 2 * lane; })).slots, 2U);
}

TEST(Lower, lanes_of_one_address_take_turns_where_the_rule_says_so) {
  const Description gpu = with_rule(32, 32, [](PhaseRule& rule) {
    rule.operations = {Operation::kAtomic};
    rule.one_by_one = true;
    rule.steps = {Op::kRead, Op::kWrite};
  });
  const auto lowered = [&](const std::function<std::uint64_t(std::uint64_t)>& element) {
    return lower(gpu, access_of(4, 32, element, Operation::kAtomic));
  };
  EXPECT_EQ(lowered([](std::uint64_t) { return 0; }).slots, 64U);
  EXPECT_EQ(lowered([](std::uint64_t) { return 0; }).ideal, 2U);
  EXPECT_EQ(lowered([](std::uint64_t lane) { return 32 * lane; }).slots, 64U);
  EXPECT_EQ(lowered([](std::uint64_t lane) { return lane; }).slots, 2U);
  EXPECT_EQ(lowered([](std::uint64_t lane) { return lane / 4; }).phases.size(), 8U);
}

TEST(Lower, words_go_apart_where_the_rule_says_so) {
  const Access doubles = access_of(8, 32, [](std::uint64_t lane) { return lane; });
  Description gpu = with_rule(64, 16, [](PhaseRule& rule) {
    rule.words_apart = true;
    rule.banks = 16;
  });
  gpu.banks = 16;
  const Lowered lowered = lower(gpu, doubles);  // 2 half-warps, 2 words, 2 lanes in a bank
  EXPECT_EQ(lowered.slots, 8U);
  EXPECT_EQ(lowered.ideal, 4U);
}

TEST(Lower, phases_have_the_lanes_of_their_groups) {
  const Description gpu = with_rule(128, 8, [](PhaseRule& rule) {
    std::swap_ranges(rule.groups[0].begin() + 4, rule.groups[0].end(), rule.groups[2].begin());
  });
  // Lanes 0 to 7 in one bank: two phases have four of them each.
  EXPECT_EQ(lower(gpu, access_of(16, 8, [](std::uint64_t lane) { return 8 * lane; })).slots, 8U);
  EXPECT_EQ(lower(gpu, access_of(16, 8, [](std::uint64_t lane) { return 8 * lane; })).ideal, 2U);
}

TEST(Lower, refuses_what_is_not_described) {
  const auto message = [](const Access& access) {
    return test::refusal<std::invalid_argument>([&] { lower(with_rule(32, 32), access); });
  };
  EXPECT_EQ(message({Operation::kRead, 8, {0}}), "test does not describe read of 64 bits, only of 32");
  EXPECT_EQ(message({Operation::kMatrixRead, 16, {0}}),
            "test does not describe matrix-read of 128 bits, nor any other matrix-read");
  EXPECT_NE(message({Operation::kRead, 4, {2}}).find("expected a multiple"), std::string::npos);
  EXPECT_NE(message({Operation::kRead, 4, {std::uint64_t{1} << 40U}}).find("expected less"), std::string::npos);
  EXPECT_NE(message({Operation::kRead, 4, std::vector<std::uint64_t>(33)}).find("33 lanes"), std::string::npos);
}

TEST(Dispatches, hold_all_requests_once_if_need_be_and_in_several_pieces_if_they_are_too_many) {
  Phase phase;
  for (Address a = 0; a < 40; ++a) phase.request.push_back(a % 20);
  EXPECT_EQ(dispatches(phase, 32).size(), 1U);  // 20 distinct ones
  EXPECT_EQ(dispatches(phase, 64).at(0).at(39), 19U);
  EXPECT_EQ(dispatches(phase, 64).at(0).at(40), kInactive);
  EXPECT_EQ(dispatches(phase, 16).size(), 2U);
}

}  // namespace
}  // namespace superwarp::gpu
