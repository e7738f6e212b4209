// SPDX-License-Identifier: Apache-2.0
#include "sim/model/ready_warps.h"

#include <algorithm>
#include <utility>

namespace superwarp::model {

ReadyWarps::ReadyWarps(Threads& threads)
    : threads_(threads),
      blocks_(threads.blocks()),
      queues_(threads.queues(), Queue{CyclicSet(threads.super_warps())}),
      blocks_ahead_(threads.blocks()) {
  for (std::uint32_t g = 0; g < threads_.super_warps(); ++g)
    settle(blocks_[threads_.block_of(g)], g, 1);
  for (Block& block : blocks_) {
    if (block.ahead == 0) all_complete(block);  // no access precedes its first barrier
  }
}

void ReadyWarps::completed(std::uint32_t super_warp, std::uint64_t ready) {
  Block& block = blocks_[threads_.block_of(super_warp)];
  block.complete = std::max(block.complete, ready);
  --block.ahead;
  settle(block, super_warp, ready);
  if (block.ahead == 0) all_complete(block);
}

/// Queues a super warp for its next access, if it has one.
void ReadyWarps::settle(Block& block, std::uint32_t super_warp, std::uint64_t ready) {
  if (!threads_.prepare(super_warp)) return;
  const std::uint64_t barriers = threads_.barriers_ahead(super_warp);
  if (barriers == block.barriers) {
    ++block.ahead;
    ready_from(ready, super_warp);
  } else {
    block.behind[barriers].push_back(super_warp);
  }
}

/// All accesses of the block before its next barrier are complete. The barrier opens, unless it is
/// one of all blocks and others have accesses before it.
void ReadyWarps::all_complete(Block& block) {
  if (!block.behind.empty()) {
    const std::uint32_t anyone = block.behind.begin()->second.front();
    block.device_barriers = threads_.device_barriers_ahead(anyone);
    if (block.device_barriers == device_barriers_) return open_barrier(block);
  }
  if (--blocks_ahead_ == 0) open_device_barrier();
}

/// No block has an access before the next barrier of all blocks: opens it.
void ReadyWarps::open_device_barrier() {
  std::uint64_t next = kNever;
  std::uint64_t complete = 0;
  for (const Block& block : blocks_) {
    if (!block.behind.empty()) next = std::min(next, block.device_barriers);
    complete = std::max(complete, block.complete);
  }
  device_barriers_ = next;
  for (Block& block : blocks_) {
    block.complete = complete;
    if (block.behind.empty() || block.device_barriers != next) continue;
    ++blocks_ahead_;
    open_barrier(block);
  }
}

/// Opens the block's next barrier at which a super warp waits.
void ReadyWarps::open_barrier(Block& block) {
  const auto next = block.behind.begin();
  block.barriers = next->first;
  block.ahead = static_cast<std::uint32_t>(next->second.size());
  for (const std::uint32_t g : next->second) ready_from(block.complete, g);
  // With one block on the multiprocessor, no other super warp is ready: the search restarts.
  if (threads_.blocks_together() == 1) {
    for (const std::uint32_t g : next->second) begin_anew(threads_.multiprocessor_of(g));
  }
  block.behind.erase(next);
}

/// Restarts the search in every queue of `multiprocessor` at its lowest super warp.
void ReadyWarps::begin_anew(std::uint32_t multiprocessor) {
  for (std::size_t queue = multiprocessor; queue < queues_.size();
       queue += threads_.multiprocessors())
    queues_[queue].search = 0;
}

void ReadyWarps::ready_from(std::uint64_t ready, std::uint32_t super_warp) {
  if (due_ >
      later_.size() / 2) {  // amortised: the list is at most as long as there are super warps
    later_.erase(later_.begin(), later_.begin() + static_cast<std::ptrdiff_t>(due_));
    due_ = 0;
  }
  later_.push_back({ready, super_warp});
  // Time units arrive nearly in order.
  for (std::size_t i = later_.size() - 1; i > due_ && later_[i - 1].ready > ready; --i)
    std::swap(later_[i - 1], later_[i]);
}

}  // namespace superwarp::model
