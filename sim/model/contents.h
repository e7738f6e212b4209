// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <stdexcept>

#include "language/machine.h"
#include "language/program.h"

namespace superwarp::model {

/// What a unit's memory holds before anything is pushed: no program, but its words.
class Contents final : public Program {
 public:
  explicit Contents(const Machine& machine)
      : Program(machine.width, machine.lanes()), words_(machine.rows * machine.width) {
    if (words_ == 0 || words_ > kAddressLimit) {
      throw std::invalid_argument(
          fmt::format("a memory of {} rows of {} words, expected 1 to {} words", machine.rows,
                      machine.width, kAddressLimit));
    }
  }
  [[nodiscard]] std::uint64_t rounds() const override { return 0; }
  [[nodiscard]] std::uint64_t words() const override { return words_; }
  Op access(std::uint64_t /*round*/, std::uint32_t /*warp*/, Word* /*registers*/,
            Address* /*address*/, Word* /*data*/) const override {
    return Op::kRead;
  }

  /// Throws std::invalid_argument for an address that is not in it.
  void check(Address address) const {
    if (address < words_) return;
    throw std::invalid_argument(
        fmt::format("address {}, expected one below the memory's {} words", address, words_));
  }

 private:
  std::uint64_t words_;
};

}  // namespace superwarp::model
