// SPDX-License-Identifier: Apache-2.0
#include "sim/model/async_order.h"

#include <algorithm>

namespace superwarp::model {

bool AsyncOrder::next(Turn& turn) {
  const std::uint64_t ready = ready_.next_ready();
  if (ready == ReadyWarps::kNever) return false;
  free_ = std::max(free_, ready);  // slots stay empty while no super warp is ready
  super_warp_ = *ready_.take(free_);
  turn = {super_warp_, free_};
  return true;
}

void AsyncOrder::served(std::uint64_t last_slot) {
  free_ = last_slot + 1;
  ready_.completed(super_warp_, last_slot + latency_);
}

}  // namespace superwarp::model
