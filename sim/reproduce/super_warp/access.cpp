// SPDX-License-Identifier: Apache-2.0
#include "sim/reproduce/grid.h"
#include "sim/reproduce/papers.h"

namespace superwarp::reproduce {
namespace {

Sizes sides(std::uint64_t w) { return {w, 2 * w, 4 * w}; }

/// Super warps of every kind for small machines (they compile in two seconds), log w for others.
Widths super_warps(std::uint32_t w) {
  return w == 4 ? Widths{2, 3, 16} : w == 16 ? Widths{4} : Widths{log_width(w)};
}

Axes axes_of(const char* workload, MachineKind kind) {
  Axes axes{kind, workload, {4, 16, 32, 64}, sides};
  if (kind == MachineKind::kSdmm) axes.super_warps = super_warps;
  return axes;
}

Finding row_major(Laboratory& laboratory, MachineKind kind) {
  return check_exact(laboratory, grid(axes_of("row-major", kind), threads_divide),
                     [](const Experiment& e, const Counted&) {
                       const Symbols o(e);
                       return o.n / o.w + o.n / o.p * (o.l - 1);
                     });
}

Finding column_major_dmm(Laboratory& laboratory) {
  return check_exact(laboratory, grid(axes_of("column-major", MachineKind::kDmm), threads_divide),
                     [](const Experiment& e, const Counted&) {
                       const Symbols o(e);
                       return o.n + o.n / o.p * (o.l - 1);
                     });
}

/// Case 1 or Case 2 of Section IV on those experiments that `accept` takes.
Finding column_major_case(Laboratory& laboratory, bool case_2, const Accept& accept,
                          const char* note) {
  Axes axes = axes_of("column-major", MachineKind::kSdmm);
  // Both sides of s*w = sqrt(n), and sides that s*w divides for every s above.
  axes.sizes = [](std::uint32_t w) {
    return w == 4 ? Sizes{4, 8, 12, 16, 32, 48, 64}
                  : Sizes{w, std::uint64_t{2} * w, std::uint64_t{4} * w,
                          std::uint64_t{log_width(w)} * w};
  };
  axes.dispatches = {1, 2, 4};
  return check_exact(
      laboratory, grid(axes, accept),
      [case_2](const Experiment& e, const Counted&) {
        const Symbols o(e);
        const std::uint64_t congestion = case_2 ? o.n * o.side / o.lanes() : o.n;
        return congestion + (o.l - 1) * o.passes();
      },
      note);
}

bool in_case_1(const Experiment& e) {
  const Symbols o(e);
  return o.lanes() <= o.side && threads_divide(e);
}

bool in_case_2(const Experiment& e) {
  const Symbols o(e);
  return o.lanes() > o.side && threads_divide(e);
}

Finding case_1(Laboratory& laboratory) {
  return column_major_case(
      laboratory, false,
      [](const Experiment& e) { return in_case_1(e) && e.size % e.machine.lanes() == 0; },
      "; checked where it is exact: s*w divides sqrt(n), so that a super warp stays in one column");
}

Finding case_2(Laboratory& laboratory) {
  return column_major_case(
      laboratory, true,
      [](const Experiment& e) {
        return in_case_2(e) && e.machine.lanes() % e.size == 0 && e.machine.super_warp <= e.size;
      },
      "; checked where it is exact: sqrt(n) divides s*w, p divides n, s <= sqrt(n)");
}

/// Case 1 for every s*w <= sqrt(n): p need not divide n, or nothing but divisible cases is left.
Finding case_1_as_printed(Laboratory& laboratory) {
  return column_major_case(
      laboratory, false, [](const Experiment& e) { return Symbols(e).lanes() <= e.size; },
      "; a super warp whose s*w does not divide sqrt(n) straddles two columns, which lie in two "
      "banks: faster than printed, so the O() of Theorem 3 stands");
}

Finding case_2_as_printed(Laboratory& laboratory) {
  return column_major_case(laboratory, true, in_case_2,
                           "; the formula needs whole columns (sqrt(n) divides s*w), and no two of "
                           "a super warp's columns in one bank");
}

/// Programs of every kind: conflict-free, conflicting, data-moving, random.
std::vector<Experiment> programs(MachineKind kind,
                                 const std::function<Widths(std::uint32_t)>& super_warps) {
  std::vector<Experiment> all;
  const auto add = [&](const char* workload, const std::function<Sizes(std::uint64_t)>& sizes) {
    append(all, grid({kind, workload, {4, 16, 32}, sizes, {1, 4}, {1, 7, 50}, super_warps}));
  };
  for (const char* matrix : {"column-major", "transpose-naive", "transpose-diagonal"})
    add(matrix, [](std::uint64_t w) { return Sizes{2 * w}; });
  for (const char* linear : {"stride", "permutation", "random", "all-same-address"})
    add(linear, [](std::uint64_t w) { return Sizes{16 * w * w, 5 * w * w + 3}; });
  return all;
}

/// C + (l-1) T with the C and T that the engine itself counted.
Finding check_lemma_1(Laboratory& laboratory, const std::vector<Experiment>& experiments) {
  return check_exact(
      laboratory, experiments,
      [](const Experiment& e, const Counted& counted) {
        return counted.congestion + (e.machine.latency - 1) * counted.rounds;
      },
      "; C is the number of slots that the engine itself counted");
}

}  // namespace

std::vector<Claim> super_warp_lemma_1_claims() {
  return {
      {"super-warp.lemma-1.dmm", super_warp_source("Section II, Lemma 1"),
       "T rounds of total congestion C take C + (l-1)T time units on the DMM",
       [](Laboratory& laboratory) {
         return check_lemma_1(laboratory, programs(MachineKind::kDmm, nullptr));
       },
       3},
      {"super-warp.lemma-1.sdmm",
       super_warp_source("Section IV, \"Lemma 1 also holds for the SDMM\""),
       "T rounds of total congestion C take C + (l-1)T time units on the SDMM",
       [](Laboratory& laboratory) {
         return check_lemma_1(laboratory, programs(MachineKind::kSdmm, [](std::uint32_t w) {
                                return w == 4 ? Widths{2, 3} : w == 16 ? Widths{4} : Widths{5};
                              }));
       },
       3},
  };
}

std::vector<Claim> super_warp_access_claims() {
  return {
      {"super-warp.row-major.dmm", super_warp_source("Section III"),
       "row-major access takes n/w + n(l-1)/p time units on the DMM",
       [](Laboratory& l) { return row_major(l, MachineKind::kDmm); }, 1},
      {"super-warp.row-major.sdmm", super_warp_source("Section IV"),
       "row-major access has total congestion n/w on the SDMM: n/w + n(l-1)/p time units",
       [](Laboratory& l) { return row_major(l, MachineKind::kSdmm); }, 1},
      {"super-warp.column-major.dmm", super_warp_source("Section III"),
       "column-major access takes n + n(l-1)/p time units on the DMM", column_major_dmm, 1},
      {"super-warp.theorem-3.case-1", super_warp_source("Section IV, Case 1 before Theorem 3"),
       "s*w <= sqrt(n): column-major access takes n + n(l-1)/p time units on the SDMM (s*w divides "
       "sqrt(n))",
       case_1, 1},
      {"super-warp.theorem-3.case-1.as-printed",
       super_warp_source("Section IV, Case 1 before Theorem 3"),
       "s*w <= sqrt(n): column-major access has total congestion n on the SDMM (any such s*w)",
       case_1_as_printed, 1},
      {"super-warp.theorem-3.case-2", super_warp_source("Section IV, Case 2 before Theorem 3"),
       "s*w > sqrt(n): column-major access takes n sqrt(n)/(s w) + n(l-1)/p time units on the SDMM "
       "(sqrt(n) divides s*w, s <= sqrt(n))",
       case_2, 1},
      {"super-warp.theorem-3.case-2.as-printed",
       super_warp_source("Section IV, Case 2 before Theorem 3"),
       "s*w > sqrt(n): column-major access takes n sqrt(n)/(s w) + n(l-1)/p time units on the SDMM "
       "(any such s*w)",
       case_2_as_printed, 1},
  };
}

}  // namespace superwarp::reproduce
