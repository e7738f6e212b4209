#pragma once

#include <cstdint>
#include <vector>

namespace superwarp::permutation {

/// A perfect matching of a bipartite graph with `nodes` nodes on either side, by Boost.Graph's
/// maximum cardinality matching (Edmonds). The left node u is joined to right[first[u]] ..
/// right[first[u + 1] - 1], each once. Returns the right node of every left one. Throws
/// std::logic_error if there is none; in a regular graph there is (Koenig).
std::vector<std::uint32_t> perfect_matching(std::uint32_t nodes,
                                            const std::vector<std::uint64_t>& first,
                                            const std::vector<std::uint32_t>& right);

}  // namespace superwarp::permutation
