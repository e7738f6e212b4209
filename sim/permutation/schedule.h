// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "sim/permutation/permutation.h"

/// \file
/// The order of moves that makes a permutation fast. The permutation is known in advance, so
/// schedules cost no memory accesses (DMM/UMM paper, Section V: "permutation is given in offline").

namespace superwarp::permutation {

/// The sources s_{i,j} of the DMM's permutation: entry i * w + j is the word that thread j of warp
/// i moves. The w words of a warp and their targets are in distinct banks, because they are the
/// edges of one colour in the graph that joins bank k mod w to bank P(k) mod w for every word k.
/// DMM/UMM paper, Section V, Lemma 5. The width must divide the size.
std::vector<std::uint32_t> conflict_free_order(const Permutation& permutation, std::uint32_t width);

/// Three permutations of a square matrix's rows, with transposes between them, that together move
/// every word to its target. Each is the new column of a word, by the word's current place. DMM/UMM
/// paper, Section VI, Lemma 7.
struct RowsOfMatrix {
  std::vector<std::uint32_t> to_colour;
  std::vector<std::uint32_t> to_row;     ///< transposed: the row of its target
  std::vector<std::uint32_t> to_column;  ///< transposed again: the column of its target
};

/// For `side` * `side` words; the word at e moves to place[e].
RowsOfMatrix rows_of_matrix(const std::uint32_t* place, std::uint32_t side);

/// One phase of the UMM's permutation, over the whole array.
struct Phase {
  /// Row-wise phase: the new column, 0 .. w - 1, of every word in its row of w words. Empty: the
  /// phase is a transpose.
  std::vector<std::uint16_t> column;
  /// Transpose: the number of consecutive square matrices, each of `side` columns.
  std::uint64_t matrices = 0;
  std::uint32_t side = 0;
};

/// The k of n = w^(2^k), the recursion depth of the UMM's permutation; w >= 2. Throws
/// std::invalid_argument, with the valid sizes, for other n and above Permutation::kLargest.
std::uint32_t umm_depth(std::uint64_t size, std::uint32_t width);

/// The phases of the permutation. One row needs one row-wise phase. An m x m matrix: permute the
/// rows of m words, each recursively, to bring words of one colour into one column; transpose;
/// permute the rows to bring words into the column of their target's row; transpose; permute the
/// rows to bring words into their column. This makes 5 phases for w^2 and 17 for w^4. DMM/UMM
/// paper, Section VI, Lemma 7 and Theorem 8.
///
/// The colours are those of the graph that joins source *row* to target row: a word that moves from
/// a[1][3] to a[2][4] is an edge from 1 to 2. The paper has source column, and draws that edge from
/// 1 to 4; then two words of a row may share a colour, so the first phase is not a permutation.
///
/// Throws like umm_depth(), and for a width above 2^16.
std::vector<Phase> umm_phases(const Permutation& permutation, std::uint32_t width);

}  // namespace superwarp::permutation
