// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <type_traits>

#include "verilated.h"

/// \file
/// Fields of Verilator's ports, whatever type a port has by its width.

namespace superwarp::lane_bench {

/// Bits [low, low + bits) of `port`; at most 64.
template <class Port>
std::uint64_t get(const Port& port, std::uint32_t low, std::uint32_t bits) {
  const std::uint64_t mask = bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
  if constexpr (std::is_integral_v<Port>) {
    return (static_cast<std::uint64_t>(port) >> low) & mask;
  } else {
    std::uint64_t value = 0;
    for (std::uint32_t bit = 0; bit < bits;) {
      const std::uint32_t at = (low + bit) % 32;
      value |= (static_cast<std::uint64_t>(port.at((low + bit) / 32)) >> at) << bit;
      bit += 32 - at;
    }
    return value & mask;
  }
}

template <class Port>
void put(Port& port, std::uint32_t low, std::uint32_t bits, std::uint64_t value) {
  const std::uint64_t mask = bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
  value &= mask;
  if constexpr (std::is_integral_v<Port>) {
    port = static_cast<Port>((static_cast<std::uint64_t>(port) & ~(mask << low)) | (value << low));
  } else {
    for (std::uint32_t bit = 0; bit < bits;) {
      const std::uint32_t at = (low + bit) % 32;
      const std::uint64_t here = (mask >> bit) << at;
      auto& word = port.at((low + bit) / 32);
      word = static_cast<std::uint32_t>((word & ~here) | (((value >> bit) << at) & here));
      bit += 32 - at;
    }
  }
}

}  // namespace superwarp::lane_bench
