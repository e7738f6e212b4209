// SPDX-License-Identifier: Apache-2.0
#include "sim/permutation/random_permutation.h"

#include <utility>

#include "model/reference/random.h"

namespace superwarp::permutation {

RandomPermutation::RandomPermutation(std::uint64_t seed, std::uint64_t n) : n_(n) {
  while (std::uint64_t{base_} * base_ < n) ++base_;
  constexpr std::uint64_t kPurpose = 0x7065726d;  // "perm": independent of other draws
  for (std::size_t round = 0; round < kRounds; ++round) {
    key_[round] = model::key_word(model::extend_key(seed, kPurpose), round);
  }
}

std::uint32_t RandomPermutation::round_function(std::size_t round, std::uint32_t digit) const {
  return model::uniform_at(key_[round], digit, base_);
}

std::uint32_t RandomPermutation::forward(std::uint32_t i) const {
  std::uint64_t image = i;
  do {
    auto high = static_cast<std::uint32_t>(image / base_);
    auto low = static_cast<std::uint32_t>(image % base_);
    for (std::size_t round = 0; round < kRounds; ++round) {
      const std::uint64_t sum = std::uint64_t{high} + round_function(round, low);
      high = std::exchange(low, static_cast<std::uint32_t>(sum < base_ ? sum : sum - base_));
    }
    image = std::uint64_t{high} * base_ + low;
  } while (image >= n_);
  return static_cast<std::uint32_t>(image);
}

std::uint32_t RandomPermutation::inverse(std::uint32_t image) const {
  std::uint64_t i = image;
  do {
    auto high = static_cast<std::uint32_t>(i / base_);
    auto low = static_cast<std::uint32_t>(i % base_);
    for (std::size_t round = kRounds; round-- > 0;) {
      const std::uint64_t difference = std::uint64_t{low} + base_ - round_function(round, high);
      low = std::exchange(high, static_cast<std::uint32_t>(difference < base_ ? difference : difference - base_));
    }
    i = std::uint64_t{high} * base_ + low;
  } while (i >= n_);
  return static_cast<std::uint32_t>(i);
}

}  // namespace superwarp::permutation
