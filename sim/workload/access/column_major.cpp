// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/transpose.h"

namespace superwarp::workload {

std::vector<Workload> access_column_major() {
  Workload column_major =
      matrix_access(4, "column-major", "a sqrt(n) x sqrt(n) matrix, column after column",
                    "super-warp paper, Section III");
  column_major.listing = [](const WorkloadOptions& o, Listing& listing) {
    const std::uint64_t side = o.size;
    listing.array(side * side);
    listing.in_parallel(side * side,
                        {read(cells(side, [=](Element j, Element k) { return k * side + j; }))});
  };
  column_major.formula = columns_known;
  return {column_major};
}

}  // namespace superwarp::workload
