// SPDX-License-Identifier: Apache-2.0
#include "sim/permutation/edge_colouring.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/max_cardinality_matching.hpp>
#include <cstddef>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace superwarp::permutation {
namespace {

using Edge = std::uint32_t;
using Node = std::uint32_t;

constexpr Edge kNone = UINT32_MAX;

class Colouring {
 public:
  Colouring(Node nodes, const std::vector<Node>& left, const std::vector<Node>& right)
      : nodes_(nodes),
        left_(left),
        right_(right),
        edges_(left.size()),
        scratch_(left.size()),
        colour_(left.size()),
        left_mate_(left.size()),
        right_mate_(left.size()) {
    std::iota(edges_.begin(), edges_.end(), 0);
  }

  std::vector<std::uint32_t> run(std::uint32_t degree) {
    colour({0, edges_.size()}, degree, 0);
    return std::move(colour_);
  }

 private:
  /// A part of edges_ that forms a regular graph.
  struct Part {
    std::size_t begin;
    std::size_t end;
    [[nodiscard]] std::size_t size() const { return end - begin; }
  };

  /// Gives a part of degree `degree` the colours from `first` on. Recurses log2(degree) deep.
  void colour(Part part, std::uint32_t degree, std::uint32_t first) {
    if (degree % 2 == 1) {
      if (degree > 1) take_matching(part);
      for (std::size_t k = part.begin; k < part.begin + nodes_; ++k) colour_[edges_[k]] = first;
      part.begin += nodes_;
      --degree;
      ++first;
    }
    if (degree == 0) return;
    const std::size_t middle = split(part);
    colour({part.begin, middle}, degree / 2, first);
    colour({middle, part.end}, degree / 2, first + degree / 2);
  }

  /// Pairs the edges of `part`, counted from its begin, at every node of one side: mate[k] is the
  /// partner of edge k.
  void pair_up(Part part, const std::vector<Node>& node_of, std::vector<Edge>& mate) {
    waiting_.assign(nodes_, kNone);
    for (std::size_t k = 0; k < part.size(); ++k) {
      Edge& waiting = waiting_[node_of[edges_[part.begin + k]]];
      if (waiting == kNone) {
        waiting = static_cast<Edge>(k);
      } else {
        mate[k] = waiting;
        mate[waiting] = static_cast<Edge>(k);
        waiting = kNone;
      }
    }
  }

  /// Euler split of a part of even degree: the pairs at all nodes form cycles of even length. Their
  /// edges alternate between two halves, so every node has half of its edges in each. Returns the
  /// begin of the second half.
  std::size_t split(Part part) {
    pair_up(part, left_, left_mate_);
    pair_up(part, right_, right_mate_);
    second_half_.assign(part.size(), kUnseen);
    for (std::size_t start = 0; start < part.size(); ++start) {
      for (std::size_t k = start; second_half_[k] == kUnseen; k = right_mate_[left_mate_[k]]) {
        second_half_[k] = 0;
        second_half_[left_mate_[k]] = 1;
      }
    }
    std::array<std::size_t, 2> next = {part.begin, part.begin + part.size() / 2};
    for (std::size_t k = 0; k < part.size(); ++k) {
      scratch_[next[second_half_[k]]++] = edges_[part.begin + k];
    }
    std::copy(scratch_.begin() + static_cast<std::ptrdiff_t>(part.begin),
              scratch_.begin() + static_cast<std::ptrdiff_t>(part.end),
              edges_.begin() + static_cast<std::ptrdiff_t>(part.begin));
    return part.begin + part.size() / 2;
  }

  /// Moves a perfect matching of `part` to its front.
  void take_matching(Part part) {
    // The edges by their left nodes.
    std::vector<std::uint64_t> place(std::size_t{nodes_} + 1, 0);
    for (std::size_t k = part.begin; k < part.end; ++k) ++place[left_[edges_[k]] + std::size_t{1}];
    std::partial_sum(place.begin(), place.end(), place.begin());
    for (std::size_t k = part.begin; k < part.end; ++k) {
      scratch_[part.begin + place[left_[edges_[k]]]++] = edges_[k];
    }
    // Parallel edges count once in the matching.
    std::vector<std::uint64_t> first(std::size_t{nodes_} + 1, 0);
    std::vector<Node> neighbours;
    waiting_.assign(nodes_, kNone);  // the last left node of a right node
    for (std::size_t k = part.begin; k < part.end; ++k) {
      const Node u = left_[scratch_[k]];
      const Node v = right_[scratch_[k]];
      if (std::exchange(waiting_[v], u) != u) neighbours.push_back(v);
      first[std::size_t{u} + 1] = neighbours.size();
    }
    const std::vector<Node> partner = perfect_matching(nodes_, first, neighbours);
    std::vector<bool> matched(nodes_);
    std::size_t front = part.begin;
    std::size_t rest = part.begin + nodes_;
    for (std::size_t k = part.begin; k < part.end; ++k) {
      const Node u = left_[scratch_[k]];
      const bool takes = !matched[u] && right_[scratch_[k]] == partner[u];
      if (takes) matched[u] = true;
      edges_[takes ? front++ : rest++] = scratch_[k];
    }
  }

  static constexpr std::uint8_t kUnseen = 2;

  Node nodes_;
  const std::vector<Node>& left_;
  const std::vector<Node>& right_;
  std::vector<Edge> edges_;  ///< part by part
  std::vector<Edge> scratch_;
  std::vector<std::uint32_t> colour_;
  std::vector<Edge> left_mate_;
  std::vector<Edge> right_mate_;
  std::vector<Edge> waiting_;  ///< one per node
  std::vector<std::uint8_t> second_half_;
};

void check_regular(const char* side, Node nodes, const std::vector<Node>& node_of) {
  std::vector<std::uint64_t> degree(nodes, 0);
  for (const Node node : node_of) {
    if (node >= nodes) {
      throw std::invalid_argument(fmt::format("an edge has the {} node {}, expected one below {}", side, node, nodes));
    }
    ++degree[node];
  }
  const std::uint64_t expected = node_of.size() / nodes;
  for (Node node = 0; node < nodes; ++node) {
    if (degree[node] != expected || node_of.size() % nodes != 0) {
      throw std::invalid_argument(fmt::format("the graph is not regular: its {} node {} has {} edges of {} at {} nodes",
                                              side, node, degree[node], node_of.size(), nodes));
    }
  }
}

}  // namespace

std::vector<std::uint32_t> colour_edges(std::uint32_t nodes, const std::vector<std::uint32_t>& left,
                                        const std::vector<std::uint32_t>& right) {
  if (left.size() != right.size() || left.size() >= kNone) {
    throw std::invalid_argument(
        fmt::format("{} left and {} right ends of edges, expected as many, below 2^32 - 1", left.size(), right.size()));
  }
  if (left.empty()) return {};
  if (nodes == 0) throw std::invalid_argument("edges of a graph without nodes");
  check_regular("left", nodes, left);
  check_regular("right", nodes, right);
  return Colouring(nodes, left, right).run(static_cast<std::uint32_t>(left.size() / nodes));
}

std::vector<std::uint32_t> perfect_matching(std::uint32_t nodes, const std::vector<std::uint64_t>& first,
                                            const std::vector<std::uint32_t>& right) {
  using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS>;
  using Node = boost::graph_traits<Graph>::vertex_descriptor;
  Graph graph(std::size_t{nodes} * 2);  // left nodes, then right ones
  for (std::uint32_t u = 0; u < nodes; ++u) {
    for (std::uint64_t e = first[u]; e < first[u + 1]; ++e) {
      boost::add_edge(u, std::size_t{nodes} + right[e], graph);
    }
  }
  std::vector<Node> mate(std::size_t{nodes} * 2);
  boost::edmonds_maximum_cardinality_matching(graph, mate.data());
  std::vector<std::uint32_t> partner(nodes);
  for (std::uint32_t u = 0; u < nodes; ++u) {
    if (mate[u] == boost::graph_traits<Graph>::null_vertex()) {
      throw std::logic_error("a bipartite graph without a perfect matching");
    }
    partner[u] = static_cast<std::uint32_t>(mate[u] - nodes);
  }
  return partner;
}

}  // namespace superwarp::permutation
