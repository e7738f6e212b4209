// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>

#include "sim/workload/entry.h"

/// \file
/// What the workloads of the hierarchical machine share. Symbols as in docs/spec/hierarchy.md: d
/// multiprocessors, q = p/d threads each.

namespace superwarp::workload {

/// How a loop over elements is spread: the pass of element i has one of each thread of the device.
struct Spread {
  explicit Spread(const WorkloadOptions& o)
      : threads(o.threads),
        multiprocessors(o.multiprocessors),
        of_each(o.threads / o.multiprocessors) {}

  Element threads;          ///< p
  Element multiprocessors;  ///< d
  Element of_each;          ///< q

  [[nodiscard]] Element multiprocessor(Element i) const { return i % threads / of_each; }
  /// The thread's number within its multiprocessor.
  [[nodiscard]] Element local(Element i) const { return i % of_each; }
  [[nodiscard]] Element pass(Element i) const { return i / threads; }
  /// Elements of a loop in which each multiprocessor goes over `words` words: element i is word
  /// word(i), if that is below `words`.
  [[nodiscard]] Element elements(Element words) const { return sections(words, of_each) * threads; }
  [[nodiscard]] Element word(Element i) const { return pass(i) * of_each + local(i); }
};

/// A loop in which each multiprocessor has items, m, m + d, .. in turn, of `words` words each in
/// its shared memory: one at a time or, with more threads than words, as many as they have words
/// for.
struct Items {
  /// `items` of them in all.
  Items(const Spread& spread, Element how_many, Element words_of_each)
      : at(spread),
        items(how_many),
        words(words_of_each),
        together(std::max<Element>(1, spread.of_each / words_of_each)) {}

  Spread at;
  Element items;
  Element words;
  Element together;  ///< of a multiprocessor

  /// Items of all multiprocessors in a turn; a loop over their words has elements() elements.
  [[nodiscard]] Element in_turn() const { return at.multiprocessors * together; }
  [[nodiscard]] Element elements() const { return at.elements(together * words); }

  /// What element i is, in the turn that begins with item `first`.
  struct Cell {
    Element slot;  ///< among the items together
    Element item;
    Element word;  ///< of it
    bool exists;
  };
  [[nodiscard]] Cell cell(Element first, Element i) const {
    const Element slot = at.word(i) / words;
    const Element item = first + at.multiprocessor(i) * together + slot;
    return {slot, item, at.word(i) % words, slot < together && item < items};
  }
};

/// How often a round of such a loop is there, in all its turns, and how many words the first
/// multiprocessor, which has the most, has in them.
struct TurnsOfItems {
  Count rounds;
  Count busiest;
};
TurnsOfItems turns_of(const Problem& o, Count items, Count words);

/// How a tile of w columns lies in shared memory: its words, and where its word (row, column) is.
struct TileLayout {
  std::uint64_t words;
  std::function<Element(Element row, Element column)> place;
};
TileLayout naive_tile(std::uint64_t width);
TileLayout padded_tile(std::uint64_t width);    ///< rows of w + 1 words
TileLayout diagonal_tile(std::uint64_t width);  ///< row r begins at column r

/// The words of shared memory that append_transpose() uses.
Element transpose_words(const WorkloadOptions& o, const TileLayout& layout);

/// Matrix b <- a transposed, arrays of global memory with o.size columns, through tiles of w * w
/// words from word `s` of shared memory on: a warp takes rows of a tile from a, puts them into
/// shared memory, reads columns there, and writes them as rows of b. Multiprocessor m has the tiles
/// m, m + d, ... Ends in a barrier of the block.
void append_transpose(const WorkloadOptions& o, Listing& listing, Element a, Element b, Element s,
                      const TileLayout& layout);

/// Adds a transpose whose tiles are read in `of_column` slots a warp.
void add_transpose(const Problem& o, Count of_column, Known& known);

/// Adds up register 0 of the first `count` threads of each multiprocessor that `takes_part`, in the
/// words from `s` on of its shared memory: thread 0 has the sum. Each step halves what is left,
/// rounded up, so that any count will do.
void append_tree(Listing& listing, const Spread& at, Element s, Element count,
                 const std::function<bool(Element)>& takes_part);

/// Rounds of shared memory in a formula: what the threads of the busiest multiprocessor access.
class SharedRounds {
 public:
  SharedRounds(const Problem& o, Known& known) : o_(o), known_(known) {}

  /// Threads `begin` .. `end` - 1, each word `first` + its number. False where that is not known.
  bool add(Count begin, Count end, Count first);
  /// `threads` of them, all the same word.
  void add_one_word(Count threads);

 private:
  const Problem& o_;
  Known& known_;
};

/// Words from `first` on of `all`, at most `most`.
constexpr Count words_from(Count first, Count all, Count most) {
  return first < all ? std::min(all - first, most) : 0;
}

/// Adds its shared accesses; false where no formula is exact.
bool add_tree(const Problem& o, Count count, Known& known);

}  // namespace superwarp::workload
