// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "sim/permutation/schedule.h"
#include "sim/workload/permuting.h"
#include "sim/workload/transpose.h"

// A row is w words of one address group. A warp reads or writes it in one slot, in any order.

namespace superwarp::workload {
namespace {

void accesses(const WorkloadOptions& o, const permutation::Permutation& permutation,
              Listing& listing) {
  listing.array(o.size);
  for (permutation::Phase& phase : permutation::umm_phases(permutation, o.width)) {
    if (phase.column.empty()) {
      append_rotation(listing, phase.matrices, phase.side);  // ends in a barrier
    } else {
      const auto column =
          std::make_shared<const std::vector<std::uint16_t>>(std::move(phase.column));
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
  return Known{3 * rows->congestion + 2 * transpose->congestion,
               3 * rows->rounds + 2 * transpose->rounds, std::nullopt};
}

}  // namespace

std::vector<Workload> algorithm_permute_umm() {
  Workload workload =
      permuting(10, "permute-umm", "row-wise permutations and transposes in turn; n = w^(2^k)",
                "Section VI, Lemma 7, Theorem 8");
  workload.size_rule = [](const WorkloadOptions& o) { permutation::umm_depth(o.size, o.width); };
  workload.listing = [name = workload.name](const WorkloadOptions& o, Listing& listing) {
    accesses(o, chosen_permutation(name, o, o.size), listing);
  };
  workload.formula = [](const Problem& o) -> std::optional<Known> {
    if (o.n % o.w != 0) return std::nullopt;
    return blocks_known(o, o.n);
  };
  return {workload};
}

}  // namespace superwarp::workload
