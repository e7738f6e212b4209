// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/entry.h"

namespace superwarp::workload {

std::vector<Workload> access_diagonal() {
  Workload diagonal(11, "diagonal", "a sqrt(n) x sqrt(n) matrix, diagonal after diagonal",
                    "super-warp paper, Section III, the diagonal transpose's reads");
  diagonal.matrix = true;
  diagonal.task = Task::kTouch;
  diagonal.listing = [](const WorkloadOptions& o, Listing& listing) {
    const std::uint64_t side = o.size;
    listing.array(side * side);
    listing.in_parallel(
        side * side,
        {read(cells(side, [=](Element j, Element k) { return (j + k) % side * side + k; }))});
  };
  // Where w divides sqrt(n), every warp meets all banks once; on the UMM it meets w groups.
  diagonal.formula = [](const Problem& o) -> std::optional<Known> {
    if (o.side % o.w != 0 || !o.identity) return std::nullopt;
    if (o.unified && o.s > 1 && o.side % o.lanes() != 0) return std::nullopt;  // diagonals meet
    const Count each = o.unified ? o.w : 1;
    return Known{o.n / o.w * each, o.passes(), o.every(each * o.s)};
  };
  return {diagonal};
}

}  // namespace superwarp::workload
