#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "sim/permutation/schedule.h"
#include "sim/workload/algorithm/algorithms.h"
#include "sim/workload/algorithm/permutation_choice.h"

// Symbols as in the DMM/UMM paper, Section VI. A row is w words of one address group, so that a
// warp reads or writes it in one slot, in any order.

namespace superwarp::workload {
namespace {

/// The warp of row i / w moves a[i] to column(i) of its row, in place. No barrier: a warp reads its
/// row before it writes it, and no other warp does either.
void append_row_wise(Listing& listing, std::uint64_t n,
                     const std::function<std::uint32_t(Element)>& column) {
  const std::uint64_t w = listing.width();
  listing.in_parallel(
      n, {read([](Element i) { return static_cast<Address>(i); }, 0),
          write([=](Element i) { return static_cast<Address>(i / w * w + column(i)); }, 0)});
}

}  // namespace

std::unique_ptr<Program> row_wise_permutation(const WorkloadOptions& options) {
  const std::uint64_t n = options.size;
  const std::uint32_t w = options.width;
  if (n % w != 0) {
    throw std::invalid_argument(fmt::format(
        "workload permute-row-wise: size {} is no multiple of the width {}, which is a row; the "
        "next size that is one is {}",
        n, w, (n / w + 1) * w));
  }
  const auto permutation = std::make_shared<const permutation::Permutation>(
      chosen_permutation("permute-row-wise", options, w));
  auto listing = std::make_unique<Listing>(options, n, 1);
  append_row_wise(*listing, n, [=](Element i) { return (*permutation)(i) % w; });
  promise_permuted(*listing, *permutation);
  return listing;
}

std::unique_ptr<Program> umm_permutation(const WorkloadOptions& options) {
  const std::uint64_t n = options.size;
  const std::uint32_t w = options.width;
  try {
    permutation::umm_depth(n, w);  // before a permutation of that size is made
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(fmt::format("workload permute-umm: {}", error.what()));
  }
  const permutation::Permutation permutation = chosen_permutation("permute-umm", options, n);
  auto listing = std::make_unique<Listing>(options, n, w);  // w registers to rotate blocks in
  for (permutation::Phase& phase : permutation::umm_phases(permutation, w)) {
    if (phase.column.empty()) {
      append_rotation(*listing, 0, phase.matrices, phase.side);  // ends in a barrier
    } else {
      const auto column =
          std::make_shared<const std::vector<std::uint16_t>>(std::move(phase.column));
      append_row_wise(*listing, n, [column](Element i) { return (*column)[i]; });
      listing->barrier();  // the transpose reads a row with other threads than wrote it
    }
  }
  promise_permuted(*listing, permutation);
  return listing;
}

}  // namespace superwarp::workload
