#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

#include "sim/workload/algorithm/algorithms.h"

// Symbols as in the DMM/UMM paper, Section IV: the matrix a has sqrt(n) rows and columns, and
// thread i of pass t has j = (t*p + i) / sqrt(n), k = (t*p + i) mod sqrt(n).

namespace superwarp::workload {
namespace {

/// The position of a matrix element in its array.
Address at(std::uint64_t side, std::uint64_t row, std::uint64_t column) {
  return static_cast<Address>(row * side + column);
}

/// A promise that the matrix at address 0 is transposed.
void promise_transposed(Listing& listing, std::uint64_t side) {
  listing.promise(side * side,
                  [side](Address a) { return initial_token(at(side, a % side, a / side)); });
}

}  // namespace

std::unique_ptr<Program> straightforward_transpose(const WorkloadOptions& options) {
  const std::uint64_t side = options.size;
  auto listing = std::make_unique<Listing>(options, side * side, 2);
  const AddressOf upper = [side](Element i) {  // a[j][k] for j < k
    return i / side < i % side ? at(side, i / side, i % side) : kInactive;
  };
  const AddressOf lower = [side](Element i) {  // a[k][j] for j < k
    return i / side < i % side ? at(side, i % side, i / side) : kInactive;
  };
  // No barrier: both words of an exchange belong to one thread.
  listing->in_parallel(side * side,
                       {read(upper, 0), read(lower, 1), write(upper, 1), write(lower, 0)});
  promise_transposed(*listing, side);
  return listing;
}

std::unique_ptr<Program> workspace_transpose(const WorkloadOptions& options) {
  const std::uint64_t side = options.size;
  const std::uint64_t n = side * side;
  const std::uint64_t b = (n + options.width - 1) / options.width * options.width;
  auto listing = std::make_unique<Listing>(options, b + n, 1);
  listing->in_parallel(n, {read([](Element i) { return static_cast<Address>(i); }, 0),
                           write([b](Element i) { return static_cast<Address>(b + i); }, 0)});
  listing->barrier();  // a word of b is read by another thread than wrote it, and a is overwritten
  const auto diagonal = [side](Element i) { return (i / side + i % side) % side; };
  listing->in_parallel(
      n, {read([=](Element i) { return static_cast<Address>(b + at(side, i % side, diagonal(i))); },
               0),
          write([=](Element i) { return at(side, diagonal(i), i % side); }, 0)});
  promise_transposed(*listing, side);
  return listing;
}

void append_rotation(Listing& listing, Address base, std::uint64_t matrices, std::uint32_t side) {
  const std::uint64_t w = listing.width();
  const std::uint64_t blocks = side / w;  // in a row of blocks
  const std::uint64_t per_matrix = blocks * blocks;
  const std::uint64_t words = std::uint64_t{side} * side;
  // The address of row r, column c of block (i, j) of matrix m.
  const auto in_block = [=](std::uint64_t m, std::uint64_t i, std::uint64_t j, std::uint64_t r,
                            std::uint64_t c) {
    return static_cast<Address>(base + m * words + at(side, i * w + r, j * w + c));
  };
  // One warp a block: element e is thread e mod w of block e / w.
  const auto own_block = [=](Element e, std::uint64_t r, std::uint64_t c) {
    const std::uint64_t block = e / w % per_matrix;
    return in_block(e / w / per_matrix, block / blocks, block % blocks, r, c);
  };
  std::vector<Step> rotate;
  for (std::uint64_t t = 0; t < w; ++t) {  // l_i[t] <- a[t][(t + i) mod w]
    rotate.push_back(read([=](Element e) { return own_block(e, t, (t + e) % w); },
                          static_cast<std::uint32_t>(t)));
  }
  for (std::uint64_t t = 0; t < w; ++t) {  // a[t][(t - i) mod w] <- l_i[(t - i) mod w]
    const auto turned = [=](Element e) { return (t + w - e % w) % w; };
    rotate.push_back(write([=](Element e) { return own_block(e, t, turned(e)); },
                           [=](const Word* local, Element e) { return local[turned(e)]; }));
  }
  listing.in_parallel(matrices * per_matrix * w, rotate);
  listing.barrier();  // another warp swaps the block than rotated it

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
  const AddressOf upper = [=](Element e) { return swapped(e, true); };
  const AddressOf lower = [=](Element e) { return swapped(e, false); };
  listing.in_parallel(matrices * pairs * w * w,
                      {read(upper, 0), read(lower, 1), write(upper, 1), write(lower, 0)});
  listing.barrier();
}

std::unique_ptr<Program> rotating_transpose(const WorkloadOptions& options) {
  const std::uint64_t side = options.size;
  if (side % options.width != 0) {
    throw std::invalid_argument(fmt::format(
        "workload transpose-rotate: side {} is no multiple of the width {}: it rotates {} x {} "
        "blocks; the next side that is one is {}",
        side, options.width, options.width, options.width,
        (side / options.width + 1) * options.width));
  }
  auto listing =
      std::make_unique<Listing>(options, side * side, std::max<std::uint32_t>(options.width, 2));
  append_rotation(*listing, 0, 1, static_cast<std::uint32_t>(side));
  promise_transposed(*listing, side);
  return listing;
}

}  // namespace superwarp::workload
