// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <charconv>
#include <cstdlib>
#include <string_view>
#include <system_error>

#include "model/machine/refuse.h"
#include "model/reference/mapping/family.h"

/// \file
/// Mappings by a formula. ipoly interleaves by a polynomial over GF(2): Rau, "Pseudo-randomly
/// interleaved memory", ISCA 1991. swizzle is CuTe's Swizzle<B, M, S>: CUTLASS,
/// include/cute/swizzle.hpp. The names of TMA's swizzles: CUDA Driver API, CUtensorMapSwizzle.

namespace superwarp::model {
namespace {

/// The bank, modulo b, of address j * b + k; n = log2 b.
using Formula = std::uint32_t (*)(std::uint32_t k, std::uint32_t j, std::uint32_t n);

template <Formula bank_of>
std::unique_ptr<Mapping> make(const Machine& machine) {
  const std::uint32_t banks = machine.bank_count();
  return with_places(banks, [n = floor_log2(banks)](auto places) {
    return address_mapping([places, n](Address a) { return places.place(bank_of(places.place(a), places.row(a), n)); });
  });
}

std::uint32_t identity(std::uint32_t k, std::uint32_t /*j*/, std::uint32_t /*n*/) { return k; }
std::uint32_t pad(std::uint32_t k, std::uint32_t j, std::uint32_t /*n*/) { return k + j; }
std::uint32_t xor_swizzle(std::uint32_t k, std::uint32_t j, std::uint32_t /*n*/) { return k ^ j; }
std::uint32_t xor_fold(std::uint32_t k, std::uint32_t j, std::uint32_t n) { return k ^ j ^ (j >> n); }

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
  return address_mapping([prime = largest_prime_up_to(machine.bank_count())](Address a) { return a % prime; });
}

bool is_primitive(std::uint32_t polynomial) {
  const std::uint32_t order = (1U << floor_log2(polynomial)) - 1;
  std::uint64_t power = 1;
  for (std::uint32_t exponent = 1; exponent <= order; ++exponent) {
    power = polynomial_remainder(power << 1U, polynomial);
    if (power == 1) return exponent == order;
  }
  return false;
}

std::unique_ptr<Mapping> make_ipoly(const Machine& machine) {
  const std::uint32_t row_bits = floor_log2(machine.bank_count());
  const std::uint32_t divisor = smallest_primitive_polynomial(row_bits);
  return xor_mapping(machine,
                     LinearRowHash([=](std::uint64_t row) { return polynomial_remainder(row << row_bits, divisor); }));
}

constexpr int kWordBits = 2;      // of a byte's address within its word
constexpr int kAddressBits = 33;  // of a byte's address

/// Reads one number and removes it with the comma behind it. Without superfluous signs and zeros,
/// so that a swizzle has one name.
bool take_number(std::string_view& rest, int& number) {
  const std::string_view digits = rest.substr(0, rest.find(','));
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number, 10);
  rest.remove_prefix(digits.size());
  if (!rest.empty()) rest.remove_prefix(1);
  return error == std::errc() && digits.size() <= 3 && digits == std::to_string(number);
}

std::unique_ptr<Mapping> make_swizzle(const Machine& machine) {
  const Swizzle swizzle = swizzle_named(machine.mapping);
  return address_mapping([swizzle, banks = machine.bank_count()](Address a) {
    return static_cast<std::uint32_t>(swizzle(std::uint64_t{a} << kWordBits) >> kWordBits) % banks;
  });
}

}  // namespace

std::uint32_t polynomial_remainder(std::uint64_t dividend, std::uint32_t divisor) {
  const std::uint32_t wanted = floor_log2(divisor);
  for (std::uint32_t d = floor_log2(dividend); dividend != 0 && d >= wanted; d = floor_log2(dividend)) {
    dividend ^= std::uint64_t{divisor} << (d - wanted);
  }
  return static_cast<std::uint32_t>(dividend);
}

std::uint32_t smallest_primitive_polynomial(std::uint32_t degree) {
  std::uint32_t polynomial = (1U << degree) | 1U;
  while (!is_primitive(polynomial)) polynomial += 2;
  return polynomial;
}

std::uint64_t Swizzle::operator()(std::uint64_t byte) const {
  const std::uint64_t bits = (std::uint64_t{1} << b) - 1;
  if (s >= 0) return byte ^ ((byte & bits << (m + s)) >> s);
  return byte ^ ((byte & bits << m) << -s);
}

Swizzle swizzle_named(const std::string& name) {
  if (name == "swizzle") return {};
  if (name == "tma-32") return {1, 4, 3};
  if (name == "tma-64") return {2, 4, 3};
  if (name == "tma-128") return {3, 4, 3};
  std::string_view rest = name;
  Swizzle result;
  rest.remove_prefix(std::string_view(kSwizzlePrefix).size());
  const bool numbers = take_number(rest, result.b) && take_number(rest, result.m) && take_number(rest, result.s) &&
                       rest.empty() && name.back() != ',';
  if (!numbers) refuse("mapping {}: expected three numbers, as in swizzle:3,4,3", name);
  const int shift = std::abs(result.s);
  if (result.b < 0 || result.m < kWordBits || shift < result.b || result.m > kAddressBits - result.b - shift) {
    refuse(
        "mapping {}: expected swizzle:B,M,S with B from 0, M from {} (bits of a byte's address; a "
        "word has 4 bytes), |S| from B, and B + M + |S| up to {}",
        name, kWordBits, kAddressBits);
  }
  return result;
}

MappingEntry swizzle_entry(const std::string& name) {
  const Swizzle swizzle = swizzle_named(name);
  const bool usual = swizzle.b == 3 && swizzle.m == 4 && swizzle.s == 3;
  const std::string numbers = fmt::format("{},{},{}", swizzle.b, swizzle.m, swizzle.s);
  MappingEntry entry;
  entry.info.name = name;
  entry.info.rtl = usual ? "swizzle" : kSwizzlePrefix + numbers;
  entry.info.description =
      name == "swizzle"           ? "swizzle:B,M,S, CuTe's Swizzle<B,M,S> of byte addresses; without numbers <3,4,3>"
      : name.rfind("tma", 0) == 0 ? fmt::format("TMA's swizzle of {} bytes: swizzle:{}", name.substr(4), numbers)
                                  : fmt::format("CuTe's Swizzle<{}> of byte addresses", numbers);
  entry.make = make_swizzle;
  return entry;
}

MappingFamily fixed_mappings() {
  return {
      {{"identity", "bank k of address j*b + k (DMM, SDMM)", kAnyBanks}, make<identity>},
      {{"pad", "bank (k + j) mod b: rows padded by one word", kAnyBanks}, make<pad>},
      {{"xor-swizzle", "bank k ^ (j mod b) (CUTLASS)"}, make<xor_swizzle>},
      {{"xor-fold", "bank k ^ (j mod b) ^ (j div b mod b) (XOR-schemes)"}, make<xor_fold>},
      {{"prime", "bank a mod the largest prime up to b (no RTL: --banks has prime numbers of banks)", kAnyBanks,
        KeyKind::kNone, ""},
       make_prime},
      swizzle_entry("swizzle"),
      swizzle_entry("tma-32"),
      swizzle_entry("tma-64"),
      swizzle_entry("tma-128"),
      {{"ipoly", "bank k ^ (j(x) * x^n mod P), P primitive of degree n = log2 b (Rau; GPGPU-Sim)"}, make_ipoly},
  };
}

}  // namespace superwarp::model
