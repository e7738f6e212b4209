// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "tools/kernels/runtime/event.h"

namespace superwarp::record {

struct WarpAccess;

/// The instruction that an access races with; 0 if there is none.
struct Race {
  std::uintptr_t other = 0;
};

/// Finds two accesses of one shared byte by different warps, one of them a write, with no barrier
/// of the block between them. Lanes of one warp run in lock step and do not race; atomics race only
/// with other accesses.
class Races {
 public:
  /// A block begins or passes a barrier.
  void next_epoch() { ++stamp_; }

  /// Notes one lane's access at `offset` in the block's shared memory.
  Race look(std::uint32_t offset, const WarpAccess& access);

 private:
  /// Who wrote and who read a byte last.
  struct Byte {
    std::uint64_t write_stamp = 0;  ///< epoch
    std::uint64_t read_stamp = 0;
    std::uintptr_t write_pc = 0;
    std::uintptr_t read_pc = 0;
    std::uint32_t writer = 0;  ///< warp
    std::uint32_t reader = 0;  ///< warp; kSeveral: more than one
    bool atomic = false;       ///< the write was atomic
  };

  std::uint64_t stamp_ = 0;
  std::vector<Byte> bytes_;
};

}  // namespace superwarp::record
