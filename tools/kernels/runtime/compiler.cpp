// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>
#include <type_traits>

#include "tools/kernels/runtime/engine.h"
#include "tools/kernels/runtime/failure.h"
#include "tools/kernels/runtime/memory.h"

/// \file
/// What compiled code calls under the compiler's names: before loads and stores, in place of copies
/// and conversions, and where tools/kernels/record/joins.cpp has put a call.

namespace superwarp::record {
namespace {

constexpr std::size_t kWidest = 16;     // bytes of an access
constexpr std::size_t kBuffered = 256;  // bytes of a copy that are loaded before they are stored

std::uintptr_t number(const void* address) { return reinterpret_cast<std::uintptr_t>(address); }

/// The widest access that divides all of these, as in a copy on a GPU.
std::uint32_t width_of(std::uintptr_t places) {
  const std::uintptr_t divisor = places & (~places + 1);
  return static_cast<std::uint32_t>(divisor == 0 ? kWidest : std::min<std::uintptr_t>(divisor, kWidest));
}

void tell(Event kind, const char* memory, std::size_t bytes, std::uint32_t width, const void* pc) {
  if (!may_matter(number(memory))) return;
  for (std::size_t at = 0; at < bytes; at += width) engine().access(kind, memory + at, width, pc);
}

/// Copies of whole structures, memcpy() and memset(). The compiler's callbacks do not see them, but
/// with these flags it calls functions of AddressSanitizer for them. No other part of it is used.
/// `pc` is behind the call. The loads have the place before it, so that they are an instruction of
/// their own, which all lanes execute first.
void* copy(void* into, const void* source, std::size_t bytes, const void* behind) {
  auto* const to = static_cast<char*>(into);
  const auto* const from = static_cast<const char*>(source);
  const auto* const pc = static_cast<const char*>(behind);
  if (!may_matter(number(to)) && !may_matter(number(from))) return std::memmove(to, from, bytes);
  const std::uint32_t width = width_of(number(to) | number(from) | bytes);
  const bool backwards = to > from && to < from + bytes;
  char buffer[kBuffered];
  for (std::size_t done = 0; done < bytes;) {
    const std::size_t part = std::min(kBuffered, bytes - done);
    const std::size_t at = backwards ? bytes - done - part : done;
    tell(Event::kLoad, from + at, part, width, pc - 1);
    std::memcpy(buffer, from + at, part);
    tell(Event::kStore, to + at, part, width, pc);
    std::memcpy(to + at, buffer, part);
    done += part;
  }
  return into;
}

/// Floating-point numbers as integers: as PTX's cvt in kernels, beyond the range the nearest
/// integer, and a fixed one for what is no number. Results of less than 32 bits are the lower bits
/// of 32. The host has its processor's.
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
}  // namespace superwarp::record

// NOLINTBEGIN: names that the compiler calls.
using namespace superwarp::record;

#define SUPERWARP_CONVERSION(KIND, TO, BITS, FROM, FROM_BITS)                                                      \
  extern "C" TO superwarp_fpto##KIND##i_##BITS##_##FROM_BITS(FROM value) __asm__("superwarp.fpto" #KIND            \
                                                                                 "i.sat.i" #BITS ".f" #FROM_BITS); \
  TO superwarp_fpto##KIND##i_##BITS##_##FROM_BITS(FROM value) { return superwarp::record::converted<TO>(value); }
#define SUPERWARP_CONVERSIONS(BITS)                             \
  SUPERWARP_CONVERSION(s, std::int##BITS##_t, BITS, float, 32)  \
  SUPERWARP_CONVERSION(s, std::int##BITS##_t, BITS, double, 64) \
  SUPERWARP_CONVERSION(u, std::uint##BITS##_t, BITS, float, 32) \
  SUPERWARP_CONVERSION(u, std::uint##BITS##_t, BITS, double, 64)
SUPERWARP_CONVERSIONS(8)
SUPERWARP_CONVERSIONS(16)
SUPERWARP_CONVERSIONS(32)
SUPERWARP_CONVERSIONS(64)

// Half precision, on processors without it.
extern "C" float __gnu_h2f_ieee(std::uint16_t half) {
  const std::uint32_t sign = (half & 0x8000U) << 16U;
  const std::uint32_t exponent = half >> 10U & 0x1fU;
  const std::uint32_t fraction = half & 0x3ffU;
  if (exponent == 0x1fU) return as_float(sign | 0x7f800000U | fraction << 13U);
  // A float has all numbers of half precision: 2^-24 is the smallest.
  const float size =
      exponent == 0 ? static_cast<float>(fraction) * 0x1p-24F : as_float((exponent + 112) << 23U | fraction << 13U);
  return as_float(sign | as_bits(size));
}

extern "C" std::uint16_t __gnu_f2h_ieee(float value) {
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

extern "C" {
void* __asan_memcpy(void* to, const void* from, std::size_t bytes) {
  return copy(to, from, bytes, __builtin_return_address(0));
}
void* __asan_memmove(void* to, const void* from, std::size_t bytes) {
  return copy(to, from, bytes, __builtin_return_address(0));
}
void* __asan_memset(void* to, int value, std::size_t bytes) {
  tell(Event::kStore, static_cast<const char*>(to), bytes, width_of(number(to) | bytes), __builtin_return_address(0));
  return std::memset(to, value, bytes);
}
void __asan_init() {}
void __asan_version_mismatch_check_v8() {}
void __asan_handle_no_return() {}

void superwarp_join(std::uint64_t place) { engine().join(place, __builtin_frame_address(0)); }
void superwarp_step(std::uint64_t place) { engine().join(place, __builtin_frame_address(0)); }

// Before every load and store.
void __sanitizer_cov_bool_flag_init(bool* /*start*/, bool* /*end*/) {}

#define SUPERWARP_CALLBACK(NAME, EVENT, BYTES)                                                            \
  void __sanitizer_cov_##NAME##BYTES(void* address) {                                                     \
    if (may_matter(number(address))) engine().access(EVENT, address, BYTES, __builtin_return_address(0)); \
  }
#define SUPERWARP_CALLBACKS(BYTES)              \
  SUPERWARP_CALLBACK(load, Event::kLoad, BYTES) \
  SUPERWARP_CALLBACK(store, Event::kStore, BYTES)
SUPERWARP_CALLBACKS(1)
SUPERWARP_CALLBACKS(2)
SUPERWARP_CALLBACKS(4)
SUPERWARP_CALLBACKS(8)
SUPERWARP_CALLBACKS(16)

// In place of the C library's function, which does not know threads of kernels.
void __assert_fail(const char* what, const char* file, unsigned line, const char* function) {
  if (engine().running()) fail({"trap", std::string(file) + ":" + std::to_string(line) + ": assert(" + what + ")"});
  std::fprintf(stderr, "%s:%u: %s: Assertion `%s' failed.\n", file, line, function, what);
  std::abort();
}
}
// NOLINTEND
