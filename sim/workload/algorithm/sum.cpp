// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/sums.h"

namespace superwarp::workload {

std::vector<Workload> algorithm_sum() {
  Workload sum = reducing(4, "sum", "a[0] <- the sum of a, halving it log n times; n = 2^m",
                          "Section 4, Theorem 1");
  sum.size_rule = power_of_two;
  sum.listing = [](const WorkloadOptions& o, Listing& listing) {
    listing.array(o.size);
    for (Element half = o.size / 2; half > 0; half /= 2) {
      const auto left = [](Element i) { return i; };
      const auto right = [half](Element i) { return i + half; };
      listing.in_parallel(half, {read(left, 0), read(right, 1), write_value(left, added)});
      listing.barrier();  // the next step reads what other threads wrote
    }
    listing.promise(0, 1, [n = o.size](Element) { return sum_of_tokens(n); });
  };
  // Halves E = n/2, n/4, .. 1: two reads and a write of E consecutive words that are in one row or
  // start one.
  sum.formula = [](const Problem& o) -> std::optional<Known> {
    Known total;
    for (Count elements = o.n / 2; elements > 0; elements /= 2)
      total.add(3, sections(elements, o.p), 3 * sections(elements, o.w));
    return total;
  };
  return {sum};
}

}  // namespace superwarp::workload
