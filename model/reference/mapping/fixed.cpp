// SPDX-License-Identifier: Apache-2.0
#include "model/machine/bank_places.h"
#include "model/machine/log2.h"
#include "model/machine/machine.h"
#include "model/reference/mapping/family.h"

/// \file
/// Well-known mappings with a one-line formula.

namespace superwarp::model {
namespace {

/// The bank, modulo b, of address j * b + k; n = log2 b.
using Formula = std::uint32_t (*)(std::uint32_t k, std::uint32_t j, std::uint32_t n);

template <Formula bank_of>
std::unique_ptr<Mapping> make(const Machine& machine) {
  const std::uint32_t banks = machine.bank_count();
  return with_places(banks, [n = floor_log2(banks)](auto places) {
    return address_mapping([places, n](Address a) {
      return places.place(bank_of(places.place(a), places.row(a), n));
    });
  });
}

std::uint32_t identity(std::uint32_t k, std::uint32_t /*j*/, std::uint32_t /*n*/) { return k; }
std::uint32_t pad(std::uint32_t k, std::uint32_t j, std::uint32_t /*n*/) { return k + j; }
std::uint32_t xor_swizzle(std::uint32_t k, std::uint32_t j, std::uint32_t /*n*/) { return k ^ j; }
std::uint32_t xor_fold(std::uint32_t k, std::uint32_t j, std::uint32_t n) {
  return k ^ j ^ (j >> n);
}

std::uint32_t largest_prime_up_to(std::uint32_t number) {
  const auto is_prime = [](std::uint32_t n) {
    for (std::uint32_t d = 2; d * d <= n; ++d) {
      if (n % d == 0) return false;
    }
    return true;
  };
  while (!is_prime(number)) --number;
  return number;
}

std::unique_ptr<Mapping> make_prime(const Machine& machine) {
  return address_mapping(
      [prime = largest_prime_up_to(machine.bank_count())](Address a) { return a % prime; });
}

}  // namespace

MappingFamily fixed_mappings() {
  return {
      {{"identity", "bank k of address j*b + k (DMM, SDMM)", kAnyBanks}, make<identity>},
      {{"pad", "bank (k + j) mod b: rows padded by one word", kAnyBanks}, make<pad>},
      {{"xor-swizzle", "bank k ^ (j mod b) (CUTLASS)"}, make<xor_swizzle>},
      {{"xor-fold", "bank k ^ (j mod b) ^ (j div b mod b) (XOR-schemes)"}, make<xor_fold>},
      {{"prime",
        "bank a mod the largest prime up to b (no RTL: --banks has prime numbers of banks)",
        kAnyBanks, KeyKind::kNone, ""},
       make_prime},
  };
}

}  // namespace superwarp::model
