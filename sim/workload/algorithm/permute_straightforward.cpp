// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/permuting.h"

namespace superwarp::workload {

/// At least n time units if the writes of every warp share a bank (DMM) or have different address
/// groups (UMM).
std::vector<Workload> algorithm_permute_straightforward() {
  Workload workload = permuting(7, "permute-straightforward",
                                "b <- a, then a[P(i)] <- b[i] in order of i", "Section V");
  workload.listing = [name = workload.name](const WorkloadOptions& o, Listing& listing) {
    append_by_way_of_b(listing, chosen_permutation(name, o, o.size), [](Element i) { return i; });
  };
  return {workload};
}

}  // namespace superwarp::workload
