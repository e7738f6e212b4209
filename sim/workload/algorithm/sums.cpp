// SPDX-License-Identifier: Apache-2.0
#include "model/machine/log2.h"
#include "sim/workload/entry.h"

// Symbols as in the sum/prefix-sums chapter: n numbers in a, which are the words' tokens.

namespace superwarp::workload {
namespace {

/// The sum of the first two registers.
constexpr Word added(const Word* registers, Element /*i*/) { return registers[0] + registers[1]; }

/// A workload of the chapter that reduces all n words.
Workload reducing(Workload workload) {
  workload.source = "sum/prefix-sums chapter, " + workload.source;
  workload.algorithm = true;
  workload.task = Task::kReduce;
  return workload;
}

Workload sum() {
  Workload sum = reducing({4, "sum", "a[0] <- the sum of a, halving it log n times; n = 2^m", "Section 4, Theorem 1"});
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
  return sum;
}

/// Address groups of `elements` consecutive words from `offset` on, warp by warp.
Count groups_of(Count elements, Count offset, Count w) {
  if (offset % w == 0) return sections(elements, w);
  const Count full = elements / w;
  const Count rest = elements % w;
  return 2 * full + (rest == 0 ? 0 : (offset % w + rest - 1) / w + 1);
}

Workload simple_prefix_sums() {
  Workload sums = reducing({5, "prefix-sums-simple", "log n steps of a[i] <- a[i] + a[i - 2^t]", "Section 6, Lemma 2"});
  sums.listing = [](const WorkloadOptions& o, Listing& listing) {
    const std::uint64_t n = o.size;
    listing.array(n);
    for (std::uint64_t distance = 1; distance < n; distance *= 2) {
      const auto left = [](Element i) { return i; };
      const auto right = [=](Element i) { return i + distance; };
      // Downwards, so that no pass reads words written in the same step; within a pass all reads
      // precede the first write.
      listing.in_parallel(n - distance, {read(left, 0), read(right, 1), barrier(), write_value(right, added)},
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
  return sums;
}

Workload optimal_prefix_sums() {
  Workload sums = reducing(
      {6, "prefix-sums-optimal", "interval sums up a tree, prefix sums down it; n = 2^m", "Section 7, Theorem 3"});
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
      listing.in_parallel(std::uint64_t{1} << t,
                          {read(a(t + 1, 2, 0), 0), read(a(t + 1, 2, 1), 1), write_value(a(t, 1, 0), added)});
      listing.barrier();  // the next step reads what other threads wrote
    }
    // Prefix sums, from the root down: a_{t+1}[2i+1] <- a_t[i], and for i <= 2^t - 2
    // a_{t+1}[2i+2] <- a_{t+1}[2i+2] + a_t[i].
    for (std::uint32_t t = 0; t < m; ++t) {
      const Element last = (Element{1} << t) - 1;
      const auto next = [all = a(t + 1, 2, 2), last](Element i) { return only_if(i < last, all(i)); };
      listing.in_parallel(last + 1,
                          {read(a(t, 1, 0), 0), read(next, 1), write(a(t + 1, 2, 1), 0), write_value(next, added)});
      listing.barrier();
    }
    listing.promise(0, o.size, [](Element i) { return sum_of_tokens(i + 1); });
  };
  // Up: two reads of every second word of 2E, a write of E words. Down: a read of E words; a read
  // and a write of a[2i+2] for all but the last element; a write of every second word. Words two
  // apart share a bank twice as often, and cover twice the groups.
  sums.formula = [](const Problem& o) -> std::optional<Known> {
    if (!o.identity || o.s > 1) return std::nullopt;
    const auto every_second = [&](Count elements) { return elements < o.w ? Count{1} : 2 * elements / o.w; };
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
      total.add(elements > 1 ? 4 : 2, passes, rows + every_second(elements) + 2 * all_but_last(elements));
    }
    return total;
  };
  return sums;
}

}  // namespace

std::vector<Workload> algorithm_sums() { return {sum(), simple_prefix_sums(), optimal_prefix_sums()}; }

}  // namespace superwarp::workload
