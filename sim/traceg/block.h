#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/traceg/header.h"

namespace superwarp::traceg {

/// One execution of a shared-memory instruction by one warp.
struct SharedAccess {
  std::uint32_t instruction = 0;  ///< of the reader's InstructionTable
  std::uint32_t mask = 0;         ///< bit t: thread t is active
  std::uint32_t barriers = 0;     ///< that its warp has passed before
  std::size_t address = 0;        ///< of Block::address: one for each active thread, ascending
  std::uint64_t line = 0;         ///< of the trace
};

struct Warp {
  std::uint32_t id = 0;                ///< in its block
  std::vector<SharedAccess> accesses;  ///< in program order
};

/// What a thread block does with its shared memory; a value.
struct Block {
  Dim3 index{};
  std::vector<Warp> warps;             ///< in the order of the trace
  std::vector<std::uint32_t> address;  ///< byte offsets in the block's shared memory
};

}  // namespace superwarp::traceg
