// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

/// \file
/// Actions of a kernel's threads, for which they wait until the scheduler resumes them.

namespace superwarp::record {

constexpr std::uint32_t kWarpThreads = 32;

constexpr std::uint32_t bit(std::uint32_t lane) { return std::uint32_t{1} << lane; }
constexpr std::uint32_t lowest(std::uint32_t lanes) { return static_cast<std::uint32_t>(__builtin_ctz(lanes)); }

enum class Event : std::uint8_t {
  kLoad,
  kStore,
  kCount,    ///< an atomic that adds 1 and whose result is dropped
  kSpin,     ///< an atomic that GPUs make of rounds: LDS, ATOMS.CAST.SPIN
  kSwap,     ///< the same of LDS and rounds of ATOMS.CAS on words of 32 bits
  kCompare,  ///< ATOMS.CAS
  kAtomic,   ///< any other atomic: reads and writes in one step
  kJoin,     ///< waits where paths of the program come together
  kMeet,     ///< waits for the lanes at the same instruction, or for those of a mask
  kBarrier,  ///< waits for the block
  kGrid,     ///< waits for all blocks
  kPark,     ///< waits until a word changes
  kResume,   ///< a wait is over
  kEnd,      ///< the thread returns
};

constexpr bool is_access(Event event) { return event <= Event::kAtomic; }
constexpr bool is_atomic(Event event) { return event >= Event::kCount && event <= Event::kAtomic; }

/// One step of a lane. Instructions are return addresses of calls in the program, which lies below
/// 4 GiB: it is not position-independent.
struct Step {
  std::uintptr_t address = 0;  ///< of an access, in this process; of a join, its place
  std::uint32_t pc = 0;
  std::uint32_t time = 0;  ///< the order in which accesses were made; of a join, its depth
  std::uint16_t bytes = 0;
  Event kind = Event::kResume;
};

struct Dim3 {
  std::uint32_t x = 1;
  std::uint32_t y = 1;
  std::uint32_t z = 1;
};

constexpr std::uint64_t volume(const Dim3& dim) { return std::uint64_t{dim.x} * dim.y * dim.z; }
/// The place in `size` with this number, x fastest.
constexpr Dim3 place_in(const Dim3& size, std::uint64_t number) {
  return {static_cast<std::uint32_t>(number % size.x), static_cast<std::uint32_t>(number / size.x % size.y),
          static_cast<std::uint32_t>(number / size.x / size.y)};
}

}  // namespace superwarp::record
