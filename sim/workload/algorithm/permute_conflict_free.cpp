// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "sim/permutation/schedule.h"
#include "sim/workload/permuting.h"

namespace superwarp::workload {

/// The second loop's order puts a warp's words in distinct banks before and after the move.
std::vector<Workload> algorithm_permute_conflict_free() {
  Workload workload =
      permuting(8, "permute-conflict-free",
                "b <- a, then a[P(k)] <- b[k] in an order without bank conflicts; w divides n",
                "Section V, Theorem 6");
  workload.size_rule = multiple_of_width("size", ": its banks do not have equally many words");
  workload.listing = [name = workload.name](const WorkloadOptions& o, Listing& listing) {
    const permutation::Permutation permutation = chosen_permutation(name, o, o.size);
    const auto order = std::make_shared<const std::vector<std::uint32_t>>(
        permutation::conflict_free_order(permutation, o.width));
    append_by_way_of_b(listing, permutation, [order](Element i) { return (*order)[i]; });
  };
  // Copying, a barrier, permuting: four rounds a pass, in which every warp accesses every bank
  // once. On the UMM the second half depends on the permutation.
  workload.formula = [](const Problem& o) -> std::optional<Known> {
    if (o.n % o.w != 0 || !o.identity || o.unified) return std::nullopt;
    return Known{4 * (o.n / o.w), 4 * o.passes(), o.every(o.s), 2};
  };
  return {workload};
}

}  // namespace superwarp::workload
