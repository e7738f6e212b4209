// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "sim/workload/hierarchy.h"

namespace superwarp::workload {
namespace {

void append_sum(const WorkloadOptions& o, Listing& listing) {
  const Spread at(o);
  const Element n = o.size;
  const Element a = listing.global_array(n);
  // Threads and multiprocessors that have a number: at most n, and n/q.
  const Element threads = std::min<Element>(at.of_each, n);
  const Element sums = std::min<Element>(at.multiprocessors, sections(n, at.of_each));
  const Element partial = listing.global_array(sums);
  const Element s = listing.array(at.of_each);
  const auto add = [](Word* registers, Word word) { registers[0] += word; };

  listing.in_parallel(n, {in_global(read_and([=](Element i) { return a + i; }, add))});
  append_tree(listing, at, s, threads, [=](Element m) { return m < sums; });
  const auto first = [=](Element i) { return at.local(i) == 0 && at.multiprocessor(i) < sums; };
  if (sums > 1) {
    listing.in_parallel(
        at.threads, {in_global(write([=](Element i) { return only_if(first(i), partial + at.multiprocessor(i)); }))});
    listing.device_barrier();
    // Multiprocessor 0 does the rest: thread j adds the sums of multiprocessors j, j + q, ..
    for (Element from = 0; from < sums; from += at.of_each) {
      listing.in_parallel(
          at.threads,
          {in_global(read_and(
              [=](Element i) {
                const Element m = from + at.local(i);
                return only_if(at.multiprocessor(i) == 0 && m < sums, partial + m);
              },
              [from](Word* registers, Word word) { registers[0] = from == 0 ? word : registers[0] + word; }))});
    }
    append_tree(listing, at, s, std::min<Element>(at.of_each, sums), [](Element m) { return m == 0; });
  }
  listing.in_parallel(at.threads, {in_global(write([=](Element i) { return only_if(i == 0, a); }))});
  listing.promise_global(a, 1, [n](Element) { return sum_of_tokens(n); });
}

}  // namespace

std::vector<Workload> hierarchy_sum() {
  Workload sum = hierarchical({1, "hmm-sum", "a[0] <- the sum of a, in shared memories",
                               "abstract of the HMM paper (IPDPSW 2013); the algorithm is ours"},
                              append_sum);
  sum.formula = [](const Problem& o) -> std::optional<Known> {
    const Count q = o.p / o.d;
    const Count sums = std::min(o.d, sections(o.n, q));
    Known known;
    known.global_rounds = o.passes() + 1;
    known.global_congestion = sections(o.n, o.w) + 1;
    if (!add_tree(o, std::min(q, o.n), known)) return std::nullopt;
    if (sums == 1) return known;
    // Each multiprocessor writes its sum, and multiprocessor 0 reads all.
    known.global_rounds += 1 + sections(sums, q);
    known.global_congestion += sums + sections(sums, o.w);
    if (!add_tree(o, std::min(q, sums), known)) return std::nullopt;
    return known;
  };
  return {sum};
}

}  // namespace superwarp::workload
