// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/transpose.h"

namespace superwarp::workload {

std::vector<Workload> access_transpose_diagonal() {
  Workload diagonal(6, "transpose-diagonal",
                    "b[k][(j+k) mod sqrt(n)] <- a[(j+k) mod sqrt(n)][k], along diagonals",
                    "super-warp paper, Section III");
  diagonal.matrix = true;
  diagonal.task = Task::kTouch;
  diagonal.listing = [](const WorkloadOptions& o, Listing& listing) {
    const std::uint64_t side = o.size;
    listing.array(side * side);
    const Element b = listing.array(side * side);
    const auto diagonal = [=](Element j, Element k) { return j + k < side ? j + k : j + k - side; };
    listing.in_parallel(
        side * side,
        {read(cells(side, [=](Element j, Element k) { return diagonal(j, k) * side + k; })),
         write(cells(side, [=](Element j, Element k) { return b + k * side + diagonal(j, k); }))});
    promise_transposed(listing, b, side);
  };
  // Super-warp paper, Section III, w divides sqrt(n): every warp meets all banks once. On the UMM
  // it meets w groups.
  diagonal.formula = [](const Problem& o) -> std::optional<Known> {
    if (o.side % o.w != 0 || !o.identity) return std::nullopt;
    if (o.unified && o.s > 1 && o.side % o.lanes() != 0) return std::nullopt;  // diagonals meet
    const Count each = o.unified ? o.w : 1;
    return Known{2 * (o.n / o.w) * each, 2 * o.passes(), o.every(each * o.s)};
  };
  return {diagonal};
}

}  // namespace superwarp::workload
