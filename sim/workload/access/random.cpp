// SPDX-License-Identifier: Apache-2.0
#include "model/reference/random.h"

#include "sim/workload/entry.h"

namespace superwarp::workload {

std::vector<Workload> access_random() {
  Workload random(8, "random", "uniform random words of [0, n)", "super-warp paper, Section VI (Table II)");
  random.chooses_writes = true;
  // Table II's experiment. The operation is drawn for each dispatch.
  random.listing = [](const WorkloadOptions& o, Listing& listing) {
    const std::uint64_t n = o.size;
    listing.array(n);
    // "addr", "op": independent draws from one seed
    const std::uint64_t address_key = model::extend_key(o.seed, 0x61646472);
    const std::uint64_t op_key = model::extend_key(o.seed, 0x6f70);
    const std::uint64_t warps = listing.warps();
    const auto op = [=, s = o.super_warp, percent = o.write_percent](std::uint64_t round, std::uint32_t warp) {
      return model::uniform_at(op_key, round * warps + warp / s, 100) < percent ? Op::kWrite : Op::kRead;
    };
    const auto address = [=](Element first, std::uint32_t count, Address* words) {
      model::uniform_range(address_key, first, count, static_cast<Address>(n), words);
    };
    listing.in_parallel(n, {o.write_percent == 0 ? read(address) : read_or_write(address, op)});
  };
  return {random};
}

}  // namespace superwarp::workload
