#include "sim/closed_form/problem.h"

// Derived here from the listings of the DMM/UMM paper, Sections V and VI, for every permutation.

namespace superwarp::closed_form {
namespace {

/// One round reads rows, one writes them; every access of a warp is one row, on every machine.
Known row_wise(const Problem& o) { return {2 * (o.n / o.w), 2 * o.passes(), o.every(o.s)}; }

/// Copying, a barrier, permuting: four rounds a pass in which every warp meets every bank once. On
/// the UMM the second half depends on the permutation.
std::optional<Known> conflict_free(const Problem& o) {
  if (!o.identity || o.unified) return std::nullopt;
  return Known{4 * (o.n / o.w), 4 * o.passes(), o.every(o.s), 2};
}

/// Blocks of `block` = w^(2^k) words: rows, transposed, rows, transposed, rows. For w x w words and
/// p <= n/w that is 10n/w + 10(l - 1)n/p.
std::optional<Known> umm(const Problem& o, Count block) {
  if (block == o.w) return row_wise(o);
  Count side = o.w;
  while (side * side < block) side *= side;
  if (side * side != block) return std::nullopt;
  const std::optional<Known> rows = umm(o, side);
  const std::optional<Known> transpose = rotation_known(o, o.n / block, side);
  if (!rows || !transpose) return std::nullopt;
  return Known{3 * rows->congestion + 2 * transpose->congestion,
               3 * rows->rounds + 2 * transpose->rounds, std::nullopt};
}

}  // namespace

std::optional<Known> permutation_known(const std::string& workload, const Problem& o) {
  if (o.n % o.w != 0) return std::nullopt;
  if (workload == "permute-row-wise") return row_wise(o);
  if (workload == "permute-conflict-free") return conflict_free(o);
  if (workload == "permute-umm") return umm(o, o.n);
  return std::nullopt;
}

}  // namespace superwarp::closed_form
