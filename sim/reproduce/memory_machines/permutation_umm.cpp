// SPDX-License-Identifier: Apache-2.0
#include "sim/reproduce/grid.h"
#include "sim/reproduce/memory_machines/runs.h"
#include "sim/reproduce/papers.h"

namespace superwarp::reproduce {
namespace {

constexpr const char* kUmm = "permute-umm";
constexpr const char* kRowWise = "permute-row-wise";

/// One row, one warp.
Finding one_row(Laboratory& laboratory) {
  const auto row = [](std::uint64_t w) { return Sizes{w}; };
  return check_bound(laboratory,
                     grid({MachineKind::kUmm, kRowWise, {4, 8, 16, 32, 64, 128}, row, {1}}),
                     {[](const Experiment& e) { return static_cast<double>(e.machine.latency); }, 2,
                      "the row is read in one slot and written in one: 2l"});
}

Finding row_wise(Laboratory& laboratory) {
  Finding finding = check_bound(
      laboratory, permuting_runs(kRowWise, MachineKind::kUmm, {"random", "bit-reversal"}),
      {sum_of_lower_bounds, 2, "2n/w + 2(l-1)n/p: n = w^2, and more rows"});
  finding.why +=
      "; the listing's i goes to p/w - 1, not p/w, or W(p/w), which is not there, permutes a row "
      "again";
  return finding;
}

/// w^(2^depth).
std::uint64_t array_of(std::uint64_t w, std::uint32_t depth) {
  for (std::uint32_t d = 0; d < depth; ++d) w *= w;
  return w;
}

/// Arrays of w^(2^depth) words over p <= n/w, l and w.
std::vector<Experiment> permutations(const Widths& widths, std::uint32_t depth) {
  const auto sizes = [depth](std::uint64_t w) { return Sizes{array_of(w, depth)}; };
  std::vector<Experiment> all;
  for (const char* permutation : {"random", "transpose", "worst-groups"}) {
    for (Experiment& e :
         grid({MachineKind::kUmm, kUmm, widths, sizes, {1, 4, 16, 256}, {1, 7, 50, 400}},
              few_threads)) {
      e.permutation = permutation;
      const bool large = e.size > 4096;
      e.rtl = e.rtl && !large;
      // The time is the same for every permutation: the large ones once, at the ends of the range.
      const bool ends = e.machine.latency == 1 || e.machine.latency == 400;
      if (!large || (ends && e.permutation == "random")) all.push_back(std::move(e));
    }
  }
  return all;
}

Finding lemma_7(Laboratory& laboratory) {
  return check_bound(laboratory, permutations({4, 8, 16, 32, 64}, 1),
                     {sum_of_lower_bounds, 10,
                      "p = w: three row-wise permutations of 2n/w slots and two rotations of 2n/w, "
                      "as many rounds of l - 1"});
}

/// `factor` w l over n/w + nl/p.
Finding grows_with_rotations(Laboratory& laboratory, const char* along,
                             const std::vector<Experiment>& runs, std::uint64_t factor,
                             const char* why) {
  const auto law = [factor](const Experiment& e) {
    return static_cast<double>(factor * e.machine.width * e.machine.latency) /
           sum_of_lower_bounds(e);
  };
  return check_growth(laboratory, {along, runs, sum_of_lower_bounds, law, why});
}

Finding lemma_7_as_printed(Laboratory& laboratory) {
  std::vector<Experiment> runs;
  for (const std::uint32_t w : {4U, 8U, 16U, 32U, 64U})
    runs.push_back(run_of(kUmm, MachineKind::kUmm, w, array_of(w, 1), w * w, w));
  return grows_with_rotations(
      laboratory, "w = l = 4, 8, 16, 32, 64 (n = p = w^2)", runs, 4,
      "the two rotations have w threads to work with and take 2wl each, as in Lemma 3");
}

Finding w_to_the_4(Laboratory& laboratory) {
  return check_bound(laboratory, permutations({4, 8, 16}, 2),
                     {sum_of_lower_bounds, 39,
                      "p <= n/w: three permutations of rows with 10n/w slots and 10n/p rounds, two "
                      "transposes of w^2 x w^2 with 4n/w and (4 + 2/w)n/p"});
}

/// Rotations of one row of w^2 words: 2w rounds each, whatever p is; there are 8.
Finding w_to_the_4_as_printed(Laboratory& laboratory) {
  std::vector<Experiment> runs;
  for (const std::uint32_t w : {2U, 4U, 8U})
    runs.push_back(run_of(kUmm, MachineKind::kUmm, w, array_of(w, 2), w * w * w * w, w * w * w));
  return grows_with_rotations(
      laboratory, "w = 2, 4, 8, l = w^3 (n = p = w^4)", runs, 16,
      "each of the eight rotations has n/w threads to work with and takes 2wl at least");
}

/// How often n/w + nl/p the algorithm for w^(2^depth) words takes at most, p <= n/w.
double constant_of(const Experiment& e) {
  const double w = e.machine.width;
  double constant = 2;
  double transpose = 2;  // one block: no swap
  for (std::uint64_t n = e.machine.width; n < e.size; n *= n) {
    constant = 3 * constant + 2 * transpose;
    transpose = 4 + 4 / w;
  }
  return constant;
}

Finding depths(Laboratory& laboratory) {
  std::vector<Experiment> runs;
  for (std::uint32_t depth = 0; depth <= 3; ++depth) {
    for (Experiment& e : permutations(depth < 3 ? Widths{2, 4, 8} : Widths{2}, depth)) {
      if (e.permutation != "worst-groups") runs.push_back(std::move(e));
    }
  }
  Finding finding =
      check_bound(laboratory, runs,
                  {[](const Experiment& e) { return constant_of(e) * sum_of_lower_bounds(e); }, 1,
                   "time / (c_m (n/w + nl/p)) for n = w^(2^m), p <= n/w, with c_0 = 2, c_1 = 10 "
                   "and c_(m+1) = 3c_m + 2(4 + 4/w): 38 + 8/w for m = 2. The constant triples with "
                   "m: n <= w^O(1) is needed"});
  finding.parameters["depth"] = {0, 1, 2, 3};
  return finding;
}

}  // namespace

std::vector<Claim> memory_machines_umm_permutation_claims() {
  return {
      {"memory-machines.row", ipdpsw_source("Section VI"),
       "any permutation of an array of size w runs in O(l) on the UMM", one_row},
      {"memory-machines.row-wise", ipdpsw_source("Section VI"),
       "any row-wise permutation of w^2 words runs in O(w + w^2 l/p) on the UMM", row_wise, 2},
      {"memory-machines.lemma-7", ipdpsw_source("Section VI, Lemma 7"),
       "any permutation of w^2 words runs in O(w + w^2 l/p) on the UMM (p <= n/w)", lemma_7, 3},
      {"memory-machines.lemma-7.as-printed", ipdpsw_source("Section VI, Lemma 7"),
       "any permutation of w^2 words runs in O(w + w^2 l/p) on the UMM (w <= p <= w^2)",
       lemma_7_as_printed},
      {"memory-machines.theorem-8.w-to-the-4", ipdpsw_source("Section VI, before Theorem 8"),
       "any permutation of w^4 words runs in O(w^3 + w^4 l/p) on the UMM (p <= n/w)", w_to_the_4,
       10},
      {"memory-machines.theorem-8", ipdpsw_source("Section VI, Theorem 8"),
       "any permutation of n <= w^O(1) words runs in O(n/w + nl/p) on the UMM (n = w^(2^m), p <= "
       "n/w)",
       depths, 5},
      {"memory-machines.theorem-8.as-printed", ipdpsw_source("Section VI, Theorem 8"),
       "any permutation of n <= w^O(1) words runs in O(n/w + nl/p) on the UMM (any p)",
       w_to_the_4_as_printed, 2},
  };
}

}  // namespace superwarp::reproduce
