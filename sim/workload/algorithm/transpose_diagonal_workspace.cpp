// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/transpose.h"

namespace superwarp::workload {

/// Any side; free of bank conflicts where w divides it.
std::vector<Workload> algorithm_transpose_diagonal_workspace() {
  Workload transpose(2, "transpose-diagonal-workspace", "b <- a, then a <- b along diagonals",
                     "DMM/UMM paper (IPDPSW 2012), Section IV, Lemma 2");
  transpose.algorithm = true;
  transpose.matrix = true;
  transpose.task = Task::kTouch;
  transpose.listing = [](const WorkloadOptions& o, Listing& listing) {
    const std::uint64_t side = o.size;
    const std::uint64_t n = side * side;
    listing.array(n);
    const Element b = listing.array(n);
    listing.in_parallel(
        n, {read([](Element i) { return i; }), write([b](Element i) { return b + i; })});
    listing.barrier();  // a word of b is read by another thread than wrote it, and a is overwritten
    const auto diagonal = [side](Element j, Element k) { return (j + k) % side; };
    listing.in_parallel(
        n, {read(cells(side, [=](Element j, Element k) { return b + k * side + diagonal(j, k); })),
            write(cells(side, [=](Element j, Element k) { return diagonal(j, k) * side + k; }))});
    promise_transposed(listing, 0, side);
  };
  // w divides sqrt(n): copying, then diagonals, which meet every bank once and w groups a warp.
  transpose.formula = [](const Problem& o) -> std::optional<Known> {
    if (o.side % o.w != 0 || !o.identity || (o.unified && o.s > 1)) return std::nullopt;
    const Count diagonal = o.unified ? o.n : o.n / o.w;
    return Known{2 * (o.n / o.w) + 2 * diagonal, 4 * o.passes(), std::nullopt};
  };
  return {transpose};
}

}  // namespace superwarp::workload
