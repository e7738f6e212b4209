// SPDX-License-Identifier: Apache-2.0
#include "sim/permutation/random_permutation.h"
#include "sim/workload/entry.h"

namespace superwarp::workload {

std::vector<Workload> access_permutation() {
  Workload permutation(7, "permutation", "b[pi(i)] <- a[i] for a random permutation pi",
                       "DMM/UMM paper (IPDPSW 2012), Section V, unscheduled");
  permutation.task = Task::kTouch;
  // The permutation is computed, not read from memory.
  permutation.listing = [](const WorkloadOptions& o, Listing& listing) {
    listing.array(o.size);
    const Element b = listing.array(o.size);
    const permutation::RandomPermutation pi(o.seed, o.size);
    listing.in_parallel(o.size, {read([](Element i) { return i; }),
                                 write([=](Element i) { return b + pi.forward(static_cast<std::uint32_t>(i)); })});
    listing.promise(b, o.size, [=](Element i) { return initial_token(pi.inverse(static_cast<std::uint32_t>(i))); });
  };
  return {permutation};
}

}  // namespace superwarp::workload
