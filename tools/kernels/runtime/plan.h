// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "tools/kernels/runtime/block.h"

namespace superwarp::record {

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
