// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "sim/workload/permuting.h"

namespace superwarp::workload {

/// A named permutation permutes a row; a random one is drawn anew for every row.
std::vector<Workload> algorithm_permute_row_wise() {
  Workload workload =
      permuting(9, "permute-row-wise",
                "every row of w words permuted in place by a warp; w divides n", "Section VI");
  workload.size_rule = multiple_of_width("size", ", which is a row");
  workload.listing = [name = workload.name](const WorkloadOptions& o, Listing& listing) {
    const auto permutation =
        std::make_shared<const permutation::Permutation>(chosen_permutation(name, o, o.width));
    listing.array(o.size);
    append_row_wise(listing, o.size,
                    [permutation, w = o.width](Element i) { return (*permutation)(i) % w; });
    promise_permuted(listing, *permutation);
  };
  workload.formula = [](const Problem& o) -> std::optional<Known> {
    if (o.n % o.w != 0) return std::nullopt;
    return row_wise_known(o);
  };
  return {workload};
}

}  // namespace superwarp::workload
