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
    if (block.ahead == 0) all_complete(block);  // there is nothing ahead of its first barrier
  }
}

void ReadyWarps::completed(std::uint32_t super_warp, std::uint64_t ready) {
  Block& block = blocks_[threads_.block_of(super_warp)];
  block.complete = std::max(block.complete, ready);
  --block.ahead;
  settle(block, super_warp, ready);
  if (block.ahead == 0) all_complete(block);
}

/// Puts a super warp where it waits for its next access, if it has one left.
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

/// Everything of the block ahead of its next barrier is: it opens, or is one for all blocks, some
/// of which may have something ahead of it.
void ReadyWarps::all_complete(Block& block) {
  if (!block.behind.empty()) {
    const std::uint32_t anyone = block.behind.begin()->second.front();
    block.device_barriers = threads_.device_barriers_ahead(anyone);
    if (block.device_barriers == device_barriers_) return open_barrier(block);
  }
  if (--blocks_ahead_ == 0) open_device_barrier();
}

/// Nobody has an access ahead of the next barrier for all blocks that anyone stands behind.
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

/// Opens the next barrier that anyone of the block stands behind.
void ReadyWarps::open_barrier(Block& block) {
  const auto next = block.behind.begin();
  block.barriers = next->first;
  block.ahead = static_cast<std::uint32_t>(next->second.size());
  for (const std::uint32_t g : next->second) ready_from(block.complete, g);
  // Where nobody else is ready in any queue that these may stand in, it begins anew.
  if (threads_.blocks_together() == 1) {
    for (const std::uint32_t g : next->second) begin_anew(threads_.multiprocessor_of(g));
  }
  block.behind.erase(next);
}

/// The next search in every queue of `multiprocessor` begins at its lowest super warp.
void ReadyWarps::begin_anew(std::uint32_t multiprocessor) {
  for (std::size_t queue = multiprocessor; queue < queues_.size();
       queue += threads_.multiprocessors())
    queues_[queue].search = 0;
}

void ReadyWarps::ready_from(std::uint64_t ready, std::uint32_t super_warp) {
  if (due_ > later_.size() / 2) {  // now and then, as they are at most as many as super warps
    later_.erase(later_.begin(), later_.begin() + static_cast<std::ptrdiff_t>(due_));
    due_ = 0;
  }
  later_.push_back({ready, super_warp});
  // Time units come nearly in order.
  for (std::size_t i = later_.size() - 1; i > due_ && later_[i - 1].ready > ready; --i)
    std::swap(later_[i - 1], later_[i]);
}

}  // namespace superwarp::model
