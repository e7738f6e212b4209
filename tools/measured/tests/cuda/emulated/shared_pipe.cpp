// SPDX-License-Identifier: Apache-2.0
#include "tools/measured/tests/cuda/emulated/shared_pipe.h"

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

/// Slots of the lanes from `first` on, `part` of them.
std::uint32_t slots_of_part(const WarpAccess& access, std::uint32_t first, std::uint32_t part) {
  constexpr std::uint32_t kBanks = 32;
  std::array<std::uint32_t, 2 * kBanks> words{};
  std::size_t count = 0;
  for (std::uint32_t lane = first; lane < first + part; ++lane) {
    if ((access.lanes >> lane & 1) == 0) continue;
    for (std::uint32_t i = 0; i < access.words; ++i) words.at(count++) = access.byte_address[lane] / 4 + i;
  }
  std::sort(words.begin(), words.begin() + count);
  const auto* const distinct = std::unique(words.begin(), words.begin() + count);
  std::array<std::uint32_t, kBanks> load{};
  std::for_each(words.cbegin(), distinct, [&](std::uint32_t word) { ++load[word % kBanks]; });
  return *std::max_element(load.begin(), load.end());
}

/// The lanes of a part that no lower lane of it with the same address precedes.
std::uint32_t first_of_their_words(const WarpAccess& access, std::uint32_t first, std::uint32_t part) {
  std::uint32_t chosen = 0;
  for (std::uint32_t lane = first; lane < first + part; ++lane) {
    if ((access.lanes >> lane & 1) == 0) continue;
    bool lowest = true;
    for (std::uint32_t lower = first; lower < lane; ++lower) {
      lowest = lowest && !((access.lanes >> lower & 1) != 0 && access.byte_address[lower] == access.byte_address[lane]);
    }
    if (lowest) chosen |= 1U << lane;
  }
  return chosen;
}

}  // namespace

std::uint32_t slots_of(const WarpAccess& access) {
  std::uint32_t part = 32 / access.words;
  if (access.words > 1 && access.type == AccessType::kRead && (in_pairs(access, 1) || in_pairs(access, 2))) part *= 2;
  std::uint32_t slots = 0;
  for (std::uint32_t first = 0; first < 32; first += part) {
    if (access.type == AccessType::kAtomic) {
      for (WarpAccess turn = access; turn.lanes != 0;) {
        WarpAccess now = turn;
        now.lanes = first_of_their_words(turn, first, part);
        if (now.lanes == 0) break;
        slots += 2 * slots_of_part(now, first, part);
        turn.lanes &= ~now.lanes;
      }
    } else {
      slots += (access.type == AccessType::kCount ? 2 : 1) * slots_of_part(access, first, part);
    }
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
