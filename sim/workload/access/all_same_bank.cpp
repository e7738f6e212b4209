// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/entry.h"

namespace superwarp::workload {

std::vector<Workload> access_all_same_bank() {
  Workload same_bank(9, "all-same-bank", "n different words of bank 0", "worst case of the DMM");
  same_bank.task = Task::kTouch;
  same_bank.listing = [](const WorkloadOptions& o, Listing& listing) {
    const std::uint64_t w = o.width;
    listing.array((o.size - 1) * w + 1);
    listing.in_parallel(o.size, {read([=](Element i) { return i * w; })});
  };
  // n words of one bank, n address groups: one slot each.
  same_bank.formula = [](const Problem& o) -> std::optional<Known> {
    if (!o.identity) return std::nullopt;
    return Known{o.n, o.passes(), o.every(o.lanes())};
  };
  return {same_bank};
}

}  // namespace superwarp::workload
