// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "sim/permutation/schedule.h"
#include "sim/workload/permuting.h"
#include "sim/workload/transpose.h"

namespace superwarp::workload {
namespace {

/// An algorithm with a choice of permutations.
Workload permuting(Workload workload) {
  workload.source = "DMM/UMM paper (IPDPSW 2012), " + workload.source;
  workload.algorithm = true;
  workload.permutes = true;
  workload.task = Task::kTouch;
  return workload;
}

/// Promises that the array at address 0 is permuted.
void promise_permuted(Listing& listing, const permutation::Permutation& permutation) {
  const auto source = std::make_shared<const permutation::Permutation>(permutation.inverse());
  listing.promise(0, source->size(), [source](Element i) { return initial_token((*source)(i)); });
}

/// Appends b[i] <- a[i], then a[P(k)] <- b[k] for k = word(i).
void append_by_way_of_b(Listing& listing, const permutation::Permutation& permutation,
                        const std::function<Element(Element)>& word) {
  const std::uint64_t n = permutation.size();
  listing.array(n);
  const Element b = listing.array(n);
  listing.in_parallel(n, {read([](Element i) { return i; }), write([b](Element i) { return b + i; })});
  // The second loop overwrites words of a that other threads copy, and reads words of b that other
  // threads wrote. (In order of i round robin happens to copy first; the algorithm does not rely on
  // it.)
  listing.barrier();
  const auto target = std::make_shared<const permutation::Permutation>(permutation);
  listing.in_parallel(
      n, {read([=](Element i) { return b + word(i); }), write([=](Element i) { return (*target)(word(i)); })});
  promise_permuted(listing, permutation);
}

/// Appends that the warp of row i / w moves a[i] to column(i) of its row, in place. No barrier is
/// needed: only this warp accesses the row, and it reads before it writes.
void append_row_wise(Listing& listing, std::uint64_t n, const std::function<std::uint32_t(Element)>& column) {
  const std::uint64_t w = listing.width();
  listing.in_parallel(n, {read([](Element i) { return i; }), write([=](Element i) { return i / w * w + column(i); })});
}

/// The formula of append_row_wise(): a round reads rows, a round writes them; on every machine each
/// access of a warp is one row: w words of one address group, in one slot in any order.
Known row_wise_known(const Problem& o) { return {2 * (o.n / o.w), 2 * o.passes(), o.every(o.s)}; }

void append_umm(const WorkloadOptions& o, const permutation::Permutation& permutation, Listing& listing) {
  listing.array(o.size);
  for (permutation::Phase& phase : permutation::umm_phases(permutation, o.width)) {
    if (phase.column.empty()) {
      append_rotation(listing, phase.matrices, phase.side);  // ends in a barrier
    } else {
      const auto column = std::make_shared<const std::vector<std::uint16_t>>(std::move(phase.column));
      append_row_wise(listing, o.size, [column](Element i) { return (*column)[i]; });
      listing.barrier();  // the transpose reads rows that other threads wrote
    }
  }
  promise_permuted(listing, permutation);
}

/// Blocks of `block` = w^(2^k) words: rows, transpose, rows, transpose, rows. For w x w words and
/// p <= n/w this is 10n/w + 10(l - 1)n/p.
std::optional<Known> blocks_known(const Problem& o, Count block) {
  if (block == o.w) return row_wise_known(o);
  Count side = o.w;
  while (side * side < block) side *= side;
  if (side * side != block) return std::nullopt;
  const std::optional<Known> rows = blocks_known(o, side);
  const std::optional<Known> transpose = rotation_known(o, o.n / block, side);
  if (!rows || !transpose) return std::nullopt;
  return Known{3 * rows->congestion + 2 * transpose->congestion, 3 * rows->rounds + 2 * transpose->rounds,
               std::nullopt};
}

}  // namespace

std::vector<Workload> algorithm_permute() {
  // At least n time units if the writes of every warp share a bank (DMM) or have different address
  // groups (UMM).
  Workload straightforward =
      permuting({7, "permute-straightforward", "b <- a, then a[P(i)] <- b[i] in order of i", "Section V"});
  straightforward.listing = [name = straightforward.name](const WorkloadOptions& o, Listing& listing) {
    append_by_way_of_b(listing, chosen_permutation(name, o, o.size), [](Element i) { return i; });
  };

  // The second loop's order puts a warp's words in distinct banks before and after the move.
  Workload conflict_free = permuting({8, "permute-conflict-free",
                                      "b <- a, then a[P(k)] <- b[k] in an order without bank conflicts; w divides n",
                                      "Section V, Theorem 6"});
  conflict_free.size_rule = multiple_of_width("size", ": its banks do not have equally many words");
  conflict_free.listing = [name = conflict_free.name](const WorkloadOptions& o, Listing& listing) {
    const permutation::Permutation permutation = chosen_permutation(name, o, o.size);
    const auto order =
        std::make_shared<const std::vector<std::uint32_t>>(permutation::conflict_free_order(permutation, o.width));
    append_by_way_of_b(listing, permutation, [order](Element i) { return (*order)[i]; });
  };
  // Copying, a barrier, permuting: four rounds a pass, in which every warp accesses every bank
  // once. On the UMM the second half depends on the permutation.
  conflict_free.shapes = Shapes::kAnyWidth;
  conflict_free.formula = [](const Problem& o) -> std::optional<Known> {
    if (o.n % o.w != 0 || !o.identity || o.unified) return std::nullopt;
    return Known{4 * (o.n / o.w), 4 * o.passes(), o.every(o.s), 2};
  };

  // A named permutation permutes a row; a random one is drawn anew for every row.
  Workload row_wise =
      permuting({9, "permute-row-wise", "every row of w words permuted in place by a warp; w divides n", "Section VI"});
  row_wise.size_rule = multiple_of_width("size", ", which is a row");
  row_wise.listing = [name = row_wise.name](const WorkloadOptions& o, Listing& listing) {
    const auto permutation = std::make_shared<const permutation::Permutation>(chosen_permutation(name, o, o.width));
    listing.array(o.size);
    append_row_wise(listing, o.size, [permutation, w = o.width](Element i) { return (*permutation)(i) % w; });
    promise_permuted(listing, *permutation);
  };
  row_wise.shapes = Shapes::kAnyWidth;
  row_wise.formula = [](const Problem& o) -> std::optional<Known> {
    if (o.n % o.w != 0) return std::nullopt;
    return row_wise_known(o);
  };

  Workload umm = permuting({10, "permute-umm", "row-wise permutations and transposes in turn; n = w^(2^k)",
                            "Section VI, Lemma 7, Theorem 8"});
  umm.size_rule = [](const WorkloadOptions& o) { permutation::umm_depth(o.size, o.width); };
  umm.listing = [name = umm.name](const WorkloadOptions& o, Listing& listing) {
    append_umm(o, chosen_permutation(name, o, o.size), listing);
  };
  umm.shapes = Shapes::kAnyWidth;
  umm.formula = [](const Problem& o) -> std::optional<Known> {
    if (o.n % o.w != 0) return std::nullopt;
    return blocks_known(o, o.n);
  };
  return {straightforward, conflict_free, row_wise, umm};
}

}  // namespace superwarp::workload
