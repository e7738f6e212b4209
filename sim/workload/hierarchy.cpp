// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/hierarchy.h"

namespace superwarp::workload {

TurnsOfItems turns_of(const Problem& o, Count items, Count words) {
  const Count q = o.p / o.d;
  const Count together = std::max<Count>(1, q / words);
  const Count whole = items / (o.d * together);
  const Count rest = std::min(together, items % (o.d * together));
  return {whole * sections(together * words, q) + sections(rest * words, q), (whole * together + rest) * words};
}

TileLayout naive_tile(std::uint64_t width) {
  return {width * width, [width](Element row, Element column) { return row * width + column; }};
}

TileLayout padded_tile(std::uint64_t width) {
  return {width * (width + 1), [width](Element row, Element column) { return row * (width + 1) + column; }};
}

TileLayout diagonal_tile(std::uint64_t width) {
  return {width * width, [width](Element row, Element column) { return row * width + (row + column) % width; }};
}

namespace {

Items tiles_of(const WorkloadOptions& o) {
  const Element in_row = o.size / o.width;
  return {Spread(o), in_row * in_row, Element{o.width} * o.width};
}

}  // namespace

Element transpose_words(const WorkloadOptions& o, const TileLayout& layout) {
  return tiles_of(o).together * layout.words;
}

void append_transpose(const WorkloadOptions& o, Listing& listing, Element a, Element b, Element s,
                      const TileLayout& layout) {
  const Items tiles = tiles_of(o);
  const Element w = o.width;
  const Element side = o.size;
  for (Element first = 0; first < tiles.items; first += tiles.in_turn()) {
    struct Place {
      Element in_shared, tile_row, tile_column, row, column;
      bool exists;
    };
    const auto place = [=](Element i) {
      const Items::Cell cell = tiles.cell(first, i);
      return Place{s + cell.slot * layout.words,
                   cell.item / (side / w),
                   cell.item % (side / w),
                   cell.word / w,
                   cell.word % w,
                   cell.exists};
    };
    listing.in_parallel(tiles.elements(),
                        {in_global(read([=](Element i) {
                           const Place p = place(i);
                           return only_if(p.exists, a + (p.tile_row * w + p.row) * side + p.tile_column * w + p.column);
                         })),
                         write([=](Element i) {
                           const Place p = place(i);
                           return only_if(p.exists, p.in_shared + layout.place(p.row, p.column));
                         })});
    listing.barrier();
    listing.in_parallel(tiles.elements(),
                        {read([=](Element i) {
                           const Place p = place(i);
                           return only_if(p.exists, p.in_shared + layout.place(p.column, p.row));
                         }),
                         in_global(write([=](Element i) {
                           const Place p = place(i);
                           return only_if(p.exists, b + (p.tile_column * w + p.row) * side + p.tile_row * w + p.column);
                         }))});
    listing.barrier();  // the next tiles use the same words
  }
}

void add_transpose(const Problem& o, Count of_column, Known& known) {
  const Count in_row = o.side / o.w;
  const TurnsOfItems turns = turns_of(o, in_row * in_row, o.w * o.w);
  known.rounds += 2 * turns.rounds;
  known.congestion += turns.busiest / o.w * (1 + of_column);
  known.global_rounds += 2 * turns.rounds;
  known.global_congestion += 2 * (o.n / o.w);
}

void append_tree(Listing& listing, const Spread& at, Element s, Element count,
                 const std::function<bool(Element)>& takes_part) {
  const auto own = [=](Element i, Element threads) {
    return only_if(takes_part(at.multiprocessor(i)) && at.local(i) < threads, s + at.local(i));
  };
  if (count <= 1) return;
  listing.in_parallel(at.threads, {write([=](Element i) { return own(i, count); })});
  listing.barrier();
  for (Element left = count; left > 1;) {
    const Element half = (left + 1) / 2;
    const Element pairs = left - half;
    const auto add = [](Word* registers, Word word) { registers[0] += word; };
    listing.in_parallel(
        at.threads,
        {read_and([=](Element i) { return only_if(own(i, pairs) != kInactive, own(i, pairs) + half); }, add),
         write([=](Element i) { return own(i, pairs); })});
    listing.barrier();
    left = half;
  }
}

bool SharedRounds::add(Count begin, Count end, Count first) {
  if (begin >= end) return true;  // no thread, no round
  Count slots = 0;
  for (Count next = begin, thread = begin; thread < end; thread = next) {
    next = std::min((thread / o_.lanes() + 1) * o_.lanes(), end);
    const Count words = next - thread;
    const Count word = first + thread;
    if (o_.unified) {
      slots += (word + words - 1) / o_.w - word / o_.w + 1;
    } else if (o_.identity || word % o_.w == 0) {
      slots += sections(words, o_.w);
    } else {
      return false;  // under a mapping, words of two rows may share a bank
    }
  }
  known_.add(1, 1, slots);
  return true;
}

void SharedRounds::add_one_word(Count threads) {
  if (threads > 0) known_.add(1, 1, sections(threads, o_.lanes()));
}

bool add_tree(const Problem& o, Count count, Known& known) {
  if (count <= 1) return true;
  SharedRounds rounds(o, known);
  bool exact = rounds.add(0, count, 0);
  for (Count left = count; left > 1 && exact; left = (left + 1) / 2) {
    const Count half = (left + 1) / 2;
    exact = rounds.add(0, left - half, half) && rounds.add(0, left - half, 0);
  }
  return exact;
}

}  // namespace superwarp::workload
