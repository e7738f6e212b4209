// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "model/machine/access.h"

namespace superwarp {

/// How a machine spreads addresses over its banks: address j * b + k is in row j of bank f(j, k).
class Mapping {
 public:
  virtual ~Mapping() = default;

  /// Sets bank[i] to the bank of address[i], below the machine's banks, for i below `count`;
  /// undefined for kInactive. Addresses lie below the machine's words().
  virtual void banks(const Address* address, std::size_t count, std::uint32_t* bank) const = 0;

  /// The bank of one address.
  [[nodiscard]] std::uint32_t bank(Address address) const {
    std::uint32_t result = 0;
    banks(&address, 1, &result);
    return result;
  }
};

}  // namespace superwarp
