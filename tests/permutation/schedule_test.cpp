// SPDX-License-Identifier: Apache-2.0
#include "sim/permutation/schedule.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <numeric>

#include "sim/permutation/random_permutation.h"
#include "tests/units/headers.h"

namespace superwarp::permutation {
namespace {

Permutation random_permutation(std::uint64_t n, std::uint64_t seed) {
  const RandomPermutation pi(seed, n);
  std::vector<std::uint32_t> targets(n);
  for (std::uint32_t i = 0; i < n; ++i) targets[i] = pi.forward(i);
  return Permutation(std::move(targets));
}

/// Lemma 5 of the DMM/UMM paper.
bool is_conflict_free(const Permutation& p, std::uint32_t w) {
  const std::vector<std::uint32_t> order = conflict_free_order(p, w);
  if (Permutation(order).size() != p.size()) return false;  // every word once
  for (std::size_t first = 0; first < order.size(); first += w) {
    std::set<std::uint32_t> sources;
    std::set<std::uint32_t> targets;
    for (std::uint32_t j = 0; j < w; ++j) {
      sources.insert(order[first + j] % w);
      targets.insert(p(order[first + j]) % w);
    }
    if (sources.size() != w || targets.size() != w) return false;
  }
  return true;
}

RC_GTEST_PROP(ConflictFreeOrder, has_distinct_source_and_target_banks_in_every_warp, ()) {
  const std::uint32_t w = 1U << *rc::gen::inRange(1, 7);
  const auto rows = *rc::gen::inRange<std::uint64_t>(1, 100);
  RC_ASSERT(is_conflict_free(random_permutation(rows * w, *rc::gen::arbitrary<std::uint64_t>()), w));
}

TEST(ConflictFreeOrder, refuses_a_size_that_the_width_does_not_divide) {
  EXPECT_THROW(conflict_free_order(random_permutation(33, 1), 32), std::invalid_argument);
}

TEST(RowsOfMatrix, with_transposes_between_them_move_every_word_to_its_place) {
  for (const std::uint32_t side : {1U, 2U, 6U, 13U, 32U}) {
    const Permutation p = random_permutation(std::uint64_t{side} * side, side);
    const RowsOfMatrix rows = rows_of_matrix(p.targets().data(), side);
    std::vector<std::uint32_t> array(p.size());
    std::iota(array.begin(), array.end(), 0);
    for (const std::vector<std::uint32_t>* column : {&rows.to_colour, &rows.to_row, &rows.to_column}) {
      std::vector<std::uint32_t> next(p.size(), UINT32_MAX);
      for (std::uint32_t i = 0; i < p.size(); ++i) next[i / side * side + (*column)[i]] = array[i];
      if (column == &rows.to_column) {
        array = next;
        break;
      }
      for (std::uint32_t i = 0; i < p.size(); ++i) array[i % side * side + i / side] = next[i];
    }
    for (std::uint32_t i = 0; i < p.size(); ++i) ASSERT_EQ(array[p(i)], i) << side;
  }
}

/// Applies the phases to an array of the words' numbers.
std::vector<std::uint32_t> run(const std::vector<Phase>& phases, std::uint64_t n, std::uint32_t w) {
  std::vector<std::uint32_t> array(n);
  std::iota(array.begin(), array.end(), 0);
  for (const Phase& phase : phases) {
    std::vector<std::uint32_t> next(n, UINT32_MAX);
    const std::uint64_t words = std::uint64_t{phase.side} * phase.side;
    for (std::uint64_t i = 0; i < n; ++i) {
      if (phase.column.empty()) {
        const std::uint64_t within = i % words;
        next[i - within + within % phase.side * phase.side + within / phase.side] = array[i];
      } else {
        EXPECT_LT(phase.column[i], w);
        next[i / w * w + phase.column[i]] = array[i];
      }
    }
    array = next;
  }
  return array;
}

std::size_t phases_that_permute(const Permutation& p, std::uint32_t w) {
  const std::vector<Phase> phases = umm_phases(p, w);
  const std::vector<std::uint32_t> array = run(phases, p.size(), w);
  for (std::uint64_t i = 0; i < p.size(); ++i) {
    if (array[p(i)] != i) return 0;
  }
  return phases.size();
}

TEST(UmmPhases, are_1_for_a_row_5_for_w_rows_17_for_w_to_the_4_and_53_for_w_to_the_8) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    for (const std::uint32_t w : {2U, 4U, 8U, 32U}) {
      EXPECT_EQ(phases_that_permute(random_permutation(w, seed), w), 1U);
      EXPECT_EQ(phases_that_permute(random_permutation(std::uint64_t{w} * w, seed), w), 5U);
    }
    for (const std::uint32_t w : {2U, 4U, 8U}) {
      EXPECT_EQ(phases_that_permute(random_permutation(std::uint64_t{w} * w * w * w, seed), w), 17U);
    }
    EXPECT_EQ(phases_that_permute(random_permutation(256, seed), 2), 53U);
  }
}

TEST(UmmPhases, transpose_twice_as_a_whole) {
  const std::vector<Phase> phases = umm_phases(random_permutation(256, 1), 4);
  ASSERT_EQ(phases.size(), 17U);
  EXPECT_EQ(phases[1].matrices, 16U);  // inside the first row-wise permutation
  EXPECT_EQ(phases[1].side, 4U);
  EXPECT_EQ(phases[5].matrices, 1U);
  EXPECT_EQ(phases[5].side, 16U);
  EXPECT_EQ(phases[11].side, 16U);
}

TEST(UmmDepth, is_that_of_w_to_a_power_of_two) {
  EXPECT_EQ(umm_depth(32, 32), 0U);
  EXPECT_EQ(umm_depth(1024, 32), 1U);
  EXPECT_EQ(umm_depth(std::uint64_t{1} << 20, 32), 2U);
  for (const std::uint64_t size : {1ULL, 64ULL, 1023ULL, 1ULL << 15, 1ULL << 40}) {
    EXPECT_THROW(umm_depth(size, 32), std::invalid_argument) << size;
  }
}

}  // namespace
}  // namespace superwarp::permutation
