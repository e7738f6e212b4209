#include <algorithm>
#include <numeric>

#include "sim/closed_form/problem.h"

namespace superwarp::closed_form {
namespace {

/// Contiguous and row-major access, on every machine. DMM/UMM paper, Section III: (p/w + l - 1) *
/// n/p where p divides n; super-warp paper, Sections III and IV. Also on the RSDMM: the words of a
/// row stay in distinct banks.
std::optional<Known> contiguous(const Problem& o) {
  return Known{(o.n + o.w - 1) / o.w, o.passes(), o.every(o.s)};
}

/// DMM/UMM paper, Section III, with G = gcd(n/p, w): p divides n. On the SDMM the s warps meet in
/// the same w/G banks; on the Super UMM they have s groups apiece.
std::optional<Known> stride(const Problem& o) {
  if (o.n % o.p != 0 || !o.identity) return std::nullopt;
  const Count step = o.n / o.p;
  const Count each = o.s * (o.unified ? std::min(step, o.w) : std::gcd(step, o.w));
  return Known{each * (o.p / o.lanes()) * step, step, each};
}

/// Congestion of one column access of a full dispatch. Super-warp paper, Theorem 3, with what its
/// cases need to be exact: w divides sqrt(n), and a dispatch lies in one column (s*w divides
/// sqrt(n)) or is made of whole columns that fill a dispatch and meet in no bank (sqrt(n) divides
/// s*w, s*w divides n, s <= sqrt(n)).
std::optional<Count> column_congestion(const Problem& o) {
  if (o.side % o.w != 0 || !o.identity) return std::nullopt;
  if (o.side % o.lanes() == 0) return o.lanes();
  if (o.lanes() % o.side != 0 || o.n % o.lanes() != 0) return std::nullopt;
  // Whole columns: they meet in every row's group if they do not straddle two.
  const bool meet = o.unified ? o.w % (o.lanes() / o.side) == 0 : o.s <= o.side;
  return meet ? std::optional<Count>(o.side) : std::nullopt;
}

/// Super-warp paper, Section III on the DMM, Section IV on the SDMM; the UMM as the DMM (w rows are
/// w groups).
std::optional<Known> column_major(const Problem& o) {
  const std::optional<Count> each = column_congestion(o);
  if (!each) return std::nullopt;
  return Known{o.n / o.lanes() * *each, o.passes(), o.every(*each)};
}

/// Super-warp paper, Section III: read by rows, write by columns; two rounds a pass. Reads and
/// writes cost differently, so there is no asynchronous form.
std::optional<Known> transpose_naive(const Problem& o) {
  const std::optional<Known> writes = column_major(o);
  if (!writes) return std::nullopt;
  return Known{o.n / o.w + writes->congestion, 2 * o.passes(), std::nullopt};
}

/// Super-warp paper, Section III, w divides sqrt(n): every warp meets all banks once. On the UMM it
/// meets w groups.
std::optional<Known> transpose_diagonal(const Problem& o) {
  if (o.side % o.w != 0 || !o.identity) return std::nullopt;
  if (o.unified && o.s > 1 && o.side % o.lanes() != 0) return std::nullopt;  // diagonals meet
  const Count each = o.unified ? o.w : 1;
  return Known{2 * (o.n / o.w) * each, 2 * o.passes(), o.every(each * o.s)};
}

/// n words of one bank, n address groups: one slot each.
std::optional<Known> all_same_bank(const Problem& o) {
  if (!o.identity) return std::nullopt;
  return Known{o.n, o.passes(), o.every(o.lanes())};
}

/// Merged into one request a dispatch, on every machine.
std::optional<Known> all_same_address(const Problem& o) {
  return Known{(o.n + o.lanes() - 1) / o.lanes(), o.passes(), o.every(1)};
}

}  // namespace

std::optional<Known> access_known(const std::string& workload, const Problem& o) {
  if (workload == "contiguous" || workload == "row-major") return contiguous(o);
  if (workload == "stride") return stride(o);
  if (workload == "column-major") return column_major(o);
  if (workload == "transpose-naive") return transpose_naive(o);
  if (workload == "transpose-diagonal") return transpose_diagonal(o);
  if (workload == "all-same-bank") return all_same_bank(o);
  if (workload == "all-same-address") return all_same_address(o);
  return std::nullopt;
}

}  // namespace superwarp::closed_form
