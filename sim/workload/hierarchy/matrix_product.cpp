// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <stdexcept>

#include "sim/workload/hierarchy.h"

namespace superwarp::workload {
namespace {

/// c <- a b, square matrices. A multiprocessor computes one tile of w * w words of c at a time, one
/// word a thread, from a row of tiles of a and a column of tiles of b.
void append_product(const WorkloadOptions& o, Listing& listing) {
  const Spread at(o);
  const Element w = o.width;
  const Element side = o.size;
  const Element in_row = side / w;
  const Element a = listing.global_array(side * side);
  const Element b = listing.global_array(side * side);
  const Element c = listing.global_array(side * side);
  const Element tile_a = listing.array(w * w);
  const Element tile_b = listing.array(w * w);
  for (Element first = 0; first < in_row * in_row; first += at.multiprocessors) {
    const auto tile = [=](Element i) { return first + at.multiprocessor(i); };
    const auto row = [=](Element i) { return at.local(i) / w; };
    const auto column = [=](Element i) { return at.local(i) % w; };
    // The thread's word in tile (r, q) of the matrix at `matrix`.
    const auto word = [=](Element i, Element matrix, Element r, Element q) {
      return only_if(tile(i) < in_row * in_row, matrix + (r * w + row(i)) * side + q * w + column(i));
    };
    const auto shared = [=](Element i, Element place) { return only_if(tile(i) < in_row * in_row, place); };
    for (Element t = 0; t < in_row; ++t) {
      listing.in_parallel(at.threads, {in_global(read([=](Element i) { return word(i, a, tile(i) / in_row, t); })),
                                       write([=](Element i) { return shared(i, tile_a + at.local(i)); }),
                                       in_global(read([=](Element i) { return word(i, b, t, tile(i) % in_row); })),
                                       write([=](Element i) { return shared(i, tile_b + at.local(i)); })});
      listing.barrier();
      for (Element k = 0; k < w; ++k) {
        const bool starts = t == 0 && k == 0;
        listing.in_parallel(at.threads, {read_and([=](Element i) { return shared(i, tile_a + row(i) * w + k); },
                                                  [](Word* registers, Word found) { registers[0] = found; }, 2),
                                         read_and([=](Element i) { return shared(i, tile_b + k * w + column(i)); },
                                                  [starts](Word* registers, Word found) {
                                                    registers[1] = (starts ? 0 : registers[1]) + registers[0] * found;
                                                  },
                                                  2)});
      }
      listing.barrier();  // the next tiles use the same words
    }
    listing.in_parallel(
        at.threads, {in_global(write([=](Element i) { return word(i, c, tile(i) / in_row, tile(i) % in_row); }, 1))});
  }
  listing.promise_global(c, side * side, [=](Element i) {
    Word sum = 0;
    for (Element k = 0; k < side; ++k) {
      sum += initial_token(static_cast<Address>(a + i / side * side + k)) *
             initial_token(static_cast<Address>(b + k * side + i % side));
    }
    return sum;
  });
}

}  // namespace

std::vector<Workload> hierarchy_matrix_product() {
  Workload product = hierarchical({6, "hmm-matrix-product", "c <- a b, square matrices, through tiles [w][w]",
                                   "NVIDIA, CUDA C++ Programming Guide, shared memory"},
                                  append_product);
  product.matrix = true;
  product.size_rule = [](const WorkloadOptions& o) {
    multiple_of_width("side", ", and tiles have {} columns")(o);
    const std::uint64_t threads = std::uint64_t{o.multiprocessors} * o.width * o.width;
    if (o.threads == threads) return;
    throw std::invalid_argument(fmt::format(
        "{} threads, expected one for every word of a tile on each multiprocessor, {}", o.threads, threads));
  };
  // In each turn, for each of in_row steps, two tiles are loaded and w words of each are
  // multiplied. The warps of a super warp access one bank of tile a and one row of tile b.
  product.formula = [](const Problem& o) -> std::optional<Known> {
    const Count threads = o.d * o.w * o.w;
    if (o.p != threads || o.side % o.w != 0 || o.w % o.s != 0) return std::nullopt;
    if (o.s > 1 && !o.identity) return std::nullopt;
    const Count in_row = o.side / o.w;
    const Count tiles = in_row * in_row;
    const Count turns = sections(tiles, o.d);
    Known known;
    known.rounds = turns * in_row * (2 + 2 * o.w);
    known.congestion = turns * in_row * (2 * o.w + o.w * (o.w + o.w / o.s));
    known.global_rounds = turns * (2 * in_row + 1);
    known.global_congestion = tiles * o.w * (2 * in_row + 1);
    return known;
  };
  return {product};
}

}  // namespace superwarp::workload
