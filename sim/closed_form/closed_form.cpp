#include "sim/closed_form/closed_form.h"

#include <algorithm>
#include <numeric>

// Symbols as in the papers: n words, w width, s warps a super warp, l latency, p threads, R =
// ceil(n/p) passes, Q = p/(s*w) super warps, C total congestion, T rounds. The formulas are those
// of machines.md, "Closed forms".

namespace superwarp {
namespace {

using Count = std::uint64_t;

/// What a formula knows of a run.
struct Known {
  Count congestion = 0;  ///< C
  Count rounds = 0;      ///< T
  std::optional<Count>
      every;  ///< the congestion of every dispatch, where all are equal and none is missing
};

struct Problem {
  Count n, side, w, s, l, p;
  bool umm;
  bool identity;  ///< bank a mod w

  [[nodiscard]] Count passes() const { return (n + p - 1) / p; }
  [[nodiscard]] Count lanes() const { return s * w; }
  /// `congestion` of every dispatch of `rounds` rounds, if no thread is ever inactive.
  [[nodiscard]] std::optional<Count> every(Count congestion) const {
    return n % p == 0 ? std::optional<Count>(congestion) : std::nullopt;
  }
};

/// Contiguous and row-major access, on every machine. DMM/UMM paper, Section III: (p/w + l - 1) *
/// n/p where p divides n; super-warp paper, Sections III and IV. Also on the RSDMM: the words of a
/// row stay in distinct banks.
std::optional<Known> contiguous(const Problem& o) {
  return Known{(o.n + o.w - 1) / o.w, o.passes(), o.every(o.s)};
}

/// DMM/UMM paper, Section III, with G = gcd(n/p, w): p divides n. On the SDMM the s warps meet in
/// the same w/G banks.
std::optional<Known> stride(const Problem& o) {
  if (o.n % o.p != 0 || !o.identity) return std::nullopt;
  const Count step = o.n / o.p;
  const Count each = o.umm ? std::min(step, o.w) : o.s * std::gcd(step, o.w);
  return Known{each * (o.p / o.lanes()) * step, step, each};
}

/// Congestion of one column access of a full dispatch. Super-warp paper, Theorem 3, with what its
/// cases need to be exact: w divides sqrt(n), and a dispatch lies in one column (s*w divides
/// sqrt(n)) or is made of whole columns that fill a dispatch and meet in no bank (sqrt(n) divides
/// s*w, s*w divides n, s <= sqrt(n)).
std::optional<Count> column_congestion(const Problem& o) {
  if (o.side % o.w != 0 || !o.identity) return std::nullopt;
  if (o.side % o.lanes() == 0) return o.lanes();
  if (o.lanes() % o.side == 0 && o.n % o.lanes() == 0 && o.s <= o.side) return o.side;
  return std::nullopt;
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
  const Count each = o.umm ? o.w : 1;
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

std::optional<Known> known(const std::string& workload, const Problem& o) {
  if (workload == "contiguous" || workload == "row-major") return contiguous(o);
  if (workload == "stride") return stride(o);
  if (workload == "column-major") return column_major(o);
  if (workload == "transpose-naive") return transpose_naive(o);
  if (workload == "transpose-diagonal") return transpose_diagonal(o);
  if (workload == "all-same-bank") return all_same_bank(o);
  if (workload == "all-same-address") return all_same_address(o);
  return std::nullopt;
}

bool is_matrix(const std::string& workload) {
  return workload == "row-major" || workload == "column-major" ||
         workload.rfind("transpose", 0) == 0;
}

/// Every dispatch costs c: Q*c slots go round before super warp 0 is back, or it waits l + c - 1
/// for itself. Sum/prefix-sums chapter, Section on contiguous access: c = s = 1; machines.md,
/// "Async": c = s.
Count uniform_async(Count rounds, Count super_warps, Count c, Count l) {
  if (super_warps * c <= l + c - 1) return rounds * (l + c - 1) + (super_warps - 1) * c;
  return rounds * super_warps * c + l - 1;
}

}  // namespace

std::optional<std::uint64_t> closed_form(const std::string& workload, std::uint64_t size,
                                         std::uint64_t threads, const Machine& machine) {
  const std::uint64_t lanes = machine.lanes();
  if (size == 0 || threads == 0 || lanes == 0 || threads % lanes != 0) return std::nullopt;
  const bool shifted = machine.mapping == "random-shift";
  const bool umm = machine.kind == MachineKind::kUmm;
  const bool identity = umm || machine.mapping == "identity";
  if (!identity && !shifted) return std::nullopt;
  const Problem problem{is_matrix(workload) ? size * size : size,
                        size,
                        machine.width,
                        machine.super_warp,
                        machine.latency,
                        threads,
                        umm,
                        identity};
  const std::optional<Known> run = known(workload, problem);
  if (!run) return std::nullopt;
  const Count l = machine.latency;
  if (machine.schedule == Schedule::kRounds)
    return run->congestion + (l - 1) * run->rounds;  // Lemma 1
  if (!run->every) return std::nullopt;
  return uniform_async(run->rounds, threads / lanes, *run->every, l);
}

}  // namespace superwarp
