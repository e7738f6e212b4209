// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "sim/workload/workload.h"
#include "tests/bench/bench_fixture.h"
#include "tools/claims/grid.h"
#include "tools/claims/programs.h"

/// \file
/// The checks that claims share, and the laboratory.

namespace superwarp::reproduce {
namespace {

class Checks : public ::testing::Test {
 protected:
  Laboratory laboratory_{test::bench(), test::cache(), test::rtl_under_test(), {1, 1, {}}};
};

/// Contiguous access, the same latency on ever larger machines.
Series contiguous_series(const Unit& f) {
  return {"w = 4, 8, 16", series({4, 8, 16}, [](std::uint32_t w) { return run_of("contiguous", kDmm, w, 64, w, 1); }),
          f, [](const Real& o) { return o.w / 100; }, "of a test"};
}

TEST_F(Checks, a_bound_that_is_kept_is_not_called_false) {
  EXPECT_EQ(refuted_by(contiguous_series(optimal))(laboratory_).verdict, Verdict::kHolds);
}

TEST_F(Checks, a_bound_is_called_false_only_by_growth_and_a_law_that_is_kept) {
  // n/w time units over n/w^2: the ratio is w.
  Series too_small = contiguous_series([](const Real& o) { return o.n / o.w / o.w; });
  EXPECT_EQ(refuted_by(too_small)(laboratory_).verdict, Verdict::kFails);
  too_small.law = [](const Real& o) { return o.w + 0.01; };
  EXPECT_EQ(refuted_by(too_small)(laboratory_).verdict, Verdict::kHolds);
  too_small.law = [](const Real&) { return 1.0; };
  EXPECT_EQ(refuted_by(too_small)(laboratory_).verdict, Verdict::kHolds);
}

TEST_F(Checks, a_pram_bound_that_is_too_small_fails) {
  const Experiment run = run_of("contiguous", kDmm, 4, 64, 8, 7);
  const auto verdict = [&](double constant) {
    const Runs runs = [run] { return std::vector<Experiment>{run}; };
    return on_pram(runs, Quantity::kBpram, constant, "")(laboratory_).verdict;
  };
  EXPECT_EQ(verdict(1), Verdict::kHolds);
  EXPECT_EQ(verdict(0.99), Verdict::kFails);
  EXPECT_EQ(laboratory_.measure(run).rounds, 8U);
  EXPECT_EQ(laboratory_.measure(run).bpram, 16U);
}

TEST_F(Checks, an_experiment_names_its_permutation) {
  Experiment e = run_of("permute-straightforward", kDmm, 4, 64, 8, 1);
  e.permutation = "identity";
  EXPECT_NE(e.command().find(" --permutation identity"), std::string::npos);
  const std::uint64_t identity = laboratory_.measure(e).model;
  e.permutation = "worst-banks";
  EXPECT_EQ(identity, 4 * 64U / 4);
  EXPECT_EQ(laboratory_.measure(e).model, 3 * 64U / 4 + 64);
}

TEST_F(Checks, first_rounds_alone_leave_the_sum_unfinished) {
  const Machine machine = machine_of(kDmm, 4, 7);
  const auto sum = [] { return workload::make_workload("sum", {16, 8, 4}); };
  const Altered whole(sum());
  EXPECT_EQ(outcome(laboratory_, whole, machine, right_sum(whole, 16)).wrong, 0U);
  const Altered begun(sum(), true, whole.rounds() - 3);
  const Outcome found = outcome(laboratory_, begun, machine, right_sum(begun, 16));
  EXPECT_EQ(found.wrong, 1U);
  EXPECT_EQ(found.wrong_rtl, 1U);
  EXPECT_EQ(found.first, "a[0] = 56 instead of 120");  // the even words
}

/// The figures behind the verdicts.
TEST_F(Checks, figures_of_the_gt200_paper_come_from_the_rtl) {
  const auto finding = [&](const char* id) { return claims_named({id}).at(0).check(laboratory_); };
  const Finding strides = finding("gt200.figure-1.strides");
  EXPECT_EQ(strides.rtl, (Figure{{"1", 16}, {"2", 8}, {"4", 4}, {"8", 2}, {"16", 1}, {"32", 1}}));
  const Finding cycles = finding("gt200.figure-2.bank-times-4");
  EXPECT_EQ(cycles.rtl["0"], 4);
  EXPECT_EQ(cycles.rtl["3"], 4);
  EXPECT_EQ(cycles.rtl["12"], 16);
  EXPECT_EQ(cycles.rtl["16"], 64);
  EXPECT_NEAR(finding("gt200.table-2.shared").rtl["steps"].get<double>(), 3.07, 0.03);
  EXPECT_NEAR(finding("gt200.table-2.global").rtl["transactions"].get<double>(), 16, 0.01);
}

TEST_F(Checks, a_run_is_done_once) {
  const Experiment experiment{"transpose-naive", 16, 64, machine_of(kDmm, 4, 1)};
  const Measurement& first = laboratory_.measure(experiment);
  EXPECT_EQ(first.closed, std::optional<std::uint64_t>(first.model));
  EXPECT_EQ(first.rtl, first.closed);
  EXPECT_EQ(&laboratory_.measure(experiment), &first);
}

TEST_F(Checks, re_keyings_are_the_same_on_model_and_rtl) {
  const Experiment experiment{"column-major", 16, 12, machine_of(kRsdmm, 4, 1, 3)};
  const RekeyingStudy& study = laboratory_.rekey(experiment, 50);
  ASSERT_TRUE(study.rtl);
  EXPECT_EQ(study.model.totals, study.rtl->totals);
  EXPECT_EQ(study.model.dispatches, study.rtl->dispatches);
  EXPECT_GT(study.model.totals.max(), study.model.totals.min());
}

/// This is why the grid of hmm.sum has d <= p/d: multiprocessor 0 reads d sums, p/d at a time.
TEST_F(Checks, hierarchical_sum_waits_once_for_each_p_over_d_multiprocessors) {
  const auto time = [&](std::uint32_t multiprocessors) {
    Experiment e;
    e.workload = "hmm-sum";
    e.size = e.threads = 4 * multiprocessors;
    e.machine = machine_of(kDmm, 4, 1);
    e.machine.hierarchy = Hierarchy{multiprocessors, 400};
    e.rtl = false;
    return laboratory_.measure(e).model;
  };
  EXPECT_GE(time(8), time(4) + 400);
  EXPECT_GE(time(16), time(4) + 3 * 400);
  EXPECT_LT(time(4), time(2) + 400);
}

}  // namespace
}  // namespace superwarp::reproduce
