// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/permuting.h"

namespace superwarp::workload {

/// n time units and more where the writes of a warp meet in a bank (DMM) or lie in different
/// address groups (UMM).
std::vector<Workload> algorithm_permute_straightforward() {
  Workload workload = permuting(7, "permute-straightforward",
                                "b <- a, then a[P(i)] <- b[i] in order of i", "Section V");
  workload.listing = [name = workload.name](const WorkloadOptions& o, Listing& listing) {
    append_by_way_of_b(listing, chosen_permutation(name, o, o.size), [](Element i) { return i; });
  };
  return {workload};
}

}  // namespace superwarp::workload
