// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <stdexcept>

#include "sim/congestion/table2.h"
#include "sim/reproduce/claim.h"
#include "sim/reproduce/laboratory.h"
#include "sim/reproduce/papers.h"
#include "sim/reproduce/super_warp/bank_load.h"
#include "tests/bench/bench_fixture.h"

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
    EXPECT_NO_THROW(classify(claim.id));
  }
  EXPECT_THROW(classify("super-warp"), std::logic_error);
}

TEST(Claims, are_named_by_id_or_by_what_an_id_begins_with) {
  EXPECT_EQ(claims_named({"super-warp.fig-4"}).size(), 1U);
  EXPECT_EQ(claims_named({"super-warp.fig-7"}).size(), 2U);
  EXPECT_EQ(claims_named({"super-warp", "rsdmm"}).size(), super_warp_claims().size());
  EXPECT_EQ(claims_named({}).size(), claims().size());
  EXPECT_FALSE(names_claim("super-warp.fig", "super-warp.fig-4"));
}

TEST(Claims, unknown_one_is_refused_with_the_nearest) {
  try {
    claims_named({"super-warp.fig-5"});
    FAIL();
  } catch (const std::invalid_argument& error) {
    EXPECT_NE(std::string(error.what()).find("super-warp.fig-4"), std::string::npos)
        << error.what();
  }
}

class Reproduce : public ::testing::Test {
 protected:
  /// The verdict of each claim that `name` names.
  std::map<std::string, std::string> verdicts(const std::string& name) {
    std::map<std::string, std::string> found;
    for (const Claim& claim : claims_named({name})) {
      const Finding finding = claim.check(laboratory_);
      EXPECT_EQ(classify(claim.id).weight != Weight::kNone, finding.verdict == Verdict::kFails)
          << claim.id;
      found[claim.id] = verdict_name(finding.verdict);
      EXPECT_FALSE(finding.why.empty()) << claim.id;
      EXPECT_FALSE(finding.closed.is_null()) << claim.id;
    }
    EXPECT_TRUE(laboratory_.disagreements().empty());
    return found;
  }

  Laboratory laboratory_{test::bench(), test::cache(), test::rtl_under_test(), {1, 2, {}}};
};

using Verdicts = std::map<std::string, std::string>;

TEST_F(Reproduce, figures_4_6_7_hold_on_the_rtl) {
  EXPECT_EQ(verdicts("super-warp.fig-4"), (Verdicts{{"super-warp.fig-4", "holds"}}));
  EXPECT_EQ(verdicts("super-warp.fig-6"), (Verdicts{{"super-warp.fig-6", "holds"}}));
  EXPECT_EQ(verdicts("super-warp.fig-7"),
            (Verdicts{{"super-warp.fig-7", "holds"}, {"super-warp.fig-7.all-shifts", "holds"}}));
}

TEST_F(Reproduce, slips_of_the_paper_fail_as_printed) {
  EXPECT_EQ(verdicts("super-warp.lemma-5"),
            (Verdicts{{"super-warp.lemma-5", "holds"},
                      {"super-warp.lemma-5.proof", "fails"},
                      {"super-warp.lemma-5.proof-repaired", "holds"}}));
  for (const char* slip : {"super-warp.f-w-identity", "super-warp.super-warp-members",
                           "super-warp.table-2.column-is-a-bound",
                           "super-warp.table-2.column-heading", "super-warp.table-2.almost-2"}) {
    EXPECT_EQ(verdicts(slip), (Verdicts{{slip, "fails"}}));
  }
}

TEST_F(Reproduce, verdicts_on_the_gt200_paper_are_those_of_its_rules) {
  const std::set<std::string> holds = {"gt200.coalescing.protocol",
                                       "gt200.coalescing.segment-sizes",
                                       "gt200.coalescing.one-transaction",
                                       "gt200.shared.distinct-banks",
                                       "gt200.shared.conflicts",
                                       "gt200.shared.half-warps",
                                       "gt200.shared.broadcast",
                                       "gt200.shared.procedure",
                                       "gt200.shared.one-word-a-step",
                                       "gt200.table-2.order.random",
                                       "gt200.algorithm-1.stride-32",
                                       "gt200.algorithm-1.stride-1",
                                       "gt200.algorithm-1.equal-work",
                                       "gt200.figure-2.powers-of-two",
                                       "gt200.figure-2.linear"};
  const std::set<std::string> fails = {"gt200.shared.procedure.as-printed",
                                       "gt200.table-2.order.serial",
                                       "gt200.speed.shared-20",
                                       "gt200.speed.coalesced-5",
                                       "gt200.figure-1.distance",
                                       "gt200.algorithm-2.more-conflicts",
                                       "gt200.figure-2.bank-times-4"};
  std::size_t checked = 0;
  for (const Claim& claim : claims_named({"gt200"})) {
    const Finding finding = claim.check(laboratory_);
    const std::string right = holds.count(claim.id) != 0   ? "holds"
                              : fails.count(claim.id) != 0 ? "fails"
                                                           : "not-checked";
    EXPECT_EQ(verdict_name(finding.verdict), right) << claim.id;
    EXPECT_EQ(classify(claim.id).weight != Weight::kNone, finding.verdict == Verdict::kFails)
        << claim.id;
    EXPECT_FALSE(finding.why.empty()) << claim.id;
    if (right != "not-checked") {
      EXPECT_FALSE(finding.closed.is_null()) << claim.id;
      ++checked;
    }
    // What has one engine's figure has the other's.
    EXPECT_EQ(finding.model.is_null(), finding.rtl.is_null()) << claim.id;
  }
  EXPECT_EQ(checked, holds.size() + fails.size());
  EXPECT_TRUE(laboratory_.disagreements().empty());
}

/// The figures behind the verdicts.
TEST_F(Reproduce, figures_of_the_gt200_paper_come_from_the_rtl) {
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

TEST_F(Reproduce, a_run_is_done_once) {
  Experiment experiment;
  experiment.workload = "transpose-naive";
  experiment.size = 16;
  experiment.threads = 64;
  experiment.machine.width = 4;
  const Measurement& first = laboratory_.measure(experiment);
  EXPECT_EQ(first.closed, std::optional<std::uint64_t>(first.model));
  EXPECT_EQ(first.rtl, first.closed);
  EXPECT_EQ(&laboratory_.measure(experiment), &first);
}

TEST_F(Reproduce, re_keyings_are_the_same_on_model_and_rtl) {
  Experiment experiment;
  experiment.workload = "column-major";
  experiment.size = 16;
  experiment.threads = 12;
  experiment.machine.kind = MachineKind::kRsdmm;
  experiment.machine.mapping = "random-shift";
  experiment.machine.width = 4;
  experiment.machine.super_warp = 3;
  const RekeyingStudy& study = laboratory_.rekey(experiment, 50);
  ASSERT_TRUE(study.rtl);
  EXPECT_EQ(study.model.totals, study.rtl->totals);
  EXPECT_EQ(study.model.dispatches, study.rtl->dispatches);
  EXPECT_GT(study.model.totals.max(), study.model.totals.min());
}

TEST(BankLoad, tail_of_words_in_rows_of_their_own_is_binomial) {
  const std::uint32_t w = 16;
  const std::uint32_t s = 2;
  const RowCounts own_rows = row_counts(w, s, 1).front();
  ASSERT_EQ(own_rows.requests.size(), w * s);
  for (const double bound : {0.5, 3.0, 7.9, 31.0}) {
    double right = 0;
    for (auto k = static_cast<std::uint32_t>(bound) + 1; k <= w * s; ++k) {
      const double x = k;
      right += std::exp(std::lgamma(w * s + 1.0) - std::lgamma(x + 1) - std::lgamma(w * s - x + 1) -
                        x * std::log(w) + (w * s - x) * std::log(1 - 1.0 / w));
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
