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

Workload of_matrix(Workload workload) {
  workload = matrix_access(std::move(workload));
  workload.algorithm = true;
  workload.source = "DMM/UMM paper (IPDPSW 2012), " + workload.source;
  return workload;
}

}  // namespace

std::vector<Workload> algorithm_transpose() {
  Workload straightforward =
      of_matrix({1, "transpose-straightforward", "exchanges a[j][k] and a[k][j] for j < k", "Section IV"});
  straightforward.task = Task::kMirror;
  // As printed, for all j and k, it undoes itself if (j, k) and (k, j) are in different rounds.
  straightforward.listing = [](const WorkloadOptions& o, Listing& listing) {
    const std::uint64_t side = o.size;
    listing.array(side * side);
    const AddressOf upper = cells(side, [=](Element j, Element k) { return only_if(j < k, j * side + k); });
    const AddressOf lower = cells(side, [=](Element j, Element k) { return only_if(j < k, k * side + j); });
    // No barrier is needed: one thread exchanges both words.
    listing.in_parallel(side * side, {read(upper, 0), read(lower, 1), write(upper, 1), write(lower, 0)});
    promise_transposed(listing, 0, side);
  };
  // If w divides sqrt(n), a warp's a[j][k] are in one row, its a[k][j] in one bank and w groups.
  straightforward.shapes = Shapes::kAnyWidth;
  straightforward.formula = [](const Problem& o) -> std::optional<Known> {
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

  // Any side; without bank conflicts if w divides it.
  Workload workspace =
      of_matrix({2, "transpose-diagonal-workspace", "b <- a, then a <- b along diagonals", "Section IV, Lemma 2"});
  workspace.listing = [](const WorkloadOptions& o, Listing& listing) {
    const std::uint64_t side = o.size;
    const std::uint64_t n = side * side;
    listing.array(n);
    const Element b = listing.array(n);
    listing.in_parallel(n, {read([](Element i) { return i; }), write([b](Element i) { return b + i; })});
    listing.barrier();  // other threads read the words of b and overwrite those of a
    const auto diagonal = [side](Element j, Element k) { return (j + k) % side; };
    listing.in_parallel(n, {read(cells(side, [=](Element j, Element k) { return b + k * side + diagonal(j, k); })),
                            write(cells(side, [=](Element j, Element k) { return diagonal(j, k) * side + k; }))});
    promise_transposed(listing, 0, side);
  };
  workspace.shapes = Shapes::kAnyWidth;
  workspace.formula = [](const Problem& o) -> std::optional<Known> {
    const std::optional<Known> diagonals = diagonals_known(o, 2);
    if (!diagonals || (o.unified && o.s > 1)) return std::nullopt;
    return Known{2 * (o.n / o.w) + diagonals->congestion, 4 * o.passes(), std::nullopt};
  };

  Workload rotate =
      of_matrix({3, "transpose-rotate", "rotates w x w blocks in w words of local memory a thread, swaps blocks",
                 "Section IV, Lemma 3"});
  rotate.size_rule = multiple_of_width("side", ": it rotates {0} x {0} blocks");
  rotate.listing = [](const WorkloadOptions& o, Listing& listing) {
    listing.array(o.size * o.size);
    append_rotation(listing, 1, o.size);
    promise_transposed(listing, 0, o.size);
  };
  rotate.shapes = Shapes::kAnyWidth;
  rotate.formula = [](const Problem& o) { return rotation_known(o, 1, o.side); };
  return {straightforward, workspace, rotate};
}

}  // namespace superwarp::workload
