// SPDX-License-Identifier: Apache-2.0
#include "sim/permutation/schedule.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "sim/permutation/edge_colouring.h"

namespace superwarp::permutation {

std::vector<std::uint32_t> conflict_free_order(const Permutation& permutation, std::uint32_t width) {
  const std::uint64_t n = permutation.size();
  if (n % width != 0) {
    throw std::invalid_argument(
        fmt::format("size {} is not a multiple of the width {}: banks would have unequal numbers of words; the "
                    "next multiple is {}",
                    n, width, (n / width + 1) * width));
  }
  std::vector<std::uint32_t> source_bank(n);
  std::vector<std::uint32_t> target_bank(n);
  for (std::uint64_t k = 0; k < n; ++k) {
    source_bank[k] = static_cast<std::uint32_t>(k % width);
    target_bank[k] = permutation(k) % width;
  }
  const std::vector<std::uint32_t> colour = colour_edges(width, source_bank, target_bank);
  std::vector<std::uint32_t> order(n);
  for (std::uint64_t k = 0; k < n; ++k) {
    order[std::uint64_t{colour[k]} * width + k % width] = static_cast<std::uint32_t>(k);
  }
  return order;
}

RowsOfMatrix rows_of_matrix(const std::uint32_t* place, std::uint32_t side) {
  const std::size_t words = std::size_t{side} * side;
  std::vector<std::uint32_t> row(words);
  std::vector<std::uint32_t> target_row(words);
  for (std::size_t e = 0; e < words; ++e) {
    row[e] = static_cast<std::uint32_t>(e / side);
    target_row[e] = place[e] / side;
  }
  RowsOfMatrix rows;
  rows.to_colour = colour_edges(side, row, target_row);
  rows.to_row.resize(words);
  rows.to_column.resize(words);
  for (std::size_t e = 0; e < words; ++e) {
    // After a transpose the word is in the row of its colour; after the second, in its target's
    // row.
    const std::size_t colour = rows.to_colour[e];
    rows.to_row[colour * side + row[e]] = target_row[e];
    rows.to_column[std::size_t{target_row[e]} * side + colour] = place[e] % side;
  }
  return rows;
}

std::uint32_t umm_depth(std::uint64_t size, std::uint32_t width) {
  std::vector<std::uint64_t> sizes;
  std::uint64_t allowed = width;
  for (std::uint32_t k = 0; allowed <= Permutation::kLargest; ++k, allowed *= allowed) {
    if (allowed == size) return k;
    sizes.push_back(allowed);
    if (allowed == 1) break;  // its square is no other size
  }
  throw std::invalid_argument(
      fmt::format("size {} is not w^(2^k), which recursive rows need; for width {} there are {}", size, width,
                  fmt::join(sizes, ", ")));
}

namespace {

class UmmScheduler {
 public:
  UmmScheduler(std::uint64_t size, std::uint32_t width) : n_(size), w_(width) {}

  /// Appends the phases that permute all blocks of w^(2^depth) words; the word at i moves to
  /// place[i] in its block.
  void permute(const std::vector<std::uint32_t>& place, std::uint32_t depth) {
    if (depth == 0) {
      phases_.push_back({{place.begin(), place.end()}, 0, 0});
      return;
    }
    std::uint64_t side = w_;  // of a block as a matrix: w^(2^(depth - 1))
    for (std::uint32_t k = 1; k < depth; ++k) side *= side;
    const std::uint64_t block = side * side;
    std::vector<std::uint32_t> to_colour(n_);
    std::vector<std::uint32_t> to_row(n_);
    std::vector<std::uint32_t> to_column(n_);
    for (std::uint64_t base = 0; base < n_; base += block) {
      const RowsOfMatrix rows = rows_of_matrix(&place[base], static_cast<std::uint32_t>(side));
      std::copy(rows.to_colour.begin(), rows.to_colour.end(), &to_colour[base]);
      std::copy(rows.to_row.begin(), rows.to_row.end(), &to_row[base]);
      std::copy(rows.to_column.begin(), rows.to_column.end(), &to_column[base]);
    }
    permute(to_colour, depth - 1);
    phases_.push_back({{}, n_ / block, static_cast<std::uint32_t>(side)});
    permute(to_row, depth - 1);
    phases_.push_back({{}, n_ / block, static_cast<std::uint32_t>(side)});
    permute(to_column, depth - 1);
  }

  std::vector<Phase> phases() { return std::move(phases_); }

 private:
  std::uint64_t n_;
  std::uint64_t w_;
  std::vector<Phase> phases_;
};

}  // namespace

std::vector<Phase> umm_phases(const Permutation& permutation, std::uint32_t width) {
  const std::uint32_t depth = umm_depth(permutation.size(), width);
  if (width - 1 > UINT16_MAX) {
    throw std::invalid_argument(fmt::format("width {}, expected at most {}", width, UINT16_MAX + 1));
  }
  UmmScheduler scheduler(permutation.size(), width);
  scheduler.permute(permutation.targets(), depth);
  return scheduler.phases();
}

}  // namespace superwarp::permutation
