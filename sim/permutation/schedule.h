// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "sim/permutation/permutation.h"

/// \file
/// In which order words move so that a permutation is fast. A permutation is known beforehand, so
/// that nothing here is a memory access (DMM/UMM paper, Section V: "permutation is given in
/// offline").

namespace superwarp::permutation {

/// The sources s_{i,j} of the DMM's permutation: entry i * w + j is the word that thread j of the
/// i-th warp moves. The w words of a warp are in distinct banks, and so are their targets: they are
/// the edges of one colour in the graph that joins bank k mod w to bank P(k) mod w for every word
/// k. DMM/UMM paper, Section V, Lemma 5. The width must divide the size.
std::vector<std::uint32_t> conflict_free_order(const Permutation& permutation, std::uint32_t width);

/// How the rows of a square matrix are permuted, with a transpose between each two, so that every
/// word comes to its place: the column that a word moves to within its row, by where it stands
/// then. DMM/UMM paper, Section VI, Lemma 7.
struct RowsOfMatrix {
  std::vector<std::uint32_t> to_colour;
  std::vector<std::uint32_t> to_row;     ///< transposed: the column is the row of its target
  std::vector<std::uint32_t> to_column;  ///< and again: its target's column
};

/// Of `side` * `side` words, of which that at e moves to place[e].
RowsOfMatrix rows_of_matrix(const std::uint32_t* place, std::uint32_t side);

/// One phase of the UMM's permutation, over the whole array.
struct Phase {
  /// Row-wise: the column, 0 .. w - 1, that every word moves to within its row of w words. Empty:
  /// the phase is a transpose.
  std::vector<std::uint16_t> column;
  /// A transpose: of so many square matrices one behind the other, each of `side` columns.
  std::uint64_t matrices = 0;
  std::uint32_t side = 0;
};

/// The k of n = w^(2^k): how deep the UMM's permutation recurses. Throws std::invalid_argument with
/// the sizes there are if n is no such number or above Permutation::kLargest. The width is from 2
/// on.
std::uint32_t umm_depth(std::uint64_t size, std::uint32_t width);

/// The phases that move every word along the permutation. One row: one row-wise phase. A matrix of
/// m x m words: permute the rows of m words, each as such an array, so that words of one colour
/// come into one column; transpose; permute the rows so that words come into the column that is
/// their target's row; transpose; permute the rows so that words come into their column. 5 phases
/// for w^2, 17 for w^4. DMM/UMM paper, Section VI, Lemma 7 and Theorem 8.
///
/// The colours are those of the graph that joins source *row* to target row: a word that moves from
/// a[1][3] to a[2][4] is an edge from 1 to 2. The paper says source column, with which two words of
/// a row may share a colour and the first phase is none, and draws that edge from 1 to 4.
///
/// Throws as umm_depth(), and for a width above 2^16.
std::vector<Phase> umm_phases(const Permutation& permutation, std::uint32_t width);

}  // namespace superwarp::permutation
