// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace superwarp::record {

/// Memory of cudaMalloc() lies in one region of this process at a fixed address, so that traces
/// are the same in every run.
inline constexpr std::uintptr_t kGlobalBegin = 0x200000000000;
inline constexpr std::uintptr_t kGlobalEnd = kGlobalBegin + (std::uintptr_t{1} << 36U);

/// `bytes` bytes, aligned to 512; nullptr if there is no room.
void* allocate_global(std::size_t bytes);

/// False if `memory` was not allocated, or is free already.
bool free_global(void* memory);

/// Bytes that are allocated now.
std::size_t allocated_global();

extern "C" {
extern char __start_superwarp_shared[];    // NOLINT: the linker's names
extern char __stop_superwarp_shared[];     // NOLINT
extern char __start_superwarp_constant[];  // NOLINT
extern char __stop_superwarp_constant[];   // NOLINT
extern char __data_start[];                // NOLINT
extern char _end[];                        // NOLINT
}

inline bool in_range(std::uintptr_t address, const char* begin, const char* end) {
  return address >= reinterpret_cast<std::uintptr_t>(begin) &&
         address < reinterpret_cast<std::uintptr_t>(end);
}

/// Shared memory of the block.
inline bool is_shared(std::uintptr_t address) {
  return in_range(address, __start_superwarp_shared, __stop_superwarp_shared);
}

/// A __constant__ variable.
inline bool is_constant(std::uintptr_t address) {
  return in_range(address, __start_superwarp_constant, __stop_superwarp_constant);
}

/// Memory of cudaMalloc(), or a variable of the program that a GPU keeps there.
inline bool is_global(std::uintptr_t address) {
  return (address >= kGlobalBegin && address < kGlobalEnd) ||
         (in_range(address, __data_start, _end) && !is_constant(address));
}

/// Either: not a stack, not the host's heap.
inline bool may_matter(std::uintptr_t address) { return address < kGlobalEnd; }

}  // namespace superwarp::record
