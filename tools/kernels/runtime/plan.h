// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "tools/kernels/runtime/block.h"

namespace superwarp::record {

/// A range of numbers, both ends in it.
struct Range {
  std::uint64_t first = 0;
  std::uint64_t last = std::numeric_limits<std::uint64_t>::max();

  [[nodiscard]] bool has(std::uint64_t number) const { return first <= number && number <= last; }
};

/// The settings of `superwarp record` for a recorded program, in environment variables
/// SUPERWARP_RECORD_*. Without a folder the program only runs.
struct Settings {
  std::string folder;                            ///< FOLDER: where launches are written
  std::string arrays;                            ///< ARRAYS: file with the arrays in shared memory
  std::vector<std::string> kernels;              ///< KERNELS: parts of names, with commas; empty: all
  std::vector<std::string> lock_step;            ///< LOCK_STEP: kernels that need it, with line feeds
  Range launches;                                ///< LAUNCHES: "3" or "2..5", from 1
  std::uint64_t repeats = 0;                     ///< REPEATS: launches watched of one kernel and shape; 0: all
  Range blocks;                                  ///< BLOCKS: linear numbers of blocks, from 0
  std::uint64_t bytes = std::uint64_t{1} << 30;  ///< BYTES: of all files together
  std::uint64_t seconds = 300;                   ///< SECONDS: that a launch may take
  std::size_t block_kib = 227;                   ///< BLOCK_KIB: of shared memory that a block may have
  bool progress = false;                         ///< PROGRESS: on standard error
  bool record = true;                            ///< RECORD: else only look for defects
  bool global = true;                            ///< GLOBAL: record global accesses too
};

/// Of this process, read once. Stops the process if a variable is malformed.
const Settings& settings();

/// Why a block is not watched.
enum class Skipped : std::uint8_t { kNo, kNotSelected, kRepeated, kFull };

/// Decides which blocks are watched, by the settings, and how their warps run. The first block of
/// every kernel runs in lock step; it shows whether the kernel needs that.
class Plan {
 public:
  /// A launch of the kernel `name` begins, with this shape.
  void begin_launch(const std::string& name, const std::string& shape);

  /// For block `block` of the launch, after `bytes` bytes in all.
  [[nodiscard]] Skipped skips(std::uint64_t block, std::uint64_t bytes) const;

  /// Sets the pace of a block that begins.
  void set_pace(Block& block) const;

  /// The running kernel is seen to need lock step, or to have run a block to its end.
  void need_lock_step() { kernel_->lock_step = true; }
  void end_block() { kernel_->scouted = true; }

 private:
  struct Kernel {
    bool scouted = false;
    bool lock_step = false;
    std::map<std::string, std::uint64_t> launches;  ///< by shape
  };

  std::map<std::string, Kernel> kernels_;
  Kernel* kernel_ = nullptr;
  std::uint64_t number_ = 0;
  Skipped launch_ = Skipped::kNo;
};

}  // namespace superwarp::record
