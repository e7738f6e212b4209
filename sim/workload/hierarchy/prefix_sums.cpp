// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/hierarchy.h"

namespace superwarp::workload {
namespace {

/// Registers: the sum up to this thread, the sum of all words before the tile.
constexpr std::uint32_t kSum = 0;
constexpr std::uint32_t kAhead = 1;

void add_to_sum(Word* registers, Word word) { registers[kSum] += word; }
void add_to_ahead(Word* registers, Word word) { registers[kAhead] += word; }

/// b[i] <- a[0] + .. + a[i]. A multiprocessor has `tiles` tiles of q consecutive words, one a
/// thread. It publishes the sum of its words. With the sum of all words before its first tile, it
/// then scans each tile in shared memory, doubling the distance in every step.
void append_prefix_sums(const WorkloadOptions& o, Listing& listing) {
  const Spread at(o);
  const Element n = o.size;
  const Element q = at.of_each;
  const Element d = at.multiprocessors;
  const Element tiles = sections(n, at.threads);
  const Element a = listing.global_array(n);
  const Element b = listing.global_array(n);
  const Element partial = listing.global_array(d);
  const Element s = listing.array(q);
  const Element sums = listing.array(d);
  const auto word = [=](Element i, Element tile) { return (at.multiprocessor(i) * tiles + tile) * q + at.local(i); };

  if (d > 1) {
    for (Element tile = 0; tile < tiles; ++tile) {
      listing.in_parallel(at.threads,
                          {in_global(read_and([=](Element i) { return only_if(word(i, tile) < n, a + word(i, tile)); },
                                              add_to_sum, 2))});
    }
    append_tree(listing, at, s, q, [](Element) { return true; });
    listing.in_parallel(
        at.threads,
        {in_global(write([=](Element i) { return only_if(at.local(i) == 0, partial + at.multiprocessor(i)); }))});
    listing.device_barrier();
    // Every thread adds the sums of the multiprocessors before its own, one after another.
    listing.in_parallel(
        at.elements(d),
        {in_global(read([=](Element i) { return only_if(at.word(i) < at.multiprocessor(i), partial + at.word(i)); })),
         write([=](Element i) { return only_if(at.word(i) < at.multiprocessor(i), sums + at.word(i)); })});
    listing.barrier();
    for (Element m = 0; m + 1 < d; ++m) {
      listing.in_parallel(at.threads, {read_and([=](Element i) { return only_if(m < at.multiprocessor(i), sums + m); },
                                                add_to_ahead, 2)});
    }
  }
  for (Element tile = 0; tile < tiles; ++tile) {
    const auto exists = [=](Element i) { return word(i, tile) < n; };
    const auto own = [=](Element i) { return only_if(exists(i), s + at.local(i)); };
    listing.in_parallel(
        at.threads,
        {in_global(read([=](Element i) { return only_if(exists(i), a + word(i, tile)); }, kSum)), write(own, kSum)});
    listing.barrier();
    for (Element distance = 1; distance < q; distance *= 2) {
      listing.in_parallel(
          at.threads,
          {read_and(
              [=](Element i) { return only_if(exists(i) && at.local(i) >= distance, s + at.local(i) - distance); },
              add_to_sum, 2)});
      listing.barrier();
      listing.in_parallel(at.threads, {write(own, kSum)});
      listing.barrier();
    }
    listing.in_parallel(at.threads,
                        {in_global(write_value(
                             [=](Element i) { return only_if(exists(i), b + word(i, tile)); },
                             [](const Word* registers, Element /*i*/) { return registers[kSum] + registers[kAhead]; })),
                         read_and([=](Element i) { return only_if(exists(i), s + q - 1); }, add_to_ahead, 2)});
    listing.barrier();  // the next tile uses the same words
  }
  listing.promise_global(b, n, [](Element i) { return sum_of_tokens(i + 1); });
}

/// Multiprocessor 0 has the first tiles and so the most words; the last one reads the most sums of
/// others.
std::optional<Known> prefix_sums_known(const Problem& o) {
  if (o.unified || !o.identity) return std::nullopt;
  const Count q = o.p / o.d;
  const Count tiles = o.passes();
  Known known;
  SharedRounds shared(o, known);
  const auto add_tile_of_each = [&](Count tile) {
    Count slots = 0;
    for (Count m = 0; m < o.d; ++m) slots += sections(words_from((m * tiles + tile) * q, o.n, q), o.w);
    Problem::add_global(slots, known);
  };
  if (o.d > 1) {
    for (Count tile = 0; tile < tiles; ++tile) add_tile_of_each(tile);
    add_tree(o, q, known);
    Problem::add_global(o.d, known);
    for (Count first = 0; first < o.d; first += q) {
      Count slots = 0;
      for (Count m = 0; m < o.d; ++m) slots += sections(words_from(first, m, q), o.w);
      Problem::add_global(slots, known);
      shared.add(0, words_from(first, o.d - 1, q), 0);
    }
    for (Count m = 0; m + 1 < o.d; ++m) shared.add_one_word(q);
  }
  for (Count tile = 0; tile < tiles; ++tile) {
    const Count words = words_from(tile * q, o.n, q);
    add_tile_of_each(tile);
    shared.add(0, words, 0);
    for (Count distance = 1; distance < q; distance *= 2) {
      shared.add(distance, words, 0 - distance);
      shared.add(0, words, 0);
    }
    add_tile_of_each(tile);
    shared.add_one_word(words);
  }
  return known;
}

}  // namespace

std::vector<Workload> hierarchy_prefix_sums() {
  return {hierarchical({7, "hmm-prefix-sums", "b[i] <- a[0] + .. + a[i], in shared memories",
                        "the sum/prefix-sums chapter has it on one memory; the algorithm is ours"},
                       append_prefix_sums, prefix_sums_known)};
}

}  // namespace superwarp::workload
