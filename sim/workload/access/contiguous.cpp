// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/entry.h"

namespace superwarp::workload {
namespace {

void in_order(Listing& listing, std::uint64_t n) {
  listing.array(n);
  listing.in_parallel(n, {read([](Element i) { return i; })});
}

/// On every machine. DMM/UMM paper, Section III: (p/w + l - 1) * n/p if p divides n; super-warp
/// paper, Sections III and IV. Also on the RSDMM: the words of a row stay in distinct banks.
std::optional<Known> known(const Problem& o) {
  const std::optional<Count> congestion = o.in_order();
  if (!congestion) return std::nullopt;
  return Known{*congestion, o.passes(), o.every(o.consecutive(o.lanes()))};
}

}  // namespace

std::vector<Workload> access_contiguous() {
  Workload contiguous(1, "contiguous", "in pass t thread i reads a[t*p + i]",
                      "DMM/UMM paper (IPDPSW 2012), Section III");
  contiguous.task = Task::kTouch;
  contiguous.listing = [](const WorkloadOptions& o, Listing& a) { in_order(a, o.size); };
  contiguous.formula = known;
  contiguous.shapes = Shapes::kAnyBanks;

  Workload row_major =
      matrix_access({3, "row-major", "a sqrt(n) x sqrt(n) matrix, row after row", "super-warp paper, Section III"});
  row_major.listing = [](const WorkloadOptions& o, Listing& a) { in_order(a, o.size * o.size); };
  row_major.formula = known;
  row_major.shapes = Shapes::kAnyBanks;
  return {contiguous, row_major};
}

}  // namespace superwarp::workload
