// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "model/machine/access.h"
#include "model/machine/log2.h"

namespace superwarp {

/// Splits an address j * b + k into row j and place k, for b banks. The place of any number is the
/// remainder.
class ShiftedPlaces {  ///< b is a power of two
 public:
  explicit ShiftedPlaces(std::uint32_t banks) : mask_(banks - 1), shift_(floor_log2(banks)) {}
  [[nodiscard]] std::uint32_t row(Address a) const { return a >> shift_; }
  [[nodiscard]] std::uint32_t place(std::uint32_t a) const { return a & mask_; }

 private:
  std::uint32_t mask_;
  std::uint32_t shift_;
};

class DividedPlaces {  ///< any b
 public:
  explicit DividedPlaces(std::uint32_t banks) : banks_(banks) {}
  [[nodiscard]] std::uint32_t row(Address a) const { return a / banks_; }
  [[nodiscard]] std::uint32_t place(std::uint32_t a) const { return a % banks_; }

 private:
  std::uint32_t banks_;
};

/// use(places) with the faster of both: a choice for each address would slow down the model.
template <class Use>
auto with_places(std::uint32_t banks, Use use) {
  return is_power_of_two(banks) ? use(ShiftedPlaces(banks)) : use(DividedPlaces(banks));
}

}  // namespace superwarp
