// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <verilated.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "model/machine/access.h"

/// \file
/// How Verilator stores flat vectors of lanes: up to 64 bits as an integer, wider ones as an array
/// of 32-bit words. The bench sees 32-bit words only.

namespace superwarp::sysc {

/// Writes words to a port; bits above the port's width must be 0.
template <class Port>
void write_port(Port& port, const std::uint32_t* words) {
  std::memcpy(static_cast<void*>(&port), words, sizeof(Port));
}

/// Writes `count` words to the port, from its word `first` on.
template <class Port>
void write_port(Port& port, const std::uint32_t* words, std::size_t count, std::size_t first) {
  std::memcpy(reinterpret_cast<char*>(&port) + 4 * first, words, 4 * count);
}

/// Bits of a number up to `last`, at least one.
constexpr std::uint32_t bits_of(std::uint32_t last) { return last < 2 ? 1 : 1 + bits_of(last / 2); }

inline bool bit_at(const std::uint32_t* words, std::uint32_t place) {
  return ((words[place / 32] >> (place % 32)) & 1U) != 0;
}

/// The addresses on a port of lanes. A lane without a request gets the address of the requesting
/// lane before it (or of the last one), so that a unit that compares addresses without looking at
/// the request bits serves a wrong lane.
class PortAddresses {
 public:
  /// `address` has kInactive for lanes without a request. The result is valid until the next call.
  const std::uint32_t* of(const std::uint32_t* address, std::size_t lanes) {
    const auto requests = [](std::uint32_t a) { return a != kInactive; };
    std::uint32_t idle = 0;  // counted without an early end, for vectorised code
    for (std::size_t lane = 0; lane < lanes; ++lane) idle += requests(address[lane]) ? 0 : 1;
    if (idle == 0) return address;
    driven_.assign(address, address + lanes);
    const auto last = std::find_if(driven_.rbegin(), driven_.rend(), requests);
    std::uint32_t before = last != driven_.rend() ? *last : 0;
    for (std::uint32_t& a : driven_) {
      if (requests(a)) before = a;
      a = before;
    }
    return driven_.data();
  }

 private:
  std::vector<std::uint32_t> driven_;
};

/// A port's value as 32-bit words: wide ports in place, narrow ones as a copy.
template <class Port>
class PortWords {
 public:
  explicit PortWords(const Port& port)
      : words_{static_cast<std::uint32_t>(port),
               static_cast<std::uint32_t>(std::uint64_t{port} >> 32)} {}
  [[nodiscard]] const std::uint32_t* data() const { return words_.data(); }
  [[nodiscard]] static constexpr std::uint32_t size() { return sizeof(Port) > 4 ? 2 : 1; }

 private:
  std::array<std::uint32_t, 2> words_;
};

template <std::size_t Words>
class PortWords<VlWide<Words>> {
 public:
  explicit PortWords(const VlWide<Words>& port) : port_(port) {}
  [[nodiscard]] const std::uint32_t* data() const { return port_.data(); }
  [[nodiscard]] static constexpr std::uint32_t size() { return Words; }

 private:
  const VlWide<Words>& port_;
};

}  // namespace superwarp::sysc
