// SPDX-License-Identifier: Apache-2.0
#include "sim/model/async_order.h"

#include <algorithm>

namespace superwarp::model {

AsyncOrder::AsyncOrder(Threads& threads, std::uint32_t latency)
    : threads_(threads), latency_(latency) {
  for (std::uint32_t g = 0; g < threads_.super_warps(); ++g) file(g, 1);
}

/// Puts a super warp where it waits for its next access, if it has one left.
void AsyncOrder::file(std::uint32_t super_warp, std::uint64_t ready) {
  if (!threads_.prepare(super_warp)) return;
  const std::uint64_t barriers = threads_.barriers_ahead(super_warp);
  if (barriers == barriers_) {
    queue_.push_back({ready, super_warp});
  } else {
    behind_[barriers].push_back(super_warp);
  }
}

/// Opens the next barrier that anyone stands behind; false if nobody does.
bool AsyncOrder::open_barrier() {
  if (behind_.empty()) return false;
  const auto next = behind_.begin();
  barriers_ = next->first;
  std::sort(next->second.begin(), next->second.end());  // the search starts from super warp 0
  for (const std::uint32_t g : next->second) queue_.push_back({complete_, g});
  behind_.erase(next);
  return true;
}

bool AsyncOrder::next(Turn& turn) {
  if (queue_.empty() && !open_barrier()) return false;
  super_warp_ = queue_.front().super_warp;
  free_ = std::max(free_, queue_.front().ready);  // slots stay empty until it is ready
  queue_.pop_front();
  turn = {super_warp_, free_};
  return true;
}

void AsyncOrder::served(std::uint64_t last_slot) {
  free_ = last_slot + 1;
  complete_ = last_slot + latency_;
  file(super_warp_, complete_);
}

}  // namespace superwarp::model
