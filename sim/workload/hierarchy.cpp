// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/hierarchy.h"

namespace superwarp::workload {

void append_tree(Listing& listing, const Spread& at, Element s, Element count,
                 const std::function<bool(Element)>& takes_part) {
  const auto own = [=](Element i, Element threads) {
    return only_if(takes_part(at.multiprocessor(i)) && at.local(i) < threads, s + at.local(i));
  };
  if (count <= 1) return;
  listing.in_parallel(at.threads, {write([=](Element i) { return own(i, count); })});
  listing.barrier();
  for (Element left = count; left > 1;) {
    const Element half = (left + 1) / 2;
    const Element pairs = left - half;
    const auto add = [](Word* registers, Word word) { registers[0] += word; };
    listing.in_parallel(
        at.threads,
        {read_and(
             [=](Element i) { return only_if(own(i, pairs) != kInactive, own(i, pairs) + half); },
             add),
         write([=](Element i) { return own(i, pairs); })});
    listing.barrier();
    left = half;
  }
}

}  // namespace superwarp::workload
