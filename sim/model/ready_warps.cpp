// SPDX-License-Identifier: Apache-2.0
#include "sim/model/ready_warps.h"

#include <algorithm>

namespace superwarp::model {

ReadyWarps::ReadyWarps(Threads& threads)
    : threads_(threads), blocks_(threads.blocks()), ready_(threads.super_warps()) {
  for (std::uint32_t g = 0; g < threads_.super_warps(); ++g) settle(g, 1);
  for (Block& block : blocks_) {
    if (block.ahead == 0) open_barrier(block);  // which has nothing ahead of it
  }
}

std::optional<std::uint32_t> ReadyWarps::take(std::uint64_t now) {
  now_ = now;
  for (; !later_.empty() && later_.front().ready <= now; later_.pop_front())
    ready_.insert(later_.front().super_warp);
  const std::uint32_t taken = ready_.take_from(search_);
  if (taken == CyclicSet::kNone) return std::nullopt;
  search_ = taken + 1;
  return taken;
}

void ReadyWarps::completed(std::uint32_t super_warp, std::uint64_t ready) {
  Block& block = blocks_[threads_.block_of(super_warp)];
  block.complete = std::max(block.complete, ready);
  --block.ahead;
  settle(super_warp, ready);
  if (block.ahead == 0) open_barrier(block);
}

/// Puts a super warp where it waits for its next access, if it has one left.
void ReadyWarps::settle(std::uint32_t super_warp, std::uint64_t ready) {
  if (!threads_.prepare(super_warp)) return;
  Block& block = blocks_[threads_.block_of(super_warp)];
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

/// Time units come nearly in order, so that the place to insert is found from the end.
void ReadyWarps::ready_from(std::uint64_t ready, std::uint32_t super_warp) {
  auto place = later_.end();
  while (place != later_.begin() && std::prev(place)->ready > ready) --place;
  later_.insert(place, {ready, super_warp});
}

}  // namespace superwarp::model
