// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "sim/permutation/edge_colouring.h"
#include "sim/permutation/named_permutations.h"
#include "sim/permutation/schedule.h"
#include "tools/claims/memory_machines/runs.h"

namespace superwarp::reproduce {
namespace {

constexpr const char* kStraightforward = "permute-straightforward";
constexpr const char* kConflictFree = "permute-conflict-free";

/// Every permutation; all exist for the sizes of permuting_runs(), which are squares and powers of
/// two.
std::vector<std::string> all_names() {
  const auto& all = permutation::named_permutations();
  std::vector<std::string> names;
  std::transform(all.begin(), all.end(), std::back_inserter(names), [](auto& p) { return p.name; });
  return names;
}

Check straightforward_on_pram(Quantity pram) {
  return on_pram(permuting_runs(kStraightforward, kDmm, all_names()), pram, 4,
                 "four rounds a pass of p requests each, n/p passes");
}

Finding any_permutation(Laboratory& laboratory) {
  const Bound bound = {slot_a_word, 4, "C <= 3n/w + n <= 2n, and 4(l-1)n/p, for any permutation"};
  Finding finding = bounded(
      on_both([](MachineKind kind) { return permuting_runs(kStraightforward, kind, all_names()); }), bound)(laboratory);
  finding.closed = {{"constant", bound.constant}};  // no formula covers every permutation
  return finding;
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

/// Colours the graphs of random permutations, as the algorithms do.
Finding theorem_4(Laboratory& laboratory) {
  const permutation::NamedPermutation random = permutation::named_permutations().front();
  std::uint64_t graphs = 0;
  std::uint64_t coloured = 0;
  for (std::uint32_t nodes = 1; nodes <= 40; nodes += 3) {
    for (std::uint32_t degree = 1; degree <= 40; ++degree) {
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
  return {{{"nodes", "1, 4, .. 40"}, {"degree", "1 .. 40"}},
          {{"graphs", graphs}},
          {{"graphs", graphs}, {"coloured", coloured}},
          {},
          fmt::format("{}/{} random graphs coloured", coloured, graphs),
          holds_if(coloured == graphs),
          "each got a colouring with as many colours as the degree, which was checked; a theorem "
          "on graphs: no machine runs"};
}

/// Warps of the schedule whose words are in distinct banks, before and after.
std::uint64_t conflict_free_warps(const permutation::Permutation& p, std::uint32_t w) {
  const std::vector<std::uint32_t> order = permutation::conflict_free_order(p, w);
  std::uint64_t warps = 0;
  for (std::size_t first = 0; first < order.size(); first += w) {
    std::set<std::uint32_t> banks;
    for (std::uint32_t j = 0; j < w; ++j) banks.insert({order[first + j] % w, w + p(order[first + j]) % w});
    warps += banks.size() == 2 * w ? 1 : 0;
  }
  return warps;
}

/// By the schedule, and by the slots that model and RTL need.
Finding conflict_free_schedule(Laboratory& laboratory) {
  struct Count {
    std::uint64_t dispatches = 0;
    std::uint64_t slots = 0;
  };
  const std::vector<Experiment> runs = permuting_runs(kConflictFree, kDmm, all_names())();
  std::uint64_t warps = 0;
  std::uint64_t free = 0;
  Count model;
  Count rtl;
  for (const Experiment& e : runs) {
    const std::uint32_t w = e.machine.width;
    for (const permutation::NamedPermutation& named : permutation::named_permutations()) {
      if (named.name != e.permutation || e.machine.latency > 1) continue;
      warps += e.size / w;
      free += conflict_free_warps(named.make({e.size, w, laboratory.seed()}), w);
    }
    const Measurement& m = laboratory.measure(e);
    model.dispatches += 4 * (e.size / w);
    model.slots += m.congestion;
    if (!m.rtl) continue;
    rtl.dispatches += 4 * (e.size / w);
    rtl.slots += *m.rtl_congestion;
  }
  Finding finding = {grid_figure(runs),
                     {{"warps", warps}, {"dispatches", model.dispatches}},
                     {{"conflict_free_warps", free}, {"slots", model.slots}},
                     {{"dispatches", rtl.dispatches}, {"slots", rtl.slots}},
                     fmt::format("{}/{} warps free of conflicts; {}/{} slots/dispatches by RTL", free, warps, rtl.slots,
                                 rtl.dispatches),
                     holds_if(free == warps && model.slots == model.dispatches && rtl.slots == rtl.dispatches),
                     "sources and targets of every scheduled warp are in distinct banks, and no dispatch takes "
                     "more than one slot; needs w to divide n, which the lemma leaves unsaid"};
  finding.parameters["permutations"] = all_names();
  return finding;
}

constexpr const char* kPermute = "permute-umm";
constexpr const char* kRowWise = "permute-row-wise";

/// w^(2^depth).
std::uint64_t array_of(std::uint64_t w, std::uint32_t depth) {
  for (std::uint32_t d = 0; d < depth; ++d) w *= w;
  return w;
}

/// Arrays of w^(2^depth) words over p <= n/w, l and w. The time is the same for every permutation,
/// so the large arrays run only one of them, by the model, at the ends of the latencies.
Runs permuting(const Widths& widths, std::uint32_t depth,
               const std::vector<std::string>& permutations = {"random", "transpose", "worst-groups"}) {
  const auto sizes = [depth](std::uint64_t w) { return Sizes{array_of(w, depth)}; };
  const auto wanted = [](const Whole& o) {
    const bool ends = o.l == 1 || o.l == 400;
    return few_threads(o) && (o.n <= 4096 || (ends && o.run.permutation == "random"));
  };
  const Runs runs =
      grid({kUmm, kPermute, widths, sizes, {1, 4, 16, 256}, {1, 7, 50, 400}, nullptr, permutations}, wanted);
  return [runs] {
    std::vector<Experiment> all = runs();
    for (Experiment& e : all) e.rtl = e.rtl && e.size <= 4096;
    return all;
  };
}

/// Up to w^8 words for w = 2, 4, 8, up to w^16 for w = 2.
Runs all_depths() {
  const std::vector<std::string> permutations = {"random", "transpose"};
  std::vector<Runs> parts;
  for (std::uint32_t depth = 0; depth < 3; ++depth) parts.push_back(permuting({2, 4, 8}, depth, permutations));
  parts.push_back(permuting({2}, 3, permutations));
  return joined(parts);
}

/// c_m for w^(2^m) words: the algorithm takes at most c_m (n/w + nl/p), p <= n/w.
double constant_of(const Real& o) {
  double constant = 2;
  double transpose = 2;  // one block: no swap
  for (std::uint64_t n = o.run.machine.width; n < o.run.size; n *= n) {
    constant = 3 * constant + 2 * transpose;
    transpose = 4 + 4 / o.w;
  }
  return constant;
}

Finding all_depths_bounded(Laboratory& laboratory) {
  Finding finding =
      bounded(all_depths(), {[](const Real& o) { return constant_of(o) * optimal(o); }, 1,
                             "time / (c_m (n/w + nl/p)) for n = w^(2^m), p <= n/w, with c_0 = 2, c_1 = 10 and "
                             "c_(m+1) = 3c_m + 2(4 + 4/w): 38 + 8/w for m = 2. The constant triples with m: n <= "
                             "w^O(1) is needed"})(laboratory);
  finding.parameters["depth"] = {0, 1, 2, 3};
  return finding;
}

}  // namespace

Claims memory_machines_permutations() {
  const std::string source = "DMM/UMM paper (IPDPSW), Section V";
  return {
      {"memory-machines.permutation.pram", Kind::kAsymptotic, source,
       "the straightforward permutation runs in O(n/p) on the PRAM", straightforward_on_pram(Quantity::kPram), 5},
      {"memory-machines.permutation.bpram", Kind::kAsymptotic, source,
       "the straightforward permutation runs in O(n/w) on the BPRAM", straightforward_on_pram(Quantity::kBpram)},
      repaired({"memory-machines.permutation.worst", Kind::kExact, source,
                "the straightforward permutation's worst case: all writes in one bank (DMM), in "
                "different "
                "address groups (UMM), n slots",
                exact(
                    joined({permuting_runs(kStraightforward, kDmm, {"worst-banks"}),
                            permuting_runs(kStraightforward, kUmm, {"worst-banks", "worst-groups"})}),
                    [](const Whole& o) { return 3 * (o.n / o.w) + o.n + 4 * (o.l - 1) * (o.n / o.p); },
                    ": 3n/w + n + 4(l-1)n/p, all writes of a warp in one bank (DMM), in w address "
                    "groups "
                    "(UMM)"),
                2}),
      {"memory-machines.permutation.worst.as-printed", Kind::kAsymptotic, source,
       "in the worst case the straightforward permutation takes O(n) time",
       refuted_by({"l = 16, 64, 256, 1024 (n = 64, p = w = 4)",
                   series({16, 64, 256, 1024},
                          [](std::uint32_t l) {
                            Experiment e = run_of(kStraightforward, kDmm, 4, 64, 4, l);
                            e.permutation = "worst-banks";
                            return e;
                          }),
                   [](const Real& o) { return o.n; }, [](const Real& o) { return 4 * latency_term(o) / o.n; },
                   "the sentence drops the latency that the section prints with every bound: O(n + "
                   "nl/p) is meant"}),
       0.1, Weight::kSlip},
      repaired({"memory-machines.permutation.dmm-umm", Kind::kAsymptotic, source,
                "the straightforward permutation takes O(n + nl/p) on DMM and UMM for any "
                "permutation",
                any_permutation, 5}),
      {"memory-machines.theorem-4", Kind::kWording, source + ", Theorem 4 (Koenig)",
       "a regular bipartite graph of degree d has an edge colouring with d colours", theorem_4},
      {"memory-machines.lemma-5", Kind::kWording, source + ", Lemma 5",
       "the w words that a warp moves are in different banks before and after", conflict_free_schedule, 5},
      {"memory-machines.theorem-6", Kind::kAsymptotic, source + ", Theorem 6",
       "any permutation runs in O(n/w + nl/p) on the DMM",
       bounded(permuting_runs(kConflictFree, kDmm, all_names()),
               {optimal, 4,
                "2n/w slots of reads and 2n/w of writes, half of them to copy, none in conflict; "
                "4(l-1)n/p; w divides n"})},
      {"memory-machines.row", Kind::kAsymptotic, "DMM/UMM paper (IPDPSW), Section VI",
       "any permutation of an array of size w runs in O(l) on the UMM",
       bounded(grid({kUmm, kRowWise, {4, 8, 16, 32, 64, 128}, [](std::uint64_t w) { return Sizes{w}; }, {1}}),
               {[](const Real& o) { return o.l; }, 2, "the row is read in one slot and written in one: 2l"})},
      {"memory-machines.row-wise", Kind::kAsymptotic, "DMM/UMM paper (IPDPSW), Section VI",
       "any row-wise permutation of w^2 words runs in O(w + w^2 l/p) on the UMM",
       bounded(permuting_runs(kRowWise, kUmm, {"random", "bit-reversal"}),
               {optimal, 2, "2n/w + 2(l-1)n/p: n = w^2, and more rows"}),
       2},
      repaired({"memory-machines.lemma-7", Kind::kAsymptotic, "DMM/UMM paper (IPDPSW), Section VI, Lemma 7",
                "any permutation of w^2 words runs in O(w + w^2 l/p) on the UMM (p <= n/w)",
                bounded(permuting({4, 8, 16, 32, 64}, 1),
                        {optimal, 10,
                         "p = w: three row-wise permutations of 2n/w slots and two rotations of 2n/w, as "
                         "many rounds of l - 1"}),
                3}),
      {"memory-machines.lemma-7.as-printed", Kind::kAsymptotic, "DMM/UMM paper (IPDPSW), Section VI, Lemma 7",
       "any permutation of w^2 words runs in O(w + w^2 l/p) on the UMM (w <= p <= w^2)",
       refuted_by({"w = l = 4, 8, 16, 32, 64 (n = p = w^2)",
                   series({4, 8, 16, 32, 64},
                          [](std::uint32_t w) { return run_of(kPermute, kUmm, w, array_of(w, 1), w * w, w); }),
                   optimal, [](const Real& o) { return 4 * o.w * o.l / optimal(o); },
                   "the two rotations have w threads to work with and take 2wl each, as in Lemma "
                   "3"}),
       0.1, Weight::kCondition},
      repaired({"memory-machines.theorem-8.w-to-the-4", Kind::kAsymptotic,
                "DMM/UMM paper (IPDPSW), Section VI, before Theorem 8",
                "any permutation of w^4 words runs in O(w^3 + w^4 l/p) on the UMM (p <= n/w)",
                bounded(permuting({4, 8, 16}, 2),
                        {optimal, 39,
                         "p <= n/w: three permutations of rows with 10n/w slots and 10n/p rounds, two "
                         "transposes of w^2 x w^2 with 4n/w and (4 + 2/w)n/p"}),
                10}),
      repaired({"memory-machines.theorem-8", Kind::kAsymptotic, "DMM/UMM paper (IPDPSW), Section VI, Theorem 8",
                "any permutation of n <= w^O(1) words runs in O(n/w + nl/p) on the UMM (n = "
                "w^(2^m), p <= "
                "n/w)",
                all_depths_bounded, 5}),
      // Eight rotations of a row of w^2 words, 2w rounds each, whatever p is.
      {"memory-machines.theorem-8.as-printed", Kind::kAsymptotic, "DMM/UMM paper (IPDPSW), Section VI, Theorem 8",
       "any permutation of n <= w^O(1) words runs in O(n/w + nl/p) on the UMM (any p)",
       refuted_by(
           {"w = 2, 4, 8, l = w^3 (n = p = w^4)",
            series({2, 4, 8},
                   [](std::uint32_t w) { return run_of(kPermute, kUmm, w, array_of(w, 2), w * w * w * w, w * w * w); }),
            optimal, [](const Real& o) { return 16 * o.w * o.l / optimal(o); },
            "each of the eight rotations has n/w threads to work with and takes 2wl at least"}),
       2, Weight::kCondition},
  };
}

}  // namespace superwarp::reproduce
