// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

/// \file
/// What a thread of a kernel waits for while the scheduler decides who runs next.

namespace superwarp::record {

constexpr std::uint32_t kWarpThreads = 32;

enum class Event : std::uint8_t {
  kStart,   ///< has not run yet
  kLoad,    ///< about to load
  kStore,   ///< about to store
  kAtomic,  ///< about to read and write in one step
  kMeet,    ///< wants to meet the lanes that stand at the same instruction
  kResume,  ///< a barrier or an exchange is complete
};

constexpr bool is_access(Event event) {
  return event == Event::kLoad || event == Event::kStore || event == Event::kAtomic;
}

/// A memory access that a thread is about to make.
struct Access {
  Event kind = Event::kLoad;
  std::uintptr_t pc = 0;       ///< return address of the callback: names the instruction
  std::uintptr_t address = 0;  ///< in this process
  std::uint32_t bytes = 0;     ///< 1, 2, 4, 8, 16
};

struct Dim3 {
  std::uint32_t x = 1;
  std::uint32_t y = 1;
  std::uint32_t z = 1;
};

constexpr std::uint64_t volume(const Dim3& dim) { return std::uint64_t{dim.x} * dim.y * dim.z; }

}  // namespace superwarp::record
