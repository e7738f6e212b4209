// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/transpose.h"

namespace superwarp::workload {

std::vector<Workload> access_transpose_diagonal() {
  Workload diagonal =
      matrix_access(6, "transpose-diagonal",
                    "b[k][(j+k) mod sqrt(n)] <- a[(j+k) mod sqrt(n)][k], along diagonals",
                    "super-warp paper, Section III");
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
  diagonal.formula = [](const Problem& o) { return diagonals_known(o, 2); };
  return {diagonal};
}

}  // namespace superwarp::workload
