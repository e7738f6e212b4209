// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "sim/permutation/schedule.h"
#include "sim/workload/hierarchy.h"
#include "sim/workload/permuting.h"

namespace superwarp::workload {
namespace {

/// The moves of words within a matrix's rows: entry i of a row is the column of the word that
/// thread i moves, and its target column. A warp's words are in distinct banks before and after.
struct Moves {
  std::vector<std::uint32_t> from;
  std::vector<std::uint32_t> to;
};

std::shared_ptr<const Moves> moves_of(const std::vector<std::uint32_t>& column, std::uint32_t side,
                                      std::uint32_t width) {
  auto moves = std::make_shared<Moves>();
  for (auto row = column.begin(); row != column.end(); row += side) {
    const permutation::Permutation of_row({row, row + side});
    for (const std::uint32_t from : permutation::conflict_free_order(of_row, width)) {
      moves->from.push_back(from);
      moves->to.push_back(of_row(from));
    }
  }
  return moves;
}

/// Permutes the rows of the matrix at `array` of global memory in place: a multiprocessor copies
/// rows to `s` in shared memory, moves their words to `t`, and writes them back.
void append_rows(const Items& rows, Listing& listing, Element array, Element s, Element t,
                 const std::shared_ptr<const Moves>& moves) {
  const Element side = rows.words;
  for (Element first = 0; first < rows.items; first += rows.in_turn()) {
    const auto in_global_row = [=](Element i) {
      const Items::Cell c = rows.cell(first, i);
      return only_if(c.exists, array + c.item * side + c.word);
    };
    const auto in_shared_row = [=](Element i, Element place) {
      const Items::Cell c = rows.cell(first, i);
      return only_if(c.exists, place + c.slot * side + c.word);
    };
    const auto moved = [=](Element i, Element place, const std::vector<std::uint32_t>& columns) {
      const Items::Cell c = rows.cell(first, i);
      return c.exists ? place + c.slot * side + columns[c.item * side + c.word] : kInactive;
    };
    listing.in_parallel(rows.elements(),
                        {in_global(read(in_global_row)), write([=](Element i) { return in_shared_row(i, s); })});
    listing.barrier();
    listing.in_parallel(rows.elements(), {read([=](Element i) { return moved(i, s, moves->from); }),
                                          write([=](Element i) { return moved(i, t, moves->to); })});
    listing.barrier();
    listing.in_parallel(rows.elements(),
                        {read([=](Element i) { return in_shared_row(i, t); }), in_global(write(in_global_row))});
    listing.barrier();  // the next rows use the same words
  }
  listing.device_barrier();
}

/// a[P(i)] <- a[i] for the words of a square matrix: rows, transpose, rows, transpose, rows.
void append_permutation(const WorkloadOptions& o, const permutation::Permutation& permutation, Listing& listing) {
  const auto side = static_cast<std::uint32_t>(o.size);
  const Element words = Element{side} * side;
  const Element a = listing.global_array(words);
  const Element b = listing.global_array(words);
  const Items rows(Spread(o), side, side);
  const TileLayout tile = diagonal_tile(o.width);
  // Rows and tiles share the words.
  const Element in_rows = rows.together * side;
  const Element s = listing.array(std::max(2 * in_rows, transpose_words(o, tile)));
  const permutation::RowsOfMatrix columns = permutation::rows_of_matrix(permutation.targets().data(), side);
  const auto permute = [&](Element array, const std::vector<std::uint32_t>& column) {
    append_rows(rows, listing, array, s, s + in_rows, moves_of(column, side, o.width));
  };
  const auto transpose = [&](Element from, Element to) {
    append_transpose(o, listing, from, to, s, tile);
    listing.device_barrier();
  };
  permute(a, columns.to_colour);
  transpose(a, b);
  permute(b, columns.to_row);
  transpose(b, a);
  permute(a, columns.to_column);
  const auto source = std::make_shared<const permutation::Permutation>(permutation.inverse());
  listing.promise_global(a, words, [source](Element i) { return initial_token((*source)(i)); });
}

}  // namespace

std::vector<Workload> hierarchy_permutation() {
  Workload workload =
      hierarchical({8, "hmm-permutation", "a[P(i)] <- a[i], a matrix: its rows in shared memory, and transposes",
                    "DMM/UMM paper (IPDPSW 2012), Sections V and VI; to put them together is ours"});
  workload.matrix = true;
  workload.permutes = true;
  workload.size_rule = multiple_of_width("side", ", and tiles have {} columns");
  workload.listing = [name = workload.name](const WorkloadOptions& o, Listing& listing) {
    WorkloadOptions of_words = o;
    of_words.size = o.size * o.size;
    append_permutation(o, chosen_permutation(name, of_words, of_words.size), listing);
  };
  workload.formula = [](const Problem& o) -> std::optional<Known> {
    if (o.unified || !o.identity || o.side % o.w != 0) return std::nullopt;
    const TurnsOfItems turns = turns_of(o, o.side, o.side);
    Known known;
    known.rounds = 3 * 4 * turns.rounds;
    known.congestion = 3 * 4 * (turns.busiest / o.w);
    known.global_rounds = 3 * 2 * turns.rounds;
    known.global_congestion = 3 * 2 * (o.n / o.w);
    add_transpose(o, 1, known);
    add_transpose(o, 1, known);
    return known;
  };
  return {workload};
}

}  // namespace superwarp::workload
