// SPDX-License-Identifier: Apache-2.0
#include "model/reference/mapping.h"

#include "model/reference/lane_stepper.h"
#include "model/reference/random.h"
#include "model/reference/slot_rule.h"
#include "model/reference/stepper.h"
#include "tests/model/machines.h"

namespace superwarp::model {
namespace {

TEST(CheckMachine, refuses_invalid_parameters) {
  const auto refused = [](auto change) {
    Machine machine = make_machine(MachineKind::kSdmm, 4, 7, 2, Schedule::kRounds, 1);
    EXPECT_NO_THROW(check_machine(machine));
    change(machine);
    EXPECT_THROW(check_machine(machine), std::invalid_argument);
  };
  for (const std::uint32_t width : {0U, 1U << 17}) refused([&](Machine& m) { m.width = width; });
  refused([](Machine& m) { m.banks = 1U << 17; });
  refused([](Machine& m) { m.latency = 0; });
  refused([](Machine& m) { m.super_warp = 0; });
  refused([](Machine& m) { m.kind = MachineKind::kDmm; });
  refused([](Machine& m) {
    m.banks = 3;
    m.mapping = "xor-swizzle";
  });
}

TEST(StepperRefusal, refuses_an_operation_that_neither_reads_nor_writes) {
  Machine machine;
  machine.kind = MachineKind::kSdmm;
  machine.width = 2;
  machine.rows = 2;
  for (const Rpu rpu : {Rpu::kBatch, Rpu::kStream}) {
    machine.rpu = rpu;
    const auto unit = model::make_stepper(machine, {});
    Dispatch dispatch;
    dispatch.address = {0, 1};
    dispatch.data = {0, 0};
    dispatch.op = static_cast<Op>(7);
    EXPECT_THROW(unit->push(dispatch), std::invalid_argument);
    EXPECT_TRUE(unit->idle());
  }
}

TEST(CheckMachine, parts_for_one_memory_refuse_a_machine_with_several) {
  Machine machine = make_machine(MachineKind::kDmm, 4, 7, 1, Schedule::kRounds, 1);
  machine.hierarchy = Hierarchy{2, 9, 1};
  EXPECT_THROW(check_machine(machine), std::invalid_argument);
  EXPECT_THROW(make_mapping(machine), std::invalid_argument);
  EXPECT_THROW(make_stepper(machine), std::invalid_argument);
  EXPECT_THROW(make_lane_stepper(machine, 4), std::invalid_argument);
  EXPECT_THROW(SlotRule{machine}, std::invalid_argument);
  for (std::uint32_t number = 0; number < machine.memories(); ++number)
    EXPECT_NO_THROW(make_stepper(memory_of(machine, number))) << number;
}

TEST(UniformAt, reaches_every_value_below_any_bound) {
  for (std::uint64_t bound = 1; bound < 20; ++bound) {
    std::set<std::uint32_t> seen;
    for (std::uint64_t i = 0; i < 500; ++i) seen.insert(uniform_at(1, i, bound));
    EXPECT_EQ(seen.size(), bound);
    EXPECT_LT(*seen.rbegin(), bound);
  }
  EXPECT_LE(uniform_at(3, 0, std::uint64_t{1} << 32), 0xffffffffU);
}

}  // namespace
}  // namespace superwarp::model
