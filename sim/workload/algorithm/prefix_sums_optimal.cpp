// SPDX-License-Identifier: Apache-2.0
#include "language/log2.h"
#include "sim/workload/sums.h"

namespace superwarp::workload {

std::vector<Workload> algorithm_prefix_sums_optimal() {
  Workload sums =
      reducing(6, "prefix-sums-optimal", "interval sums up a tree, prefix sums down it; n = 2^m",
               "Section 7, Theorem 3");
  sums.size_rule = power_of_two;
  sums.listing = [](const WorkloadOptions& o, Listing& listing) {
    const std::uint32_t m = floor_log2(o.size);
    // The input a_m is at address 0, followed by a_{m-1} with half its words, and so on.
    std::vector<Element> start(m + 1);
    for (std::uint32_t t = m + 1; t-- > 0;) start[t] = listing.array(std::uint64_t{1} << t);
    const auto a = [&start](std::uint32_t t, Element factor, Element offset) {
      return [base = start[t] + offset, factor](Element i) { return base + factor * i; };
    };

    // Interval sums, from the leaves up: a_t[i] <- a_{t+1}[2i] + a_{t+1}[2i+1].
    for (std::uint32_t t = m; t-- > 0;) {
      listing.in_parallel(std::uint64_t{1} << t, {read(a(t + 1, 2, 0), 0), read(a(t + 1, 2, 1), 1),
                                                  write_value(a(t, 1, 0), added)});
      listing.barrier();  // the next step reads what other threads wrote
    }
    // Prefix sums, from the root down: a_{t+1}[2i+1] <- a_t[i], and for i <= 2^t - 2
    // a_{t+1}[2i+2] <- a_{t+1}[2i+2] + a_t[i].
    for (std::uint32_t t = 0; t < m; ++t) {
      const Element last = (Element{1} << t) - 1;
      const auto next = [all = a(t + 1, 2, 2), last](Element i) {
        return only_if(i < last, all(i));
      };
      listing.in_parallel(last + 1, {read(a(t, 1, 0), 0), read(next, 1), write(a(t + 1, 2, 1), 0),
                                     write_value(next, added)});
      listing.barrier();
    }
    listing.promise(0, o.size, [](Element i) { return sum_of_tokens(i + 1); });
  };
  // Up: two reads of every second word of 2E, a write of E words. Down: a read of E words; a read
  // and a write of a[2i+2] for all but the last element; a write of every second word. Words two
  // apart share a bank twice as often, and cover twice the groups.
  sums.formula = [](const Problem& o) -> std::optional<Known> {
    if (!o.identity || o.s > 1) return std::nullopt;
    const auto every_second = [&](Count elements) {
      return elements < o.w ? Count{1} : 2 * elements / o.w;
    };
    // From the third word on: all warps but the last have w words, in three groups on the UMM.
    const auto all_but_last = [&](Count elements) -> Count {
      if (elements < o.w) return elements > 1 ? 1 : 0;
      const Count full = o.unified && o.w > 2 ? 3 : 2;
      return (elements / o.w - 1) * full + (o.w > 2 ? 2 : 1);
    };
    Known total;
    for (Count elements = o.n / 2; elements > 0; elements /= 2) {
      const Count passes = sections(elements, o.p);
      const Count rows = sections(elements, o.w);
      total.add(3, passes, 2 * every_second(elements) + rows);
      total.add(elements > 1 ? 4 : 2, passes,
                rows + every_second(elements) + 2 * all_but_last(elements));
    }
    return total;
  };
  return {sums};
}

}  // namespace superwarp::workload
