// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/transpose.h"

#include <cmath>

namespace superwarp::workload {

void promise_transposed(Listing& listing, Element first, std::uint64_t side) {
  listing.promise(first, side * side,
                  [side](Element i) { return initial_token(static_cast<Address>(i % side * side + i / side)); });
}

std::optional<Known> diagonals_known(const Problem& o, Count accesses) {
  if (o.side % o.w != 0 || !o.identity) return std::nullopt;
  if (o.unified && o.s > 1 && o.side % o.lanes() != 0) return std::nullopt;  // diagonals meet
  const Count each = o.unified ? o.w : 1;
  return Known{accesses * (o.n / o.w) * each, accesses * o.passes(), o.every(each * o.s)};
}

void append_rotation(Listing& listing, std::uint64_t matrices, std::uint64_t side) {
  const std::uint64_t w = listing.width();
  const std::uint64_t blocks = side / w;  // in a row of blocks
  const std::uint64_t per_matrix = blocks * blocks;
  // The address of row r, column c of block (i, j) of matrix m.
  const auto in_block = [=](std::uint64_t m, std::uint64_t i, std::uint64_t j, std::uint64_t r, std::uint64_t c) {
    return (m * side + i * w + r) * side + j * w + c;
  };
  // One warp a block: element e is thread e mod w of block e / w.
  const auto own_block = [=](Element e, std::uint64_t r, std::uint64_t c) {
    const std::uint64_t block = e / w % per_matrix;
    return in_block(e / w / per_matrix, block / blocks, block % blocks, r, c);
  };
  std::vector<Step> rotate;
  for (std::uint64_t t = 0; t < w; ++t) {  // l_i[t] <- a[t][(t + i) mod w]
    rotate.push_back(read([=](Element e) { return own_block(e, t, (t + e) % w); }, static_cast<std::uint32_t>(t)));
  }
  for (std::uint64_t t = 0; t < w; ++t) {  // a[t][(t - i) mod w] <- l_i[(t - i) mod w]
    const auto turned = [=](Element e) { return (t + w - e % w) % w; };
    rotate.push_back(write_value([=](Element e) { return own_block(e, t, turned(e)); },
                                 [=](const Word* local, Element e) { return local[turned(e)]; }));
  }
  listing.in_parallel(matrices * per_matrix * w, std::move(rotate));
  listing.barrier();  // different warps rotate and swap a block

  // Words of the blocks (i, j) and (j, i), i < j: element e is word e mod w^2 of a pair.
  const std::uint64_t pairs = blocks * (blocks - 1) / 2;
  const auto swapped = [=](Element e, bool upper) {
    const std::uint64_t pair = e / (w * w) % pairs;
    // Pairs (0, j), (1, j), .. (j - 1, j) are numbered from j (j - 1) / 2 on.
    auto j = static_cast<std::uint64_t>((1 + std::sqrt(1 + 8 * static_cast<double>(pair))) / 2);
    while (j * (j - 1) / 2 > pair) --j;
    while (j * (j + 1) / 2 <= pair) ++j;
    const std::uint64_t i = pair - j * (j - 1) / 2;
    const std::uint64_t matrix = e / (w * w) / pairs;
    const std::uint64_t r = e % (w * w) / w;
    return upper ? in_block(matrix, i, j, r, e % w) : in_block(matrix, j, i, r, e % w);
  };
  const auto upper = [=](Element e) { return swapped(e, true); };
  const auto lower = [=](Element e) { return swapped(e, false); };
  listing.in_parallel(matrices * pairs * w * w, {read(upper, 0), read(lower, 1), write(upper, 1), write(lower, 0)});
  listing.barrier();
}

std::optional<Known> rotation_known(const Problem& o, Count matrices, Count side) {
  if (side % o.w != 0) return std::nullopt;
  const Count blocks = side / o.w;
  const Count threads = matrices * blocks * blocks * o.w;
  const Count swapped = matrices * blocks * (blocks - 1) / 2 * o.w * o.w;
  Known known;
  known.add(2 * o.w, sections(threads, o.p), 2 * threads);
  known.add(4, sections(swapped, o.p), 4 * swapped / o.w);
  return known;
}

}  // namespace superwarp::workload
