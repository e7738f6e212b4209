#include <cmath>
#include <numeric>

#include "sim/reproduce/memory_machines/claims.h"
#include "sim/reproduce/memory_machines/growth.h"
#include "sim/reproduce/memory_machines/prams.h"
#include "sim/reproduce/memory_machines/runs.h"
#include "sim/reproduce/super_warp/super_warps.h"

// The straightforward transpose: every pass reads a[j][k] and a[k][j] and writes both, j < k.

namespace superwarp::reproduce {
namespace {

constexpr const char* kStraightforward = "transpose-straightforward";

std::function<Finding(Laboratory&)> on_pram(Pram pram) {
  return [pram](Laboratory& laboratory) {
    return check_pram(laboratory, square_runs(kStraightforward, MachineKind::kDmm), pram, 4,
                      "four rounds a pass of at most p requests each, n/p passes");
  };
}

/// n/w gcd(sqrt(n), w) + nl/p.
double column_banks(const Experiment& e) {
  const Symbols o(e);
  return bandwidth_bound(e) * static_cast<double>(std::gcd(o.side, o.w)) + o.latency_term();
}

Finding dmm(Laboratory& laboratory) {
  Axes axes;
  axes.workload = kStraightforward;
  axes.widths = {4, 8, 16, 32, 64};
  // gcd(sqrt(n), w) = w, 1, 1, w/2, w.
  axes.sizes = [](std::uint64_t w) {
    return std::vector<std::uint64_t>{w, w + 1, 2 * w - 1, w + w / 2, 2 * w};
  };
  axes.dispatches = {1, 8, 32};
  return check_bound(laboratory, grid(axes),
                     {column_banks, 8,
                      "sqrt(n) >= w: a warp has words of two columns at most, G of each in a bank, "
                      "so C <= 2(1 + 2G) ceil(n/w) <= 7.5 G n/w; 4(l-1) ceil(n/p) <= 8nl/p"});
}

/// Sides m^2 + m + 1 = (w-1)/(m-1) for w = m^3, which are odd: G = 1.
Finding dmm_as_printed(Laboratory& laboratory) {
  Series series;
  for (const std::uint32_t m : {2U, 4U, 8U, 16U}) {
    const std::uint32_t w = m * m * m;
    const std::uint32_t side = m * m + m + 1;
    const std::uint32_t all = (side * side + w - 1) / w * w;
    series.runs.push_back(run_of(kStraightforward, MachineKind::kDmm, w, side, all, 1));
  }
  series.along = "w = m^3, sqrt(n) = m^2 + m + 1, m = 2, 4, 8, 16 (l = 1, one pass)";
  series.f = column_banks;
  series.law = [](const Experiment& e) {
    return std::cbrt(static_cast<double>(e.machine.width)) / 2;
  };
  series.why =
      "where sqrt(n) < w a warp has words of about m columns: a[k + q(m-1)][j + q] for q = 0, 1, "
      ".. lie in one bank, up to m - 1 of them and about m/2 in the mean (the matrix ends), "
      "although gcd(sqrt(n), w) = 1";
  return check_growth(laboratory, series);
}

Finding dmm_order_n(Laboratory& laboratory) {
  Series series;
  for (const std::uint32_t l : {16U, 64U, 256U, 1024U})
    series.runs.push_back(run_of(kStraightforward, MachineKind::kDmm, 4, 16, 4, l));
  series.along = "l = 16, 64, 256, 1024 (n = 256, p = w = 4)";
  series.f = [](const Experiment& e) { return static_cast<double>(e.elements()); };
  series.law = [](const Experiment& e) {
    return Symbols(e).latency_term() / static_cast<double>(e.elements());
  };
  series.why = "the term nl/p is not below n where l > p";
  return check_growth(laboratory, series);
}

Finding umm(Laboratory& laboratory) {
  return check_bound(laboratory, square_runs(kStraightforward, MachineKind::kUmm),
                     {slot_a_word, 4,
                      "columns: at most n/2 words twice, a slot each; rows at most as many; 4(l-1) "
                      "n/p. Where p <= n/w this is the printed bound"});
}

Finding umm_as_printed(Laboratory& laboratory) {
  Series series;
  for (const std::uint32_t w : {4U, 8U, 16U, 32U})
    series.runs.push_back(run_of(kStraightforward, MachineKind::kUmm, w, w, w * w, 1));
  series.along = "w = 4, 8, 16, 32 (sqrt(n) = w, p = n, l = 1)";
  series.f = [](const Experiment& e) { return stride_groups(e) + Symbols(e).latency_term(); };
  series.law = [f = series.f](const Experiment& e) {
    return static_cast<double>(e.size * (e.size - 1)) / f(e);
  };
  series.why =
      "p > n/w: the words of a column lie in address groups of their own however many threads "
      "there are, n - sqrt(n) slots";
  return check_growth(laboratory, series);
}

}  // namespace

std::vector<Claim> memory_machines_transpose_claims() {
  const std::string source = memory_machines_source("Section IV");
  return {
      {"memory-machines.transpose.pram", source,
       "the straightforward transpose runs in O(n/p) on the PRAM", on_pram(Pram::kPram), 2},
      {"memory-machines.transpose.bpram", source,
       "the straightforward transpose runs in O(n/w) on the BPRAM", on_pram(Pram::kBpram)},
      {"memory-machines.transpose.dmm", source,
       "the straightforward transpose runs in O(n/w gcd(sqrt(n), w) + nl/p) on the DMM (sqrt(n) >= "
       "w)",
       dmm, 2},
      {"memory-machines.transpose.dmm.as-printed", source,
       "the straightforward transpose runs in O(n/w gcd(sqrt(n), w) + nl/p) on the DMM (any n)",
       dmm_as_printed},
      {"memory-machines.transpose.dmm.order-n", source,
       "the straightforward transpose runs in O(n) on the DMM if w divides sqrt(n)", dmm_order_n},
      {"memory-machines.transpose.umm", source,
       "the straightforward transpose runs in O(n + nl/p) on the UMM", umm, 2},
      {"memory-machines.transpose.umm.as-printed", source,
       "the straightforward transpose runs in O(min(n, n/w n/p) + nl/p) on the UMM (any p)",
       umm_as_printed},
  };
}

}  // namespace superwarp::reproduce
