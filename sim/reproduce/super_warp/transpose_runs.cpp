// SPDX-License-Identifier: Apache-2.0
#include "sim/reproduce/super_warp/transpose_runs.h"

namespace superwarp::reproduce {

std::string transpose_workload(TransposeKind kind) {
  return kind == TransposeKind::kNaive ? "transpose-naive" : "transpose-diagonal";
}

Runs transposes(TransposeKind kind, MachineKind machine, const Accept& accept) {
  const auto sides = [](std::uint64_t w) {
    // sqrt(n) = w .. 8w, and the side at which Case 1 begins.
    Sizes all = {w, 2 * w, 4 * w};
    if (w <= 32) all.push_back(w * floor_log2(w));
    if (w <= 16) all.push_back(8 * w);
    return all;
  };
  Axes axes{machine, transpose_workload(kind), {4, 16, 32, 64, 128}, sides, {1, 8}};
  if (machine != kDmm) axes.super_warps = [](std::uint32_t w) { return Widths{log_width(w)}; };
  return grid(axes, accept);
}

Bound transpose_bound(TransposeKind kind, MachineKind machine) {
  // Both transposes read n and write n words, two rounds a pass: 2(l-1) ceil(n/p) <= 4 nl/p, and
  // 2 nl/p where p divides n. The rest is the total congestion.
  if (kind == TransposeKind::kDiagonal)
    return {optimal, 4,
            "C = 2n/w exactly (every warp meets all banks once), 2(l-1)ceil(n/p) <= 4nl/p"};
  if (machine == kDmm) return {slot_a_word, 4, "C = n/w + n <= 2n, 2(l-1)ceil(n/p) <= 4nl/p"};
  return {[](const Real& o) { return optimal(o) + std::min(o.n, o.n * o.side / o.lanes); }, 4,
          "reads n/w; a super warp writes parts of at most w+2 columns, so at most two columns a "
          "bank: C <= n/w + 2min(n, n sqrt(n)/(s w)); 2(l-1)ceil(n/p) <= 4nl/p"};
}

}  // namespace superwarp::reproduce
