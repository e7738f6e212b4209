// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "model/machine/access.h"

namespace superwarp::model {

/// A function of rows that is linear over GF(2), hash(i ^ j) = hash(i) ^ hash(j), as a table for
/// each of the four bytes of a row.
class LinearRowHash {
 public:
  template <class Hash>
  explicit LinearRowHash(Hash hash) {
    for (std::uint32_t byte = 0; byte < kBytes; ++byte) {
      for (std::uint32_t value = 0; value < kValues; ++value) {
        table_[byte][value] = hash(value << (8 * byte));
      }
    }
  }

  std::uint32_t operator()(std::uint32_t row) const {
    return table_[0][row & 0xffU] ^ table_[1][(row >> 8) & 0xffU] ^ table_[2][(row >> 16) & 0xffU] ^
           table_[3][row >> 24];
  }

 private:
  static constexpr std::uint32_t kBytes = 4;
  static constexpr std::uint32_t kValues = 256;
  std::array<std::array<std::uint32_t, kValues>, kBytes> table_{};
};

}  // namespace superwarp::model
