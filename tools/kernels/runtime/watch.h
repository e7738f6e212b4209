// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <cstdio>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "tools/kernels/runtime/block.h"
#include "tools/kernels/runtime/memory.h"
#include "tools/kernels/runtime/plan.h"

namespace superwarp::record {

/// Lanes of a warp access together.
struct WarpAccess {
  std::uint32_t warp = 0;  ///< in its block
  Event kind = Event::kLoad;
  bool shared = true;  ///< else global
  std::uintptr_t pc = 0;
  std::uint32_t bytes = 0;  ///< a lane
  std::uint32_t mask = 0;
  std::array<std::uintptr_t, kWarpThreads> address{};  ///< in shared memory an offset
};

/// A defect of the kernel that does not stop it.
enum class Defect : std::uint8_t { kRace, kOutOfBounds, kDivergentBarrier };

/// Takes the accesses of a launch's warps, finds defects, and writes the accesses: for launch N the
/// file launch-N.body, blocks in the format of .traceg files, and launch-N.facts, lines "key value"
/// for the header. Keeps blocks that run in memory.
class Watch {
 public:
  void begin_launch(const Launch& launch);
  /// The kernel begins at `pc`. PCs of its trace count from there, modulo 2^32.
  void begin_kernel(std::uintptr_t pc) { base_ = static_cast<std::uint32_t>(pc) / 16 * 16; }
  void end_launch(const std::string& kernel);

  /// `block` begins, or is left out because of `skipped`.
  void begin_block(Block& block, Skipped skipped);
  void end_block(const Block& block);

  /// Lanes of the warp `number` make their first step together, an access.
  void access(Block& block, std::size_t number, std::uint32_t lanes);
  /// `lanes` of the warp `number` pass a barrier, at which one of its threads stands at `first`.
  void barrier(Block& block, std::size_t number, std::uint32_t lanes, std::uint32_t first);
  /// The block has passed a barrier, or another one runs.
  void next_epoch() { ++stamp_; }

  /// The shared memory of `block` becomes that of the process; and is kept while others run.
  void show_shared(const Block& block) { shared_.load(block.shared); }
  void keep_shared(Block& block) { shared_.save(block.shared); }

  /// Written so far.
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

 private:
  /// Who wrote and who read a byte of shared memory last.
  struct Byte {
    std::uint64_t write_stamp = 0;  ///< epoch: between barriers of the block
    std::uint64_t read_stamp = 0;
    std::uintptr_t write_pc = 0;
    std::uintptr_t read_pc = 0;
    std::uint32_t writer = 0;  ///< warp
    std::uint32_t reader = 0;  ///< warp; kSeveral: more than one
    bool atomic = false;       ///< the write was atomic
  };

  /// Notes one lane's access at `offset` in shared memory. The result is the instruction that it
  /// races with, 0 if there is none: one of another warp in the same epoch, one of the two a write.
  /// Lanes of one warp run in lock step and do not race; atomics race only with other accesses.
  std::uintptr_t race(std::uint32_t offset, const WarpAccess& access);
  void find(Defect kind, std::uintptr_t pc, std::uintptr_t other, std::uint32_t thread) {
    defects_.try_emplace({kind, pc, other}, thread);
  }
  void record(Warp& warp, const WarpAccess& access);
  void add_line(Warp& warp, const WarpAccess& access);
  /// An atomic on shared memory that is a loop, in its rounds.
  void add_loop(Warp& warp, const WarpAccess& access);
  /// The place of an instruction, and lanes.
  void add_place(Warp& warp, std::uintptr_t pc, std::uint32_t lanes) const;
  void write(const std::string& text);

  SharedMemory shared_;
  std::vector<Byte> seen_;
  std::uint64_t stamp_ = 0;
  Launch launch_;
  std::uint64_t number_ = 1;
  std::uint64_t blocks_ = 0;  ///< watched in this launch
  std::uint64_t bytes_ = 0;   ///< written in all
  std::uint32_t base_ = 0;
  std::FILE* body_ = nullptr;
  std::set<Skipped> skipped_;
  std::set<std::uintptr_t> instructions_;
  std::set<std::uintptr_t> loops_;  ///< those whose executions depend on which lane swaps first
  /// By kind, instruction and the other one of two: the thread.
  std::map<std::tuple<Defect, std::uintptr_t, std::uintptr_t>, std::uint32_t> defects_;
};

/// "x,y,z"
std::string shown(const Dim3& dim);

}  // namespace superwarp::record
