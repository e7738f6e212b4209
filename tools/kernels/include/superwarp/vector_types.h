// SPDX-License-Identifier: Apache-2.0
#pragma once

/// \file
/// CUDA's vector types. A copy of one is one access of all its bytes, up to 16, as on a GPU: the
/// copy goes through a vector of the compiler's.

namespace superwarp_record {

template <typename T, int N>
using Lanes = T __attribute__((ext_vector_type(N)));

}  // namespace superwarp_record

#define SUPERWARP_COPIED_AS_ONE(VECTOR)                    \
  VECTOR() = default;                                      \
  VECTOR(const VECTOR& other) : all(other.all) {}          \
  VECTOR(const volatile VECTOR& other) : all(other.all) {} \
  VECTOR& operator=(const VECTOR& other) {                 \
    all = other.all;                                       \
    return *this;                                          \
  }                                                        \
  void operator=(const VECTOR& other) volatile { all = other.all; }

// NAME is the type, T its component.
#define SUPERWARP_VECTOR_1(NAME, T) \
  struct NAME##1 {                  \
    T x;                            \
  };                                \
  inline NAME##1 make_##NAME##1(T x) { return NAME##1 {x}; }

#define SUPERWARP_VECTOR_2(NAME, T)                        \
  struct __attribute__((aligned(2 * sizeof(T)))) NAME##2 { \
    union {                                                \
      struct {                                             \
        T x, y;                                            \
      };                                                   \
      superwarp_record::Lanes<T, 2> all;                   \
    };                                                     \
    constexpr NAME##2(T a, T b) : x(a), y(b) {}            \
    SUPERWARP_COPIED_AS_ONE(NAME##2)                       \
  };                                                       \
  inline NAME##2 make_##NAME##2(T x, T y) { return NAME##2(x, y); }

// Three components have the alignment of one and are copied one by one, as on a GPU.
#define SUPERWARP_VECTOR_3(NAME, T)                                                  \
  struct NAME##3 {                                                                   \
    T x, y, z;                                                                       \
    NAME##3() = default;                                                             \
    constexpr NAME##3(T a, T b, T c) : x(a), y(b), z(c) {}                           \
    constexpr NAME##3(const NAME##3 & other) : x(other.x), y(other.y), z(other.z) {} \
    NAME##3 & operator=(const NAME##3 & other) {                                     \
      x = other.x;                                                                   \
      y = other.y;                                                                   \
      z = other.z;                                                                   \
      return *this;                                                                  \
    }                                                                                \
  };                                                                                 \
  inline NAME##3 make_##NAME##3(T x, T y, T z) { return NAME##3(x, y, z); }

#define SUPERWARP_VECTOR_4(NAME, T)                                             \
  struct __attribute__((aligned(sizeof(T) < 4 ? 4 * sizeof(T) : 16))) NAME##4 { \
    union {                                                                     \
      struct {                                                                  \
        T x, y, z, w;                                                           \
      };                                                                        \
      superwarp_record::Lanes<T, 4> all;                                        \
    };                                                                          \
    constexpr NAME##4(T a, T b, T c, T d) : x(a), y(b), z(c), w(d) {}           \
    SUPERWARP_COPIED_AS_ONE(NAME##4)                                            \
  };                                                                            \
  inline NAME##4 make_##NAME##4(T x, T y, T z, T w) { return NAME##4(x, y, z, w); }

#define SUPERWARP_VECTORS(NAME, T) \
  SUPERWARP_VECTOR_1(NAME, T)      \
  SUPERWARP_VECTOR_2(NAME, T)      \
  SUPERWARP_VECTOR_3(NAME, T)      \
  SUPERWARP_VECTOR_4(NAME, T)

SUPERWARP_VECTORS(char, signed char)
SUPERWARP_VECTORS(uchar, unsigned char)
SUPERWARP_VECTORS(short, short)
SUPERWARP_VECTORS(ushort, unsigned short)
SUPERWARP_VECTORS(int, int)
SUPERWARP_VECTORS(long, long)
SUPERWARP_VECTORS(ulong, unsigned long)
SUPERWARP_VECTORS(longlong, long long)
SUPERWARP_VECTORS(ulonglong, unsigned long long)
SUPERWARP_VECTORS(float, float)
SUPERWARP_VECTORS(double, double)
// kernel.h has uint3: threadIdx is one.
SUPERWARP_VECTOR_1(uint, unsigned int)
SUPERWARP_VECTOR_2(uint, unsigned int)
SUPERWARP_VECTOR_4(uint, unsigned int)
inline uint3 make_uint3(unsigned int x, unsigned int y, unsigned int z) { return uint3{x, y, z}; }
