// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/hierarchy.h"

namespace superwarp::workload {
namespace {

/// Slots of a warp that reads a column of a tile; nullopt if not known exactly.
using OfColumn = std::function<std::optional<Count>(const Problem&)>;

Workload through_tiles(std::uint32_t place, const std::string& name, const std::string& tile,
                       TileLayout (*layout)(std::uint64_t width), const OfColumn& of_column) {
  Workload transpose = hierarchical({place, "hmm-transpose-" + name, "b <- a transposed, through tiles " + tile,
                                     "NVIDIA, An Efficient Matrix Transpose in CUDA C/C++, 2013"});
  transpose.matrix = true;
  transpose.size_rule = multiple_of_width("side", ", and tiles have {} columns");
  transpose.listing = [layout](const WorkloadOptions& o, Listing& listing) {
    const Element side = o.size;
    const Element a = listing.global_array(side * side);
    const Element b = listing.global_array(side * side);
    const TileLayout tile_layout = layout(o.width);
    const Element s = listing.array(transpose_words(o, tile_layout));
    append_transpose(o, listing, a, b, s, tile_layout);
    listing.promise_global(
        b, side * side, [side](Element i) { return initial_token(static_cast<Address>(i % side * side + i / side)); });
  };
  transpose.formula = [of_column](const Problem& o) -> std::optional<Known> {
    const std::optional<Count> slots = of_column(o);
    if (!slots || o.side % o.w != 0) return std::nullopt;
    Known known;
    add_transpose(o, *slots, known);
    return known;
  };
  return transpose;
}

/// In tiles of w columns each warp of a super warp accesses w words of its own bank, or all access
/// the same w rows.
std::optional<Count> of_one_bank(const Problem& o) {
  if (!o.identity || o.w % o.s != 0) return std::nullopt;
  return o.w / o.s;
}

std::optional<Count> of_all_banks(const Problem& o) {
  if (o.unified) return std::nullopt;
  return o.identity ? std::optional<Count>(1) : std::nullopt;
}

std::optional<Count> of_a_diagonal(const Problem& o) { return o.unified ? of_one_bank(o) : of_all_banks(o); }

}  // namespace

std::vector<Workload> hierarchy_transpose() {
  return {through_tiles(2, "naive", "[w][w]", naive_tile, of_one_bank),
          through_tiles(3, "padded", "[w][w + 1]", padded_tile, of_all_banks),
          through_tiles(4, "diagonal", "[w][w] whose row r begins at column r", diagonal_tile, of_a_diagonal)};
}

}  // namespace superwarp::workload
