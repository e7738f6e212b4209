// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "sim/workload/lower_bounds.h"
#include "sim/workload/workload.h"
#include "tools/claims/memory_machines/runs.h"

namespace superwarp::reproduce {
namespace {

/// An algorithm that the papers call optimal, and the constant of its theorem.
struct Optimal {
  const char* name;
  Runs runs;
  double constant;          ///< of n/w + nl/p
  bool transposes = false;  ///< does not have to touch the diagonal
};

std::vector<Optimal> optimal_algorithms() {
  const auto whole = [](std::uint64_t w) { return Sizes{w * w}; };
  return {
      {"contiguous on the DMM", sequential_accesses("contiguous", kDmm), 1},
      {"contiguous on the UMM", sequential_accesses("contiguous", kUmm), 1},
      {"Lemma 2", square_runs("transpose-diagonal-workspace", kDmm), 4, true},
      {"Lemma 3", square_runs("transpose-rotate", kUmm, few_threads), 5, true},
      {"Theorem 6", permuting_runs("permute-conflict-free", kDmm, {"random", "worst-banks"}), 4},
      {"Theorem 8, n = w^2", grid({kUmm, "permute-umm", {4, 8, 16, 32}, whole, {1}}), 10}};
}

/// max(n/w, nl/p) for the words that the workload has to touch.
double largest_lower_bound(const Real& o) {
  const Whole whole{o.run};
  const auto bounds = workload::lower_bounds(workload::workload_info(o.run.workload).task, whole.n,
                                             whole.p, whole.w, whole.l);
  return static_cast<double>(std::max({bounds.bandwidth, bounds.latency, std::uint64_t{1}}));
}

Finding optimality(Laboratory& laboratory) {
  Finding finding;
  std::vector<Runs> all;
  bool holds = true;
  double least = 1e300;
  double most = 0;
  std::string each;
  for (const Optimal& algorithm : optimal_algorithms()) {
    const Ratios ratios = ratios_of(laboratory, algorithm.runs(), largest_lower_bound);
    const Range& model = ratios.model;
    const Range& rtl = ratios.rtl;
    all.push_back(algorithm.runs);
    // n/w + nl/p is at most twice the larger one, for the n - sqrt(n) >= 3/4 n words that a
    // transpose has to touch.
    const double constant = 2 * algorithm.constant * (algorithm.transposes ? 4.0 / 3 : 1);
    finding.closed[algorithm.name] = {{"constant", constant}};
    finding.model[algorithm.name] = model.figure();
    finding.rtl[algorithm.name] = rtl ? rtl.figure() : Figure(nullptr);
    least = std::min({least, model.least, rtl.least});
    holds = holds && model.most <= constant && rtl.most <= constant;
    most = std::max({most, model.most, rtl.most});
    each += fmt::format("{}{} {:.2f} (constant {:.2f})", each.empty() ? "" : ", ", algorithm.name,
                        std::max(model.most, rtl.most), constant);
  }
  finding.parameters = grid_figure(joined(all)());
  finding.figures = fmt::format("time / largest lower bound = {:.3f} to {:.2f}", least, most);
  finding.verdict = holds_if(holds && least >= 1);
  finding.why = fmt::format(
      "no run takes less than max(n/w, ceil(n/p) l), and n/w + nl/p is at most double "
      "that; the most: {}. That no other algorithm is faster rests on the bounds' "
      "proof, whose two premises (w words a slot, one request of a thread at a time) "
      "the bench checks in every run",
      each);
  return finding;
}

}  // namespace

Claims memory_machines_optimality() {
  return {{"memory-machines.optimality", Kind::kBound, "DMM/UMM papers, Sections I.C and VII",
           "n/w and nl/p are lower bounds, and the access, transposing and permutation algorithms "
           "take their sum up to a constant: they are optimal",
           optimality, 3}};
}

}  // namespace superwarp::reproduce
