// SPDX-License-Identifier: Apache-2.0
#include "sim/permutation/named_permutations.h"
#include "sim/workload/closed_form.h"
#include "sim/workload/workload.h"
#include "tests/bench/bench_fixture.h"

// Theorem 6 of the DMM/UMM paper on the RTL.

namespace superwarp::test {
namespace {

void expect_conflict_free(std::uint32_t width, const std::string& permutation, std::uint64_t seed) {
  workload::WorkloadOptions options;
  options.size = std::uint64_t{width} * width;
  options.width = width;
  options.threads = 4 * width;
  options.permutation = permutation;
  options.seed = seed;
  Machine machine;
  machine.width = width;
  const auto program = workload::make_workload("permute-conflict-free", options);
  const evaluate::Evaluation evaluation = test::evaluate(
      *program, machine,
      workload::closed_form("permute-conflict-free", options.size, options.threads, machine));
  ASSERT_TRUE(evaluation.agree()) << evaluation.disagreement;
  ASSERT_EQ(evaluation.words_wrong, 0U);
  EXPECT_EQ(evaluation.rtl->max_congestion, 1U) << permutation << " seed " << seed;
  EXPECT_EQ(evaluation.rtl->slots, 4 * options.size / width) << permutation << " seed " << seed;
}

TEST(ConflictFreePermutation, needs_one_slot_a_warp_on_the_rtl) {
  for (const std::uint32_t width : {4U, 32U}) {
    for (std::uint64_t seed = 1; seed <= 50; ++seed) expect_conflict_free(width, "random", seed);
    for (const permutation::NamedPermutation& named : permutation::named_permutations())
      expect_conflict_free(width, named.name, 1);
  }
}

}  // namespace
}  // namespace superwarp::test
