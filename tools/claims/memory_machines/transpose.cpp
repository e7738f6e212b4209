// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <numeric>

#include "tools/claims/memory_machines/runs.h"

namespace superwarp::reproduce {
namespace {

/// Every pass reads a[j][k] and a[k][j] and writes both, j < k.
constexpr const char* kTransposing = "transpose-straightforward";
constexpr const char* kDiagonal = "transpose-diagonal-workspace";  ///< Lemma 2
constexpr const char* kRotation = "transpose-rotate";              ///< Lemma 3

Check transposing_on_pram(Quantity pram) {
  return on_pram(square_runs(kTransposing, kDmm), pram, 4, "four rounds a pass of at most p requests each, n/p passes");
}

/// n/w gcd(sqrt(n), w) + nl/p.
double column_banks(const Real& o) {
  const std::uint64_t gcd = std::gcd(o.run.size, std::uint64_t{o.run.machine.width});
  return bandwidth_term(o) * static_cast<double>(gcd) + latency_term(o);
}

/// gcd(sqrt(n), w) = w, 1, 1, w/2, w.
Sizes wide_sides(std::uint64_t w) { return {w, w + 1, 2 * w - 1, w + w / 2, 2 * w}; }

/// w = m^3 and sides m^2 + m + 1 = (w-1)/(m-1), which are odd: G = 1. Two warps.
Experiment narrow_run(std::uint32_t m) {
  const std::uint32_t w = m * m * m;
  const std::uint32_t side = m * m + m + 1;
  return run_of(kTransposing, kDmm, w, side, 2 * w, 1);
}

double group_slots(const Real& o) { return stride_groups(o) + latency_term(o); }

/// Rotating one block, l = w, by as many threads as `run` says: time / (w + l) >= 2wl / (w + l).
Series rotating_block(const char* along, Experiment (*run)(std::uint32_t w), const char* why) {
  return {along, series({4, 8, 16, 32, 64}, run), [](const Real& o) { return o.w + o.l; },
          [](const Real& o) { return 2 * o.w * o.l / (o.w + o.l); }, why};
}

Check more_threads_than_rotate() {
  return confirmed_by(rotating_block(
      "w = l = 4, 8, 16, 32, 64 (sqrt(n) = w, p = n)",
      [](std::uint32_t w) { return run_of(kRotation, kUmm, w, w, w * w, w); },
      "p > n/w: there are n/w threads to rotate with, each with 2w accesses of its own, however "
      "many more there are; Lemma 7 and Theorem 8 use the lemma there"));
}

}  // namespace

Claims memory_machines_transposes() {
  const std::string source = "DMM/UMM papers, Section IV";
  return {
      {"memory-machines.transpose.pram", Kind::kAsymptotic, source,
       "the straightforward transpose runs in O(n/p) on the PRAM", transposing_on_pram(Quantity::kPram), 2},
      {"memory-machines.transpose.bpram", Kind::kAsymptotic, source,
       "the straightforward transpose runs in O(n/w) on the BPRAM", transposing_on_pram(Quantity::kBpram)},
      repaired({"memory-machines.transpose.dmm", Kind::kAsymptotic, source,
                "the straightforward transpose runs in O(n/w gcd(sqrt(n), w) + nl/p) on the DMM "
                "(sqrt(n) >= "
                "w)",
                bounded(grid({kDmm, kTransposing, {4, 8, 16, 32, 64}, wide_sides, {1, 8, 32}}),
                        {column_banks, 8,
                         "sqrt(n) >= w: a warp has words of two columns at most, G of each in a bank, so C "
                         "<= 2(1 + 2G) ceil(n/w) <= 7.5 G n/w; 4(l-1) ceil(n/p) <= 8nl/p"}),
                2}),
      {"memory-machines.transpose.dmm.as-printed", Kind::kAsymptotic, source,
       "the straightforward transpose runs in O(n/w gcd(sqrt(n), w) + nl/p) on the DMM (any n)",
       refuted_by({"w = m^3, sqrt(n) = m^2 + m + 1, m = 2, 4, 8, 16 (l = 1, p = 2w)", series({2, 4, 8, 16}, narrow_run),
                   column_banks, [](const Real& o) { return std::cbrt(o.w) / 2; },
                   "where sqrt(n) < w a warp has words of about m columns: a[k + q(m-1)][j + q] for q = "
                   "0, 1, .. lie in one bank, up to m - 1 of them and about m/2 on average (the matrix "
                   "ends), although gcd(sqrt(n), w) = 1"}),
       0.1, Weight::kCondition},
      {"memory-machines.transpose.dmm.order-n", Kind::kAsymptotic, source,
       "the straightforward transpose \"takes O(n) time units\" on the DMM if w divides sqrt(n)",
       refuted_by({"l = 16, 64, 256, 1024 (n = 256, p = w = 4)",
                   series({16, 64, 256, 1024}, [](std::uint32_t l) { return run_of(kTransposing, kDmm, 4, 16, 4, l); }),
                   [](const Real& o) { return o.n; }, [](const Real& o) { return latency_term(o) / o.n; },
                   "the sentence drops the nl/p that the same paragraph prints: O(n + nl/p) is meant"}),
       0.1, Weight::kSlip},
      repaired({"memory-machines.transpose.umm", Kind::kAsymptotic, source,
                "the straightforward transpose runs in O(n + nl/p) on the UMM",
                bounded(square_runs(kTransposing, kUmm),
                        {slot_a_word, 4,
                         "columns: at most n/2 words twice, a slot each; rows at most as many; 4(l-1) n/p. "
                         "Where p <= n/w this is the printed bound"}),
                2}),
      {"memory-machines.transpose.umm.as-printed", Kind::kAsymptotic, source,
       "the straightforward transpose runs in O(min(n, n/w n/p) + nl/p) on the UMM (any p)",
       refuted_by({"w = 4, 8, 16, 32 (sqrt(n) = w, p = n, l = 1)",
                   series({4, 8, 16, 32}, [](std::uint32_t w) { return run_of(kTransposing, kUmm, w, w, w * w, 1); }),
                   group_slots, [](const Real& o) { return o.side * (o.side - 1) / group_slots(o); },
                   "p > n/w: the words of a column lie in address groups of their own however many "
                   "threads there are, n - sqrt(n) slots"}),
       0.1, Weight::kCondition},
      repaired({"memory-machines.lemma-2", Kind::kAsymptotic, "DMM/UMM papers, Section IV, Lemma 2",
                "transposing by diagonals runs in O(n/w + nl/p) on the DMM (w divides sqrt(n))",
                bounded(square_runs(kDiagonal, kDmm), {optimal, 4,
                                                       "w divides sqrt(n): four rounds a pass in "
                                                       "which every warp meets every bank once, C "
                                                       "= 4n/w, and 4(l-1)n/p"}),
                3}),
      // Neighbours on a diagonal are 2w words apart. The longest run is w/3, for each of the 2n/w
      // reads and writes along diagonals; f = 3/2 n/w.
      {"memory-machines.lemma-2.as-printed", Kind::kAsymptotic, "DMM/UMM papers, Section IV, before and in Lemma 2",
       "transposing by diagonals runs in O(n/w + nl/p) on the DMM \"regardless of the value of n\"",
       refuted_by(
           {"w = 4, 8, 16, 32, 64 (sqrt(n) = 2w - 1 = 7, 15, 31, 63, 127, p = 2w, l = 1)",
            series({4, 8, 16, 32, 64}, [](std::uint32_t w) { return run_of(kDiagonal, kDmm, w, 2 * w - 1, 2 * w, 1); }),
            optimal, [](const Real& o) { return 4 * o.w / 9; },
            "neighbours on a diagonal are sqrt(n) + 1 words apart, here 2w, and lie in one "
            "bank: a warp has at most three runs of them. w has to divide sqrt(n)"}),
       0.1, Weight::kCondition},
      {"memory-machines.rotation.as-printed", Kind::kAsymptotic, "DMM/UMM papers, Section IV, before Lemma 3",
       "w processors rotate a w x w array in O(w + l) on the UMM",
       refuted_by(rotating_block(
           "w = l = 4, 8, 16, 32, 64 (p = w)", [](std::uint32_t w) { return run_of(kRotation, kUmm, w, w, w, w); },
           "each of the 2w accesses \"can be done in l time units\", and a processor waits for one "
           "before it sends the next: 2wl, which no latency but l = O(1) makes O(w + l). Lemma 3 "
           "does not need it")),
       0.1, Weight::kSubstantive},
      repaired({"memory-machines.rotation", Kind::kExact, "DMM/UMM papers, Section IV, before Lemma 3",
                "w processors rotate a w x w array in 2wl time units on the UMM",
                exact(
                    grid({kUmm, kRotation, {4, 8, 16, 32, 64, 128}, [](std::uint64_t w) { return Sizes{w}; }, {1}}),
                    [](const Whole& o) { return 2 * o.w * o.l; },
                    "; this is O(n/w + nl/p) for n = w^2 and p = w, which Lemma 3 goes on with")}),
      {"memory-machines.lemma-3", Kind::kAsymptotic, "DMM/UMM papers, Section IV, Lemma 3",
       "transposing by rotation runs in O(n/w + nl/p) on the UMM, p <= n/w as in the derivation",
       bounded(square_runs(kRotation, kUmm, few_threads),
               {optimal, 5,
                "p <= n/w: rotating has C = 2n/w and 2n/p rounds, swapping C < 2n/w and at most "
                "2n/p + 4 rounds, 4 <= 4/w n/p"}),
       3},
      of_project({"memory-machines.lemma-3.more-threads", Kind::kAsymptotic,
                  "DMM/UMM papers, Section IV, Lemma 3, beyond the p of its derivation",
                  "with p > n/w threads transposing by rotation is not O(n/w + nl/p) on the UMM",
                  more_threads_than_rotate(), 0.1}),
  };
}

}  // namespace superwarp::reproduce
