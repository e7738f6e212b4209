// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <limits>
#include <type_traits>

#include "tools/kernels/runtime/engine.h"

/// \file
/// Floating-point numbers as integers. The compiler's functions of these names are replaced.

namespace superwarp::record {
namespace {

/// As PTX's cvt in kernels: beyond the range the nearest integer, and a fixed one for what is no
/// number. Results of less than 32 bits are the lower bits of 32. The host has its processor's.
template <typename To, typename From>
To converted(From value) {
  if (!engine().running()) return static_cast<To>(value);
  using Narrow = std::conditional_t<std::is_signed_v<To>, std::int32_t, std::uint32_t>;
  using Wide = std::conditional_t<sizeof(To) == 8, To, Narrow>;
  using Limits = std::numeric_limits<Wide>;
  constexpr From kBehind = From{2} * static_cast<From>(Limits::max() / 2 + 1);  // exact, as 2^n
  if (value >= kBehind) return static_cast<To>(Limits::max());
  if (value <= static_cast<From>(Limits::min())) return static_cast<To>(Limits::min());
  if (value == value) return static_cast<To>(static_cast<Wide>(value));
  constexpr bool kZero = sizeof(From) == 4 && sizeof(To) < 8;
  return kZero ? To{0} : static_cast<To>(std::uint64_t{1} << (8 * sizeof(Wide) - 1));
}

}  // namespace
}  // namespace superwarp::record

// NOLINTBEGIN: named as the compiler does.
#define SUPERWARP_CONVERSION(KIND, TO, BITS, FROM, FROM_BITS)                     \
  extern "C" TO superwarp_fpto##KIND##i_##BITS##_##FROM_BITS(FROM value) __asm__( \
      "superwarp.fpto" #KIND "i.sat.i" #BITS ".f" #FROM_BITS);                    \
  TO superwarp_fpto##KIND##i_##BITS##_##FROM_BITS(FROM value) {                   \
    return superwarp::record::converted<TO>(value);                               \
  }
#define SUPERWARP_CONVERSIONS(BITS)                             \
  SUPERWARP_CONVERSION(s, std::int##BITS##_t, BITS, float, 32)  \
  SUPERWARP_CONVERSION(s, std::int##BITS##_t, BITS, double, 64) \
  SUPERWARP_CONVERSION(u, std::uint##BITS##_t, BITS, float, 32) \
  SUPERWARP_CONVERSION(u, std::uint##BITS##_t, BITS, double, 64)
SUPERWARP_CONVERSIONS(8)
SUPERWARP_CONVERSIONS(16)
SUPERWARP_CONVERSIONS(32)
SUPERWARP_CONVERSIONS(64)
// NOLINTEND
