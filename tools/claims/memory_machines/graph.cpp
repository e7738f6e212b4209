// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>
#include <set>

#include "sim/permutation/edge_colouring.h"
#include "sim/permutation/named_permutations.h"
#include "sim/permutation/permutation.h"
#include "tools/claims/memory_machines/runs.h"

// Step 1 of the permutation on the UMM moves a word of colour c to column c of its row, step 3 a
// word to the column of its target row. So the words of one source row of a w x w array have to
// differ in colour, and those of one target row. Whether they do depends on the graph coloured.

namespace superwarp::reproduce {
using permutation::Permutation;
namespace {

using Words = std::vector<std::uint32_t>;
using NodeOf = std::uint32_t (*)(std::uint32_t word, std::uint32_t w);

std::uint32_t row_of(std::uint32_t word, std::uint32_t w) { return word / w; }
std::uint32_t column_of(std::uint32_t word, std::uint32_t w) { return word % w; }

/// A graph with an edge from source(i) to target(P(i)) for every word i.
struct Graph {
  NodeOf source;
  NodeOf target;

  /// The nodes of every word's edge.
  [[nodiscard]] std::array<Words, 2> nodes(const Permutation& p, std::uint32_t w) const {
    std::array<Words, 2> nodes;
    for (std::uint32_t i = 0; i < p.size(); ++i) {
      nodes[0].push_back(source(i, w));
      nodes[1].push_back(target(p(i), w));
    }
    return nodes;
  }
  /// Whether no two words of a node have the same colour.
  [[nodiscard]] bool coloured(const Permutation& p, std::uint32_t w, const Words& colour) const {
    for (const Words& at : nodes(p, w)) {
      std::set<std::uint32_t> seen;
      for (std::size_t i = 0; i < at.size(); ++i)
        if (!seen.insert(at[i] * w + colour[i]).second) return false;
    }
    return true;
  }
};

constexpr Graph kRows = {row_of, row_of};        ///< what the five steps need
constexpr Graph kText = {column_of, row_of};     ///< as defined
constexpr Graph kExample = {row_of, column_of};  ///< a[1][3] to a[2][4]: "node 1 and node 4"

/// Colourings of a graph, and those of them with which the five steps work.
struct Census {
  std::uint64_t colourings = 0;
  std::uint64_t work = 0;

  void add(const Graph& graph, const Permutation& p, std::uint32_t w, const Words& colour) {
    if (!graph.coloured(p, w, colour)) return;
    ++colourings;
    work += kRows.coloured(p, w, colour) ? 1 : 0;
  }
};

/// Every colouring for 2 x 2 words.
Census all_colourings(const Graph& graph, const Permutation& p) {
  Census census;
  for (std::uint32_t bits = 0; bits < 16; ++bits)
    census.add(graph, p, 2, {bits & 1, bits >> 1 & 1, bits >> 2 & 1, bits >> 3 & 1});
  return census;
}

/// Colours `graph` for `drawn` random permutations of w x w words.
Census random_colourings(const Graph& graph, std::uint32_t w, std::uint64_t drawn) {
  Census census;
  for (std::uint64_t seed = 0; seed < drawn; ++seed) {
    const auto p = permutation::named_permutations().front().make({std::uint64_t{w} * w, w, seed});
    const auto [left, right] = graph.nodes(p, w);
    census.add(graph, p, w, permutation::colour_edges(w, left, right));
  }
  return census;
}

/// Fails if no colouring of the graph of `p`, 2 x 2 words, works.
Finding wrong_graph(const Graph& graph, const Permutation& p, const char* counterexample) {
  constexpr std::uint64_t kDrawn = 100;
  constexpr std::uint32_t kWidth = 8;
  const Census small = all_colourings(graph, p);
  const Census random = random_colourings(graph, kWidth, kDrawn);
  return {{{"width", {2, kWidth}}, {"permutations", {1, kDrawn}}},
          {{"work", {small.colourings, kDrawn}}},
          {{"colourings", {small.colourings, random.colourings}}, {"work", {small.work, random.work}}},
          {},
          fmt::format("{} of all {} colourings work for w = 2, {} of {} for w = 8", small.work, small.colourings,
                      random.work, random.colourings),
          holds_if(small.colourings == 0 || small.work > 0),
          fmt::format("w = 2, {}: every colouring of the graph gives two words of a source row or a "
                      "target row the same colour, so that step 1 or 3 is no permutation. Of {} "
                      "random permutations for w = 8, {} come out right",
                      counterexample, kDrawn, random.work)};
}

Finding text_graph(Laboratory&) {
  return wrong_graph(kText, Permutation({0, 2, 3, 1}), "a[0][1] to a[1][0], a[1][0] to a[1][1], a[1][1] to a[0][1]");
}

Finding example_graph(Laboratory&) {
  return wrong_graph(kExample, Permutation({0, 3, 2, 1}), "a[0][1] and a[1][1] exchanged");
}

/// Checks the colourings, and the data that model and RTL move with them.
Finding row_graph(Laboratory& laboratory) {
  std::uint64_t drawn = 0;
  std::uint64_t work = 0;
  for (const std::uint32_t w : {2U, 4U, 8U, 16U, 32U, 64U}) {
    drawn += 50;
    work += random_colourings(kRows, w, 50).work;
  }
  std::uint64_t runs = 0;
  const std::size_t disagreements = laboratory.disagreements().size();
  for (const permutation::NamedPermutation& named : permutation::named_permutations()) {
    for (const std::uint32_t w : {4U, 8U, 16U, 32U}) {
      Experiment e = run_of("permute-umm", kUmm, w, std::uint64_t{w} * w, w, 1);
      e.permutation = named.name;
      laboratory.measure(e);
      ++runs;
    }
  }
  const bool right = laboratory.disagreements().size() == disagreements;
  const std::uint64_t right_runs = right ? runs : 0;
  return {{{"width", {2, 4, 8, 16, 32, 64}}},
          {{"permutations", drawn}, {"runs", runs}},
          {{"permutations", work}, {"runs_with_right_data", right_runs}},
          {{"runs_with_right_data", right_runs}},
          fmt::format("{}/{} permutations, data right in {} runs by RTL", work, drawn, runs),
          holds_if(work == drawn && right),
          "edges from source row to target row (the example's: 1 to 2), as fig. 8 colours them; the "
          "words after every run were checked against the permutation"};
}

/// Targets 4 * row + column as printed, and the column that each word is in after step 1, which is
/// its colour.
Finding figure_8(Laboratory&) {
  const Permutation p({12, 13, 8, 9, 1, 0, 3, 7, 2, 6, 5, 14, 4, 15, 11, 10});
  const Words after_step_1 = {8, 12, 13, 9, 1, 0, 7, 3, 6, 5, 2, 14, 15, 11, 10, 4};
  constexpr std::uint32_t kWidth = 4;
  Words colour(p.size());
  bool same_rows = true;
  for (std::uint32_t place = 0; place < p.size(); ++place) {
    const std::uint32_t word = p.inverse()(after_step_1[place]);
    colour[word] = place % kWidth;
    same_rows = same_rows && word / kWidth == place / kWidth;
  }
  const bool rows = kRows.coloured(p, kWidth, colour);
  const bool text = kText.coloured(p, kWidth, colour);
  return {{{"width", kWidth}, {"targets", p.targets()}},
          {{"colouring_of_source_rows", true}, {"colouring_of_source_columns", false}},
          {{"colouring_of_source_rows", rows}, {"colouring_of_source_columns", text}},
          {},
          "colours by source row",
          holds_if(same_rows && rows && !text),
          "step 1 as drawn stays in rows, and its colours differ within source rows and "
          "target rows; they are no colouring of the graph that the text defines. (Steps 2 "
          "to 5 are not legible in the text.)"};
}

}  // namespace

Claims memory_machines_graphs() {
  return {
      {"memory-machines.lemma-7.graph.as-printed", Kind::kWording,
       "DMM/UMM paper (IPDPSW), Section VI, graph of Lemma 7",
       "the five steps work with colours of the graph that joins source column to target row", text_graph, 0.1,
       Weight::kSubstantive,
       R"(python3 -c 'from itertools import product; P = 0, 2, 3, 1; )"
       R"(good = lambda c, node: len({(node(i), c[i]) for i in range(4)}) == 4; )"
       R"(all = [c for c in product((0, 1), repeat=4) if good(c, lambda i: i % 2) and good(c, lambda i: P[i]//2)]; )"
       R"(print(len(all), "colourings,", sum(good(c, lambda i: i//2) for c in all), )"
       R"("keep the words of a source row apart")')",
       "2 colourings, 0 keep the words of a source row apart"},
      {"memory-machines.lemma-7.graph.example", Kind::kWording, "DMM/UMM paper (IPDPSW), Section VI, graph of Lemma 7",
       "a word that moves from a[1][3] to a[2][4] is an edge from node 1 to node 4", example_graph, 0.1,
       Weight::kSubstantive,
       R"(python3 -c 'from itertools import product; P = 0, 3, 2, 1; )"
       R"(good = lambda c, node: len({(node(i), c[i]) for i in range(4)}) == 4; )"
       R"(all = [c for c in product((0, 1), repeat=4) if good(c, lambda i: i//2) and good(c, lambda i: P[i] % 2)]; )"
       R"(print(len(all), "colourings,", sum(good(c, lambda i: P[i]//2) for c in all), )"
       R"("keep the words of a target row apart")')",
       "2 colourings, 0 keep the words of a target row apart"},
      repaired({"memory-machines.lemma-7.graph", Kind::kWording, "DMM/UMM paper (IPDPSW), Section VI, graph of Lemma 7",
                "the five steps work with colours of the graph that joins source row to target row", row_graph, 2}),
      {"memory-machines.fig-8", Kind::kFigure, "DMM/UMM paper (IPDPSW), Section VI, fig. 8",
       "w = 4: colours differ within each row and within each row of destinations", figure_8},
  };
}

}  // namespace superwarp::reproduce
