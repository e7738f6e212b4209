#include "language/log2.h"
#include "sim/model/mapping/address_mapping.h"
#include "sim/model/mapping/family.h"

/// \file
/// Mappings that everybody knows, computed from the address by a formula of one line.

namespace superwarp::model {
namespace {

std::unique_ptr<Mapping> make_identity(const Machine& machine) {
  return address_mapping([mask = machine.width - 1](Address a) { return a & mask; });
}

std::unique_ptr<Mapping> make_pad(const Machine& machine) {
  return address_mapping([mask = machine.width - 1, row_bits = floor_log2(machine.width)](
                             Address a) { return (a + (a >> row_bits)) & mask; });
}

std::unique_ptr<Mapping> make_xor_swizzle(const Machine& machine) {
  return address_mapping([mask = machine.width - 1, row_bits = floor_log2(machine.width)](
                             Address a) { return (a ^ (a >> row_bits)) & mask; });
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
      [prime = largest_prime_up_to(machine.width)](Address a) { return a % prime; });
}

}  // namespace

MappingFamily fixed_mappings() {
  return {
      {{"identity", "bank k of address j*w + k (DMM, SDMM)"}, make_identity},
      {{"pad", "bank (k + j) mod w: rows padded by one word"}, make_pad},
      {{"xor-swizzle", "bank k ^ (j mod w) (CUTLASS)"}, make_xor_swizzle},
      {{"prime", "bank a mod the largest prime up to w (no RTL: needs a divider)", KeyKind::kNone,
        ""},
       make_prime},
  };
}

}  // namespace superwarp::model
