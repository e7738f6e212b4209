#include "sim/reproduce/memory_machines/claims.h"
#include "sim/reproduce/memory_machines/growth.h"
#include "sim/reproduce/memory_machines/runs.h"
#include "sim/reproduce/super_warp/super_warps.h"

namespace superwarp::reproduce {
namespace {

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
  Series series;
  for (const std::uint32_t w : {4U, 8U, 16U, 32U, 64U})
    series.runs.push_back(run_of(kDiagonal, MachineKind::kDmm, w, 2 * w - 1, 2 * w, 1));
  series.along = "w = 4, 8, 16, 32, 64 (sqrt(n) = 2w - 1 = 7, 15, 31, 63, 127, p = 2w, l = 1)";
  series.f = sum_of_lower_bounds;
  // The longest run is w/3, for each of the 2n/w reads and writes along diagonals; f = 3/2 n/w.
  series.law = [](const Experiment& e) { return 4 * static_cast<double>(e.machine.width) / 9; };
  series.why =
      "neighbours on a diagonal are sqrt(n) + 1 words apart, here 2w, and lie in one bank: a warp "
      "has at most three runs of them. w has to divide sqrt(n)";
  return check_growth(laboratory, series);
}

/// 2 w l / (w + l), l = w.
Series one_block(bool all_threads) {
  Series series;
  for (const std::uint32_t w : {4U, 8U, 16U, 32U, 64U}) {
    const std::uint32_t p = all_threads ? w * w : w;
    series.runs.push_back(run_of(kRotation, MachineKind::kUmm, w, w, p, w));
  }
  series.f = [](const Experiment& e) {
    return static_cast<double>(e.machine.width) + static_cast<double>(e.machine.latency);
  };
  series.law = [f = series.f](const Experiment& e) {
    return static_cast<double>(2 * std::uint64_t{e.machine.width} * e.machine.latency) / f(e);
  };
  return series;
}

Finding rotation_as_printed(Laboratory& laboratory) {
  Series series = one_block(false);
  series.along = "w = l = 4, 8, 16, 32, 64 (p = w)";
  series.why =
      "one warp does all 2w accesses and waits l time units for each, as the paper says itself of "
      "a processor: 2wl";
  return check_growth(laboratory, series);
}

Finding rotation(Laboratory& laboratory) {
  Axes axes;
  axes.kind = MachineKind::kUmm;
  axes.workload = kRotation;
  axes.widths = {4, 8, 16, 32, 64, 128};
  axes.sizes = [](std::uint64_t w) { return std::vector<std::uint64_t>{w}; };
  axes.dispatches = {1};
  Finding finding = check_exact(laboratory, grid(axes), [](const Experiment& e, const Counted&) {
    return 2 * std::uint64_t{e.machine.width} * e.machine.latency;
  });
  finding.why += "; this is O(n/w + nl/p) for n = w^2 and p = w, which Lemma 3 goes on with";
  return finding;
}

Finding lemma_3(Laboratory& laboratory) {
  return check_bound(laboratory, square_runs(kRotation, MachineKind::kUmm, few_threads),
                     {sum_of_lower_bounds, 5,
                      "p <= n/w: rotating has C = 2n/w and 2n/p rounds, swapping C < 2n/w and at "
                      "most 2n/p + 4 rounds, 4 <= 4/w n/p"});
}

Finding lemma_3_as_printed(Laboratory& laboratory) {
  Series series = one_block(true);
  series.along = "w = l = 4, 8, 16, 32, 64 (sqrt(n) = w, p = n)";
  series.why =
      "p > n/w: there are n/w threads to rotate with, each with 2w accesses of its own, however "
      "many more there are";
  return check_growth(laboratory, series);
}

}  // namespace

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
      {"memory-machines.rotation", "machines.md (for Section IV of the DMM/UMM papers)",
       "w processors rotate a w x w array in 2wl time units on the UMM", rotation},
      {"memory-machines.lemma-3", memory_machines_source("Section IV, Lemma 3"),
       "transposing by rotation runs in O(n/w + nl/p) on the UMM (p <= n/w)", lemma_3, 3},
      {"memory-machines.lemma-3.as-printed", memory_machines_source("Section IV, Lemma 3"),
       "transposing by rotation runs in O(n/w + nl/p) on the UMM (any p)", lemma_3_as_printed},
  };
}

}  // namespace superwarp::reproduce
