// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "sim/workload/hierarchy.h"

namespace superwarp::workload {
namespace {

/// How a tile of w columns lies in shared memory: its words, and where its word (row, column) is.
struct Layout {
  std::uint64_t words;
  std::function<Element(Element row, Element column)> place;
};

using LayoutFor = std::function<Layout(std::uint64_t width)>;

/// b <- a transposed, through tiles of w * w words: a warp takes rows of a tile from a, puts them
/// into shared memory, reads columns there, and writes them as rows of b. Multiprocessor m has the
/// tiles m, m + d, ..; one at a time or, with more than w * w threads, as many as they have words
/// for.
void append_transpose(const WorkloadOptions& o, Listing& listing, const Layout& layout) {
  const Spread at(o);
  const Element w = o.width;
  const Element side = o.size;
  const Element a = listing.global_array(side * side);
  const Element b = listing.global_array(side * side);
  const Element together = std::max<Element>(1, at.of_each / (w * w));
  const Element tiles = side / w * (side / w);
  const Element s = listing.array(together * layout.words);
  const Element elements = at.elements(together * w * w);
  for (Element first = 0; first < tiles; first += at.multiprocessors * together) {
    struct Cell {
      Element slot, tile_row, tile_column, row, column;
      bool exists;
    };
    const auto cell = [=](Element i) {
      const Element word = at.word(i);
      const Element slot = word / (w * w);
      const Element tile = first + at.multiprocessor(i) * together + slot;
      return Cell{slot,         tile / (side / w), tile % (side / w),
                  word / w % w, word % w,          slot < together && tile < tiles};
    };
    listing.in_parallel(elements, {in_global(read([=](Element i) {
                                     const Cell c = cell(i);
                                     return only_if(c.exists, a + (c.tile_row * w + c.row) * side +
                                                                  c.tile_column * w + c.column);
                                   })),
                                   write([=](Element i) {
                                     const Cell c = cell(i);
                                     return only_if(c.exists, s + c.slot * layout.words +
                                                                  layout.place(c.row, c.column));
                                   })});
    listing.barrier();
    listing.in_parallel(
        elements,
        {read([=](Element i) {
           const Cell c = cell(i);
           return only_if(c.exists, s + c.slot * layout.words + layout.place(c.column, c.row));
         }),
         in_global(write([=](Element i) {
           const Cell c = cell(i);
           return only_if(c.exists,
                          b + (c.tile_column * w + c.row) * side + c.tile_row * w + c.column);
         }))});
    listing.barrier();  // the next tiles lie where these do
  }
  listing.promise_global(b, side * side, [side](Element i) {
    return initial_token(static_cast<Address>(i % side * side + i / side));
  });
}

Workload through_tiles(std::uint32_t place, const std::string& name, const std::string& tile,
                       const LayoutFor& layout) {
  Workload transpose =
      hierarchical(place, "hmm-transpose-" + name, "b <- a transposed, through tiles " + tile,
                   "NVIDIA, An Efficient Matrix Transpose in CUDA C/C++, 2013");
  transpose.matrix = true;
  transpose.size_rule = multiple_of_width("side", ", and tiles have {} columns");
  transpose.listing = [layout](const WorkloadOptions& o, Listing& listing) {
    append_transpose(o, listing, layout(o.width));
  };
  return transpose;
}

}  // namespace

std::vector<Workload> hierarchy_transpose() {
  return {
      through_tiles(
          2, "naive", "[w][w]",
          [](std::uint64_t w) {
            return Layout{w * w, [w](Element row, Element column) { return row * w + column; }};
          }),
      through_tiles(3, "padded", "[w][w + 1]",
                    [](std::uint64_t w) {
                      return Layout{w * (w + 1), [w](Element row, Element column) {
                                      return row * (w + 1) + column;
                                    }};
                    }),
      through_tiles(4, "diagonal", "[w][w] whose row r begins at column r",
                    [](std::uint64_t w) {
                      return Layout{w * w, [w](Element row, Element column) {
                                      return row * w + (row + column) % w;
                                    }};
                    }),
  };
}

}  // namespace superwarp::workload
