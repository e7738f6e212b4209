// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <numeric>

#include "sim/reproduce/grid.h"
#include "sim/reproduce/memory_machines/runs.h"
#include "sim/reproduce/papers.h"

// The transposes of Section IV. The straightforward one: every pass reads a[j][k] and a[k][j] and
// writes both, j < k.

namespace superwarp::reproduce {
namespace {

constexpr const char* kTransposing = "transpose-straightforward";

std::function<Finding(Laboratory&)> transposing_on_pram(Pram pram) {
  return [pram](Laboratory& laboratory) {
    return check_pram(laboratory, square_runs(kTransposing, MachineKind::kDmm), pram, 4,
                      "four rounds a pass of at most p requests each, n/p passes");
  };
}

/// n/w gcd(sqrt(n), w) + nl/p.
double column_banks(const Experiment& e) {
  const Symbols o(e);
  return bandwidth_bound(e) * static_cast<double>(std::gcd(o.side, o.w)) + o.latency_term();
}

Finding dmm(Laboratory& laboratory) {
  // gcd(sqrt(n), w) = w, 1, 1, w/2, w.
  const auto sides = [](std::uint64_t w) { return Sizes{w, w + 1, 2 * w - 1, w + w / 2, 2 * w}; };
  return check_bound(
      laboratory, grid({MachineKind::kDmm, kTransposing, {4, 8, 16, 32, 64}, sides, {1, 8, 32}}),
      {column_banks, 8,
       "sqrt(n) >= w: a warp has words of two columns at most, G of each in a bank, so C <= 2(1 + "
       "2G) ceil(n/w) <= 7.5 G n/w; 4(l-1) ceil(n/p) <= 8nl/p"});
}

/// Sides m^2 + m + 1 = (w-1)/(m-1) for w = m^3, which are odd: G = 1.
Finding dmm_as_printed(Laboratory& laboratory) {
  std::vector<Experiment> runs;
  for (const std::uint32_t m : {2U, 4U, 8U, 16U}) {
    const std::uint32_t w = m * m * m;
    const std::uint32_t side = m * m + m + 1;
    const std::uint32_t all = (side * side + w - 1) / w * w;
    runs.push_back(run_of(kTransposing, MachineKind::kDmm, w, side, all, 1));
  }
  const auto law = [](const Experiment& e) {
    return std::cbrt(static_cast<double>(e.machine.width)) / 2;
  };
  return check_growth(
      laboratory,
      {"w = m^3, sqrt(n) = m^2 + m + 1, m = 2, 4, 8, 16 (l = 1, one pass)", runs, column_banks, law,
       "where sqrt(n) < w a warp has words of about m columns: a[k + q(m-1)][j + q] for q = 0, 1, "
       ".. lie in one bank, up to m - 1 of them and about m/2 in the mean (the matrix ends), "
       "although gcd(sqrt(n), w) = 1"});
}

Finding dmm_order_n(Laboratory& laboratory) {
  std::vector<Experiment> runs;
  for (const std::uint32_t l : {16U, 64U, 256U, 1024U})
    runs.push_back(run_of(kTransposing, MachineKind::kDmm, 4, 16, 4, l));
  const auto f = [](const Experiment& e) { return static_cast<double>(e.elements()); };
  const auto law = [](const Experiment& e) {
    return Symbols(e).latency_term() / static_cast<double>(e.elements());
  };
  return check_growth(laboratory, {"l = 16, 64, 256, 1024 (n = 256, p = w = 4)", runs, f, law,
                                   "the term nl/p is not below n where l > p"});
}

Finding umm(Laboratory& laboratory) {
  return check_bound(laboratory, square_runs(kTransposing, MachineKind::kUmm),
                     {slot_a_word, 4,
                      "columns: at most n/2 words twice, a slot each; rows at most as many; 4(l-1) "
                      "n/p. Where p <= n/w this is the printed bound"});
}

Finding umm_as_printed(Laboratory& laboratory) {
  std::vector<Experiment> runs;
  for (const std::uint32_t w : {4U, 8U, 16U, 32U})
    runs.push_back(run_of(kTransposing, MachineKind::kUmm, w, w, w * w, 1));
  const auto f = [](const Experiment& e) { return stride_groups(e) + Symbols(e).latency_term(); };
  const auto law = [f](const Experiment& e) {
    return static_cast<double>(e.size * (e.size - 1)) / f(e);
  };
  return check_growth(laboratory, {"w = 4, 8, 16, 32 (sqrt(n) = w, p = n, l = 1)", runs, f, law,
                                   "p > n/w: the words of a column lie in address groups of their "
                                   "own however many threads there are, n - sqrt(n) slots"});
}

// By diagonals and by rotation: Lemmas 2 and 3.

constexpr const char* kDiagonal = "transpose-diagonal-workspace";
constexpr const char* kRotation = "transpose-rotate";

Finding lemma_2(Laboratory& laboratory) {
  return check_bound(laboratory, square_runs(kDiagonal, MachineKind::kDmm),
                     {sum_of_lower_bounds, 4,
                      "w divides sqrt(n): four rounds a pass in which every warp meets every bank "
                      "once, C = 4n/w, and 4(l-1)n/p"});
}

/// sqrt(n) = 2w - 1, so that neighbours on a diagonal are 2w words apart.
Finding lemma_2_as_printed(Laboratory& laboratory) {
  std::vector<Experiment> runs;
  for (const std::uint32_t w : {4U, 8U, 16U, 32U, 64U})
    runs.push_back(run_of(kDiagonal, MachineKind::kDmm, w, 2 * w - 1, 2 * w, 1));
  // The longest run is w/3, for each of the 2n/w reads and writes along diagonals; f = 3/2 n/w.
  const auto law = [](const Experiment& e) { return 4 * static_cast<double>(e.machine.width) / 9; };
  return check_growth(
      laboratory, {"w = 4, 8, 16, 32, 64 (sqrt(n) = 2w - 1 = 7, 15, 31, 63, 127, p = 2w, l = 1)",
                   runs, sum_of_lower_bounds, law,
                   "neighbours on a diagonal are sqrt(n) + 1 words apart, here 2w, and lie in one "
                   "bank: a warp has at most three runs of them. w has to divide sqrt(n)"});
}

/// 2 w l / (w + l), l = w.
Finding one_block(Laboratory& laboratory, bool all_threads, const char* along, const char* why) {
  std::vector<Experiment> runs;
  for (const std::uint32_t w : {4U, 8U, 16U, 32U, 64U})
    runs.push_back(run_of(kRotation, MachineKind::kUmm, w, w, all_threads ? w * w : w, w));
  const auto f = [](const Experiment& e) {
    return static_cast<double>(e.machine.width) + static_cast<double>(e.machine.latency);
  };
  const auto law = [f](const Experiment& e) {
    return static_cast<double>(2 * std::uint64_t{e.machine.width} * e.machine.latency) / f(e);
  };
  return check_growth(laboratory, {along, runs, f, law, why});
}

Finding rotation_as_printed(Laboratory& laboratory) {
  return one_block(laboratory, false, "w = l = 4, 8, 16, 32, 64 (p = w)",
                   "one warp does all 2w accesses and waits l time units for each, as the paper "
                   "says itself of a processor: 2wl");
}

Sizes one_side(std::uint64_t w) { return {w}; }

Finding rotation(Laboratory& laboratory) {
  const std::vector<Experiment> runs =
      grid({MachineKind::kUmm, kRotation, {4, 8, 16, 32, 64, 128}, one_side, {1}});
  return check_exact(
      laboratory, runs,
      [](const Experiment& e, const Counted&) {
        return 2 * std::uint64_t{e.machine.width} * e.machine.latency;
      },
      "; this is O(n/w + nl/p) for n = w^2 and p = w, which Lemma 3 goes on with");
}

Finding lemma_3(Laboratory& laboratory) {
  return check_bound(laboratory, square_runs(kRotation, MachineKind::kUmm, few_threads),
                     {sum_of_lower_bounds, 5,
                      "p <= n/w: rotating has C = 2n/w and 2n/p rounds, swapping C < 2n/w and at "
                      "most 2n/p + 4 rounds, 4 <= 4/w n/p"});
}

Finding lemma_3_as_printed(Laboratory& laboratory) {
  return one_block(laboratory, true, "w = l = 4, 8, 16, 32, 64 (sqrt(n) = w, p = n)",
                   "p > n/w: there are n/w threads to rotate with, each with 2w accesses of its "
                   "own, however many more there are");
}

}  // namespace

std::vector<Claim> memory_machines_transpose_claims() {
  const std::string source = memory_machines_source("Section IV");
  return {
      {"memory-machines.transpose.pram", source,
       "the straightforward transpose runs in O(n/p) on the PRAM", transposing_on_pram(Pram::kPram),
       2},
      {"memory-machines.transpose.bpram", source,
       "the straightforward transpose runs in O(n/w) on the BPRAM",
       transposing_on_pram(Pram::kBpram)},
      {"memory-machines.transpose.dmm", source,
       "the straightforward transpose runs in O(n/w gcd(sqrt(n), w) + nl/p) on the DMM (sqrt(n) >= "
       "w)",
       dmm, 2},
      {"memory-machines.transpose.dmm.as-printed", source,
       "the straightforward transpose runs in O(n/w gcd(sqrt(n), w) + nl/p) on the DMM (any n)",
       dmm_as_printed},
      {"memory-machines.transpose.dmm.order-n", source,
       "the straightforward transpose runs in O(n) on the DMM if w divides sqrt(n)", dmm_order_n},
      {"memory-machines.transpose.umm", source,
       "the straightforward transpose runs in O(n + nl/p) on the UMM", umm, 2},
      {"memory-machines.transpose.umm.as-printed", source,
       "the straightforward transpose runs in O(min(n, n/w n/p) + nl/p) on the UMM (any p)",
       umm_as_printed},
  };
}

std::vector<Claim> memory_machines_lemma_2_and_3_claims() {
  return {
      {"memory-machines.lemma-2", memory_machines_source("Section IV, Lemma 2"),
       "transposing by diagonals runs in O(n/w + nl/p) on the DMM (w divides sqrt(n))", lemma_2, 3},
      {"memory-machines.lemma-2.as-printed",
       memory_machines_source("Section IV, before and in Lemma 2"),
       "transposing by diagonals runs in O(n/w + nl/p) on the DMM \"regardless of the value of n\"",
       lemma_2_as_printed},
      {"memory-machines.rotation.as-printed", memory_machines_source("Section IV, before Lemma 3"),
       "w processors rotate a w x w array in O(w + l) on the UMM", rotation_as_printed},
      {"memory-machines.rotation", "docs/spec/machines.md (for Section IV of the DMM/UMM papers)",
       "w processors rotate a w x w array in 2wl time units on the UMM", rotation},
      {"memory-machines.lemma-3", memory_machines_source("Section IV, Lemma 3"),
       "transposing by rotation runs in O(n/w + nl/p) on the UMM (p <= n/w)", lemma_3, 3},
      {"memory-machines.lemma-3.as-printed", memory_machines_source("Section IV, Lemma 3"),
       "transposing by rotation runs in O(n/w + nl/p) on the UMM (any p)", lemma_3_as_printed},
  };
}

}  // namespace superwarp::reproduce
