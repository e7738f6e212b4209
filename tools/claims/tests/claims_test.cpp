// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/bench/bench_fixture.h"
#include "tools/claims/laboratory.h"
#include "tools/claims/super_warp/loads.h"

namespace superwarp::reproduce {
namespace {

TEST(Claims, have_ids_of_their_own_and_say_where_they_are_from) {
  std::set<std::string> ids;
  for (const Claim& claim : claims()) {
    EXPECT_TRUE(ids.insert(claim.id).second) << claim.id << " twice";
    EXPECT_FALSE(claim.source.empty()) << claim.id;
    EXPECT_FALSE(claim.text.empty()) << claim.id;
    EXPECT_TRUE(claim.check) << claim.id;
    EXPECT_GT(claim.seconds, 0) << claim.id;
    EXPECT_EQ(claim.command.empty(), claim.prints.empty()) << claim.id;
    EXPECT_TRUE(claim.command.empty() || claim.weight != Weight::kNone) << claim.id;
  }
}

TEST(Claims, fail_only_where_they_are_printed) {
  for (const Claim& claim : claims()) {
    if (claim.weight != Weight::kNone) EXPECT_EQ(claim.ledger, Ledger::kPrinted) << claim.id;
    EXPECT_NE(claim.paper(), claim.source) << claim.id << " does not name its paper";
  }
}

TEST(Claims, of_a_paper_known_by_its_abstract_alone_are_the_projects_own) {
  for (const Claim& claim : claims_named({"hmm"})) EXPECT_EQ(claim.ledger, Ledger::kProject);
}

TEST(Claims, that_take_minutes_are_checked_by_their_whole_name_only) {
  const auto has = [](const Claims& all, const char* id) {
    return std::any_of(all.begin(), all.end(), [&](auto& claim) { return claim.id == id; });
  };
  constexpr const char* kLong = "sums.fig-8.global.to-2-27";
  EXPECT_FALSE(has(claims_named({}), kLong));
  EXPECT_FALSE(has(claims_named({"sums.fig-8"}), kLong));
  EXPECT_TRUE(has(claims_named({kLong}), kLong));
  EXPECT_TRUE(has(claims_by_ledger(), kLong));
}

TEST(Claims, stand_ledger_by_ledger) {
  const Claims all = claims_named({});
  EXPECT_TRUE(std::is_sorted(all.begin(), all.end(), [](auto& a, auto& b) { return a.ledger < b.ledger; }));
}

TEST(Tallies, count_hold_and_fail_of_what_is_printed_alone) {
  const Claim printed = {"a", Kind::kBound, "some paper, Section I", "", {}, 1, Weight::kSlip};
  Tallies tallies;
  tallies.add(printed, Verdict::kFails);
  tallies.add(printed, Verdict::kHolds);
  tallies.add(printed, Verdict::kNotChecked);
  tallies.add(repaired(printed), Verdict::kHolds);
  tallies.add(of_project(printed), Verdict::kHolds);
  const Tally& all = tallies.all_printed;
  EXPECT_EQ(all.claims, 3U);
  EXPECT_EQ(all.hold, 1U);
  EXPECT_EQ(all.fail[static_cast<std::size_t>(Weight::kSlip)], 1U);
  EXPECT_EQ(all.not_checked, 1U);
  ASSERT_EQ(tallies.printed.size(), 1U);
  EXPECT_EQ(tallies.printed.front().of, "some");
  EXPECT_EQ(tallies.repaired.hold, 1U);
  EXPECT_EQ(tallies.project.hold, 1U);
}

TEST(Claims, are_named_by_id_or_by_the_beginning_of_an_id) {
  EXPECT_EQ(claims_named({"super-warp.fig-4"}).size(), 1U);
  EXPECT_EQ(claims_named({"super-warp.fig-7"}).size(), 2U);
  EXPECT_EQ(claims_named({"super-warp.fig-7", "rsdmm"}).size(), 4U);
  EXPECT_EQ(claims_by_ledger().size(), claims().size());
  EXPECT_FALSE(names_claim("super-warp.fig", "super-warp.fig-4"));
}

TEST(Claims, unknown_one_is_refused_with_the_nearest) {
  try {
    claims_named({"super-warp.fig-5"});
    FAIL();
  } catch (const std::invalid_argument& error) {
    EXPECT_NE(std::string(error.what()).find("super-warp.fig-4"), std::string::npos) << error.what();
  }
}

/// Some claims, and the law that their verdicts amount to.
struct Group {
  std::string law;
  std::string paper;
  std::vector<std::string> names;  ///< below the paper's

  [[nodiscard]] Claims claims() const {
    std::vector<std::string> full = names;
    for (std::string& name : full) name.insert(0, paper + ".");
    return claims_named(full);
  }
};

void PrintTo(const Group& group, std::ostream* out) { *out << group.law; }

bool named_by(const std::vector<std::string>& names, const std::string& id) {
  return std::any_of(names.begin(), names.end(), [&](const std::string& name) { return names_claim(name, id); });
}

/// Claims that need a GPU, or what a text does not contain.
bool cannot_be_checked(const std::string& id) {
  return named_by(
      {"sums.fig-8.optimal-small-n", "sums.fig-8.simple-small-n", "sums.fig-8.simple-large-n", "sums.fig-8.times",
       "gt200.speed.coalesced-5", "gt200.model", "gt200.speed.registers-200", "gt200.texture-memory",
       "gt200.table-2.shared", "gt200.table-2.global", "gt200.table-2.constant", "gt200.table-2.texture",
       "gt200.figure-1.strides", "gt200.figure-1.curves", "gt200.figure-1.balance", "gt200.figure-2.block-size",
       "gt200.figure-2.curves", "gt200.algorithm-2.iterations", "gt200.algorithm-2.compute"},
      id);
}

/// Statements on graphs, and times on machines without banks, have no RTL.
bool has_no_rtl(const std::string& id) {
  return id.find("pram") != std::string::npos ||
         named_by({"memory-machines.theorem-4", "memory-machines.lemma-7.graph.as-printed",
                   "memory-machines.lemma-7.graph.example", "memory-machines.fig-8"},
                  id);
}

class Reproduce : public ::testing::TestWithParam<Group> {
 protected:
  Laboratory laboratory_{test::bench(), test::cache(), test::rtl_under_test(), {1, 2, {}}};
};

/// A claim fails exactly if it has a weight; model and RTL both have figures, and agree.
TEST_P(Reproduce, verdicts_are_those_of_the_classification) {
  for (const Claim& claim : GetParam().claims()) {
    const Finding finding = claim.check(laboratory_);
    const Verdict right = claim.weight != Weight::kNone ? Verdict::kFails
                          : cannot_be_checked(claim.id) ? Verdict::kNotChecked
                                                        : Verdict::kHolds;
    EXPECT_EQ(name_in(kVerdicts, finding.verdict), name_in(kVerdicts, right)) << claim.id << ": " << finding.why;
    EXPECT_FALSE(finding.why.empty()) << claim.id;
    EXPECT_TRUE(right == Verdict::kNotChecked || !finding.closed.is_null()) << claim.id;
    EXPECT_EQ(finding.rtl.is_null(), finding.model.is_null() || has_no_rtl(claim.id)) << claim.id;
  }
  EXPECT_EQ(laboratory_.disagreements(), std::vector<std::string>{});
}

/// All papers but the long checks of the super-warp paper, which `superwarp reproduce` makes.
std::vector<Group> groups() {
  return {
      {"super_warp_figures_hold_on_the_rtl", "super-warp", {"fig-4", "fig-6", "fig-7"}},
      {"super_warp_slips_fail_as_printed",
       "super-warp",
       {"lemma-5", "f-w-identity", "super-warp-members", "slip", "table-2.column-is-a-bound", "table-2.column-heading",
        "table-2.almost-2"}},
      {"requests_of_a_warp_are_as_section_2_says", "super-warp", {"congestion-range", "arbitrary-write"}},
      {"hardware_is_more_than_a_few_circuits", "super-warp", {"few-circuits", "rsu-simple"}},
      {"merged_requests_have_better_schedules", "super-warp", {"any-access.one-warp"}},
      {"figures_of_the_memory_machines_are_as_printed", "memory-machines", {"fig-4", "fig-5", "fig-6", "slip"}},
      {"accesses_take_what_section_3_says",
       "memory-machines",
       {"pipeline", "pipeline-full", "copy", "contiguous", "stride"}},
      {"table_1_holds_on_all_four_machines", "memory-machines", {"power-order", "theorem-1"}},
      {"straightforward_transpose_needs_its_bounds_corrected", "memory-machines", {"transpose"}},
      {"lemmas_2_and_3_hold_where_w_divides_the_side_and_threads_are_few",
       "memory-machines",
       {"lemma-2", "rotation", "lemma-3"}},
      {"permutations_on_the_dmm_are_free_of_conflicts",
       "memory-machines",
       {"permutation", "theorem-4", "lemma-5", "theorem-6"}},
      {"permutations_on_the_umm_are_optimal_where_threads_are_few",
       "memory-machines",
       {"row", "row-wise", "theorem-8"}},
      {"only_source_rows_can_be_coloured", "memory-machines", {"lemma-7", "fig-8"}},
      {"exchanging_twice_undoes_a_transpose", "memory-machines", {"listing"}},
      {"lower_bounds_of_the_memory_machines_are_never_undercut", "memory-machines", {"optimality"}},
      {"figure_3_takes_7_and_9_time_units", "sums", {"fig-3"}},
      {"contiguous_access_takes_what_its_two_cases_say", "sums", {"contiguous", "lemma-1"}},
      {"running_times_of_sums_stay_below_their_constants", "sums", {"theorem-1", "lemma-2", "theorem-3", "optimal"}},
      {"lower_bounds_of_sums_are_never_undercut", "sums", {"theorem-2"}},
      {"order_of_steps_and_passes_decides_the_result", "sums", {"steps", "passes"}},
      {"barriers_are_needed_where_warps_run_ahead", "sums", {"barriers"}},
      {"work_space_holds_the_interval_sums_in_n_minus_1_words", "sums", {"work-space", "interval-sums", "slip"}},
      {"times_of_figure_8_are_a_gpus",
       "sums",
       {"fig-8.optimal-latency", "fig-8.optimal-small-n", "fig-8.simple-small-n", "fig-8.simple-large-n",
        "fig-8.times"}},
      {"bounds_of_the_hierarchical_machines_abstract_hold", "hmm", {"sum", "convolution"}},
      {"units_of_the_gt200_follow_its_rules", "gt200", {"coalescing", "shared"}},
      {"times_of_the_gt200_are_checked_against_its_own_text",
       "gt200",
       {"model", "constant-memory", "texture-memory", "table-2", "speed"}},
      {"algorithms_of_the_gt200_paper_follow_from_its_rules",
       "gt200",
       {"algorithm-1", "figure-1", "algorithm-2", "figure-2"}},
  };
}

INSTANTIATE_TEST_SUITE_P(Claims, Reproduce, ::testing::ValuesIn(groups()),
                         [](const auto& info) { return info.param.law; });

TEST(BankLoad, tail_of_words_in_rows_of_their_own_is_binomial) {
  const std::uint32_t w = 16;
  const std::uint32_t s = 2;
  const RowCounts own_rows = row_counts(w, s, 1).front();
  ASSERT_EQ(own_rows.requests.size(), w * s);
  for (const double bound : {0.5, 3.0, 7.9, 31.0}) {
    double right = 0;
    for (auto k = static_cast<std::uint32_t>(bound) + 1; k <= w * s; ++k) {
      const double x = k;
      right += std::exp(std::lgamma(w * s + 1.0) - std::lgamma(x + 1) - std::lgamma(w * s - x + 1) - x * std::log(w) +
                        (w * s - x) * std::log(1 - 1.0 / w));
    }
    EXPECT_NEAR(tail_probability(own_rows, w, bound), right, 1e-10 * right + 1e-300);
  }
}

TEST(BankLoad, full_rows_load_every_bank_equally) {
  for (const RowCounts& rows : row_counts(8, 3, 1)) {
    EXPECT_EQ(std::accumulate(rows.requests.begin(), rows.requests.end(), 0U), 24U) << rows.name;
    if (rows.name != "rows of 8") continue;
    EXPECT_EQ(tail_probability(rows, 8, 2.5), 1);
    EXPECT_EQ(tail_probability(rows, 8, 3), 0);
  }
}

}  // namespace
}  // namespace superwarp::reproduce
