// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <boost/context/fiber.hpp>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "tools/kernels/runtime/event.h"
#include "tools/kernels/runtime/warp.h"

namespace superwarp::record {

/// One kernel launch.
struct Launch {
  std::string site;  ///< the kernel as the launch names it
  Dim3 grid;
  Dim3 block;
  std::size_t dynamic = 0;  ///< bytes of dynamic shared memory
};

/// A thread of a block: a fiber that runs the kernel's body for one block after another.
struct Thread {
  boost::context::fiber fiber;
  Dim3 index{};  ///< threadIdx
  std::uint32_t warp = 0;
  std::uint32_t lane = 0;
  std::uint32_t pc = 0;                             ///< where it was seen last
  std::uintptr_t base = 0;                          ///< of its stack
  LaneQueue* queue = nullptr;                       ///< its own
  std::array<std::uint64_t, kWarpThreads> inbox{};  ///< what the lanes brought to the last exchange
  std::uint32_t met = 0;                            ///< the lanes that took part in it

  [[nodiscard]] std::uint32_t number() const { return warp * kWarpThreads + lane; }
};

/// How the lanes of a warp run.
enum class Pace : std::uint8_t {
  kLockStep,  ///< no access is made before its turn
  kAhead,     ///< a lane makes some accesses before their turn, which saves switches
  kFree,      ///< unseen: threads stop only where they wait for others
};

/// A running block and the threads that wait.
struct Block {
  Dim3 index{};
  std::uint64_t number = 0;  ///< in the grid, x fastest
  Pace pace = Pace::kLockStep;
  bool watched = true;  ///< its accesses are recorded or checked
  bool scout = false;   ///< in lock step, to see whether that is needed
  std::vector<std::unique_ptr<Thread>> threads;
  std::vector<std::unique_ptr<Warp>> warps;
  std::size_t size = 0;           ///< warps of the launch
  std::uint64_t live = 0;         ///< threads that have not returned
  std::uint64_t at_barrier = 0;   ///< threads
  std::uint64_t at_grid = 0;      ///< threads
  std::uint32_t votes = 0;        ///< brought to the barrier so far
  std::uint32_t vote_result = 0;  ///< of the last one
  std::size_t turn = 0;           ///< the warp whose turn it is
  std::uint32_t steps = 0;        ///< that it has taken
  std::uint32_t slice = 0;        ///< times that a thread went on
  std::vector<char> shared;       ///< while other blocks run
};

}  // namespace superwarp::record
