// SPDX-License-Identifier: Apache-2.0
#include "sim/model/rounds_order.h"

#include <algorithm>

namespace superwarp::model {

bool RoundsOrder::next(Turn& turn) {
  for (;;) {
    for (; super_warp_ < threads_.super_warps(); ++super_warp_) {
      if (threads_.prepare(super_warp_) && threads_.barriers_ahead(super_warp_) == round_) {
        turn = {super_warp_, free_};
        return true;
      }
    }
    if (!start_round()) return false;
  }
}

/// Starts the next round with a request; false if there is none.
bool RoundsOrder::start_round() {
  round_ = Threads::kFinished;
  for (std::uint32_t g = 0; g < threads_.super_warps(); ++g) {
    threads_.prepare(g);
    round_ = std::min(round_, threads_.barriers_ahead(g));
  }
  if (round_ == Threads::kFinished) return false;
  super_warp_ = 0;
  free_ = round_complete_;
  return true;
}

void RoundsOrder::served(std::uint64_t last_slot) {
  free_ = last_slot + 1;
  round_complete_ = last_slot + latency_;
  ++super_warp_;
}

}  // namespace superwarp::model
