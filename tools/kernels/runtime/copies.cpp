// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "tools/kernels/runtime/engine.h"
#include "tools/kernels/runtime/global_memory.h"

/// \file
/// Copies of whole structures, memcpy() and memset(). The compiler's callbacks do not see them, but
/// with these flags it calls functions of AddressSanitizer for them. No other part of it is used.

namespace superwarp::record {
namespace {

constexpr std::size_t kWidest = 16;     // bytes of an access
constexpr std::size_t kBuffered = 256;  // bytes of a copy that are loaded before they are stored

std::uintptr_t number(const void* address) { return reinterpret_cast<std::uintptr_t>(address); }

/// The widest access that divides all of these, as in a copy on a GPU.
std::uint32_t width_of(std::uintptr_t places) {
  const std::uintptr_t divisor = places & (~places + 1);
  return static_cast<std::uint32_t>(divisor == 0 ? kWidest
                                                 : std::min<std::uintptr_t>(divisor, kWidest));
}

void tell(Event kind, const char* memory, std::size_t bytes, std::uint32_t width, const void* pc) {
  if (!may_matter(number(memory))) return;
  for (std::size_t at = 0; at < bytes; at += width) engine().access(kind, memory + at, width, pc);
}

/// `pc` is behind the call. The loads have the place before it, so that they are an instruction of
/// their own, which all lanes execute first.
void copy(char* to, const char* from, std::size_t bytes, const char* pc) {
  if (!may_matter(number(to)) && !may_matter(number(from))) {
    std::memmove(to, from, bytes);
    return;
  }
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
}

}  // namespace
}  // namespace superwarp::record

// NOLINTBEGIN: names that the compiler calls.
extern "C" {
void* __asan_memcpy(void* to, const void* from, std::size_t bytes) {
  superwarp::record::copy(static_cast<char*>(to), static_cast<const char*>(from), bytes,
                          static_cast<const char*>(__builtin_return_address(0)));
  return to;
}
void* __asan_memmove(void* to, const void* from, std::size_t bytes) {
  superwarp::record::copy(static_cast<char*>(to), static_cast<const char*>(from), bytes,
                          static_cast<const char*>(__builtin_return_address(0)));
  return to;
}
void* __asan_memset(void* to, int value, std::size_t bytes) {
  using superwarp::record::number;
  superwarp::record::tell(superwarp::record::Event::kStore, static_cast<const char*>(to), bytes,
                          superwarp::record::width_of(number(to) | bytes),
                          __builtin_return_address(0));
  return std::memset(to, value, bytes);
}
void __asan_init() {}
void __asan_version_mismatch_check_v8() {}
void __asan_handle_no_return() {}
}
// NOLINTEND
