// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <stdexcept>

#include "sim/workload/hierarchy.h"

namespace superwarp::workload {
namespace {

/// c[i] <- a[0] b[i] + .. + a[m-1] b[i+m-1] for i < n. A multiprocessor has c[i] for `chunk` words
/// of consecutive i: it takes a, and the words of b that these need, into shared memory, and adds
/// up there, a thread for each i.
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

  // Words of `from` that each multiprocessor takes to `to`, from `moved` times its number on.
  const auto take = [&](Element from, Element length, Element to, Element count, Element moved) {
    const auto word = [=](Element i, Element place) {
      const bool exists = at.word(i) < count && at.multiprocessor(i) * moved + at.word(i) < length;
      return only_if(exists, place + at.word(i));
    };
    listing.in_parallel(at.elements(count), {in_global(read([=](Element i) {
                                               const Element place =
                                                   from + at.multiprocessor(i) * moved;
                                               return word(i, place);
                                             })),
                                             write([=](Element i) { return word(i, to); })});
  };
  take(a, m, taps, m, 0);
  take(b, n + m - 1, words, chunk + m - 1, chunk);
  listing.barrier();

  // Registers: the tap, the sum.
  const auto exists = [=](Element i) {
    return at.word(i) < chunk && at.multiprocessor(i) * chunk + at.word(i) < n;
  };
  const Element passes = sections(chunk, at.of_each);
  for (Element pass = 0; pass < passes; ++pass) {
    const auto moved = [=](Element i) { return i + pass * at.threads; };
    for (Element k = 0; k < m; ++k) {
      listing.in_parallel(
          at.threads,
          {read_and([=](Element i) { return only_if(exists(moved(i)), taps + k); },
                    [](Word* registers, Word word) { registers[0] = word; }, 2),
           read_and(
               [=](Element i) { return only_if(exists(moved(i)), words + at.word(moved(i)) + k); },
               [k](Word* registers, Word word) {
                 registers[1] = (k == 0 ? 0 : registers[1]) + registers[0] * word;
               },
               2)});
    }
    listing.in_parallel(at.threads, {in_global(write(
                                        [=](Element i) {
                                          const Element word =
                                              at.multiprocessor(i) * chunk + at.word(moved(i));
                                          return only_if(exists(moved(i)), c + word);
                                        },
                                        1))});
  }
  listing.promise_global(c, n, [=](Element i) {
    Word sum = 0;
    for (Element k = 0; k < m; ++k) {
      sum += initial_token(static_cast<Address>(a + k)) *
             initial_token(static_cast<Address>(b + i + k));
    }
    return sum;
  });
}

}  // namespace

std::vector<Workload> hierarchy_convolution() {
  Workload convolution =
      hierarchical(5, "hmm-convolution", "c[i] <- a[0] b[i] + .. + a[m-1] b[i+m-1], --taps m",
                   "abstract of the HMM paper (IPDPSW 2013); the algorithm is ours");
  convolution.chooses_taps = true;
  convolution.size_rule = [](const WorkloadOptions& o) {
    constexpr std::uint64_t kMostTaps = 4096;
    if (o.taps <= kMostTaps) return;
    throw std::invalid_argument(fmt::format("{} taps, expected at most {}", o.taps, kMostTaps));
  };
  convolution.listing = append_convolution;
  return {convolution};
}

}  // namespace superwarp::workload
