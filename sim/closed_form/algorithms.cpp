#include <algorithm>
#include <functional>

#include "sim/closed_form/problem.h"

// Derived here from the listings: every loop over E elements has ceil(E/p) passes, and the
// congestion of its accesses is summed over all of its warps. An access of consecutive words that
// starts a row costs one slot for every row that it touches, on every machine.

namespace superwarp::closed_form {
namespace {

Count rows_of(Count words, Count w) { return (words + w - 1) / w; }
Count passes_of(Count elements, Count p) { return (elements + p - 1) / p; }

/// Adds up the loops of an algorithm.
struct Sum {
  Known known;

  void loop(Count accesses, Count passes, Count congestion) {
    known.rounds += accesses * passes;
    known.congestion += congestion;
  }
};

/// Halves E = n/2, n/4, .. 1: read, read and write of E consecutive words that lie in one row or
/// start one.
std::optional<Known> sum(const Problem& o) {
  Sum total;
  for (Count elements = o.n / 2; elements > 0; elements /= 2)
    total.loop(3, passes_of(elements, o.p), 3 * rows_of(elements, o.w));
  return total.known;
}

/// Address groups of `elements` consecutive words from `offset` on, warp by warp.
Count groups_of(Count elements, Count offset, Count w) {
  if (offset % w == 0) return rows_of(elements, w);
  const Count full = elements / w;
  const Count rest = elements % w;
  return 2 * full + (rest == 0 ? 0 : (offset % w + rest - 1) / w + 1);
}

/// Distances d = 1, 2, 4, ..: E = n - d elements read a[i], read a[i+d], write a[i+d]. Any
/// consecutive words lie in distinct banks; on the UMM those from d on straddle two groups a warp.
std::optional<Known> simple_prefix_sums(const Problem& o) {
  if (!o.identity || (o.unified && o.s > 1)) return std::nullopt;
  Sum total;
  for (Count d = 1; d < o.n; d *= 2) {
    const Count elements = o.n - d;
    const Count shifted = o.unified ? groups_of(elements, d, o.w) : rows_of(elements, o.w);
    total.loop(3, passes_of(elements, o.p), rows_of(elements, o.w) + 2 * shifted);
  }
  return total.known;
}

/// Up: two reads of every second word of 2E, a write of E words. Down: a read of E words; a read
/// and a write of a[2i+2] for all but the last element; a write of every second word. Words two
/// apart share a bank twice as often, and cover twice the groups.
std::optional<Known> optimal_prefix_sums(const Problem& o) {
  if (!o.identity || o.s > 1) return std::nullopt;
  const auto every_second = [&](Count elements) {
    return elements < o.w ? Count{1} : 2 * elements / o.w;
  };
  // From the third word on: all warps but the last have w words, in three groups on the UMM.
  const auto all_but_last = [&](Count elements) -> Count {
    if (elements < o.w) return elements > 1 ? 1 : 0;
    const Count full = o.unified && o.w > 2 ? 3 : 2;
    return (elements / o.w - 1) * full + (o.w > 2 ? 2 : 1);
  };
  Sum total;
  for (Count elements = o.n / 2; elements > 0; elements /= 2) {
    const Count passes = passes_of(elements, o.p);
    total.loop(3, passes, 2 * every_second(elements) + rows_of(elements, o.w));
    total.loop(elements > 1 ? 4 : 2, passes,
               rows_of(elements, o.w) + every_second(elements) + 2 * all_but_last(elements));
  }
  return total.known;
}

/// How many of the sections of `length` elements, length a divisor of the side, have one above the
/// diagonal.
Count sections_above(Count side, Count length) {
  const Count sections = side / length;
  return sections * sections * length - length * sections * (sections - 1) / 2 - sections;
}

/// w divides sqrt(n): a[j][k] lie in one row, a[k][j] in one bank and in w groups; j < k.
std::optional<Known> straightforward_transpose(const Problem& o) {
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
}

/// w divides sqrt(n): copying, then diagonals, which meet every bank once and w groups a warp.
std::optional<Known> workspace_transpose(const Problem& o) {
  if (o.side % o.w != 0 || !o.identity || (o.unified && o.s > 1)) return std::nullopt;
  const Count diagonal = o.unified ? o.n : o.n / o.w;
  return Known{2 * (o.n / o.w) + 2 * diagonal, 4 * o.passes(), std::nullopt};
}

}  // namespace

std::optional<Known> rotation_known(const Problem& o, Count matrices, Count side) {
  if (side % o.w != 0) return std::nullopt;
  const Count blocks = side / o.w;
  const Count threads = matrices * blocks * blocks * o.w;
  const Count swapped = matrices * blocks * (blocks - 1) / 2 * o.w * o.w;
  Sum total;
  total.loop(2 * o.w, passes_of(threads, o.p), 2 * threads);
  total.loop(4, passes_of(swapped, o.p), 4 * swapped / o.w);
  return total.known;
}

std::optional<Known> algorithm_known(const std::string& workload, const Problem& o) {
  if (workload == "sum") return sum(o);
  if (workload == "prefix-sums-simple") return simple_prefix_sums(o);
  if (workload == "prefix-sums-optimal") return optimal_prefix_sums(o);
  if (workload == "transpose-straightforward") return straightforward_transpose(o);
  if (workload == "transpose-diagonal-workspace") return workspace_transpose(o);
  if (workload == "transpose-rotate") return rotation_known(o, 1, o.side);
  return std::nullopt;
}

}  // namespace superwarp::closed_form
