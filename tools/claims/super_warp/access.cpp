// SPDX-License-Identifier: Apache-2.0
#include "tools/claims/grid.h"

namespace superwarp::reproduce {
namespace {

/// Super warps of several kinds for w = 4, where units compile in two seconds; else log w.
Widths super_warps(std::uint32_t w) { return w == 4 ? Widths{2, 3, 16} : Widths{log_width(w)}; }

Axes axes_of(const char* workload, MachineKind kind) {
  const auto sides = [](std::uint64_t w) { return Sizes{w, 2 * w, 4 * w}; };
  Axes axes{kind, workload, {4, 16, 32, 64}, sides};
  if (kind == kSdmm) axes.super_warps = super_warps;
  return axes;
}

/// Column-major access on the SDMM with s*w on both sides of sqrt(n).
Runs columns(const Accept& accept) {
  Axes axes = axes_of("column-major", kSdmm);
  axes.sizes = [](std::uint64_t w) {
    return w == 4 ? Sizes{4, 8, 12, 16, 32, 48, 64} : Sizes{w, 2 * w, 4 * w, floor_log2(w) * w};
  };
  axes.dispatches = {1, 2, 4};
  return grid(axes, accept);
}

std::uint64_t row_time(const Whole& o) { return o.n / o.w + o.n / o.p * (o.l - 1); }
std::uint64_t case_1_time(const Whole& o) { return o.n + (o.l - 1) * passes(o); }
std::uint64_t case_2_time(const Whole& o) { return o.n * o.side / o.lanes + (o.l - 1) * passes(o); }
bool in_case_2(const Whole& o) { return o.lanes > o.side && threads_divide(o); }

/// Programs of every kind: conflict-free, conflicting, data-moving, random.
Runs programs(MachineKind kind, const std::function<Widths(std::uint32_t)>& super_warps) {
  std::vector<Runs> parts;
  const auto add = [&](const char* workload, const std::function<Sizes(std::uint64_t)>& sizes) {
    parts.push_back(grid({kind, workload, {4, 16, 32}, sizes, {1, 4}, {1, 7, 50}, super_warps}));
  };
  for (const char* matrix : {"column-major", "transpose-naive", "transpose-diagonal"})
    add(matrix, [](std::uint64_t w) { return Sizes{2 * w}; });
  for (const char* linear : {"stride", "permutation", "random", "all-same-address"})
    add(linear, [](std::uint64_t w) { return Sizes{16 * w * w, 5 * w * w + 3}; });
  return joined(parts);
}

Check lemma_1(MachineKind kind, const std::function<Widths(std::uint32_t)>& super_warps) {
  return exact(
      programs(kind, super_warps), [](const Whole& o) { return o.C + (o.l - 1) * o.T; },
      "; C is the number of slots that the engine itself counted");
}

}  // namespace

Claims super_warp_accesses() {
  return {
      {"super-warp.lemma-1.dmm", Kind::kExact, "super-warp paper, Section II, Lemma 1",
       "T rounds of total congestion C take C + (l-1)T time units on the DMM", lemma_1(kDmm, nullptr), 3},
      {"super-warp.lemma-1.sdmm", Kind::kExact, "super-warp paper, Section IV, \"Lemma 1 also holds for the SDMM\"",
       "T rounds of total congestion C take C + (l-1)T time units on the SDMM",
       lemma_1(kSdmm,
               [](std::uint32_t w) {
                 return w == 4 ? Widths{2, 3} : Widths{log_width(w)};
               }),
       3},
      {"super-warp.row-major.dmm", Kind::kExact, "super-warp paper, Section III",
       "row-major access takes n/w + n(l-1)/p time units on the DMM",
       exact(grid(axes_of("row-major", kDmm), threads_divide), row_time), 1},
      {"super-warp.row-major.sdmm", Kind::kExact, "super-warp paper, Section IV",
       "row-major access has total congestion n/w on the SDMM: n/w + n(l-1)/p time units",
       exact(grid(axes_of("row-major", kSdmm), threads_divide), row_time), 1},
      {"super-warp.column-major.dmm", Kind::kExact, "super-warp paper, Section III",
       "column-major access takes n + n(l-1)/p time units on the DMM",
       exact(grid(axes_of("column-major", kDmm), threads_divide), case_1_time), 1},
      repaired({"super-warp.theorem-3.case-1", Kind::kExact, "super-warp paper, Section IV, Case 1 before Theorem 3",
                "s*w <= sqrt(n): column-major access takes n + n(l-1)/p time units on the SDMM (s*w "
                "divides "
                "sqrt(n))",
                exact(columns([](const Whole& o) {
                        return o.lanes <= o.side && threads_divide(o) && o.side % o.lanes == 0;
                      }),
                      case_1_time,
                      "; checked where it is exact: s*w divides sqrt(n), so a super warp stays in one "
                      "column"),
                1}),
      // Any p: if p had to divide n, only sides that s*w divides would be left.
      {"super-warp.theorem-3.case-1.as-printed", Kind::kExact, "super-warp paper, Section IV, Case 1 before Theorem 3",
       "s*w <= sqrt(n): column-major access has total congestion n on the SDMM (any such s*w)",
       exact(columns([](const Whole& o) { return o.lanes <= o.side; }), case_1_time,
             "; a super warp whose s*w does not divide sqrt(n) straddles two columns, which lie in "
             "two banks: faster than printed, so the O() of Theorem 3 stands"),
       1, Weight::kCondition},
      repaired({"super-warp.theorem-3.case-2", Kind::kExact, "super-warp paper, Section IV, Case 2 before Theorem 3",
                "s*w > sqrt(n): column-major access takes n sqrt(n)/(s w) + n(l-1)/p time units on the "
                "SDMM "
                "(sqrt(n) divides s*w, s <= sqrt(n))",
                exact(columns([](const Whole& o) { return in_case_2(o) && o.lanes % o.side == 0 && o.s <= o.side; }),
                      case_2_time, "; checked where it is exact: sqrt(n) divides s*w, p divides n, s <= sqrt(n)"),
                1}),
      {"super-warp.theorem-3.case-2.as-printed", Kind::kExact, "super-warp paper, Section IV, Case 2 before Theorem 3",
       "s*w > sqrt(n): column-major access takes n sqrt(n)/(s w) + n(l-1)/p time units on the SDMM "
       "(any such s*w)",
       exact(columns(in_case_2), case_2_time,
             "; the formula needs whole columns (sqrt(n) divides s*w), and no two of a super "
             "warp's columns in one bank"),
       1, Weight::kCondition},
  };
}

}  // namespace superwarp::reproduce
