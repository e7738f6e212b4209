// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/entry.h"

namespace superwarp::workload {

std::vector<Workload> access_all_same() {
  Workload bank(9, "all-same-bank", "n different words of bank 0", "worst case of the DMM");
  bank.task = Task::kTouch;
  bank.listing = [](const WorkloadOptions& o, Listing& listing) {
    const std::uint64_t b = o.bank_count();
    listing.array((o.size - 1) * b + 1);
    listing.in_parallel(o.size, {read([=](Element i) { return i * b; })});
  };
  bank.shapes = Shapes::kAnyBanks;
  // n words of one bank, n address groups: one slot each.
  bank.formula = [](const Problem& o) -> std::optional<Known> {
    if (!o.identity) return std::nullopt;
    return Known{o.n, o.passes(), o.every(o.lanes())};
  };

  Workload address(10, "all-same-address", "all threads of pass t read word t",
                   "merging, super-warp paper, Section II");
  address.listing = [](const WorkloadOptions& o, Listing& listing) {
    listing.array(sections(o.size, o.threads));
    listing.in_parallel(o.size, {read(cells(o.threads, [](Element pass, Element /*thread*/) { return pass; }))});
  };
  address.shapes = Shapes::kAnyBanks;
  // Every machine merges a dispatch's requests into one.
  address.formula = [](const Problem& o) { return Known{sections(o.n, o.lanes()), o.passes(), o.every(1)}; };
  return {bank, address};
}

}  // namespace superwarp::workload
