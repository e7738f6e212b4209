#pragma once

#include <atomic>
#include <cstdint>

#include "tests/cuda/block_on_host.h"

/// \file
/// Stands before cuda/ptx.cuh in the tests' include path: the same functions without PTX.

namespace superwarp {

/// Ticks whenever it is read.
inline long long cycle() {
  static std::atomic<long long> now{0};
  return ++now;
}

template <int kWords>
struct Element {
  std::uint32_t word[kWords];
};

template <int kWords>
void load(Element<kWords>& e, std::uint32_t at) {
  for (std::uint32_t i = 0; i < kWords; ++i) e.word[i] = *shared_word(at + 4 * i);
}
template <int kWords>
void store(const Element<kWords>& e, std::uint32_t at) {
  for (std::uint32_t i = 0; i < kWords; ++i) *shared_word(at + 4 * i) = e.word[i];
}

}  // namespace superwarp
