// SPDX-License-Identifier: Apache-2.0
#include "model/reference/mapping.h"
#include "model/reference/reference_model.h"
#include "sim/workload/workload.h"
#include "tests/bench/bench_fixture.h"
#include "tests/bench/software_unit.h"

/// \file
/// The bench and its checkers on units in software: they reject no unit only because it is no
/// machine of the papers. clauses_test.cpp breaks every clause.

namespace superwarp::test {
namespace {

constexpr std::uint32_t kWidth = 4;

Machine machine_for(const Program& program, const std::string& mapping) {
  Machine machine = mapped(machine_of(MachineKind::kRsdmm, kWidth, 1, 1), mapping);
  model::fit(machine, program.words());
  return machine;
}

std::unique_ptr<Program> workload(const std::string& name, std::uint64_t size, std::uint32_t write_percent = 0) {
  workload::WorkloadOptions options;
  options.size = size;
  options.threads = 4 * kWidth;
  options.width = kWidth;
  options.write_percent = write_percent;
  return workload::make_workload(name, options);
}

/// The first disagreement of a software unit that runs `program`.
std::optional<Disagreement> judged(const Program& program, Defect defect, std::uint64_t seed = 1,
                                   const std::string& mapping = "identity", Reference* reference = nullptr) {
  const Machine machine = machine_for(program, mapping);
  const auto law = model::make_mapping(machine);
  const auto unit = std::make_shared<SoftwareUnit>(machine, *law, defect, seed);
  tb::BenchOptions options;
  options.reference = reference;
  return bench().run(unit, machine, *law, program, options).disagreement;
}

TEST(Lawful, any_order_of_requests_passes) {
  for (const char* mapping : {"identity", "random-shift", "xor-swizzle"}) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      const auto wrong = judged(*workload("random", 50, 40), Defect::kNone, seed, mapping);
      EXPECT_FALSE(wrong) << mapping << ", seed " << seed << ": " << wrong->text;
    }
  }
}

TEST(Lawful, every_dispatch_is_answered) {
  const auto wrong = judged(*workload("random", 50, 40), Defect::kNeverCompletes);
  ASSERT_TRUE(wrong);
  EXPECT_EQ(wrong->clause, Clause::kSilent);
  EXPECT_NE(wrong->text.find("has not answered"), std::string::npos) << wrong->text;
}

/// The checker's mapping differs from the unit's, as if the two engines had swapped keys.
TEST(Lawful, a_mapping_with_another_key_is_no_excuse) {
  const auto program = workload("random", 64, 50);
  Machine machine = machine_for(*program, "random-shift");
  const auto law = model::make_mapping(machine);
  for (std::uint32_t& shift : machine.key) shift = (shift + 1) % kWidth;
  const auto other = model::make_mapping(machine);
  const auto unit = std::make_shared<SoftwareUnit>(machine, *other, Defect::kNone, 1);
  const auto result = bench().run(unit, machine, *law, *program, {});
  ASSERT_TRUE(result.disagreement);
  EXPECT_EQ(result.disagreement->clause, Clause::kWrongBank);
}

/// The first dispatch may be a time unit late: no earlier one shows it.
TEST(Timed, time_starts_with_acceptance) {
  const auto program = workload("contiguous", 4);
  const Machine machine = machine_for(*program, "identity");
  model::ReferenceModel reference(*program, machine);
  const auto wrong = judged(*program, Defect::kLate, 1, "identity", &reference);
  EXPECT_FALSE(wrong) << "late while filling the memory is no fault: " << wrong->text;
}

}  // namespace
}  // namespace superwarp::test
