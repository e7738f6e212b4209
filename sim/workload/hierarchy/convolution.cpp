// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <stdexcept>

#include "sim/workload/hierarchy.h"

namespace superwarp::workload {
namespace {

/// c[i] <- a[0] b[i] + .. + a[m-1] b[i+m-1] for i < n. A multiprocessor computes `chunk`
/// consecutive c[i]: it copies a and the needed words of b into shared memory and sums there, one
/// thread for each i.
void append_convolution(const WorkloadOptions& o, Listing& listing) {
  const Spread at(o);
  const Element n = o.size;
  const Element m = o.taps;
  const Element w = o.width;
  const Element chunk = sections(sections(n, at.multiprocessors), w) * w;
  const Element a = listing.global_array(m);
  const Element b = listing.global_array(n + m - 1);
  const Element c = listing.global_array(n);
  const Element taps = listing.array(m);
  const Element words = listing.array(chunk + m - 1);

  // Copies `count` words of `from`, from `moved` times the multiprocessor's number on, to `to`.
  const auto take = [&](Element from, Element length, Element to, Element count, Element moved) {
    const auto word = [=](Element i, Element place) {
      const bool exists = at.word(i) < count && at.multiprocessor(i) * moved + at.word(i) < length;
      return only_if(exists, place + at.word(i));
    };
    listing.in_parallel(at.elements(count), {in_global(read([=](Element i) {
                                               const Element place = from + at.multiprocessor(i) * moved;
                                               return word(i, place);
                                             })),
                                             write([=](Element i) { return word(i, to); })});
  };
  take(a, m, taps, m, 0);
  take(b, n + m - 1, words, chunk + m - 1, chunk);
  listing.barrier();

  // Registers: the tap, the sum.
  const auto exists = [=](Element i) { return at.word(i) < chunk && at.multiprocessor(i) * chunk + at.word(i) < n; };
  const Element passes = sections(chunk, at.of_each);
  for (Element pass = 0; pass < passes; ++pass) {
    const auto moved = [=](Element i) { return i + pass * at.threads; };
    for (Element k = 0; k < m; ++k) {
      listing.in_parallel(at.threads,
                          {read_and([=](Element i) { return only_if(exists(moved(i)), taps + k); },
                                    [](Word* registers, Word word) { registers[0] = word; }, 2),
                           read_and([=](Element i) { return only_if(exists(moved(i)), words + at.word(moved(i)) + k); },
                                    [k](Word* registers, Word word) {
                                      registers[1] = (k == 0 ? 0 : registers[1]) + registers[0] * word;
                                    },
                                    2)});
    }
    listing.in_parallel(at.threads, {in_global(write(
                                        [=](Element i) {
                                          const Element word = at.multiprocessor(i) * chunk + at.word(moved(i));
                                          return only_if(exists(moved(i)), c + word);
                                        },
                                        1))});
  }
  listing.promise_global(c, n, [=](Element i) {
    Word sum = 0;
    for (Element k = 0; k < m; ++k) {
      sum += initial_token(static_cast<Address>(a + k)) * initial_token(static_cast<Address>(b + i + k));
    }
    return sum;
  });
}

/// Multiprocessor 0 has the first words, and so the most.
std::optional<Known> convolution_known(const Problem& o) {
  if (o.taps == 0) return std::nullopt;
  const Count q = o.p / o.d;
  const Count m = o.taps;
  const Count chunk = sections(sections(o.n, o.d), o.w) * o.w;
  Known known;
  SharedRounds shared(o, known);
  // Adds the global-memory slots of the pass from word `first` on of each multiprocessor's `count`
  // words, which begin at `moved` times its number and end at `length`.
  const auto add_pass = [&](Count first, Count length, Count count, Count moved) {
    Count slots = 0;
    for (Count k = 0; k < o.d; ++k) {
      const Count own = words_from(k * moved, length, count);
      slots += sections(words_from(first, own, q), o.w);
    }
    Problem::add_global(slots, known);
  };
  const auto take = [&](Count length, Count count, Count moved) {
    for (Count first = 0; first < count; first += q) {
      add_pass(first, length, count, moved);
      shared.add(0, words_from(first, std::min(length, count), q), 0);
    }
  };
  take(m, m, 0);
  take(o.n + m - 1, chunk + m - 1, chunk);
  for (Count first = 0; first < chunk; first += q) {
    const Count words = words_from(first, std::min(chunk, o.n), q);
    for (Count k = 0; k < m; ++k) {
      shared.add_one_word(words);
      if (!shared.add(0, words, first + k)) return std::nullopt;
    }
    add_pass(first, o.n, chunk, chunk);
  }
  return known;
}

}  // namespace

std::vector<Workload> hierarchy_convolution() {
  Workload convolution = hierarchical({5, "hmm-convolution", "c[i] <- a[0] b[i] + .. + a[m-1] b[i+m-1], --taps m",
                                       "abstract of the HMM paper (IPDPSW 2013); the algorithm is ours"},
                                      append_convolution, convolution_known);
  convolution.chooses_taps = true;
  convolution.size_rule = [](const WorkloadOptions& o) {
    constexpr std::uint64_t kMostTaps = 4096;
    if (o.taps <= kMostTaps) return;
    throw std::invalid_argument(fmt::format("{} taps, expected at most {}", o.taps, kMostTaps));
  };
  return {convolution};
}

}  // namespace superwarp::workload
