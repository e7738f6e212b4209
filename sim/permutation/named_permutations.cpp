// SPDX-License-Identifier: Apache-2.0
#include "sim/permutation/named_permutations.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "model/machine/log2.h"
#include "sim/permutation/random_permutation.h"

// Symbols as in the DMM/UMM paper: n words in n/w rows of w; the warp of row v has the words v*w ..
// v*w + w - 1.

namespace superwarp::permutation {
namespace {

using Options = PermutationOptions;

/// The table of a function P(i).
template <class Target>
Permutation tabulated(std::uint64_t n, Target target) {
  std::vector<std::uint32_t> targets(n);
  for (std::uint64_t i = 0; i < n; ++i) targets[i] = static_cast<std::uint32_t>(target(i));
  return Permutation(std::move(targets));
}

/// Refuses a size and names the nearest valid ones; `below` is 0 if there is none.
[[noreturn]] void refuse_size(std::uint64_t n, const std::string& what, std::uint64_t below, std::uint64_t above) {
  throw std::invalid_argument(fmt::format("size {} is not a {}; the nearest {}{}", n, what,
                                          below == 0 ? "is " : fmt::format("are {} and ", below), above));
}

Permutation random(const Options& o) {
  return tabulated(o.size, [pi = RandomPermutation(o.seed, o.size)](std::uint64_t i) {
    return pi.forward(static_cast<std::uint32_t>(i));
  });
}

Permutation identity(const Options& o) {
  return tabulated(o.size, [](std::uint64_t i) { return i; });
}

/// P(i) is i with its m bits in the opposite order.
Permutation bit_reversal(const Options& o) {
  const std::uint32_t m = floor_log2(o.size);
  const std::uint64_t power = std::uint64_t{1} << m;
  if (power != o.size) refuse_size(o.size, "power of two", power, 2 * power);
  return tabulated(o.size, [m](std::uint64_t i) {
    std::uint64_t reversed = 0;
    for (std::uint32_t bit = 0; bit < m; ++bit) reversed |= (i >> bit & 1) << (m - 1 - bit);
    return reversed;
  });
}

/// a[j][k] of a square matrix moves to a[k][j].
Permutation transpose(const Options& o) {
  std::uint64_t side = 1;
  while ((side + 1) * (side + 1) <= o.size) ++side;
  if (side * side != o.size) {
    refuse_size(o.size, "square", side * side, (side + 1) * (side + 1));
  }
  return tabulated(o.size, [side](std::uint64_t i) { return i % side * side + i / side; });
}

/// The warp of row v writes w words of bank v mod w, in w address groups: every w x w block is
/// transposed.
Permutation worst_banks(const Options& o) {
  const std::uint64_t w = o.width;
  if (o.size % (w * w) != 0) {
    refuse_size(o.size, fmt::format("multiple of w^2 = {}, so that every warp writes w words of a bank", w * w),
                o.size / (w * w) * (w * w), (o.size / (w * w) + 1) * (w * w));
  }
  return tabulated(o.size, [w](std::uint64_t i) {
    const std::uint64_t row = i / w;
    return (row / w * w + i % w) * w + row % w;
  });
}

/// The warp of row v writes to rows v, v + 1, .. v + w - 1, to every bank once: w address groups,
/// no bank conflict.
Permutation worst_groups(const Options& o) {
  const std::uint64_t w = o.width;
  if (o.size % w != 0 || o.size < w * w) {
    const std::uint64_t below = o.size / w * w;
    refuse_size(o.size,
                fmt::format("multiple of w = {} from w^2 = {} on, so that every warp writes to w rows", w, w * w),
                below < w * w ? 0 : below, std::max(below + w, w * w));
  }
  const std::uint64_t rows = o.size / w;
  return tabulated(o.size, [=](std::uint64_t i) { return (i / w + i % w) % rows * w + i % w; });
}

}  // namespace

std::vector<NamedPermutation> named_permutations() {
  return {
      {"random", "drawn from the seed", random},
      {"identity", "every word stays", identity},
      {"bit-reversal", "the bits of the place in opposite order; n = 2^m", bit_reversal},
      {"transpose", "of a sqrt(n) x sqrt(n) matrix; n is a square", transpose},
      {"worst-banks", "every warp's words go to one bank and to w groups; n a multiple of w^2", worst_banks},
      {"worst-groups", "every warp's words go to w groups, one a bank; n a multiple of w, from w^2 on", worst_groups},
  };
}

}  // namespace superwarp::permutation
