// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "superwarp/cuda.h"

/// \file
/// Half precision: stored in 16 bits, computed as float and rounded after every operation.

struct __half {
  __fp16 bits;
  __half() = default;
  __half(float value) : bits(static_cast<__fp16>(value)) {}
  __half(double value) : bits(static_cast<__fp16>(value)) {}
  __half(int value) : bits(static_cast<__fp16>(value)) {}
  operator float() const { return static_cast<float>(bits); }
};
using half = __half;
// A copy is one access of 32 bits, as of the vector types.
struct alignas(4) __half2 {
  union {
    struct {
      __half x, y;
    };
    superwarp_record::Lanes<short, 2> all;
  };
  SUPERWARP_COPIED_AS_ONE(__half2)
  __half2(__half low, __half high) : x(low), y(high) {}
};
using half2 = __half2;

inline __half __float2half(float value) { return value; }
inline __half __float2half_rn(float value) { return value; }
inline float __half2float(__half value) { return value; }
inline __half2 __float2half2_rn(float value) { return {value, value}; }
inline __half2 __floats2half2_rn(float x, float y) { return {x, y}; }
inline __half2 __halves2half2(__half x, __half y) { return {x, y}; }
inline __half2 __half2half2(__half value) { return {value, value}; }
inline __half __low2half(__half2 v) { return v.x; }
inline __half __high2half(__half2 v) { return v.y; }
inline float __low2float(__half2 v) { return v.x; }
inline float __high2float(__half2 v) { return v.y; }
inline float2 __half22float2(__half2 v) { return make_float2(v.x, v.y); }
inline __half2 __float22half2_rn(float2 v) { return {v.x, v.y}; }

#define SUPERWARP_HALF(NAME, OPERATION)                                               \
  inline __half __h##NAME(__half a, __half b) { return float(a) OPERATION float(b); } \
  inline __half2 __h##NAME##2(__half2 a, __half2 b) {                                 \
    return {float(a.x) OPERATION float(b.x), float(a.y) OPERATION float(b.y)};        \
  }                                                                                   \
  inline __half2 operator OPERATION(__half2 a, __half2 b) { return __h##NAME##2(a, b); }
SUPERWARP_HALF(add, +)
SUPERWARP_HALF(sub, -)
SUPERWARP_HALF(mul, *)
SUPERWARP_HALF(div, /)
inline __half __hfma(__half a, __half b, __half c) { return float(a) * float(b) + float(c); }
inline __half2 __hfma2(__half2 a, __half2 b, __half2 c) { return {__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)}; }
inline bool __hgt(__half a, __half b) { return float(a) > float(b); }
inline bool __hlt(__half a, __half b) { return float(a) < float(b); }
inline bool __heq(__half a, __half b) { return float(a) == float(b); }
