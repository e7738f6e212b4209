// SPDX-License-Identifier: Apache-2.0
#include "tests/cuda/emulated/shared_pipe.h"

#include <algorithm>
#include <array>

namespace superwarp::emulated {

namespace {

bool in_pairs(const WarpAccess& access, std::uint32_t distance) {
  for (std::uint32_t lane = 0; lane < 32; ++lane) {
    const std::uint32_t other = lane ^ distance;
    const bool both = (access.lanes >> lane & access.lanes >> other & 1) != 0;
    if (both && access.byte_address[lane] != access.byte_address[other]) return false;
  }
  return true;
}

}  // namespace

std::uint32_t slots_of(const WarpAccess& access) {
  constexpr std::uint32_t kBanks = 32;
  std::uint32_t part = 32 / access.words;
  if (access.words > 1 && access.reads && (in_pairs(access, 1) || in_pairs(access, 2))) part *= 2;
  std::uint32_t slots = 0;
  for (std::uint32_t first = 0; first < 32; first += part) {
    std::array<std::uint32_t, 2 * kBanks> words{};
    std::size_t count = 0;
    for (std::uint32_t lane = first; lane < first + part; ++lane) {
      if ((access.lanes >> lane & 1) == 0) continue;
      for (std::uint32_t i = 0; i < access.words; ++i)
        words.at(count++) = access.byte_address[lane] / 4 + i;
    }
    std::sort(words.begin(), words.begin() + count);
    const auto* const distinct = std::unique(words.begin(), words.begin() + count);
    std::array<std::uint32_t, kBanks> load{};
    std::for_each(words.cbegin(), distinct, [&](std::uint32_t word) { ++load[word % kBanks]; });
    slots += *std::max_element(load.begin(), load.end());
  }
  return slots;
}

Cycle SharedPipe::serve(const WarpAccess& access, std::uint32_t sub_core, Cycle now) {
  Cycle last = now;
  for (std::uint32_t slot = 0; slot < slots_of(access); ++slot) {
    last = std::max(now, next_[sub_core]);
    for (; last < taken_.size() && taken_[last]; ++last) {
    }
    if (last >= taken_.size()) taken_.resize(2 * last + 1024);
    taken_[last] = true;
    next_[sub_core] = last + kSubCoreCycles;
  }
  return last;
}

}  // namespace superwarp::emulated
