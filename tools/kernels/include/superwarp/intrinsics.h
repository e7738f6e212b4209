// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <math.h>  // not <cmath>, as in cuda_runtime.h: isnan() and abs(float) without std::

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "superwarp/kernel.h"

/// \file
/// Arithmetic that device code calls: intrinsics of integers and numbers, min and max.

namespace superwarp_record {

template <typename To, typename From>
SUPERWARP_UNCOUNTED inline To bits_as(const From& from) {
  To to{};
  std::memcpy(&to, &from, sizeof(To) < sizeof(From) ? sizeof(To) : sizeof(From));
  return to;
}

}  // namespace superwarp_record

// Integer intrinsics.
inline int __popc(unsigned value) { return __builtin_popcount(value); }
inline int __popcll(unsigned long long value) { return __builtin_popcountll(value); }
inline int __clz(int value) { return value == 0 ? 32 : __builtin_clz(static_cast<unsigned>(value)); }
inline int __clzll(long long value) {
  return value == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(value));
}
inline int __ffs(int value) { return __builtin_ffs(value); }
inline int __ffsll(long long value) { return __builtin_ffsll(value); }
inline unsigned __brev(unsigned value) { return __builtin_bitreverse32(value); }
inline unsigned long long __brevll(unsigned long long value) { return __builtin_bitreverse64(value); }
inline int __mul24(int a, int b) {
  return static_cast<int>(static_cast<unsigned>(a << 8 >> 8) * static_cast<unsigned>(b << 8 >> 8));
}
inline unsigned __umul24(unsigned a, unsigned b) { return (a & 0xffffffU) * (b & 0xffffffU); }
inline int __mulhi(int a, int b) { return static_cast<int>(static_cast<std::int64_t>(a) * b >> 32); }
inline unsigned __umulhi(unsigned a, unsigned b) {
  return static_cast<unsigned>(static_cast<std::uint64_t>(a) * b >> 32U);
}
inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
  return static_cast<unsigned long long>(static_cast<unsigned __int128>(a) * b >> 64U);
}
inline unsigned __sad(int a, int b, unsigned c) { return c + static_cast<unsigned>(a < b ? b - a : a - b); }
inline unsigned __usad(unsigned a, unsigned b, unsigned c) { return c + (a < b ? b - a : a - b); }
inline int __hadd(int a, int b) { return static_cast<int>((static_cast<std::int64_t>(a) + b) >> 1); }
inline unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift) {
  const std::uint64_t both = static_cast<std::uint64_t>(high) << 32U | low;
  return static_cast<unsigned>(both << (shift & 31U) >> 32U);
}
inline unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift) {
  const std::uint64_t both = static_cast<std::uint64_t>(high) << 32U | low;
  return static_cast<unsigned>(both >> (shift & 31U));
}
inline unsigned __byte_perm(unsigned a, unsigned b, unsigned selector) {
  const std::uint64_t both = static_cast<std::uint64_t>(b) << 32U | a;
  unsigned result = 0;
  for (unsigned i = 0; i < 4; ++i) {
    const unsigned choice = selector >> (4 * i);
    unsigned byte = static_cast<unsigned>(both >> (8 * (choice & 7U))) & 0xffU;
    if ((choice & 8U) != 0) byte = (byte & 0x80U) != 0 ? 0xffU : 0;
    result |= byte << (8 * i);
  }
  return result;
}
inline int __dp4a(int a, int b, int c) {
  for (int i = 0; i < 4; ++i) c += static_cast<signed char>(a >> (8 * i)) * static_cast<signed char>(b >> (8 * i));
  return c;
}

// Numbers as bits, and conversions. Rounding other than to nearest is not modelled.
#define SUPERWARP_AS(NAME, TO, FROM) \
  inline TO NAME(FROM value) { return superwarp_record::bits_as<TO>(value); }
SUPERWARP_AS(__float_as_int, int, float)
SUPERWARP_AS(__float_as_uint, unsigned, float)
SUPERWARP_AS(__int_as_float, float, int)
SUPERWARP_AS(__uint_as_float, float, unsigned)
SUPERWARP_AS(__double_as_longlong, long long, double)
SUPERWARP_AS(__longlong_as_double, double, long long)
inline int __double2hiint(double value) { return static_cast<int>(__double_as_longlong(value) >> 32); }
inline int __double2loint(double value) { return static_cast<int>(__double_as_longlong(value)); }
inline double __hiloint2double(int high, int low) {
  return __longlong_as_double(static_cast<long long>(
      static_cast<unsigned long long>(static_cast<unsigned>(high)) << 32U | static_cast<unsigned>(low)));
}
#define SUPERWARP_CONVERSION(NAME, TO, FROM)                                         \
  inline TO NAME##_rn(FROM value) { return static_cast<TO>(std::nearbyint(value)); } \
  inline TO NAME##_rz(FROM value) { return static_cast<TO>(std::trunc(value)); }     \
  inline TO NAME##_rd(FROM value) { return static_cast<TO>(std::floor(value)); }     \
  inline TO NAME##_ru(FROM value) { return static_cast<TO>(std::ceil(value)); }
SUPERWARP_CONVERSION(__float2int, int, float)
SUPERWARP_CONVERSION(__float2uint, unsigned, float)
SUPERWARP_CONVERSION(__float2ll, long long, float)
SUPERWARP_CONVERSION(__double2int, int, double)
SUPERWARP_CONVERSION(__double2uint, unsigned, double)
SUPERWARP_CONVERSION(__double2ll, long long, double)
inline float __int2float_rn(int value) { return static_cast<float>(value); }
inline float __uint2float_rn(unsigned value) { return static_cast<float>(value); }
inline float __double2float_rn(double value) { return static_cast<float>(value); }
inline double __int2double_rn(int value) { return value; }

// Arithmetic of floats under CUDA's names.
inline float rsqrtf(float x) { return 1.0F / std::sqrt(x); }
inline double rsqrt(double x) { return 1.0 / std::sqrt(x); }
inline float __expf(float x) { return std::exp(x); }
inline float __exp10f(float x) { return std::pow(10.0F, x); }
inline float __logf(float x) { return std::log(x); }
inline float __log2f(float x) { return std::log2(x); }
inline float __log10f(float x) { return std::log10(x); }
inline float __sinf(float x) { return std::sin(x); }
inline float __cosf(float x) { return std::cos(x); }
inline float __tanf(float x) { return std::tan(x); }
inline float __powf(float x, float y) { return std::pow(x, y); }
inline void __sincosf(float x, float* s, float* c) {
  *s = std::sin(x);
  *c = std::cos(x);
}
inline float __saturatef(float x) { return x < 0 ? 0 : x > 1 ? 1 : x; }
inline float __fdividef(float x, float y) { return x / y; }
#define SUPERWARP_ROUNDED(NAME, T, PARAMETERS, RESULT) \
  inline T NAME##_rn PARAMETERS { return RESULT; }     \
  inline T NAME##_rz PARAMETERS { return RESULT; }     \
  inline T NAME##_ru PARAMETERS { return RESULT; }     \
  inline T NAME##_rd PARAMETERS { return RESULT; }
SUPERWARP_ROUNDED(__fadd, float, (float x, float y), x + y)
SUPERWARP_ROUNDED(__fsub, float, (float x, float y), x - y)
SUPERWARP_ROUNDED(__fmul, float, (float x, float y), x* y)
SUPERWARP_ROUNDED(__fdiv, float, (float x, float y), x / y)
SUPERWARP_ROUNDED(__frcp, float, (float x), 1.0F / x)
SUPERWARP_ROUNDED(__fsqrt, float, (float x), std::sqrt(x))
SUPERWARP_ROUNDED(__fmaf, float, (float x, float y, float z), std::fma(x, y, z))
SUPERWARP_ROUNDED(__dadd, double, (double x, double y), x + y)
SUPERWARP_ROUNDED(__dsub, double, (double x, double y), x - y)
SUPERWARP_ROUNDED(__dsqrt, double, (double x), std::sqrt(x))
SUPERWARP_ROUNDED(__drcp, double, (double x), 1.0 / x)
SUPERWARP_ROUNDED(__dmul, double, (double x, double y), x* y)
SUPERWARP_ROUNDED(__ddiv, double, (double x, double y), x / y)
SUPERWARP_ROUNDED(__fma, double, (double x, double y, double z), std::fma(x, y, z))
inline float rnorm3df(float x, float y, float z) { return rsqrtf(x * x + y * y + z * z); }
inline float norm3df(float x, float y, float z) { return std::sqrt(x * x + y * y + z * z); }
inline float sinpif(float x) { return static_cast<float>(std::sin(3.14159265358979323846 * x)); }
inline float cospif(float x) { return static_cast<float>(std::cos(3.14159265358979323846 * x)); }
inline float normcdff(float x) { return 0.5F * std::erfc(-x * 0.70710678F); }

// CUDA has these for every pair of arithmetic types.
template <typename A, typename B, typename = std::enable_if_t<std::is_arithmetic_v<A> && std::is_arithmetic_v<B>>>
constexpr std::common_type_t<A, B> min(A a, B b) {
  using T = std::common_type_t<A, B>;
  return static_cast<T>(b) < static_cast<T>(a) ? static_cast<T>(b) : static_cast<T>(a);
}
template <typename A, typename B, typename = std::enable_if_t<std::is_arithmetic_v<A> && std::is_arithmetic_v<B>>>
constexpr std::common_type_t<A, B> max(A a, B b) {
  using T = std::common_type_t<A, B>;
  return static_cast<T>(a) < static_cast<T>(b) ? static_cast<T>(b) : static_cast<T>(a);
}
// Templates, so that a program may have its own.
template <typename T>
constexpr T umin(T a, T b) {
  return b < a ? b : a;
}
template <typename T>
constexpr T umax(T a, T b) {
  return a < b ? b : a;
}
