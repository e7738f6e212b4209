// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "tools/kernels/runtime/block.h"
#include "tools/kernels/runtime/plan.h"
#include "tools/kernels/runtime/races.h"
#include "tools/kernels/runtime/recorder.h"
#include "tools/kernels/runtime/shared_memory.h"

namespace superwarp::record {

/// Takes the accesses of a launch's warps, finds defects, and has the accesses written.
class Watch {
 public:
  void begin_launch(const Launch& launch);
  void begin_kernel(std::uintptr_t pc) { recorder_.begin_kernel(pc); }
  void end_launch(const std::string& kernel);

  /// `block` begins, or is left out because of `skipped`.
  void begin_block(Block& block, Skipped skipped);
  void end_block(Block& block);

  /// Lanes of the warp `number` make their first step together, an access.
  void access(Block& block, std::size_t number, std::uint32_t lanes);
  /// `lanes` of the warp `number` pass a barrier, at which one of its threads stands at `first`.
  void barrier(Block& block, std::size_t number, std::uint32_t lanes, std::uint32_t first);
  /// The block has passed a barrier, or another one runs.
  void next_epoch() { races_.next_epoch(); }

  /// The shared memory of `block` becomes that of the process; and is kept while others run.
  void show_shared(const Block& block) { shared_.load(block.shared); }
  void keep_shared(Block& block) { shared_.save(block.shared); }

  /// Does the order of lanes that ran ahead differ from that of lock step?
  [[nodiscard]] static bool breaks_order(Warp& warp, std::uint32_t lanes);

  [[nodiscard]] std::uint64_t bytes() const { return recorder_.bytes(); }

 private:
  Recorder recorder_;
  SharedMemory shared_;
  Races races_;
};

}  // namespace superwarp::record
