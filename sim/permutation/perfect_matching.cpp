#include "sim/permutation/perfect_matching.h"

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/max_cardinality_matching.hpp>
#include <cstddef>
#include <stdexcept>

namespace superwarp::permutation {

std::vector<std::uint32_t> perfect_matching(std::uint32_t nodes,
                                            const std::vector<std::uint64_t>& first,
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
