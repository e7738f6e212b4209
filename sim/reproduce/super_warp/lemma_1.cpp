#include "sim/reproduce/grid.h"
#include "sim/reproduce/super_warp/claims.h"

namespace superwarp::reproduce {
namespace {

using Widths = std::vector<std::uint32_t>;

/// Programs of every kind: conflict-free, conflicting, data-moving, random.
std::vector<Experiment> programs(MachineKind kind, const Widths& widths,
                                 const std::function<Widths(std::uint32_t)>& super_warps) {
  std::vector<Experiment> all;
  const auto add = [&](const char* workload,
                       std::function<std::vector<std::uint64_t>(std::uint32_t)> sizes) {
    Axes axes;
    axes.kind = kind;
    axes.workload = workload;
    axes.widths = widths;
    axes.super_warps = super_warps;
    axes.sizes = std::move(sizes);
    for (Experiment& e : grid(axes)) all.push_back(std::move(e));
  };
  for (const char* matrix : {"column-major", "transpose-naive", "transpose-diagonal"}) {
    add(matrix, [](std::uint64_t w) { return std::vector<std::uint64_t>{2 * w}; });
  }
  for (const char* linear : {"stride", "permutation", "random", "all-same-address"}) {
    add(linear, [](std::uint64_t w) {
      return std::vector<std::uint64_t>{16 * w * w, 5 * w * w + 3};
    });
  }
  return all;
}

/// C + (l-1) T with the C and T that the engine itself counted.
Finding check_lemma_1(Laboratory& laboratory, const std::vector<Experiment>& experiments) {
  Finding finding =
      check_exact(laboratory, experiments, [](const Experiment& e, const Counted& counted) {
        return counted.congestion + (e.machine.latency - 1) * counted.rounds;
      });
  finding.why += "; C is the number of slots that the engine itself counted";
  return finding;
}

}  // namespace

std::vector<Claim> super_warp_lemma_1_claims() {
  return {
      {"super-warp.lemma-1.dmm", super_warp_source("Section II, Lemma 1"),
       "T rounds of total congestion C take C + (l-1)T time units on the DMM",
       [](Laboratory& laboratory) {
         return check_lemma_1(laboratory, programs(MachineKind::kDmm, {4, 16, 32}, {}));
       },
       3},
      {"super-warp.lemma-1.sdmm",
       super_warp_source("Section IV, \"Lemma 1 also holds for the SDMM\""),
       "T rounds of total congestion C take C + (l-1)T time units on the SDMM",
       [](Laboratory& laboratory) {
         return check_lemma_1(laboratory,
                              programs(MachineKind::kSdmm, {4, 16, 32}, [](std::uint32_t w) {
                                return w == 4 ? Widths{2, 3} : w == 16 ? Widths{4} : Widths{5};
                              }));
       },
       3},
  };
}

}  // namespace superwarp::reproduce
