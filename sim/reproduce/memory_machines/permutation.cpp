// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <set>

#include "sim/permutation/edge_colouring.h"
#include "sim/permutation/named_permutations.h"
#include "sim/permutation/schedule.h"
#include "sim/reproduce/grid.h"
#include "sim/reproduce/memory_machines/runs.h"
#include "sim/reproduce/papers.h"

namespace superwarp::reproduce {
namespace {

constexpr const char* kStraightforward = "permute-straightforward";
constexpr const char* kConflictFree = "permute-conflict-free";

/// Every name there is; all exist for the sizes of permuting_runs(), which are squares and powers
/// of two.
std::vector<std::string> all_names() {
  std::vector<std::string> names;
  for (const permutation::NamedPermutation& named : permutation::named_permutations())
    names.push_back(named.name);
  return names;
}

std::function<Finding(Laboratory&)> on_pram(Pram pram) {
  return [pram](Laboratory& laboratory) {
    return check_pram(laboratory, permuting_runs(kStraightforward, MachineKind::kDmm, all_names()),
                      pram, 4, "four rounds a pass of p requests each, n/p passes");
  };
}

/// 3n/w + n + 4(l-1)n/p.
Finding worst(Laboratory& laboratory) {
  std::vector<Experiment> runs =
      permuting_runs(kStraightforward, MachineKind::kDmm, {"worst-banks"});
  append(runs,
         permuting_runs(kStraightforward, MachineKind::kUmm, {"worst-banks", "worst-groups"}));
  return check_exact(
      laboratory, runs,
      [](const Experiment& e, const Counted&) {
        const Symbols o(e);
        return 3 * (o.n / o.w) + o.n + 4 * (o.l - 1) * (o.n / o.p);
      },
      ": 3n/w + n + 4(l-1)n/p, all writes of a warp in one bank (DMM), in w address groups (UMM)");
}

Finding straightforward(Laboratory& laboratory) {
  const std::vector<Experiment> runs =
      on_both([](MachineKind kind) { return permuting_runs(kStraightforward, kind, all_names()); });
  constexpr double kConstant = 4;
  Finding finding = check_bound(
      laboratory, runs,
      {slot_a_word, kConstant, "C <= 3n/w + n <= 2n, and 4(l-1)n/p, for any permutation"});
  finding.closed = {{"constant", kConstant}};  // no formula knows every permutation
  return finding;
}

Finding worst_as_printed(Laboratory& laboratory) {
  std::vector<Experiment> runs;
  for (const std::uint32_t l : {16U, 64U, 256U, 1024U}) {
    runs.push_back(run_of(kStraightforward, MachineKind::kDmm, 4, 64, 4, l));
    runs.back().permutation = "worst-banks";
  }
  const auto f = [](const Experiment& e) { return static_cast<double>(e.size); };
  const auto law = [f](const Experiment& e) { return 4 * Symbols(e).latency_term() / f(e); };
  return check_growth(laboratory, {"l = 16, 64, 256, 1024 (n = 64, p = w = 4)", runs, f, law,
                                   "4nl/p is not below n where l > p: O(n + nl/p) is meant"});
}

/// Whether all colours are below the degree, and no node has one twice.
bool proper(std::uint32_t nodes, std::size_t degree, const std::vector<std::uint32_t>& at,
            const std::vector<std::uint32_t>& colour) {
  std::set<std::size_t> seen;
  for (std::size_t e = 0; e < at.size(); ++e) {
    if (at[e] >= nodes || colour[e] >= degree) return false;
    if (!seen.insert(at[e] * degree + colour[e]).second) return false;
  }
  return true;
}

/// The edges of permutations' graphs: those that the algorithms colour.
Finding theorem_4(Laboratory& laboratory) {
  std::uint64_t graphs = 0;
  std::uint64_t coloured = 0;
  for (std::uint32_t nodes = 1; nodes <= 40; nodes += 3) {
    for (std::uint32_t degree = 1; degree <= 40; ++degree) {
      const permutation::NamedPermutation random = permutation::named_permutations().front();
      const auto p = random.make({std::uint64_t{nodes} * degree, 2, laboratory.seed() + degree});
      std::vector<std::uint32_t> left;
      std::vector<std::uint32_t> right;
      for (std::uint32_t i = 0; i < p.size(); ++i) {
        left.push_back(i % nodes);
        right.push_back(p(i) % nodes);
      }
      const std::vector<std::uint32_t> colour = permutation::colour_edges(nodes, left, right);
      ++graphs;
      coloured += proper(nodes, degree, left, colour) && proper(nodes, degree, right, colour);
    }
  }
  Finding finding;
  finding.parameters = {{"nodes", "1, 4, .. 40"}, {"degree", "1 .. 40"}};
  finding.closed = {{"graphs", graphs}};
  finding.model = {{"graphs", graphs}, {"coloured", coloured}};
  finding.figures = fmt::format("{}/{} random graphs coloured", coloured, graphs);
  finding.decide(coloured == graphs,
                 "a colouring with as many colours as the degree was made for every one, and "
                 "checked; a graph theorem: no machine runs");
  return finding;
}

/// Warps of `order` whose words are in distinct banks, before and after.
std::uint64_t conflict_free_warps(const permutation::Permutation& p, std::uint32_t w) {
  const std::vector<std::uint32_t> order = permutation::conflict_free_order(p, w);
  std::uint64_t warps = 0;
  for (std::size_t first = 0; first < order.size(); first += w) {
    std::set<std::uint32_t> sources;
    std::set<std::uint32_t> targets;
    for (std::uint32_t j = 0; j < w; ++j) {
      sources.insert(order[first + j] % w);
      targets.insert(p(order[first + j]) % w);
    }
    warps += sources.size() == w && targets.size() == w ? 1 : 0;
  }
  return warps;
}

/// By the schedule, and by the slots that model and RTL need.
Finding lemma_5(Laboratory& laboratory) {
  const std::vector<Experiment> runs =
      permuting_runs(kConflictFree, MachineKind::kDmm, all_names());
  std::uint64_t warps = 0;
  std::uint64_t free = 0;
  std::uint64_t dispatches = 0;
  std::uint64_t slots = 0;
  std::uint64_t rtl_dispatches = 0;
  std::uint64_t rtl_slots = 0;
  for (const Experiment& e : runs) {
    const std::uint64_t rows = e.size / e.machine.width;
    for (const permutation::NamedPermutation& named : permutation::named_permutations()) {
      if (named.name != e.permutation || e.machine.latency > 1) continue;
      warps += rows;
      free += conflict_free_warps(named.make({e.size, e.machine.width, laboratory.seed()}),
                                  e.machine.width);
    }
    const Measurement& m = laboratory.measure(e);
    dispatches += 4 * rows;
    slots += m.congestion;
    if (!m.rtl) continue;
    rtl_dispatches += 4 * rows;
    rtl_slots += *m.rtl_congestion;
  }
  Finding finding;
  finding.parameters = grid_figure(runs);
  finding.parameters["permutations"] = all_names();
  finding.closed = {{"warps", warps}, {"dispatches", dispatches}};
  finding.model = {{"conflict_free_warps", free}, {"slots", slots}};
  if (rtl_dispatches > 0) finding.rtl = {{"dispatches", rtl_dispatches}, {"slots", rtl_slots}};
  finding.figures = fmt::format("{}/{} warps free of conflicts; {}/{} slots/dispatches by RTL",
                                free, warps, rtl_slots, rtl_dispatches);
  finding.decide(
      free == warps && slots == dispatches && rtl_slots == rtl_dispatches,
      "sources and targets of every scheduled warp are in distinct banks, and no dispatch takes "
      "more than one slot; needs w to divide n, which the lemma leaves unsaid");
  return finding;
}

Finding theorem_6(Laboratory& laboratory) {
  return check_bound(laboratory, permuting_runs(kConflictFree, MachineKind::kDmm, all_names()),
                     {sum_of_lower_bounds, 4,
                      "2n/w slots of reads and 2n/w of writes, half of them to copy, none in "
                      "conflict; 4(l-1)n/p; w divides n"});
}

}  // namespace

std::vector<Claim> memory_machines_permutation_claims() {
  return {
      {"memory-machines.permutation.pram", ipdpsw_source("Section V"),
       "the straightforward permutation runs in O(n/p) on the PRAM", on_pram(Pram::kPram), 5},
      {"memory-machines.permutation.bpram", ipdpsw_source("Section V"),
       "the straightforward permutation runs in O(n/w) on the BPRAM", on_pram(Pram::kBpram)},
      {"memory-machines.permutation.worst", ipdpsw_source("Section V"),
       "the straightforward permutation's worst case: all writes in one bank (DMM), in different "
       "address groups (UMM), n slots",
       worst, 2},
      {"memory-machines.permutation.worst.as-printed", ipdpsw_source("Section V"),
       "in the worst case the straightforward permutation takes O(n) time", worst_as_printed},
      {"memory-machines.permutation.dmm-umm", ipdpsw_source("Section V"),
       "the straightforward permutation takes O(n + nl/p) on DMM and UMM for any permutation",
       straightforward, 5},
      {"memory-machines.theorem-4", ipdpsw_source("Section V, Theorem 4 (Koenig)"),
       "a regular bipartite graph of degree d has an edge colouring with d colours", theorem_4},
      {"memory-machines.lemma-5", ipdpsw_source("Section V, Lemma 5"),
       "the w words that a warp moves are in different banks before and after", lemma_5, 5},
      {"memory-machines.theorem-6", ipdpsw_source("Section V, Theorem 6"),
       "any permutation runs in O(n/w + nl/p) on the DMM", theorem_6},
  };
}

}  // namespace superwarp::reproduce
