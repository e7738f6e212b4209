// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <stdexcept>

#include "model/machine/image.h"
#include "model/machine/machine.h"

namespace superwarp::model {

/// The initial contents of a unit's memory: a token in every word.
class Contents final : public Image {
 public:
  explicit Contents(const Machine& machine) : words_(machine.words()) {
    if (words_ == 0 || words_ > kAddressLimit) {
      throw std::invalid_argument(
          fmt::format("a memory of {} rows of {} words, expected 1 to {} words", machine.rows,
                      machine.bank_count(), kAddressLimit));
    }
  }
  [[nodiscard]] std::uint64_t words() const override { return words_; }

  /// Throws std::invalid_argument for an address outside the memory.
  void check(Address address) const {
    if (address < words_) return;
    throw std::invalid_argument(
        fmt::format("address {}, expected one below the memory's {} words", address, words_));
  }

 private:
  std::uint64_t words_;
};

}  // namespace superwarp::model
