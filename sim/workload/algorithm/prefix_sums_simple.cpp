// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/sums.h"

namespace superwarp::workload {
namespace {

/// Address groups of `elements` consecutive words from `offset` on, warp by warp.
Count groups_of(Count elements, Count offset, Count w) {
  if (offset % w == 0) return sections(elements, w);
  const Count full = elements / w;
  const Count rest = elements % w;
  return 2 * full + (rest == 0 ? 0 : (offset % w + rest - 1) / w + 1);
}

}  // namespace

std::vector<Workload> algorithm_prefix_sums_simple() {
  Workload sums = reducing(5, "prefix-sums-simple", "log n steps of a[i] <- a[i] + a[i - 2^t]",
                           "Section 6, Lemma 2");
  sums.listing = [](const WorkloadOptions& o, Listing& listing) {
    const std::uint64_t n = o.size;
    listing.array(n);
    for (std::uint64_t distance = 1; distance < n; distance *= 2) {
      const auto left = [](Element i) { return i; };
      const auto right = [=](Element i) { return i + distance; };
      // Downwards, so that no pass reads words written in the same step; within a pass all reads
      // precede the first write.
      listing.in_parallel(n - distance,
                          {read(left, 0), read(right, 1), barrier(), write_value(right, added)},
                          PassOrder::kDownwards);
      listing.barrier();  // the next step reads what other threads wrote
    }
    listing.promise(0, n, [](Element i) { return sum_of_tokens(i + 1); });
  };
  // Distances d = 1, 2, 4, ..: E = n - d elements read a[i], read a[i+d], write a[i+d]. Consecutive
  // words are in distinct banks; on the UMM a warp's words from d on are in two groups.
  sums.formula = [](const Problem& o) -> std::optional<Known> {
    if (!o.identity || (o.unified && o.s > 1)) return std::nullopt;
    Known total;
    for (Count d = 1; d < o.n; d *= 2) {
      const Count elements = o.n - d;
      const Count rows = sections(elements, o.w);
      const Count shifted = o.unified ? groups_of(elements, d, o.w) : rows;
      total.add(3, sections(elements, o.p), rows + 2 * shifted);
    }
    return total;
  };
  return {sums};
}

}  // namespace superwarp::workload
