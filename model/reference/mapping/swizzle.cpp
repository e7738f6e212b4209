// SPDX-License-Identifier: Apache-2.0
#include "model/reference/mapping/swizzle.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdlib>
#include <stdexcept>
#include <string_view>
#include <system_error>

#include "model/machine/machine.h"
#include "model/reference/mapping/family.h"

/// \file
/// CuTe's Swizzle<B, M, S>: CUTLASS, include/cute/swizzle.hpp. The names of TMA's swizzles: CUDA
/// Driver API, CUtensorMapSwizzle.

namespace superwarp::model {
namespace {

constexpr int kWordBits = 2;      // of a byte's address within its word
constexpr int kAddressBits = 33;  // of a byte's address

/// Reads one number and removes it with the comma behind it. Without superfluous signs and zeros,
/// so that a swizzle has one name.
bool take_number(std::string_view& rest, int& number) {
  const std::string_view digits = rest.substr(0, rest.find(','));
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), number, 10);
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
  const bool numbers = take_number(rest, result.b) && take_number(rest, result.m) &&
                       take_number(rest, result.s) && rest.empty() && name.back() != ',';
  if (!numbers) {
    throw std::invalid_argument(
        fmt::format("mapping {}: expected three numbers, as in swizzle:3,4,3", name));
  }
  const int shift = std::abs(result.s);
  if (result.b < 0 || result.m < kWordBits || shift < result.b ||
      result.m > kAddressBits - result.b - shift) {
    throw std::invalid_argument(fmt::format(
        "mapping {}: expected swizzle:B,M,S with B from 0, M from {} (bits of a byte's address; a "
        "word has 4 bytes), |S| from B, and B + M + |S| up to {}",
        name, kWordBits, kAddressBits));
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
      name == "swizzle"
          ? "swizzle:B,M,S, CuTe's Swizzle<B,M,S> of byte addresses; without numbers <3,4,3>"
      : name.rfind("tma", 0) == 0
          ? fmt::format("TMA's swizzle of {} bytes: swizzle:{}", name.substr(4), numbers)
          : fmt::format("CuTe's Swizzle<{}> of byte addresses", numbers);
  entry.make = make_swizzle;
  return entry;
}

MappingFamily swizzle_mappings() {
  return {swizzle_entry("swizzle"), swizzle_entry("tma-32"), swizzle_entry("tma-64"),
          swizzle_entry("tma-128")};
}

}  // namespace superwarp::model
