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

#include "tools/kernels/runtime/event.h"

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

enum class FindingKind : std::uint8_t { kRace, kOutOfBounds, kDivergentBarrier };

/// A defect of the kernel that does not stop it.
struct Finding {
  FindingKind kind = FindingKind::kRace;
  std::uintptr_t pc = 0;
  std::uintptr_t other = 0;  ///< the other instruction of two
  std::uint32_t thread = 0;  ///< in its block
};

/// Why a block is not watched.
enum class Skipped : std::uint8_t { kNo, kNotSelected, kRepeated, kFull };

/// One kernel launch.
struct Launch {
  std::string site;  ///< the kernel as the launch names it
  Dim3 grid;
  Dim3 block;
  std::size_t dynamic = 0;  ///< bytes of dynamic shared memory
};

/// The accesses of a block so far, in the format of a .traceg.
struct BlockText {
  struct WarpText {
    std::string lines;
    std::uint64_t instructions = 0;
  };
  std::string head;
  std::vector<WarpText> warps;
};

/// Writes the accesses of kernels: for launch N the file launch-N.body, blocks in the format of
/// .traceg files, and launch-N.facts, lines "key value" for the header. Keeps blocks that run in
/// memory.
class Recorder {
 public:
  void begin_launch(const Launch& launch);
  /// The kernel begins at `pc`. PCs of its trace count from there, modulo 2^32.
  void begin_kernel(std::uintptr_t pc) { base_ = static_cast<std::uint32_t>(pc) / 16 * 16; }
  void begin_block(BlockText& block, const Dim3& index, std::size_t warps);
  void skip_block(Skipped why) { skipped_.insert(why); }
  void access(BlockText& block, const WarpAccess& access);
  void barrier(BlockText& block, std::uint32_t warp, std::uintptr_t pc, std::uint32_t mask);
  void find(const Finding& finding);
  void end_block(const BlockText& block);
  void end_launch(const std::string& kernel, std::size_t static_bytes);

  /// Written so far.
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

 private:
  void add_line(BlockText& block, const WarpAccess& access);
  /// An atomic on shared memory that is a loop, in its rounds.
  void add_loop(BlockText& block, const WarpAccess& access);
  void write(const std::string& text);
  [[nodiscard]] std::uint32_t pc_of(std::uintptr_t pc) const;

  Launch launch_;
  std::uint64_t number_ = 1;
  std::uint64_t blocks_ = 0;  ///< watched in this launch
  std::uint64_t bytes_ = 0;   ///< written in all
  std::uint32_t base_ = 0;
  std::FILE* body_ = nullptr;
  std::set<Skipped> skipped_;
  std::set<std::uintptr_t> instructions_;
  std::set<std::uintptr_t> loops_;  ///< those whose executions depend on which lane swaps first
  std::map<std::tuple<FindingKind, std::uintptr_t, std::uintptr_t>, Finding> findings_;
};

/// "x,y,z"
std::string shown(const Dim3& dim);

}  // namespace superwarp::record
