// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <type_traits>
#include <utility>

#include "superwarp/host_types.h"

/// \file
/// The interface of headers and rewritten launches to the recorder's run time. A program includes
/// the headers under their CUDA names; `superwarp record` links the run time.

#define SUPERWARP_UNCOUNTED __attribute__((no_sanitize("coverage")))
#define SUPERWARP_APART __attribute__((noinline, no_sanitize("coverage")))
#define SUPERWARP_INLINE __attribute__((always_inline)) inline

/// Calls that stay where they are written: a compiler neither merges two nor moves one.
#define SUPERWARP_PLACED __attribute__((convergent, nomerge))

struct uint3 {
  unsigned int x, y, z;
};

struct dim3 {
  unsigned int x, y, z;
  constexpr dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1) : x(vx), y(vy), z(vz) {}
  constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  constexpr operator uint3() const { return uint3{x, y, z}; }
};

namespace superwarp_record {

// Where a thread is. They do not change while a thread runs, so a compiler may ask once.
__attribute__((const)) uint3 thread_index();
__attribute__((const)) uint3 block_index();
__attribute__((const)) uint3 block_size();
__attribute__((const)) uint3 grid_size();
__attribute__((const)) unsigned lane_index();

// Barriers of the block; the others return over how many threads the predicate holds.
SUPERWARP_PLACED void barrier();
SUPERWARP_PLACED int barrier_count(int predicate);
/// Of the grid. Ends the program if its blocks do not run together.
SUPERWARP_PLACED void grid_barrier(const char* file, int line);
unsigned block_threads();

/// Threads arrive at a phase and wait for its end, in one step or two.
struct Phases {
  unsigned expected, arrived, phase;
  void init(unsigned threads);
  /// Some threads arrive; the result is the phase that they are in.
  unsigned arrive(unsigned threads = 1);
  /// One arrives, and will not be waited for again.
  void drop();
  /// Waits until that phase has ended.
  SUPERWARP_PLACED void wait(unsigned old) const;
};
/// Several warps, side by side, of which the caller is in one.
struct Tile {
  Phases phases;
  std::uint64_t value[1024];  ///< what its threads bring to an exchange
};
Tile& tile(unsigned threads);

// Exchanges between the lanes of `mask`, or of those that stand at the same instruction if it is 0.
enum class Shuffle { kFrom, kUp, kDown, kXor };
SUPERWARP_PLACED void meet(unsigned mask);
SUPERWARP_PLACED unsigned active_lanes();
SUPERWARP_PLACED unsigned ballot(unsigned mask, int predicate);
SUPERWARP_PLACED std::uint64_t shuffle(unsigned mask, std::uint64_t value, Shuffle kind, int operand, int width);
SUPERWARP_PLACED unsigned match_any(unsigned mask, std::uint64_t value);
SUPERWARP_PLACED unsigned match_all(unsigned mask, std::uint64_t value);
/// The values of the lanes of `mask`; the caller combines them. `values` has room for 32.
SUPERWARP_PLACED unsigned gather(unsigned mask, std::uint64_t value, std::uint64_t* values);

/// What nvcc makes of an atomic on shared memory (data/atomics.csv): one instruction, one that
/// counts (adds 1, and drops the result), one compare-and-swap, rounds of a load and a
/// compare-and-swap, or a load and rounds of a compare-and-swap.
enum class Atomic { kOne, kCount, kCompare, kSpin, kSwap };
/// The calling thread is about to access `bytes` bytes in one step at `address`, on behalf of the
/// instruction `pc`.
void atomic(const void* address, unsigned bytes, void* pc, Atomic form);

/// Names the kernel: its text, from __PRETTY_FUNCTION__. False if it returns at once, because the
/// launch asks for more shared memory than it may have.
bool kernel(const char* name);

/// Ends the program with file and line: `what` has no meaning on the CPU.
[[noreturn]] void unsupported(const char* what, const char* file, int line);
/// A device-side assertion or trap.
[[noreturn]] void trap(const char* what);

struct LaunchConfiguration {
  dim3 grid;
  dim3 block;
  std::size_t dynamic = 0;
  bool together = false;  ///< blocks may wait for each other
};

inline LaunchConfiguration configuration(dim3 grid, dim3 block, std::size_t dynamic = 0, const void* = nullptr) {
  return {grid, block, dynamic, false};
}

/// Runs `body` once for each thread. The result, and the last error, is that of CUDA if it refuses
/// the launch; then nothing runs.
cudaError_t run(const char* site, const LaunchConfiguration& configuration, const std::function<void()>& body);

/// Bytes of shared memory: of a kernel's own arrays, and of dynamic memory that its launches may
/// ask for, free_shared() without being allowed more, most_shared() at most. allow_dynamic() is
/// false if the GPU has less.
std::size_t static_shared(const void* kernel);
std::size_t dynamic_limit(const void* kernel);
std::size_t free_shared();
std::size_t most_shared();
bool allow_dynamic(const void* kernel, std::size_t bytes);

/// Memory of the device, aligned to 512; nullptr if there is no room.
void* allocate_global(std::size_t bytes);
/// False if `memory` is not allocated.
bool free_global(void* memory);
/// Bytes that are allocated now.
std::size_t allocated_global();

/// What `kernel<<<configuration>>>` becomes: called with the kernel's arguments, it gives every
/// thread its own copies.
template <typename Call>
auto launch(const char* site, const LaunchConfiguration& configuration, Call call) {
  return [=](auto... arguments) { run(site, configuration, [&]() SUPERWARP_UNCOUNTED { call(arguments...); }); };
}

}  // namespace superwarp_record
