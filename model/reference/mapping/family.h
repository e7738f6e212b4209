// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "model/machine/access.h"
#include "model/machine/log2.h"
#include "model/machine/machine.h"
#include "model/machine/simd_path.h"
#include "model/reference/mapping.h"

/// \file
/// Families of mappings, collected in mapping.cpp, and what they are made of.

namespace superwarp::model {

/// One mapping.
struct MappingEntry {
  MappingInfo info;
  std::unique_ptr<Mapping> (*make)(const Machine&) = nullptr;
  /// Draws the key; null if the mapping has none.
  std::vector<std::uint32_t> (*draw)(std::uint64_t seed, std::uint64_t rows, std::uint32_t banks) = nullptr;
};

using MappingFamily = std::vector<MappingEntry>;

MappingFamily fixed_mappings();  ///< formulas
MappingFamily keyed_mappings();  ///< random numbers

/// Throws std::invalid_argument unless the machine's key has `entries` entries, all below its
/// number of banks.
void check_key(const Machine& machine, std::uint64_t entries);

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

/// A mapping defined by bank_of(address).
template <class BankOf>
class AddressMapping final : public Mapping {
 public:
  explicit AddressMapping(BankOf bank_of) : bank_of_(std::move(bank_of)) {}

  void banks(const Address* address, std::size_t count, std::uint32_t* bank) const override {
    // By value where it is small: the compiler could not rule out that the stores change it.
    using Seen = std::conditional_t<std::is_trivially_copyable_v<BankOf>, BankOf, std::reference_wrapper<const BankOf>>;
    const auto loop = [](Seen bank_at, const Address* from, std::size_t size, std::uint32_t* to) SUPERWARP_IN_CALLER {
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

/// Bank k ^ hash(j), for a power of two of banks.
template <class Hash>
std::unique_ptr<Mapping> xor_mapping(const Machine& machine, Hash hash) {
  return address_mapping([places = ShiftedPlaces(machine.bank_count()), hash = std::move(hash)](Address a) {
    return places.place(a) ^ hash(places.row(a));
  });
}

/// A function of rows that is linear over GF(2), hash(i ^ j) = hash(i) ^ hash(j), as a table for
/// each of the four bytes of a row.
class LinearRowHash {
 public:
  template <class Hash>
  explicit LinearRowHash(Hash hash) {
    for (std::uint32_t byte = 0; byte < table_.size(); ++byte) {
      for (std::uint32_t value = 0; value < table_[byte].size(); ++value)
        table_[byte][value] = hash(value << (8 * byte));
    }
  }

  std::uint32_t operator()(std::uint32_t row) const {
    return table_[0][row & 0xffU] ^ table_[1][(row >> 8) & 0xffU] ^ table_[2][(row >> 16) & 0xffU] ^
           table_[3][row >> 24];
  }

 private:
  std::array<std::array<std::uint32_t, 256>, 4> table_{};
};

// A polynomial over GF(2) is a word: bit i is the coefficient of x^i.

/// The remainder of a division by `divisor`, whose degree is at least 1.
std::uint32_t polynomial_remainder(std::uint64_t dividend, std::uint32_t divisor);

/// The smallest primitive polynomial, as a word, of this degree (1 to 16): its root generates all
/// non-zero elements of its field.
std::uint32_t smallest_primitive_polynomial(std::uint32_t degree);

/// CuTe's Swizzle<B, M, S>: bits [M, M + B) of an address are flipped by the bits S above them;
/// with a negative S bits [M - S, M - S + B) by those -S below them.
struct Swizzle {
  int b = 3;
  int m = 4;
  int s = 3;

  std::uint64_t operator()(std::uint64_t byte) const;
};

inline constexpr const char* kSwizzlePrefix = "swizzle:";

/// The swizzle called "swizzle:B,M,S", or by a name of fixed_mappings(). Throws
/// std::invalid_argument for numbers that are no swizzle, and for a swizzle that splits words.
Swizzle swizzle_named(const std::string& name);

/// The mapping of such a name. Throws as above.
MappingEntry swizzle_entry(const std::string& name);

}  // namespace superwarp::model
