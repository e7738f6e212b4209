// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "sim/model/mapping.h"

namespace superwarp::model {

/// A mapping defined by bank_of(address).
template <class BankOf>
class AddressMapping final : public Mapping {
 public:
  explicit AddressMapping(BankOf bank_of) : bank_of_(std::move(bank_of)) {}

  void banks(const Address* address, std::size_t count, std::uint32_t* bank) const override {
    for (std::size_t i = 0; i < count; ++i) {
      bank[i] = address[i] == kInactive ? 0 : bank_of_(address[i]);
    }
  }

 private:
  BankOf bank_of_;
};

template <class BankOf>
std::unique_ptr<Mapping> address_mapping(BankOf bank_of) {
  return std::make_unique<AddressMapping<BankOf>>(std::move(bank_of));
}

}  // namespace superwarp::model
