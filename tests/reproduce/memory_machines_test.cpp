// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "sim/reproduce/grid.h"
#include "sim/reproduce/laboratory.h"
#include "sim/reproduce/memory_machines/runs.h"
#include "sim/reproduce/papers.h"
#include "tests/bench/bench_fixture.h"

namespace superwarp::reproduce {
namespace {

/// What the papers say that is not so, each with a counter-example; all others hold.
std::set<std::string> slips() {
  return {
      "memory-machines.contiguous.ipsj",          "memory-machines.stride.umm.section-1",
      "memory-machines.stride.umm.overhead",      "memory-machines.transpose.dmm.as-printed",
      "memory-machines.transpose.dmm.order-n",    "memory-machines.transpose.umm.as-printed",
      "memory-machines.lemma-2.as-printed",       "memory-machines.rotation.as-printed",
      "memory-machines.lemma-3.as-printed",       "memory-machines.permutation.worst.as-printed",
      "memory-machines.lemma-7.as-printed",       "memory-machines.theorem-8.as-printed",
      "memory-machines.lemma-7.graph.as-printed", "memory-machines.lemma-7.graph.example",
      "memory-machines.listing.exchange-all",     "memory-machines.listing.swap-all"};
}

/// Statements on graphs, and times on machines without banks: no RTL of them.
bool has_no_rtl(const std::string& id) {
  const auto ends = [&](const std::string& with) {
    return id.size() >= with.size() && id.substr(id.size() - with.size()) == with;
  };
  return ends("pram") || ends("theorem-4") || ends("graph.as-printed") || ends("graph.example") ||
         ends("fig-8");
}

class MemoryMachines : public ::testing::Test {
 protected:
  void check(const std::vector<Claim>& group) {
    const std::set<std::string> known_slips = slips();
    for (const Claim& claim : group) {
      const Finding finding = claim.check(laboratory_);
      EXPECT_EQ(classify(claim.id).weight != Weight::kNone, finding.verdict == Verdict::kFails)
          << claim.id;
      EXPECT_EQ(verdict_name(finding.verdict), known_slips.count(claim.id) > 0 ? "fails" : "holds")
          << claim.id << ": " << finding.why;
      EXPECT_FALSE(finding.why.empty()) << claim.id;
      EXPECT_FALSE(finding.closed.is_null()) << claim.id;
      EXPECT_FALSE(finding.model.is_null()) << claim.id;
      EXPECT_EQ(finding.rtl.is_null(), has_no_rtl(claim.id)) << claim.id;
    }
    EXPECT_EQ(laboratory_.disagreements(), std::vector<std::string>{});
  }

  Laboratory laboratory_{test::bench(), test::cache(), test::rtl_under_test(), {1, 1, {}}};
};

TEST_F(MemoryMachines, figures_are_as_printed) { check(memory_machines_figure_claims()); }

TEST_F(MemoryMachines, accesses_take_what_section_3_says) {
  check(memory_machines_access_claims());
}

TEST_F(MemoryMachines, table_1_holds_on_all_four_machines) {
  check(memory_machines_table_1_claims());
}

TEST_F(MemoryMachines, straightforward_transpose_needs_its_bounds_corrected) {
  check(memory_machines_transpose_claims());
}

TEST_F(MemoryMachines, lemmas_2_and_3_hold_where_w_divides_the_side_and_threads_are_few) {
  check(memory_machines_lemma_2_and_3_claims());
}

TEST_F(MemoryMachines, permutations_on_the_dmm_are_free_of_conflicts) {
  check(memory_machines_permutation_claims());
}

TEST_F(MemoryMachines, permutations_on_the_umm_are_optimal_where_threads_are_few) {
  check(memory_machines_umm_permutation_claims());
}

TEST_F(MemoryMachines, only_source_rows_can_be_coloured) { check(memory_machines_graph_claims()); }

TEST_F(MemoryMachines, exchanging_twice_undoes_a_transpose) {
  check(memory_machines_listing_claims());
}

TEST_F(MemoryMachines, lower_bounds_are_never_undercut) {
  check(memory_machines_optimality_claims());
}

TEST_F(MemoryMachines, every_slip_is_a_claim) {
  std::set<std::string> known;
  for (const Claim& claim : memory_machines_claims()) known.insert(claim.id);
  for (const std::string& slip : slips()) EXPECT_EQ(known.count(slip), 1U) << slip;
}

/// Contiguous access, the same latency on ever larger machines.
Series contiguous_series() {
  Series series;
  for (const std::uint32_t w : {4U, 8U, 16U})
    series.runs.push_back(run_of("contiguous", MachineKind::kDmm, w, 64, w, 1));
  series.along = "w = 4, 8, 16";
  series.law = [](const Experiment& e) { return static_cast<double>(e.machine.width) / 100; };
  series.why = "of a test";
  return series;
}

TEST_F(MemoryMachines, a_bound_that_is_kept_is_not_called_false) {
  Series series = contiguous_series();
  series.f = sum_of_lower_bounds;
  EXPECT_EQ(check_growth(laboratory_, series).verdict, Verdict::kHolds);
}

TEST_F(MemoryMachines, a_bound_is_called_false_only_by_growth_and_a_law_that_is_kept) {
  Series series = contiguous_series();
  // n/w time units over n/w^2: the ratio is w.
  series.f = [](const Experiment& e) { return bandwidth_bound(e) / e.machine.width; };
  EXPECT_EQ(check_growth(laboratory_, series).verdict, Verdict::kFails);
  series.law = [](const Experiment& e) { return static_cast<double>(e.machine.width) + 0.01; };
  EXPECT_EQ(check_growth(laboratory_, series).verdict, Verdict::kHolds);
  series.law = [](const Experiment&) { return 1.0; };
  EXPECT_EQ(check_growth(laboratory_, series).verdict, Verdict::kHolds);
}

TEST_F(MemoryMachines, a_pram_bound_that_is_too_small_fails) {
  const std::vector<Experiment> runs = {run_of("contiguous", MachineKind::kDmm, 4, 64, 8, 7)};
  EXPECT_EQ(check_pram(laboratory_, runs, Pram::kBpram, 1, "").verdict, Verdict::kHolds);
  EXPECT_EQ(check_pram(laboratory_, runs, Pram::kBpram, 0.99, "").verdict, Verdict::kFails);
  EXPECT_EQ(pram_time(laboratory_.measure(runs.front()), Pram::kPram), 8U);
  EXPECT_EQ(pram_time(laboratory_.measure(runs.front()), Pram::kBpram), 16U);
}

TEST_F(MemoryMachines, an_experiment_says_its_permutation) {
  Experiment e = run_of("permute-straightforward", MachineKind::kDmm, 4, 64, 8, 1);
  e.permutation = "identity";
  EXPECT_NE(e.command().find(" --permutation identity"), std::string::npos);
  const std::uint64_t identity = laboratory_.measure(e).model;
  e.permutation = "worst-banks";
  EXPECT_EQ(identity, 4 * 64U / 4);
  EXPECT_EQ(laboratory_.measure(e).model, 3 * 64U / 4 + 64);
}

}  // namespace
}  // namespace superwarp::reproduce
