// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <cstring>

/// \file
/// Conversions of half precision, which the compiler calls on processors without them.

namespace {

float as_float(std::uint32_t bits) {
  float value = 0;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

std::uint32_t as_bits(float value) {
  std::uint32_t bits = 0;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}

}  // namespace

extern "C" float __gnu_h2f_ieee(std::uint16_t half) {  // NOLINT: the compiler's names
  const std::uint32_t sign = (half & 0x8000U) << 16U;
  const std::uint32_t exponent = half >> 10U & 0x1fU;
  const std::uint32_t fraction = half & 0x3ffU;
  if (exponent == 0x1fU) return as_float(sign | 0x7f800000U | fraction << 13U);
  // A float has all numbers of half precision: 2^-24 is the smallest.
  const float size = exponent == 0 ? static_cast<float>(fraction) * 0x1p-24F
                                   : as_float((exponent + 112) << 23U | fraction << 13U);
  return as_float(sign | as_bits(size));
}

extern "C" std::uint16_t __gnu_f2h_ieee(float value) {  // NOLINT
  const std::uint32_t bits = as_bits(value);
  const auto sign = static_cast<std::uint16_t>(bits >> 16U & 0x8000U);
  const std::uint32_t size = bits & 0x7fffffffU;
  if (size > 0x7f800000U) return sign | 0x7e00U;   // no number
  if (size >= 0x477ff000U) return sign | 0x7c00U;  // rounds to infinity
  if (size < 0x38800000U) {
    // Below 2^-14 a half is a multiple of 2^-24; adding 1/2 rounds to one, halves to even.
    const std::uint32_t multiple = as_bits(as_float(size) + 0.5F) - as_bits(0.5F);
    return static_cast<std::uint16_t>(sign | multiple);
  }
  const std::uint32_t rounded = size + 0xfffU + (size >> 13U & 1U);
  return static_cast<std::uint16_t>(sign | ((rounded >> 13U) - (112U << 10U)));
}
