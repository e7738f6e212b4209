// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>

#include "sim/workload/entry.h"

/// \file
/// Helpers of the hierarchical machine's workloads. Symbols as in docs/spec/hierarchy.md: d
/// multiprocessors with q = p/d threads each.

namespace superwarp::workload {

/// The distribution of a loop's elements: every pass has one element for each thread of the device.
struct Spread {
  explicit Spread(const WorkloadOptions& o)
      : threads(o.threads), multiprocessors(o.multiprocessors), of_each(o.threads / o.multiprocessors) {}

  Element threads;          ///< p
  Element multiprocessors;  ///< d
  Element of_each;          ///< q

  [[nodiscard]] Element multiprocessor(Element i) const { return i % threads / of_each; }
  /// The thread's number within its multiprocessor.
  [[nodiscard]] Element local(Element i) const { return i % of_each; }
  [[nodiscard]] Element pass(Element i) const { return i / threads; }
  /// Elements of a loop in which each multiprocessor visits `words` words: element i is word
  /// word(i), if that is below `words`.
  [[nodiscard]] Element elements(Element words) const { return sections(words, of_each) * threads; }
  [[nodiscard]] Element word(Element i) const { return pass(i) * of_each + local(i); }
};

/// A loop over items of `words` words in shared memory; multiprocessor m has items m, m + d, ... It
/// takes one at a time, or with enough threads several.
struct Items {
  Items(const Spread& spread, Element how_many, Element words_of_each)
      : at(spread),
        items(how_many),
        words(words_of_each),
        together(std::max<Element>(1, spread.of_each / words_of_each)) {}

  Spread at;
  Element items;
  Element words;
  Element together;  ///< items of a multiprocessor at a time

  /// Items of all multiprocessors in a turn. A loop over their words has elements() elements.
  [[nodiscard]] Element in_turn() const { return at.multiprocessors * together; }
  [[nodiscard]] Element elements() const { return at.elements(together * words); }

  /// Element i in the turn that begins with item `first`.
  struct Cell {
    Element slot;  ///< among the items together
    Element item;
    Element word;  ///< of the item
    bool exists;
  };
  [[nodiscard]] Cell cell(Element first, Element i) const {
    const Element slot = at.word(i) / words;
    const Element item = first + at.multiprocessor(i) * together + slot;
    return {slot, item, at.word(i) % words, slot < together && item < items};
  }
};

/// The number of rounds for each step of such a loop, over all turns, and the number of words of
/// the first multiprocessor, which has the most.
struct TurnsOfItems {
  Count rounds;
  Count busiest;
};
TurnsOfItems turns_of(const Problem& o, Count items, Count words);

/// The layout of a tile of w columns in shared memory: its size, and the place of word (row,
/// column).
struct TileLayout {
  std::uint64_t words;
  std::function<Element(Element row, Element column)> place;
};
TileLayout naive_tile(std::uint64_t width);
TileLayout padded_tile(std::uint64_t width);    ///< rows of w + 1 words
TileLayout diagonal_tile(std::uint64_t width);  ///< row r begins at column r

/// The words of shared memory that append_transpose() uses.
Element transpose_words(const WorkloadOptions& o, const TileLayout& layout);

/// Transposes matrix a of global memory, with o.size columns, into b through tiles of w * w words
/// from word `s` of shared memory on. A warp reads rows of a tile from a, writes them to shared
/// memory, reads columns there, and writes them as rows of b. Multiprocessor m has the tiles m,
/// m + d, ... Ends with a barrier of the block.
void append_transpose(const WorkloadOptions& o, Listing& listing, Element a, Element b, Element s,
                      const TileLayout& layout);

/// Adds a transpose that reads a tile's column in `of_column` slots a warp.
void add_transpose(const Problem& o, Count of_column, Known& known);

/// Sums register 0 of the first `count` threads of each multiprocessor that `takes_part`, in its
/// shared memory from word `s` on; thread 0 gets the sum. Each step halves the rest, rounded up, so
/// any count is possible.
void append_tree(Listing& listing, const Spread& at, Element s, Element count,
                 const std::function<bool(Element)>& takes_part);

/// Adds shared-memory rounds to a formula: the accesses of the busiest multiprocessor's threads.
class SharedRounds {
 public:
  SharedRounds(const Problem& o, Known& known) : o_(o), known_(known) {}

  /// Thread t of `begin` .. `end` - 1 accesses word `first` + t. False if the slots are not known.
  bool add(Count begin, Count end, Count first);
  /// `threads` threads access one word.
  void add_one_word(Count threads);

 private:
  const Problem& o_;
  Known& known_;
};

/// The number of words from `first` on of `all`, at most `most`.
constexpr Count words_from(Count first, Count all, Count most) { return first < all ? std::min(all - first, most) : 0; }

/// Adds the accesses of append_tree(); false if no formula is exact.
bool add_tree(const Problem& o, Count count, Known& known);

}  // namespace superwarp::workload
