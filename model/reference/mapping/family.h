// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "model/machine/simd_path.h"
#include "model/reference/mapping.h"

/// \file
/// Families of mappings, collected in mapping.cpp.

namespace superwarp {
struct Machine;
}

namespace superwarp::model {

/// One mapping.
struct MappingEntry {
  MappingInfo info;
  std::unique_ptr<Mapping> (*make)(const Machine&) = nullptr;
  /// Draws the key; null if the mapping has none.
  std::vector<std::uint32_t> (*draw)(std::uint64_t seed, std::uint64_t rows,
                                     std::uint32_t banks) = nullptr;
};

using MappingFamily = std::vector<MappingEntry>;

MappingFamily fixed_mappings();       ///< identity, pad, xor-swizzle, prime
MappingFamily swizzle_mappings();     ///< swizzle, tma-32, tma-64, tma-128
MappingFamily polynomial_mappings();  ///< ipoly
MappingFamily row_shift_mappings();   ///< random-shift, random-xor, rap
MappingFamily hash_mappings();        ///< h3, tabulation

/// Throws std::invalid_argument unless the machine's key has `entries` entries, all below its
/// number of banks.
void check_key(const Machine& machine, std::uint64_t entries);

/// A mapping defined by bank_of(address).
template <class BankOf>
class AddressMapping final : public Mapping {
 public:
  explicit AddressMapping(BankOf bank_of) : bank_of_(std::move(bank_of)) {}

  void banks(const Address* address, std::size_t count, std::uint32_t* bank) const override {
    // By value where it is small: the compiler could not rule out that the stores change it.
    using Seen = std::conditional_t<std::is_trivially_copyable_v<BankOf>, BankOf,
                                    std::reference_wrapper<const BankOf>>;
    const auto loop = [](Seen bank_at, const Address* from, std::size_t size, std::uint32_t* to)
                          SUPERWARP_IN_CALLER {
                            for (std::size_t i = 0; i < size; ++i) {
                              const bool idle = from[i] == kInactive;
                              const std::uint32_t bank = bank_at(idle ? 0 : from[i]);
                              to[i] = idle ? 0 : bank;
                            }
                          };
    run_wide(loop, Seen(bank_of_), address, count, bank);
  }

 private:
  BankOf bank_of_;
};

template <class BankOf>
std::unique_ptr<Mapping> address_mapping(BankOf bank_of) {
  return std::make_unique<AddressMapping<BankOf>>(std::move(bank_of));
}

}  // namespace superwarp::model
