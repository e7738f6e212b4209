// SPDX-License-Identifier: Apache-2.0
#include "model/reference/reference_model.h"

#include "model/reference/memory.h"
#include "model/reference/slot_rule.h"
#include "sim/workload/workload.h"
#include "tests/model/machines.h"

namespace superwarp::model {
namespace {

Machine dmm(std::uint64_t rows) { return make_machine(MachineKind::kDmm, 4, 3, 1, Schedule::kRounds, rows); }

TEST(ReferenceModel, refuses_a_memory_too_small_and_a_width_that_is_not_the_programs) {
  const trace::TraceProgram program(trace_of("0 0 R 0 1 5 10\n"));
  EXPECT_THROW(ReferenceModel(program, dmm(2)), std::invalid_argument);
  EXPECT_NO_THROW(ReferenceModel(program, dmm(3)));
  Machine machine = dmm(8);
  machine.width = 8;
  EXPECT_THROW(ReferenceModel(program, machine), std::invalid_argument);
}

TEST(ReferenceModel, refuses_mixed_accesses_of_a_super_warp) {
  const trace::TraceProgram program(trace_of("0 0 R 0 1 5 10\n0 1 W 0 1 5 10\n"));
  const Machine machine = make_machine(MachineKind::kSdmm, 4, 3, 2, Schedule::kRounds, 3);
  EXPECT_THROW(ReferenceModel(program, machine).run(), std::invalid_argument);
}

/// One warp reads words 0, 1 and `beyond`.
class ReadsBeyond final : public Program {
 public:
  ReadsBeyond(std::uint64_t words, Address beyond) : Program(4, 4), words_(words), beyond_(beyond) {}
  [[nodiscard]] std::uint64_t rounds() const override { return 1; }
  [[nodiscard]] std::uint64_t words() const override { return words_; }
  Op access(std::uint64_t, std::uint32_t, Word*, Address* address, Word*) const override {
    for (std::uint32_t i = 0; i < 3; ++i) address[i] = i;
    address[2] = beyond_;
    return Op::kRead;  // the last thread is idle
  }

 private:
  std::uint64_t words_;
  Address beyond_;
};

/// In both models. The memory has room for the address.
TEST(ReferenceModel, refuses_an_address_outside_the_programs_words) {
  for (const Rpu rpu : {Rpu::kBatch, Rpu::kStream}) {
    Machine machine = dmm(8);
    machine.kind = MachineKind::kSdmm;
    machine.rpu = rpu;
    EXPECT_NO_THROW(make_reference(ReadsBeyond(6, 5), machine)->run());
    for (const Address beyond : {6U, 31U}) {
      const ReadsBeyond program(6, beyond);
      try {
        make_reference(program, machine)->run();
        ADD_FAILURE() << beyond;
      } catch (const std::invalid_argument& error) {
        EXPECT_STREQ(error.what(), "round 0, super warp 0: an address is not below the 6 words of the program");
      }
    }
  }
}

/// On untouched pages and beside touched words.
TEST(ReferenceModel, words_have_the_programs_initial_values) {
  constexpr Address kFar = 5 * Memory::kPageWords;
  const trace::TraceProgram program(trace_of(fmt::format("0 0 R 0 1 {} {}\n", kFar + 2, kFar + 3)));
  ReferenceModel model(program, dmm(2 * kFar));
  Expected expected;
  ASSERT_TRUE(model.next(expected));
  EXPECT_EQ(expected.word,
            (std::vector<Word>{initial_token(0), initial_token(1), initial_token(kFar + 2), initial_token(kFar + 3)}));
  for (const Address address : {5U, kFar - 1, kFar, kFar + 7})
    EXPECT_EQ(model.word(address), initial_token(address)) << address;
}

TEST(ReferenceModel, lowest_thread_wins_a_merged_write) {
  const trace::TraceProgram program(trace_of("0 0 W - 2 2 -\n1 0 R 2 3 - -\n"));
  ReferenceModel model(program, dmm(1));
  Expected expected;
  ASSERT_TRUE(model.next(expected));
  EXPECT_EQ(expected.congestion, 1U);
  EXPECT_EQ(model.word(2), written_token(0, 1, 4));
  ASSERT_TRUE(model.next(expected));
  EXPECT_EQ(expected.word[0], written_token(0, 1, 4));
  EXPECT_EQ(expected.word[1], initial_token(3));
  EXPECT_EQ(expected.first_slot, 4U);  // 1 + latency
  EXPECT_FALSE(model.next(expected));
  EXPECT_EQ(model.totals().requests, 4U);
}

/// Which need not fill the rows of single warps.
TEST(ReferenceModel, a_bpram_serves_any_w_requests_of_a_round_in_a_time_unit) {
  const trace::TraceProgram program(trace_of("0 0 R 0 1 - -\n0 1 R 4 - - -\n0 2 R - 5 6 7\n1 1 R 8 - - -\n"));
  ReferenceModel model(program, dmm(3));
  model.run();
  EXPECT_EQ(model.totals().rounds, 2U);
  EXPECT_EQ(model.totals().bpram, 2U + 1);  // ceil(6/4), ceil(1/4)
}

TEST(ReferenceModel, skips_accesses_without_requests) {
  const trace::TraceProgram program(trace_of("0 0 R - - - -\n1 0 W - - - -\n"));
  for (const Schedule schedule : {Schedule::kRounds, Schedule::kAsync}) {
    Machine machine = dmm(0);
    machine.schedule = schedule;
    ReferenceModel model(program, machine);
    Expected expected;
    EXPECT_FALSE(model.next(expected));
    EXPECT_EQ(model.totals().time_units, 0U);
    EXPECT_EQ(model.totals().rounds, 0U);
  }
}

TEST(ReferenceModel, has_no_words_without_data) {
  const trace::TraceProgram program(trace_of("0 0 R 0 1 5 10\n"));
  EXPECT_THROW(static_cast<void>(ReferenceModel(program, dmm(3), {false}).word(0)), std::logic_error);
}

TEST(ReferenceModel, reports_progress_of_a_long_run) {
  const auto program = workload::make_workload("contiguous", {1U << 20U, 64, 4});
  std::vector<double> shares;
  ReferenceModel model(*program, dmm(1U << 18U));
  model.run([&](double share) { shares.push_back(share); });
  ASSERT_EQ(shares.size(), 4U);  // 2^18 dispatches, a report every 2^16
  for (std::size_t i = 0; i < shares.size(); ++i) EXPECT_NEAR(shares[i], 0.25 * static_cast<double>(i + 1), 1e-3);
}

/// Round robin continues after the last dispatched super warp; an opened barrier restarts at 0.
TEST(AsyncSchedule, searches_from_super_warp_0_after_a_barrier) {
  const auto order = [](const std::string& lines) {
    const trace::TraceProgram program(trace_of(lines));
    Machine machine = make_machine(MachineKind::kDmm, 2, 1, 1, Schedule::kAsync, 1);
    ReferenceModel model(program, machine);
    std::vector<std::uint32_t> super_warps;
    for (Expected expected; model.next(expected);) super_warps.push_back(expected.dispatch.super_warp);
    return super_warps;
  };
  EXPECT_EQ(order("0 0 R 0 -\n1 0 R 0 -\n1 1 R 0 -\n2 0 R 0 -\n"), (std::vector<std::uint32_t>{0, 1, 0, 0}));
  EXPECT_EQ(order("0 0 R 0 -\nbarrier\n1 0 R 0 -\n1 1 R 0 -\n"), (std::vector<std::uint32_t>{0, 0, 1}));
}

TEST(SlotRule, rows_a_b_a_b_of_one_bank_take_two_slots) {
  SlotRule rule(make_machine(MachineKind::kDmm, 4, 1, 1, Schedule::kRounds, 2));
  const std::vector<Address> address = {0, 4, 0, 4};
  std::vector<std::uint32_t> slot(4);
  EXPECT_EQ(rule.apply(address.data(), slot.data()), 2U);
  EXPECT_EQ(slot, (std::vector<std::uint32_t>{0, 1, 0, 1}));
}

/// docs/spec/banks.md, the worked example.
TEST(SlotRule, two_ports_serve_two_words_of_a_bank_in_the_order_of_their_lowest_threads) {
  const std::vector<Address> address = {0, 8, 8, 16, 0, 4, 1, kInactive};
  const auto slots_of = [&address](MachineKind kind, std::uint32_t ports) {
    Machine machine = make_machine(kind, 8, 1, 1, Schedule::kRounds, 3);
    machine.banks = 4;
    machine.ports = ports;
    std::vector<std::uint32_t> slot(8);
    slot.push_back(SlotRule(machine).apply(address.data(), slot.data()));
    return slot;
  };
  EXPECT_EQ(slots_of(MachineKind::kDmm, 1), (std::vector<std::uint32_t>{0, 1, 1, 2, 0, 3, 0, 0, 4}));
  EXPECT_EQ(slots_of(MachineKind::kDmm, 2), (std::vector<std::uint32_t>{0, 0, 0, 1, 0, 1, 0, 0, 2}));
  EXPECT_EQ(slots_of(MachineKind::kUmm, 1), (std::vector<std::uint32_t>{0, 1, 1, 2, 0, 3, 0, 0, 4}));
  EXPECT_EQ(slots_of(MachineKind::kUmm, 2), (std::vector<std::uint32_t>{0, 0, 0, 1, 0, 1, 0, 0, 2}));
}

TEST(SlotRule, umm_serves_address_groups_in_order_of_their_lowest_threads) {
  SlotRule rule(make_machine(MachineKind::kUmm, 4, 1, 1, Schedule::kRounds, 4));
  const std::vector<Address> address = {9, 2, kInactive, 8};
  std::vector<std::uint32_t> slot(4);
  EXPECT_EQ(rule.apply(address.data(), slot.data()), 2U);
  EXPECT_EQ(slot, (std::vector<std::uint32_t>{0, 1, 0, 0}));
}

}  // namespace
}  // namespace superwarp::model
