// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "model/machine/access.h"

namespace superwarp {

/// The addresses first .. end - 1.
struct AddressRange {
  std::uint64_t first = 0;
  std::uint64_t end = 0;
};

/// What a memory holds before a run, and what a correct run leaves in it.
class Image {
 public:
  Image() = default;
  virtual ~Image() = default;
  Image(const Image&) = delete;
  Image& operator=(const Image&) = delete;

  /// Size of the memory in use: the largest address plus one.
  [[nodiscard]] virtual std::uint64_t words() const = 0;

  /// The arrays in it, if they are known; each starts at a multiple of the width.
  [[nodiscard]] virtual std::vector<AddressRange> arrays() const { return {}; }

  /// The word at `address` before the first round.
  [[nodiscard]] virtual Word initial(Address address) const { return initial_token(address); }

  /// Non-empty ranges of addresses whose final words are known. These words are checked against the
  /// algorithm itself, all others only between engines.
  [[nodiscard]] virtual std::vector<AddressRange> promised() const { return {}; }

  /// The word that a correct run leaves at `address`, which is in promised().
  [[nodiscard]] virtual Word expected(Address address) const { return initial(address); }
};

}  // namespace superwarp
