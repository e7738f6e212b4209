// SPDX-License-Identifier: Apache-2.0
#include "model/machine/shape.h"
#include "sim/trace/trace_program.h"
#include "tests/bench/bench_fixture.h"
#include "tests/bench/mixed_traffic.h"

/// \file
/// Narrow machines under traffic that uses all bits of words, addresses and names: the words of
/// traces are small numbers, so that they pass with a broken bit 29 (scripts/mutants).

namespace superwarp::test {
namespace {

class Traffic : public ::testing::TestWithParam<Shape> {
 protected:
  static void expect_agreement(const trace::Trace& trace) {
    Machine machine = GetParam().machine;
    machine.latency = route_stages(machine) + 2;
    const auto evaluation = evaluate(trace::TraceProgram(trace), machine, {}, GetParam().shallow);
    EXPECT_TRUE(evaluation.agree()) << evaluation.disagreement;
  }
};

TEST_P(Traffic, rtl_equals_model_with_every_bit_of_a_word_in_use) {
  // Latencies use every bit, too.
  for (const std::uint32_t latency : {1U, 2U, 3U, 5U, 9U, 17U, 33U, 65U, 129U, 257U, 513U, sysc::kMaxLatency}) {
    Machine machine = GetParam().machine;
    machine.latency = route_stages(machine) + latency;
    machine.schedule = latency % 3 == 2 ? Schedule::kRounds : Schedule::kAsync;
    MixedTraffic::Options options;
    options.width = machine.width;
    options.super_warp = machine.super_warp;
    options.warps = 8 * machine.super_warp;
    // Enough rounds that dispatches come to every place of the longest pipeline.
    options.rounds = latency == 9 ? 1000 : latency == sysc::kMaxLatency ? 500 : 100;
    options.rows = latency == 9 ? (1U << 18U) / machine.width : 12;
    options.seed = latency;
    const auto evaluation = evaluate(MixedTraffic(options), machine, {}, GetParam().shallow);
    EXPECT_TRUE(evaluation.agree()) << "latency " << latency << ": " << evaluation.disagreement;
  }
}

/// Every third round writes; `addresses(warp)` gives what the four lanes of a warp ask for.
template <class Addresses>
trace::Trace random_trace(std::uint32_t rounds, std::uint32_t warps, Addresses addresses) {
  trace::Trace trace("random");
  for (std::uint32_t round = 0; round < rounds; ++round) {
    for (std::uint32_t warp = 0; warp < warps; ++warp)
      trace.add(round, warp, round % 3 == 0 ? Op::kWrite : Op::kRead, addresses(warp));
  }
  return trace;
}

/// Every dispatch is at one bank, all lanes at one word or each at its own. So a lane that loses
/// one bank after another still proposes in the last pass, and is merged there or not.
TEST_P(Traffic, rtl_equals_model_where_lanes_lose_one_bank_after_another) {
  std::mt19937 random(1);
  expect_agreement(random_trace(300, 6, [&](std::uint32_t /*warp*/) {
    const Address bank = random() % 4;
    const Address row = random() % 6;
    const bool together = random() % 2 == 0;
    std::vector<Address> address(4);
    for (Address& a : address) a = 4 * (together ? row : static_cast<Address>(random() % 6)) + bank;
    return address;
  }));
}

/// All lanes of a round at one bank and few rows anywhere: a super warp has places beyond 8, and
/// equal addresses have any bits.
TEST_P(Traffic, rtl_equals_model_where_super_warps_are_at_one_bank) {
  std::mt19937 random(4);
  Address bank = 0;
  Address first = 0;
  expect_agreement(random_trace(300, 6, [&](std::uint32_t warp) {
    if (warp == 0) {
      bank = random() % 4;
      first = random() % ((1U << 18U) / 4 - 12);
    }
    std::vector<Address> address(4);
    for (Address& a : address) a = 4 * (first + static_cast<Address>(random() % 12)) + bank;
    return address;
  }));
}

/// Dispatches of one lane behind one of four lanes at the same bank: each lane has room, but no
/// line of the table is free.
TEST_P(Traffic, rtl_equals_model_where_lanes_have_room_and_the_table_has_none) {
  std::mt19937 random(5);
  expect_agreement(random_trace(300, 24, [&](std::uint32_t warp) {
    std::vector<Address> address(4, kInactive);
    const auto lane = static_cast<std::uint32_t>(random() % 4);
    for (std::uint32_t i = 0; i < 4; ++i)
      if (i == lane || warp % 4 == 0) address[i] = 4 * static_cast<Address>(random() % 16);
    return address;
  }));
}

/// Two words of each bank, and each lane at one of them: lanes meet at a word in every pass,
/// whether or not they lost banks before.
TEST_P(Traffic, rtl_equals_model_where_lanes_merge_in_every_pass) {
  std::mt19937 random(3);
  expect_agreement(random_trace(300, 12, [&](std::uint32_t /*warp*/) {
    std::vector<Address> address(4);
    for (Address& a : address) a = static_cast<Address>(random() % 8);
    return address;
  }));
}

/// Two lanes of a warp are at one bank, so that one is served and the other waits: every line of
/// the table is in use before a window is full (scripts/coverage).
TEST_P(Traffic, rtl_equals_model_where_every_line_of_the_table_is_in_use) {
  std::mt19937 random(2);
  expect_agreement(random_trace(100, 24, [&](std::uint32_t /*warp*/) {
    std::vector<Address> address(4, kInactive);
    const auto lane = static_cast<std::uint32_t>(random() % 4);
    const auto other = static_cast<std::uint32_t>(lane + 1 + random() % 3) % 4;
    address[lane] = 4 * static_cast<Address>(random() % 6);
    address[other] = 4 * static_cast<Address>(6 + random() % 6);
    return address;
  }));
}

/// On builds of random_access_test.cpp.
std::vector<Shape> shapes() {
  const Machine packing = sdmm(4, 3);
  const Machine small = overlapping(Rpu::kPipelined, 4, small_window({2, 2}, 3, 2, Later::kYoungest));
  std::vector<Shape> shapes;
  for (const Machine& machine :
       {sdmm(4), packing, routed(sdmm(4), 2), serial(4, 3, 2), machine_of(MachineKind::kUmm, 4),
        machine_of(MachineKind::kGt200, 4), overlapping(Rpu::kStream, 4, {2, 2}),
        overlapping(Rpu::kStream, 4, {3, 3, Priority::kTurn}), overlapping(Rpu::kPipelined, 4, {2, 2}),
        overlapping(Rpu::kPipelined, 4, {3, 3, Priority::kTurn}),
        overlapping(Rpu::kCrossbar, 4, {2, 1, Priority::kRoundRobin}),
        overlapping(Rpu::kCrossbar, 4, {3, 1, Priority::kFixed})})
    shapes.push_back({machine});
  for (const Machine& machine : {packing, two_ports(packing), two_words(packing, 4), serial(4, 3, 2),
                                 overlapping(Rpu::kPipelined, 4, {2, 2}), small})
    shapes.push_back({machine, 0, true});
  return shapes;
}

INSTANTIATE_TEST_SUITE_P(Shape, Traffic, ::testing::ValuesIn(shapes()), named<Shape>);

}  // namespace
}  // namespace superwarp::test
