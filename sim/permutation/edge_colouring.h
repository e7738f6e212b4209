// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace superwarp::permutation {

/// Colours the edges of a regular bipartite multigraph of degree d with the colours 0 .. d - 1 so
/// that no two edges of a node have the same colour, which is always possible (Koenig; DMM/UMM
/// paper, Theorem 4). Both sides have nodes 0 .. nodes - 1; edge e joins left[e] and right[e].
/// Returns the colour of every edge.
///
/// An Euler split halves an even degree, a perfect matching reduces an odd one: O(m log d) for m
/// edges if d is a power of two. Working memory: about 20 bytes an edge.
///
/// Throws std::invalid_argument if the graph is not regular or has 2^32 edges or more.
std::vector<std::uint32_t> colour_edges(std::uint32_t nodes, const std::vector<std::uint32_t>& left,
                                        const std::vector<std::uint32_t>& right);

/// A perfect matching of a bipartite graph with `nodes` nodes on either side, by Boost.Graph's
/// maximum cardinality matching (Edmonds). The left node u is joined to right[first[u]] ..
/// right[first[u + 1] - 1], each once. Returns the right node of every left one. Throws
/// std::logic_error if there is no perfect matching; a regular graph has one (Koenig).
std::vector<std::uint32_t> perfect_matching(std::uint32_t nodes, const std::vector<std::uint64_t>& first,
                                            const std::vector<std::uint32_t>& right);

}  // namespace superwarp::permutation
