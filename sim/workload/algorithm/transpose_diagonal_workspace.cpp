// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/transpose.h"

namespace superwarp::workload {

/// Any side; without bank conflicts if w divides it.
std::vector<Workload> algorithm_transpose_diagonal_workspace() {
  Workload transpose =
      matrix_algorithm(2, "transpose-diagonal-workspace", "b <- a, then a <- b along diagonals",
                       "Section IV, Lemma 2");
  transpose.listing = [](const WorkloadOptions& o, Listing& listing) {
    const std::uint64_t side = o.size;
    const std::uint64_t n = side * side;
    listing.array(n);
    const Element b = listing.array(n);
    listing.in_parallel(
        n, {read([](Element i) { return i; }), write([b](Element i) { return b + i; })});
    listing.barrier();  // other threads read the words of b and overwrite those of a
    const auto diagonal = [side](Element j, Element k) { return (j + k) % side; };
    listing.in_parallel(
        n, {read(cells(side, [=](Element j, Element k) { return b + k * side + diagonal(j, k); })),
            write(cells(side, [=](Element j, Element k) { return diagonal(j, k) * side + k; }))});
    promise_transposed(listing, 0, side);
  };
  transpose.formula = [](const Problem& o) -> std::optional<Known> {
    const std::optional<Known> diagonals = diagonals_known(o, 2);
    if (!diagonals || (o.unified && o.s > 1)) return std::nullopt;
    return Known{2 * (o.n / o.w) + diagonals->congestion, 4 * o.passes(), std::nullopt};
  };
  return {transpose};
}

}  // namespace superwarp::workload
