// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/transpose.h"

namespace superwarp::workload {
namespace {

/// The number of sections of `length` elements, a divisor of the side, with an element above the
/// diagonal.
Count sections_above(Count side, Count length) {
  const Count parts = side / length;  // of a row or column
  return parts * parts * length - length * parts * (parts - 1) / 2 - parts;
}

}  // namespace

std::vector<Workload> algorithm_transpose_straightforward() {
  Workload transpose =
      matrix_algorithm(1, "transpose-straightforward", "exchanges a[j][k] and a[k][j] for j < k",
                       "Section IV", Task::kMirror);
  // As printed, for all j and k, it undoes itself if (j, k) and (k, j) are in different rounds.
  transpose.listing = [](const WorkloadOptions& o, Listing& listing) {
    const std::uint64_t side = o.size;
    listing.array(side * side);
    const AddressOf upper =
        cells(side, [=](Element j, Element k) { return only_if(j < k, j * side + k); });
    const AddressOf lower =
        cells(side, [=](Element j, Element k) { return only_if(j < k, k * side + j); });
    // No barrier is needed: one thread exchanges both words.
    listing.in_parallel(side * side,
                        {read(upper, 0), read(lower, 1), write(upper, 1), write(lower, 0)});
    promise_transposed(listing, 0, side);
  };
  // If w divides sqrt(n), a warp's a[j][k] are in one row, its a[k][j] in one bank and w groups.
  transpose.formula = [](const Problem& o) -> std::optional<Known> {
    if (o.side % o.w != 0 || !o.identity || o.s > 1) return std::nullopt;
    Count passes = 0;  // with an element above the diagonal
    if (o.side % o.p == 0) {
      passes = sections_above(o.side, o.p);
    } else if (o.p % o.side == 0) {
      const Count rows = o.p / o.side;
      passes = o.passes() - (o.side - (o.passes() - 1) * rows == 1 ? 1 : 0);
    } else {
      return std::nullopt;
    }
    const Count exchanged = o.side * (o.side - 1) / 2;
    return Known{2 * sections_above(o.side, o.w) + 2 * exchanged, 4 * passes, std::nullopt};
  };
  return {transpose};
}

}  // namespace superwarp::workload
