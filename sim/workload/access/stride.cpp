// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "sim/workload/entry.h"

namespace superwarp::workload {

std::vector<Workload> access_stride() {
  Workload stride(2, "stride", "thread i reads a[i*(n/p) + t] in pass t", "DMM/UMM paper (IPDPSW 2012), Section III");
  stride.task = Task::kTouch;
  // There are R*p elements, so every thread has one in every pass; words from n on do not exist.
  stride.listing = [](const WorkloadOptions& o, Listing& listing) {
    const std::uint64_t n = o.size;
    const std::uint64_t passes = sections(n, o.threads);
    listing.array(n);
    listing.in_parallel(passes * o.threads, {read(cells(o.threads, [=](Element pass, Element thread) {
                          const Element word = thread * passes + pass;
                          return only_if(word < n, word);
                        }))});
  };
  // DMM/UMM paper, Section III, if p divides n, with G = gcd(n/p, b). All warps share the same b/G
  // banks; on the Super UMM each warp has its own groups.
  stride.shapes = Shapes::kAnyBanks;
  stride.formula = [](const Problem& o) -> std::optional<Known> {
    if (o.n % o.p != 0 || !o.identity || (o.unified && o.b != o.w)) return std::nullopt;
    const Count step = o.n / o.p;
    const Count each = o.unified ? o.s * std::min(step, o.w) : o.strided(o.lanes(), step);
    return Known{each * (o.p / o.lanes()) * step, step, each};
  };
  return {stride};
}

}  // namespace superwarp::workload
