// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/transpose.h"

namespace superwarp::workload {
namespace {

/// Congestion of one column access of a full dispatch. Super-warp paper, Theorem 3, exact if a
/// dispatch is part of one column (s*w divides sqrt(n)) or, with w banks, consists of whole columns
/// without a common bank (w divides sqrt(n), sqrt(n) divides s*w, s*w divides n, s <= sqrt(n)).
std::optional<Count> column_congestion(const Problem& o) {
  if (!o.identity) return std::nullopt;
  if (o.side % o.lanes() == 0) {
    if (o.unified) return o.side >= o.b ? std::optional<Count>(o.lanes()) : std::nullopt;
    return o.strided(o.lanes(), o.side);
  }
  if (o.b != o.w || o.side % o.w != 0) return std::nullopt;
  if (o.lanes() % o.side != 0 || o.n % o.lanes() != 0) return std::nullopt;
  // Whole columns share every row's group, unless they straddle two groups.
  const bool meet = o.unified ? o.w % (o.lanes() / o.side) == 0 : o.s <= o.side;
  return meet ? std::optional<Count>(o.side) : std::nullopt;
}

/// Reads or writes of a matrix column by column. Super-warp paper, Section III on the DMM, Section
/// IV on the SDMM; the UMM equals the DMM (w rows are w groups).
std::optional<Known> columns_known(const Problem& o) {
  const std::optional<Count> each = column_congestion(o);
  if (!each) return std::nullopt;
  return Known{o.n / o.lanes() * *each, o.passes(), o.every(*each)};
}

}  // namespace

std::vector<Workload> access_matrix() {
  const char* const source = "super-warp paper, Section III";
  Workload columns = matrix_access({4, "column-major", "a sqrt(n) x sqrt(n) matrix, column after column", source});
  columns.listing = [](const WorkloadOptions& o, Listing& listing) {
    const std::uint64_t side = o.size;
    listing.array(side * side);
    listing.in_parallel(side * side, {read(cells(side, [=](Element j, Element k) { return k * side + j; }))});
  };
  columns.formula = columns_known;
  columns.shapes = Shapes::kAnyBanks;

  Workload diagonals = matrix_access({11, "diagonal", "a sqrt(n) x sqrt(n) matrix, diagonal after diagonal",
                                      "super-warp paper, Section III, the diagonal transpose's reads"});
  diagonals.listing = [](const WorkloadOptions& o, Listing& listing) {
    const std::uint64_t side = o.size;
    listing.array(side * side);
    listing.in_parallel(side * side,
                        {read(cells(side, [=](Element j, Element k) { return (j + k) % side * side + k; }))});
  };
  diagonals.shapes = Shapes::kAnyWidth;
  diagonals.formula = [](const Problem& o) { return diagonals_known(o, 1); };

  Workload naive =
      matrix_access({5, "transpose-naive", "b[k][j] <- a[j][k], read by rows, written by columns", source});
  naive.listing = [](const WorkloadOptions& o, Listing& listing) {
    const std::uint64_t side = o.size;
    listing.array(side * side);
    const Element b = listing.array(side * side);
    listing.in_parallel(side * side, {read([](Element i) { return i; }),
                                      write(cells(side, [=](Element j, Element k) { return b + k * side + j; }))});
    promise_transposed(listing, b, side);
  };
  naive.shapes = Shapes::kAnyBanks;
  // Two rounds a pass. Reads and writes have different costs, so there is no asynchronous formula.
  naive.formula = [](const Problem& o) -> std::optional<Known> {
    const std::optional<Known> writes = columns_known(o);
    const std::optional<Count> reads = o.in_order();
    if (!writes || !reads) return std::nullopt;
    return Known{*reads + writes->congestion, 2 * o.passes(), std::nullopt};
  };

  Workload diagonal = matrix_access(
      {6, "transpose-diagonal", "b[k][(j+k) mod sqrt(n)] <- a[(j+k) mod sqrt(n)][k], along diagonals", source});
  diagonal.listing = [](const WorkloadOptions& o, Listing& listing) {
    const std::uint64_t side = o.size;
    listing.array(side * side);
    const Element b = listing.array(side * side);
    const auto row = [=](Element j, Element k) { return j + k < side ? j + k : j + k - side; };
    listing.in_parallel(side * side,
                        {read(cells(side, [=](Element j, Element k) { return row(j, k) * side + k; })),
                         write(cells(side, [=](Element j, Element k) { return b + k * side + row(j, k); }))});
    promise_transposed(listing, b, side);
  };
  diagonal.shapes = Shapes::kAnyWidth;
  diagonal.formula = [](const Problem& o) { return diagonals_known(o, 2); };
  return {columns, diagonals, naive, diagonal};
}

}  // namespace superwarp::workload
