// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "sim/traceg/header.h"

namespace superwarp::traceg {

/// One execution of a memory instruction by one warp.
struct Access {
  std::uint32_t instruction = 0;  ///< of the reader's InstructionTable
  std::uint32_t mask = 0;         ///< bit t: thread t is active
  std::uint32_t barriers = 0;     ///< that its warp has passed before
  std::size_t address = 0;        ///< in the block's list: one for each active thread, ascending
  std::uint64_t line = 0;         ///< of the trace
};

struct Warp {
  std::uint32_t id = 0;          ///< in its block
  std::vector<Access> accesses;  ///< in program order
};

/// What a thread block does with its shared memory, and with global memory where there is one; a
/// value.
struct Block {
  Dim3 index{};
  std::vector<Warp> warps;                    ///< in the order of the trace
  std::vector<std::uint32_t> address;         ///< byte offsets in the block's shared memory
  std::vector<std::uint64_t> global_address;  ///< in bytes
};

/// Thread blocks that a trace has shown. Blocks that follow each other, x fastest, are kept as one
/// run, so that a trace in the tracer's order needs room for one, whatever its grid; another order
/// needs room for its gaps.
class BlockSet {
 public:
  /// Rows and planes of the grid follow each other too, where it is known.
  explicit BlockSet(const std::optional<Dim3>& grid = std::nullopt) : grid_(grid) {}

  /// False if `block`, which lies in the grid, has been added before.
  bool add(const Dim3& block);

  /// Runs of blocks that follow each other: what it needs room for.
  [[nodiscard]] std::size_t runs() const { return runs_.size(); }

 private:
  using Place = std::array<std::uint32_t, 3>;  ///< z, y, x: compares in the order of blocks

  [[nodiscard]] Place after(Place place) const;

  std::optional<Dim3> grid_;
  std::map<Place, Place> runs_;  ///< from the first to the last block of each
};

}  // namespace superwarp::traceg
