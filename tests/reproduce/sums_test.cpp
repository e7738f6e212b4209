// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "sim/reproduce/laboratory.h"
#include "sim/reproduce/outcome.h"
#include "sim/reproduce/papers.h"
#include "sim/workload/workload.h"
#include "tests/bench/bench_fixture.h"

namespace superwarp::reproduce {
namespace {

/// What the chapter says that is not so, each with a counter-example on model and RTL.
const std::set<std::string> kSlips = {
    "sums.lemma-1.as-printed",    "sums.steps.upwards",           "sums.passes.ascending",
    "sums.barriers.sum.none",     "sums.barriers.simple.none",    "sums.barriers.optimal.none",
    "sums.work-space.as-printed", "sums.interval-sums.as-printed"};

class Sums : public ::testing::Test {
 protected:
  /// Checks the claims of `group`: slips fail, what cannot be checked says so, all others hold.
  void check(const std::vector<Claim>& group) {
    for (const Claim& claim : group) {
      const Finding finding = claim.check(laboratory_);
      const bool measured = names_claim("sums.fig-8", claim.id);  // by a GPU
      const char* const expected = kSlips.count(claim.id) > 0 ? "fails"
                                   : measured                 ? "not-checked"
                                                              : "holds";
      EXPECT_EQ(verdict_name(finding.verdict), expected) << claim.id << ": " << finding.why;
      EXPECT_FALSE(finding.why.empty()) << claim.id;
      EXPECT_EQ(classify(claim.id).weight != Weight::kNone, finding.verdict == Verdict::kFails)
          << claim.id;
    }
    EXPECT_EQ(laboratory_.disagreements(), std::vector<std::string>{});
  }

  Laboratory laboratory_{test::bench(), test::cache(), test::rtl_under_test(), {1, 1, {}}};
};

TEST_F(Sums, figure_3_takes_7_and_9_time_units) { check(sums_figure_3_claims()); }

TEST_F(Sums, contiguous_access_takes_what_its_two_cases_say) { check(sums_contiguous_claims()); }

TEST_F(Sums, running_times_stay_below_their_constants) { check(sums_theorem_claims()); }

TEST_F(Sums, lower_bounds_are_never_undercut) { check(sums_lower_bound_claims()); }

TEST_F(Sums, order_of_steps_and_passes_decides_what_is_left) { check(sums_order_claims()); }

TEST_F(Sums, barriers_are_needed_where_warps_run_ahead) { check(sums_barrier_claims()); }

TEST_F(Sums, work_space_holds_the_interval_sums_in_n_minus_1_words) {
  check(sums_work_space_claims());
}

TEST_F(Sums, what_figure_8_shows_for_small_and_large_n) { check(sums_figure_8_claims()); }

TEST_F(Sums, every_slip_is_a_claim) {
  std::set<std::string> known;
  for (const Claim& claim : sums_claims()) known.insert(claim.id);
  for (const std::string& slip : kSlips) EXPECT_EQ(known.count(slip), 1U) << slip;
}

TEST_F(Sums, first_rounds_only_leave_the_sum_unfinished) {
  workload::WorkloadOptions options;
  options.size = 16;
  options.threads = 8;
  options.width = 4;
  Machine machine;
  machine.width = 4;
  const Altered whole(workload::make_workload("sum", options), {});
  EXPECT_EQ(outcome(laboratory_, whole, machine, right_sum(whole, 16)).wrong, 0U);
  const Altered begun(workload::make_workload("sum", options), {true, whole.rounds() - 3});
  const Outcome found = outcome(laboratory_, begun, machine, right_sum(begun, 16));
  EXPECT_EQ(found.wrong, 1U);
  EXPECT_EQ(found.wrong_rtl, std::optional<std::uint64_t>(1));
  EXPECT_EQ(found.first, "a[0] = 56 instead of 120");  // the even words
}

}  // namespace
}  // namespace superwarp::reproduce
