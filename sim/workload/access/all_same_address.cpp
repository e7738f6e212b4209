// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/entry.h"

namespace superwarp::workload {

std::vector<Workload> access_all_same_address() {
  Workload same_address(10, "all-same-address", "all threads of pass t read word t",
                        "merging, super-warp paper, Section II");
  same_address.listing = [](const WorkloadOptions& o, Listing& listing) {
    listing.array(sections(o.size, o.threads));
    listing.in_parallel(
        o.size, {read(cells(o.threads, [](Element pass, Element /*thread*/) { return pass; }))});
  };
  // Every machine merges a dispatch's requests into one.
  same_address.formula = [](const Problem& o) {
    return Known{sections(o.n, o.lanes()), o.passes(), o.every(1)};
  };
  return {same_address};
}

}  // namespace superwarp::workload
