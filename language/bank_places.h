// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "language/access.h"
#include "language/log2.h"

namespace superwarp {

/// Splits an address j * b + k into row j and place k, for b banks.
class BankPlaces {
 public:
  explicit BankPlaces(std::uint32_t banks)
      : banks_(banks), shift_(is_power_of_two(banks) ? floor_log2(banks) : kNoShift) {}

  [[nodiscard]] std::uint32_t row(Address a) const {
    return shift_ == kNoShift ? a / banks_ : a >> shift_;
  }
  /// Of any number: the remainder.
  [[nodiscard]] std::uint32_t place(std::uint32_t a) const {
    return shift_ == kNoShift ? a % banks_ : a & (banks_ - 1);
  }

 private:
  static constexpr std::uint32_t kNoShift = 32;  ///< a number that is no power of two: divide
  std::uint32_t banks_;
  std::uint32_t shift_;
};

}  // namespace superwarp
