// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/transpose.h"

namespace superwarp::workload {

std::vector<Workload> access_transpose_naive() {
  Workload naive =
      matrix_access(5, "transpose-naive", "b[k][j] <- a[j][k], read by rows, written by columns",
                    "super-warp paper, Section III");
  naive.listing = [](const WorkloadOptions& o, Listing& listing) {
    const std::uint64_t side = o.size;
    listing.array(side * side);
    const Element b = listing.array(side * side);
    listing.in_parallel(
        side * side, {read([](Element i) { return i; }),
                      write(cells(side, [=](Element j, Element k) { return b + k * side + j; }))});
    promise_transposed(listing, b, side);
  };
  // Super-warp paper, Section III: two rounds a pass. Reads and writes have different costs, so
  // there is no asynchronous formula.
  naive.formula = [](const Problem& o) -> std::optional<Known> {
    const std::optional<Known> writes = columns_known(o);
    if (!writes) return std::nullopt;
    return Known{o.n / o.w + writes->congestion, 2 * o.passes(), std::nullopt};
  };
  return {naive};
}

}  // namespace superwarp::workload
