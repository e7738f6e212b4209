// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "model/machine/issue.h"
#include "sim/traceg/header.h"

namespace superwarp::traceg {

/// One execution of a memory instruction by one warp.
struct Access {
  std::uint32_t instruction = 0;  ///< of the reader's InstructionTable
  std::uint32_t mask = 0;         ///< bit t: thread t is active
  std::uint32_t barriers = 0;     ///< that the warp passed before it
  std::size_t address = 0;        ///< first of its active threads' addresses in the block's list
  std::uint64_t line = 0;         ///< of the trace
  std::optional<Work> work = {};  ///< what the warp issues, if the reader counts it
};

/// Access::instruction of work that no access follows before the next barrier.
inline constexpr std::uint32_t kNoInstruction = 0xffffffffU;

struct Warp {
  std::uint32_t id = 0;          ///< in its block
  std::vector<Access> accesses;  ///< in program order
};

/// The memory accesses of a thread block.
struct Block {
  Dim3 index{};
  std::vector<Warp> warps;                    ///< in the order of the trace
  std::vector<std::uint32_t> address;         ///< byte offsets in the block's shared memory
  std::vector<std::uint64_t> global_address;  ///< in bytes; empty without a global memory
};

/// The thread blocks read so far. Consecutive blocks, x fastest, are stored as one run: a trace in
/// the tracer's order needs one run for any grid, another order one for each gap.
class BlockSet {
 public:
  /// With a known grid, runs continue across its rows and planes.
  explicit BlockSet(const std::optional<Dim3>& grid = std::nullopt) : grid_(grid) {}

  /// False if `block`, inside the grid, is already in the set.
  bool add(const Dim3& block);

  [[nodiscard]] std::size_t runs() const { return runs_.size(); }

 private:
  using Place = std::array<std::uint32_t, 3>;  ///< z, y, x: compares in the order of blocks

  [[nodiscard]] Place after(Place place) const;

  std::optional<Dim3> grid_;
  std::map<Place, Place> runs_;  ///< from the first to the last block of each
};

}  // namespace superwarp::traceg
