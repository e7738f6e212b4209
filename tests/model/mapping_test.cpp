// SPDX-License-Identifier: Apache-2.0
#include "model/reference/mapping.h"

#include <gtest/gtest.h>

#include <set>
#include <stdexcept>

#include "model/reference/random.h"
#include "model/reference/slot_rule.h"
#include "model/reference/stepper.h"
#include "tests/model/machines.h"

namespace superwarp::model {
namespace {

Machine shifted(std::uint64_t rows, std::vector<std::uint32_t> shifts) {
  Machine machine = make_machine(MachineKind::kRsdmm, 4, 7, 2, Schedule::kRounds, rows);
  machine.mapping = "random-shift";
  machine.key = std::move(shifts);
  return machine;
}

TEST(Mapping, identity_is_the_address_modulo_the_banks) {
  const auto mapping = make_mapping(make_machine(MachineKind::kDmm, 8, 1, 1, Schedule::kRounds, 4));
  for (Address a = 0; a < 32; ++a) EXPECT_EQ(mapping->bank(a), a % 8);
}

TEST(Mapping, random_shift_rotates_every_row_by_its_shift) {
  const auto mapping = make_mapping(shifted(3, {0, 3, 2}));
  const std::vector<Address> address = {0, 1, 4, 5, 7, 8, kInactive, 11};
  std::vector<std::uint32_t> bank(address.size());
  mapping->banks(address.data(), address.size(), bank.data());
  bank[6] = 9;
  EXPECT_EQ(bank, (std::vector<std::uint32_t>{0, 1, 3, 0, 2, 2, 9, 1}));
}

TEST(Mapping, every_mapping_on_the_list_can_be_made) {
  for (const MappingInfo& info : mappings()) {
    Machine machine = shifted(3, {1, 2, 3});
    machine.mapping = info.name;
    machine.key = mapping_key(info.name, 1, machine.rows, machine.width);
    EXPECT_NE(make_mapping(machine), nullptr) << info.name;
    EXPECT_FALSE(info.description.empty()) << info.name;
  }
}

TEST(Mapping, refuses_bad_keys_and_names) {
  EXPECT_THROW(make_mapping(shifted(4, {0, 1, 2})), std::invalid_argument);
  EXPECT_THROW(make_mapping(shifted(3, {0, 4, 2})), std::invalid_argument);
  EXPECT_NO_THROW(make_mapping(shifted(2, {0, 1, 2})));
  Machine machine = shifted(0, {});
  machine.mapping = "no-such";
  EXPECT_THROW(make_mapping(machine), std::invalid_argument);
}

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

TEST(RandomShifts, are_uniform_and_depend_on_seed_and_row_only) {
  const auto shifts = random_shifts(7, 64000, 32);
  std::vector<int> count(32);
  for (const std::uint32_t r : shifts) ++count.at(r);
  double chi_square = 0;
  for (const int c : count) chi_square += (c - 2000.0) * (c - 2000.0) / 2000.0;
  EXPECT_LT(chi_square, 31 + 4 * 7.9);  // 31 degrees of freedom, 4 standard deviations
  const auto fewer = random_shifts(7, 100, 32);
  EXPECT_TRUE(std::equal(fewer.begin(), fewer.end(), shifts.begin()));
  EXPECT_NE(random_shifts(8, 100, 32), fewer);
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
