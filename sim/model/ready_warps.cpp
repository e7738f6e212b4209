// SPDX-License-Identifier: Apache-2.0
#include "sim/model/ready_warps.h"

#include <algorithm>
#include <utility>

namespace superwarp::model {

ReadyWarps::ReadyWarps(Threads& threads)
    : threads_(threads), blocks_(threads.blocks()), ready_(threads.super_warps()) {
  for (std::uint32_t g = 0; g < threads_.super_warps(); ++g)
    settle(blocks_[threads_.block_of(g)], g, 1);
  for (Block& block : blocks_) {
    if (block.ahead == 0) open_barrier(block);  // which has nothing ahead of it
  }
}

void ReadyWarps::completed(std::uint32_t super_warp, std::uint64_t ready) {
  Block& block = blocks_[threads_.block_of(super_warp)];
  block.complete = std::max(block.complete, ready);
  --block.ahead;
  settle(block, super_warp, ready);
  if (block.ahead == 0) open_barrier(block);
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

/// Opens the next barrier that anyone of the block stands behind: everything ahead is complete.
void ReadyWarps::open_barrier(Block& block) {
  if (block.behind.empty()) return;
  const auto next = block.behind.begin();
  block.barriers = next->first;
  block.ahead = static_cast<std::uint32_t>(next->second.size());
  for (const std::uint32_t g : next->second) ready_from(block.complete, g);
  block.behind.erase(next);
  if (blocks_.size() == 1) search_ = 0;  // nobody else is ready: it begins anew
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
