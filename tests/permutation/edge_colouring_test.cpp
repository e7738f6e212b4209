// SPDX-License-Identifier: Apache-2.0
#include "sim/permutation/edge_colouring.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <numeric>

#include "tests/units/headers.h"

namespace superwarp::permutation {
namespace {

using Nodes = std::vector<std::uint32_t>;

/// Koenig: colours 0 .. d - 1, and every node has every colour exactly once.
bool proper(std::uint32_t nodes, const Nodes& left, const Nodes& right, const Nodes& colour) {
  const std::size_t degree = left.size() / nodes;
  std::vector<bool> at_left(left.size());
  std::vector<bool> at_right(left.size());
  for (std::size_t e = 0; e < left.size(); ++e) {
    if (colour[e] >= degree) return false;
    const std::size_t u = left[e] * degree + colour[e];
    const std::size_t v = right[e] * degree + colour[e];
    if (at_left[u] || at_right[v]) return false;
    at_left[u] = at_right[v] = true;
  }
  return true;
}

/// A regular multigraph from a random permutation; at high degrees parallel edges are frequent.
void random_graph(std::uint32_t nodes, std::uint32_t degree, std::uint64_t seed, Nodes& left, Nodes& right) {
  left.resize(std::size_t{nodes} * degree);
  for (std::size_t e = 0; e < left.size(); ++e) left[e] = static_cast<std::uint32_t>(e % nodes);
  right = left;
  std::mt19937_64 random(seed);
  std::shuffle(left.begin(), left.end(), random);
  std::shuffle(right.begin(), right.end(), random);
}

bool random_graph_is_coloured(std::uint32_t nodes, std::uint32_t degree, std::uint64_t seed) {
  Nodes left;
  Nodes right;
  random_graph(nodes, degree, seed, left, right);
  return proper(nodes, left, right, colour_edges(nodes, left, right));
}

RC_GTEST_PROP(EdgeColouring, is_proper_for_any_regular_multigraph, ()) {
  const auto nodes = *rc::gen::inRange<std::uint32_t>(1, 40);
  const auto degree = *rc::gen::inRange<std::uint32_t>(1, 70);
  RC_ASSERT(random_graph_is_coloured(nodes, degree, *rc::gen::arbitrary<std::uint64_t>()));
}

TEST(EdgeColouring, is_proper_for_every_degree_even_odd_and_prime) {
  for (std::uint32_t degree = 1; degree <= 130; ++degree) {
    for (const std::uint32_t nodes : {1U, 2U, 3U, 8U, 17U}) {
      ASSERT_TRUE(random_graph_is_coloured(nodes, degree, degree)) << nodes << ' ' << degree;
    }
  }
  for (const std::uint32_t degree : {1U, 2U, 3U, 5U, 7U})
    ASSERT_TRUE(random_graph_is_coloured(4096, degree, 3)) << degree;
  for (const std::uint32_t degree : {251U, 255U, 256U, 257U, 1023U, 2047U, 4093U}) {
    ASSERT_TRUE(random_graph_is_coloured(32, degree, 1)) << degree;
  }
}

TEST(EdgeColouring, is_proper_if_all_edges_are_parallel_or_none_is) {
  for (const std::uint32_t degree : {1U, 2U, 3U, 12U, 31U, 64U}) {
    Nodes left;
    Nodes right;
    for (std::uint32_t node = 0; node < degree; ++node) {
      left.insert(left.end(), degree, node);
      right.insert(right.end(), degree, degree - 1 - node);
    }
    EXPECT_TRUE(proper(degree, left, right, colour_edges(degree, left, right)));
    for (std::size_t e = 0; e < right.size(); ++e) right[e] = static_cast<std::uint32_t>(e % degree);
    EXPECT_TRUE(proper(degree, left, right, colour_edges(degree, left, right)));
  }
}

TEST(EdgeColouring, is_proper_for_a_million_edges) {
  EXPECT_TRUE(random_graph_is_coloured(32, 1U << 15U, 1));
  EXPECT_TRUE(random_graph_is_coloured(256, 255, 1));
}

TEST(EdgeColouring, refuses_graphs_that_are_not_regular) {
  EXPECT_THROW(colour_edges(2, {0, 0}, {0, 1}), std::invalid_argument);
  EXPECT_THROW(colour_edges(2, {0, 1}, {1, 1}), std::invalid_argument);
  EXPECT_THROW(colour_edges(2, {0, 1, 0}, {0, 1, 1}), std::invalid_argument);
  EXPECT_THROW(colour_edges(2, {0, 2}, {0, 1}), std::invalid_argument);
  EXPECT_THROW(colour_edges(2, {0, 1}, {0}), std::invalid_argument);
  EXPECT_THROW(colour_edges(0, {0}, {0}), std::invalid_argument);
  EXPECT_TRUE(colour_edges(4, {}, {}).empty());
}

TEST(PerfectMatching, joins_every_node_once_or_fails) {
  EXPECT_EQ(perfect_matching(3, {0, 2, 3, 4}, {0, 1, 0, 2}), (Nodes{1, 0, 2}));
  EXPECT_THROW(perfect_matching(2, {0, 1, 2}, {1, 1}), std::logic_error);
}

}  // namespace
}  // namespace superwarp::permutation
