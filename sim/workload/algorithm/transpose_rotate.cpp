// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/transpose.h"

namespace superwarp::workload {

std::vector<Workload> algorithm_transpose_rotate() {
  Workload transpose =
      matrix_algorithm(3, "transpose-rotate",
                       "rotates w x w blocks in w words of local memory a thread, swaps blocks",
                       "Section IV, Lemma 3");
  transpose.size_rule = multiple_of_width("side", ": it rotates {0} x {0} blocks");
  transpose.listing = [](const WorkloadOptions& o, Listing& listing) {
    listing.array(o.size * o.size);
    append_rotation(listing, 1, o.size);
    promise_transposed(listing, 0, o.size);
  };
  transpose.formula = [](const Problem& o) { return rotation_known(o, 1, o.side); };
  return {transpose};
}

}  // namespace superwarp::workload
