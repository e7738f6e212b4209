// SPDX-License-Identifier: Apache-2.0
#include "sim/reproduce/memory_machines/runs.h"
#include "sim/reproduce/papers.h"

namespace superwarp::reproduce {
namespace {

constexpr const char* kPermute = "permute-umm";
constexpr const char* kRowWise = "permute-row-wise";

/// w^(2^depth).
std::uint64_t array_of(std::uint64_t w, std::uint32_t depth) {
  for (std::uint32_t d = 0; d < depth; ++d) w *= w;
  return w;
}

/// Arrays of w^(2^depth) words over p <= n/w, l and w. The time is the same for every permutation,
/// so the large arrays run only one of them, by the model, at the ends of the latencies.
Runs permuting(const Widths& widths, std::uint32_t depth,
               const std::vector<std::string>& permutations = {"random", "transpose",
                                                               "worst-groups"}) {
  const auto sizes = [depth](std::uint64_t w) { return Sizes{array_of(w, depth)}; };
  const auto wanted = [](const Whole& o) {
    const bool ends = o.l == 1 || o.l == 400;
    return few_threads(o) && (o.n <= 4096 || (ends && o.run.permutation == "random"));
  };
  const Runs runs =
      grid({kUmm, kPermute, widths, sizes, {1, 4, 16, 256}, {1, 7, 50, 400}, nullptr, permutations},
           wanted);
  return [runs] {
    std::vector<Experiment> all = runs();
    for (Experiment& e : all) e.rtl = e.rtl && e.size <= 4096;
    return all;
  };
}

/// Up to w^8 words for w = 2, 4, 8, up to w^16 for w = 2.
Runs all_depths() {
  const std::vector<std::string> permutations = {"random", "transpose"};
  std::vector<Runs> parts;
  for (std::uint32_t depth = 0; depth < 3; ++depth)
    parts.push_back(permuting({2, 4, 8}, depth, permutations));
  parts.push_back(permuting({2}, 3, permutations));
  return joined(parts);
}

/// c_m for w^(2^m) words: the algorithm takes at most c_m (n/w + nl/p), p <= n/w.
double constant_of(const Real& o) {
  double constant = 2;
  double transpose = 2;  // one block: no swap
  for (std::uint64_t n = o.run.machine.width; n < o.run.size; n *= n) {
    constant = 3 * constant + 2 * transpose;
    transpose = 4 + 4 / o.w;
  }
  return constant;
}

Finding all_depths_bounded(Laboratory& laboratory) {
  Finding finding =
      bounded(all_depths(),
              {[](const Real& o) { return constant_of(o) * optimal(o); }, 1,
               "time / (c_m (n/w + nl/p)) for n = w^(2^m), p <= n/w, with c_0 = 2, c_1 = 10 and "
               "c_(m+1) = 3c_m + 2(4 + 4/w): 38 + 8/w for m = 2. The constant triples with m: n <= "
               "w^O(1) is needed"})(laboratory);
  finding.parameters["depth"] = {0, 1, 2, 3};
  return finding;
}

}  // namespace

Claims memory_machines_umm_permutations() {
  return {
      {"memory-machines.row", Kind::kAsymptotic, "DMM/UMM paper (IPDPSW), Section VI",
       "any permutation of an array of size w runs in O(l) on the UMM",
       bounded(grid({kUmm,
                     kRowWise,
                     {4, 8, 16, 32, 64, 128},
                     [](std::uint64_t w) { return Sizes{w}; },
                     {1}}),
               {[](const Real& o) { return o.l; }, 2,
                "the row is read in one slot and written in one: 2l"})},
      {"memory-machines.row-wise", Kind::kAsymptotic, "DMM/UMM paper (IPDPSW), Section VI",
       "any row-wise permutation of w^2 words runs in O(w + w^2 l/p) on the UMM",
       bounded(
           permuting_runs(kRowWise, kUmm, {"random", "bit-reversal"}),
           {optimal, 2,
            "2n/w + 2(l-1)n/p: n = w^2, and more rows; the listing's i must end at p/w - 1, not "
            "p/w: there is no W(p/w), or it would permute a row again"}),
       2},
      {"memory-machines.lemma-7", Kind::kAsymptotic, "DMM/UMM paper (IPDPSW), Section VI, Lemma 7",
       "any permutation of w^2 words runs in O(w + w^2 l/p) on the UMM (p <= n/w)",
       bounded(permuting({4, 8, 16, 32, 64}, 1),
               {optimal, 10,
                "p = w: three row-wise permutations of 2n/w slots and two rotations of 2n/w, as "
                "many rounds of l - 1"}),
       3},
      {"memory-machines.lemma-7.as-printed", Kind::kAsymptotic,
       "DMM/UMM paper (IPDPSW), Section VI, Lemma 7",
       "any permutation of w^2 words runs in O(w + w^2 l/p) on the UMM (w <= p <= w^2)",
       refuted_by({"w = l = 4, 8, 16, 32, 64 (n = p = w^2)",
                   series({4, 8, 16, 32, 64},
                          [](std::uint32_t w) {
                            return run_of(kPermute, kUmm, w, array_of(w, 1), w * w, w);
                          }),
                   optimal, [](const Real& o) { return 4 * o.w * o.l / optimal(o); },
                   "the two rotations have w threads to work with and take 2wl each, as in Lemma "
                   "3"}),
       0.1, Weight::kCondition},
      {"memory-machines.theorem-8.w-to-the-4", Kind::kAsymptotic,
       "DMM/UMM paper (IPDPSW), Section VI, before Theorem 8",
       "any permutation of w^4 words runs in O(w^3 + w^4 l/p) on the UMM (p <= n/w)",
       bounded(permuting({4, 8, 16}, 2),
               {optimal, 39,
                "p <= n/w: three permutations of rows with 10n/w slots and 10n/p rounds, two "
                "transposes of w^2 x w^2 with 4n/w and (4 + 2/w)n/p"}),
       10},
      {"memory-machines.theorem-8", Kind::kAsymptotic,
       "DMM/UMM paper (IPDPSW), Section VI, Theorem 8",
       "any permutation of n <= w^O(1) words runs in O(n/w + nl/p) on the UMM (n = w^(2^m), p <= "
       "n/w)",
       all_depths_bounded, 5},
      // Eight rotations of a row of w^2 words, 2w rounds each, whatever p is.
      {"memory-machines.theorem-8.as-printed", Kind::kAsymptotic,
       "DMM/UMM paper (IPDPSW), Section VI, Theorem 8",
       "any permutation of n <= w^O(1) words runs in O(n/w + nl/p) on the UMM (any p)",
       refuted_by(
           {"w = 2, 4, 8, l = w^3 (n = p = w^4)",
            series({2, 4, 8},
                   [](std::uint32_t w) {
                     return run_of(kPermute, kUmm, w, array_of(w, 2), w * w * w * w, w * w * w);
                   }),
            optimal, [](const Real& o) { return 16 * o.w * o.l / optimal(o); },
            "each of the eight rotations has n/w threads to work with and takes 2wl at least"}),
       2, Weight::kCondition},
  };
}

}  // namespace superwarp::reproduce
